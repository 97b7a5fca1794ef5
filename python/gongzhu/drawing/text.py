"""A scene as a table of four hands in plain text."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from gongzhu.drawing.captions import by_suit, notes, title
from gongzhu.drawing.words import card_names, suit_name, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gongzhu.drawing.scene import Scene
    from gongzhu.drawing.words import Style

_GAP = 3


def text(scene: Scene, style: Style) -> str:
    """The scene in lines without spaces at their ends and without a line break behind the last."""
    words = words_of(style)
    north, east, south, west = (_hand(scene, seat, style) for seat in range(4))
    left, right = (east, west) if scene.left_seat == 1 else (west, east)
    trick = _trick(scene, style)
    side = max(map(width, left)) + _GAP
    middle = max(width(line) for line in (*north, *south, *trick)) + _GAP
    rows = [
        *_centred(north, side, middle),
        "",
        *(
            pad(start, side) + pad(between, middle) + end
            for start, between, end in zip_longest(left, _indented(trick, middle), right, fillvalue="")
        ),
        "",
        *_centred(south, side, middle),
        "",
        title(scene, style),
    ]
    headings = notes(scene, style)
    column = max((width(heading) for heading, _ in headings), default=0) + 2
    rows += [pad(heading, column) + note for heading, note in headings]
    if scene.points is not None:
        cells = [
            (
                words.seats[seat],
                str(points),
                card_names((shown.card for shown in taken), style) or words.nothing,
            )
            for seat, (points, taken) in enumerate(zip(scene.points, scene.taken, strict=True))
        ]
        rows += table([("", words.points, words.taken), *cells], right_aligned=(1,))
    return "\n".join(row.rstrip() for row in rows)


def table(rows: Sequence[Sequence[str]], right_aligned: Sequence[int] = ()) -> list[str]:
    """Rows of cells as lines in columns, two spaces apart."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            pad(cell, size, right=index in right_aligned)
            for index, (cell, size) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def width(line: str) -> int:
    """The columns that a line takes in a terminal; Chinese characters take two.

    >>> width("猪 SQ")
    5
    """
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in line)


def pad(line: str, size: int, *, right: bool = False) -> str:
    """The line filled up with spaces to a number of columns."""
    space = " " * (size - width(line))
    return space + line if right else line + space


def _hand(scene: Scene, seat: int, style: Style) -> list[str]:
    words = words_of(style)
    label = words.seats[seat]
    if seat == scene.to_play:
        label = words.to_play.format(label)
    between = "" if style == "ascii" else " "
    suits = by_suit(scene.hands[seat], style)
    return [
        label,
        *(
            f"{suit_name(suit, style)} {between.join(ranks) or words.nothing}"
            for suit, ranks in suits.items()
        ),
    ]


def _trick(scene: Scene, style: Style) -> list[str]:
    """The plays to the trick, each where its seat is, a dot for those still to come."""
    if scene.phase != "play":
        return [""]
    names = [card_names((shown.card for shown in play), style) or "." for play in scene.trick]
    size = max(map(width, names)) + 2
    left, right = names[scene.left_seat], names[4 - scene.left_seat]
    return [
        "",
        pad("", size) + names[0],
        pad(left, 2 * size) + right,
        pad("", size) + names[2],
    ]


def _centred(block: list[str], side: int, middle: int) -> list[str]:
    return [" " * side + line for line in _indented(block, middle)]


def _indented(block: list[str], size: int) -> list[str]:
    """The block moved so far to the right that it stands in the middle of a number of columns."""
    indent = (size - _GAP - max(map(width, block))) // 2
    return [" " * indent + line if line else line for line in block]
