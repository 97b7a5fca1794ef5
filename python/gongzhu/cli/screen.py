"""What the person at the terminal is shown: only what his view holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gongzhu as gz
from gongzhu.drawing.captions import by_suit
from gongzhu.drawing.scene import is_scoring, shown
from gongzhu.drawing.text import table, width
from gongzhu.drawing.words import card_name, card_names, suit_name, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from gongzhu import Move, View
    from gongzhu.drawing import Style
    from gongzhu.players import Estimate
    from gongzhu.solving import Worth


def hand_line(view: View, style: Style) -> str:
    """The hand on one line, exposed cards with a star."""
    own = [exposure for exposure in view.exposures if exposure.seat == view.seat]
    suits = by_suit(shown(view.hand, own, view.rules), style)
    between = "" if style == "ascii" else " "
    nothing = words_of(style).nothing
    return "   ".join(
        f"{suit_name(suit, style)} {between.join(ranks) or nothing}" for suit, ranks in suits.items()
    )


def exposure_line(view: View, style: Style) -> str:
    """The exposures, those of hidden cards without the card; empty where there are none."""
    words = words_of(style)
    made = (
        f"{words.seats[e.seat]} {'?' if e.card is None else card_name(e.card, style)} {words.kinds[e.kind]}"
        for e in view.exposures
    )
    return words.comma.join(made)


def trick_line(view: View, style: Style) -> str:
    """The trick on the table, or that there is none yet."""
    if not view.current_trick:
        return "you lead"
    leader = view.tricks[-1].winner if view.tricks else view.leader
    return plays_line(leader, view.current_trick, style)


def plays_line(leader: int, moves: Iterable[Move], style: Style) -> str:
    """Plays one after the other, each with its seat."""
    seats = words_of(style).seats
    return "  ".join(
        f"{seats[(leader + place) % 4]} {card_names(move.cards, style)}" for place, move in enumerate(moves)
    )


def choices_line(view: View, style: Style) -> str:
    """What the seat may expose."""
    kinds = words_of(style).kinds
    return ", ".join(f"{card_name(card, style)} {kinds[kind]}" for card, kind in view.exposable)


def legal_line(view: View, style: Style) -> str:
    """The legal moves; many of two cards are only counted."""
    moves = view.legal_moves()
    if len(moves) > 30:
        return f"{len(moves)} ways of playing {len(moves[0].cards)} cards"
    return ", ".join(card_names(move.cards, style) for move in moves)


def table_lines(view: View, style: Style) -> str:
    """Everything that lies on the table: exposures, the last trick, what each seat has taken."""
    words = words_of(style)
    rows = [("", words.points, words.taken)]
    for seat, points in enumerate(points_so_far(view)):
        pile = card_names((card for card in view.taken[seat] if is_scoring(card)), style)
        rows.append((words.seats[seat], str(points), pile or words.nothing))
    lines = table(rows, right_aligned=(1,))
    headings = [
        (words.exposed, exposure_line(view, style)),
        (words.called, "" if view.called is None else card_name(view.called, style)),
        (
            "last trick",
            plays_line(view.tricks[-1].leader, view.tricks[-1].moves, style) if view.tricks else "",
        ),
        ("on the table", trick_line(view, style) if view.current_trick else ""),
    ]
    return "\n".join([*(f"{heading}: {text}" for heading, text in headings if text), *lines])


def points_so_far(view: View) -> tuple[int, int, int, int]:
    """What has been taken so far is worth, as far as this seat can know."""
    dealt: list[list[gz.Card]] = [[], [], [], []]
    leader = view.tricks[-1].winner if view.tricks else view.leader
    for first, moves in [*((t.leader, t.moves) for t in view.tricks), (leader, view.current_trick)]:
        for place, move in enumerate(moves):
            dealt[(first + place) % 4] += move.cards
    dealt[view.seat] = list(view.dealt)
    drawn = list(view.removed)
    for name in view.rules.removed:
        drawn.remove(gz.Card(name))
    seen = [exposure for exposure in view.exposures if exposure.card is not None]
    return gz.score(view.taken, view.rules, exposed=seen, dealt=dealt, removed=drawn)


def estimate_lines(estimates: Mapping[Move, Estimate], style: Style) -> str:
    """What a bot thinks of every move, the best first."""
    rows = sorted(estimates.items(), key=lambda item: -item[1].mean)
    return _columns([("card", "points")], [(card_names(move.cards, style), str(what)) for move, what in rows])


def solution_lines(moves: Mapping[Move, Worth], style: Style) -> str:
    """What every move is worth with all hands visible, the best first."""

    def highest(item: tuple[Move, Worth]) -> float:
        worth = item[1]
        return -float(worth[0] + worth[1]) / 2 if isinstance(worth, tuple) else -float(worth)

    rows = []
    for move, worth in sorted(moves.items(), key=highest):
        text = f"{worth[0]} to {worth[1]}" if isinstance(worth, tuple) else str(worth)
        rows.append((card_names(move.cards, style), text))
    return _columns([("card", "points")], rows)


def totals_lines(rows: Sequence[tuple[str, Sequence[object]]], style: Style) -> str:
    """A table of four numbers a line, a heading before each."""
    seats = words_of(style).seats
    cells = [(heading, *map(str, numbers)) for heading, numbers in rows]
    return "\n".join(table([("", *seats), *cells], right_aligned=(1, 2, 3, 4)))


def _columns(heading: list[tuple[str, str]], rows: list[tuple[str, str]]) -> str:
    size = max(width(card) for card, _ in [*heading, *rows])
    return "\n".join(
        f"{card}{' ' * (size - width(card))}  {text}".rstrip() for card, text in [*heading, *rows]
    )
