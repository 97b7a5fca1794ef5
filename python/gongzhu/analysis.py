"""A played game card by card: what each one gave away, with all hands visible."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from gongzhu import _core
from gongzhu._core import Game, Move, RulesError
from gongzhu.solving import (
    UNITS_OF_SETTLED,
    Measure,
    Objective,
    Value,
    Worth,
    check_measure,
    plain,
    viewpoint,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_SEATS = "NESW"


@dataclass(frozen=True)
class Step:
    """One card of a game that was played.

    Attributes:
        ply: How many cards were played before it.
        trick: The number of its trick, from 1.
        seat: Who played it.
        move: What was played.
        before: The value before it.
        after: The value after it.
        loss: How much it gave away for the side of who played it, never negative; (least, most) where that is
            not known.
        best: A play that gives nothing away: the one that was made if it gave nothing away, or another; None
            where none is known.
    """

    ply: int
    trick: int
    seat: int
    move: Move
    before: Worth
    after: Worth
    loss: Worth
    best: Move | None


@dataclass(frozen=True)
class GameAnalysis:
    """The value of a game before and after every card, and so what each card gave away.

    Values are points from the point of view of `seat`: whole numbers, or for the measure "settled" fractions.
    Each is the value under perfect play by everybody from there on; where a limit was reached before it was
    known, a pair (lower, upper). `print` shows all as a table.

    Attributes:
        objective: "partners" or "solo".
        measure: What "solo" counts: "points" or "settled".
        seat: Whose point of view the values have.
        first: How many cards had been played at the first of the values.
        values: The value there, and after each of the cards analysed.
        steps: Each of those cards.
        result: The value of the points that the game ended with; None where it is not over, or its end was
            not analysed. It differs from the last of the values where a claim gave points away, or who could
            change the colours chose the worse.
        nodes: Plays searched.
        seconds: Time taken.
    """

    objective: str
    measure: str
    seat: int
    first: int
    values: tuple[Worth, ...]
    steps: tuple[Step, ...]
    result: Value | None
    nodes: int
    seconds: float

    @property
    def exact(self) -> bool:
        """Whether all values are known."""
        return not any(isinstance(worth, tuple) for worth in self.values)

    @property
    def losses(self) -> tuple[Worth, Worth, Worth, Worth]:
        """How much each seat gave away with its cards; (least, most) where that is not known."""
        return self._loss_of(0), self._loss_of(1), self._loss_of(2), self._loss_of(3)

    @property
    def title(self) -> str:
        """What the values are, in words."""
        return viewpoint(self.objective, self.measure, self.seat)

    def to_dict(self) -> dict[str, object]:
        """All of it as JSON can hold it.

        Seats are letters and moves texts; fractions are texts too, which `fractions.Fraction` reads.
        """
        return {
            "objective": self.objective,
            "measure": self.measure,
            "seat": _SEATS[self.seat],
            "first": self.first,
            "values": [plain(worth) for worth in self.values],
            "steps": [
                {
                    "ply": step.ply,
                    "trick": step.trick,
                    "seat": _SEATS[step.seat],
                    "move": str(step.move),
                    "before": plain(step.before),
                    "after": plain(step.after),
                    "loss": plain(step.loss),
                    "best": None if step.best is None else str(step.best),
                }
                for step in self.steps
            ],
            "losses": [plain(loss) for loss in self.losses],
            "result": None if self.result is None else plain(self.result),
            "nodes": self.nodes,
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        from gongzhu.drawing import analysis_text

        return f"{self.title}\n\n{analysis_text(self)}"

    def _loss_of(self, seat: int) -> Worth:
        losses = [step.loss for step in self.steps if step.seat == seat]
        zero = Fraction(0) if self.measure == "settled" else 0
        least: Value = sum((loss[0] if isinstance(loss, tuple) else loss for loss in losses), zero)
        most: Value = sum((loss[1] if isinstance(loss, tuple) else loss for loss in losses), zero)
        return least if least == most else (least, most)


def analyse_game(
    game: Game,
    objective: Objective = "partners",
    *,
    measure: Measure = "points",
    seat: int = 0,
    first: int = 0,
    last: int | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    hash_mb: int = 256,
    progress: Callable[[int, int], object] | None = None,
) -> GameAnalysis:
    """Find the value of a game before and after every card that was played, finished or not.

    It goes from the end of the game to its start, so that a limit leaves exact values for the late part and
    bounds for the early part. A claim is taken back first. Ctrl-C ends it with KeyboardInterrupt.

    Args:
        game: The game. The calls and exposures are taken as they were made.
        objective: "partners" or "solo", as in `solve`.
        measure: What "solo" counts, as in `solve`.
        seat: Whose point of view the values have: for "partners" that of its side, for "solo" its own against
            the other three.
        first: Begin after so many cards.
        last: End after so many cards; by default with the last one played.
        time_limit: Seconds for all of it.
        nodes: Plays searched for all of it at the most.
        threads: Threads to search with; 0 uses every core.
        hash_mb: The most that the transposition table may take, MiB.
        progress: Called as progress(done, total) after each of the positions that are solved.

    Raises:
        RulesError: An argument is out of range.

    >>> import gongzhu as gz
    >>> game = gz.Game(gz.Deal.parse("N:A2... Q...3 4...4 5...5", leader=2))
    >>> game.begin()
    >>> for card in ("S4", "S5", "SA", "SQ", "S2", "C3", "C4", "C5"):
    ...     game.play(card)
    >>> analysis = analyse_game(game)
    >>> analysis.values, analysis.losses
    ((100, 100, 100, -100, -100, -100, -100, -100, -100), (200, 0, 0, 0))
    >>> [(step.ply, str(step.move), str(step.best)) for step in analysis.steps if step.loss]
    [(2, 'SA', 'S2')]
    """
    position = game.copy()
    if position.claimed is not None:
        position.undo()
    played = len(position.history)
    last = _in_range("last", played if last is None else last, 0, played)
    first = _in_range("first", first, 0, last)
    while len(position.history) > last:
        position.undo()

    analyst = _Analyst(game, objective, measure, seat, time_limit, nodes, threads, hash_mb)
    bounds = [analyst.bounds(position)]
    plays: list[_Play] = []
    for ply in range(last, first, -1):
        if progress is not None:
            progress(last - ply + 1, last - first + 1)
        move = position.history[-1]
        position.undo()
        play, before = analyst.play(position, move, bounds[0])
        plays.insert(0, play)
        bounds.insert(0, before)
    if progress is not None:
        progress(last - first + 1, last - first + 1)
    _tighten(bounds, plays)

    steps = tuple(
        Step(
            ply=first + number,
            trick=play.trick,
            seat=play.seat,
            move=play.move,
            before=analyst.worth(before),
            after=analyst.worth(after),
            loss=analyst.worth(play.loss(before, after)),
            best=play.best,
        )
        for number, (play, (before, after)) in enumerate(zip(plays, pairwise(bounds), strict=True))
    )
    return GameAnalysis(
        objective=objective,
        measure=measure,
        seat=seat,
        first=first,
        values=tuple(map(analyst.worth, bounds)),
        steps=steps,
        result=analyst.result(game) if game.is_over and last == played else None,
        nodes=analyst.nodes,
        seconds=analyst.seconds,
    )


class _Bounds(NamedTuple):
    """What is proven of a value, in the units in which the engine counts the measure."""

    lower: int
    upper: int

    @property
    def exact(self) -> bool:
        return self.lower == self.upper


@dataclass(frozen=True)
class _Play:
    """A card that was played.

    Attributes:
        trick: The number of its trick, from 1.
        seat: Who played it.
        raises: Whether this seat wants the value high.
        move: What was played.
        forced: Whether it was the only legal move.
        best: A play that gives nothing away, where one is known.
    """

    trick: int
    seat: int
    raises: bool
    move: Move
    forced: bool
    best: Move | None

    def loss(self, before: _Bounds, after: _Bounds) -> _Bounds:
        """What it gave away, by the values before and after it."""
        if self.forced:
            return _Bounds(0, 0)
        high, low = (before, after) if self.raises else (after, before)
        return _Bounds(max(0, high.lower - low.upper), high.upper - low.lower)


class _Analyst:
    """Values the positions of one game, within limits for all of them together."""

    def __init__(
        self,
        game: Game,
        objective: str,
        measure: str,
        seat: int,
        time_limit: float | None,
        nodes: int | None,
        threads: int,
        hash_mb: int,
    ) -> None:
        check_measure(objective, measure)
        if time_limit is not None and not time_limit >= 0:
            raise RulesError(
                f"analyse_game: time_limit {time_limit} is out of range, expected 0 seconds or more"
            )
        if nodes is not None and nodes < 0:
            raise RulesError(f"analyse_game: nodes {nodes} is out of range, expected 0 or more")
        self._weights, self._roles = _core.aim_of(game, objective=objective, measure=measure, seat=seat)
        self._objective = objective
        self._measure = measure
        self._seat = seat
        self._time_limit = time_limit
        self._node_limit = nodes
        self._threads = threads
        self._solver = _core.Solver(hash_mb)
        self._started = perf_counter()
        self.nodes = 0

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return perf_counter() - self._started

    def bounds(self, position: Game) -> _Bounds:
        """What can be proven of a position's value."""
        if position.is_over:
            position = position.copy()
            position.undo()  # the last card was forced
        return _bounds(self._solve(position))

    def play(self, position: Game, move: Move, after: _Bounds) -> tuple[_Play, _Bounds]:
        """What a move was, and the value before it.

        Args:
            position: Where it was made.
            move: The move.
            after: The value after it.
        """
        seat = position.to_play
        assert seat is not None
        raises = self._roles[seat] > 0
        forced = len(position.legal_moves()) == 1
        before, best = (after, move) if forced else self._before(position, move, after, raises=raises)
        return _Play(len(position.tricks) + 1, seat, raises, move, forced, best), before

    def result(self, game: Game) -> Value:
        """The value of the points that a game ended with."""
        return self._value(
            sum(weight * own for weight, own in zip(self._weights, game.points(), strict=True))
        )

    def worth(self, bounds: _Bounds) -> Worth:
        """A value as it is given out."""
        lower, upper = self._value(bounds.lower), self._value(bounds.upper)
        return lower if bounds.exact else (lower, upper)

    def _value(self, units: int) -> Value:
        return Fraction(units, UNITS_OF_SETTLED) if self._measure == "settled" else units

    def _before(
        self, position: Game, move: Move, after: _Bounds, *, raises: bool
    ) -> tuple[_Bounds, Move | None]:
        """The value before a move that was not forced, and a best move."""
        if after.exact:  # most cards give nothing away, which is cheaper to prove than a value is to find
            found = self._solve(position, at_least=after.lower + 1 if raises else after.lower)
            if found["at_least"] is not None and found["at_least"] != raises:
                return after, move
        found = self._solve(position)
        before = _bounds(found)
        if before.exact and before == after:
            return before, move
        return before, found["line"][0] if found["line"] else None

    def _solve(self, position: Game, at_least: int | None = None) -> dict[str, Any]:
        found = self._solver.solve(
            position,
            objective=self._objective,
            measure=self._measure,
            seat=self._seat,
            time_limit=None if self._time_limit is None else max(0.0, self._time_limit - self.seconds),
            nodes=None if self._node_limit is None else max(0, self._node_limit - self.nodes),
            at_least=at_least,
            every_move=False,
            threads=self._threads,
            stop=_core.StopFlag(),
        )
        self.nodes += found["nodes"]
        return found


def _bounds(found: dict[str, Any]) -> _Bounds:
    return _Bounds(found["lower"], found["upper"])


def _tighten(bounds: list[_Bounds], plays: list[_Play]) -> None:
    """Carry what is proven of one position to its neighbours: no play is better than the best."""
    for number in reversed(range(len(plays))):
        before, after = bounds[number], bounds[number + 1]
        if plays[number].raises or plays[number].forced:
            before = before._replace(lower=max(before.lower, after.lower))
        if not plays[number].raises or plays[number].forced:
            before = before._replace(upper=min(before.upper, after.upper))
        bounds[number] = before
    for number, play in enumerate(plays):
        before, after = bounds[number], bounds[number + 1]
        if play.raises or play.forced:
            after = after._replace(upper=min(before.upper, after.upper))
        if not play.raises or play.forced:
            after = after._replace(lower=max(before.lower, after.lower))
        bounds[number + 1] = after


def _in_range(name: str, plays: int, least: int, most: int) -> int:
    if not least <= plays <= most:
        raise RulesError(f"analyse_game: {name} {plays} is out of range, expected {least} to {most}")
    return plays
