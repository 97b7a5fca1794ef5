"""The points of one deal (Rules: Scoring one deal, its numbers 1 to 7, and the two tables for two decks)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from referee.cards import (
    COPIES,
    PIG,
    RANKS,
    SEATS,
    SHEEP,
    TRANSFORMER,
    Copy,
    Exposure,
    Placed,
    Rules,
    Shoe,
    bare,
    deck_texts,
    exposed_copies,
)

Points = tuple[int, int, int, int]

# Rules: Exposure, the factor for pig, sheep and hearts; a transformer's is twice as much as its 2 unexposed.
FACTORS = {"open": 2, "first": 4, "concealed": 2, "dark": 2, "bright": 4}

JOKER_VALUES = {"SJ": -60, "BJ": -70}
HEART_TABLES = {
    "standard": {"A": -50, "K": -40, "Q": -30, "J": -20}
    | dict.fromkeys(("T", "9", "8", "7", "6", "5"), -10)
    | dict.fromkeys(("4", "3", "2"), 0),
    "graded": {"A": -50, "K": -40, "Q": -30, "J": -20, "T": -10, "9": -9, "8": -8, "7": -7}
    | {"6": -6, "5": -5, "4": -10, "3": -3, "2": -2},
    "flat": {"A": 50, "K": 40, "Q": 30, "J": 20} | dict.fromkeys(RANKS[:9], 10),
}


@dataclass
class Scorer:
    """What a deal's points depend on besides who took what.

    ``kinds``: how each exposed copy was exposed; ``own``: the copies taken by the player they were dealt to;
    ``deck``: the texts of the deck in play; ``has_swapped``: whether the taker of all hearts chose to change
    the colours.
    """

    rules: Rules
    kinds: Mapping[Copy, str]
    own: Collection[Copy]
    deck: Sequence[str]
    has_swapped: bool = False

    def points(self, taken: Sequence[Iterable[Copy]]) -> Points:
        """The points of the four players, each from what he himself took."""
        piles = [[card for card in pile if card.is_scoring] for pile in taken]
        changed = self.colours_change(piles)
        north, east, south, west = (self.points_of(pile, changed) for pile in piles)
        return north, east, south, west

    def points_of(self, pile: list[Copy], changed: bool) -> int:
        """One player's points from the scoring cards he took."""
        if self.is_slam(pile) and self.rules["slam"] == "fixed":
            return self.fixed_slam()
        transformers = [card for card in pile if card.text == TRANSFORMER]
        if transformers and self.is_lone(pile):
            return self.lone_value(transformers)
        total = self.hearts(pile) + self.pigs(pile, changed) + self.sheep(pile, changed)
        total *= self.multiplier(transformers)
        if self.is_slam(pile) and self.is_two_decks and not self.is_by_copy:
            return int(total / 2)  # 1600 with nothing exposed (000-LZ, 002)
        return total

    # Who took everything.

    @cached_property
    def hearts_in_deck(self) -> int:
        return sum(text[0] == "H" for text in self.deck)

    @cached_property
    def scoring_in_deck(self) -> int:
        return sum(COPIES[text][0].is_scoring for text in self.deck)

    def is_all_hearts(self, pile: list[Copy]) -> bool:
        """全红: every heart left in the deck, of both decks if there are two."""
        return sum(card.suit == "H" for card in pile) == self.hearts_in_deck > 0

    def is_slam(self, pile: list[Copy]) -> bool:
        """满贯: every scoring card left in the deck."""
        return len(pile) == self.scoring_in_deck > 0

    # Exposures of a rank and of a copy.

    @property
    def is_two_decks(self) -> bool:
        return self.rules["decks"] == 2

    @property
    def is_by_copy(self) -> bool:
        """Two decks as China Games counts them: each captured copy by its own exposure (000-CG, 004)."""
        return self.is_two_decks and self.rules["copies"] == "by_copy"

    def factors(self, text: str) -> list[int]:
        """The factors of the exposed copies of a card, whoever has them."""
        return [FACTORS[self.kinds[copy]] for copy in COPIES[text] if copy in self.kinds]

    def card_factor(self, card: Copy) -> int:
        """The factor of a pig or sheep: its rank's product (000-BD); by copy its own, doubled (004: 4, 8)."""
        if not self.is_by_copy:
            return prod(self.factors(card.text))
        return 2 * FACTORS[self.kinds[card]] if card in self.kinds else 1

    def heart_factor(self) -> int:
        """Exposed heart leaders multiply all hearts; the factors of two multiply (000-BD) or add (004)."""
        factors = self.factors(self.rules["heart_leader"])
        return sum(factors) or 1 if self.is_by_copy else prod(factors)

    def capture_factor(self, card: Copy) -> int:
        """自得: a card taken by the player who was dealt it counts double (000-BD and 000-HP, term 39)."""
        return self.rules["self_capture"] if card in self.own else 1

    # Numbers 1 and 2: hearts.

    def hearts(self, pile: list[Copy]) -> int:
        """His hearts by the table, times the heart factor; all of them change sign, or (flat) earn 200."""
        total = sum(self.heart_value(card) for card in pile if card.suit == "H") * self.heart_factor()
        if not self.is_all_hearts(pile):
            return total
        return total + 200 if self.rules["heart_table"] == "flat" else -total

    def heart_value(self, card: Copy) -> int:
        """The table's value; the self-captured heart leader's own value doubles, no other heart's."""
        value = self.table_value(card)
        return value * self.capture_factor(card) if card.text == self.rules["heart_leader"] else value

    def table_value(self, card: Copy) -> int:
        """The heart table with the jokers of 003."""
        rank = card.text[1:]
        return JOKER_VALUES[rank] if rank in JOKER_VALUES else HEART_TABLES[self.rules["heart_table"]][rank]

    # Numbers 3 and 7: pig and sheep.

    def pigs(self, pile: list[Copy], changed: bool) -> int:
        """His pigs, which a slam, all hearts or nothing turns; worth sheep if the colours changed."""
        pigs = [card for card in pile if card.text == PIG]
        if changed:
            return sum(self.exchanged(card, SHEEP, 100) for card in pigs)
        total = sum(-100 * self.card_factor(card) * self.capture_factor(card) for card in pigs)
        return -total if self.pig_flips(pile) else total

    def pig_flips(self, pile: list[Copy]) -> bool:
        if self.rules["pig_flip"] == "all_hearts":
            return self.is_all_hearts(pile) or self.is_slam(pile)
        return self.rules["pig_flip"] == "slam" and self.is_slam(pile)

    def sheep(self, pile: list[Copy], changed: bool) -> int:
        """His sheep; worth pigs if the colours changed."""
        sheep = [card for card in pile if card.text == SHEEP]
        if changed:
            return sum(self.exchanged(card, PIG, -100) for card in sheep)
        return sum(100 * self.card_factor(card) * self.capture_factor(card) for card in sheep)

    def colours_change(self, piles: Sequence[list[Copy]]) -> bool:
        """猪羊变色 (000-BD): someone took all hearts, nobody everything, and it is automatic or so chosen."""
        wanted = self.rules["colour_change"] == "auto" or self.has_swapped
        return wanted and self.may_change_colours(piles)

    def may_change_colours(self, piles: Sequence[list[Copy]]) -> bool:
        if self.rules["colour_change"] == "none":
            return False
        return any(map(self.is_all_hearts, piles)) and not any(map(self.is_slam, piles))

    def exchanged(self, card: Copy, other: str, base: int) -> int:
        """What a pig or sheep brings once the two have changed places: what the other, as exposed, is worth.

        By copy nothing says which copies change places: each keeps its size. A self-captured card doubles
        what it then brings.
        """
        like = card if self.is_by_copy else COPIES[other][0]
        return base * self.card_factor(like) * self.capture_factor(card)

    # Number 4: the transformer.

    def multiplier(self, transformers: list[Copy]) -> int:
        """What the transformers taken make of the rest; each one's own capture doubles it."""
        if not transformers:
            return 1
        captures = prod(self.capture_factor(card) for card in transformers)
        if self.is_by_copy:
            return sum(self.copy_multiplier(card) for card in transformers) * captures
        if len(transformers) == 2:
            return 4 * prod(self.factors(TRANSFORMER)) * captures
        return self.rank_multiplier() * captures

    def rank_multiplier(self) -> int:
        """One transformer, by rank: twice the largest factor exposed (001 §6: either of them, four times)."""
        return 2 * max(self.factors(TRANSFORMER), default=1)

    def copy_multiplier(self, card: Copy) -> int:
        """What one copy adds in China Games: 2, dark 8, bright 16 (004)."""
        return 4 * FACTORS[self.kinds[card]] if card in self.kinds else 2

    def is_lone(self, pile: list[Copy]) -> bool:
        """Nothing but transformers; by ``no_points`` hearts worth nothing do not count (001 §4)."""
        others = [card for card in pile if card.text != TRANSFORMER]
        if self.rules["lone_rule"] == "no_cards":
            return not others
        return all(card.suit == "H" and self.table_value(card) == 0 for card in others)

    def lone_value(self, transformers: list[Copy]) -> int:
        """25 times its multiplier, each; by copy 50 times, if there are two and not both unexposed."""
        if not self.is_by_copy:
            return sum(25 * self.rank_multiplier() * self.capture_factor(card) for card in transformers)
        is_plain = len(transformers) == 1 or not any(card in self.kinds for card in transformers)
        return (25 if is_plain else 50) * self.multiplier(transformers)

    # Number 5: the fixed slam of China Games.

    def fixed_slam(self) -> int:
        """The base times heart leaders and transformers; pig and sheep exposures do not count (004)."""
        leaders, transformers = self.factors(self.rules["heart_leader"]), self.factors(TRANSFORMER)
        if not self.is_two_decks:
            return self.rules["slam_base"] * prod(leaders) * prod(transformers)
        transformer_factor = 4 * transformers[0] if len(transformers) == 1 else 2 * sum(transformers) or 1
        return self.rules["slam_base"] * (sum(leaders) or 1) * transformer_factor


def score(
    taken: Sequence[Sequence[str]],
    rules: Rules,
    exposed: Iterable[tuple[int, str, str]] = (),
    dealt: Sequence[Sequence[str]] | None = None,
    has_swapped: bool = False,
) -> Points:
    """The points of four piles of texts; as many copies as a seat was dealt of a text count as its own."""
    shoe, deck = Shoe(), deck_texts(rules)
    piles = [[Placed(shoe.take(name), name, None) for name in pile] for pile in taken]
    exposures = [Exposure(*exposure) for exposure in exposed]
    kinds = exposed_copies([card for pile in piles for card in pile], exposures, deck, shoe)
    own = {card for seat in SEATS for card in own_copies(piles[seat], dealt[seat] if dealt else ())}
    scorer = Scorer(rules, kinds, own, deck, has_swapped)
    return scorer.points([[card.copy for card in pile] for pile in piles])


def own_copies(pile: Iterable[Placed], dealt: Iterable[str]) -> list[Copy]:
    """The cards of a pile that its taker was dealt: those named alike first, then by text."""
    left = Counter(dealt)
    own: list[Copy] = []
    for card in sorted(pile, key=lambda card: card.name not in left):
        names = [name for name in (card.name, *left) if left[name] and bare(name) == card.copy.text]
        if names:
            left[names[0]] -= 1
            own.append(card.copy)
    return own
