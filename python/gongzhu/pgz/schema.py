"""The one schema of PGZ's three forms: tags and plays on one side, `Record` on the other."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import gongzhu as gz
from gongzhu.pgz import fields
from gongzhu.pgz.errors import START, misread, placed, shown
from gongzhu.pgz.names import SEATS, parse_card, parse_play, parse_seat, parse_suits
from gongzhu.pgz.record import TAGS, Record, Trick, Where

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gongzhu.pgz.errors import Position
    from gongzhu.pgz.record import KnownHands

AFTER_PLAY = ("Claim", "Swap", "Result")
"""The tags that stand behind the play section, which any other tag ends together with its game."""

_FIELDS: dict[str, tuple[str, Callable[[str], object]]] = {
    "Deal": ("hands", fields.read_deal),
    "Removed": ("removed", fields.read_cards),
    "FirstCard": ("first_cards", fields.read_first_cards),
    "Dealer": ("dealer", parse_seat),
    "Call": ("called", parse_card),
    "Expose": ("exposures", fields.read_exposures),
    "FirstLead": ("first_lead", parse_seat),
    "Leader": ("leader", parse_seat),
    "Taken": ("taken", fields.read_four_hands),
    "Own": ("own", fields.read_four_hands),
    "Led": ("led", parse_suits),
    "Exposed": ("exposed", fields.read_exposures),
    "Claim": ("claim", fields.read_claim),
    "Swap": ("swap", fields.read_swap),
    "Result": ("result", fields.read_result),
}

_TAG_OF_LOWER = {name.lower(): name for name in (*TAGS, "Event")}


@dataclass
class RawGame:
    """A game as it stands in a file: its tags and where the value of each begins, its comments, its plays."""

    start: Position = START
    tags: dict[str, str] = field(default_factory=dict)
    positions: dict[str, Position] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    tricks: list[Trick] | None = None
    trick_positions: list[tuple[Position, ...]] = field(default_factory=list)

    def add_trick(self, words: Sequence[tuple[str, Position]]) -> None:
        """Adds a trick: its leader and its plays, with comments in braces anywhere among them.

        Raises:
            NotationError: A word is no seat or no play, or there are not four plays before another trick.
        """
        self.tricks = self.tricks or []
        number = len(self.tricks) + 1
        position = words[0][1] if words else self.start
        leader: int | None = None
        plays: list[str] = []
        comments: list[tuple[int, str]] = []
        positions: list[Position] = []
        try:
            if self.tricks and len(self.tricks[-1].plays) < 4:
                raise misread(f"trick {number - 1} has not four plays, but trick {number} follows")
            for word, position in words:
                if word.startswith("{"):
                    comments.append((len(plays), word[1:-1]))
                    continue
                if leader is None:
                    leader = parse_seat(word)
                elif len(plays) < 4:
                    plays.append(parse_play(word))
                else:
                    raise misread(f"{shown(word)} is a fifth play in trick {number}")
                positions.append(position)
            if leader is None or not plays:
                raise misread(f"trick {number} should state its leader and plays, like {number}. N SA S5")
            self.tricks.append(Trick(leader, tuple(plays), tuple(comments)))
        except ValueError as error:
            raise placed(error, position) from error
        self.trick_positions.append(tuple(positions))


def tag_name(text: str) -> str:
    """The name of a tag; those that have a meaning are known in any case."""
    return _TAG_OF_LOWER.get(text.lower(), text)


def build(raw: RawGame) -> Record:
    """The record of a game as it stands in a file, its deal checked by the engine.

    Raises:
        NotationError: Something cannot be read or the cards make no deal; placed by `raw.positions`.
    """
    start = min(raw.positions.values(), default=raw.start)
    if "Deal" not in raw.tags:
        raise placed(misread("the game that begins here has no [Deal]"), start)
    values: dict[str, Any] = {
        attribute: _read(raw, name, read) for name, (attribute, read) in _FIELDS.items() if name in raw.tags
    }
    rules = _rules(raw, values["hands"])
    try:
        record = Record(
            rules=rules,
            tags=tuple((name, value) for name, value in raw.tags.items() if name not in TAGS),
            notes=tuple(raw.notes),
            tricks=None if raw.tricks is None else tuple(raw.tricks),
            where=_where(raw),
            **values,
        )
    except gz.NotationError as error:
        raise placed(error, start) from error
    record.deal  # noqa: B018 - the engine checks it
    return record


def own_tags(record: Record) -> list[tuple[str, str]]:
    """Every tag of a record but Play, with its value, in the order in which they are written."""
    preset, deviations = fields.write_rules(record.rules)
    free = list(record.tags)
    event = free[:1] if free and free[0][0] == "Event" else []
    first = enumerate(record.first_cards)
    stated = [
        ("Rules", deviations),
        *free[len(event) :],
        ("Deal", fields.write_deal(record.hands)),
        ("Removed", " ".join(record.removed)),
        ("FirstCard", " ".join(f"{SEATS[seat]}:{card}" for seat, card in first if card is not None)),
        ("Dealer", _seat_text(record.dealer)),
        ("Call", record.called or ""),
        ("Expose", fields.write_exposures(record.exposures)),
        ("FirstLead", _seat_text(record.first_lead)),
        ("Leader", _seat_text(record.leader)),
        ("Taken", fields.write_four_hands(record.taken)),
        ("Own", fields.write_four_hands(record.own)),
        ("Led", " ".join(record.led)),
        ("Exposed", fields.write_exposures(record.exposed)),
        ("Claim", "" if record.claim is None else fields.write_claim(record.claim)),
        ("Swap", "" if record.swap is None else fields.write_swap(record.swap)),
        ("Result", "" if record.result is None else " ".join(map(str, record.result))),
    ]
    return [
        *event,
        ("Ruleset", preset),
        *((name, value) for name, value in stated if value or name not in TAGS),
    ]


def words_of(trick: Trick) -> Iterator[str]:
    """The words of a trick as they are written: its leader, its plays, its comments in braces."""
    yield SEATS[trick.leader]
    for after in range(len(trick.plays) + 1):
        if after:
            yield trick.plays[after - 1]
        yield from (f"{{{text}}}" for place, text in trick.comments if place == after)


def _seat_text(seat: int | None) -> str:
    return "" if seat is None else SEATS[seat]


def _read(raw: RawGame, name: str, read: Callable[[str], object]) -> object:
    try:
        return read(raw.tags[name])
    except ValueError as error:
        raise placed(error, raw.positions[name]) from error


def _rules(raw: RawGame, hands: KnownHands) -> gz.Ruleset:
    if "Ruleset" in raw.tags:
        preset = raw.tags["Ruleset"]
        _read(raw, "Ruleset", fields.read_ruleset)
    else:
        two_decks = any(hand is not None and len(hand) > 13 for hand in hands)
        preset = "traditional-double" if two_decks else "traditional"
    deviations = raw.tags.get("Rules", "")
    if not deviations:
        return fields.read_ruleset(preset)
    return cast("gz.Ruleset", _read(raw, "Rules", partial(fields.read_deviations, preset)))


def _where(raw: RawGame) -> Where:
    line, column = raw.positions.get("Expose", START)
    columns = fields.exposure_columns(raw.tags.get("Expose", ""))
    return Where(
        tags=raw.positions,
        exposures=tuple((line, column + offset - 1) for offset in columns),
        tricks=tuple(raw.trick_positions),
    )
