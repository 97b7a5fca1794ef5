"""Bots of the engine: what is written in C++ behind the same interface."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Protocol

from gongzhu.players.bot import Bot, Estimate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gongzhu._core import Card, Move, View


class Engine(Protocol):
    """What an object of `gongzhu._core` that plays has to offer."""

    def choose(self, view: View) -> Move:
        """The move to make."""

    def expose(self, view: View) -> list[tuple[Card, str]]:
        """The cards to expose, each with its kind."""

    def explain(self, view: View) -> Iterable[tuple[Move, float, float]]:
        """Every legal move with its mean and the standard error of that."""


class NativeBot(Bot):
    """A bot whose decisions an engine makes; a subclass has a name, a summary, settings and `engine`."""

    def start(self, seed: int) -> None:
        """Make the engine anew."""
        super().start(seed)
        self._engine = self.engine(seed)

    @abstractmethod
    def engine(self, seed: int) -> Engine:
        """An engine with this seed and the bot's options."""

    def choose(self, view: View) -> Move:
        """The engine's move."""
        return self._engine.choose(view)

    def expose(self, view: View) -> list[tuple[Card, str]]:
        """The engine's exposures."""
        return self._engine.expose(view)

    def explain(self, view: View) -> dict[Move, Estimate]:
        """The engine's estimates."""
        return {move: Estimate(mean, error) for move, mean, error in self._engine.explain(view)}
