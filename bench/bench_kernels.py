"""Points of whole arrays of deals: the Cython kernel, plain numpy and the C++ engine, each on one core.

    pytest bench/bench_kernels.py

The column `OPS` counts whole calls; deals a second are among the extra figures of `--benchmark-json`, and
`python bench/bench_kernels.py` prints them alone.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
import pytest

import gongzhu as gz
from gongzhu import batch, kernels

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray
    from pytest_benchmark.fixture import BenchmarkFixture

DEALS = 200_000
HEART_POINTS = np.array([0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50], np.int32)


def numpy_score(taken: NDArray[np.uint8]) -> NDArray[np.int32]:
    """One deck, nothing exposed, natural scoring: what a user would write without the engine."""
    points = np.empty((len(taken), 4), np.int32)
    for seat in range(4):
        hearts, pig, sheep, transformer = (
            taken[:, columns] == seat for columns in (np.s_[13:26], 10, 35, 47)
        )
        all_hearts = hearts.all(axis=1)
        slam = all_hearts & pig & sheep & transformer
        lone = transformer & ~(hearts.any(axis=1) | pig | sheep)
        total = np.where(all_hearts, -1, 1) * (hearts @ HEART_POINTS)
        total += np.where(slam, 100, -100) * pig + 100 * sheep
        points[:, seat] = np.where(lone, 50, np.where(transformer, 2, 1) * total)
    return points


def random_exposures(rows: int, columns: int) -> NDArray[np.uint8]:
    """A third of the cards exposed openly."""
    return (np.random.default_rng(1).random((rows, columns)) < 1 / 3).astype(np.uint8)


ONE, TWO = gz.Ruleset.preset("lianzhong"), gz.Ruleset.preset("lianzhong-double")
CAPTURE = gz.Ruleset.preset("huapai")
TAKEN = np.random.default_rng(2).integers(0, 4, (DEALS, 52), np.uint8)
TAKEN_TWO = np.random.default_rng(3).integers(0, 4, (DEALS, 104), np.uint8)
DEALT = np.random.default_rng(4).integers(0, 4, (DEALS, 52), np.uint8)
EXPOSED, EXPOSED_TWO = random_exposures(DEALS, 4), random_exposures(DEALS, 8)

CALLS: dict[str, Callable[[], NDArray[np.int32]]] = {
    "numpy": lambda: numpy_score(TAKEN),
    "C++": lambda: batch.score(TAKEN, ONE),
    "kernel": lambda: kernels.score(TAKEN, ONE),
    "C++, exposures": lambda: batch.score(TAKEN, ONE, EXPOSED),
    "kernel, exposures": lambda: kernels.score(TAKEN, ONE, EXPOSED),
    "C++, exposures and self-capture": lambda: batch.score(TAKEN, CAPTURE, EXPOSED, DEALT),
    "kernel, exposures and self-capture": lambda: kernels.score(TAKEN, CAPTURE, EXPOSED, DEALT),
    "C++, two decks, exposures": lambda: batch.score(TAKEN_TWO, TWO, EXPOSED_TWO),
    "kernel, two decks, exposures": lambda: kernels.score(TAKEN_TWO, TWO, EXPOSED_TWO),
}


@pytest.mark.parametrize("name", CALLS)
def test_points_of_many_deals(benchmark: BenchmarkFixture, name: str) -> None:
    points = benchmark(CALLS[name])
    _, _, case = name.partition(", ")
    kernel = f"kernel, {case}" if case else "kernel"
    np.testing.assert_array_equal(points, CALLS[kernel]())
    if benchmark.stats is not None:
        benchmark.extra_info["deals a second"] = round(DEALS / benchmark.stats.stats.min)


def main() -> None:
    for name, call in CALLS.items():
        seconds = []
        for _ in range(7):
            start = perf_counter()
            call()
            seconds.append(perf_counter() - start)
        print(f"{name:36} {DEALS / min(seconds) / 1e6:6.1f} million deals a second")


if __name__ == "__main__":
    main()
