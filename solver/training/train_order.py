"""Learns the weights of the move order (solver/order_weights.cpp) from searches of random deals.

Build the sampler and run this file; it takes a few minutes on two cores and needs numpy:

    cmake -S . -B build/training -DGONGZHU_BUILD_PYTHON=OFF
    cmake --build build/training --target sample_order
    python solver/training/train_order.py build/training/sample_order

A play's score is a sum of weights, one from each of some tables. The sampler searches every play of some
nodes, which tells what each costs and which make a cutoff; the weights then go down the gradient of what is
spent until a cutoff if the first play is drawn by softmax of the scores. The first round samples searches
that go by simple weights, the second those that go by the weights of the first. The same arguments give the
same file, byte for byte.
"""

from __future__ import annotations

import argparse
import logging
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]

log = logging.getLogger(__name__)

SCALE = 256  # of a weight as an integer
ROW_HEAD = 5  # deal, node, cost, cutoff, tricks
TRICK_VALUES, HISTORY = 2, 4  # tables that the first round goes by
DEALS_APART = 100_000  # between the deals of one size and those of the next
VALID_EVERY = 10  # of so many deals one is not learned from

# Cards a hand: deals, and nodes searched of each at most.
SIZES = {
    8: (400, 400_000),
    9: (240, 1_000_000),
    10: (160, 1_500_000),
    11: (80, 3_000_000),
    12: (40, 4_000_000),
    13: (16, 4_000_000),
}
ROUNDS = (0.2, 1.0)  # the share of the deals that each round takes
PARTS = 8  # into which the deals of one size are divided, to share them among processors


@dataclass
class Layout:
    """The tables: how many weights each has for a kind of play."""

    kinds: int
    tables: list[int]

    @property
    def per_kind(self) -> int:
        """The number of weights for a kind of play."""
        return sum(self.tables)


@dataclass
class Samples:
    """Plays in rows, those of one node together."""

    places: Ints  # of a play's weights
    cost: Floats
    cutoff: npt.NDArray[np.bool_]
    deal: Ints
    first: npt.NDArray[np.int64]  # row of each node

    def counts(self) -> npt.NDArray[np.int64]:
        """How many plays each node has."""
        return np.diff(np.append(self.first, len(self.cost)))


def neutral_weights(layout: Layout) -> Floats:
    """Weights that go by the value of the trick and by past cutoffs alone."""
    weights = np.zeros((layout.kinds, layout.per_kind))
    starts = np.cumsum([0, *layout.tables])
    for table, most in ((TRICK_VALUES, 4.0), (HISTORY, 4.0)):
        weights[:, starts[table] : starts[table + 1]] = np.linspace(0.0, most, layout.tables[table])
    return weights.ravel()


def as_integers(weights: Floats) -> npt.NDArray[np.int16]:
    """Weights as they are stored."""
    return np.clip(np.round(weights * SCALE), -32000, 32000).astype(np.int16)


def layout_of(sampler: Path) -> Layout:
    """The tables that the sampler was built with."""
    text = subprocess.run([sampler, "--tables"], check=True, capture_output=True, text=True).stdout
    kinds, *tables = map(int, text.split())
    return Layout(kinds, tables)


def sampled(sampler: Path, folder: Path, layout: Layout, seed: int, weights: Floats, share: float) -> Ints:
    """Samples of a round; `share` of the deals of each size."""
    (folder / "weights").write_bytes(as_integers(weights).tobytes())
    jobs = []
    for cards, (deals, nodes) in sorted(SIZES.items(), reverse=True):
        part = max(1, round(deals * share / PARTS))
        for i in range(PARTS):
            first = (seed * len(SIZES) + cards) * DEALS_APART + i * part
            jobs.append((folder / f"{cards}-{i}", first, part, cards, nodes))

    def run(job: tuple[Path, int, int, int, int]) -> Ints:
        output, *numbers = job
        subprocess.run([sampler, output, folder / "weights", *map(str, numbers)], check=True)
        return np.fromfile(output, dtype=np.int32).reshape(-1, ROW_HEAD + len(layout.tables))

    with ThreadPoolExecutor(max_workers=2) as pool:
        return np.concatenate(list(pool.map(run, jobs)))


def prepared(rows: Ints) -> Samples:
    """The rows of nodes in which some play makes a cutoff."""
    node = rows[:, :2]
    new = np.r_[True, (node[1:] != node[:-1]).any(axis=1)]
    index = np.cumsum(new) - 1
    useful = np.logical_or.reduceat(rows[:, 3] != 0, np.flatnonzero(new))
    rows = rows[useful[index]]
    first = np.flatnonzero(np.r_[True, (rows[1:, :2] != rows[:-1, :2]).any(axis=1)])
    return Samples(rows[:, ROW_HEAD:], rows[:, 2].astype(np.float64) + 1, rows[:, 3] != 0, rows[:, 0], first)


def targets(samples: Samples) -> tuple[Floats, Floats, Floats]:
    """For each play its share and the logarithm of what is spent; for each node how much it matters."""
    counts = samples.counts()
    least = np.minimum.reduceat(np.where(samples.cutoff, samples.cost, np.inf), samples.first)
    most = np.maximum.reduceat(samples.cost, samples.first)
    least_here = np.repeat(least, counts)
    share = np.where(samples.cutoff, least_here / samples.cost, 0.0)
    share /= np.repeat(np.add.reduceat(share, samples.first), counts)
    # A play that fails is followed by the best one.
    spent = samples.cost + np.where(samples.cutoff, 0.0, least_here)
    return share, np.minimum(np.log2(spent / least_here), 8.0), np.minimum(np.log2(1 + most / least), 6.0)


def softmax(scores: Floats, first: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]) -> Floats:
    """The chance of each play within its node."""
    raised: Floats = np.exp(scores - np.repeat(np.maximum.reduceat(scores, first), counts))
    sums: Floats = np.repeat(np.add.reduceat(raised, first), counts)
    return raised / sums


def spent_by(
    weights: Floats, samples: Samples, spent: Floats, nodes: npt.NDArray[np.bool_]
) -> tuple[float, float]:
    """Mean logarithm of what is spent, and the share of first plays that make a cutoff, in some nodes."""
    scores = weights[samples.places].sum(axis=1)
    node = np.repeat(np.arange(len(samples.first)), samples.counts())
    best = np.lexsort((-scores, node))[samples.first][nodes]
    return float(spent[best].mean()), float(samples.cutoff[best].mean())


def learned(samples: Samples, weights: Floats, epochs: int, decay: float, seed: int) -> Floats:
    """Weights by Adam, from some weights on."""
    rng = np.random.default_rng(seed)
    share, spent, matters = targets(samples)
    counts = samples.counts()
    valid = samples.deal[samples.first] % VALID_EVERY == 0
    nodes = np.flatnonzero(~valid)
    weights = weights.copy()
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    rate, step = 0.05, 0
    for epoch in range(epochs):
        rng.shuffle(nodes)
        for start in range(0, len(nodes), 512):
            chosen = nodes[start : start + 512]
            size = counts[chosen]
            first = np.r_[0, np.cumsum(size)[:-1]]
            rows = np.repeat(samples.first[chosen] - first, size) + np.arange(size.sum())
            places = samples.places[rows]
            drawn = softmax(weights[places].sum(axis=1), first, size)
            loss: Floats = drawn * (
                spent[rows] - np.repeat(np.add.reduceat(drawn * spent[rows], first), size)
            )
            loss += 0.25 * (drawn - share[rows]) * np.repeat(matters[chosen], size)
            sums = np.bincount(places.ravel(), np.repeat(loss / len(chosen), places.shape[1]), len(weights))
            slope: Floats = sums + decay * weights
            step += 1
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        rate *= 0.8
        if epoch % 3 == 2 or epoch == epochs - 1:
            seen, unseen = (spent_by(weights, samples, spent, part) for part in (~valid, valid))
            log.info("  epoch %d: %.4f %.4f, other deals %.4f %.4f", epoch + 1, *seen, *unseen)
    return weights


def source_text(weights: npt.NDArray[np.int16]) -> str:
    """The C++ file that holds the weights."""
    lines, line = [], "   "
    for word in (f" {weight}," for weight in weights):
        if len(line) + len(word) > 120:
            lines.append(line)
            line = "   "
        line += word
    lines.append(line)
    return "\n".join(
        [
            '#include "order_weights.hpp"',
            "",
            "namespace gongzhu::solver {",
            "",
            "// clang-format off",
            "const OrderWeights order_weights = {",
            *lines,
            "};",
            "// clang-format on",
            "",
            "}  // namespace gongzhu::solver",
            "",
        ]
    )


def main() -> None:
    """Samples and learns in two rounds."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sampler", type=Path, help="the program sample_order")
    parser.add_argument("--output", type=Path, default=Path(__file__).parent.parent / "order_weights.cpp")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--decay", type=float, default=4e-5, help="pull towards zero")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    sampler = arguments.sampler.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        layout = layout_of(sampler)
        weights = neutral_weights(layout)
        for turn, share in enumerate(ROUNDS):
            rows = sampled(sampler, folder, layout, 2 * arguments.seed + turn, weights, share)
            samples = prepared(rows)
            log.info("round %d: %d nodes, %d plays", turn + 1, len(samples.first), len(samples.cost))
            weights = learned(samples, weights, arguments.epochs, arguments.decay, arguments.seed)
    arguments.output.write_text(source_text(as_integers(weights)), encoding="utf-8")


if __name__ == "__main__":
    main()
