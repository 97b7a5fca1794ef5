"""A scene as a picture: an SVG document that needs no fonts, files or styles from around it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from gongzhu.drawing.captions import notes, title
from gongzhu.drawing.faces import CORNER, HEIGHT, WIDTH, colour, face, text
from gongzhu.drawing.text import width
from gongzhu.drawing.words import SUITS, rank_name, suit_name, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gongzhu.drawing.scene import Hand, Scene, ShownCard
    from gongzhu.drawing.words import Style

_MARGIN = 18
_LABEL = 26
_BETWEEN = 20
_SUIT_GAP = 10
_SUIT_STEP = 38
_SIDE_HEIGHT = 3 * _SUIT_STEP + HEIGHT
_RIM = 14
_LINE = 20
_LETTER = 7.5
_POINTS_COLUMN = 84
_FONTS = "Helvetica, Arial, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif"
_FELT = "#2f7d5b"
_GREY = "#5b6770"


class _Frame(NamedTuple):
    """Where things are, in pixels."""

    width: float
    table_width: float
    table_top: float
    south_top: float
    captions_top: float


def svg(scene: Scene, style: Style) -> str:
    """The scene as an SVG document, one unit of it a pixel."""
    frame = _frame(scene, style)
    captions = list(_captions(scene, style, frame.captions_top))
    height = frame.captions_top + _LINE * len(captions)
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{frame.width:g}" height="{height:g}"'
            f' viewBox="0 0 {frame.width:g} {height:g}" role="img" font-family="{_FONTS}" fill="#1d2327"'
            f' aria-label="{escape(title(scene, style))}">',
            f'<rect width="{frame.width:g}" height="{height:g}" rx="12" fill="#e9eeea"/>',
            *_hand_in_a_row(scene, 0, style, _MARGIN, frame.width / 2),
            *_hand_in_suits(scene, scene.left_seat, style, _MARGIN, frame.table_top),
            *_table(scene, style, frame),
            *_hand_in_suits(
                scene,
                4 - scene.left_seat,
                style,
                (frame.width + frame.table_width) / 2 + _BETWEEN,
                frame.table_top,
            ),
            *_hand_in_a_row(scene, 2, style, frame.south_top, frame.width / 2),
            *captions,
            "</svg>",
        ]
    )


def _frame(scene: Scene, style: Style) -> _Frame:
    side = max(_suits_width(scene.hands[seat]) for seat in (1, 3))
    table = 240 if scene.rules.decks == 2 else 184
    lines = [title(scene, style), *(f"{heading}  {note}" for heading, note in notes(scene, style))]
    inner = max(
        2 * (side + _BETWEEN) + table,
        *(_row_width(scene.hands[seat]) for seat in (0, 2)),
        *(_LETTER * width(line) for line in lines),
        *(_POINTS_COLUMN + 2.2 * _LETTER * len(taken) for taken in scene.taken),
    )
    table_top = _MARGIN + _LABEL + HEIGHT + _BETWEEN
    south_top = table_top + _SIDE_HEIGHT + _BETWEEN
    return _Frame(2 * _MARGIN + inner, table, table_top, south_top, south_top + _LABEL + HEIGHT + 28)


def _hand_in_a_row(scene: Scene, seat: int, style: Style, y: float, centre: float) -> Iterator[str]:
    """The hand of a seat at the top or the bottom, under its label."""
    hand = scene.hands[seat]
    yield _label(scene, seat, style, centre, y, anchor="middle")
    x = centre - _row_width(hand) / 2
    for suit_cards in _suits_held(hand):
        yield from _overlapping(suit_cards, style, x, y + _LABEL, covered=suit_cards[-1] is not hand[-1])
        x += CORNER * len(suit_cards) + _SUIT_GAP


def _hand_in_suits(scene: Scene, seat: int, style: Style, x: float, y: float) -> Iterator[str]:
    """The hand of a seat at a side, a suit a row, under its label."""
    suits = _suits_held(scene.hands[seat])
    y += (_SIDE_HEIGHT - _LABEL - _suits_height(len(suits))) / 2
    yield _label(scene, seat, style, x, y)
    for number, suit_cards in enumerate(suits):
        below = suits[number + 1] if number + 1 < len(suits) else []
        covered = len(below) + 2 > len(suit_cards)  # the next suit reaches over the last card's middle
        yield from _overlapping(suit_cards, style, x, y + _LABEL + number * _SUIT_STEP, covered=covered)


def _table(scene: Scene, style: Style, frame: _Frame) -> Iterator[str]:
    """The trick between the four hands, each play before its player."""
    centre, middle = frame.width / 2, frame.table_top + _SIDE_HEIGHT / 2
    yield (
        f'<rect x="{centre - frame.table_width / 2:g}" y="{frame.table_top:g}" width="{frame.table_width:g}"'
        f' height="{_SIDE_HEIGHT:g}" rx="16" fill="{_FELT}"/>'
    )
    across, up = frame.table_width / 2 - _RIM, _SIDE_HEIGHT / 2 - _RIM
    sides = {0: (0, -1), 2: (0, 1), scene.left_seat: (-1, 0), 4 - scene.left_seat: (1, 0)}
    for seat, (right, down) in sides.items():
        cards = scene.trick[seat]
        breadth = CORNER * (len(cards) - 1) + WIDTH
        x = centre - breadth / 2 + right * (across - breadth / 2)
        y = middle - HEIGHT / 2 + down * (up - HEIGHT / 2)
        yield from _overlapping(cards, style, x, y)
        note = _note_on_table(scene, seat, style)
        if note:
            x = centre + right * (across - _LETTER * width(note) / 2)
            yield f'<g fill="#fff">{text(note, x, middle + 6 + down * (up - 12), 15, anchor="middle")}</g>'


def _note_on_table(scene: Scene, seat: int, style: Style) -> str:
    """What stands on the table where there are no cards: who leads, or the points at the end."""
    if scene.phase == "over" and scene.points is not None:
        return str(scene.points[seat])
    if scene.phase in ("deal", "exposing") and seat == scene.leader:
        return words_of(style).leads.format(words_of(style).seats[seat])
    return ""


def _overlapping(
    cards: Sequence[ShownCard], style: Style, x: float, y: float, *, covered: bool = False
) -> Iterator[str]:
    """Cards from left to right, each on top of the one before; the last may be covered by others."""
    for place, shown in enumerate(cards):
        last = place == len(cards) - 1
        yield face(shown, x + CORNER * place, y, style, covered=covered or not last)


def _label(scene: Scene, seat: int, style: Style, x: float, y: float, anchor: str = "start") -> str:
    words = words_of(style)
    if seat != scene.to_play:
        return text(words.seats[seat], x, y + 17, 15, bold=True, anchor=anchor)
    label = words.to_play.format(words.seats[seat])
    breadth = 8.5 * width(label) + 16
    start = x - breadth / 2 if anchor == "middle" else x
    return f'<rect x="{start:g}" y="{y:g}" width="{breadth:g}" height="22" rx="11" fill="#f5b82e"/>' + text(
        label, start + breadth / 2, y + 16, 14, bold=True, anchor="middle"
    )


def _captions(scene: Scene, style: Style, y: float) -> Iterator[str]:
    """The lines under the picture: the state, what is known, who has taken what."""
    words = words_of(style)
    yield text(title(scene, style), _MARGIN, y, 14, bold=True)
    y += _LINE
    for heading, note in notes(scene, style):
        yield (
            f'<text x="{_MARGIN}" y="{y:g}" font-size="13"><tspan fill="{_GREY}">{escape(heading)}</tspan>'
            f" {escape(note)}</text>"
        )
        y += _LINE
    if scene.points is None:
        return
    yield (
        f'<g fill="{_GREY}">{text(words.points, _MARGIN + _POINTS_COLUMN - 14, y, 13, anchor="end")}'
        f"{text(words.taken, _MARGIN + _POINTS_COLUMN, y, 13)}</g>"
    )
    y += _LINE
    for name, points, taken in zip(words.seats, scene.points, scene.taken, strict=True):
        yield (
            text(name, _MARGIN, y, 13, bold=True)
            + text(str(points), _MARGIN + _POINTS_COLUMN - 14, y, 13, bold=True, anchor="end")
            + _taken(taken, _MARGIN + _POINTS_COLUMN, y, style)
        )
        y += _LINE


def _taken(taken: Hand, x: float, y: float, style: Style) -> str:
    """Scoring cards in one line, each suit in its colour."""
    spans = [
        f'<tspan fill="{colour(cards[0].card.suit)}">{escape(_suit_text(cards, style))}</tspan>'
        for cards in _suits_held(taken)
    ]
    return f'<text x="{x:g}" y="{y:g}" font-size="13" xml:space="preserve">{"   ".join(spans)}</text>'


def _suit_text(cards: Sequence[ShownCard], style: Style) -> str:
    ranks = " ".join(rank_name(shown.card, style) for shown in cards)
    return f"{suit_name(cards[0].card.suit, style)} {ranks}"


def _suits_held(hand: Hand) -> list[list[ShownCard]]:
    suits = ([shown for shown in hand if shown.card.suit == suit] for suit in SUITS)
    return [suit for suit in suits if suit]


def _row_width(hand: Hand) -> float:
    return CORNER * len(hand) + _SUIT_GAP * (len(_suits_held(hand)) - 1) + WIDTH - CORNER


def _suits_width(hand: Hand) -> float:
    return max((CORNER * (len(suit) - 1) + WIDTH for suit in _suits_held(hand)), default=WIDTH)


def _suits_height(suits: int) -> float:
    return _SUIT_STEP * (suits - 1) + HEIGHT if suits else 0
