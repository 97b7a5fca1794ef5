"""Exact solving with all hands visible."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from threading import Lock
from typing import Literal, TypeAlias, overload

from gongzhu import _core
from gongzhu._core import Deal, Game, Move, RulesError

Objective: TypeAlias = Literal["partners", "solo"]
Measure: TypeAlias = Literal["points", "settled"]
Value: TypeAlias = int | Fraction
Worth: TypeAlias = Value | tuple[Value, Value]
"""A value, or (lower, upper) where it is not known."""
Points: TypeAlias = tuple[int, int, int, int]

_FARTHEST_GOAL = 10**9  # beyond any points
UNITS_OF_SETTLED = 3
"""The engine counts the measure "settled" in thirds of a point."""


@dataclass(frozen=True)
class Solution:
    """What a search has proven, from the point of view of the seat or side asked about.

    Values are points: whole numbers, or for the measure "settled" fractions.

    Attributes:
        value: The exact value; where `exact` is false, the lower bound.
        lower: A proven lower bound of the value.
        upper: A proven upper bound of the value.
        exact: Whether the bounds meet.
        at_least: Whether the value is at least the one asked about with `at_least=`; None where that was not
            asked, or is not proven.
        estimate: Where a limit was reached before the value was known, what it is likely to be: what sampled
            good play, or a narrower search, comes to. Nothing about it is proven. None where the value is
            known, and for a question with `at_least=`.
        best: The best move; where it is not known, the one whose bounds promise most.
        moves: Each legal move's value, or (lower, upper) where it is not known: a limit was reached before,
            or it was not asked for.
        line: Best play by everybody to the end; what is proven of it where a limit was reached, and nothing
            for a question with `at_least=`.
        points: The four seats' own points at the end of the line, None where it does not reach the end.
        nodes: Plays searched.
        seconds: Time taken.
        table_fill: Part of the transposition table in use at the end, 0 to 1.
    """

    value: Value
    lower: Value
    upper: Value
    exact: bool
    at_least: bool | None
    estimate: Value | None
    best: Move
    moves: dict[Move, Worth]
    line: tuple[Move, ...]
    points: Points | None
    nodes: int
    seconds: float
    table_fill: float


@dataclass(frozen=True)
class SelfishSolution:
    """What a search has proven of play in which every seat plays for itself; values are four seats' points.

    Attributes:
        value: The points at the end; where `exact` is false, the lower bounds.
        lower: A proven lower bound of each seat's points.
        upper: A proven upper bound of each seat's points.
        exact: Whether the bounds meet.
        moves: The points that each legal move leads to, or (lower, upper) where a limit was reached before.
        line: Such play by everybody to the end; what is proven of it where a limit was reached.
        points: The points at the end; None where a limit was reached before they were known.
        tie_break: The rule by which a seat chooses between outcomes that bring it the same points.
        nodes: Plays searched.
        seconds: Time taken.
        table_fill: Part of the transposition table in use at the end, 0 to 1.
    """

    value: Points
    lower: Points
    upper: Points
    exact: bool
    moves: dict[Move, Points | tuple[Points, Points]]
    line: tuple[Move, ...]
    points: Points | None
    tie_break: str
    nodes: int
    seconds: float
    table_fill: float


class Solver:
    """Solves positions and keeps what it learns of a deal, in a table with a limit of its own.

    Asked about another position of the same deal, it goes on from there: stepping through a game costs little
    more than its first position. Asked about another deal, other rules or exposures, another objective, or
    under "solo" another seat's points, it starts anew; "selfish" keeps nothing. It shares nothing with other
    solvers. Any thread may use it; calls from several wait for each other. Values do not depend on what was
    asked before; where a limit ends a search, how far it got does.

    Args:
        hash_mb: The most that the transposition table may take, MiB. It grows as it is needed.
        threads: Threads for one search; 0 uses every core.

    Raises:
        RulesError: An argument is out of range.

    >>> import gongzhu as gz
    >>> solver = gz.Solver(hash_mb=64)
    >>> game = gz.Game(gz.Deal.random(seed=7, cards=6))
    >>> value = solver.solve(game, seat=0).value
    >>> game.begin()
    >>> while not game.is_over:
    ...     game.play(solver.solve(game).line[0])
    >>> north, east, south, west = game.points()
    >>> north + south - east - west == value
    True
    """

    def __init__(self, hash_mb: int = 256, threads: int = 1) -> None:
        if threads < 0:
            raise RulesError(f"Solver: threads {threads} is out of range, expected 0 or more")
        self._solver = _core.Solver(hash_mb)
        self._hash_mb = hash_mb
        self._threads = threads
        self._lock = Lock()
        self._running: set[_core.StopFlag] = set()

    def __repr__(self) -> str:
        return f"Solver(hash_mb={self._hash_mb}, threads={self._threads})"

    @property
    def hash_mb(self) -> int:
        """The most that the transposition table may take, MiB."""
        return self._hash_mb

    @property
    def threads(self) -> int:
        """Threads for one search; 0: one for every core."""
        return self._threads

    @overload
    def solve(
        self,
        game_or_deal: Game | Deal,
        objective: Objective = "partners",
        *,
        measure: Measure = "points",
        seat: int | None = None,
        time_limit: float | None = None,
        nodes: int | None = None,
        at_least: Value | None = None,
        every_move: bool = True,
    ) -> Solution: ...
    @overload
    def solve(
        self,
        game_or_deal: Game | Deal,
        objective: Literal["selfish"],
        *,
        time_limit: float | None = None,
        nodes: int | None = None,
    ) -> SelfishSolution: ...
    def solve(
        self,
        game_or_deal: Game | Deal,
        objective: Objective | Literal["selfish"] = "partners",
        *,
        measure: Measure = "points",
        seat: int | None = None,
        time_limit: float | None = None,
        nodes: int | None = None,
        at_least: Value | None = None,
        every_move: bool = True,
    ) -> Solution | SelfishSolution:
        """Solve a deal, or the position a game has reached, as `gongzhu.solve` does.

        Raises:
            RulesError: An argument is out of range.
            IllegalMove: The game is over.
        """
        question = Question(objective, measure, seat, time_limit, nodes, at_least, every_move)
        return self._answer(question, as_game(game_or_deal))

    def _answer(self, question: Question, game: Game) -> Solution | SelfishSolution:
        stop = _core.StopFlag()
        self._running.add(stop)
        try:
            with self._lock:
                return question.answer(game, self._solver, self._hash_mb, self._threads, stop)
        finally:
            self._running.discard(stop)

    def cancel(self) -> None:
        """End what is being solved, from another thread: those calls return what is proven so far."""
        for stop in tuple(self._running):
            stop.set()

    def clear(self) -> None:
        """Forget everything, and give the memory back. Waits for what is being solved."""
        with self._lock:
            self._solver.clear()


@overload
def solve(
    game_or_deal: Game | Deal,
    objective: Objective = "partners",
    *,
    measure: Measure = "points",
    seat: int | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    at_least: Value | None = None,
    every_move: bool = True,
    threads: int = 1,
    hash_mb: int = 256,
) -> Solution: ...
@overload
def solve(
    game_or_deal: Game | Deal,
    objective: Literal["selfish"],
    *,
    time_limit: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    hash_mb: int = 256,
) -> SelfishSolution: ...
def solve(
    game_or_deal: Game | Deal,
    objective: Objective | Literal["selfish"] = "partners",
    *,
    measure: Measure = "points",
    seat: int | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    at_least: Value | None = None,
    every_move: bool = True,
    threads: int = 1,
    hash_mb: int = 256,
) -> Solution | SelfishSolution:
    """Solve a deal, or the position a game has reached: all hands visible, everybody playing perfectly.

    A game that is still exposing is solved as if the exposing ended now. Ctrl-C ends the search with
    KeyboardInterrupt; the limits end it with the bounds proven so far.

    Args:
        game_or_deal: What to solve.
        objective: "partners": a side's points minus the other side's, the sides being 0 and 2 against 1 and
            3, or the partners as dealt under the pig_sheep and called partnerships. "solo": the most points
            that `seat` can guarantee itself against the other three. "selfish": every seat plays for its own
            points, and where they are the same for fewer of the next seat in order of play, then of the one
            after it, then of the last; the answer is a SelfishSolution.
        measure: What "solo" counts. "points": the seat's own points. "settled": its points less the mean of
            the other three's, an exact Fraction.
        seat: Whose point of view the values have; by default the seat to play. "selfish" has none.
        time_limit: Seconds.
        nodes: Plays searched at the most.
        at_least: Ask only whether the value is at least this, which is cheaper than the value. The answer is
            `Solution.at_least`; the bounds are what its proof has shown besides.
        every_move: Find the value of every legal move. Otherwise the value and the line, which is cheaper,
            and of the other moves what the search has shown besides.
        threads: Threads to search with; 0 uses every core. "selfish" uses one.
        hash_mb: The most that the transposition table may take, MiB.

    Raises:
        RulesError: An argument is out of range.
        IllegalMove: The game is over.

    >>> import gongzhu as gz
    >>> deal = gz.Deal.parse("N:Q...2 K...3 5...4 6...5", leader=2)
    >>> solution = gz.solve(deal, seat=0)
    >>> solution.value, solution.exact
    (100, True)
    >>> gz.solve(deal, seat=0, at_least=90).at_least
    True
    >>> gz.solve(deal, "solo", measure="settled", seat=1).value
    Fraction(-100, 1)
    >>> gz.solve(deal, "selfish").value
    (0, -100, 0, 0)
    """
    question = Question(objective, measure, seat, time_limit, nodes, at_least, every_move)
    return ask(question, game_or_deal, threads, hash_mb)


@dataclass(frozen=True)
class Question:
    """What is asked about a position: the arguments of `solve` but for the position and the resources."""

    objective: str
    measure: str
    seat: int | None
    time_limit: float | None
    nodes: int | None
    at_least: Value | None
    every_move: bool

    def __post_init__(self) -> None:
        if self.objective == "selfish":
            self._refuse_for_selfish()
        check_measure(self.objective, self.measure)

    def answer(
        self, game: Game, solver: _core.Solver, hash_mb: int, threads: int, stop: _core.StopFlag
    ) -> Solution | SelfishSolution:
        """Answer the question about a position with a solver, until a flag is set."""
        if self.objective == "selfish":
            found = _core.solve_selfish(
                game, time_limit=self.time_limit, nodes=self.nodes, hash_mb=hash_mb, stop=stop
            )
            return SelfishSolution(**found | {"value": found["lower"], "line": tuple(found["line"])})
        found = solver.solve(
            game,
            objective=self.objective,
            measure=self.measure,
            seat=self.seat,
            time_limit=self.time_limit,
            nodes=self.nodes,
            at_least=self._goal(),
            every_move=self.every_move,
            threads=threads,
            stop=stop,
        )
        if self.measure == "settled":
            found |= {name: _points(found[name]) for name in ("value", "lower", "upper")}
            if found["estimate"] is not None:
                found["estimate"] = _points(found["estimate"])
            found["moves"] = {move: _points_worth(worth) for move, worth in found["moves"].items()}
        return Solution(**found)

    def _goal(self) -> int | None:
        """The least value of those asked about, in the units of the measure."""
        if self.at_least is None:
            return None
        goal = ceil(self.at_least * (UNITS_OF_SETTLED if self.measure == "settled" else 1))
        return max(-_FARTHEST_GOAL, min(goal, _FARTHEST_GOAL))

    def _refuse_for_selfish(self) -> None:
        given = {
            "seat": self.seat is not None,
            "at_least": self.at_least is not None,
            "every_move": not self.every_move,
        }
        for name, is_given in given.items():
            if is_given:
                raise RulesError(f"solve: {name} has no meaning for the objective selfish")


def ask(
    question: Question, game_or_deal: Game | Deal, threads: int, hash_mb: int
) -> Solution | SelfishSolution:
    """Answer a question about a deal or a position with a solver for it alone."""
    return Solver(hash_mb, threads)._answer(question, as_game(game_or_deal))


def check_measure(objective: str, measure: str) -> None:
    """Refuse a measure that the objective does not have.

    Raises:
        RulesError: The measure is "settled", but the objective is not "solo".
    """
    if measure == "settled" and objective != "solo":
        raise RulesError(f"measure: settled goes with the objective solo, not with {objective}")


def as_game(game_or_deal: Game | Deal) -> Game:
    """The game itself, or a new one of a deal.

    Raises:
        TypeError: It is something else.
        RulesError: Nothing tells who leads the deal.
    """
    if isinstance(game_or_deal, Game):
        return game_or_deal
    if isinstance(game_or_deal, Deal):
        return Game(game_or_deal)
    raise TypeError(f"expected a Game or a Deal, not {game_or_deal!r}")


def plain(worth: object) -> object:
    """A value as JSON can hold it: a fraction is a text, values that belong together are a list.

    >>> plain(3), plain(Fraction(-5, 3)), plain((0, 10))
    (3, '-5/3', [0, 10])
    """
    if isinstance(worth, tuple):
        return [plain(value) for value in worth]
    return str(worth) if isinstance(worth, Fraction) else worth


def viewpoint(objective: str, measure: str, seat: int) -> str:
    """What a value is, in words.

    >>> viewpoint("solo", "settled", 1)
    'solo, settled, as E sees it'
    """
    counted = ", settled" if measure == "settled" else ""
    return f"{objective}{counted}, as {'NESW'[seat]} sees it"


def _points(thirds: int) -> Fraction:
    return Fraction(thirds, UNITS_OF_SETTLED)


def _points_worth(worth: int | tuple[int, int]) -> Worth:
    return _points(worth) if isinstance(worth, int) else (_points(worth[0]), _points(worth[1]))
