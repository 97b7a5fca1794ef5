"""The bot that every other one should beat."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from gongzhu.players.bot import Bot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gongzhu._core import Card, Move, View

Value = TypeVar("Value")


class RandomBot(Bot):
    """Plays any legal move and exposes any card, each with equal chances."""

    name = "random"
    summary = "plays any legal move"

    def choose(self, view: View) -> Move:
        """One of the legal moves."""
        return self._pick(view.legal_moves())

    def expose(self, view: View) -> list[tuple[Card, str]]:
        """Each card that it may expose with a chance of one half, in any of the kinds it may have."""
        chosen = []
        for card in dict.fromkeys(card for card, _ in view.exposable):
            kinds = [kind for other, kind in view.exposable if other == card]
            if self._below(2):
                chosen.append((card, self._pick(kinds)))
        return sorted(chosen, key=lambda choice: choice[1] != "first")  # it may not come after another

    def _pick(self, values: Sequence[Value]) -> Value:
        return values[self._below(len(values))]

    def _below(self, end: int) -> int:
        """A number from 0 on; `Random.random` alone is promised to stay the same in later Pythons."""
        return int(self.random.random() * end)
