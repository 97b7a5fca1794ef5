"""Options of the commands that search, and what they print of a search."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

import typer

SEATS = "NESW"

Measure: TypeAlias = Annotated[
    Literal["points", "settled"],
    typer.Option(help="What solo counts: the seat's points, or these less the mean of the others'."),
]
TimeLimit: TypeAlias = Annotated[float | None, typer.Option(metavar="SECONDS", help="Stop after so long.")]
Nodes: TypeAlias = Annotated[int | None, typer.Option(metavar="COUNT", help="Stop after so many plays.")]
HashMb: TypeAlias = Annotated[
    int, typer.Option("--hash", "--hash-mb", metavar="MIB", help="Memory for the transposition table.")
]
Threads: TypeAlias = Annotated[int, typer.Option(help="Threads to search with; 0: every core.")]


def parse_value(text: str) -> int | Fraction:
    """A value as an option: a whole number, or a fraction such as -25/3."""
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise typer.BadParameter(f"{text!r} is no number of points") from error
    return value.numerator if value.denominator == 1 else value


def cost(nodes: int, seconds: float) -> str:
    """What a search took, in words."""
    return f"{nodes:,} plays searched in {seconds:.2f} s"
