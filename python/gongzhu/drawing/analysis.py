"""An analysed game as a table: every card, the value after it, and what it gave away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gongzhu.drawing.text import table
from gongzhu.drawing.words import card_names, words_of, worth_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    import gongzhu as gz
    from gongzhu.drawing.words import Style

NUMBERS = (0, 3, 4)
"""The columns of the table that hold numbers."""


def analysis_text(analysis: gz.GameAnalysis, style: Style = "ascii") -> str:
    """What every card of a game gave away, as text: the value before the first, then after each of them.

    Args:
        analysis: What `gongzhu.analyse_game` returned.
        style: "ascii", "symbols" or "chinese".

    Raises:
        ValueError: There is no such style.

    >>> import gongzhu as gz
    >>> game = gz.Game(gz.Deal.parse("N:A2... Q...3 4...4 5...5", leader=2))
    >>> game.begin()
    >>> for card in ("S4", "S5", "SA", "SQ", "S2", "C3", "C4", "C5"):
    ...     game.play(card)
    >>> print(analysis_text(gz.analyse_game(game)))
    trick  seat  move  value  loss  best
                         100
        1  S     S4      100     0
           W     S5      100     0
           N     SA     -100   200  S2
           E     SQ     -100     0
        2  N     S2     -100     0
           E     C3     -100     0
           S     C4     -100     0
           W     C5     -100     0
    <BLANKLINE>
    lost    N  E  S  W
          200  0  0  0
    """
    return "\n".join(
        [
            *table([headings(style), *rows(analysis, style)], right_aligned=NUMBERS),
            "",
            *table(totals(analysis, style), right_aligned=(1, 2, 3, 4)),
        ]
    )


def headings(style: Style) -> tuple[str, ...]:
    """What stands above the columns of the table."""
    words = words_of(style)
    return words.number, words.seat, words.move, words.value, words.loss, words.best


def rows(analysis: gz.GameAnalysis, style: Style) -> Iterator[tuple[str, ...]]:
    """The rows of the table: the value at first, one for every card, and how it ended where that differs.

    The number of a trick stands in its first row, a best card where another was played.
    """
    words = words_of(style)
    yield "", "", "", worth_text(analysis.values[0], style), "", ""
    trick = 0
    for step in analysis.steps:
        yield (
            str(step.trick) if step.trick > trick else "",
            words.seats[step.seat],
            card_names(step.move.cards, style),
            worth_text(step.after, style),
            worth_text(step.loss, style),
            card_names(step.best.cards, style) if step.best not in (None, step.move) else "",
        )
        trick = step.trick
    if analysis.result is not None and analysis.result != analysis.values[-1]:
        yield "", "", words.result, worth_text(analysis.result, style), "", ""


def totals(analysis: gz.GameAnalysis, style: Style) -> list[tuple[str, ...]]:
    """How much each seat gave away, with a heading."""
    words = words_of(style)
    return [
        (words.lost, *words.seats),
        ("", *(worth_text(loss, style) for loss in analysis.losses)),
    ]
