"""What must hold between solutions, on endings of seven to nine cards and on whole deals."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest

import gongzhu as gz
from endings import ONE_DECK, ending
from plain_search import AIMS, PlainSearch, partners
from tables import SEATS

WHOLE_DEALS = [("traditional", 29), ("huapai", 13)]  # seeds of deals that are solved soon
HONOURS = {"S": "SQ", "D": "DJ", "C": "CT"}
Values = dict[str, Fraction]


def cases() -> Iterator[tuple[gz.Game, str]]:
    """Endings of seven cards for every aim; longer ones, which cost more, for partners."""
    rng = random.Random(1)
    for number, preset in enumerate(ONE_DECK):
        rules = gz.Ruleset.preset(preset)
        for aim in AIMS:
            yield ending(rules, rng, 7, on_table=number % 4), aim
        yield ending(rules, rng, 8 + number % 2, on_table=number % 4), "partners"


CASES = {f"{game.rules.name}-{max(map(len, game.hands))}-{aim}": (game, aim) for game, aim in cases()}
every_case = pytest.mark.parametrize("case", CASES)


def solve(game: gz.Game | gz.Deal, aim: str, seat: int, threads: int = 1) -> gz.Solution:
    objective, measure = AIMS[aim]
    solution = gz.solve(game, objective, measure=measure, seat=seat, threads=threads, hash_mb=32)
    assert solution.exact
    return solution


def values(game: gz.Game | gz.Deal, aim: str, seat: int) -> Values:
    """The value of each legal move."""
    found = {}
    for move, value in solve(game, aim, seat).moves.items():
        assert not isinstance(value, tuple)
        found[str(move)] = Fraction(value)
    return found


def turned(game: gz.Game, by: int) -> gz.Game:
    """The same game with everybody `by` seats further on."""
    deal = game.deal
    places = [(seat - by) % 4 for seat in SEATS]
    turned_deal = gz.Deal(
        [deal.hands[place] for place in places],
        deal.rules,
        first_cards=[deal.first_cards[place] for place in places],
    )
    dealer = (game.dealer + by) % 4
    leader = (game.leader + by) % 4 if game.leader_given or deal.rules.first_lead == "seat0" else None
    other = gz.Game(turned_deal, leader=leader, dealer=dealer)
    if game.called:
        other.call(game.called)
    for exposure in game.exposures:
        if exposure.card and exposure.card not in [made.card for made in other.exposures]:
            other.expose((exposure.seat + by) % 4, exposure.card, exposure.kind)
    other.begin()
    for move in game.history:
        other.play(move)
    return other


@every_case
def test_turning_the_table_changes_nothing(case: str) -> None:
    game, aim = CASES[case]
    assert values(turned(game, 1), aim, seat=3) == values(game, aim, seat=2)
    assert values(turned(game, 2), aim, seat=1) == values(game, aim, seat=3)


@pytest.mark.parametrize("case", [case for case in CASES if case.endswith("partners")])
def test_what_one_side_wins_the_other_loses(case: str) -> None:
    game, _ = CASES[case]
    sides = partners(game)
    ours = values(game, "partners", seat=0)
    theirs = {move: -value for move, value in ours.items()}
    for seat in (1, 2, 3):
        assert values(game, "partners", seat) == (ours if sides[seat] == sides[0] else theirs)


@every_case
def test_the_value_is_that_of_the_best_move_and_stays_along_the_line_to_the_points(case: str) -> None:
    game, aim = CASES[case]
    seat = 1
    plain = PlainSearch.of(game, aim, seat)
    found = values(game, aim, seat)
    solution = solve(game, aim, seat)
    assert solution.value == plain.best(list(found.values())) == found[str(solution.line[0])]
    assert solution.points is not None
    assert solution.value == plain.value_of(solution.points)

    played = game.copy()
    for number, move in enumerate(solution.line):
        played.play(move)
        if number in (0, 1, 2, 5, 14):
            assert solve(played, aim, seat).value == solution.value
    assert played.points() == solution.points


@every_case
def test_two_threads_find_what_one_does(case: str) -> None:
    game, aim = CASES[case]
    alone, together = (solve(game, aim, seat=0, threads=threads) for threads in (1, 2))
    assert (together.value, together.moves) == (alone.value, alone.moves)


@pytest.mark.parametrize(("preset", "seed"), WHOLE_DEALS)
def test_a_whole_deal_has_one_value_however_it_is_found(preset: str, seed: int) -> None:
    game = gz.Game(gz.Deal.random(seed, gz.Ruleset.preset(preset)))
    game.begin()
    solution = gz.solve(game, "partners", seat=1, every_move=False)
    assert solution.exact
    assert solution.points is not None
    assert solution.value == PlainSearch.of(game, "partners", 1).value_of(solution.points)

    others = turned(game, 1)
    assert gz.solve(others, seat=1, every_move=False).value == -solution.value
    assert gz.solve(game, seat=1, threads=2, hash_mb=64, every_move=False).value == solution.value
    game.play(solution.line[0])
    assert gz.solve(game, seat=1, every_move=False).value == solution.value
    game.undo()
    for move in solution.line:
        game.play(move)
    assert game.points() == solution.points


# Endings in which the scoring cards that nobody holds have been taken: piles as we like them.

Piles = list[list[gz.Card]]


def cards_of(rules: gz.Ruleset) -> list[gz.Card]:
    return sorted((card for hand in gz.Deal.random(0, rules).hands for card in hand), key=str)


def scores(card: gz.Card) -> bool:
    return card.suit == "H" or str(card) in HONOURS.values()


def hands_and_piles(rules: gz.Ruleset, rng: random.Random, *absent: str) -> tuple[list[list[str]], Piles]:
    """Hands of seven cards, some cards in none of them, and who has taken the scoring cards not in them."""
    while True:
        hands = [[str(card) for card in hand] for hand in gz.Deal.random(rng.getrandbits(64), rules, 7).hands]
        held = {card for hand in hands for card in hand}
        if held.isdisjoint(absent):
            break
    piles: Piles = [[], [], [], []]
    for card in cards_of(rules):
        if scores(card) and str(card) not in held:
            rng.choice(piles).append(card)
    return hands, piles


def told(rules: gz.Ruleset, hands: Sequence[Sequence[str]], piles: Piles) -> gz.Game:
    """Seat 2 leads; who may expose a card exposes one."""
    game = gz.Game(gz.Deal(hands, rules, taken=piles), leader=2)
    for seat in SEATS:
        for card, kind in game.exposable(seat)[:1]:
            game.expose(seat, card, kind)
    game.begin()
    return game


def points_taken(game: gz.Game) -> tuple[int, ...]:
    """The points of the piles as they are, as if nothing else came."""
    exposed = [(exposure.seat, str(exposure.card), exposure.kind) for exposure in game.exposures]
    return gz.score([game.taken(seat) for seat in SEATS], game.rules, exposed=exposed)


def exchanged(hands: Sequence[Sequence[str]], suits: Sequence[str]) -> dict[str, str]:
    """New names of the cards: those of two suits without scoring cards change suits and keep their order."""
    names = {card: card for hand in hands for card in hand}
    ranks = "23456789TJQKA"
    for suit, other in (suits, suits[::-1]):
        held = sorted((name for name in names if name[0] == suit), key=lambda name: ranks.index(name[1]))
        free = [other + rank for rank in ranks if other + rank != HONOURS[other]]
        names.update(zip(held, free, strict=False))
    return names


every_aim = pytest.mark.parametrize("aim", AIMS)


@every_aim
@pytest.mark.parametrize("preset", ONE_DECK)
def test_suits_without_scoring_cards_may_change_places(preset: str, aim: str) -> None:
    rules = gz.Ruleset.preset(preset)
    assert rules.discards == "free"  # colours would tell the suits apart
    rng = random.Random(f"{preset} {aim}")
    for suits in ("SD", "SC", "DC"):
        hands, piles = hands_and_piles(rules, rng, *(HONOURS[suit] for suit in suits))
        names = exchanged(hands, suits)
        renamed = [[names[card] for card in hand] for hand in hands]
        before = values(told(rules, hands, piles), aim, seat=0)
        after = values(told(rules, renamed, piles), aim, seat=0)
        assert after == {names[move]: value for move, value in before.items()}


@every_aim
@pytest.mark.parametrize("preset", ONE_DECK)
def test_a_card_taken_before_adds_a_constant(preset: str, aim: str) -> None:
    """With the transformer taken and the hearts split, whose pile a card is in moves all values alike."""
    rules = gz.Ruleset.preset(preset)
    rng = random.Random(f"{preset} {aim}")
    shifts = 0
    while shifts < 4:
        hands, piles = hands_and_piles(rules, rng, "CT")
        (multiplied,) = (seat for seat in SEATS if "CT" in map(str, piles[seat]))
        giver, receiver = rng.sample([seat for seat in SEATS if seat != multiplied], 2)
        if not piles[giver]:
            continue
        shifted = [list(pile) for pile in piles]
        shifted[receiver].append(shifted[giver].pop(rng.randrange(len(piles[giver]))))
        if not (hearts_are_split(piles) and hearts_are_split(shifted)):
            continue
        one, other = told(rules, hands, piles), told(rules, hands, shifted)
        value_of = PlainSearch.of(one, aim, receiver).value_of
        constant = value_of(points_taken(other)) - value_of(points_taken(one))
        before = values(one, aim, receiver)
        assert values(other, aim, receiver) == {move: value + constant for move, value in before.items()}
        shifts += constant != 0


def hearts_are_split(piles: Piles) -> bool:
    return sum(any(card.suit == "H" for card in pile) for pile in piles) > 1
