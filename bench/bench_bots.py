"""How strong the bots are, what their decisions cost, and whether they keep to the rules and their budgets.

    python bench/bench_bots.py                        every table of docs/play.md
    python bench/bench_bots.py scrofazero --deals 100
    python bench/bench_bots.py --check 10000          games by all bots under all presets
    python bench/bench_bots.py --matches 1000         what it gains to know how the match stands

Strength: duplicate deals in all rotations by `gz.arena.match`, printed as Markdown rows: the first bot's
points a deal minus the second's with the half of the 95 % interval, and the milliseconds that each takes for
a move. Finished deals are kept in `--folder`, a file for each pair, and are not played again.

Check: games between bots drawn at random, a preset after the other. The engine refuses an illegal move or
exposure, and the script stops with it. A bot with a limit of time must not take more than 1.2 times that for
a decision, by the clock and by the processor, so that waiting for a busy machine does not count.

Matches: two bots that know how the match stands against two that play for points, to the match's end; how
many of the four comparisons between them the first two win.
"""

from __future__ import annotations

import random
import sys
from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, TypeVar

import gongzhu as gz
from gongzhu.arena import Comparison, MatchResult

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Decision = TypeVar("Decision")


@dataclass(frozen=True)
class Table:
    """Pairs of bots under one preset, each with how many deals it plays."""

    pairs: Sequence[tuple[str, str, int]]
    seatings: Sequence[str] = ("2v2", "1v3")


CHAMPION = (("champion", "greedy", 100), ("champion", "random", 100))
OTHERS = (
    ("champion", "careful", 100),
    ("champion", "learned", 100),
    ("champion", "pimc", 100),
    ("champion", "ismcts", 100),
    ("pimc", "greedy", 100),
    ("ismcts", "greedy", 100),
    ("learned", "greedy", 300),
    ("learned", "careful", 1000),
    ("greedy", "random", 1000),
)
SCROFAZERO = (
    ("champion", "greedy", 1000),
    ("champion", "random", 1000),
    ("champion", "champion:policy=careful", 300),
    ("champion:seconds=1", "champion", 20),
    *OTHERS,
)
TABLES = {
    "scrofazero": Table(SCROFAZERO),
    "traditional": Table((*CHAMPION, *OTHERS)),
    "china-games": Table((*CHAMPION, *OTHERS)),
    "lianzhong-double": Table((*CHAMPION, *OTHERS)),
}


def play_table(name: str, deals: int | None, folder: Path, processes: int) -> None:
    """Play what is missing of a table, and print a row for each pair and seating as soon as it is there."""
    table = TABLES[name]
    print(f"\n`{name}`\n\n| match | seating | deals | difference | ms a move |\n|---|---|---|---|---|")
    for first, second, usual in table.pairs:
        file = "-".join((name, first, second)).replace(":", "_").replace("=", "_")
        result = gz.arena.match(
            [first, second],
            deals=usual if deals is None else deals,
            rules=name,
            seating=table.seatings,
            processes=processes,
            results=folder / f"{file}.jsonl",
        )
        for comparison in result.comparisons(by_rules=True):
            print(row(comparison, result), flush=True)
        if not result.complete:
            raise SystemExit("ended by Ctrl-C; the same command goes on")


def row(comparison: Comparison, result: MatchResult) -> str:
    low, high = comparison.interval or (float("nan"),) * 2
    costs = (1000 * bot.seconds / bot.moves if bot.moves else 0.0 for bot in result.thinking)
    cells = (
        f"`{comparison.first}` – `{comparison.second}`",
        str(comparison.seating),
        f"{comparison.deals:,}",
        f"{comparison.mean:+.1f} ± {(high - low) / 2:.1f}".replace("-", "−"),
        ", ".join(f"{float(f'{cost:.2g}'):g}" for cost in costs),
    )
    return f"| {' | '.join(cells)} |"


CHECKED = (
    "random",
    "careful",
    "learned",
    "greedy:samples=5",
    "pimc:samples=20",
    "ismcts:samples=30",
    "champion",
    "champion:threads=2",
    "ismcts:samples=1000000,seconds=0.01",
)
OVERRUN = 1.2  # times a limit


@dataclass
class Watch:
    """What the decisions of a kind of bot took, as times its limit."""

    decisions: int = 0
    most: float = 0.0
    overruns: int = 0


class Watched(gz.players.Bot):
    """A bot whose decisions are timed."""

    def __init__(self, bot: gz.players.Bot, watch: Watch) -> None:
        self._bot = bot
        self._watch = watch
        self._limit = float(bot.options.get("seconds", 0))

    @property
    def label(self) -> str:
        """The bot's."""
        return self._bot.label

    def choose(self, view: gz.View) -> gz.Move:
        """The bot's move."""
        return self._timed(lambda: self._bot.choose(view))

    def expose(self, view: gz.View) -> list[tuple[gz.Card, str]]:
        """The bot's exposures."""
        return self._timed(lambda: self._bot.expose(view))

    def _timed(self, decide: Callable[[], Decision]) -> Decision:
        clock, processor = perf_counter(), thread_time()
        decision = decide()
        took = min(perf_counter() - clock, thread_time() - processor)
        self._watch.decisions += 1
        if self._limit:
            self._watch.most = max(self._watch.most, took / self._limit)
            self._watch.overruns += took > OVERRUN * self._limit
        return decision


def check(games: int, seed: int) -> bool:
    """Play games of all bots under all presets; whether no decision took too long."""
    watches = {name: Watch() for name in CHECKED}
    presets = gz.presets()
    start = perf_counter()
    for number in range(games):
        rng = random.Random(seed + number)
        game = gz.Game(gz.Deal.random(rng.getrandbits(63), gz.Ruleset.preset(presets[number % len(presets)])))
        names = [rng.choice(CHECKED) for _ in range(4)]
        bots = [Watched(gz.players.get(name, rng.getrandbits(63)), watches[name]) for name in names]
        gz.players.play_game(game, bots)
        if number % 100 == 99 and sys.stderr.isatty():
            print(f"{number + 1:,} games", end="\r", file=sys.stderr)
    seconds = perf_counter() - start
    print(f"{games:,} games under {len(presets)} presets in {seconds:.0f} s, every decision allowed")
    print("\n| bot | decisions | longest, of its limit | overruns |\n|---|---|---|---|")
    for name, watch in watches.items():
        most = f"{watch.most:.2f}" if watch.most else ""
        print(f"| `{name}` | {watch.decisions:,} | {most} | {watch.overruns} |")
    return not any(watch.overruns for watch in watches.values())


def play_matches(name: str, matches: int, seed: int) -> None:
    """Play matches between champions of few deals, two of which know how the match stands."""
    rules = gz.Ruleset.preset(name)
    if not (rules.limits or rules.spread or rules.deals):
        print(f"{name}: matches have no end")
        return
    shares = []
    for number in range(matches):
        match = gz.Match(rules)
        knowing = (number % 2, number % 2 + 2)
        bots = [gz.players.get("champion:seconds=0,samples=64,nested=no") for _ in range(4)]
        while not match.is_over:
            mixed = 1000 * (seed + number // 2) + len(match.deals)
            deal = gz.Deal.random(mixed, rules, first_dealt=match.first_dealt)
            for seat, bot in enumerate(bots):
                bot.match = match if seat in knowing else None
                bot.start(4 * mixed + seat)
            game = gz.Game(deal, leader=match.leader, dealer=match.dealer)
            gz.players.play_game(game, bots)
            match.record(game)
        pairs = [
            (match.totals[one], match.totals[other]) for one in knowing for other in {0, 1, 2, 3} - {*knowing}
        ]
        shares.append(mean((own > other) + 0.5 * (own == other) for own, other in pairs))
    half = 1.96 * stdev(shares) / len(shares) ** 0.5
    print(
        f"{name}: {matches:,} matches, {100 * mean(shares):.1f} ± {100 * half:.1f} % of the comparisons won"
    )


def main(arguments: list[str] | None = None) -> None:
    parser = ArgumentParser(
        description=(__doc__ or "").partition("\n")[0], formatter_class=ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"of {', '.join(TABLES)}")
    parser.add_argument("--deals", type=int, help="deals for each pair, instead of the table's")
    parser.add_argument(
        "--folder", type=Path, default=Path("build/bots"), help="where finished deals are kept"
    )
    parser.add_argument("--processes", type=int, default=1, help="games played at once")
    parser.add_argument("--check", type=int, metavar="GAMES", help="check moves and budgets")
    parser.add_argument("--matches", type=int, metavar="MATCHES", help="play matches under the tables' rules")
    parser.add_argument("--seed", type=int, default=0, help="of the games of --check and --matches")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.tables if name not in TABLES]
    if unknown:
        parser.error(f"there is no table {unknown[0]}; there are {', '.join(TABLES)}")
    if options.check is not None:
        if not check(options.check, options.seed):
            raise SystemExit("a bot took longer than it may")
        return
    if options.matches is not None:
        for name in options.tables or TABLES:
            play_matches(name, options.matches, options.seed)
        return
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.tables or TABLES:
        play_table(name, options.deals, options.folder, options.processes)


if __name__ == "__main__":
    main()
