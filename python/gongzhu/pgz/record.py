"""What one game in PGZ says, as a value: `Record`, its tricks and its claim.

A record holds texts, not the engine's objects, so that everything that can be written down fits in: unknown
hands, games in progress, deals with a result and no plays. `Record.deal` and `Record.game` make the engine's
objects of it.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import gongzhu as gz
from gongzhu.pgz.errors import misread, placed, shown
from gongzhu.pgz.names import parse_card, parse_kind, parse_play, parse_suits, written_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gongzhu.pgz.errors import Position

Hand: TypeAlias = "tuple[str, ...]"
FourHands: TypeAlias = "tuple[Hand, Hand, Hand, Hand]"
KnownHands: TypeAlias = "tuple[Hand | None, Hand | None, Hand | None, Hand | None]"
FirstCards: TypeAlias = "tuple[str | None, str | None, str | None, str | None]"
Points: TypeAlias = "tuple[int, int, int, int]"

NO_CARDS: FourHands = ((), (), (), ())

TAGS = (
    "Ruleset", "Rules", "Deal", "Removed", "FirstCard", "Dealer", "Call", "Expose", "FirstLead", "Leader",
    "Taken", "Own", "Led", "Exposed", "Play", "Claim", "Swap", "Result",
)  # fmt: skip
"""The tags that PGZ gives a meaning, in the order in which they are written. Every other tag is free."""

FREE_TAG_NAME = re.compile(r"[^\W\d]\w*")

_LARGEST_RESULT = 10**9

_OPTIONAL_PARTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("FirstCard", {"first_cards": (None, None, None, None)}),
    ("Exposed", {"exposed": ()}),
    ("Led", {"led": ""}),
    ("Own", {"own": NO_CARDS}),
    ("Taken", {"taken": NO_CARDS}),
    ("FirstLead", {"first_lead": None}),
    ("Leader", {"leader": None}),
    ("Dealer", {"dealer": None}),
    ("Removed", {"removed": ()}),
)


class ExposedCard(NamedTuple):
    """An exposure: who made it, the card (None where it is not known which), and its kind."""

    seat: int
    card: str | None
    kind: str


@dataclass(frozen=True)
class Trick:
    """A trick as it was written down.

    Attributes:
        leader: The seat that led.
        plays: One to four plays in order, each a card's text or two with `+` between them.
        comments: Pairs of a number of plays and the comment that stands behind so many plays.
    """

    leader: int
    plays: tuple[str, ...]
    comments: tuple[tuple[int, str], ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= len(self.plays) <= 4:
            raise misread(f"a trick has one to four plays, not {len(self.plays)}")
        _check_seat(self.leader)
        _set(self, "plays", tuple(parse_play(play) for play in self.plays))
        comments = sorted(self.comments, key=lambda comment: comment[0])
        if comments and not 0 <= comments[0][0] <= comments[-1][0] <= len(self.plays):
            raise misread(f"a comment stands behind 0 to {len(self.plays)} plays of this trick")
        _set(self, "comments", tuple((after, comment_text(text)) for after, text in comments))


@dataclass(frozen=True)
class Claim:
    """A claim that ended the deal.

    Attributes:
        trick: The number of the trick in which it was made, counted from 1.
        seat: Who claimed.
        takes: "all", or for each seat the scoring cards still in play that it is to get.
    """

    trick: int
    seat: int
    takes: Literal["all"] | FourHands

    def __post_init__(self) -> None:
        _check_seat(self.seat)
        if self.takes != "all":
            _set(self, "takes", four_hands(self.takes))


@dataclass(frozen=True)
class Where:
    """The lines and columns at which the parts of a record were read, for messages."""

    tags: Mapping[str, Position] = field(default_factory=dict)
    exposures: tuple[Position, ...] = ()
    tricks: tuple[tuple[Position, ...], ...] = ()
    """Of every trick: its leader, then its plays."""

    def tag(self, error: ValueError, *names: str) -> gz.NotationError:
        """The error, placed at the first of these tags that was read."""
        return _placed_if_known(error, next((self.tags[name] for name in names if name in self.tags), None))

    def exposure(self, error: ValueError, index: int) -> gz.NotationError:
        """The error, placed at one of the exposures."""
        return _placed_if_known(error, self.exposures[index] if self.exposures else None)

    def play(self, error: ValueError, trick: int, index: int) -> gz.NotationError:
        """The error, placed at a trick's leader (index 0) or at one of its plays (index 1 to 4)."""
        return _placed_if_known(error, self.tricks[trick][index] if self.tricks else None)


@dataclass(frozen=True)
class Record:
    """One game of a PGZ file: a deal, complete or not, and what is known of how it went.

    Cards are texts as `names.parse_card` returns them; hands are kept in the order in which they are written.
    Two records are equal when all they say is equal; where they were read does not count.

    Attributes:
        rules: The ruleset.
        hands: The four hands as dealt (of an ending: as they stand); None for a hand that is not known.
        tags: Free tags, such as Event, as pairs of name and value; Event comes first.
        removed: Cards taken out of this deal.
        first_cards: The first card dealt to each seat, where known.
        dealer: Who dealt, if stated.
        called: The card that the dealer called.
        exposures: The exposures made in this deal, in the order in which they were made.
        first_lead: Who leads by the ruleset's `first_lead`, where the hands do not tell: the first to be
            dealt one of two lead cards, or the seat drawn by lot.
        leader: Who leads because he is named: he took the last deal's pig, or it is his turn in an ending.
        taken: For each seat the cards it had taken before an ending.
        own: Those of `taken` that the seat had itself been dealt.
        led: The suits led before an ending, as letters in the order S H D C.
        exposed: The exposures made before an ending.
        notes: Comments outside the plays.
        tricks: The tricks played, the last one perhaps unfinished; None where play has not begun.
        claim: The claim that ended the deal.
        swap: What the player who could let pig and sheep change colours chose.
        result: The points of the four seats.
        where: Where all this was read.
    """

    rules: gz.Ruleset
    hands: KnownHands
    tags: tuple[tuple[str, str], ...] = ()
    removed: Hand = ()
    first_cards: FirstCards = (None, None, None, None)
    dealer: int | None = None
    called: str | None = None
    exposures: tuple[ExposedCard, ...] = ()
    first_lead: int | None = None
    leader: int | None = None
    taken: FourHands = NO_CARDS
    own: FourHands = NO_CARDS
    led: str = ""
    exposed: tuple[ExposedCard, ...] = ()
    notes: tuple[str, ...] = ()
    tricks: tuple[Trick, ...] | None = None
    claim: Claim | None = None
    swap: bool | None = None
    result: Points | None = None
    where: Where = field(default=Where(), compare=False, repr=False)

    def __post_init__(self) -> None:
        _set(self, "tags", _free_tags(self.tags))
        if len(self.hands) != 4:
            raise misread(f"a deal has four hands, not {len(self.hands)}")
        _set(self, "hands", tuple(None if hand is None else sorted_cards(hand) for hand in self.hands))
        _set(self, "removed", sorted_cards(self.removed))
        _set(
            self,
            "first_cards",
            tuple(None if card is None else parse_card(card) for card in self.first_cards),
        )
        for seat in (self.dealer, self.first_lead, self.leader):
            if seat is not None:
                _check_seat(seat)
        _set(self, "called", None if self.called is None else parse_card(self.called))
        _set(self, "exposures", tuple(_exposure(*exposure) for exposure in self.exposures))
        _set(self, "taken", four_hands(self.taken))
        _set(self, "own", four_hands(self.own))
        _set(self, "led", parse_suits(self.led))
        _set(self, "exposed", tuple(_exposure(*exposure) for exposure in self.exposed))
        _set(self, "notes", tuple(comment_text(note) for note in self.notes))
        for number, trick in enumerate((self.tricks or ())[:-1], 1):
            if len(trick.plays) < 4:
                raise misread(f"trick {number} has only {len(trick.plays)} plays, and another trick follows")
        if self.result is not None and any(abs(points) > _LARGEST_RESULT for points in self.result):
            raise misread(f"no deal is worth {max(self.result, key=abs)} points")

    def tag(self, name: str, default: str = "") -> str:
        """The value of a free tag.

        >>> import gongzhu as gz
        >>> Record.from_game(gz.Game(gz.Deal.random(seed=1)), Event="demo").tag("Event")
        'demo'
        """
        return dict(self.tags).get(name, default)

    @cached_property
    def deal(self) -> gz.Deal | None:
        """The engine's deal; None if a hand is unknown.

        Raises:
            NotationError: These cards make no deal under the ruleset; placed at the tag that is wrong.
        """
        if None not in self.hands:
            return _deal_of(self)
        _check_known_hands(self)
        return None

    def game(self) -> gz.Game:
        """The engine's game after everything that the record tells.

        Play has begun if the record has a play section, even an empty one.

        Raises:
            NotationError: A hand is unknown, an exposure, play or claim is not allowed, a trick's leader is
                wrong, or the result is another; with the line and column, if the record was read.
        """
        from gongzhu.pgz.replay import replay

        return replay(self)

    @classmethod
    def from_game(cls, game: gz.Game, **tags: str) -> Record:
        """Write down a game, finished or not, with free tags such as `Event="demo"`.

        Raises:
            NotationError: A tag is one of PGZ's own.

        >>> import gongzhu as gz
        >>> game = gz.Game(gz.Deal.random(seed=1))
        >>> Record.from_game(game).game() == game
        True
        """
        from gongzhu.pgz.replay import record_of

        return record_of(game, tuple(tags.items()))


def sorted_cards(cards: Iterable[str]) -> Hand:
    """Cards in the order in which they are written."""
    return tuple(sorted((parse_card(card) for card in cards), key=written_order))


def four_hands(hands: Iterable[Iterable[str]]) -> FourHands:
    """Cards of four seats, each in the order in which they are written."""
    north, east, south, west = (sorted_cards(hand) for hand in hands)
    return north, east, south, west


def comment_text(text: str) -> str:
    """A comment as it is kept: on one line, single-spaced, as a brace cannot be written in one."""
    if "}" in text:
        raise misread(f"a comment cannot contain a closing brace: {shown(text)}")
    return " ".join(_encodable(text).split())


def _set(value: object, name: str, content: object) -> None:
    object.__setattr__(value, name, content)


def _encodable(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise misread(f"{shown(text)} has half a surrogate pair, which no file can hold") from error
    return text


def _check_seat(seat: int) -> None:
    if not 0 <= seat <= 3:
        raise misread(f"there is no seat {seat}; the seats are 0 to 3")


def _exposure(seat: int, card: str | None, kind: str) -> ExposedCard:
    _check_seat(seat)
    return ExposedCard(seat, None if card is None else parse_card(card).partition("*")[0], parse_kind(kind))


def _free_tags(tags: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    ordered = sorted(tags, key=lambda tag: tag[0] != "Event")
    seen = set()
    for name, value in ordered:
        if not FREE_TAG_NAME.fullmatch(name):
            raise misread(f"{shown(name)} cannot be a tag's name: letters, digits and _, a letter first")
        if name in TAGS or name in seen:
            raise misread(f"the tag {name} {'is one of PGZ’s own' if name in TAGS else 'comes twice'}")
        seen.add(_encodable(name))
        _encodable(value)
    return tuple(ordered)


def _placed_if_known(error: ValueError, position: Position | None) -> gz.NotationError:
    return misread(str(error)) if position is None else placed(error, position)


def _check_known_hands(record: Record) -> None:
    """What the engine would check if no hand were unknown: that the ruleset's deck has these cards."""
    from gongzhu.batch import columns

    held = Counter(card for hand in record.hands for card in hand or ())
    spare = held - Counter(columns(record.rules))
    if spare:
        card, copies = spare.most_common()[0]
        error = misread(f"{card} is held {held[card]} times, {copies} more than this ruleset's deck has")
        raise record.where.tag(error, "Deal")


def _deal_of(record: Record) -> gz.Deal:
    try:
        return build_deal(record)
    except ValueError as error:
        raise record.where.tag(error, _culprit(record), "Deal") from error


def build_deal(record: Record, *, with_leader: bool = True) -> gz.Deal:
    """The engine's deal; it can do without the leader that the record names."""
    return gz.Deal(
        [hand or () for hand in record.hands],
        record.rules,
        first_cards=record.first_cards if any(record.first_cards) else None,
        leader=record.leader if with_leader and record.first_lead is None else record.first_lead,
        dealer=record.dealer,
        taken=record.taken if any(record.taken) else None,
        led=record.led,
        exposed=record.exposed,
        own=record.own if any(record.own) else None,
        removed=record.removed or None,
    )


def _culprit(record: Record) -> str:
    """The tag for which the engine refuses a deal: without it and those listed before it, it is accepted."""
    for name, blank in _OPTIONAL_PARTS:
        record = replace(record, **blank)
        try:
            build_deal(record)
        except ValueError:
            continue
        return name
    return "Deal"
