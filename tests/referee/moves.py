"""What a player may play (Rules: the bars of Exposure, Play and its tests in order, Pairs)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from referee.cards import RED, Copy, Rules
from referee.exposing import UNBARRED_KINDS

Play = tuple[Copy, ...]


@dataclass(slots=True)
class Turn:
    """What decides the legal plays of the player to move; ``led`` is empty for the leader."""

    rules: Rules
    hand: list[Copy]
    led: str
    cards_to_play: int
    kinds: Mapping[Copy, str]
    suits_led: set[str]
    is_first_trick: bool
    lead_card: str | None


def legal_plays(turn: Turn) -> list[Play]:
    """Every legal play as physical copies."""
    if not turn.led:
        return leads(turn)
    if turn.cards_to_play == 1:
        return [(card,) for card in tiers(turn)[0]]
    return follows_to_a_pair(turn)


def leads(turn: Turn) -> list[Play]:
    """A card or, with two decks, a pair; the first lead may be prescribed: that card or its pair (000-LZ)."""
    cards = [card for card in turn.hand if card.text == turn.lead_card] or tiers(turn)[0]
    return [(card,) for card in cards] + pairs_among(cards)


def follows_to_a_pair(turn: Turn) -> list[Play]:
    """A pair of the suit if he has one, else two of it, else his one card of it and another, else any two."""
    best, *others = tiers(turn)
    if best[0].suit == turn.led:
        pairs = pairs_among(best)
        if pairs:
            return pairs
    if len(best) > 1:
        return list(combinations(best, 2))
    return [(best[0], card) for card in others[0]]


def pairs_among(cards: list[Copy]) -> list[Play]:
    """Two copies of one card; an exposed copy and its twin are a pair too."""
    return [(one, other) for one, other in combinations(cards, 2) if one.text == other.text]


def tiers(turn: Turn) -> list[list[Copy]]:
    """The hand in groups, the cards to be played before all others first."""
    groups: dict[tuple[bool, bool, bool, bool], list[Copy]] = {}
    for card in turn.hand:
        groups.setdefault(_drawbacks(turn, card), []).append(card)
    return [groups[drawbacks] for drawbacks in sorted(groups)]


def _drawbacks(turn: Turn, card: Copy) -> tuple[bool, bool, bool, bool]:
    """What speaks against a card, the weightiest first: suit, colour, a bar, points on the first trick."""
    is_off_suit = turn.led not in ("", card.suit)
    return (
        is_off_suit,
        is_off_suit and turn.rules["discards"] == "same_colour" and (card.suit in RED) != (turn.led in RED),
        card in turn.kinds and is_barred(turn, card),
        card.is_scoring and turn.is_first_trick and not turn.rules["first_trick_points"],
    )


def is_barred(turn: Turn, card: Copy) -> bool:
    """Whether an exposed card waits for its suit to be led; never for a holder of no other card of it."""
    if turn.kinds[card] in UNBARRED_KINDS or card.suit in turn.suits_led:
        return False
    use = "lead" if not turn.led else "follow" if card.suit == turn.led else "discard"
    return use in turn.rules["bars"] and sum(other.suit == card.suit for other in turn.hand) > 1
