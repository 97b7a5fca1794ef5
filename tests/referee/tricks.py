"""Who takes a trick (Rules: Play; Pairs and its table of rankings)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import COPIES, Copy, Rules, bare

# Classes of two cards played to a pair, higher beats lower.
DISCARD, LOW, HIGH = 0, 1, 2


def trick_winner(plays: Sequence[tuple[Copy, ...]], rules: Rules) -> int:
    """The index, in order of play, of the play that takes the trick; of equals the one played first."""
    led = plays[0][0].suit
    if len(plays[0]) == 1:
        strengths = [(int(play[0].suit == led), play[0].rank, False) for play in plays]
    else:
        strengths = [pair_strength(play, led, rules["pairs"]) for play in plays]
    return max(range(len(plays)), key=lambda index: strengths[index])


def pair_strength(play: Sequence[Copy], led: str, ranking: str) -> tuple[int, int, bool]:
    """How two cards rank: their class, top card of the suit, and whether two of it beat one (004, clubs)."""
    of_suit = [card for card in play if card.suit == led]
    others = [card for card in play if card.suit != led]
    if not of_suit:
        return DISCARD, 0, False
    top = max(card.rank for card in of_suit)
    if others:
        is_discard = single_is_a_discard(led, others[0].suit, ranking)
        return (DISCARD, 0, False) if is_discard else (HIGH, top, False)
    is_pair = of_suit[0].text == of_suit[1].text
    pairs_are_high = led == "D"
    both_count = led == "C" and ranking == "china_games"
    return HIGH if is_pair == pairs_are_high else LOW, top, both_count


def single_is_a_discard(led: str, other: str, ranking: str) -> bool:
    """Whether one card of the suit with another is lowest: always but in hearts and clubs of 000-CG, 004."""
    if ranking == "traditional" or led in "SD":
        return True
    return led == "C" and other == "H"


def pair_winner(plays: Sequence[Sequence[str]], rules: Rules) -> int:
    """The winner among four plays of two cards given as texts, the first of them a pair."""
    return trick_winner([tuple(COPIES[bare(name)][0] for name in play) for play in plays], rules)
