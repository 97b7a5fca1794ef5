"""Exact solving: against plain max/min search, against itself, with limits, and with bad arguments."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import gongzhu as gz
from endings import ENDINGS, HOUSE_RULES, ONE_DECK, begun_deal, ending, house_rules, short_deck
from plain_search import AIMS, PlainSearch, check_against_plain_search, partners
from tables import SEATS, play_randomly

OVERRIDES: dict[str, list[Any]] = {
    "jokers": [True, False],
    "first_lead": ["S3", "C2", "seat0"],
    "must_lead_it": [True, False],
    "kinds": [["open"], ["open", "first"], ["dark", "bright"], ["concealed", "first"], ["bright"]],
    "heart_leader": ["HA", "H3"],
    "bars": [[], ["follow"], ["discard"], ["follow", "lead"], ["follow", "lead", "discard"]],
    "forced": ["none", "third_forces_fourth", "all", "all_but_sheep"],
    "exposure_order": ["free", "from_dealer"],
    "first_trick_points": [True, False],
    "discards": ["free", "same_colour"],
    "heart_table": ["standard", "graded", "flat"],
    "lone_rule": ["no_cards", "no_points"],
    "pig_flip": ["slam", "all_hearts", "never"],
    "slam": ["natural", "fixed"],
    "slam_base": [0, 800, 1600],
    "self_capture": [1, 2],
    "colour_change": ["none", "auto", "choice"],
}


def overridden(rules: gz.Ruleset, rng: random.Random) -> gz.Ruleset:
    """The same rules with several parameters drawn anew; some draws contradict each other."""
    while True:
        names = rng.sample(sorted(OVERRIDES), rng.randint(2, 6))
        try:
            return rules.replace(**{name: rng.choice(OVERRIDES[name]) for name in names})
        except gz.RulesError:
            continue


def random_games(rules: gz.Ruleset, number: int, cards: int) -> Iterator[gz.Game]:
    rng = random.Random(f"{rules.name} {rules.differences()} {cards}")
    for _ in range(number):
        yield ending(rules, rng, cards, on_table=rng.choice([0, 0, 1, 2, 3]))


def as_ending(game: gz.Game) -> gz.Deal:
    """The same position between two tricks, as a deal that tells what went before."""
    return gz.Deal(
        game.hands,
        game.rules,
        leader=game.to_play,
        dealer=game.dealer,
        taken=[game.taken(seat) for seat in SEATS],
        own=[[card for card in game.taken(seat) if card in game.dealt[seat]] for seat in SEATS],
        led="".join({trick.moves[0].cards[0].suit for trick in game.tricks}),
        exposed=[(exposure.seat, str(exposure.card), exposure.kind) for exposure in game.exposures],
    )


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("preset", gz.presets())
def test_every_play_of_an_ending_is_worth_what_plain_search_says(preset: str, aim: str) -> None:
    for number, game in enumerate(random_games(gz.Ruleset.preset(preset), ENDINGS, 3)):
        check_against_plain_search(game, aim, number % 4)


@pytest.mark.parametrize("preset", ONE_DECK)
def test_with_rules_overridden_every_play_is_still_worth_what_plain_search_says(preset: str) -> None:
    rng = random.Random(preset)
    for number in range(ENDINGS):
        rules = overridden(gz.Ruleset.preset(preset), rng)
        deck = short_deck(rules) if number % 3 == 0 else rules
        check_against_plain_search(
            ending(deck, rng, 3, on_table=number % 4), rng.choice(list(AIMS)), number % 4
        )
    for aim in AIMS:
        game = ending(overridden(gz.Ruleset.preset(preset), rng), rng, 4, on_table=2)
        check_against_plain_search(game, aim, rng.choice(SEATS))


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("house_rule", HOUSE_RULES)
def test_a_house_rule_makes_an_ending_worth_what_plain_search_says(house_rule: str, aim: str) -> None:
    for number, game in enumerate(random_games(house_rules(house_rule), ENDINGS, 3)):
        check_against_plain_search(game, aim, number % 4)


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("house_rule", HOUSE_RULES)
def test_a_whole_deal_of_a_short_deck_is_worth_what_plain_search_says(house_rule: str, aim: str) -> None:
    """With few hearts all hearts and slams are common, and the rules of the first trick hold."""
    opening = {"first_lead": "S3", "must_lead_it": True, "first_trick_points": False}
    rng = random.Random(house_rule)
    for number in range(8):
        rules = short_deck(house_rules(house_rule).replace(**(opening if number % 2 else {})))
        check_against_plain_search(begun_deal(rules, rng), aim, number % 4)


@pytest.mark.parametrize("preset", gz.presets())
def test_what_one_side_wins_the_other_loses(preset: str) -> None:
    for game in random_games(gz.Ruleset.preset(preset), 3, 5):
        solutions = [gz.solve(game, seat=seat, hash_mb=1) for seat in SEATS]
        sides = partners(game)
        for seat in SEATS:
            sign = 1 if sides[seat] == sides[0] else -1
            assert solutions[seat].value == sign * solutions[0].value
            for move, value in solutions[0].moves.items():
                assert not isinstance(value, tuple)
                assert solutions[seat].moves[move] == sign * value


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("preset", gz.presets())
def test_along_the_line_the_value_stays_and_the_points_come_out(preset: str, aim: str) -> None:
    objective, measure = AIMS[aim]
    for game in random_games(gz.Ruleset.preset(preset), 2, 6):
        seat = game.to_play
        assert seat is not None
        solution = gz.solve(game, objective, measure=measure, hash_mb=1)
        value_of = PlainSearch.of(game, aim, seat).value_of
        for number, move in enumerate(solution.line):
            if number in (1, 2, 7):
                assert (
                    gz.solve(game, objective, measure=measure, seat=seat, hash_mb=1).value == solution.value
                )
            game.play(move)
        assert game.is_over
        assert game.points() == solution.points
        assert value_of(game.points()) == solution.value


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("nodes", [0, 10, 100, 1000, 10_000])
def test_a_node_limit_leaves_proven_bounds(nodes: int, aim: str) -> None:
    objective, measure = AIMS[aim]
    exact = 0
    for preset in gz.presets():
        for game in random_games(gz.Ruleset.preset(preset), 2, 6):
            full = gz.solve(game, objective, measure=measure, hash_mb=1)
            part = gz.solve(game, objective, measure=measure, nodes=nodes, hash_mb=1)
            assert part.nodes <= nodes
            assert part.lower <= full.value <= part.upper
            assert part.lower <= part.value <= part.upper
            assert part.exact == (part.lower == part.upper)
            assert part.moves.keys() == full.moves.keys()
            for move, value in full.moves.items():
                proven = part.moves[move]
                lower, upper = proven if isinstance(proven, tuple) else (proven, proven)
                assert not isinstance(value, tuple)
                assert lower <= value <= upper
            exact += part.exact
    assert exact < 2 * len(gz.presets()) or nodes == 10_000


def test_an_ending_told_as_such_is_worth_what_the_game_that_reached_it_is() -> None:
    """What was taken, by whom it had been dealt, what was exposed and led: all of it is in the deal."""
    rng = random.Random(1)
    for preset in ONE_DECK:
        for number in range(4):
            game = begun_deal(gz.Ruleset.preset(preset), rng)
            play_randomly(game, rng, 4 * (8 if number % 2 else 9))
            told = as_ending(game)
            if gz.Game(told).sides != game.sides:
                continue  # an ending does not tell who had a card that another took, nor what was called
            for objective, measure in AIMS.values():
                there = gz.solve(game, objective, measure=measure, hash_mb=1)
                assert gz.solve(told, objective, measure=measure, hash_mb=1).moves == there.moves


def test_a_time_limit_ends_the_search_of_a_whole_deal_with_bounds() -> None:
    solution = gz.solve(gz.Deal.random(seed=1), time_limit=0.02)
    assert not solution.exact
    assert solution.lower == solution.value < solution.upper
    assert solution.points is None
    assert all(isinstance(bounds, tuple) for bounds in solution.moves.values())


def test_a_deal_is_solved_as_the_game_in_which_nothing_is_exposed() -> None:
    deal = gz.Deal.random(seed=5, cards=6)
    game = gz.Game(deal)
    assert gz.solve(deal).moves == gz.solve(game).moves
    assert game.phase == "exposing"
    game.begin()
    assert gz.solve(deal).moves == gz.solve(game).moves


def test_table_size_and_threads_change_no_value() -> None:
    for game in random_games(gz.Ruleset.preset("huapai"), 3, 7):
        solution = gz.solve(game)
        assert gz.solve(game, hash_mb=1, threads=2).moves == solution.moves


def test_the_partners_of_pig_and_sheep_are_those_who_were_dealt_them() -> None:
    deal = gz.Deal.parse("N:Q2... 3..J. ..A2. 4..3.", rules=gz.Ruleset.preset("pig-sheep"), leader=3)
    solution = gz.solve(deal, seat=0)
    assert solution.value == gz.solve(deal, seat=1).value == -gz.solve(deal, seat=2).value
    check_game = gz.Game(deal)
    check_game.begin()
    check_against_plain_search(check_game, "partners", 0)


Options = dict[str, int | float | str]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"objective": "greedy"}, "objective: 'greedy' is unknown, expected partners or solo"),
        ({"seat": 7}, "seat 7 is out of range, expected 0 to 3"),
        ({"seat": -1}, "seat -1 is out of range"),
        ({"nodes": -1}, "nodes -1 is out of range"),
        ({"time_limit": -0.5}, "time_limit -0.5 is out of range"),
        ({"time_limit": float("nan")}, "time_limit nan is out of range"),
        ({"hash_mb": 0}, "hash_mb 0 is out of range"),
        ({"threads": -1}, "threads -1 is out of range"),
    ],
)
def test_an_argument_out_of_range_is_named(options: Options, message: str) -> None:
    with pytest.raises(gz.RulesError, match=message):
        gz.solve(gz.Deal.random(seed=1, cards=2), **options)  # type: ignore[call-overload]


def test_a_deal_that_is_over_has_nothing_to_solve() -> None:
    game = gz.Game(gz.Deal.random(seed=1, cards=1))
    game.begin()
    for _ in SEATS:
        game.play(game.legal_moves()[0])
    with pytest.raises(gz.IllegalMove, match="solve: the deal is over"):
        gz.solve(game)
