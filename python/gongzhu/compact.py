"""A game in progress as one line that is safe in a URL.

The line is a list of fields `key=value` separated by ";". Seats are 0 to 3, lists of the four seats are
joined by "_", lists of cards by ",", two cards of one play by ".". The first two fields are always there:

====  ==================================================================================================
key   value
====  ==================================================================================================
r     the ruleset's name
h     the four hands, as `str(deal)` with "_" for spaces
l     the seat that leads, where it was named
p     the plays; the field is there, perhaps empty, once exposing has ended
d     the ruleset's deviations from its preset, as JSON, percent-encoded
f     the first card dealt to each seat, "-" where unknown
s     the dealer
a, b  the leader and the dealer that the deal itself names
t, o  what each seat had taken before, and which of it had been dealt to its taker
u     suits led before
x, e  exposures, such as 0SQopen: those that an ending states, and those made in this game
m     the cards removed from the deck
c     the card the dealer called
k     a claim: the seat, ":", what each seat takes
w     1: pig and sheep were swapped
====  ==================================================================================================
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import quote, unquote

from gongzhu._core import Deal, Game, Ruleset
from gongzhu.errors import NotationError
from gongzhu.rules import preset_dict, presets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeVar

    from gongzhu._core import Card
    from gongzhu.values import Exposure

    Value = TypeVar("Value")

_EXPOSURE = re.compile(r"([0-3])([SHDC][2-9TJQKA])([a-z]+)")


def to_string(game: Game) -> str:
    """The whole game as one line; `from_string` makes an equal game of it."""
    deal = game.deal
    rules = game.rules
    differences = rules.differences()
    fields = {
        "r": quote(rules.name),
        "h": str(deal).replace(" ", "_"),
        "l": str(game.leader) if game.leader_given else "",
        "d": quote(json.dumps(differences, ensure_ascii=False, separators=(",", ":"))) if differences else "",
        "f": "_".join(str(card or "-") for card in deal.first_cards) if any(deal.first_cards) else "",
        "s": str(game.dealer) if game.dealer != (deal.dealer or 0) else "",
        "a": "" if deal.leader is None else str(deal.leader),
        "b": "" if deal.dealer is None else str(deal.dealer),
        "t": _lists(deal.taken),
        "o": _lists(deal.own),
        "u": deal.led,
        "x": _exposures(deal.exposed),
        "m": _cards(deal.removed),
        "e": _exposures(game.exposures[len(deal.exposed) :]),
        "c": "" if game.called is None else str(game.called),
        "k": "" if game.claimed is None else f"{game.claimed[0]}:{'_'.join(map(_cards, game.claimed[1]))}",
        "w": "1" if game.swapped else "",
    }
    line = ";".join(f"{key}={value}" for key, value in fields.items() if value)
    if game.phase == "exposing":
        return line
    return line + ";p=" + ",".join(str(move).replace(" ", ".") for move in game.history)


def from_string(text: str) -> Game:
    """The game of a line that `to_string` made.

    Raises:
        NotationError: A field is missing, unknown or twice, or says what cannot be; with its column.
    """
    fields = _Fields(text)
    name = unquote(fields.get("r"))
    rules = fields.read("d", lambda value: _rules(name, value), default="")
    game = _game(rules, fields)
    if "c" in fields:
        fields.read("c", game.call)
    fields.read("e", lambda value: _expose(game, value), default="")
    if "p" in fields:
        game.begin()
        fields.read("p", lambda value: _play(game, value))
    if "k" in fields:
        fields.read("k", lambda value: _claim(game, value))
    if fields.get("w", ""):
        fields.read("w", lambda _: game.swap_colours(True))
    return game


class _Fields:
    """The fields of a line, and where their values stand."""

    KEYS = frozenset("rhldfsabtouxmeckwp")

    def __init__(self, text: str) -> None:
        self._values: dict[str, str] = {}
        self._columns: dict[str, int] = {}
        column = 1
        for field in text.split(";"):
            key, equals, value = field.partition("=")
            if not equals or key not in self.KEYS:
                raise NotationError(f"{field[:20]!r} is no field of a position", 1, column)
            if key in self._values:
                raise NotationError(f"the field {key!r} comes twice", 1, column)
            self._values[key] = value
            self._columns[key] = column + 2
            column += len(field) + 1

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def get(self, key: str, default: str | None = None) -> str:
        value = self._values.get(key, default)
        if value is None:
            raise NotationError(f"the field {key!r} is missing")
        return value

    def seat(self, key: str) -> int | None:
        value = self.get(key, "")
        if value not in {"", "0", "1", "2", "3"}:
            raise NotationError(f"{value!r} is not a seat, expected 0 to 3", 1, self._columns[key])
        return int(value) if value else None

    def read(self, key: str, read: Callable[[str], Value], default: str | None = None) -> Value:
        """The value made of a field; what is wrong with it is reported at the field."""
        try:
            return read(self.get(key, default))
        except ValueError as error:
            raise NotationError(str(error), 1, self._columns.get(key, 1)) from error


def _rules(name: str, differences: str) -> Ruleset:
    try:
        stated = json.loads(unquote(differences)) if differences else {}
    except RecursionError:
        _fail("the deviations are nested too deeply")
    if not isinstance(stated, dict):
        _fail("the deviations are not an object")
    base = preset_dict(name) if name in presets() else {}
    return Ruleset.from_dict({**base, **stated, "name": name})


def _game(rules: Ruleset, fields: _Fields) -> Game:
    first_cards = [None if card == "-" else card for card in fields.get("f", "-_-_-_-").split("_")]
    taken = fields.read("t", _split_lists, "___")
    own = fields.read("o", _split_lists, "___")
    exposed = fields.read("x", _split_exposures, "")
    removed = _split(fields.get("m", ""))
    leader, dealer = fields.seat("l"), fields.seat("s")
    deal_leader, deal_dealer = fields.seat("a"), fields.seat("b")

    def make(hands: str) -> Game:
        deal = Deal.parse(
            hands.replace("_", " "),
            rules,
            first_cards=first_cards,
            leader=deal_leader,
            dealer=deal_dealer,
            taken=taken,
            own=own,
            led=fields.get("u", ""),
            exposed=exposed,
            removed=removed,
        )
        return Game(deal, leader=leader, dealer=dealer)

    return fields.read("h", make)


def _expose(game: Game, value: str) -> None:
    for index, (seat, card, kind) in enumerate(_split_exposures(value), len(game.deal.exposed)):
        if index < len(game.exposures):  # forced by the rules
            forced = game.exposures[index]
            if (forced.seat, str(forced.card), forced.kind) != (seat, card, kind):
                _fail(f"the rules expose {forced.card}, not {card}")
            continue
        game.expose(seat, card, kind)


def _play(game: Game, value: str) -> None:
    for move in _split(value):
        game.play(move.replace(".", " "))


def _claim(game: Game, value: str) -> None:
    seat, _, takes = value.partition(":")
    if seat not in {"0", "1", "2", "3"}:
        _fail(f"{seat!r} is not a seat, expected 0 to 3")
    game.claim(int(seat), dict(enumerate(_split_lists(takes))))


def _cards(cards: Iterable[Card]) -> str:
    return ",".join(map(str, cards))


def _lists(lists: Sequence[Sequence[Card]]) -> str:
    return "_".join(map(_cards, lists)) if any(lists) else ""


def _exposures(exposures: Iterable[Exposure]) -> str:
    return ",".join(f"{exposure.seat}{exposure.card}{exposure.kind}" for exposure in exposures)


def _split(value: str) -> list[str]:
    return value.split(",") if value else []


def _split_lists(value: str) -> list[list[str]]:
    lists = [_split(cards) for cards in value.split("_")]
    if len(lists) != 4:
        _fail(f"{value!r} is not four lists of cards")
    return lists


def _split_exposures(value: str) -> list[tuple[int, str, str]]:
    exposures = []
    for text in _split(value):
        match = _EXPOSURE.fullmatch(text)
        if match is None:
            _fail(f"{text!r} is not an exposure such as 0SQopen")
        exposures.append((int(match[1]), match[2], match[3]))
    return exposures


def _fail(message: str) -> NoReturn:
    raise ValueError(message)
