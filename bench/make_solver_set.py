"""Makes the positions of bench/solver_set/ and bench/solver_set_double/, the same on every machine.

    python bench/make_solver_set.py

Each file has a position a line, as `Game.to_string` writes it: `08-good.txt` has eight cards a hand after
good play, `13-exposed.txt` whole deals with exposures. All stand between tricks, under the preset
`traditional`, of two decks `traditional-double`; each card that may be exposed is so one time in four.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count, islice
from math import prod
from pathlib import Path

import gongzhu as gz

FOLDERS = {1: Path(__file__).parent / "solver_set", 2: Path(__file__).parent / "solver_set_double"}
RULES = {1: gz.Ruleset.preset("traditional"), 2: gz.Ruleset.preset("traditional-double")}
SIZES = {1: range(6, 13), 2: range(6, 12)}
EACH = 50  # endings of a size and kind
WHOLE = {1: 20, 2: 10}  # whole deals without exposures, and as many with some
RANKS = "23456789TJQKA"
SPECIAL = {"S": "SQ", "D": "DJ", "C": "CT"}
DECK = [suit + rank for suit in "SHDC" for rank in RANKS]


def rank(card: str) -> int:
    return RANKS.index(card[1])


class GoodPlayer:
    """A hand-written sensible policy for seats 0 and 2 against 1 and 3; it looks at no hand but its own.

    It plays the card with the highest sum of what the trick will bring its side and of what it is good for
    to have the card out of the hand. It leads no pairs, and takes the copies of two decks for the same.
    """

    def __init__(self, game: gz.Game) -> None:
        self.game = game
        alone = [gz.score([[card], [], [], []], game.rules, game.exposures)[0] for card in DECK]
        self.worth = dict(zip(DECK, alone, strict=True))
        self.worth["CT"] *= -1  # alone it scores, but as a rule it doubles losses

    def choose(self) -> gz.Move:
        """What the seat to play should play."""
        game, seat = self.game, self.game.to_play
        assert seat is not None
        hands = [[str(card)[:2] for card in hand] for hand in game.hands]
        self.hand = hands[seat]
        self.unseen = [card for other, hand in enumerate(hands) if other != seat for card in hand]
        self.trick = [str(move)[:2] for move in game.current_trick]
        singles = [move for move in game.legal_moves() if len(move.cards) == 1]
        return max(singles, key=lambda move: self.in_trick(str(move)[:2]) + self.out_of_hand(str(move)[:2]))

    def in_trick(self, card: str) -> float:
        """Points that the own side gains on the other through this trick, more or less."""
        table = [*self.trick, card]
        suit = table[0][0]
        winner = max(
            range(len(table)), key=lambda i: (table[i][0] == suit, rank(table[i]))
        )  # the first of equals
        best = rank(table[winner])
        to_come = 4 - len(table)
        higher = sum(other[0] == suit and rank(other) > best for other in self.unseen)
        lower = sum(other[0] == suit and rank(other) < best for other in self.unseen)
        holds = prod([lower / (lower + higher)] * to_come) if higher else 1.0  # who can duck does
        ours = (len(table) - 1 - winner) % 2 == 0
        partner_beats = (0, 0, 1 / 2, 1 / 3)[to_come]
        gets_it = holds * ours + (1 - holds) * partner_beats
        content = sum(self.worth[played] for played in table)
        follow = sum(
            self.worth[other] * (0.5 if self.worth[other] < 0 else 0.1)  # bad cards come, the sheep hides
            for other in self.unseen
            if other[0] == suit and rank(other) < best
        )
        return (2 * gets_it - 1) * (content + (follow - 15 * to_come if to_come else 0))

    def out_of_hand(self, card: str) -> float:
        """What it is good for not to have the card any longer."""
        suit = card[0]
        length = sum(other[0] == suit for other in self.hand)
        relief = rank(card) + 2.0 * (4 - length)
        if suit in SPECIAL and SPECIAL[suit] in self.unseen and rank(card) > rank(SPECIAL[suit]):
            relief += {"S": 60 / length, "D": -25.0, "C": 20 / length}[suit]
        if suit == "S" and not self.trick:
            if "SQ" in self.unseen and {"SK", "SA"}.isdisjoint(self.hand):
                relief += 15  # hunts the pig
            elif "SQ" in self.hand and card != "SQ":
                relief -= 30  # its guards stay
        return relief


def expose(game: gz.Game, rng: random.Random) -> None:
    for seat in range(4):
        for card in dict.fromkeys(card for card, _ in game.exposable(seat)):
            if rng.random() < 0.25:
                game.expose(seat, card)


def ending(cards: int, seed: int, *, good: bool, decks: int = 1) -> gz.Game:
    """So many cards a hand, after random or after good play from a whole deal."""
    rng = random.Random(seed)
    game = gz.Game(gz.Deal.random(seed, RULES[decks]))
    expose(game, rng)
    game.begin()
    player = GoodPlayer(game)
    while game.current_trick or sum(map(len, game.hands)) > 4 * cards:
        game.play(player.choose() if good else rng.choice(game.legal_moves()))
    return game


def whole(seed: int, *, exposed: bool, decks: int = 1) -> gz.Game:
    """A whole deal without exposures, or with at least one."""
    rng = random.Random(seed)
    game = gz.Game(gz.Deal.random(seed, RULES[decks]))
    while exposed and not game.exposures:
        expose(game, rng)
    game.begin()
    return game


def endings(cards: int, first: int, *, good: bool, decks: int) -> Iterator[gz.Game]:
    """Endings of just so many cards: a pair may take the hands below them."""
    for seed in count(first):
        game = ending(cards, seed, good=good, decks=decks)
        if len(game.hands[0]) == cards:
            yield game


def solver_set(decks: int = 1) -> Iterator[tuple[str, list[gz.Game]]]:
    """Each file's name and its positions."""
    for cards in SIZES[decks]:
        first = 1000 * cards
        yield f"{cards:02}-random.txt", list(islice(endings(cards, first, good=False, decks=decks), EACH))
        yield f"{cards:02}-good.txt", list(islice(endings(cards, first + 500, good=True, decks=decks), EACH))
    cards = 13 * decks
    deals = range(1000 * cards, 1000 * cards + WHOLE[decks])
    yield f"{cards}-plain.txt", [whole(seed, exposed=False, decks=decks) for seed in deals]
    yield f"{cards}-exposed.txt", [whole(seed + 500, exposed=True, decks=decks) for seed in deals]


if __name__ == "__main__":
    for decks, folder in FOLDERS.items():
        folder.mkdir(exist_ok=True)
        for name, games in solver_set(decks):
            lines = "".join(f"{game.to_string()}\n" for game in games)
            (folder / name).write_text(lines, encoding="ascii", newline="\n")
