"""Cards as texts and as physical copies, the deck, and whose copy is exposed (Rules: Deck, Exposure)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypedDict

SUITS = "SHDC"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "SJ", "BJ")
RED = "HD"
PIG, SHEEP, TRANSFORMER = "SQ", "DJ", "CT"
SEATS = range(4)


class Rules(TypedDict):
    """Every parameter of a ruleset, as in ``Ruleset.to_dict()``."""

    decks: int
    jokers: bool
    removed: Sequence[str]
    removed_drawn: int
    partnership: str
    record: str
    direction: str
    first_dealt: str
    first_lead: str
    must_lead_it: bool
    later_leads: str
    kinds: Sequence[str]
    heart_leader: str
    bars: Sequence[str]
    forced: str
    exposure_order: str
    exposure_seconds: int
    first_exposure_seconds: int
    first_trick_points: bool
    discards: str
    pairs: str
    heart_table: str
    lone_rule: str
    pig_flip: str
    slam: str
    slam_base: int
    self_capture: int
    colour_change: str
    copies: str
    limits: Sequence[int]
    limit_inclusive: bool
    spread: int
    deals: int
    double_pig: bool
    settlement: str
    scale: int
    rank_titles: Sequence[tuple[int, str]]


class Exposure(NamedTuple):
    """A card declared before play, by whom and in which kind."""

    seat: int
    card: str
    kind: str


@dataclass(frozen=True, eq=False, slots=True)
class Copy:
    """One physical card. Two copies of a text are different objects and compare by identity."""

    text: str
    suit: str
    rank: int
    order: int
    is_scoring: bool


def is_scoring(text: str) -> bool:
    """Pig, sheep, transformer and every heart, also a heart worth nothing (Rules §1, 分牌)."""
    return text[0] == "H" or text in (PIG, SHEEP, TRANSFORMER)


def _copy(suit: str, rank: int) -> Copy:
    text = suit + RANKS[rank]
    return Copy(text, suit, rank, SUITS.index(suit) * len(RANKS) + rank, is_scoring(text))


COPIES: dict[str, tuple[Copy, Copy]] = {
    suit + RANKS[rank]: (_copy(suit, rank), _copy(suit, rank))
    for suit in SUITS
    for rank in range(len(RANKS) if suit == "H" else 13)
}


def deck_texts(rules: Rules, removed: Iterable[str] | None = None) -> list[str]:
    """One text for each physical card of the deck, without those taken out (default: the ruleset's)."""
    texts = [text for text in COPIES for _ in range(rules["decks"]) if _is_in_play(text, rules["jokers"])]
    out = Counter(rules["removed"] if removed is None else removed)
    return list((Counter(texts) - out).elements())


def _is_in_play(text: str, jokers: bool) -> bool:
    """With jokers, the two and three of hearts make room for them (003)."""
    if text in ("HSJ", "HBJ"):
        return jokers
    return not (jokers and text in ("H2", "H3"))


def bare(name: str) -> str:
    """The card's text without the mark of an exposed copy: ``SQ*dark`` is an ``SQ``."""
    return name.partition("*")[0]


def by_suit_and_rank(name: str) -> tuple[int, str]:
    """The order in which the cards of a play are written."""
    return COPIES[bare(name)][0].order, name


@cache
def canonical(play: str) -> str:
    """A play in one spelling: spades first, then hearts, diamonds, clubs, the lower rank first."""
    return " ".join(sorted(play.split(), key=by_suit_and_rank))


class Shoe:
    """Gives out the physical copies of texts, so that no copy is given out twice."""

    def __init__(self) -> None:
        self._given: Counter[str] = Counter()

    def take(self, name: str) -> Copy:
        """The next copy of the card so named."""
        text = bare(name)
        self._given[text] += 1
        return COPIES[text][self._given[text] - 1]

    def left(self, text: str) -> list[Copy]:
        """The copies of a text that nobody asked for."""
        return list(COPIES[text][self._given[text] :])


class Placed(NamedTuple):
    """A copy, the name it was written with, and the seat whose hand it is in (None: already taken)."""

    copy: Copy
    name: str
    hand: int | None


def exposed_copies(
    placed: Iterable[Placed], exposures: Iterable[Exposure], deck: Iterable[str], shoe: Shoe
) -> dict[Copy, str]:
    """The kind in which each exposed copy was exposed.

    A mark in a name decides. Otherwise the copy in the exposer's hand is the exposed one, and a plain name of
    a card already taken is the unexposed copy where there is one (notation of two decks).
    """
    kinds: dict[Copy, str] = {}
    placed, size = list(placed), Counter(deck)
    for text in {exposure.card for exposure in exposures}:
        pending = [exposure for exposure in exposures if exposure.card == text]
        hidden = size[text] - len(pending)
        cards = sorted((card for card in placed if card.copy.text == text), key=_most_telling_first)
        for card in cards:
            exposure = _exposure_of(card, pending, hidden)
            if exposure is None:
                hidden -= 1
            else:
                kinds[card.copy] = exposure.kind
                pending.remove(exposure)
        kinds |= {copy: exposure.kind for copy, exposure in zip(shoe.left(text), pending, strict=False)}
    return kinds


def _most_telling_first(card: Placed) -> tuple[bool, bool, bool]:
    """Names with a kind, then names with a star, then cards in a hand, then the rest."""
    return (not card.name.partition("*")[2], "*" not in card.name, card.hand is None)


def _exposure_of(card: Placed, pending: list[Exposure], hidden: int) -> Exposure | None:
    _, star, kind = card.name.partition("*")
    if star:
        return next(exposure for exposure in pending if kind in ("", exposure.kind))
    if card.hand is not None:
        own = [exposure for exposure in pending if exposure.seat == card.hand]
        if own:
            return own[0]
    return pending[0] if pending and hidden <= 0 else None
