"""Ctrl-C is heard, and no test asserts a time: Hypothesis waits as long as an example takes."""

import signal

from hypothesis import settings

# A shell that starts the tests in the background has them ignore Ctrl-C, which several of them send.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("gongzhu", deadline=None)
settings.load_profile("gongzhu")
