"""The ways in which a caller, or a bot that he lets play, can be wrong; all of them are ValueErrors."""

from __future__ import annotations


class IllegalMove(ValueError):  # noqa: N818 - the name of the thing, as in python-chess
    """A play, an exposure or a claim that the rules of the deal do not allow; the message says which rule."""


class RulesError(ValueError):
    """A ruleset, or a use of one, that makes no sense; the message names the parameter."""


class BotError(ValueError):
    """A bot that does not exist or lacks an option, or one that failed in a game; the message says which."""


class NotationError(ValueError):
    """Text that cannot be read.

    Attributes:
        line: Line of the text, from 1.
        column: Column in that line, from 1.
    """

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, int, int]]:
        return type(self), (str(self), self.line, self.column)
