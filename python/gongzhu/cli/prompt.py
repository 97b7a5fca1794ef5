"""Questions to the person at the terminal, or to a script that stands in for one."""

from __future__ import annotations

import sys


class LeaveError(Exception):
    """The person wants to leave, or the input has ended."""


def ask(question: str) -> str:
    """The answer to a question, without spaces around it; one from a script is printed as if typed.

    Raises:
        LeaveError: The input has ended.
    """
    sys.stdout.write(f"{question}> ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line.endswith("\n") or not sys.stdin.isatty():
        sys.stdout.write(f"{line.strip()}\n")
    if not line:
        raise LeaveError
    return line.strip()
