"""What exposing is worth: against every declaration through `gz.Game`, ties, limits, what is refused."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

import gongzhu as gz
from endings import ONE_DECK, TWO_DECKS
from tables import SEATS, four, ruleset

Value = int | Fraction
Made = tuple[gz.Exposure, ...]
Choice = tuple[int, list[tuple[gz.Card, int]]]


class Plain:
    """Every seat looks at every way to expose, one card after the other, and at what the others then do."""

    def __init__(self, game: gz.Game, seat: int, **options: Any) -> None:
        self.seat = seat
        self.options = options
        self.earlier = len(game.exposures)
        self.values: dict[Made, Value] = {}
        sides = game.sides
        if options.get("objective") == "solo":
            self.raises = {seat}
        else:
            partners = sides if sides is not None and len(set(sides)) == 2 else (0, 1, 0, 1)
            self.raises = {other for other in SEATS if partners[other] == partners[seat]}

    def value(self, game: gz.Game) -> Value:
        made = self.made(game)
        if made not in self.values:
            value = gz.solve(game, seat=self.seat, **self.options, hash_mb=1).value
            assert not isinstance(value, tuple)
            self.values[made] = value
        return self.values[made]

    def par(self, game: gz.Game, seats: Sequence[int]) -> tuple[Value, gz.Game]:
        if not seats:
            return self.value(game), game
        seat, *later = seats
        best: tuple[Value, Choice, gz.Game] | None = None
        for own, after in self.declarations(game, seat):
            value, end = self.par(after, later)
            worth = value if seat in self.raises else -value
            if best is None or (-worth, own) < (-best[0], best[1]):
                best = worth, own, end
        assert best is not None
        return self.values[self.made(best[2])], best[2]

    def made(self, game: gz.Game) -> Made:
        return tuple(sorted(game.exposures[self.earlier :]))

    def declarations(self, game: gz.Game, seat: int) -> list[tuple[Choice, gz.Game]]:
        kinds = game.rules.kinds
        found: list[tuple[Choice, gz.Game]] = [((0, []), game)]
        for card, kind in game.exposable(seat):
            after = game.copy()
            after.expose(seat, card, kind)
            for (count, cards), end in self.declarations(after, seat):
                found.append(((count + 1, sorted([*cards, (card, kinds.index(kind))])), end))
        return found


def ending_with_honours(rules: gz.Ruleset, rng: random.Random, cards: int) -> gz.Game:
    """In its exposing phase, with cards to expose, some of them the first that a seat was dealt."""
    while True:
        deal = gz.Deal.random(rng.getrandbits(64), rules, cards)
        first_cards = [rng.choice(hand) for hand in deal.hands]
        deal = gz.Deal(
            [list(hand) for hand in deal.hands],
            rules,
            first_cards=first_cards,
            leader=rng.choice(SEATS),
            dealer=rng.choice(SEATS),
        )
        game = gz.Game(deal)
        if rules.partnership == "called":
            game.call(rng.choice(deal.hands[0]))
        honours = {"SQ", "DJ", "CT", rules.heart_leader}
        if len(honours.intersection(str(card) for hand in deal.hands for card in hand)) >= 2:
            return game


def check_against_every_declaration(game: gz.Game, seat: int, **options: Any) -> None:
    first = game.dealer if game.rules.exposure_order == "from_dealer" else game.leader
    plain = Plain(game, seat, **options)
    value, end = plain.par(game, [(first + step) % 4 for step in SEATS])
    before = game.to_string()
    par = gz.solve_exposures(game, seat=seat, hash_mb=1, **options)
    assert game.to_string() == before
    assert par.sets == plain.values
    assert (par.value, par.lower, par.upper, par.exact) == (value, value, value, True)
    assert par.choice == end.exposures[len(game.exposures) :], before


@pytest.mark.parametrize("preset", [*ONE_DECK, "wikipedia-jokers"])
def test_every_set_and_the_choice_are_what_looking_at_every_declaration_finds(preset: str) -> None:
    rng = random.Random(preset)
    for number in range(5):
        game = ending_with_honours(ruleset(preset), rng, 3)
        check_against_every_declaration(game, number % 4)
    check_against_every_declaration(game, 1, objective="solo")
    check_against_every_declaration(game, 2, objective="solo", measure="settled")


@pytest.mark.parametrize("forced", ["none", "third_forces_fourth", "all", "all_but_sheep", "forbidden"])
def test_what_the_rules_force_is_not_chosen(forced: str) -> None:
    rules = gz.Ruleset(forced=forced, kinds=["open"])
    rng = random.Random(forced)
    for seat in range(4):
        game = ending_with_honours(rules, rng, 4)
        check_against_every_declaration(game, seat)


@pytest.mark.parametrize("preset", TWO_DECKS)
def test_of_two_decks_too(preset: str) -> None:
    rng = random.Random(preset)
    for number in range(4):
        game = ending_with_honours(ruleset(preset), rng, 3)
        check_against_every_declaration(game, number)
    check_against_every_declaration(game, 1, objective="solo")
    check_against_every_declaration(game, 2, objective="solo", measure="settled")


def test_both_copies_of_a_card_are_exposed_one_by_one() -> None:
    deal = gz.Deal(four("SQ SQ S2 / S5 S6 S7 / H5 H6 H7 / D5 D6 D7"), ruleset("traditional-double"), leader=1)
    pig = gz.Exposure(0, gz.Card("SQ"), "open")
    par = gz.solve_exposures(deal, seat=0, hash_mb=1)
    assert set(par.sets) == {(), (pig,), (pig, pig)}
    check_against_every_declaration(gz.Game(deal), 0)


FOUR = "SQ S2 / DJ D2 / CT C2 / HA H2"  # a hand of one honour each


def test_the_third_exposure_forces_the_fourth_and_so_some_sets_cannot_come_about() -> None:
    deal = gz.Deal(four(FOUR), gz.Ruleset.preset("lianzhong"), leader=0)
    par = gz.solve_exposures(deal)
    assert sorted({len(made) for made in par.sets}) == [0, 1, 2, 4]
    assert len(par.sets) == 1 + 4 + 6 + 1


def test_exposures_made_earlier_stand_and_belong_to_no_set() -> None:
    game = gz.Game(gz.Deal(four(FOUR), gz.Ruleset.preset("traditional"), leader=0))
    game.expose(0, "SQ")
    par = gz.solve_exposures(game, seat=1)
    assert len(par.sets) == 2**3
    assert all("SQ" not in {str(exposure.card) for exposure in made} for made in par.sets)
    check_against_every_declaration(game, 1)


def test_what_gains_nothing_is_not_exposed() -> None:
    # North takes everything, and the transformer multiplies a heart that is worth nothing.
    par = gz.solve_exposures(gz.Deal(four("SA SK / S2 S3 / S4 S5 / CT H2"), leader=0))
    transformer = gz.Exposure(3, gz.Card("CT"), "open")
    assert par.sets == {(): 0, (transformer,): 0}
    assert par.choice == ()


def test_the_seats_declare_in_the_order_asked_for() -> None:
    game = ending_with_honours(ruleset("traditional"), random.Random(9), 4)
    plain = Plain(game, 0)
    for order in ([3, 1, 0, 2], (2, 0, 1, 3)):
        value, end = plain.par(game, order)
        par = gz.solve_exposures(game, seat=0, order=order)
        assert (par.value, par.choice) == (value, end.exposures)


@pytest.mark.parametrize("nodes", [0, 30, 300, 3000])
def test_a_node_limit_leaves_proven_bounds(nodes: int) -> None:
    rng = random.Random(nodes)
    inexact = 0
    for _ in range(4):
        game = ending_with_honours(ruleset("huapai"), rng, 5)
        full = gz.solve_exposures(game, seat=0, hash_mb=1)
        part = gz.solve_exposures(game, seat=0, nodes=nodes, hash_mb=1)
        assert part.nodes <= nodes
        assert part.lower <= full.value <= part.upper
        assert part.value == part.lower
        assert part.exact == (part.lower == part.upper)
        assert part.sets.keys() == full.sets.keys()
        assert tuple(sorted(part.choice)) in part.sets
        for made, value in full.sets.items():
            assert not isinstance(value, tuple)
            proven = part.sets[made]
            lower, upper = proven if isinstance(proven, tuple) else (proven, proven)
            assert lower <= value <= upper
        inexact += not part.exact
    assert inexact > 0 or nodes == 3000


def test_a_whole_deal_under_a_time_limit_has_bounds() -> None:
    par = gz.solve_exposures(gz.Deal.random(seed=1), time_limit=0.2)
    assert len(par.sets) == 2**4
    assert par.lower < par.upper
    assert not par.exact


Options = dict[str, Any]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"objective": "selfish"}, "objective 'selfish' is not supported, expected partners or solo"),
        ({"seat": 4}, "seat 4 is out of range, expected 0 to 3"),
        ({"order": [0, 1, 2]}, r"order \[0, 1, 2\] is wrong, expected each of the seats 0 to 3 once"),
        ({"order": [0, 1, 2, 2]}, "expected each of the seats 0 to 3 once"),
        ({"time_limit": -1}, "time_limit -1 is out of range, expected 0 seconds or more"),
        ({"time_limit": float("nan")}, "time_limit nan is out of range"),
        ({"nodes": -1}, "nodes -1 is out of range, expected 0 or more"),
        ({"hash_mb": 0}, "hash_mb 0 is out of range"),
        ({"threads": -1}, "threads -1 is out of range"),
        ({"measure": "settled"}, "settled goes with the objective solo"),
    ],
)
def test_an_argument_out_of_range_is_named(options: Options, message: str) -> None:
    with pytest.raises(gz.RulesError, match=message):
        gz.solve_exposures(gz.Deal.random(seed=1, cards=2), **options)


def test_a_game_in_play_is_refused() -> None:
    game = gz.Game(gz.Deal.random(seed=1, cards=2))
    game.begin()
    with pytest.raises(gz.IllegalMove, match="solve_exposures: play has begun, and nobody exposes any more"):
        gz.solve_exposures(game)
