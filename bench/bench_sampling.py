"""Deals drawn from what a seat sees: in batch, one by one, and what it costs to prepare for a view.

    pytest bench/bench_sampling.py

Random games are stopped at the play of that number. The column `OPS` counts whole calls; deals a second are
among the extra figures of `--benchmark-json`.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import gongzhu as gz

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

DEALS = 50_000
GAMES = 20
PRESETS = ("traditional", "china-games", "scrofazero", "traditional-double", "china-games-double")


def views(preset: str, plays: int) -> list[gz.View]:
    """What the player to move sees after so many random plays; some cards were exposed, of every kind."""
    found = []
    for seed in range(GAMES):
        rng = random.Random(seed)
        game = gz.Game(gz.Deal.random(seed, gz.Ruleset.preset(preset)), leader=0)
        for seat in range(4):
            for card, kind in game.exposable(seat):
                if rng.random() < 0.3 and (card, kind) in game.exposable(seat):
                    game.expose(seat, card, kind)
        game.begin()
        while game.to_play is not None and len(game.history) < plays:
            game.play(rng.choice(game.legal_moves()))
        found.append(game.view(game.to_play or 0))
    return found


@pytest.mark.parametrize("plays", [1, 14, 27, 38])
@pytest.mark.parametrize("preset", PRESETS)
def test_batches(benchmark: BenchmarkFixture, preset: str, plays: int) -> None:
    samplers = [gz.Sampler(view) for view in views(preset, plays)]

    def draw() -> int:
        return sum(len(sampler.arrays(DEALS // GAMES)[0]) for sampler in samplers)

    assert benchmark(draw) == DEALS
    if benchmark.stats is not None:
        benchmark.extra_info["deals a second"] = round(DEALS / benchmark.stats.stats.min)


@pytest.mark.parametrize("plays", [1, 27])
@pytest.mark.parametrize("preset", PRESETS)
def test_samplers(benchmark: BenchmarkFixture, preset: str, plays: int) -> None:
    seen = views(preset, plays)
    assert len(benchmark(lambda: [gz.Sampler(view) for view in seen])) == GAMES


@pytest.mark.parametrize("plays", [1, 27])
def test_games(benchmark: BenchmarkFixture, plays: int) -> None:
    samplers = [gz.Sampler(view) for view in views("traditional", plays)]
    assert len(benchmark(lambda: [sampler.games(10) for sampler in samplers])) == GAMES
