"""What a drawing shows, of a deal or of a game, before any style is chosen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

import gongzhu as gz

if TYPE_CHECKING:
    from collections.abc import Iterable

Points: TypeAlias = "tuple[int, int, int, int]"

_SPECIAL = {("S", "Q"), ("D", "J"), ("C", "T")}


class ShownCard(NamedTuple):
    """A card as it lies on the table, and in which kind it is exposed, if it is."""

    card: gz.Card
    kind: str | None


Hand: TypeAlias = "tuple[ShownCard, ...]"
FourHands: TypeAlias = "tuple[Hand, Hand, Hand, Hand]"


@dataclass(frozen=True)
class Scene:
    """A deal or a game at one moment.

    Attributes:
        rules: The ruleset.
        phase: "deal" where there is no game, else the game's phase.
        hands: The cards in each hand; those dealt, once the game is over.
        trick: The one or two cards, or none yet, of each seat in the trick on the table.
        trick_number: The number of that trick, from 1.
        tricks: How many tricks there are in all; None where pairs leave it open.
        leader: Who leads the first trick; None where neither deal nor rules tell.
        to_play: Whose turn it is.
        claimed: Who ended the game with a claim.
        taken: The scoring cards that each seat has taken.
        points: The points so far, or of a game that is over; None where nobody has taken anything yet.
        exposures: All exposures in the order made.
        first_cards: The first card dealt to each seat; empty where first exposures play no part.
        removed: The cards taken out of this deal.
        called: The card that the dealer called.
        led: The suits led before an ending begins.
    """

    rules: gz.Ruleset
    phase: str
    hands: FourHands
    trick: FourHands
    trick_number: int
    tricks: int | None
    leader: int | None
    to_play: int | None
    claimed: int | None
    taken: FourHands
    points: Points | None
    exposures: tuple[gz.Exposure, ...]
    first_cards: tuple[gz.Card | None, ...]
    removed: tuple[gz.Card, ...]
    called: gz.Card | None
    led: str

    @property
    def left_seat(self) -> int:
        """Who sits on the left of the picture: the next seat where play goes counter-clockwise."""
        return 3 if self.rules.direction == "clockwise" else 1


def of_deal(deal: gz.Deal) -> Scene:
    """The scene of a deal before anything is done with it, even what the rules do of themselves."""
    try:
        game = gz.Game(deal)
        leader = game.leader
    except gz.RulesError:  # it takes a leader from outside
        game = gz.Game(deal, leader=0)
        leader = None
    return replace(
        of_game(game),
        phase="deal",
        hands=_four(shown(hand, deal.exposed, deal.rules) for hand in deal.hands),
        exposures=deal.exposed,
        leader=leader,
    )


def of_game(game: gz.Game) -> Scene:
    """The scene of a game as it stands."""
    deal = game.deal
    rules = game.rules
    exposures = game.exposures
    hands = game.dealt if game.is_over else game.hands
    taken = [[card for card in game.taken(seat) if is_scoring(card)] for seat in range(4)]
    trick: list[tuple[gz.Card, ...]] = [()] * 4
    for place, move in enumerate(() if game.is_over else game.current_trick):
        trick[(trick_leader(game) + place) % 4] = move.cards
    return Scene(
        rules=rules,
        phase=game.phase,
        hands=_four(shown(hand, exposures, rules) for hand in hands),
        trick=_four(shown(cards, exposures, rules) for cards in trick),
        trick_number=len(game.tricks) + 1,
        tricks=deal.cards_each if rules.decks == 1 else None,
        leader=game.leader,
        to_play=game.to_play,
        claimed=game.claimed[0] if game.claimed else None,
        taken=_four(shown(cards, exposures, rules) for cards in taken),
        points=points_so_far(game) if game.phase != "exposing" or any(deal.taken) else None,
        exposures=exposures,
        first_cards=deal.first_cards if "first" in rules.kinds and game.phase == "exposing" else (),
        removed=deal.removed,
        called=game.called,
        led=deal.led,
    )


def points_so_far(game: gz.Game) -> Points:
    """What the cards taken so far are worth; of a game that is over, its points."""
    if game.is_over:
        return game.points()
    deal = game.deal
    drawn = Counter(map(str, deal.removed)) - Counter(game.rules.removed)
    return gz.score(
        [game.taken(seat) for seat in range(4)],
        game.rules,
        exposed=game.exposures,
        dealt=[(*hand, *own) for hand, own in zip(deal.hands, deal.own, strict=True)],
        removed=list(drawn.elements()),
    )


def trick_leader(game: gz.Game) -> int:
    """The seat that leads, or has led, the trick on the table."""
    return game.tricks[-1].winner if game.tricks else game.leader


def is_scoring(card: gz.Card) -> bool:
    """Whether a card is the pig, the sheep, the transformer or a heart."""
    return card.suit == "H" or (card.suit, card.rank) in _SPECIAL


def shown(cards: Iterable[gz.Card], exposures: Iterable[gz.Exposure], rules: gz.Ruleset) -> Hand:
    """Cards with the kinds in which they are exposed."""
    kinds = {(e.card.suit, e.card.rank): e.kind for e in exposures if e.card is not None}
    return tuple(ShownCard(card, _kind(card, kinds, rules)) for card in cards)


def _kind(card: gz.Card, kinds: dict[tuple[str, str], str], rules: gz.Ruleset) -> str | None:
    """The kind of a card's exposure: with two decks only that of a marked copy, which may name it."""
    if rules.decks == 2 and not card.mark:
        return None
    return card.mark.removeprefix("*") or kinds.get((card.suit, card.rank))


def _four(hands: Iterable[Hand]) -> FourHands:
    return cast("FourHands", tuple(hands))
