"""What the commands print: text with red suits, tables, JSON, and progress on standard error."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from functools import partial
from threading import Timer
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gongzhu.drawing import Style

PATIENCE = 1.0
"""Seconds of work before progress is shown."""

_PIPED_WIDTH = 100
_RED_SUITS = r"[♥♦](?: ?(?:10|[2-9JQKA]|BJ|SJ)\*?)*"


def console() -> Console:
    """Standard output; a pipe is taken to be 100 columns wide."""
    found = Console(highlight=False)
    return found if found.is_terminal else Console(highlight=False, width=_PIPED_WIDTH)


def print_text(text: str) -> None:
    """Print lines as they are, hearts and diamonds in red on a terminal."""
    shown = Text(text)
    shown.highlight_regex(_RED_SUITS, "red")
    console().print(shown, soft_wrap=True)


def new_table(*columns: str) -> Table:
    """An empty table; a column is right-aligned where its heading ends with `>`."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for number, column in enumerate(columns):
        table.add_column(
            column.removesuffix(">"),
            justify="right" if column.endswith(">") else "left",
            overflow="fold",
            no_wrap=number == 0,
        )
    return table


def print_table(table: Table) -> None:
    """Print a table, in a pipe without spaces at the ends of lines."""
    target = console()
    if target.is_terminal:
        target.print(table)
        return
    with target.capture() as captured:
        target.print(table)
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()))


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    sys.stdout.write(json.dumps(value, ensure_ascii=not _can_print("猪")) + "\n")


def style_of(choice: Style | None) -> Style:
    """The style chosen, or symbols where standard output can write them, else letters."""
    return choice or ("symbols" if _can_print("♠♥♦♣") else "ascii")


def _can_print(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


@contextmanager
def progress(description: str, total: int | None = None) -> Iterator[Callable[[], None]]:
    """Show on a terminal's standard error how far some work is, once it has taken a second.

    Args:
        description: What is done.
        total: How many steps it has; None shows only that it goes on.

    Yields:
        What to call after each step.
    """
    errors = Console(stderr=True)
    if not errors.is_terminal:
        yield lambda: None
        return
    display = Progress(
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=errors, transient=True
    )
    task = display.add_task(description, total=total)
    timer = Timer(PATIENCE, display.start)
    timer.daemon = True
    timer.start()
    try:
        yield partial(display.advance, task)
    finally:
        timer.cancel()
        timer.join()
        display.stop()
