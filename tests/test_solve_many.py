"""`gz.solve_many`: many positions on many threads, in their order and only as they are wanted."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from itertools import count, islice
from typing import Any

import pytest

import gongzhu as gz
from endings import ending

LONG = gz.Deal.random(seed=4)
"""A whole deal; nobody waits until a table of 1 MiB has solved it for one seat against three."""
EASY = gz.Deal.random(seed=1, cards=2)
THREADS = (1, 2, 5)

threads = pytest.mark.parametrize("threads", THREADS)


def some_games(number: int, cards: tuple[int, ...] = (2, 3, 4, 5)) -> list[gz.Game]:
    rng = random.Random(number)
    rules = gz.Ruleset.preset("huapai")
    return [ending(rules, rng, rng.choice(cards)) for _ in range(number)]


@threads
def test_solutions_come_in_the_order_of_the_games(threads: int) -> None:
    games = some_games(150)
    found = list(gz.solve_many(games, threads=threads, hash_mb=1))
    expected = [gz.solve(game, hash_mb=1) for game in games]
    assert [(each.value, each.moves, each.line) for each in found] == [
        (each.value, each.moves, each.line) for each in expected
    ]


@threads
def test_under_a_limit_too_each_game_is_solved_as_if_alone(threads: int) -> None:
    games = some_games(60, (4, 6, 8))
    found = list(gz.solve_many(games, "solo", nodes=300, threads=threads, hash_mb=1))
    expected = [gz.solve(game, "solo", nodes=300, hash_mb=1) for game in games]
    assert [(each.nodes, each.moves) for each in found] == [(each.nodes, each.moves) for each in expected]


def test_every_question_can_be_asked_of_many() -> None:
    games = some_games(20)
    settled = gz.solve_many(games, "solo", measure="settled", seat=1, every_move=False)
    assert [each.value for each in settled] == [
        gz.solve(game, "solo", measure="settled", seat=1).value for game in games
    ]
    asked = gz.solve_many(games, at_least=0, seat=0)
    assert [each.at_least for each in asked] == [gz.solve(game, seat=0).value >= 0 for game in games]
    selfish = gz.solve_many(games, "selfish")
    assert [each.value for each in selfish] == [gz.solve(game, "selfish").value for game in games]


@pytest.mark.parametrize("games", [[], (), iter(())])
def test_no_games_have_no_solutions(games: Iterable[gz.Game]) -> None:
    assert list(gz.solve_many(games)) == []


def test_the_input_may_have_no_end_and_is_read_only_a_little_ahead() -> None:
    taken = []

    def deals() -> Iterator[gz.Deal]:
        for seed in count():
            taken.append(seed)
            yield gz.Deal.random(seed, cards=3)

    solutions = gz.solve_many(deals(), threads=2)
    assert taken == []
    first = [solution.value for solution in islice(solutions, 200)]
    assert first == [gz.solve(gz.Deal.random(seed, cards=3), hash_mb=1).value for seed in range(200)]
    assert 200 <= len(taken) <= 200 + 2 * 64
    solutions.close()


def test_a_game_is_solved_as_it_was_when_it_came() -> None:
    game = gz.Game(gz.Deal.random(seed=5, cards=4))
    game.begin()
    positions = []

    def stages() -> Iterator[gz.Game]:
        while not game.is_over:
            positions.append(game.copy())
            yield game
            game.play(game.legal_moves()[0])

    found = [solution.moves for solution in gz.solve_many(stages(), threads=2, hash_mb=1)]
    assert found == [gz.solve(position, hash_mb=1).moves for position in positions]


@threads
def test_progress_is_told_up_to_the_last_game(threads: int) -> None:
    told: list[tuple[int, int | None]] = []
    games = some_games(70)
    here = threading.current_thread()

    def progress(done: int, total: int | None) -> None:
        assert threading.current_thread() is here
        told.append((done, total))

    assert len(list(gz.solve_many(games, threads=threads, progress=progress, hash_mb=1))) == 70
    assert {total for _, total in told} == {70}
    steps = [done for done, _ in told]
    assert steps == sorted(set(steps))
    assert steps[-1] == 70
    told.clear()
    list(gz.solve_many(iter(games), threads=threads, progress=progress, hash_mb=1))
    assert told[-1] == (70, None)


def ended_game() -> gz.Game:
    game = gz.Game(EASY)
    game.begin()
    while not game.is_over:
        game.play(game.legal_moves()[0])
    return game


@threads
@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        (ended_game(), gz.IllegalMove, "game 30: solve: the deal is over"),
        ("N:Q...2 K...3 5...4 6...5", TypeError, "game 30: expected a Game or a Deal"),
    ],
)
def test_what_is_wrong_with_a_game_is_raised_in_its_place(
    wrong: Any, error: type[Exception], message: str, threads: int
) -> None:
    games = some_games(40)
    games[30] = wrong
    found: list[gz.Solution] = []
    with pytest.raises(error, match=message):
        found.extend(gz.solve_many(games, threads=threads, hash_mb=1))
    assert [solution.value for solution in found] == [gz.solve(game, hash_mb=1).value for game in games[:30]]


def test_an_error_of_the_input_comes_after_the_solutions_before_it() -> None:
    def deals() -> Iterator[gz.Deal]:
        yield EASY
        yield EASY
        raise OSError("the file ends here")

    found: list[gz.Solution] = []
    with pytest.raises(OSError, match="the file ends here"):
        found.extend(gz.solve_many(deals()))
    assert [solution.value for solution in found] == [gz.solve(EASY).value] * 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"threads": -1}, "threads -1 is out of range"),
        ({"hash_mb": 0}, "hash_mb 0 is out of range"),
        ({"measure": "settled"}, "measure: settled goes with the objective solo"),
        ({"objective": "selfish", "seat": 1}, "seat has no meaning"),
    ],
)
def test_what_is_wrong_with_all_games_is_raised_at_once(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(gz.RulesError, match=message):
        gz.solve_many([EASY], **arguments)


def test_closing_ends_what_is_being_solved() -> None:
    before = threading.active_count()
    solutions = gz.solve_many([EASY, *[LONG] * 200], "solo", threads=2, hash_mb=1)
    assert next(solutions).exact
    solutions.close()
    assert threading.active_count() == before
    assert list(solutions) == []


def test_leaving_the_loop_ends_what_is_being_solved() -> None:
    before = threading.active_count()
    for solution in gz.solve_many([EASY, *[LONG] * 200], "selfish", threads=2, hash_mb=1):
        assert solution.exact
        break
    assert threading.active_count() == before


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="needs signals to a thread")
def test_the_interrupt_key_ends_what_is_being_solved() -> None:
    before = threading.active_count()
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        list(gz.solve_many([LONG] * 8, "solo", threads=2, hash_mb=1))
    timer.join()
    assert threading.active_count() == before


def test_a_program_can_end_while_games_are_being_solved() -> None:
    program = """
import gongzhu as gz
deals = [gz.Deal.random(seed=1, cards=2), *[gz.Deal.random(seed=4)] * 200]
solutions = gz.solve_many(deals, "solo", threads=2, hash_mb=1)
print(next(solutions).exact)
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "True\n", "")
