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

from gongzhu._processor import processor  # first: it makes gongzhu._core importable

# isort: split
from gongzhu._core import Card, Deal, Game, Match, Move, Ruleset, View, pair_winner, score, settle
from gongzhu.analysis import GameAnalysis, Step, analyse_game
from gongzhu.claims import ClaimCheck, verify_claim
from gongzhu.errors import BotError, IllegalMove, NotationError, RulesError
from gongzhu.exposure_par import ExposurePar, solve_exposures
from gongzhu.many import solve_many
from gongzhu.rules import presets
from gongzhu.sampling import Sampler, count_deals, sample
from gongzhu.solving import SelfishSolution, Solution, Solver, solve
from gongzhu.values import Exposure, Trick

if TYPE_CHECKING:
    from types import ModuleType

    from gongzhu import arena as arena
    from gongzhu import batch as batch
    from gongzhu import drawing as drawing
    from gongzhu import kernels as kernels
    from gongzhu import pgz as pgz
    from gongzhu import players as players

__version__ = "0.1.0"

__all__ = [
    "BotError",
    "Card",
    "ClaimCheck",
    "Deal",
    "Exposure",
    "ExposurePar",
    "Game",
    "GameAnalysis",
    "IllegalMove",
    "Match",
    "Move",
    "NotationError",
    "RulesError",
    "Ruleset",
    "Sampler",
    "SelfishSolution",
    "Solution",
    "Solver",
    "Step",
    "Trick",
    "View",
    "analyse_game",
    "count_deals",
    "pair_winner",
    "presets",
    "processor",
    "sample",
    "score",
    "settle",
    "solve",
    "solve_exposures",
    "solve_many",
    "verify_claim",
]


def __getattr__(name: str) -> ModuleType:
    """Load `gz.batch` and the other parts that not everybody needs when they are first asked for."""
    if name in {"arena", "batch", "drawing", "kernels", "pgz", "players"}:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
