"""Gongzhu (拱猪), one or two decks: every house rule, exact solving with all hands visible, fast batches.

>>> import gongzhu as gz
>>> game = gz.Game(gz.Deal.random(seed=7, rules=gz.Ruleset.preset("huapai")))
>>> game.begin()
>>> while not game.is_over:
...     game.play(game.legal_moves()[0])
>>> len(game.tricks)
13
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from gongzhu._core import Card, Deal, Game, Match, Move, Ruleset, View, pair_winner, score, settle
from gongzhu.errors import IllegalMove, NotationError, RulesError
from gongzhu.rules import presets
from gongzhu.solving import Solution, solve
from gongzhu.values import Exposure, Trick

if TYPE_CHECKING:
    from types import ModuleType

    from gongzhu import batch as batch
    from gongzhu import drawing as drawing
    from gongzhu import kernels as kernels
    from gongzhu import pgz as pgz

__version__ = "0.1.0"

__all__ = [
    "Card",
    "Deal",
    "Exposure",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "NotationError",
    "RulesError",
    "Ruleset",
    "Solution",
    "Trick",
    "View",
    "pair_winner",
    "presets",
    "score",
    "settle",
    "solve",
]


def __getattr__(name: str) -> ModuleType:
    """Load `gz.batch` and the other parts that not everybody needs when they are first asked for."""
    if name in {"batch", "drawing", "kernels", "pgz"}:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
