"""Deals played to their ends by policies, each seat deciding from what it can know.

    pytest bench/bench_rollouts.py

One core; a deal is shuffled, dealt and, where the rules have it, exposed before it is played. The deals a
second, and how much longer a deal takes than one of the random policy in the same process, are among the
extra figures of `--benchmark-json`.
"""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

import pytest

import gongzhu as gz
from gongzhu.policies import NAMES

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

DEALS = 20_000
PRESETS = ("scrofazero", "traditional", "china-games-double")


def seconds(preset: str, policy: str) -> float:
    start = process_time()
    gz.batch.rollouts(DEALS, gz.Ruleset.preset(preset), policy)
    return process_time() - start


@pytest.mark.parametrize("policy", NAMES)
@pytest.mark.parametrize("preset", PRESETS)
def test_rollouts(benchmark: BenchmarkFixture, preset: str, policy: str) -> None:
    rules = gz.Ruleset.preset(preset)
    points = benchmark(gz.batch.rollouts, DEALS, rules, policy)
    assert len(points) == DEALS
    if benchmark.stats is None:
        return
    benchmark.extra_info["deals a second"] = round(DEALS / benchmark.stats.stats.min)
    # In turns, so that what else the machine does slows both.
    times = [(seconds(preset, policy), seconds(preset, "random")) for _ in range(9)]
    ratio = min(own for own, _ in times) / min(other for _, other in times)
    benchmark.extra_info["times as long as random"] = round(ratio, 2)
