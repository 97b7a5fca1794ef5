"""What several threads bring: on one position, and on many, against one thread in the same run.

    python bench/bench_threads.py --cards 10 11 --first 10

Prints a Markdown table, a row for each number of cards a hand; the positions are those of one deck in
bench/solver_set/, the value is asked for. One position: every position is solved with one thread and right
after that with several, `gz.solve(threads=...)`. Many: all positions of the row by `gz.solve_many` with one
thread and then with several. Given are the times of one thread and how many times as fast several are, by
the clock: for the sum of all positions, and in brackets for the middle one of each alone. With more threads
than idle cores the figures mean nothing.
"""

from __future__ import annotations

from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser
from statistics import median
from time import perf_counter

import gongzhu as gz
from bench_solver import SIZES, read_positions


def timed_solve(game: gz.Game, threads: int, time_limit: float) -> tuple[float, gz.Solution]:
    start = perf_counter()
    solution = gz.solve(game, threads=threads, time_limit=time_limit, every_move=False)
    return perf_counter() - start, solution


def timed_solve_many(games: list[gz.Game], threads: int, time_limit: float) -> float:
    start = perf_counter()
    for _ in gz.solve_many(games, threads=threads, time_limit=time_limit, every_move=False):
        pass
    return perf_counter() - start


def row(cards: int, games: list[gz.Game], threads: int, time_limit: float) -> str:
    alone, together, nodes_alone, nodes_together = [], [], 0, 0
    for game in games:
        seconds, solution = timed_solve(game, 1, time_limit)
        alone.append(seconds)
        nodes_alone += solution.nodes
        seconds, solution = timed_solve(game, threads, time_limit)
        together.append(seconds)
        nodes_together += solution.nodes
    middle = median(one / several for one, several in zip(alone, together, strict=True))
    many_alone = timed_solve_many(games, 1, time_limit)
    many_together = timed_solve_many(games, threads, time_limit)
    cells = (
        str(cards),
        str(len(games)),
        f"{sum(alone):.1f} s",
        f"{sum(alone) / sum(together):.2f} × ({middle:.2f} ×)",
        f"{nodes_together / nodes_alone:.2f} ×",
        f"{many_alone:.1f} s",
        f"{many_alone / many_together:.2f} ×",
    )
    return f"| {' | '.join(cells)} |"


def main(arguments: list[str] | None = None) -> None:
    parser = ArgumentParser(
        description=__doc__.partition("\n")[0], formatter_class=ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("--cards", type=int, nargs="+", choices=SIZES[1], default=[9, 10, 11], help="sizes")
    parser.add_argument("--first", type=int, metavar="N", default=20, help="only the first N of each file")
    parser.add_argument("--threads", type=int, default=2, help="threads that are held against one")
    parser.add_argument(
        "--time-limit", type=float, default=100.0, metavar="SECONDS", help="for each position"
    )
    options = parser.parse_args(arguments)
    if options.first < 1:
        parser.error("--first must be at least 1")
    several = f"{options.threads} threads"
    names = ("cards", "positions", "one thread", several, "nodes", "many, one thread", f"many, {several}")
    print(f"| {' | '.join(names)} |\n|{'---|' * len(names)}", flush=True)
    for cards in options.cards:
        games = [game for _, game in read_positions(1, cards, "all", options.first)]
        print(row(cards, games, options.threads, options.time_limit), flush=True)


if __name__ == "__main__":
    main()
