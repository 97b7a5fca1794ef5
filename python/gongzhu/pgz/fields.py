"""The values of PGZ's own tags: from text to what a record holds, and back.

Every `read_…` raises a `NotationError` whose column counts within the value.
"""

from __future__ import annotations

import difflib
import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, cast

import gongzhu as gz
from gongzhu.pgz.errors import misread, shown
from gongzhu.pgz.names import RANKS, SEATS, SUITS, parse_card, parse_kind, parse_seat
from gongzhu.pgz.record import Claim, ExposedCard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeVar

    from gongzhu.pgz.record import FirstCards, FourHands, Hand, KnownHands, Points

    T = TypeVar("T")

_WORD = re.compile(r"\S+")
_INTEGER = re.compile(r"[+-]?\d{1,9}")
_SIMPLE = re.compile(r"[\w-]+")
_CUSTOM = "custom"

_CARD_OF = {
    suit: {letter: suit + rank for rank in RANKS for letter in (rank, rank.lower())} for suit in SUITS
}
_CARD_OF["H"] |= {letter: f"H{letter.upper()}J" for letter in "bsBS"}


def read_deal(value: str) -> KnownHands:
    """Four hands such as `N:AKQ.T9.J4.T87532 …`, the first of the seat named; `?` is an unknown hand.

    >>> read_deal("W:A.K..10 ? ? -.2.3.")
    (None, None, ('H2', 'D3'), ('SA', 'HK', 'CT'))
    """
    words = [(match.start() + 1, match[0]) for match in _WORD.finditer(value)]
    first, colon, rest = words[0][1].partition(":") if words else ("", "", "")
    if not colon:
        raise misread(
            "a deal is written N:… with the four hands in order of play, the first of the seat named"
        )
    seat = located(words[0][0], parse_seat, first)
    words[0] = (words[0][0] + len(first) + 1, rest)
    if not rest:
        del words[0]
    if len(words) != 4:
        raise misread(f"a deal has four hands, not {len(words)}; an unknown hand is written ?")
    hands = [None if word == "?" else _read_hand(column, word) for column, word in words]
    return cast("KnownHands", tuple(hands[(player - seat) % 4] for player in range(4)))


def write_deal(hands: KnownHands) -> str:
    """The text of four hands, north's first.

    >>> write_deal((None, None, ("H2", "D3"), ("SA", "HBJ", "CT")))
    'N:? ? .2.3. A.b..T'
    """
    return "N:" + " ".join("?" if hand is None else _write_hand(hand) for hand in hands)


def read_cards(value: str) -> Hand:
    """Cards with spaces or commas between them."""
    return tuple(located(match.start() + 1, parse_card, match[0]) for match in re.finditer(r"[^\s,]+", value))


def read_four_hands(value: str) -> FourHands:
    """Cards of seats.

    >>> read_four_hands("N:SQ,H5 W:猪")
    (('SQ', 'H5'), (), (), ('SQ',))
    """
    hands: list[list[str]] = [[], [], [], []]
    for column, seat, text in _items(value):
        hands[seat].append(located(column, parse_card, text))
    return cast("FourHands", tuple(map(tuple, hands)))


def write_four_hands(hands: FourHands, between: str = " ") -> str:
    """The text of cards of seats; seats without cards are left out."""
    return between.join(f"{seat}:{','.join(hand)}" for seat, hand in zip(SEATS, hands, strict=True) if hand)


def read_first_cards(value: str) -> FirstCards:
    """One card each of some seats."""
    cards: list[str | None] = [None, None, None, None]
    for column, seat, text in _items(value):
        if cards[seat] is not None:
            raise misread(f"{SEATS[seat]} has two first cards", column)
        cards[seat] = located(column, parse_card, text)
    return cast("FirstCards", tuple(cards))


def read_exposures(value: str) -> tuple[ExposedCard, ...]:
    """Exposures in order; a kind left out is open, an unknown card is `?`.

    >>> read_exposures("N:SQ=open E:?=dark")
    (ExposedCard(seat=0, card='SQ', kind='open'), ExposedCard(seat=1, card=None, kind='dark'))
    """
    exposures = []
    for column, seat, text in _items(value):
        name, sign, kind = text.partition("=")
        card = None if name == "?" else located(column, parse_card, name)
        if card is not None and "*" in card:
            raise misread(f"an exposure is written {card.partition('*')[0]}=kind, without a star", column)
        exposures.append(
            ExposedCard(seat, card, located(column + len(name) + 1, parse_kind, kind) if sign else "open")
        )
    return tuple(exposures)


def exposure_columns(value: str) -> list[int]:
    """The column of every exposure in a value that `read_exposures` reads."""
    return [column for column, _, _ in _items(value)]


def write_exposures(exposures: Iterable[ExposedCard]) -> str:
    """The text of exposures."""
    return " ".join(f"{SEATS[seat]}:{card or '?'}={kind}" for seat, card, kind in exposures)


def read_claim(value: str) -> Claim:
    """A claim such as `trick=9 seat=S takes=all`, or `takes=N:H5,HA/S:SQ`."""
    found: dict[str, tuple[int, str]] = {}
    for match in _WORD.finditer(value):
        key, sign, text = match[0].partition("=")
        if not sign or key not in ("trick", "seat", "takes") or key in found:
            raise misread("a claim is written trick=… seat=… takes=…, each once", match.start() + 1)
        found[key] = (match.start() + len(key) + 2, text)
    if len(found) < 3:
        missing = next(key for key in ("trick", "seat", "takes") if key not in found)
        raise misread(f"the claim does not state its {missing}")
    column, takes = found["takes"]
    return Claim(
        trick=located(found["trick"][0], _read_integer, found["trick"][1]),
        seat=located(found["seat"][0], parse_seat, found["seat"][1]),
        takes="all" if takes == "all" else located(column, read_four_hands, takes.replace("/", " ")),
    )


def write_claim(claim: Claim) -> str:
    """The text of a claim."""
    takes = "all" if claim.takes == "all" else write_four_hands(claim.takes, "/")
    return f"trick={claim.trick} seat={SEATS[claim.seat]} takes={takes}"


def read_swap(value: str) -> bool:
    """Whether colours were changed: yes or no."""
    if value not in ("yes", "no"):
        raise misread(f"whether pig and sheep change colours is yes or no, not {shown(value)}")
    return value == "yes"


def write_swap(swap: bool) -> str:
    """The text of such a choice."""
    return "yes" if swap else "no"


def read_result(value: str) -> Points:
    """The points of the four seats."""
    points = [located(match.start() + 1, _read_integer, match[0]) for match in _WORD.finditer(value)]
    if len(points) != 4:
        raise misread(f"a result is the points of four seats, N E S W, not {len(points)} numbers")
    return points[0], points[1], points[2], points[3]


@lru_cache(maxsize=256)
def read_ruleset(name: str) -> gz.Ruleset:
    """A preset, or the defaults if the name is "custom"."""
    return gz.Ruleset() if name == _CUSTOM else gz.Ruleset.preset(name)


@lru_cache(maxsize=256)
def read_deviations(preset: str, value: str) -> gz.Ruleset:
    """A preset with every `name=value` applied; a list's elements have commas between them.

    >>> read_deviations("huapai", "heart_table=graded limits=-800,800").limits
    (-800, 800)
    """
    base = read_ruleset(preset)
    known = base.to_dict()
    changes: dict[str, object] = {}
    columns = {}
    for match in _WORD.finditer(value):
        column = match.start() + 1
        name, sign, text = match[0].partition("=")
        if name not in known or name == "name":
            near = difflib.get_close_matches(name, known)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise misread(f"{shown(name)} is no parameter of a ruleset{hint}", column)
        if not sign:
            raise misread(f"a deviation is written {name}=value", column)
        if name in changes:
            raise misread(f"{name} is stated twice", column)
        changes[name] = located(column + len(name) + 1, _parameter_reader(known[name]), text)
        columns[name] = column
    try:
        return base.replace(**changes)
    except ValueError as error:
        blamed = next((column for name, column in columns.items() if name in str(error)), 1)
        raise misread(str(error), blamed) from error


def write_rules(rules: gz.Ruleset) -> tuple[str, str]:
    """The preset that a ruleset came from, "custom" if none, and its deviations from it.

    >>> import gongzhu as gz
    >>> write_rules(gz.Ruleset.preset("huapai", heart_table="graded", limits=[-800, 800]))
    ('huapai', 'heart_table=graded limits=-800,800')
    """
    return _write_rules(rules.name, rules)


@lru_cache(maxsize=256)
def _write_rules(name: str, rules: gz.Ruleset) -> tuple[str, str]:
    deviations = (f"{key}={_write_parameter(value)}" for key, value in rules.differences().items())
    return name if name in gz.presets() else _CUSTOM, " ".join(deviations)


def located(column: int, read: Callable[[str], T], text: str) -> T:
    """What `read` makes of a text that stands at a column of a value; its errors count from there."""
    try:
        return read(text)
    except gz.NotationError as error:
        raise misread(str(error), column + error.column - 1) from error


def _items(value: str) -> Iterator[tuple[int, int, str]]:
    """Column, seat and text of every item of `N:item,item E:item …`."""
    for match in _WORD.finditer(value):
        name, colon, body = match[0].partition(":")
        column = match.start() + 1
        if not colon:
            raise misread(f"{shown(match[0])} should name a seat, as in N:SQ", column)
        seat = located(column, parse_seat, name)
        column += len(name) + 1
        for text in body.split(","):
            if text:
                yield column, seat, text
            column += len(text) + 1


def _read_hand(column: int, word: str) -> Hand:
    parts = word.replace("10", "T").split(".")
    if len(parts) != 4:
        raise misread(f"the hand {shown(word)} should have four suits, spades.hearts.diamonds.clubs", column)
    cards = []
    for suit, part in zip(SUITS, parts, strict=True):
        if part == "-":
            continue
        card_of = _CARD_OF[suit]
        for letter in part:
            card = card_of.get(letter)
            if card is None:
                message = f"{shown(letter)} is no rank; a suit is written in A K Q J T 9 … 2"
                raise misread(message, column + max(word.find(letter), 0))
            cards.append(card)
    return tuple(cards)


def _write_hand(hand: Hand) -> str:
    suits = ("".join(_rank_letter(card) for card in hand if card[0] == suit) for suit in SUITS)
    return ".".join(suits)


def _rank_letter(card: str) -> str:
    return card[1].lower() if card in ("HBJ", "HSJ") else card[1]


def _read_integer(text: str) -> int:
    if not _INTEGER.fullmatch(text):
        raise misread(f"{shown(text)} is no whole number")
    return int(text)


def _read_boolean(text: str) -> bool:
    if text not in ("true", "false"):
        raise misread(f"{shown(text)} should be true or false")
    return text == "true"


def _read_list(text: str) -> list[object]:
    """Elements with commas between them, or a JSON array."""
    if not text.startswith("["):
        return [int(part) if _INTEGER.fullmatch(part) else part for part in text.split(",") if part]
    try:
        return cast("list[object]", json.loads(text))
    except (ValueError, RecursionError) as error:
        raise misread(f"{shown(text)} is no JSON array") from error


def _parameter_reader(example: object) -> Callable[[str], object]:
    if isinstance(example, bool):
        return _read_boolean
    if isinstance(example, int):
        return _read_integer
    return str if isinstance(example, str) else _read_list


def _write_parameter(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | str):
        return str(value)
    elements = list(cast("Iterable[object]", value))
    if all(isinstance(element, int | str) and _SIMPLE.fullmatch(str(element)) for element in elements):
        return ",".join(map(str, elements))
    # White space would end the value, so JSON's own escape stands for it.
    text = json.dumps(elements, ensure_ascii=False, separators=(",", ":"))
    return re.sub(r"\s", lambda space: f"\\u{ord(space[0]):04x}", text)
