"""A plain, slow referee of Gongzhu, written from the rules alone and sharing nothing with the engine.

It exists to be compared with the engine: physical cards, exposing, legal plays, tricks, points, sides,
settlement and the bookkeeping of a match, for one and two decks and every ruleset parameter. A ruleset is the
plain dict that ``Ruleset.to_dict()`` gives; cards and plays are texts: ``"SQ"``, ``"SQ*"``, ``"S5 HK"``. In
the comments "Rules" is the project's rules page; three digits are the source text it cites.
"""

from referee.cards import Exposure, Rules, canonical, deck_texts
from referee.match import Match, title
from referee.play import Deal, Game
from referee.scoring import score
from referee.settlement import is_over, settle
from referee.sides import recorded, sides
from referee.tricks import pair_winner

__all__ = [
    "Deal",
    "Exposure",
    "Game",
    "Match",
    "Rules",
    "canonical",
    "deck_texts",
    "is_over",
    "pair_winner",
    "recorded",
    "score",
    "settle",
    "sides",
    "title",
]
