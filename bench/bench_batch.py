"""Batches of deals and of random playouts, on one core and on two.

    pytest bench/bench_batch.py

The column `OPS` counts whole calls; deals a second are among the extra figures of `--benchmark-json`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import gongzhu as gz
from gongzhu import batch

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

DEALS = 20_000
PRESETS = ("traditional", "huapai", "lianzhong", "scrofazero", "traditional-double", "china-games-double")


def note_speed(benchmark: BenchmarkFixture) -> None:
    if benchmark.stats is not None:
        benchmark.extra_info["deals a second"] = round(DEALS / benchmark.stats.stats.min)


@pytest.mark.parametrize("preset", PRESETS)
def test_random_playouts(benchmark: BenchmarkFixture, preset: str) -> None:
    points = benchmark(batch.playouts, DEALS, gz.Ruleset.preset(preset))
    assert points.shape == (DEALS, 4)
    note_speed(benchmark)


@pytest.mark.parametrize("threads", [1, 2])
def test_random_playouts_by_threads(benchmark: BenchmarkFixture, threads: int) -> None:
    points = benchmark(batch.playouts, DEALS, gz.Ruleset.preset("traditional"), threads=threads)
    assert points.shape == (DEALS, 4)
    note_speed(benchmark)


@pytest.mark.parametrize("preset", ["traditional", "traditional-double"])
def test_random_deals(benchmark: BenchmarkFixture, preset: str) -> None:
    rules = gz.Ruleset.preset(preset)
    hands = benchmark(batch.deal, DEALS, rules)
    assert hands.shape == (DEALS, 52 * rules.decks)
    note_speed(benchmark)
