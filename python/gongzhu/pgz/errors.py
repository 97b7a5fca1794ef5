"""How a misreading is reported: always a `NotationError` that knows its line and column.

The functions that read one value know only the column within it. Whoever knows where the value stands moves
the error there with `placed`, once, and only then does the position enter the message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gongzhu.errors import NotationError

if TYPE_CHECKING:
    from typing import TypeAlias

Position: TypeAlias = "tuple[int, int]"
"""A line and a column, both counted from 1."""

START: Position = (1, 1)


def misread(message: str, column: int = 1) -> NotationError:
    """An error in a value of its own, at a column of that value."""
    return NotationError(message, 1, column)


def placed(error: ValueError, position: Position) -> NotationError:
    """The same error in the file where the value begins at `position`.

    Errors of the rules (`IllegalMove`, `RulesError`) have no column and are placed at the value's beginning.
    """
    line, column = position
    if isinstance(error, NotationError):
        column += error.column - 1
    return NotationError(f"line {line}, column {column}: {error}", line, column)


def shown(text: str, longest: int = 40) -> str:
    """Text as it is quoted in a message, shortened if somebody wrote a novel."""
    return repr(text if len(text) <= longest else text[: longest - 1] + "…")
