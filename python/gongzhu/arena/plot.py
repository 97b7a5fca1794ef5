"""A match's result as a picture, drawn by Matplotlib."""

from __future__ import annotations

from os import fspath
from pathlib import Path
from typing import TYPE_CHECKING

from gongzhu.errors import RulesError

if TYPE_CHECKING:
    from os import PathLike

    from matplotlib.figure import Figure

    from gongzhu.arena.results import MatchResult


def check_plot(path: str | PathLike[str] | None = None) -> None:
    """Make sure that a picture can be drawn, and saved in the form that the suffix names.

    Raises:
        ImportError: Matplotlib is not there.
        RulesError: It knows no such form.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError('a plot needs the extra "plot": pip install "gongzhu[plot]"') from error
    forms = Figure().canvas.get_supported_filetypes()
    if path is not None and Path(path).suffix.lower().removeprefix(".") not in forms:
        raise RulesError(f"plot: {fspath(path)} should end in one of .{', .'.join(sorted(forms))}")


def plot(result: MatchResult, path: str | PathLike[str] | None) -> Figure:
    """The differences with their intervals; see `MatchResult.plot`."""
    check_plot(path)
    from matplotlib.figure import Figure

    cells = result.comparisons(by_rules=True)
    pairs = list(dict.fromkeys((cell.first, cell.second) for cell in cells))
    lines = list(dict.fromkeys((cell.rules, cell.seating) for cell in cells))
    figure = Figure(figsize=(8, 1.6 + 0.3 * len(lines) * max(1, len(pairs))), layout="constrained")
    axes = figure.add_subplot()
    axes.axvline(0, color="0.7", linewidth=1)
    for number, pair in enumerate(pairs):
        shown = [cell for cell in cells if (cell.first, cell.second) == pair]
        shift = (number + 0.5) / len(pairs) - 0.5
        intervals = [cell.interval or (cell.mean, cell.mean) for cell in shown]
        axes.errorbar(
            [cell.mean for cell in shown],
            [lines.index((cell.rules, cell.seating)) + 0.8 * shift for cell in shown],
            xerr=[high - cell.mean for cell, (_, high) in zip(shown, intervals, strict=True)],
            fmt="o",
            capsize=3,
            label=f"{pair[0]} against {pair[1]}",
        )
    axes.set_yticks(range(len(lines)), [f"{rules}, {seating}" for rules, seating in lines])
    axes.set_ylim(len(lines) - 0.5, -0.5)
    axes.set_xlabel("difference a deal, points (95 % interval)")
    if pairs:
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.3), frameon=False)
    if path is not None:
        figure.savefig(path)
    return figure
