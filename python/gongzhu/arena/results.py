"""What came out of a match: games, differences with their intervals, tables."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from dataclasses import dataclass, field
from statistics import NormalDist, fmean, stdev
from typing import TYPE_CHECKING, Any, NamedTuple

from gongzhu.players.judgement import side_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from os import PathLike

    from matplotlib.figure import Figure
    from rich.console import RenderableType

    from gongzhu.arena.plan import Places

_WIDTH = NormalDist().inv_cdf(0.975)  # standard errors to each side in a 95 % interval


@dataclass(frozen=True)
class GameResult:
    """One game of a match.

    Attributes:
        seating: The seating it belongs to.
        places: Which bot sat in each seat: 0 for the first of the pair, 1 for the second.
        points: Each seat's own points.
        sides: Four side numbers, the same for partners; None where the deal did not determine them.
    """

    seating: str
    places: Places
    points: Places
    sides: Places | None

    @property
    def side_points(self) -> tuple[float, float]:
        """The points of each bot's side, the mean over its seats; partners' points are added up."""
        seats = [side_points(self.points, self.sides, seat) for seat in range(4)]
        first, second = (
            fmean(own for own, place in zip(seats, self.places, strict=True) if place == bot)
            for bot in (0, 1)
        )
        return first, second

    @property
    def difference(self) -> float:
        """The first bot's points minus the second's.

        >>> GameResult("2v2", (1, 0, 1, 0), (10, 20, 30, 40), (0, 1, 0, 1)).difference
        20.0
        >>> GameResult("1v3", (1, 0, 1, 1), (10, 20, 30, 50), (0, 1, 2, 3)).difference
        -10.0
        """
        first, second = self.side_points
        return first - second


@dataclass(frozen=True)
class PlayedDeal:
    """One deal under one ruleset between two bots, in all rotations.

    Attributes:
        rules: The ruleset's place in the match.
        deal: The number of the deal, from 0.
        first: The first bot's place in the match.
        second: The second one's.
        games: Its games.
    """

    rules: int
    deal: int
    first: int
    second: int
    games: tuple[GameResult, ...]


class Thinking(NamedTuple):
    """How long a bot took for its moves: how many they were, seconds for all, seconds for the longest."""

    moves: int
    seconds: float
    longest: float

    def __add__(self, other: object) -> Thinking:
        if not isinstance(other, Thinking):
            return NotImplemented
        longest = max(self.longest, other.longest)
        return Thinking(self.moves + other.moves, self.seconds + other.seconds, longest)


@dataclass(frozen=True)
class Comparison:
    """One bot against another.

    Attributes:
        first: The first bot.
        second: The second bot.
        rules: The ruleset; None for all of the match together.
        seating: The seating; None for all together.
        deals: Deals played.
        games: Games played.
        mean: The first bot's points minus the second's, a deal.
        error: The standard error of the mean, over the deals; None with fewer than two of them.
        points: The points of the first bot's side and of the second's, a deal.
    """

    first: str
    second: str
    rules: str | None
    seating: str | None
    deals: int
    games: int
    mean: float
    error: float | None
    points: tuple[float, float]

    @property
    def interval(self) -> tuple[float, float] | None:
        """Between what the true difference lies with a probability of 95 %."""
        return _interval(self.mean, self.error)

    def to_dict(self) -> dict[str, object]:
        """All of it as JSON can hold it."""
        return {**vars(self), "interval": self.interval}

    def __str__(self) -> str:
        return f"{self.first} against {self.second}: {_difference(self.mean, self.error)} a deal"


@dataclass(frozen=True)
class Standing:
    """How a bot did against all others.

    Attributes:
        bot: The bot.
        deals: Deals played, those under several rulesets each counted.
        games: Games played.
        mean: Its points minus those of its opponents, a deal.
        error: The standard error of the mean; None with fewer than two deals.
    """

    bot: str
    deals: int
    games: int
    mean: float
    error: float | None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Between what the true difference lies with a probability of 95 %."""
        return _interval(self.mean, self.error)

    def to_dict(self) -> dict[str, object]:
        """All of it as JSON can hold it."""
        return {**vars(self), "interval": self.interval}


class Table(NamedTuple):
    """A table as text; a heading that ends with `>` is over a right-aligned column."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class MatchResult:
    """All that was played in a match; two are equal when the same games had the same results.

    Attributes:
        bots: The bots' names with their options.
        rules: The rulesets, by name and changes.
        seatings: The seatings of rulesets without fixed partners.
        seed: The seed.
        complete: Whether everything that was wanted was played.
        played: The deals.
        thinking: How long each bot took, in all runs of the match.
        games_now: Games played in this run, without those that a results file held.
        seconds: How long this run took.
    """

    bots: tuple[str, ...]
    rules: tuple[str, ...]
    seatings: tuple[str, ...]
    seed: int
    complete: bool
    played: tuple[PlayedDeal, ...]
    thinking: tuple[Thinking, ...] = field(default=(), compare=False)
    games_now: int = field(default=0, compare=False)
    seconds: float = field(default=0.0, compare=False)

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(len(deal.games) for deal in self.played)

    @property
    def games_per_second(self) -> float:
        """How many games this run played a second."""
        return self.games_now / self.seconds if self.seconds else 0.0

    @property
    def mean(self) -> float:
        """The first bot's points minus the second's, a deal, in a match of two; 0 if nothing was played."""
        return next((comparison.mean for comparison in self.comparisons()), 0.0)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of this mean; None with fewer than two deals."""
        return next((comparison.interval for comparison in self.comparisons()), None)

    def comparisons(self, *, by_rules: bool = False) -> list[Comparison]:
        """Every pair of bots; by rules, once for each ruleset and seating.

        A deal is one observation: the mean over its rotations.
        """
        cells: dict[tuple[int, int, int], list[PlayedDeal]] = defaultdict(list)
        for deal in self.played:
            cells[deal.first, deal.second, deal.rules if by_rules else 0].append(deal)
        found = []
        for (first, second, rules), deals in sorted(cells.items(), key=lambda cell: cell[0]):
            if by_rules:
                seatings = dict.fromkeys(game.seating for deal in deals for game in deal.games)
                found += [self._compare(first, second, self.rules[rules], way, deals) for way in seatings]
            else:
                found.append(self._compare(first, second, None, None, deals))
        return found

    def standings(self) -> list[Standing]:
        """The bots, the best first, each against all others."""
        margins: list[dict[tuple[int, int], list[float]]] = [defaultdict(list) for _ in self.bots]
        games = [0] * len(self.bots)
        for deal in self.played:
            difference = _of_seatings(deal, lambda game: game.difference)
            margins[deal.first][deal.rules, deal.deal].append(difference)
            margins[deal.second][deal.rules, deal.deal].append(-difference)
            games[deal.first] += len(deal.games)
            games[deal.second] += len(deal.games)
        found = []
        for bot, label in enumerate(self.bots):
            values = [fmean(against) for against in margins[bot].values()]
            if values:
                found.append(Standing(label, len(values), games[bot], *_mean_and_error(values)))
        return sorted(found, key=lambda standing: -standing.mean)

    def tables(self) -> list[Table]:
        """What there is to show: the pairs, the standings of more than two bots, and how long they took."""
        cells = self.comparisons(by_rules=True)
        pairs = self.comparisons()
        shown = [*cells, *pairs] if len(cells) > len(pairs) else cells
        tables = [
            Table(
                ("bot", "against", "rules", "seating", "deals>", "difference>", "points>", "theirs>"),
                tuple(
                    (
                        one.first,
                        one.second,
                        one.rules or "all",
                        one.seating or "",
                        str(one.deals),
                        _difference(one.mean, one.error),
                        *(f"{points:.1f}" for points in one.points),
                    )
                    for one in shown
                ),
            )
        ]
        if len(self.bots) > 2:
            rows = (
                (s.bot, str(s.deals), str(s.games), _difference(s.mean, s.error)) for s in self.standings()
            )
            tables.append(Table(("bot", "deals>", "games>", "difference>"), tuple(rows)))
        times = tuple(
            (bot, str(t.moves), f"{1000 * t.seconds / t.moves:.3f}", f"{1000 * t.longest:.1f}")
            for bot, t in zip(self.bots, self.thinking, strict=False)
            if t.moves
        )
        return [*tables, Table(("bot", "moves>", "ms a move>", "longest ms>"), times)]

    @property
    def summary(self) -> str:
        """What was played, and how fast, in a sentence."""
        end = "" if self.complete else "; not all that was wanted"
        return (
            f"{len(self.played)} deals between two bots, {self.games} games{end}; "
            f"{self.games_per_second:.1f} games a second; ± is half a 95 % interval"
        )

    def to_dict(self) -> dict[str, object]:
        """The findings as JSON can hold them, without the single games."""
        return {
            "bots": list(self.bots),
            "rules": list(self.rules),
            "seatings": list(self.seatings),
            "seed": self.seed,
            "complete": self.complete,
            "games": self.games,
            "comparisons": [comparison.to_dict() for comparison in self.comparisons()],
            "by_rules": [comparison.to_dict() for comparison in self.comparisons(by_rules=True)],
            "standings": [standing.to_dict() for standing in self.standings()],
            "thinking": {bot: time._asdict() for bot, time in zip(self.bots, self.thinking, strict=False)},
            "games_per_second": self.games_per_second,
        }

    def to_json(self) -> str:
        """The same as a line of JSON."""
        return json.dumps(self.to_dict())

    def plot(self, path: str | PathLike[str] | None = None) -> Figure:
        """Draw the difference of every pair under every ruleset with its interval; needs the extra "plot".

        Args:
            path: Where to save the picture; the suffix tells its form.

        Raises:
            ImportError: Matplotlib is not there.
            RulesError: The suffix names no form of picture.
            OSError: It cannot be written.
        """
        from gongzhu.arena.plot import plot

        return plot(self, path)

    def __str__(self) -> str:
        from gongzhu.arena.report import plain

        return plain(self)

    def __rich__(self) -> RenderableType:
        from gongzhu.arena.report import rich

        return rich(self)

    def _compare(
        self, first: int, second: int, rules: str | None, seating: str | None, deals: Sequence[PlayedDeal]
    ) -> Comparison:
        def of(value: Callable[[GameResult], float]) -> list[float]:
            return [_of_seatings(deal, value, seating) for deal in deals]

        mean, error = _mean_and_error(of(lambda game: game.difference))
        games = sum(1 for deal in deals for game in deal.games if seating in (None, game.seating))
        points = fmean(of(lambda game: game.side_points[0])), fmean(of(lambda game: game.side_points[1]))
        return Comparison(
            self.bots[first], self.bots[second], rules, seating, len(deals), games, mean, error, points
        )


def _of_seatings(deal: PlayedDeal, value: Callable[[GameResult], float], seating: str | None = None) -> float:
    """A deal's value: the mean over its seatings of the means over their rotations."""
    values: dict[str, list[float]] = defaultdict(list)
    for game in deal.games:
        if seating in (None, game.seating):
            values[game.seating].append(value(game))
    return fmean(map(fmean, values.values()))


def _mean_and_error(values: Sequence[float]) -> tuple[float, float | None]:
    error = stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
    return fmean(values), error


def _interval(mean: float, error: float | None) -> tuple[float, float] | None:
    return None if error is None else (mean - _WIDTH * error, mean + _WIDTH * error)


def _difference(mean: float, error: float | None) -> str:
    return f"{mean:+.1f}" if error is None else f"{mean:+.1f} ± {_WIDTH * error:.1f}"


def game_to_list(game: GameResult) -> list[Any]:
    """A game as a results file holds it."""
    return [game.seating, game.places, game.points, game.sides]


def game_from_list(values: Iterable[Any]) -> GameResult:
    """The game that a results file holds.

    Raises:
        ValueError, TypeError: It is none.
    """
    seating, places, points, sides = values
    return GameResult(str(seating), _four(places), _four(points), None if sides is None else _four(sides))


def _four(values: Iterable[int]) -> Places:
    north, east, south, west = map(int, values)
    return north, east, south, west
