"""No test asserts a time: Hypothesis waits as long as an example takes."""

from hypothesis import settings

settings.register_profile("gongzhu", deadline=None)
settings.load_profile("gongzhu")
