"""PGZ in bulk: games as numpy arrays, one row a game, as they are kept in `.npz` files.

| array | shape, type | content |
|---|---|---|
| `rulesets` | (R,) text | the different rulesets: a preset's name, then its deviations |
| `ruleset` | (N,) int32 | index of the game's ruleset |
| `hands` | (N, 52 or 104) uint8 | who holds each card, by the columns of `batch.columns`; 255: nobody |
| `known` | (N, 4) bool | whether the seat's hand is known |
| `leader` | (N,) uint8 | who leads the first trick; 255: not stated |
| `exposures` | (N, E, 3) uint8 | seat, column (below 52; 255: unknown card) and kind 1–5; seat 255: no more |
| `begun` | (N,) bool | whether play has begun |
| `leaders` | (N, T) uint8 | who led each trick; 255: no more |
| `plays` | (N, M, 2) uint8 | one or two columns (below 52) of every play in order; 255: none |
| `marks` | (N, M, 2) uint8 | marks of these cards: 0 none, 1 `*`, 2–6 `*open` to `*bright` |
| `result` | (N, 4) int32 | points of the seats; −2³¹: not stated |
| `extra` | (bytes,) uint8 | what is rare: for each game nothing or a JSON object, one after the other |
| `extra_end` | (N,) int64 | where each game's part of `extra` ends |

Only the functions that need numpy import it, since most users of `gongzhu.pgz` read text.
"""

from __future__ import annotations

import json
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, TypedDict, cast

import gongzhu as gz
from gongzhu.pgz import fields
from gongzhu.pgz.errors import misread, placed
from gongzhu.pgz.names import KINDS, MARKS, SEATS
from gongzhu.pgz.record import ExposedCard, Trick
from gongzhu.pgz.schema import RawGame, build, own_tags

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    from gongzhu.pgz.errors import Position
    from gongzhu.pgz.record import KnownHands, Record

    Arrays: TypeAlias = "dict[str, NDArray[Any]]"

NONE = 255
NO_RESULT = (-(2**31),) * 4
DECK = 52

_LAYOUT: dict[str, tuple[str, tuple[int | None, ...]]] = {
    "rulesets": ("U", (None,)),
    "ruleset": ("i4", (None,)),
    "hands": ("u1", (None, None)),
    "known": ("b1", (None, 4)),
    "leader": ("u1", (None,)),
    "exposures": ("u1", (None, None, 3)),
    "begun": ("b1", (None,)),
    "leaders": ("u1", (None, None)),
    "plays": ("u1", (None, None, 2)),
    "marks": ("u1", (None, None, 2)),
    "result": ("i4", (None, 4)),
    "extra": ("u1", (None,)),
    "extra_end": ("i8", (None,)),
}
_PER_GAME = tuple(name for name in _LAYOUT if name not in ("rulesets", "extra"))
_IN_ARRAYS = ("Ruleset", "Rules", "Deal", "Expose", "Leader", "Result")


def to_arrays(records: Iterable[Record]) -> Arrays:
    """Games as arrays; `from_arrays` makes the same records of them.

    Raises:
        NotationError: A card is not in the deck of its game's ruleset; the line is the number of the game.
    """
    import numpy as np

    games = list(records)
    texts = [_ruleset_text(game.rules) for game in games]
    rulesets = {text: index for index, text in enumerate(dict.fromkeys(texts))}
    rows = []
    for number, (game, text) in enumerate(zip(games, texts, strict=True), 1):
        try:
            rows.append(_Row(game, _columns(text)))
        except KeyError as error:
            message = f"{error.args[0]} is not in the deck of this game's ruleset"
            raise placed(misread(message), (number, 1)) from error
    extras = [row.extra for row in rows]
    return {
        "rulesets": np.array(list(rulesets), dtype=np.str_),
        "ruleset": np.array([rulesets[text] for text in texts], dtype=np.int32),
        "hands": _stacked([row.hands for row in rows]),
        "known": np.array([row.known for row in rows], dtype=bool).reshape(-1, 4),
        "leader": np.array([NONE if game.leader is None else game.leader for game in games], dtype=np.uint8),
        "exposures": _stacked([row.exposures for row in rows], 3),
        "begun": np.array([game.tricks is not None for game in games], dtype=bool),
        "leaders": _stacked([row.leaders for row in rows]),
        "plays": _stacked([row.plays for row in rows], 2),
        "marks": _stacked([row.marks for row in rows], 2, fill=0),
        "result": np.array([game.result or NO_RESULT for game in games], dtype=np.int32).reshape(-1, 4),
        "extra": np.frombuffer(b"".join(extras), dtype=np.uint8),
        "extra_end": np.cumsum([len(extra) for extra in extras], dtype=np.int64),
    }


def from_arrays(arrays: Mapping[str, NDArray[Any]]) -> list[Record]:
    """The games that `to_arrays` made arrays of.

    Raises:
        NotationError: An array is missing or has another type or shape, or a game makes no sense; the line
            is the number of the game.
    """
    _check_layout(arrays)
    rulesets = [str(text) for text in arrays["rulesets"]]
    content = arrays["extra"].tobytes()
    ends = arrays["extra_end"].tolist()
    rows = zip(*(arrays[name].tolist() for name in _PER_GAME), [0, *ends], ends, strict=False)
    records = []
    for number, (*values, begin, end) in enumerate(rows, 1):
        position = (number, 1)
        row = dict(zip(_PER_GAME, values, strict=True))
        try:
            raw = _raw_game(row, rulesets[row["ruleset"]], _decode_extra(content[begin:end]), position)
        except gz.NotationError as error:
            raise placed(error, position) from error
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise placed(misread(f"the arrays hold no game here: {error}"), position) from error
        records.append(build(raw))
    return records


class _Row:
    """One game's row of every array whose width depends on the games."""

    def __init__(self, game: Record, names: list[str]) -> None:
        column_of = {name: column for column, name in enumerate(names[:DECK])}
        tricks = game.tricks or ()
        self.known = [hand is not None for hand in game.hands]
        self.hands = _hands(game, column_of, len(names))
        self.leaders = bytes(trick.leader for trick in tricks)
        self.extra = _encode_extra(game)
        exposures = bytearray()
        for seat, card, kind in game.exposures:
            exposures += bytes((seat, NONE if card is None else column_of[card], 1 + KINDS.index(kind)))
        self.exposures = bytes(exposures)
        plays, marks = bytearray(), bytearray()
        for play in (play for trick in tricks for play in trick.plays):
            cards = [card.partition("*") for card in play.split("+")]
            plays += bytes(column_of[name] for name, _, _ in cards).ljust(2, bytes([NONE]))
            marks += bytes(MARKS.index(star + kind) for _, star, kind in cards).ljust(2, bytes([0]))
        self.plays, self.marks = bytes(plays), bytes(marks)


def _hands(game: Record, column_of: Mapping[str, int], width: int) -> bytes:
    """The seat that holds each card; of two copies the first one is that of the earlier seat."""
    seats = bytearray([NONE]) * width
    for seat, hand in enumerate(game.hands):
        for card in hand or ():
            column = column_of[card]
            if seats[column] != NONE:
                column += DECK
            if column >= width or seats[column] != NONE:
                raise KeyError(f"another {card}")
            seats[column] = seat
    return bytes(seats)


def _raw_game(row: Mapping[str, Any], ruleset: str, extra: _Extra, position: Position) -> RawGame:
    names = _columns(ruleset)
    preset, _, deviations = ruleset.partition(" ")
    hands: list[list[str] | None] = [[] if known else None for known in row["known"]]
    for column, seat in enumerate(row["hands"]):
        if seat != NONE:
            hand = hands[seat]
            if hand is None:
                raise misread(f"seat {seat} holds {names[column]}, but its hand is said to be unknown")
            hand.append(names[column])
    exposures = [
        ExposedCard(seat, None if column == NONE else names[:DECK][column], ("", *KINDS)[kind])
        for seat, column, kind in row["exposures"]
        if seat != NONE
    ]
    tags = extra["tags"] | {
        "Ruleset": preset,
        "Rules": deviations,
        "Deal": fields.write_deal(cast("KnownHands", tuple(hands))),
        "Expose": fields.write_exposures(exposures),
    }
    if row["leader"] != NONE:
        tags["Leader"] = SEATS[row["leader"]]
    if tuple(row["result"]) != NO_RESULT:
        tags["Result"] = " ".join(map(str, row["result"]))
    game = RawGame(tags=tags, positions=dict.fromkeys(tags, position), notes=extra["notes"])
    if row["begun"]:
        game.tricks = _tricks(row, names[:DECK], extra["comments"])
        game.trick_positions = [(position,) * 5] * len(game.tricks)
    return game


def _tricks(row: Mapping[str, Any], names: list[str], comments: list[list[Any]]) -> list[Trick]:
    plays = [
        "+".join(
            names[column] + MARKS[mark] for column, mark in zip(cards, marks, strict=True) if column != NONE
        )
        for cards, marks in zip(row["plays"], row["marks"], strict=True)
        if cards != [NONE, NONE]
    ]
    leaders = [leader for leader in row["leaders"] if leader != NONE]
    if len(leaders) != -(-len(plays) // 4):
        raise misread(f"{len(plays)} plays make no {len(leaders)} tricks")
    commented: list[list[tuple[int, str]]] = [[] for _ in leaders]
    for trick, after, text in comments:
        commented[trick].append((after, text))
    return [
        Trick(leader, tuple(plays[4 * i : 4 * i + 4]), tuple(commented[i]))
        for i, leader in enumerate(leaders)
    ]


class _Extra(TypedDict):
    """What is rare in a game and therefore has no array."""

    tags: dict[str, str]
    notes: list[str]
    comments: list[list[Any]]


def _encode_extra(game: Record) -> bytes:
    extra = _Extra(
        tags={name: value for name, value in own_tags(game) if name not in _IN_ARRAYS},
        notes=list(game.notes),
        comments=[[i, *comment] for i, trick in enumerate(game.tricks or ()) for comment in trick.comments],
    )
    stated = {key: value for key, value in extra.items() if value}
    return json.dumps(stated, ensure_ascii=False, separators=(",", ":")).encode() if stated else b""


def _decode_extra(content: bytes) -> _Extra:
    stated = json.loads(content) if content else {}
    tags = {str(name): str(value) for name, value in stated.get("tags", {}).items()}
    return _Extra(
        tags=tags, notes=[str(note) for note in stated.get("notes", [])], comments=stated.get("comments", [])
    )


def _ruleset_text(rules: gz.Ruleset) -> str:
    return " ".join(fields.write_rules(rules)).rstrip()


@lru_cache(maxsize=256)
def _columns(ruleset: str) -> list[str]:
    from gongzhu.batch import columns

    preset, _, deviations = ruleset.partition(" ")
    return columns(fields.read_deviations(preset, deviations))


def _stacked(rows: list[bytes], *item: int, fill: int = NONE) -> NDArray[np.uint8]:
    """Rows of items of a shape as one array; shorter rows are filled up to the longest."""
    import numpy as np

    width = max(map(len, rows), default=0)
    joined = b"".join(row.ljust(width, bytes([fill])) for row in rows)
    return np.frombuffer(joined, dtype=np.uint8).reshape(len(rows), width // prod(item), *item).copy()


def _check_layout(arrays: Mapping[str, NDArray[Any]]) -> None:
    missing = [name for name in _LAYOUT if name not in arrays]
    if missing:
        raise misread(f"these are no arrays of games: {', '.join(missing)} is missing")
    games = len(arrays["ruleset"]) if arrays["ruleset"].ndim else 0
    for name, (kind, shape) in _LAYOUT.items():
        array = arrays[name]
        fits = array.ndim == len(shape) and all(
            length in (None, actual) for length, actual in zip(shape, array.shape, strict=True)
        )
        if not fits or array.dtype.kind != kind[0] or (kind != "U" and array.dtype.itemsize != int(kind[1])):
            raise misread(f"the array {name} has an unexpected type or shape, {array.dtype} {array.shape}")
        if name in _PER_GAME and len(array) != games:
            raise misread(f"the array {name} has {len(array)} games, the array ruleset {games}")
