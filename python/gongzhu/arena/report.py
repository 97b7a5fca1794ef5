"""A match's result as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gongzhu.drawing.text import table

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gongzhu.arena.results import MatchResult


def plain(result: MatchResult) -> str:
    """The tables in lines of text."""
    parts = []
    for headings, rows in result.tables():
        if rows:
            names = [heading.removesuffix(">") for heading in headings]
            numbers = [place for place, heading in enumerate(headings) if heading.endswith(">")]
            parts.append("\n".join(table([names, *rows], right_aligned=numbers)))
    return "\n\n".join([*parts, result.summary])


def rich(result: MatchResult) -> RenderableType:
    """The tables for a console of the package rich."""
    from rich.console import Group
    from rich.table import Table

    parts: list[RenderableType] = []
    for headings, rows in result.tables():
        if rows:
            shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
            for heading in headings:
                right = heading.endswith(">")
                shown.add_column(heading.removesuffix(">"), justify="right" if right else "left")
            for row in rows:
                shown.add_row(*row)
            parts += [shown, ""]
    return Group(*parts, result.summary)
