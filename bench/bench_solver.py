"""Exact solving of fixed endings: all plays of a position, both objectives.

`pytest bench/bench_solver.py` measures times; `python bench/bench_solver.py` prints the node counts of
docs/solver.md.
"""

from __future__ import annotations

import random
from statistics import mean, median
from typing import TYPE_CHECKING

import pytest

import gongzhu as gz

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

OBJECTIVES = ("partners", "solo")


def endings(cards: int, number: int, preset: str = "traditional") -> list[gz.Game]:
    """Positions with `cards` a hand after random play from whole deals; a card is exposed once in four."""
    rules = gz.Ruleset.preset(preset)
    games = []
    for seed in range(number):
        rng = random.Random(seed)
        game = gz.Game(gz.Deal.random(seed=seed, rules=rules))
        for seat in range(4):
            for card in dict.fromkeys(card for card, _ in game.exposable(seat)):
                if rng.random() < 0.25:
                    game.expose(seat, card)
        game.begin()
        while len(game.hands[0]) > cards or game.current_trick:
            game.play(rng.choice(game.legal_moves()))
        games.append(game)
    return games


def solve_all(games: list[gz.Game], objective: str) -> list[gz.Solution]:
    return [gz.solve(game, objective) for game in games]


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("cards", [5, 6, 7, 8])
def test_solving_ten_endings(benchmark: BenchmarkFixture, cards: int, objective: str) -> None:
    solutions = benchmark(solve_all, endings(cards, 10), objective)
    benchmark.extra_info["nodes"] = sum(solution.nodes for solution in solutions)
    assert all(solution.exact for solution in solutions)


def print_node_counts() -> None:
    """A table of the nodes that all plays of a position cost."""
    print("| cards a hand | endings | objective | mean | median | most |")
    print("|---|---|---|---|---|---|")
    for cards, number in ((5, 100), (6, 100), (7, 100), (8, 50), (9, 20)):
        games = endings(cards, number)
        for objective in OBJECTIVES:
            nodes = [solution.nodes for solution in solve_all(games, objective)]
            print(
                f"| {cards} | {number} | `{objective}` "
                f"| {mean(nodes):,.0f} | {median(nodes):,.0f} | {max(nodes):,} |",
                flush=True,
            )


if __name__ == "__main__":
    print_node_counts()
