"""What cards, seats and states are called in each style of drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gongzhu import Card
    from gongzhu.solving import Worth

Style: TypeAlias = Literal["ascii", "symbols", "chinese"]
STYLES: tuple[Style, ...] = get_args(Style)

SUITS = "SHDC"
SYMBOLS = dict(zip(SUITS, "♠♥♦♣", strict=True))


@dataclass(frozen=True)
class Words:
    """The texts of a language; those with braces are formats."""

    seats: tuple[str, str, str, str]
    comma: str
    nothing: str
    leads: str
    cards_each: str
    exposing: str
    trick: str
    trick_of: str
    to_play: str
    over: str
    claimed: str
    exposed: str
    first_cards: str
    removed: str
    called: str
    led: str
    points: str
    taken: str
    value: str
    bounds: str
    estimate: str
    move: str
    best: str
    line: str
    takes: str
    number: str
    seat: str
    loss: str
    lost: str
    result: str
    kinds: dict[str, str]


_ENGLISH = Words(
    seats=("N", "E", "S", "W"),
    comma=", ",
    nothing="-",
    leads="{} leads",
    cards_each="{} cards each",
    exposing="exposing",
    trick="trick {}",
    trick_of="trick {} of {}",
    to_play="{} to play",
    over="over; the hands as they were dealt",
    claimed="{} claimed",
    exposed="exposed",
    first_cards="first cards",
    removed="removed",
    called="called",
    led="suits led",
    points="points",
    taken="taken",
    value="value",
    bounds="between {} and {}",
    estimate="perhaps {}: an estimate, nothing proven",
    move="move",
    best="best",
    line="best play",
    takes="taken by",
    number="trick",
    seat="seat",
    loss="loss",
    lost="lost",
    result="result",
    kinds={kind: kind for kind in ("open", "first", "concealed", "dark", "bright")},
)
_CHINESE = Words(
    seats=("北", "东", "南", "西"),
    comma="，",
    nothing="－",
    leads="{}先出",
    cards_each="每家{}张",
    exposing="亮牌",
    trick="第{}墩",
    trick_of="第{}墩（共{}墩）",
    to_play="轮到{}",
    over="结束，各家手牌如发牌时",
    claimed="{}声称",
    exposed="已亮",
    first_cards="首张",
    removed="拿掉",
    called="叫牌",
    led="出过的花色",
    points="分",
    taken="得牌",
    value="结果",
    bounds="{}至{}之间",
    estimate="约{}（估计，未经证明）",
    move="出牌",
    best="最佳",
    line="最佳打法",
    takes="收",
    number="墩",
    seat="座位",
    loss="损失",
    lost="共损失",
    result="终局",
    kinds={"open": "亮", "first": "首明", "concealed": "暗卖", "dark": "暗卖", "bright": "明卖"},
)
_WORDS: dict[Style, Words] = {"ascii": _ENGLISH, "symbols": _ENGLISH, "chinese": _CHINESE}


def words_of(style: Style) -> Words:
    """The texts of a style.

    Raises:
        ValueError: There is no such style.
    """
    if style not in _WORDS:
        raise ValueError(f"{style!r} is no style of drawing; there are {', '.join(STYLES)}")
    return _WORDS[style]


def suit_name(suit: str, style: Style) -> str:
    """A suit by its letter.

    >>> suit_name("S", "ascii"), suit_name("S", "symbols"), suit_name("S", "chinese")
    ('S', '♠', '黑桃')
    """
    if style == "ascii":
        return suit
    return SYMBOLS[suit] if style == "symbols" else _chinese(f"{suit}A")[:-1]


def rank_name(card: Card, style: Style) -> str:
    """What stands for a card behind its suit; Chinese has nicknames for the scoring cards.

    >>> import gongzhu as gz
    >>> [rank_name(gz.Card("CT"), style) for style in STYLES]
    ['T', '10', '变压器']
    """
    if style == "ascii":
        return card.rank[0].lower() if card.rank in ("BJ", "SJ") else card.rank
    if style == "symbols":
        return card.rank.replace("T", "10")
    name = _chinese(f"{card.suit}{card.rank}", nickname=True)
    return name.removeprefix(suit_name(card.suit, style))


def card_name(card: Card, style: Style) -> str:
    """A card's full name, with the mark of an exposed copy.

    >>> import gongzhu as gz
    >>> [card_name(gz.Card("SQ"), style) for style in STYLES], card_name(gz.Card("SK*"), "chinese")
    (['SQ', '♠Q', '猪'], '黑桃K*')
    """
    if style == "ascii":
        return str(card)
    if style == "symbols":
        return SYMBOLS[card.suit] + rank_name(card, style) + card.mark
    return _chinese(f"{card.suit}{card.rank}", nickname=True) + card.mark


def card_names(cards: Iterable[Card], style: Style) -> str:
    """Cards with spaces between them."""
    return " ".join(card_name(card, style) for card in cards)


def worth_text(worth: Worth, style: Style) -> str:
    """A value, or what it lies between."""
    return words_of(style).bounds.format(*worth) if isinstance(worth, tuple) else str(worth)


def _chinese(card: str, *, nickname: bool = False) -> str:
    from gongzhu.pgz.names import chinese  # numpy comes with it, which the other styles can do without

    return chinese(card, nickname=nickname)
