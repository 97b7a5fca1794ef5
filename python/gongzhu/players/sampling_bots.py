"""Bots that decide by deals drawn from those that a view allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gongzhu import _core
from gongzhu.players.bot import Option
from gongzhu.players.native import NativeBot

if TYPE_CHECKING:
    from gongzhu.players.native import Engine


class GreedyBot(NativeBot):
    """For each legal move the mean outcome of the present trick, over sampled deals.

    In each deal the seats that are still to play do what gives them most if the trick ended with them. A card
    that is better out of the hand, or in it, counts a few points besides. It exposes nothing.
    """

    name = "greedy"
    summary = "looks at the present trick, in sampled deals"
    settings = (Option("samples", 20, "deals for a decision", least=1),)

    def engine(self, seed: int) -> Engine:
        """Made in C++."""
        return _core.SamplingBot.greedy(seed % 2**64, samples=int(self.options["samples"]))
