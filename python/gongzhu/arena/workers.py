"""Many tables at once, each in a process of its own."""

from __future__ import annotations

import multiprocessing
import signal
from contextlib import suppress
from multiprocessing.connection import wait
from time import monotonic
from typing import TYPE_CHECKING, cast

from gongzhu.arena.table import Outcome, Table
from gongzhu.errors import BotError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from gongzhu.arena.plan import Settings, Task

_WAITING = 2  # tasks that a process has been given: it need not wait for the next
_LOOK_SECONDS = 0.1  # how often a process looks whether it should leave


def play_tasks(
    settings: Settings, form: str | None, tasks: Iterable[Task], processes: int
) -> Generator[tuple[Task, Outcome], None, None]:
    """Play tasks and yield what became of them, as each is done; closing the iterator ends all that runs.

    Args:
        settings: The match.
        form: In which form games are to be written down, or None.
        tasks: What to play.
        processes: How many play at once; 1 plays in this process.

    Raises:
        BotError: A process ended by itself.
    """
    if processes == 1:
        table = Table(settings, form)
        try:
            for task in tasks:
                yield task, table.play(task)
        finally:
            table.close()
        return
    crew = [_Worker(settings, form) for _ in range(processes)]
    try:
        waiting = iter(tasks)
        for _ in range(_WAITING):
            for worker in crew:
                worker.give_next(waiting)
        while busy := {worker.connection: worker for worker in crew if worker.given}:
            for ready in wait(list(busy)):
                worker = busy[cast("Connection", ready)]
                done = worker.take()
                worker.give_next(waiting)
                yield done
    finally:
        for worker in crew:
            worker.dismiss()
        for worker in crew:
            worker.process.join()


class _Worker:
    """A process with a table, seen from outside."""

    def __init__(self, settings: Settings, form: str | None) -> None:
        context = multiprocessing.get_context("spawn")  # the same on every platform, and safe with threads
        self.connection, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=_work, args=(theirs, settings, form), daemon=True)
        self.process.start()
        theirs.close()
        self.given: list[Task] = []
        self._labels = settings.labels

    def give_next(self, tasks: Iterator[Task]) -> None:
        task = next(tasks, None)
        if task is not None:
            self.given.append(task)
            with suppress(OSError):  # the process has ended, as will be noticed when its answer is taken
                self.connection.send(task)

    def take(self) -> tuple[Task, Outcome]:
        task = self.given.pop(0)
        try:
            return task, self.connection.recv()
        except (EOFError, OSError):
            self.process.join()
            raise BotError(
                f"deal {task.deal} between {self._labels[task.first]} and {self._labels[task.second]}: the "
                f"process that played it ended with status {self.process.exitcode}"
            ) from None

    def dismiss(self) -> None:
        self.connection.close()


class _DismissedError(Exception):
    """Nobody waits for this game any more."""


def _work(connection: Connection, settings: Settings, form: str | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gives the tasks
    waiting: list[Task] = []
    looked = monotonic()

    def look() -> None:
        """Take what has been sent; that nothing will be any more is an error."""
        nonlocal looked
        if monotonic() - looked < _LOOK_SECONDS:
            return
        looked = monotonic()
        try:
            while connection.poll():
                waiting.append(connection.recv())
        except (EOFError, OSError):
            raise _DismissedError from None

    table = Table(settings, form, between=look)
    try:
        while True:
            connection.send(table.play(waiting.pop(0) if waiting else connection.recv()))
    except (EOFError, OSError, _DismissedError):
        pass
    finally:
        table.close()
