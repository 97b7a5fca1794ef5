"""Times the solver on the positions of its frozen sets; the bridge solver DDS is the machine's yardstick.

    python bench/bench_solver.py --cards 8 9 --kind good --first 10
    python bench/bench_solver.py --decks 2 --cards 8
    python bench/bench_solver.py --decks 2 --cards 26

Prints a Markdown table, a row for each number of cards a hand. Before each row DDS solves the same random
bridge deals through `endplay`, whole and each in one strain with one hand to lead; every time is also given
as a multiple of its mean. By default only the value of a position is asked for, of DDS too; with
`--every-move` the value of every card, as `selfish` always has it. `settled` is `solo` by that measure. A
position that is not finished within the limit counts with the time that it took. `--save` writes what was
found of each position, to compare two versions of the solver.

Whole deals of two decks cannot be searched to their end. They have a table of their own, a row for each: the
bounds that are known without search (those at a limit of no nodes, the worst and the best that the scoring
table allows), those proven within the limit, and which part of the first interval is left.
"""

from __future__ import annotations

import csv
import random
from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from math import ceil
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Any

import gongzhu as gz
from gongzhu.solving import Measure, Objective, SelfishSolution

FOLDERS = {1: Path(__file__).parent / "solver_set", 2: Path(__file__).parent / "solver_set_double"}
SIZES = {1: range(6, 14), 2: [*range(6, 12), 26]}
KINDS = {"random": ["random"], "good": ["good"], "all": ["random", "good"]}
WHOLE_DEALS = ["plain", "exposed"]
OBJECTIVES = ("partners", "solo", "settled", "selfish")
COLUMNS = ("mean", "median", "p99", "worst")
TIME_LIMIT, TIME_LIMIT_FOR_BOUNDS = 100.0, 10.0  # seconds


@dataclass(frozen=True)
class Found:
    """A position by its file and line there, and what solving it cost."""

    position: str
    seconds: float
    solution: gz.Solution | SelfishSolution


class Yardstick:
    """Random bridge deals, the same in every run, for DDS."""

    def __init__(self, number: int, *, every_move: bool) -> None:
        try:
            self._dds: Any = import_module("endplay.dds")
        except ModuleNotFoundError as error:
            raise SystemExit(
                'The yardstick needs the extra "bench": pip install ".[bench]". --yardstick 0 does without.'
            ) from error
        modes = import_module("endplay.dds.solve").SolveMode
        self._mode = modes.Default if every_move else modes.OptimalOne
        rng = random.Random(0)
        self._deals = [self._deal(rng) for _ in range(number)]
        self._dds.solve_board(self._deals[0], self._mode)  # which also sets DDS up

    @staticmethod
    def _deal(rng: random.Random) -> object:
        types = import_module("endplay.types")
        deck = rng.sample([(suit, rank) for suit in range(4) for rank in "23456789TJQKA"], 52)
        hands = [
            ".".join("".join(rank for suit, rank in deck[seat::4] if suit == wanted) for wanted in range(4))
            for seat in range(4)
        ]
        deal = types.Deal("N:" + " ".join(hands))
        deal.trump = rng.choice(list(types.Denom))
        deal.first = rng.choice(list(types.Player))
        return deal

    def mean_seconds(self) -> float:
        """Solve every deal once more: what one takes on average."""
        start = perf_counter()
        for deal in self._deals:
            self._dds.solve_board(deal, self._mode)
        return (perf_counter() - start) / len(self._deals)


def read_positions(decks: int, cards: int, kind: str, first: int | None) -> Iterator[tuple[str, gz.Game]]:
    """The positions of a size, each with its name."""
    for name in WHOLE_DEALS if cards == 13 * decks else KINDS[kind]:
        with (FOLDERS[decks] / f"{cards:02}-{name}.txt").open(encoding="ascii") as lines:
            for number, line in enumerate(islice(lines, first), 1):
                yield f"{cards:02}-{name}:{number}", gz.Game.from_string(line.strip())


def solve_positions(cards: int, options: Namespace) -> list[Found]:
    found = []
    for name, game in read_positions(options.decks, cards, options.kind, options.first):
        start = perf_counter()
        solution = solve(game, options)
        found.append(Found(name, perf_counter() - start, solution))
    return found


def solve(game: gz.Game, options: Namespace, **limits: Any) -> gz.Solution | SelfishSolution:
    limits |= {name: getattr(options, name) for name in ("time_limit", "threads", "hash_mb")}
    if options.objective == "selfish":
        return gz.solve(game, "selfish", **limits)
    objective: Objective = "solo" if options.objective == "settled" else options.objective
    measure: Measure = "settled" if options.objective == "settled" else "points"
    return gz.solve(game, objective, measure=measure, every_move=options.every_move, **limits)


def time_text(seconds: float, yardstick: float | None) -> str:
    shown = f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.1f} s"
    return shown if yardstick is None else f"{shown} ({seconds / yardstick:.3g} ×)"


def row(cards: int, found: list[Found], yardstick: float | None) -> str:
    ordered = sorted(found, key=lambda position: position.seconds)
    times = [position.seconds for position in ordered]
    nodes = [position.solution.nodes for position in ordered]
    figures = (mean(times), median(times), times[ceil(0.99 * len(times)) - 1], times[-1])
    cells = [
        str(cards),
        str(len(found)),
        *(time_text(seconds, yardstick) for seconds in figures),
        ordered[-1].position,
        f"{mean(nodes):,.0f}",
        f"{sum(nodes) / sum(times):,.0f}",
        str(sum(not position.solution.exact for position in found)),
    ]
    if yardstick is not None:
        cells.append(time_text(yardstick, None))
    return f"| {' | '.join(cells)} |"


def heading(*, yardstick: bool) -> str:
    names = ["cards", "positions", *COLUMNS, "worst is", "mean nodes", "nodes/s", "unfinished"]
    names += ["DDS mean"] if yardstick else []
    return f"| {' | '.join(names)} |\n|{'---|' * len(names)}"


def print_bounds(options: Namespace) -> list[Found]:
    """What is proven of the whole deals of two decks."""
    names = ("deal", "without search", "proven", "left", "lower", "upper", "estimate", "nodes")
    print(f"| {' | '.join(names)} |\n|{'---|' * len(names)}", flush=True)
    everything: list[Found] = []
    shares: list[float] = []
    moved = [0, 0, 0]
    for name, game in read_positions(options.decks, 26, options.kind, options.first):
        known = solve(game, options, nodes=0)
        start = perf_counter()
        solution = solve(game, options)
        assert isinstance(known, gz.Solution)
        assert isinstance(solution, gz.Solution)
        everything.append(Found(name, perf_counter() - start, solution))
        share = float((solution.upper - solution.lower) / (known.upper - known.lower))
        inside = (solution.lower > known.lower, solution.upper < known.upper)
        moved = [count + more for count, more in zip(moved, (*inside, all(inside)), strict=True)]
        shares.append(share)
        cells = (
            name,
            f"{known.lower} to {known.upper}",
            f"{solution.lower} to {solution.upper}",
            f"{share:.0%}",
            *("inside" if side else "as known" for side in inside),
            str(solution.estimate),
            f"{solution.nodes:,}",
        )
        print(f"| {' | '.join(cells)} |", flush=True)
    print(
        f"\nOf {len(shares)} deals the lower bound is inside in {moved[0]}, the upper in {moved[1]}, both in "
        f"{moved[2]}; {mean(shares):.0%} of the interval is left on average."
    )
    return everything


def save(path: Path, found: list[Found]) -> None:
    with path.open("w", encoding="ascii", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("position", "lower", "upper", "nodes", "seconds"))
        for position in found:
            solution = position.solution
            bounds = (solution.lower, solution.upper)
            writer.writerow((position.position, *bounds, solution.nodes, f"{position.seconds:.6f}"))


def parse_arguments(arguments: list[str] | None) -> Namespace:
    parser = ArgumentParser(
        description=__doc__.partition("\n")[0], formatter_class=ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("--decks", type=int, choices=SIZES, default=1, help="which of the two sets")
    parser.add_argument("--cards", type=int, nargs="+", metavar="N", help="sizes; by default all")
    parser.add_argument("--kind", choices=KINDS, default="all", help="play before the endings")
    parser.add_argument("--first", type=int, metavar="N", help="only the first N of each file")
    parser.add_argument("--objective", choices=OBJECTIVES, default="partners", help="what is solved for")
    parser.add_argument(
        "--every-move", action="store_true", help="the value of every card, not only the best"
    )
    parser.add_argument(
        "--time-limit",
        type=float,
        metavar="SECONDS",
        help=f"for each position (default: {TIME_LIMIT:g}; 26 cards {TIME_LIMIT_FOR_BOUNDS:g})",
    )
    parser.add_argument("--threads", type=int, default=1, help="threads for each position")
    parser.add_argument("--hash-mb", type=int, default=256, metavar="MIB", help="transposition table")
    parser.add_argument("--yardstick", type=int, default=100, metavar="N", help="bridge deals, 0 for none")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write each position's result as CSV")
    options = parser.parse_args(arguments)
    options.cards = options.cards or list(SIZES[options.decks])
    if unknown := set(options.cards).difference(SIZES[options.decks]):
        parser.error(f"--cards: of {options.decks} deck(s) there are no endings of {min(unknown)} cards")
    if options.decks == 2 and 26 in options.cards and options.objective == "selfish":
        parser.error("--objective: whole deals of two decks have no bounds for selfish players")
    if options.first is not None and options.first < 1:
        parser.error("--first must be at least 1")
    return options


def main(arguments: list[str] | None = None) -> None:
    options = parse_arguments(arguments)
    whole_deals = options.decks == 2 and 26 in options.cards
    sizes = [cards for cards in options.cards if not (whole_deals and cards == 26)]
    limit = options.time_limit
    everything: list[Found] = []
    if sizes:
        options.time_limit = TIME_LIMIT if limit is None else limit
        yardstick = (
            Yardstick(options.yardstick, every_move=options.every_move) if options.yardstick > 0 else None
        )
        print(heading(yardstick=yardstick is not None), flush=True)
    for cards in sizes:
        dds = yardstick.mean_seconds() if yardstick else None
        found = solve_positions(cards, options)
        print(row(cards, found, dds), flush=True)
        everything += found
        if options.save:
            save(options.save, everything)
    if whole_deals:
        options.time_limit = TIME_LIMIT_FOR_BOUNDS if limit is None else limit
        everything += print_bounds(options)
        if options.save:
            save(options.save, everything)


if __name__ == "__main__":
    main()
