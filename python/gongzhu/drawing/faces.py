"""The faces of cards in pictures: white cards with a rank and a suit in the corner, drawn as paths."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from gongzhu.drawing.words import card_name, rank_name, suit_name, words_of

if TYPE_CHECKING:
    from gongzhu.drawing.scene import ShownCard
    from gongzhu.drawing.words import Style

WIDTH = 46
HEIGHT = 64
CORNER = 20
"""The strip on the left of a card that shows what it is, when others cover the rest of it."""

_BLACK = "#1d2327"
_RED = "#c8102e"
_GOLD = "#d99a00"

# Each in a box of 24 by 24.
_PIPS = {
    "S": "M12 1.5C10 6 3 9.5 3 15a4.6 4.6 0 0 0 8 3.1c-.2 2-1 3.4-2.6 4.4h7.2c-1.6-1-2.4-2.4-2.6-4.4"
    "A4.6 4.6 0 0 0 21 15c0-5.5-7-9-9-13.5z",
    "H": "M12 22.5C9.5 17.5 2 13.8 2 7.8A5.4 5.4 0 0 1 12 5.3 5.4 5.4 0 0 1 22 7.8"
    "C22 13.8 14.5 17.5 12 22.5z",
    "D": "M12 1C14 5 17 9 20.5 12 17 15 14 19 12 23 10 19 7 15 3.5 12 7 9 10 5 12 1z",
    "C": "M12 1.5a4.7 4.7 0 0 1 4 7.2 4.8 4.8 0 1 1-3 8.6c.2 2.3 1.2 4.1 2.8 5.2H8.2"
    "c1.6-1.1 2.6-2.9 2.8-5.2a4.8 4.8 0 1 1-3-8.6 4.7 4.7 0 0 1 4-7.2z",
}


def colour(suit: str) -> str:
    """The colour in which a suit is drawn."""
    return _RED if suit in "HD" else _BLACK


def face(shown: ShownCard, x: float, y: float, style: Style, *, covered: bool) -> str:
    """A card with its upper left corner at a place; what others will cover is left out."""
    card, kind = shown
    name = card_name(card, style)
    tooltip = f"{name} ({words_of(style).kinds[kind]})" if kind else name
    edge = f'fill="#fff4cf" stroke="{_GOLD}" stroke-width="2"' if kind else 'fill="#fff" stroke="#8a9499"'
    parts = [
        f'<g class="card" data-card="{escape(str(card))}" transform="translate({x:g},{y:g})"'
        f' fill="{colour(card.suit)}"><title>{escape(tooltip)}</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="5" {edge}/>',
        _corner(shown, style),
        "" if covered else _centre(shown, style),
        "</g>",
    ]
    return "".join(parts)


def text(content: str, x: float, y: float, size: float, *, bold: bool = False, anchor: str = "start") -> str:
    """A text with its baseline at a place."""
    weight = ' font-weight="bold"' if bold else ""
    aligned = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{weight}{aligned}>{escape(content)}</text>'


def _corner(shown: ShownCard, style: Style) -> str:
    card = shown.card
    rank = card.rank if style == "ascii" else card.rank.replace("T", "10")
    size = 16 if len(rank) == 1 else 13
    middle = CORNER / 2 + 0.5
    top = text(rank, middle, 17, size, bold=True, anchor="middle")
    if style == "symbols":
        return top + _pip(card.suit, middle - 6, 21, 12)
    if style == "ascii":
        return top + text(card.suit, middle, 32, 13, anchor="middle")
    return top + text(_chinese_letter(shown), middle, 33, 13, anchor="middle")


def _centre(shown: ShownCard, style: Style) -> str:
    suit = shown.card.suit
    if style == "symbols":
        return _pip(suit, 17, 33, 24)
    if style == "ascii":
        return text(suit, 29, 55, 24, anchor="middle")
    return text(_chinese_letter(shown), 30, 56, 23, anchor="middle")


def _chinese_letter(shown: ShownCard) -> str:
    """The first character of a card's nickname, where it has one, else of its suit."""
    card = shown.card
    plain = card.rank.replace("T", "10")
    name = rank_name(card, "chinese")
    return (name if name != plain else suit_name(card.suit, "chinese"))[0]


def _pip(suit: str, x: float, y: float, size: float) -> str:
    return f'<path transform="translate({x:g},{y:g}) scale({size / 24:g})" d="{_PIPS[suit]}"/>'
