"""A solution as text: what every move is worth, and the best line trick by trick."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gongzhu as gz
from gongzhu.drawing.scene import points_so_far, trick_leader
from gongzhu.drawing.text import table
from gongzhu.drawing.words import card_name, card_names, words_of

if TYPE_CHECKING:
    from gongzhu.drawing.words import Style


def solution_text(solution: gz.Solution, game_or_deal: gz.Game | gz.Deal, style: Style = "ascii") -> str:
    """What a search has found of a position, as text; where a limit ended it, bounds instead of values.

    Args:
        solution: What `gongzhu.solve` returned.
        game_or_deal: What was solved.
        style: "ascii", "symbols" or "chinese".

    Raises:
        ValueError: There is no such style.

    >>> import gongzhu as gz
    >>> deal = gz.Deal.parse("N:Q...2 K...3 5...4 6...5", leader=2)
    >>> print(solution_text(gz.solve(deal, seat=0), deal))
    value  100
    <BLANKLINE>
    move  value
    S5      100  best
    C4      100  best
    <BLANKLINE>
    best play         taken by  N     E  S  W
    1. S S5 S6 SQ SK  E         0  -100  0  0
    2. E C3 C4 C5 C2  W         0  -100  0  0
    """
    words = words_of(style)
    moves = [
        (
            card_names(move.cards, style),
            _value(worth, style),
            words.best if solution.exact and worth == solution.value else "",
        )
        for move, worth in solution.moves.items()
    ]
    value = solution.value if solution.exact else (solution.lower, solution.upper)
    lines = [
        f"{words.value}  {_value(value, style)}",
        "",
        *table([(words.move, words.value, ""), *moves], right_aligned=(1,)),
    ]
    if solution.line:
        header = (words.line, words.takes, *words.seats)
        rows = _line(solution, game_or_deal, style)
        lines += ["", *table([header, *rows], right_aligned=(2, 3, 4, 5))]
    return "\n".join(lines)


def _value(value: int | tuple[int, int], style: Style) -> str:
    return str(value) if isinstance(value, int) else words_of(style).bounds.format(*value)


def _line(solution: gz.Solution, game_or_deal: gz.Game | gz.Deal, style: Style) -> list[tuple[str, ...]]:
    """The best line by tricks: the leader and the plays, who takes it, and everybody's points so far."""
    seats = words_of(style).seats
    game = gz.Game(game_or_deal) if isinstance(game_or_deal, gz.Deal) else game_or_deal.copy()
    if game.phase == "exposing":
        game.begin()
    earlier = len(game.tricks)
    rows: list[tuple[str, ...]] = []
    for move in solution.line:
        game.play(move)
        if len(game.tricks) > earlier + len(rows):
            trick = game.tricks[-1]
            plays = f"{len(game.tricks)}. {seats[trick.leader]} {_plays(trick.moves, style)}"
            rows.append((plays, seats[trick.winner], *map(str, points_so_far(game))))
    if game.current_trick:
        plays = f"{len(game.tricks) + 1}. {seats[trick_leader(game)]} {_plays(game.current_trick, style)}"
        rows.append((plays, "", "", "", "", ""))
    return rows


def _plays(moves: tuple[gz.Move, ...], style: Style) -> str:
    return " ".join("+".join(card_name(card, style) for card in move.cards) for move in moves)
