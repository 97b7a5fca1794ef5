"""A deal and its play, card by card (Rules: Deck, Dealing and leading, Exposure, Play)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee import exposing, sides
from referee.cards import (
    PIG,
    SEATS,
    Copy,
    Exposure,
    Placed,
    Rules,
    Shoe,
    bare,
    by_suit_and_rank,
    canonical,
    deck_texts,
    exposed_copies,
)
from referee.moves import Turn, legal_plays
from referee.scoring import Points, Scorer, own_copies
from referee.tricks import trick_winner

Texts = Sequence[Sequence[str]]
NOTHING: Texts = ((), (), (), ())


@dataclass(frozen=True)
class Deal:
    """A deal, or an ending, in texts.

    ``removed``: every card out of the deck; ``first_cards``: the card each seat was dealt first; ``taken``,
    ``own``, ``led``, ``exposed``: what an ending starts with (``own``: taken by whom it was dealt to).
    """

    hands: Texts
    removed: Sequence[str] = ()
    first_cards: Sequence[str | None] = (None, None, None, None)
    leader: int | None = None
    taken: Texts = NOTHING
    own: Texts = NOTHING
    led: str = ""
    exposed: Sequence[Exposure] = ()


class Game:
    """One deal from exposing to its points. Legal plays and plays are canonical texts."""

    def __init__(self, deal: Deal, rules: Rules, leader: int | None = None, dealer: int = 0) -> None:
        self.rules, self.deal, self.dealer = rules, deal, dealer
        self.deck = deck_texts(rules, deal.removed)
        self.suits_led = set(deal.led)
        self.exposures = list(deal.exposed)
        self.called: str | None = None
        self._place_cards()
        self._expose_all(exposing.forced_at_once(rules, self._hidden()))
        self.is_ending = sum(map(len, self.hands)) < len(self.deck)
        self.leader = self._first_leader(leader)
        self.lead_card = self._prescribed_lead(is_by_card=leader is None)
        self.to_play = self.leader
        self.trick: list[tuple[Copy, ...]] = []
        self.winners: list[int] = []
        self.first_pig_taker = next((seat for seat in SEATS if PIG in map(bare, deal.taken[seat])), None)
        self.names: dict[Copy, str] = {}

    def _place_cards(self) -> None:
        """Give each text a physical copy; note whom each copy was dealt to and which copies are exposed."""
        shoe = Shoe()
        hands = [[Placed(shoe.take(name), name, seat) for name in self.deal.hands[seat]] for seat in SEATS]
        piles = [[Placed(shoe.take(name), name, None) for name in pile] for pile in self.deal.taken]
        self.hands = [[card.copy for card in hand] for hand in hands]
        self.taken = [[card.copy for card in pile] for pile in piles]
        self.dealt_to = {copy: seat for seat in SEATS for copy in self.hands[seat]}
        for seat in SEATS:
            self.dealt_to |= dict.fromkeys(own_copies(piles[seat], self.deal.own[seat]), seat)
        placed = [card for cards in hands + piles for card in cards]
        self.kinds = exposed_copies(placed, self.exposures, self.deck, shoe)

    # Before the play.

    def _first_leader(self, given: int | None) -> int:
        """The leader given with the game or the deal, else the holder of the card to lead, else seat 0."""
        card = self.rules["first_lead"]
        holders = [seat for seat in SEATS if any(copy.text == card for copy in self.hands[seat])]
        named = [seat for seat in (given, self.deal.leader) if seat is not None]
        return [*named, *holders, 0][0]

    def _prescribed_lead(self, is_by_card: bool) -> str | None:
        """The card a whole deal must start with, where the leader is the one who was dealt it (000-LZ)."""
        is_prescribed = self.rules["must_lead_it"] and is_by_card and not self.is_ending
        return self.rules["first_lead"] if is_prescribed else None

    def _hidden(self) -> list[list[str]]:
        """The texts in each hand that are not exposed."""
        return [[card.text for card in hand if card not in self.kinds] for hand in self.hands]

    def exposable(self, seat: int) -> set[tuple[str, str]]:
        """The (card, kind) pairs the seat may declare now."""
        first_card = self.deal.first_cards[seat]
        return exposing.options(
            self.rules, seat, self._hidden()[seat], first_card, self.exposures, self.dealer
        )

    def expose(self, seat: int, card: str, kind: str) -> None:
        """Declare a card, and the fourth one if three force it."""
        self._expose_all([Exposure(seat, card, kind)])
        self._expose_all(exposing.forced_fourth(self.rules, self._hidden(), self.exposures))

    def _expose_all(self, exposures: Iterable[Exposure]) -> None:
        for exposure in exposures:
            hidden = [card for card in self.hands[exposure.seat] if card not in self.kinds]
            copy = next(card for card in hidden if card.text == exposure.card)
            self.kinds[copy] = exposure.kind
            self.exposures.append(exposure)

    def begin(self) -> None:
        """End the exposing: from here on every copy keeps its name."""
        self.names = {card: self._name(card) for cards in self.hands + self.taken for card in cards}
        for hand in self.hands:
            hand.sort(key=lambda card: by_suit_and_rank(self.names[card]))

    def _name(self, card: Copy) -> str:
        """Two decks mark an exposed copy, with its kind where both copies are exposed by different kinds."""
        if card not in self.kinds or self.rules["decks"] == 1:
            return card.text
        kinds = {exposure.kind for exposure in self.exposures if exposure.card == card.text}
        return f"{card.text}*{self.kinds[card] if len(kinds) > 1 else ''}"

    # The play.

    def legal_moves(self) -> set[str]:
        """What the player to move may play; identical twins are one move."""
        names = self.names
        plays = legal_plays(self._turn())
        return {names[p[0]] if len(p) == 1 else canonical(f"{names[p[0]]} {names[p[1]]}") for p in plays}

    def _turn(self) -> Turn:
        is_first_trick = not self.winners and not self.is_ending
        return Turn(
            rules=self.rules,
            hand=self.hands[self.to_play],
            led=self.trick[0][0].suit if self.trick else "",
            cards_to_play=len(self.trick[0]) if self.trick else 0,
            kinds=self.kinds,
            suits_led=self.suits_led,
            is_first_trick=is_first_trick,
            lead_card=self.lead_card if is_first_trick else None,
        )

    def play(self, text: str) -> None:
        """Play one or two cards of the hand of the player to move."""
        cards = tuple(self._take_from_hand(name) for name in text.split())
        self.trick.append(cards)
        self.to_play = (self.to_play + 1) % 4
        if len(self.trick) == 4:
            self._finish_trick()

    def _take_from_hand(self, name: str) -> Copy:
        hand = self.hands[self.to_play]
        card = next(card for card in hand if self.names[card] == name)
        hand.remove(card)
        return card

    def _finish_trick(self) -> None:
        """The winner takes the cards and leads; the trick's suit has been led from now on."""
        winner = (self.to_play + trick_winner(self.trick, self.rules)) % 4
        cards = [card for play in self.trick for card in play]
        self.taken[winner] += cards
        if self.first_pig_taker is None and any(card.text == PIG for card in cards):
            self.first_pig_taker = winner
        self.suits_led.add(self.trick[0][0].suit)
        self.winners.append(winner)
        self.trick = []
        self.to_play = winner

    @property
    def is_over(self) -> bool:
        return not self.trick and not any(self.hands)

    # After the play.

    def taken_names(self, seat: int) -> Counter[str]:
        """The cards a seat has taken."""
        return Counter(self.names[card] for card in self.taken[seat])

    def points(self, has_swapped: bool = False) -> Points:
        """Each player's own points."""
        return self._scorer(has_swapped).points(self.taken)

    def may_swap(self) -> bool:
        """Whether the taker of all hearts may choose that pig and sheep change colours."""
        piles = [[card for card in pile if card.is_scoring] for pile in self.taken]
        return self.rules["colour_change"] == "choice" and self._scorer(False).may_change_colours(piles)

    def _scorer(self, has_swapped: bool) -> Scorer:
        own = {card for seat in SEATS for card in self.taken[seat] if self.dealt_to.get(card) == seat}
        return Scorer(self.rules, self.kinds, own, self.deck, has_swapped)

    def sides(self) -> sides.Sides:
        """The side of each seat, by who was dealt what."""
        return sides.sides(self.rules, self.deal.hands, self.dealer, self.called)
