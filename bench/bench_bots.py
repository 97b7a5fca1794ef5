"""What the bots' decisions cost, over whole deals: milliseconds a move.

    pytest bench/bench_bots.py

Strength is measured by `gongzhu arena`; docs/play.md has the commands beside the figures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import gongzhu as gz

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

DEALS = 5
BOTS = ("greedy", "pimc", "pimc:samples=2000", "ismcts", "champion:seconds=0.01")
PRESETS = ("scrofazero", "traditional", "traditional-double")


def views(preset: str) -> list[gz.View]:
    """What the players see before each of their moves in games between greedy bots."""
    found: list[gz.View] = []
    bots = [gz.players.get("greedy", seed) for seed in range(4)]
    for seed in range(DEALS):
        game = gz.Game(gz.Deal.random(seed, gz.Ruleset.preset(preset)), leader=0)
        game.begin()
        while game.to_play is not None:
            found.append(game.view(game.to_play))
            game.play(bots[game.to_play].choose(found[-1]))
    return found


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("preset", PRESETS)
def test_decisions(benchmark: BenchmarkFixture, preset: str, name: str) -> None:
    seen = views(preset)
    bot = gz.players.get(name)

    def decide() -> int:
        return len([bot.choose(view) for view in seen])

    moves = benchmark(decide)
    if benchmark.stats is not None:
        benchmark.extra_info["ms a move"] = 1000 * benchmark.stats.stats.min / moves


@pytest.mark.parametrize("name", ["pimc", "champion"])
@pytest.mark.parametrize("preset", ["traditional", "china-games-double"])
def test_exposing(benchmark: BenchmarkFixture, preset: str, name: str) -> None:
    games = [gz.Game(gz.Deal.random(seed, gz.Ruleset.preset(preset)), leader=0) for seed in range(DEALS)]
    seen = [game.view(seat) for game in games for seat in range(4)]
    bot = gz.players.get(name)
    assert len(benchmark(lambda: [bot.expose(view) for view in seen])) == len(seen)
