"""Learning the weights of the learned policy, from nothing but a seed.

There are four sets of tables: for playing alone and with fixed partners, with one deck and two. Each first
imitates the careful policy for some seconds and then plays against itself (`src/play/training.hpp`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gongzhu import _checks, _core
from gongzhu._core import Ruleset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SEED: Final = 1
"""Of the shipped weights."""


@dataclass(frozen=True)
class Course:
    """What one set of tables learns from.

    Attributes:
        name: What it is for.
        presets: The rules that its deals are played by, in turn; it is measured by the first.
        steps: Steps of self-play, 256 deals each.
    """

    name: str
    presets: tuple[str, ...]
    steps: int


COURSES: Final = (
    Course("one deck, alone", ("traditional", "china-games", "huapai", "classic", "pagat"), 2500),
    Course(
        "one deck, partners", ("scrofazero", "huapai-partners", "china-games-partners", "scrofazero"), 3000
    ),
    Course("two decks, alone", ("lianzhong-double", "traditional-double", "china-games-double"), 500),
    Course("two decks, partners", ("lianzhong-double-partners", "china-games-double-partners"), 500),
)
_IMITATION_STEPS: Final = 100
_IMITATION_RATE: Final = 20.0
_RATE: Final = 40.0
_LATE_RATE: Final = 16.0
_STAGES: Final = 20
_DEALS_A_STEP: Final = 256
_COMPARED: Final = 4000
"""Deals by which it is measured how far training is."""


@dataclass(frozen=True)
class Progress:
    """How far training is.

    Attributes:
        course: What is being learned.
        deals: Deals of that course so far.
        share: How much of the whole training is done, from 0 to 1.
        mean: Points a deal more than the careful policy, two seats against two.
        error: The standard error of that.
    """

    course: str
    deals: int
    share: float
    mean: float
    error: float


def train(
    seed: int = SEED,
    threads: int = 0,
    effort: float = 1.0,
    progress: Callable[[Progress], None] | None = None,
) -> _core.Weights:
    """Learn all weights. The same seed and effort give the same weights, whatever `threads` is.

    Args:
        seed: Of the deals.
        threads: How many threads share the work; 0 for every core.
        effort: How long to learn, as a multiple of what the shipped weights took.
        progress: Told how far it is, twenty times a course.

    Raises:
        ValueError: `seed` is not in 0 .. 2**64 - 1, or `threads` or `effort` is negative.
    """
    seed, threads = _checks.seed(seed), _checks.size("threads", threads)
    if not effort >= 0:
        raise ValueError(f"effort: {effort} is out of range, expected a number from 0 on")
    weights = _core.Weights()
    total = sum(course.steps for course in COURSES)
    before = 0
    for course in COURSES:
        rules = Ruleset.preset(course.presets[0])
        for deals, share in _learn(course, seed, threads, effort, weights):
            if progress is None:
                continue
            mean, error = _core.compare_policies(
                rules, _core.Policy(weights), _core.Policy("careful"), seed, _COMPARED, threads
            )
            progress(Progress(course.name, deals, (before + share * course.steps) / total, mean, error))
        before += course.steps
    return weights


def _learn(
    course: Course, seed: int, threads: int, effort: float, weights: _core.Weights
) -> Iterator[tuple[int, float]]:
    """Learn one set of tables; after each stage they are among the weights.

    Yields:
        The deals so far, and the share of the course that is done.
    """
    trainer = _core.Trainer([Ruleset.preset(preset) for preset in course.presets], seed)
    steps = max(1, round(_IMITATION_STEPS * min(effort, 1.0)))
    trainer.imitate(steps, _IMITATION_RATE, threads)
    trainer.write(weights)
    yield _DEALS_A_STEP * steps, 0.0
    trainer.refresh()
    each = round(course.steps * effort / _STAGES)
    for stage in range(_STAGES):
        late = stage >= _STAGES // 2
        if stage == _STAGES // 2:
            trainer.average_from_now()
        trainer.improve(each, _LATE_RATE if late else _RATE, threads)
        trainer.write(weights)
        steps += each
        yield _DEALS_A_STEP * steps, (stage + 1) / _STAGES
