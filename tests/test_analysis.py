"""`gz.analyse_game`: the value before and after every card, and who lost how much where."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import pytest

import gongzhu as gz
from endings import HOUSE_RULES, begun_deal, house_rules, short_deck
from gongzhu.solving import Measure, Objective, Value, Worth
from tables import SEATS, begun, claim_randomly, play, play_randomly

QUESTIONS: tuple[tuple[Objective, Measure], ...] = (
    ("partners", "points"),
    ("solo", "points"),
    ("solo", "settled"),
)

questions = pytest.mark.parametrize(("objective", "measure"), QUESTIONS)
presets = pytest.mark.parametrize("preset", gz.presets())


def played_game(rules: gz.Ruleset, seed: int, cards: int = 4, plays: int = 200) -> gz.Game:
    rng = random.Random(seed)
    game = begun_deal(rules, rng, cards)
    play_randomly(game, rng, plays)
    return game


def known(worth: Worth) -> Value:
    assert not isinstance(worth, tuple)
    return worth


def limits(worth: Worth) -> tuple[Value, Value]:
    return worth if isinstance(worth, tuple) else (worth, worth)


def positions(game: gz.Game) -> list[gz.Game]:
    """The game after none, one, two … of its plays."""
    position = game.copy()
    if position.claimed:
        position.undo()
    found = [position.copy()]
    while position.history:
        position.undo()
        found.insert(0, position.copy())
    return found


def raisers(game: gz.Game, objective: Objective, seat: int) -> list[bool]:
    """Which seats want the value of a seat or of its side high."""
    sides = game.sides
    if objective == "solo":
        return [other == seat for other in SEATS]
    if sides is None or len(set(sides)) == 4:
        sides = (0, 1, 0, 1)
    return [side == sides[seat] for side in sides]


def check(
    analysis: gz.GameAnalysis, game: gz.Game, objective: Objective, measure: Measure, seat: int
) -> None:
    """Every value is that of the position, and every loss the difference for who played."""
    stages = positions(game)
    raises = raisers(game, objective, seat)
    assert analysis.exact
    assert len(analysis.values) == len(stages)
    assert len(analysis.steps) == len(stages) - 1
    solutions = [
        gz.solve(position, objective, measure=measure, seat=seat, hash_mb=1)
        for position in stages
        if not position.is_over
    ]
    assert list(analysis.values[: len(solutions)]) == [solution.value for solution in solutions]
    if stages[-1].is_over:
        assert analysis.values[-1] == analysis.values[-2]
    for number, step in enumerate(analysis.steps):
        position = stages[number]
        assert (step.ply, step.seat, step.move) == (number, position.to_play, game.history[number])
        assert step.trick == len(position.tricks) + 1
        assert (step.before, step.after) == (analysis.values[number], analysis.values[number + 1])
        change = known(step.after) - known(step.before)
        assert step.loss == (-change if raises[step.seat] else change)
        assert known(step.loss) >= 0
        solution = solutions[number]
        assert step.best is not None
        assert solution.moves[step.best] == solution.value
        assert (step.loss == 0) == (step.best == step.move)


@questions
@presets
def test_every_value_is_that_of_its_position(preset: str, objective: Objective, measure: Measure) -> None:
    for seed in SEATS:
        game = played_game(gz.Ruleset.preset(preset), seed)
        analysis = gz.analyse_game(game, objective, measure=measure, seat=seed)
        check(analysis, game, objective, measure, seed)
        assert analysis.result == analysis.values[-1]


@questions
@pytest.mark.parametrize("house_rule", HOUSE_RULES)
def test_house_rules_are_analysed_too(house_rule: str, objective: Objective, measure: Measure) -> None:
    game = played_game(short_deck(house_rules(house_rule)), 7, 3)
    check(gz.analyse_game(game, objective, measure=measure), game, objective, measure, 0)


@questions
@presets
def test_what_all_cards_changed_is_what_the_value_changed(
    preset: str, objective: Objective, measure: Measure
) -> None:
    game = played_game(gz.Ruleset.preset(preset), 5, 6)
    analysis = gz.analyse_game(game, objective, measure=measure, seat=2)
    changes = [known(step.after) - known(step.before) for step in analysis.steps]
    assert sum(changes) == known(analysis.values[-1]) - known(analysis.values[0])
    assert sum(map(known, analysis.losses)) == sum(known(step.loss) for step in analysis.steps)
    assert sum((abs(Fraction(change)) for change in changes), Fraction(0)) == sum(map(known, analysis.losses))
    raises = raisers(game, objective, 2)
    signs = [-1 if raises[seat] else 1 for seat in SEATS]
    given = [sign * known(loss) for sign, loss in zip(signs, analysis.losses, strict=True)]
    assert sum(given, known(analysis.values[0])) == analysis.result


@questions
def test_best_play_loses_nothing(objective: Objective, measure: Measure) -> None:
    for seed in range(6):
        game = begun_deal(gz.Ruleset.preset("huapai"), random.Random(seed), 6)
        for move in gz.solve(game, objective, measure=measure, seat=1).line:
            game.play(move)
        analysis = gz.analyse_game(game, objective, measure=measure, seat=1)
        assert len(set(analysis.values)) == 1
        assert analysis.losses == (0, 0, 0, 0)
        assert [step.best for step in analysis.steps] == [step.move for step in analysis.steps]


def test_a_game_that_is_not_over_is_analysed_as_far_as_it_went() -> None:
    game = played_game(gz.Ruleset.preset("huapai"), 3, 5, plays=9)
    analysis = gz.analyse_game(game)
    check(analysis, game, "partners", "points", 0)
    assert analysis.result is None


@pytest.mark.parametrize("begin", [False, True])
def test_a_game_without_plays_has_one_value(begin: bool) -> None:
    game = gz.Game(gz.Deal.random(seed=3, cards=5))
    if begin:
        game.begin()
    phase = game.phase
    analysis = gz.analyse_game(game)
    assert analysis.values == (gz.solve(game, seat=0).value,)
    assert (analysis.steps, analysis.losses, analysis.result) == ((), (0, 0, 0, 0), None)
    assert game.phase == phase


def test_a_part_of_a_game_has_the_same_values() -> None:
    game = played_game(gz.Ruleset.preset("traditional"), 4, 5)
    whole = gz.analyse_game(game)
    for first, last in [(0, 20), (7, 12), (12, 12), (20, 20), (18, 20), (0, 0)]:
        part = gz.analyse_game(game, first=first, last=last)
        assert part.first == first
        assert part.values == whole.values[first : last + 1]
        assert [(step.ply, step.loss) for step in part.steps] == [
            (step.ply, step.loss) for step in whole.steps[first:last]
        ]
        assert part.result == (whole.result if last == 20 else None)


@presets
def test_a_claim_is_taken_back_and_counts_at_the_end(preset: str) -> None:
    rng = random.Random(preset)
    game = played_game(gz.Ruleset.preset(preset), 6, 5, plays=11)
    unclaimed = gz.analyse_game(game)
    claim_randomly(game, rng)
    analysis = gz.analyse_game(game)
    assert (analysis.values, analysis.losses) == (unclaimed.values, unclaimed.losses)
    assert unclaimed.result is None
    assert analysis.result is not None
    north, east, south, west = game.points()
    if game.sides in (None, (0, 1, 0, 1), (0, 1, 2, 3)):
        assert analysis.result == north + south - east - west
    assert game.claimed is not None


def test_a_choice_of_colours_counts_at_the_end() -> None:
    rules = gz.Ruleset(colour_change="choice")
    hearts = [f"H{rank}" for rank in "23456789TJQKA"]
    deal = gz.Deal(
        [["S2"], ["S3"], ["S4"], ["S5"]],
        rules,
        taken=[hearts, ["SQ"], ["DJ"], ["CT"]],
        led="SHDC",
        leader=0,
    )
    game = gz.Game(deal)
    game.begin()
    play(game, "S2", "S3", "S4", "S5")
    results = {}
    for swap in (False, True):
        game.swap_colours(swap)
        analysis = gz.analyse_game(game)
        assert set(analysis.values) == {gz.solve(deal, seat=0).value}
        results[swap] = known_result(analysis)
    assert results[False] != results[True]
    assert max(results.values()) == analysis.values[-1]


def known_result(analysis: gz.GameAnalysis) -> Value:
    assert analysis.result is not None
    return analysis.result


@questions
def test_under_a_limit_late_values_are_exact_and_early_ones_bounded(
    objective: Objective, measure: Measure
) -> None:
    game = played_game(gz.Ruleset.preset("huapai"), 9, 7)
    full = gz.analyse_game(game, objective, measure=measure)
    for nodes in (0, 10, 100, 1000, full.nodes):
        part = gz.analyse_game(game, objective, measure=measure, nodes=nodes)
        assert part.nodes <= nodes
        for found, value in zip(part.values, full.values, strict=True):
            lower, upper = limits(found)
            assert lower <= known(value) <= upper
        for found_step, step in zip(part.steps, full.steps, strict=True):
            least, most = limits(found_step.loss)
            assert 0 <= least <= known(step.loss) <= most
        for found, value in zip(part.losses, full.losses, strict=True):
            least, most = limits(found)
            assert least <= known(value) <= most
        exact = [not isinstance(worth, tuple) for worth in part.values]
        assert exact[-1]
        assert part.exact == all(exact)
    assert not gz.analyse_game(game, nodes=100).exact
    assert part.values == full.values


def test_a_time_limit_is_for_the_whole_game() -> None:
    game = played_game(gz.Ruleset.preset("traditional"), 1, 13)
    analysis = gz.analyse_game(game, "solo", time_limit=0.01, hash_mb=1)
    assert isinstance(analysis.values[0], tuple)
    assert not isinstance(analysis.values[-1], tuple)


def test_the_game_itself_is_left_as_it_was() -> None:
    game = played_game(gz.Ruleset.preset("traditional"), 2, 5, plays=13)
    game.claim(0, "all")
    before = game.to_string()
    gz.analyse_game(game)
    assert game.to_string() == before


def test_progress_is_told_for_every_position() -> None:
    told = []
    game = played_game(gz.Ruleset.preset("traditional"), 2, 3)
    gz.analyse_game(game, first=2, progress=lambda done, total: told.append((done, total)))
    assert told == [(done, 11) for done in range(1, 12)]


def test_threads_and_memory_change_no_value() -> None:
    game = played_game(gz.Ruleset.preset("traditional"), 8, 7)
    assert gz.analyse_game(game, threads=2, hash_mb=1).values == gz.analyse_game(game).values


# What it is turned into.


def test_as_a_dictionary_it_goes_through_json() -> None:
    game = begun("SA S2 / SQ C3 / S4 C4 / S5 C5", leader=2)
    play(game, "S4", "S5", "SA", "SQ", "S2", "C3", "C4", "C5")
    told = json.loads(json.dumps(gz.analyse_game(game, first=2, last=4).to_dict()))
    assert told.pop("nodes") >= 0
    assert told.pop("seconds") >= 0
    assert told == {
        "objective": "partners",
        "measure": "points",
        "seat": "N",
        "first": 2,
        "values": [100, -100, -100],
        "steps": [
            {
                "ply": 2, "trick": 1, "seat": "N", "move": "SA",
                "before": 100, "after": -100, "loss": 200, "best": "S2",
            },
            {
                "ply": 3, "trick": 1, "seat": "E", "move": "SQ",
                "before": -100, "after": -100, "loss": 0, "best": "SQ",
            },
        ],
        "losses": [200, 0, 0, 0],
        "result": None,
    }  # fmt: skip


def test_fractions_are_texts_in_a_dictionary_and_bounds_are_lists() -> None:
    game = played_game(gz.Ruleset.preset("huapai"), 9, 6)
    analysis = gz.analyse_game(game, "solo", measure="settled", nodes=200)
    told: Any = json.loads(json.dumps(analysis.to_dict()))
    for text, worth in zip(told["values"], analysis.values, strict=True):
        if isinstance(worth, tuple):
            assert tuple(map(Fraction, text)) == worth
        else:
            assert Fraction(text) == worth
    assert any(isinstance(text, list) for text in told["values"])
    assert Fraction(told["result"]) == analysis.result
    assert all(isinstance(loss, Fraction) for worth in analysis.losses for loss in limits(worth))


def test_it_is_printed_as_a_table_of_every_card() -> None:
    game = begun("SA S2 / SQ C3 / S4 C4 / S5 C5", leader=2)
    play(game, "S4", "S5", "SA", "SQ")
    game.claim(1, "all")
    assert str(gz.analyse_game(game)) == "\n".join(
        [
            "partners, as N sees it",
            "",
            "trick  seat  move  value  loss  best",
            "                     100",
            "    1  S     S4      100     0",
            "       W     S5      100     0",
            "       N     SA     -100   200  S2",
            "       E     SQ     -100     0",
            "",
            "lost    N  E  S  W",
            "      200  0  0  0",
        ]
    )


def test_the_table_ends_with_a_result_that_play_would_not_have_had() -> None:
    game = begun("SA S2 / SQ C3 / S4 C4 / S5 C5", leader=2)
    play(game, "S4")
    game.claim(0, "all")
    rows = str(gz.analyse_game(game)).splitlines()
    assert rows[5] == "             result   -100"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"first": -1}, "first -1 is out of range, expected 0 to 8"),
        ({"last": 9}, "last 9 is out of range, expected 0 to 8"),
        ({"first": 5, "last": 4}, "first 5 is out of range, expected 0 to 4"),
        ({"seat": 4}, "seat 4 is out of range"),
        ({"seat": -1}, "seat -1 is out of range"),
        ({"objective": "selfish"}, "objective: 'selfish' is unknown, expected partners or solo"),
        ({"measure": "settled"}, "measure: settled goes with the objective solo"),
        ({"measure": "money"}, "measure: 'money' is unknown"),
        ({"time_limit": -1}, "time_limit -1 is out of range"),
        ({"time_limit": float("nan")}, "time_limit nan is out of range"),
        ({"nodes": -1}, "nodes -1 is out of range"),
        ({"threads": -1}, "threads -1 is out of range"),
        ({"hash_mb": 0}, "hash_mb 0 is out of range"),
    ],
)
def test_an_argument_out_of_range_is_named(arguments: dict[str, Any], message: str) -> None:
    game = begun("SA S2 / SQ C3 / S4 C4 / S5 C5", leader=2)
    play(game, "S4", "S5", "SA", "SQ", "S2", "C3", "C4", "C5")
    with pytest.raises(gz.RulesError, match=message):
        gz.analyse_game(game, **arguments)
