"""What is played in a match: which deals, by which bots, in which seats, from which seeds."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from gongzhu._core import Deal, Game
from gongzhu.errors import BotError, RulesError
from gongzhu.players.seeds import mixed_seed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gongzhu._core import Ruleset
    from gongzhu.players import Recipe

Places: TypeAlias = "tuple[int, int, int, int]"

SEATINGS = {
    "2v2": "two of each bot, opposite each other, and exchanged",
    "1v3": "the first bot in each of the four seats, the second in the other three",
    "3v1": "the second bot in each of the four seats, the first in the other three",
}
"""The ways to seat two bots, and what they mean."""

_FACING = (0, 1, 0, 1)
_NEIGHBOURS = ((0, 0, 1, 1), (0, 1, 1, 0))


class Task(NamedTuple):
    """One deal under one ruleset between two bots, in all rotations; the numbers are places in `Settings`."""

    rules: int
    deal: int
    first: int
    second: int


class Rotation(NamedTuple):
    """One game of a task: its seating, its number in that, and the first or second bot in each seat."""

    seating: str
    number: int
    places: Places


@dataclass(frozen=True)
class Settings:
    """What makes two matches the same, but for how many deals they have.

    Attributes:
        recipes: The bots.
        rules: The rulesets.
        seatings: The seatings, for rulesets without fixed partners.
        seed: The seed.
    """

    recipes: tuple[Recipe, ...]
    rules: tuple[Ruleset, ...]
    seatings: tuple[str, ...]
    seed: int

    def __post_init__(self) -> None:
        if len(self.recipes) < 2:
            raise BotError(f"a match is between at least two bots, not {len(self.recipes)}")
        labels = self.labels
        for label in labels:
            if labels.count(label) > 1:
                raise BotError(f"bot {label} is named twice: give one of them another option")
        if not self.rules:
            raise RulesError("match: rules: expected at least one ruleset")
        if not self.seatings or len(set(self.seatings)) < len(self.seatings):
            raise RulesError(f"match: seating: expected some of {', '.join(SEATINGS)}, each once")
        for seating in self.seatings:
            if seating not in SEATINGS:
                raise RulesError(f"match: seating {seating!r} is unknown; there are {', '.join(SEATINGS)}")

    @property
    def labels(self) -> tuple[str, ...]:
        """The bots' names with their options."""
        return tuple(recipe.label for recipe in self.recipes)

    def tasks(self, deals: int) -> Iterator[Task]:
        """Everything there is to play, deal after deal."""
        for deal in range(deals):
            for rules in range(len(self.rules)):
                for first, second in combinations(range(len(self.recipes)), 2):
                    yield Task(rules, deal, first, second)

    def rotations(self, task: Task) -> list[Rotation]:
        """The games of a task."""
        rules = self.rules[task.rules]
        seatings = ("2v2",) if rules.partnership == "opposite" else self.seatings
        return [
            Rotation(seating, number, places)
            for seating in seatings
            for number, places in enumerate(_places(seating, rules))
        ]

    def game(self, task: Task) -> Game:
        """The deal of a task, where the exposing phase begins."""
        rules = self.rules[task.rules]
        deal = Deal.random(self.deal_seed(task), rules)
        return Game(deal, leader=task.deal % 4 if rules.first_lead == "seat0" else None)

    def deal_seed(self, task: Task) -> int:
        """The seed that the deal of a task is shuffled from: the same for all pairs of bots."""
        return mixed_seed(self.seed, self.rules[task.rules].name, task.deal)

    def bot_seed(self, task: Task, rotation: Rotation, seat: int) -> int:
        """The seed of the bot in a seat of a game."""
        return mixed_seed(self.deal_seed(task), rotation.seating, rotation.number, seat)


def title_of(rules: Ruleset) -> str:
    """A ruleset's name and what was changed in it.

    >>> import gongzhu as gz
    >>> title_of(gz.Ruleset.preset("traditional", heart_table="graded"))
    'traditional heart_table=graded'
    """
    changes = (f"{name}={value}" for name, value in rules.differences().items())
    return " ".join([rules.name, *changes])


def _places(seating: str, rules: Ruleset) -> Sequence[Places]:
    if seating == "2v2":
        # Where the cards decide who are partners, any two seats may be.
        moving = rules.partnership in ("pig_sheep", "called")
        patterns = (_FACING, *_NEIGHBOURS) if moving else (_FACING,)
        return [places for pattern in patterns for places in (pattern, _exchanged(pattern))]
    alone = [_alone(seat) for seat in range(4)]
    return alone if seating == "1v3" else [_exchanged(places) for places in alone]


def _alone(seat: int) -> Places:
    return int(seat != 0), int(seat != 1), int(seat != 2), int(seat != 3)


def _exchanged(places: Places) -> Places:
    north, east, south, west = places
    return 1 - north, 1 - east, 1 - south, 1 - west
