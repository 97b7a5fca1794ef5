"""Deals, games and what is found of them as people read it: tables in text, or a picture in SVG.

Every drawing comes in three styles: "ascii" (`SQ`), "symbols" (`♠Q`) and "chinese" (`黑桃K`, 猪, 羊, 变压器).
North is at the top. Where play goes counter-clockwise, as in nearly all rules, the second seat, E, is on the
left; where it goes clockwise, on the right.

>>> import gongzhu as gz
>>> deal = gz.Deal.parse("N:AK.3..2 Q...854 .AJ.J.T .QT.A4.", gz.Ruleset.preset("pagat"))
>>> print(deal_text(deal))
        N
        S AK
        H 3
        D -
        C 2
<BLANKLINE>
E              W
S Q            S -
H -            H QT
D -            D A4
C 854          C -
<BLANKLINE>
        S
        S -
        H AJ
        D J
        C T
<BLANKLINE>
pagat, 4 cards each, N leads
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gongzhu.drawing.analysis import analysis_text
from gongzhu.drawing.scene import of_deal, of_game
from gongzhu.drawing.solution import solution_text
from gongzhu.drawing.svg import svg
from gongzhu.drawing.text import text
from gongzhu.drawing.words import STYLES, Style

if TYPE_CHECKING:
    from gongzhu import Deal, Game

__all__ = [
    "STYLES",
    "Style",
    "analysis_text",
    "deal_svg",
    "deal_text",
    "game_svg",
    "game_text",
    "solution_text",
]


def game_text(game: Game, style: Style = "ascii") -> str:
    """A game as a table of four hands, with its exposures, the trick on the table and the points so far.

    A star marks an exposed card in a hand. A game that is over shows the hands as they were dealt.

    Raises:
        ValueError: There is no such style.

    >>> import gongzhu as gz
    >>> game = gz.Game(gz.Deal.parse("N:Q.A.. K..J. A.2.. J...T", leader=0))
    >>> game.begin()
    >>> game.play("SQ")
    >>> print(game_text(game).splitlines()[-6])
    traditional, trick 1 of 2, E to play
    """
    return text(of_game(game), style)


def deal_text(deal: Deal, style: Style = "ascii") -> str:
    """A deal as a table of four hands, with what it tells of an earlier part.

    Raises:
        ValueError: There is no such style.
    """
    return text(of_deal(deal), style)


def game_svg(game: Game, style: Style = "symbols") -> str:
    """A game as a picture, an SVG document that needs no fonts or files; exposed cards have a golden edge.

    Raises:
        ValueError: There is no such style.

    >>> import gongzhu as gz
    >>> game_svg(gz.Game(gz.Deal.random(seed=1)))[:38]
    '<svg xmlns="http://www.w3.org/2000/svg'
    """
    return svg(of_game(game), style)


def deal_svg(deal: Deal, style: Style = "symbols") -> str:
    """A deal as a picture, as `game_svg` draws a game.

    Raises:
        ValueError: There is no such style.
    """
    return svg(of_deal(deal), style)
