"""Bots against each other: duplicate deals in all rotations, and what the differences are worth.

>>> import gongzhu as gz
>>> result = gz.arena.match(["random", "external:python3 bot.py"], deals=0)
>>> [str(comparison) for comparison in result.comparisons()]
[]
"""

from gongzhu.arena.matching import ArenaError, match
from gongzhu.arena.plan import SEATINGS
from gongzhu.arena.results import Comparison, GameResult, MatchResult, PlayedDeal, Standing, Thinking

__all__ = [
    "SEATINGS",
    "ArenaError",
    "Comparison",
    "GameResult",
    "MatchResult",
    "PlayedDeal",
    "Standing",
    "Thinking",
    "match",
]
