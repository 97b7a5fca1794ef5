"""`gz.Solver` and `gz.solve` as a caller uses them: questions, measures, ways to end, threads."""

from __future__ import annotations

import random
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import pytest

import gongzhu as gz
from endings import begun_deal, ending
from gongzhu.solving import Objective
from tables import SEATS, begun

OBJECTIVES: tuple[Objective, ...] = ("partners", "solo")
LONG = gz.Deal.random(seed=4)
"""A whole deal; nobody waits until a table of 1 MiB has solved it for one seat against three."""

SMALL = 1
"""MiB, enough for endings: to make a table of the usual size takes longer than most of them do."""

presets = pytest.mark.parametrize("preset", gz.presets())
objectives = pytest.mark.parametrize("objective", OBJECTIVES)


def some_ending(seed: int, cards: int = 5, preset: str = "huapai") -> gz.Game:
    rng = random.Random(seed)
    return ending(gz.Ruleset.preset(preset), rng, cards, on_table=rng.randrange(4))


def solve(game: gz.Game, *args: Any, **options: Any) -> Any:
    return gz.solve(game, *args, hash_mb=SMALL, **options)


def told(solution: gz.Solution) -> tuple[object, ...]:
    return solution.value, solution.exact, solution.moves, solution.at_least


# One solver for many questions.


@objectives
@presets
def test_a_solver_that_goes_through_a_game_answers_as_a_new_one_does(
    preset: str, objective: Objective
) -> None:
    rng = random.Random(preset)
    solver = gz.Solver(SMALL)
    game = begun_deal(gz.Ruleset.preset(preset), rng, 5)
    while not game.is_over:
        seat = rng.choice([None, 0, 1, 2, 3])
        solution = solver.solve(game, objective, seat=seat)
        assert told(solution) == told(solve(game, objective, seat=seat))
        game.play(rng.choice(game.legal_moves()))


def test_a_solver_goes_from_deal_to_deal_and_from_objective_to_objective() -> None:
    solver = gz.Solver(hash_mb=1)
    rng = random.Random(1)
    for seed in range(40):
        game = some_ending(seed % 4, preset=rng.choice(["traditional", "pig-sheep"]))
        objective = rng.choice(OBJECTIVES)
        assert told(solver.solve(game, objective)) == told(solve(game, objective))
        if rng.random() < 0.2:
            solver.clear()


@pytest.mark.parametrize("seat", [None, 0])
def test_the_table_is_kept_from_ply_to_ply_whoever_asks(seat: int | None) -> None:
    game = gz.Game(gz.Deal.random(seed=3, cards=8))
    game.begin()
    solver = gz.Solver(SMALL)
    after_the_first = again = 0
    solution = solver.solve(game, seat=seat)
    for _ in range(8):
        game.play(solution.line[0])
        solution = solver.solve(game, seat=seat)
        after_the_first += solution.nodes
        again += solve(game, seat=seat).nodes
    assert after_the_first < again / 2


def test_a_cleared_solver_starts_anew() -> None:
    game = some_ending(1, 6)
    solver = gz.Solver(SMALL)
    first, kept = solver.solve(game), solver.solve(game)
    solver.clear()
    assert kept.nodes < first.nodes == solver.solve(game).nodes


def test_both_sides_see_the_same_value_with_opposite_signs() -> None:
    for seed in range(20):
        game = some_ending(seed)
        solver = gz.Solver(SMALL)
        ours, theirs = (solver.solve(game, seat=seat) for seat in (0, 1))
        assert ours.value == -theirs.value
        for move, value in ours.moves.items():
            opposite = theirs.moves[move]
            assert not isinstance(value, tuple)
            assert opposite == -value
        bounds = [solver.solve(gz.Deal.random(seed), seat=seat, nodes=50) for seat in (2, 3)]
        assert (bounds[0].lower, bounds[0].upper) == (-bounds[1].upper, -bounds[1].lower)


def test_a_solver_tells_its_size() -> None:
    solver = gz.Solver(hash_mb=16, threads=2)
    assert repr(solver) == "Solver(hash_mb=16, threads=2)"
    assert (solver.hash_mb, solver.threads) == (16, 2)
    assert repr(gz.Solver()) == "Solver(hash_mb=256, threads=1)"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hash_mb": 0}, "hash_mb 0 is out of range"),
        ({"hash_mb": 2**40}, "hash_mb .* is out of range"),
        ({"threads": -1}, "threads -1 is out of range"),
    ],
)
def test_a_solver_of_no_size_is_refused(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(gz.RulesError, match=message):
        gz.Solver(**arguments)


# Questions.


@objectives
@presets
def test_a_value_is_at_least_whatever_it_is_not_less_than(preset: str, objective: Objective) -> None:
    for number in SEATS:
        game = some_ending(number, 4, preset)
        for seat in SEATS:
            value = solve(game, objective, seat=seat).value
            for goal in (value - 40, value - 1, value, value + 1, value + 40):
                found = solve(game, objective, seat=seat, at_least=goal)
                assert found.at_least is (value >= goal)
                assert found.lower <= value <= found.upper


def test_a_question_about_a_bound_costs_less_than_the_value() -> None:
    games = [some_ending(seed, 7) for seed in range(8)]
    values = [solve(game, every_move=False) for game in games]
    asked = [solve(game, at_least=value.value) for game, value in zip(games, values, strict=True)]
    assert sum(question.nodes for question in asked) < sum(value.nodes for value in values)


@pytest.mark.parametrize("far", [10**6, 10**12, 10**40])
def test_a_bound_may_be_beyond_all_points(far: int) -> None:
    game = some_ending(1)
    assert solve(game, at_least=far).at_least is False
    assert solve(game, at_least=-far).at_least is True


def test_a_question_that_a_limit_ends_has_no_answer() -> None:
    assert gz.solve(LONG, at_least=0, nodes=10).at_least is None
    assert solve(some_ending(1)).at_least is None


@objectives
def test_the_value_alone_comes_with_its_line_and_with_bounds_for_the_rest(objective: Objective) -> None:
    cheaper = 0
    for seed in range(20):
        game = some_ending(seed, 6)
        full = solve(game, objective)
        alone = solve(game, objective, every_move=False)
        assert alone.exact
        assert (alone.value, alone.line, alone.points) == (full.value, full.line, full.points)
        assert list(alone.moves) == list(full.moves)
        for move, worth in alone.moves.items():
            lower, upper = worth if isinstance(worth, tuple) else (worth, worth)
            value = full.moves[move]
            assert not isinstance(value, tuple)
            assert lower <= value <= upper
        cheaper += alone.nodes < full.nodes
    assert cheaper > 10


# Measures and objectives.


@presets
def test_the_settled_measure_is_own_points_less_the_mean_of_the_others(preset: str) -> None:
    for seat in SEATS:
        game = some_ending(seat, 4, preset)
        solution = solve(game, "solo", measure="settled", seat=seat)
        assert solution.points is not None
        others = sum(solution.points) - solution.points[seat]
        assert solution.value == solution.points[seat] - Fraction(others, 3)
        values = [solution.value, solution.lower, solution.upper, *solution.moves.values()]
        assert {type(value) for value in values} == {Fraction}


def test_a_settled_value_is_asked_about_in_points_and_fractions_of_them() -> None:
    third = Fraction(1, 3)
    for seed in range(10):
        game = some_ending(seed, 4)
        value = solve(game, "solo", measure="settled", seat=0).value
        for goal in (value - 1, value - third, value, value + third, value + Fraction(1, 100), value + 1):
            found = solve(game, "solo", measure="settled", seat=0, at_least=goal)
            assert found.at_least is (value >= goal)


def test_bounds_of_a_settled_value_are_fractions_too() -> None:
    solution = gz.solve(LONG, "solo", measure="settled", nodes=10)
    assert not solution.exact
    bounds = [bound for worth in solution.moves.values() if isinstance(worth, tuple) for bound in worth]
    assert {type(bound) for bound in [solution.value, solution.lower, solution.upper, *bounds]} == {Fraction}


def test_selfish_play_has_four_values() -> None:
    game = some_ending(2, 4)
    solution = solve(game, "selfish")
    assert solution.exact
    assert solution.value == solution.lower == solution.upper == solution.points
    assert list(solution.moves) == game.legal_moves()
    assert solution.moves[solution.line[0]] == solution.value
    for move in solution.line:
        game.play(move)
    assert game.points() == solution.value
    seat = gz.Solver(SMALL).solve(some_ending(2, 4), "selfish")
    assert (seat.value, seat.moves) == (solution.value, solution.moves)


def test_a_limit_leaves_bounds_of_four_values() -> None:
    solution = gz.solve(LONG, "selfish", nodes=10)
    assert not solution.exact
    assert solution.points is None
    assert solution.value == solution.lower
    assert all(low <= high for low, high in zip(solution.lower, solution.upper, strict=True))
    assert all(len(worth) == 2 for worth in solution.moves.values())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"objective": "greedy"}, "objective: 'greedy' is unknown"),
        ({"measure": "money"}, "measure: 'money' is unknown"),
        ({"measure": "settled"}, "measure: settled goes with the objective solo"),
        ({"objective": "selfish", "measure": "settled"}, "measure: settled goes with the objective solo"),
        ({"objective": "selfish", "seat": 1}, "seat has no meaning"),
        ({"objective": "selfish", "at_least": 1}, "at_least has no meaning"),
        ({"objective": "selfish", "every_move": False}, "every_move has no meaning"),
    ],
)
def test_arguments_that_do_not_go_together_are_named(arguments: dict[str, Any], message: str) -> None:
    for solve in (gz.solve, gz.Solver().solve):
        with pytest.raises(gz.RulesError, match=message):
            solve(gz.Deal.random(seed=1, cards=2), **arguments)


@pytest.mark.parametrize("wrong", ["N:Q...2 K...3 5...4 6...5", None, gz.Ruleset()])
def test_only_games_and_deals_can_be_solved(wrong: Any) -> None:
    with pytest.raises(TypeError, match="expected a Game or a Deal"):
        gz.solve(wrong)


@pytest.mark.parametrize("goal", ["5", [], float("nan"), float("inf")])
def test_a_bound_that_is_no_number_of_points_is_refused(goal: Any) -> None:
    with pytest.raises((TypeError, ValueError, OverflowError)):
        gz.solve(some_ending(1), at_least=goal)


# Ways to end, and threads.


def test_another_thread_can_end_a_search() -> None:
    solver = gz.Solver(hash_mb=1)
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(solver.solve, LONG, "solo")
        while not running.done():
            solver.cancel()
    solution = running.result()
    assert not solution.exact
    assert solution.lower == solution.value < solution.upper
    game = some_ending(1)
    assert told(solver.solve(game)) == told(solve(game))


def test_a_search_that_selfish_players_make_can_be_ended_too() -> None:
    solver = gz.Solver(hash_mb=1)
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(solver.solve, LONG, "selfish")
        while not running.done():
            solver.cancel()
    assert not running.result().exact


def test_nothing_is_ended_before_it_begins() -> None:
    solver = gz.Solver(SMALL)
    solver.cancel()
    assert solver.solve(some_ending(1)).exact


def test_everything_that_waits_for_a_solver_is_ended_with_it() -> None:
    solver = gz.Solver(hash_mb=1)
    with ThreadPoolExecutor(3) as pool:
        running = [pool.submit(solver.solve, LONG, "solo") for _ in range(3)]
        while not all(future.done() for future in running):
            solver.cancel()
    assert not any(future.result().exact for future in running)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="needs signals to a thread")
def test_the_interrupt_key_ends_a_search() -> None:
    solver = gz.Solver(hash_mb=1)
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        solver.solve(LONG, "solo")
    timer.join()
    game = some_ending(1)
    assert told(solver.solve(game)) == told(solve(game))


def test_a_game_may_be_played_on_while_it_is_solved() -> None:
    game = some_ending(3, 7)
    expected = gz.solve(game.copy())
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(gz.solve, game)
        while not running.running() and not running.done():
            pass
        solution = running.result()
    assert told(solution) == told(expected)


def test_one_solver_serves_many_threads() -> None:
    games = [some_ending(seed, 5) for seed in range(8)]
    solver = gz.Solver(hash_mb=4)
    with ThreadPoolExecutor(4) as pool:
        solutions = list(pool.map(solver.solve, games * 3))
    assert [told(solution) for solution in solutions] == [told(solve(game)) for game in games] * 3


def test_many_solvers_stand_side_by_side() -> None:
    games = [some_ending(seed, 6) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        solutions = list(pool.map(lambda game: gz.Solver(hash_mb=2).solve(game), games))
    assert [told(solution) for solution in solutions] == [told(solve(game)) for game in games]


def test_the_number_of_threads_changes_no_value() -> None:
    for seed in range(4):
        game = some_ending(seed, 7)
        assert (
            told(gz.Solver(SMALL, threads=2).solve(game)) == told(solve(game)) == told(solve(game, threads=0))
        )


def test_a_game_that_is_over_has_nothing_to_solve() -> None:
    game = begun("S2 / S3 / S4 / S5")
    for card in ("S2", "S3", "S4", "S5"):
        game.play(card)
    for objective in ("partners", "selfish"):
        with pytest.raises(gz.IllegalMove, match="the deal is over"):
            gz.Solver(SMALL).solve(game, objective)
