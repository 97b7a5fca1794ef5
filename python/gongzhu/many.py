"""Many positions solved at once, on every core."""

from __future__ import annotations

import atexit
from collections import deque
from collections.abc import Sized
from dataclasses import dataclass
from operator import index
from os import cpu_count
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, Literal, TypeAlias, overload

from gongzhu import _core
from gongzhu._core import Deal, Game, IllegalMove, RulesError
from gongzhu.solving import Measure, Objective, Question, SelfishSolution, Solution, Value, as_game

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    Progress: TypeAlias = Callable[[int, int | None], object]
    Answer: TypeAlias = Solution | SelfishSolution

_AHEAD = 64  # games taken from the input for each thread, before the answers to the first of them are
_PART = 16  # games that a thread takes at a time, at the most
_PART_SECONDS = 0.005  # how long they should take it
_WAIT_SECONDS = 0.2  # for Ctrl-C where a wait without end does not hear it


@overload
def solve_many(
    games: Iterable[Game | Deal],
    objective: Objective = "partners",
    *,
    measure: Measure = "points",
    seat: int | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    at_least: Value | None = None,
    every_move: bool = True,
    threads: int = 0,
    hash_mb: int = 256,
    progress: Progress | None = None,
) -> Generator[Solution, None, None]: ...
@overload
def solve_many(
    games: Iterable[Game | Deal],
    objective: Literal["selfish"],
    *,
    time_limit: float | None = None,
    nodes: int | None = None,
    threads: int = 0,
    hash_mb: int = 256,
    progress: Progress | None = None,
) -> Generator[SelfishSolution, None, None]: ...
def solve_many(
    games: Iterable[Game | Deal],
    objective: Objective | Literal["selfish"] = "partners",
    *,
    measure: Measure = "points",
    seat: int | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    at_least: Value | None = None,
    every_move: bool = True,
    threads: int = 0,
    hash_mb: int = 256,
    progress: Progress | None = None,
) -> Generator[Solution | SelfishSolution, None, None]:
    """Solve many games or deals at once: their solutions one after the other, in the order of the input.

    Each is solved on one thread, as `solve` solves it, when it is wanted or shortly before: the input, which
    may have no end, is read at the most 64 games a thread ahead. Leaving the loop, closing the iterator with
    `close()` or Ctrl-C ends the searches that are under way.

    Args:
        games: What to solve; a game is solved as it is when the input hands it over.
        objective: As in `solve`, also `measure`, `seat`, `at_least` and `every_move`.
        measure: What "solo" counts.
        seat: Whose point of view the values have; by default the seat to play.
        time_limit: Seconds for each game.
        nodes: Plays searched for each game at the most.
        at_least: Ask only whether each value is at least this.
        every_move: Find the value of every legal move.
        threads: How many are solved at once; 0: one on every core.
        hash_mb: The most that the transposition table of each thread may take, MiB.
        progress: Called as progress(done, total) in the thread that takes the solutions, whenever some more
            are solved; total is None where the input does not tell its length.

    Raises:
        RulesError: An argument is out of range.
        IllegalMove: A game is over.

    What is wrong with one game is raised in its place, after the solutions before it, and names its number
    from 0; it ends the iteration.

    >>> import gongzhu as gz
    >>> deals = (gz.Deal.random(seed, cards=5) for seed in range(3))
    >>> [solution.value for solution in gz.solve_many(deals, seat=0)]
    [20, 240, -30]
    """
    question = Question(objective, measure, seat, time_limit, nodes, at_least, every_move)
    _core.Solver(hash_mb)  # says what is wrong with it now
    threads = index(threads)
    if threads < 0:
        raise RulesError(f"solve_many: threads {threads} is out of range, expected 0 or more")
    return _solutions(_Input(games), question, threads or cpu_count() or 1, hash_mb, progress)


def _solutions(
    games: _Input, question: Question, threads: int, hash_mb: int, progress: Progress | None
) -> Generator[Answer, None, None]:
    crew = _Crew(question, threads, hash_mb)
    atexit.register(crew.close)
    parts: deque[_Part] = deque()
    done = 0
    size = 1
    try:
        while parts or not games.ended:
            wait = False
            if not games.ended and sum(len(part.games) for part in parts) + size <= _AHEAD * threads:
                part = games.next_part(size)
                if part.games:
                    parts.append(part)
                    crew.put(part)
            else:
                wait = not parts[0].answers
            for part in crew.solved(wait=wait):
                done += len(part.games)
                size = _size_after(part)
                if progress is not None:
                    progress(done, games.total)
            while parts and parts[0].answers:
                yield from _each(parts.popleft())
        if games.failure is not None:
            raise games.failure
    finally:
        crew.close()
        atexit.unregister(crew.close)


@dataclass
class _Part:
    """Games that one thread takes; in place of what is no game stands its error.

    Attributes:
        first: The number of the first of them in the input.
        games: The games.
        answers: Their solutions, or in place of one its error; empty until they are known.
        seconds: How long they took.
    """

    first: int
    games: list[Game | Exception]
    answers: list[Answer | Exception]
    seconds: float = 0


class _Input:
    """The games to solve, in parts.

    Attributes:
        total: How many there are, None where that is not known.
        ended: Whether all have been taken.
        failure: What the input raised in the end.
    """

    def __init__(self, games: Iterable[Game | Deal]) -> None:
        self._games = enumerate(games)
        self.total = len(games) if isinstance(games, Sized) else None
        self.ended = False
        self.failure: Exception | None = None

    def next_part(self, size: int) -> _Part:
        """The next games: as many as are wanted, but fewer at the end and where they are slow to come."""
        part = _Part(0, [], [])
        until = perf_counter() + _PART_SECONDS
        while len(part.games) < size:
            try:
                number, given = next(self._games)
            except StopIteration:
                self.ended = True
                break
            except Exception as error:
                self.ended = True
                self.failure = error
                break
            if not part.games:
                part.first = number
            part.games.append(_snapshot(given))
            if perf_counter() > until:
                break
        return part


class _Crew:
    """Threads that solve the parts put before them, each with a table of its own."""

    def __init__(self, question: Question, threads: int, hash_mb: int) -> None:
        self._question = question
        self._wanted = threads
        self._hash_mb = hash_mb
        self._stop = _core.StopFlag()
        self._closing = False
        self._waiting: SimpleQueue[_Part | None] = SimpleQueue()
        self._solved: SimpleQueue[tuple[_Part, list[Answer | Exception], float]] = SimpleQueue()
        self._threads: list[Thread] = []

    def put(self, part: _Part) -> None:
        """Have a part solved."""
        self._waiting.put(part)
        if len(self._threads) < self._wanted:
            # A daemon does not keep the interpreter from leaving; close() is called before it does.
            thread = Thread(target=self._work, daemon=True)
            thread.start()
            self._threads.append(thread)

    def solved(self, *, wait: bool) -> Iterator[_Part]:
        """The parts that have been solved since; to wait means for one at least."""
        while wait or not self._solved.empty():
            try:
                part, answers, seconds = self._solved.get(timeout=_WAIT_SECONDS)
            except Empty:
                continue
            wait = False
            part.answers = answers
            part.seconds = seconds
            yield part

    def close(self) -> None:
        """End what is being solved, and the threads."""
        self._closing = True
        self._stop.set()
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        solver = _core.Solver(self._hash_mb)
        while (part := self._waiting.get()) is not None and not self._closing:
            started = perf_counter()
            answers = [self._answer(game, solver) for game in part.games]
            self._solved.put((part, answers, perf_counter() - started))

    def _answer(self, game: Game | Exception, solver: _core.Solver) -> Answer | Exception:
        if isinstance(game, Exception):
            return game
        solver.clear()  # under a limit, the answer may not depend on what this thread has solved before
        try:
            return self._question.answer(game, solver, self._hash_mb, 1, self._stop)
        except Exception as error:
            return error


def _snapshot(given: Game | Deal) -> Game | Exception:
    """The game as it is now: its owner may play on."""
    try:
        return as_game(given).copy()
    except Exception as error:
        return error


def _size_after(part: _Part) -> int:
    """How many games the next part should have: small ones are not worth a thread's waking up for each."""
    return max(1, min(_PART, int(_PART_SECONDS * len(part.games) / max(part.seconds, 1e-9))))


def _each(part: _Part) -> Iterator[Answer]:
    """The solutions of a part, until one is an error."""
    for number, answer in enumerate(part.answers, part.first):
        if isinstance(answer, IllegalMove | RulesError | TypeError):
            raise type(answer)(f"game {number}: {answer}") from answer
        if isinstance(answer, Exception):
            answer.add_note(f"game {number} of those to solve")
            raise answer
        yield answer
