"""How the command fails: one line on standard error and exit status 2, whatever was wrong with the input."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

from gongzhu.errors import BotError, IllegalMove, NotationError, RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator

BAD_INPUT = 2
INTERRUPTED = 130


class InputError(ValueError):
    """An argument or an input that is wrong; the message says what would be right."""


class OneLineGroup(TyperGroup):
    """A group of commands that reports bad input in one line."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command and leave with its exit status."""
        try:
            status = super().main(*args, **{**extra, "standalone_mode": False})
        except typer.Abort:
            status = INTERRUPTED
        except Exception as error:
            message = _message(error)
            if message is None:
                raise
            sys.stderr.write(f"gongzhu: {' '.join(message.split())}\n")
            status = BAD_INPUT
        sys.exit(status or 0)


@contextmanager
def blamed_on(source: str) -> Iterator[None]:
    """Put the name of a file before what is wrong in it."""
    try:
        yield
    except (IllegalMove, NotationError, RulesError) as error:
        raise InputError(f"{source}: {error}") from error


def _message(error: Exception) -> str | None:
    """What to tell of an error; None where it is no fault of the input."""
    if isinstance(error, InputError | BotError | IllegalMove | NotationError | RulesError):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)
    usage = getattr(error, "format_message", None)  # errors of the command line itself
    if usage is None:
        return None
    context = getattr(error, "ctx", None)
    hint = f" (see {context.command_path} --help)" if context else ""
    return f"{usage()}{hint}"
