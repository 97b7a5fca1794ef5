"""Prints the speed figures of the README: what the engine does a second, and its ratio to OpenSpiel's hearts.

    python bench/report.py

OpenSpiel has no Gongzhu; its hearts is the nearest game with a C++ implementation: one deck, four players,
thirteen tricks, penalty cards. Passing cards is switched off, so that a deal is what it is here: dealt,
played, scored. Everything is measured in this one process, on one core unless threads are named, alternating
between the two sides, and the best of several runs counts. One core is measured in processor time, threads
by the clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import perf_counter, process_time

import numpy as np
import pyspiel

import gongzhu as gz
from gongzhu import batch, kernels

ROUNDS = 7
ONE, TWO = gz.Ruleset.preset("traditional"), gz.Ruleset.preset("traditional-double")
HEARTS = pyspiel.load_game("hearts(pass_cards=false)")


@dataclass(frozen=True)
class Side:
    """Something to time: `run` does `count` of it."""

    name: str
    run: Callable[[], object]
    count: int


def rates(*sides: Side, clock: Callable[[], float] = process_time) -> list[float]:
    """How many a second each side does, from its best round."""
    seconds = [float("inf")] * len(sides)
    for _ in range(ROUNDS):
        for i, side in enumerate(sides):
            start = clock()
            side.run()
            seconds[i] = min(seconds[i], clock() - start)
    return [side.count / best for side, best in zip(sides, seconds, strict=True)]


def show(title: str, unit: str, *sides: Side, clock: Callable[[], float] = process_time) -> None:
    """Print each side's rate, and how many times the last side's rate it is."""
    print(f"{title}:")
    found = rates(*sides, clock=clock)
    for side, rate in zip(sides, found, strict=True):
        print(f"  {side.name:58} {rate:>14,.0f} {unit} {rate / found[-1]:8.2f}x")


def hearts_at_random(games: int) -> None:
    """Random games between OpenSpiel's own C++ players, in its own C++ loop."""
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(4)]
    for seed in range(games):
        pyspiel.evaluate_bots(HEARTS.new_initial_state(), bots, seed)


def dealt_hearts() -> list[pyspiel.State]:
    """Hearts deals of which only the play is left."""
    states = []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        state = HEARTS.new_initial_state()
        while state.is_chance_node():
            state.apply_action(int(rng.choice([action for action, _ in state.chance_outcomes()])))
        states.append(state)
    return states


def begun_games() -> list[gz.Game]:
    """Deals of ours of which only the play is left."""
    games = [gz.Game(gz.Deal.random(seed, ONE)) for seed in range(40)]
    for game in games:
        game.begin()
    return games


def play_games(games: list[gz.Game]) -> None:
    for start in games:
        game = start.copy()
        while not game.is_over:
            moves = game.legal_moves()
            game.play(moves[len(moves) // 2])


def play_hearts(states: list[pyspiel.State]) -> None:
    for start in states:
        state = start.clone()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[len(actions) // 2])


def report_playouts() -> None:
    """Whole deals at random in C++."""
    show(
        "Deals played at random from shuffle to score (C++ loop; ours with exposures)",
        "deals/s",
        Side("one deck, batch.playouts, preset traditional", lambda: batch.playouts(60_000, ONE), 60_000),
        Side(
            "two decks, batch.playouts, preset traditional-double",
            lambda: batch.playouts(15_000, TWO),
            15_000,
        ),
        Side("OpenSpiel: hearts, evaluate_bots with its random bots", lambda: hearts_at_random(1500), 1500),
    )


def report_threads() -> None:
    """What a second core brings, by the clock: the machine must have nothing else to do."""
    show(
        "The same on two cores, by the clock",
        "deals/s",
        Side("one deck, two threads", lambda: batch.playouts(300_000, ONE, threads=2), 300_000),
        Side("one deck, one thread", lambda: batch.playouts(300_000, ONE), 300_000),
        clock=perf_counter,
    )


def report_python() -> None:
    """The objects, from Python."""
    games, states = begun_games(), dealt_hearts()
    show(
        "Moves in a Python loop: is it over, list the legal moves, play the middle one",
        "moves/s",
        Side("gz.Game", lambda: play_games(games), 40 * 52),
        Side("OpenSpiel: hearts state", lambda: play_hearts(states), 40 * 52),
    )
    game, state = games[0], states[0]
    show(
        "Copies of a game about to be played",
        "copies/s",
        Side("gz.Game.copy", lambda: [game.copy() for _ in range(20_000)], 20_000),
        Side("OpenSpiel: hearts state.clone", lambda: [state.clone() for _ in range(20_000)], 20_000),
    )


def score_again(piles: list[list[str]], rules: gz.Ruleset) -> None:
    for _ in range(500):
        gz.score(piles, rules)


def report_scoring() -> None:
    """Points of arrays of deals, against the same as one deal after the other."""
    for name, rules in (("one deck", ONE), ("two decks", TWO)):
        taken = batch.deal(100_000, rules, seed=1)
        columns = batch.columns(rules)
        piles = [[columns[i] for i in np.flatnonzero(taken[0] == seat)] for seat in range(4)]
        show(
            f"Points of arrays of deals, {name}",
            "deals/s",
            Side("batch.score (C++)", partial(batch.score, taken, rules), 100_000),
            Side(
                "kernels.score (Cython)",
                partial(kernels.score, taken, rules),
                100_000,
            ),
            Side(
                "gz.score, card texts, one deal a call",
                partial(score_again, piles, rules),
                500,
            ),
        )


def main() -> None:
    report_playouts()
    report_threads()
    report_python()
    report_scoring()


if __name__ == "__main__":
    main()
