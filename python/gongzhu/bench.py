"""A short benchmark of the solver: positions made from fixed seeds, solved one after the other.

The nodes that they cost are the solver's signature: the same on every machine, and changed by whatever
changes what the solver searches.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from gongzhu._core import Deal, Game, Ruleset
from gongzhu.solving import solve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gongzhu.solving import SelfishSolution, Solution

_PRESETS = (
    "traditional",
    "huapai",
    "china-games",
    "scrofazero",
    "pig-sheep",
    "wikipedia-called",
    "wikipedia-jokers",
)
_TASKS = ((5, "selfish"), (6, "settled"), (7, "solo"), (7, "partners"), (8, "partners"), (9, "partners"))


@dataclass(frozen=True)
class Signature:
    """What the fixed positions cost.

    Attributes:
        positions: How many there are.
        nodes: Plays searched, the same on every machine.
        seconds: Time taken.
    """

    positions: int
    nodes: int
    seconds: float

    @property
    def nodes_per_second(self) -> float:
        """Plays searched a second."""
        return self.nodes / self.seconds


def positions() -> Iterator[tuple[Game, str]]:
    """The fixed positions, each with what it is solved for: an objective, or solo's measure "settled".

    They have 5 to 9 cards a hand, under presets that differ in scoring, exposures, bars and teams; half of
    them are dealt as endings, half are reached by random play.

    >>> game, objective = next(positions())
    >>> game.rules.name, [len(hand) for hand in game.hands], objective
    ('traditional', [5, 5, 5, 5], 'selfish')
    """
    for number, (preset, (cards, objective)) in enumerate(product(_PRESETS, _TASKS)):
        rng = random.Random(number)
        rules = Ruleset.preset(preset)
        game = Game(Deal.random(number, rules, cards if rng.random() < 0.5 else None))
        if rules.partnership == "called":
            game.call(rng.choice(rng.choice(game.hands)))
        for seat in range(4):
            choices = game.exposable(seat)
            if choices and rng.random() < 0.5:
                game.expose(seat, *rng.choice(choices))
        game.begin()
        while sum(map(len, game.hands)) > 4 * cards:
            game.play(rng.choice(game.legal_moves()))
        yield game, objective


def signature() -> Signature:
    """Solve the fixed positions on one thread, every move of each.

    >>> signature().positions
    42
    """
    solutions = [_solve(game, objective) for game, objective in positions()]
    return Signature(
        positions=len(solutions),
        nodes=sum(solution.nodes for solution in solutions),
        seconds=sum(solution.seconds for solution in solutions),
    )


def _solve(game: Game, objective: str) -> Solution | SelfishSolution:
    match objective:
        case "selfish":
            return solve(game, "selfish")
        case "settled":
            return solve(game, "solo", measure="settled")
        case "solo":
            return solve(game, "solo")
        case _:
            return solve(game, "partners")
