"""Max/min over every play, through `gz.Game` alone: what solutions are held to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import gongzhu as gz
from gongzhu.solving import Measure, Objective
from tables import SEATS

AIMS: dict[str, tuple[Objective, Measure]] = {
    "partners": ("partners", "points"),
    "solo": ("solo", "points"),
    "settled": ("solo", "settled"),
}


def partners(game: gz.Game) -> Sequence[int]:
    """A number for each seat, the same for partners, as the solver takes them."""
    sides = game.sides
    return (0, 1, 0, 1) if sides is None or len(set(sides)) == 4 else sides


@dataclass
class PlainSearch:
    """Every play of everybody, without bounds, order or knowledge of the game; counts thirds of a point."""

    game: gz.Game
    weights: tuple[int, ...]
    roles: tuple[int, ...]
    memo: dict[object, int] = field(default_factory=dict)

    @classmethod
    def of(cls, game: gz.Game, aim: str, seat: int) -> PlainSearch:
        sides = partners(game)
        own = [other == seat if aim != "partners" else sides[other] == sides[seat] for other in SEATS]
        roles = tuple(1 if mine else -1 for mine in own)
        weights = {
            "partners": tuple(3 * role for role in roles),
            "solo": tuple(3 if mine else 0 for mine in own),
            "settled": tuple(3 if mine else -1 for mine in own),
        }
        return cls(game, weights[aim], roles)

    def value_of(self, points: Sequence[int]) -> Fraction:
        return Fraction(self._thirds(points), 3)

    def values_of_moves(self) -> dict[gz.Move, Fraction]:
        values = {}
        for move in self.game.legal_moves():
            self.game.play(move)
            values[move] = Fraction(self._value(), 3)
            self.game.undo()
        return values

    def best(self, values: Sequence[Fraction]) -> Fraction:
        seat = self.game.to_play
        assert seat is not None
        return max(values) if self.roles[seat] > 0 else min(values)

    def _thirds(self, points: Sequence[int]) -> int:
        return sum(weight * own for weight, own in zip(self.weights, points, strict=True))

    def _final_value(self) -> int:
        kept = self._thirds(self.game.points())
        try:
            self.game.swap_colours(True)
        except gz.IllegalMove:
            return kept
        swapped = self._thirds(self.game.points())
        (chooser,) = {seat for seat in SEATS for card in self.game.taken(seat) if card.suit == "H"}
        return (max if self.roles[chooser] > 0 else min)(kept, swapped)

    def _value(self, led: frozenset[str] = frozenset()) -> int:
        game = self.game
        seat = game.to_play
        if seat is None:
            return self._final_value()
        key = None
        if not game.current_trick:
            key = (seat, game.hands, tuple(map(game.taken, SEATS)), led)
            if key in self.memo:
                return self.memo[key]
        values = []
        for move in game.legal_moves():
            leads = {move.cards[0].suit} if key is not None else ()
            game.play(move)
            values.append(self._value(led.union(leads)))
            game.undo()
        best = max(values) if self.roles[seat] > 0 else min(values)
        if key is not None:
            self.memo[key] = best
        return best


def check_against_plain_search(game: gz.Game, aim: str, seat: int) -> None:
    objective, measure = AIMS[aim]
    plain = PlainSearch.of(game, aim, seat)
    expected = plain.values_of_moves()
    solution = gz.solve(game, objective, measure=measure, seat=seat, hash_mb=1)
    assert solution.exact
    assert solution.moves == expected, game.to_string()
    assert list(solution.moves) == game.legal_moves()
    assert solution.value == solution.lower == solution.upper == plain.best(list(expected.values()))
    assert solution.points is not None
    assert plain.value_of(solution.points) == solution.value
