"""The names of cards, suits and seats: every spelling that is read, and the one that is written.

A card's text is its suit and rank, `SQ`, `HT`, `D2`; the jokers are hearts, `HSJ` and `HBJ`. With two decks
an exposed copy has `*` behind it, or `*` and its kind: `SQ*`, `SQ*dark`.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from gongzhu.errors import NotationError
from gongzhu.pgz.errors import misread, shown

if TYPE_CHECKING:
    from gongzhu import Card

SUITS = "SHDC"
RANKS = "AKQJT98765432"
SEATS = "NESW"
KINDS = ("open", "first", "concealed", "dark", "bright")
"""The kinds of exposure, in the order of their codes 1 to 5 in arrays."""

_JOKERS = ("BJ", "SJ")
CARDS = tuple(suit + rank for suit in SUITS for rank in (*(_JOKERS if suit == "H" else ()), *RANKS))
"""Every card of a deck with both jokers, in the order in which a hand is written."""

MARKS = ("", "*", *(f"*{kind}" for kind in KINDS))
"""What may follow a card's name: nothing, or that this copy is exposed, and in which kind."""

_ORDER = {card + mark: (place, level) for place, card in enumerate(CARDS) for level, mark in enumerate(MARKS)}

_SUIT_SPELLINGS = {
    "S": ("s", "♠", "♤", "黑桃", "黑"),
    "H": ("h", "♥", "♡", "红桃", "紅桃", "红心", "紅心", "红", "紅"),
    "D": ("d", "♦", "♢", "方块", "方塊", "方片", "方"),
    "C": ("c", "♣", "♧", "梅花", "草花", "梅", "草"),
}
_SUIT_OF = dict(
    sorted(
        ((spelling, suit) for suit, spellings in _SUIT_SPELLINGS.items() for spelling in spellings),
        key=lambda pair: -len(pair[0]),
    )
)
_RANK_OF = {rank.lower(): rank for rank in RANKS} | {
    "1": "A",
    "14": "A",
    "13": "K",
    "12": "Q",
    "11": "J",
    "10": "T",
}
_NICKNAMES = {
    "SQ": ("猪", "豬", "pig"),
    "DJ": ("羊", "sheep"),
    "CT": ("变压器", "變壓器", "transformer"),
    "HSJ": ("小王", "smalljoker"),
    "HBJ": ("大王", "bigjoker"),
}
_CARD_OF = {spelling: card for card, spellings in _NICKNAMES.items() for spelling in spellings}
_SEAT_OF = {
    spelling: seat
    for seat, spellings in enumerate((("n", "north", "北"), ("e", "east", "东", "東"), ("s", "south", "南"),
                                      ("w", "west", "西")))
    for spelling in spellings
}  # fmt: skip
_CHINESE_SUIT = {"S": "黑桃", "H": "红桃", "D": "方块", "C": "梅花"}


@lru_cache(maxsize=4096)
def parse_card(text: str) -> str:
    """Read a card in any accepted spelling and return its text.

    Accepted are suit letters, symbols and Chinese names (simplified or traditional) before a rank of
    `A K Q J T 9 … 2`, `10` to `14` or `1`; the nicknames of pig, sheep and transformer in Chinese and in
    English; the jokers as `HSJ`, `HBJ`, 小王, 大王; either case; and behind it `*` or `*` and a kind.

    Raises:
        NotationError: The text is not a card.

    >>> [parse_card(text) for text in ("♠Q", "s12", "黑桃Q", "豬", "h10", "大王", "SQ*Dark")]
    ['SQ', 'SQ', 'SQ', 'SQ', 'HT', 'HBJ', 'SQ*dark']
    """
    name, star, kind = _plain(text).partition("*")
    return _parse_unmarked(name, text) + star + (parse_kind(kind) if kind else "")


@lru_cache(maxsize=4096)
def parse_play(text: str) -> str:
    """Read one play, a card or two with `+` between them, and return its text, the higher-placed card first.

    Raises:
        NotationError: A part is not a card, or there are more than two.

    >>> parse_play("♥k+S5"), parse_play("CT")
    ('S5+HK', 'CT')
    """
    parts = text.split("+")
    if len(parts) > 2:
        raise misread(f"{shown(text)} is no play: two cards at most")
    cards, column = [], 1
    for part in parts:
        try:
            cards.append(parse_card(part))
        except NotationError as error:
            raise misread(str(error), column + error.column - 1) from None
        column += len(part) + 1
    return "+".join(sorted(cards, key=written_order))


def parse_kind(text: str) -> str:
    """Read a kind of exposure.

    Raises:
        NotationError: There is no such kind.

    >>> parse_kind("Dark")
    'dark'
    """
    kind = text.lower()
    if kind not in KINDS:
        raise misread(f"{shown(text)} is no kind of exposure; there are {', '.join(KINDS)}")
    return kind


def parse_seat(text: str) -> int:
    """Read a seat, 0 to 3: `N E S W`, the English words or 北 东 南 西.

    Raises:
        NotationError: The text is not a seat.

    >>> parse_seat("E"), parse_seat("西")
    (1, 3)
    """
    seat = _SEAT_OF.get(text.strip().lower())
    if seat is None:
        raise misread(f"{shown(text)} is no seat; the seats are N E S W, in order of play")
    return seat


def parse_suits(text: str) -> str:
    """Read suits with anything between them, and return their letters in the order S H D C.

    Raises:
        NotationError: Part of the text is not a suit.

    >>> parse_suits("♥ S"), parse_suits("梅花, h")
    ('SH', 'HC')
    """
    found = set()
    lowered, start = text.lower(), 0
    while start < len(text):
        if lowered[start].isspace() or lowered[start] == ",":
            start += 1
            continue
        spelling = next((spelling for spelling in _SUIT_OF if lowered.startswith(spelling, start)), None)
        if spelling is None:
            raise misread(f"{shown(text[start:])} is no suit; the suits are S H D C", start + 1)
        found.add(_SUIT_OF[spelling])
        start += len(spelling)
    return "".join(suit for suit in SUITS if suit in found)


def written_order(card: str) -> tuple[int, int]:
    """The place of a card's text in a written hand: spades first, high before low, plain before marked."""
    return _ORDER[card]


def chinese(card: Card | str, *, nickname: bool = False) -> str:
    """A card's Chinese name; its nickname, where it has one, if asked for.

    Raises:
        NotationError: A text that is not a card.

    >>> chinese("SQ"), chinese("SQ", nickname=True), chinese("HT"), chinese("HBJ")
    ('黑桃Q', '猪', '红桃10', '大王')
    """
    text = parse_card(str(card)).partition("*")[0]
    if text in _NICKNAMES and (nickname or text[1:] in _JOKERS):
        return _NICKNAMES[text][0]
    return _CHINESE_SUIT[text[0]] + text[1:].replace("T", "10")


def _parse_unmarked(name: str, text: str) -> str:
    if name in _CARD_OF:
        return _CARD_OF[name]
    for spelling, suit in _SUIT_OF.items():
        if not name.startswith(spelling):
            continue
        rank = name[len(spelling) :]
        if rank in _RANK_OF:
            return suit + _RANK_OF[rank]
        if suit == "H" and rank.upper() in _JOKERS:
            return suit + rank.upper()
        raise misread(f"{shown(text)} is no card: after the suit comes a rank, A K Q J T 9 … 2")
    raise misread(f"{shown(text)} is no card; cards are written like SQ, H10, ♦J, 梅花A or 猪")


def _plain(text: str) -> str:
    """Lower case, full-width letters made plain, and the emoji selector behind a suit symbol dropped."""
    return unicodedata.normalize("NFKC", text).replace("\ufe0f", "").replace(" ", "").lower()
