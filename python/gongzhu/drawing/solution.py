"""A solution as text: what every move is worth, and the best line trick by trick."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gongzhu as gz
from gongzhu.drawing.scene import points_so_far, trick_leader
from gongzhu.drawing.text import table
from gongzhu.drawing.words import card_name, card_names, words_of, worth_text

if TYPE_CHECKING:
    from gongzhu.drawing.words import Style
    from gongzhu.solving import Points


def solution_text(
    solution: gz.Solution | gz.SelfishSolution, game_or_deal: gz.Game | gz.Deal, style: Style = "ascii"
) -> str:
    """What a search has found of a position, as text; bounds instead of values that it has not found.

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
    >>> print(solution_text(gz.solve(deal, "selfish"), deal).split("best play")[0])
    value  N     E  S  W
           0  -100  0  0
    <BLANKLINE>
    move  N     E  S  W
    S5    0  -100  0  0  best
    C4    0  -100  0  0  best
    <BLANKLINE>
    <BLANKLINE>
    """
    words = words_of(style)
    values = (
        _points(solution, style) if isinstance(solution, gz.SelfishSolution) else _values(solution, style)
    )
    if not solution.line:
        return "\n".join(values)
    header = (words.line, words.takes, *words.seats)
    rows = _line(solution, game_or_deal, style)
    return "\n".join([*values, "", *table([header, *rows], right_aligned=(2, 3, 4, 5))])


def _values(solution: gz.Solution, style: Style) -> list[str]:
    """The value and what every move is worth."""
    words = words_of(style)
    value = solution.value if solution.exact else (solution.lower, solution.upper)
    moves = [
        (card_names(move.cards, style), worth_text(worth, style), _mark(solution, worth, style))
        for move, worth in solution.moves.items()
    ]
    estimate = [] if solution.estimate is None else [words.estimate.format(solution.estimate)]
    return [
        f"{words.value}  {worth_text(value, style)}",
        *estimate,
        "",
        *table([(words.move, words.value, ""), *moves], right_aligned=(1,)),
    ]


def _points(solution: gz.SelfishSolution, style: Style) -> list[str]:
    """Everybody's points, and those that every move leads to."""
    words = words_of(style)
    moves = []
    for move, worth in solution.moves.items():
        least, most = worth if len(worth) == 2 else (worth, worth)
        cells = _from_to(least, most)
        moves.append((card_names(move.cards, style), *cells, _mark(solution, worth, style)))
    columns = (1, 2, 3, 4)
    return [
        *table(
            [(words.value, *words.seats), ("", *_from_to(solution.lower, solution.upper))],
            right_aligned=columns,
        ),
        "",
        *table([(words.move, *words.seats, ""), *moves], right_aligned=columns),
    ]


def _from_to(least: Points, most: Points) -> list[str]:
    return [str(low) if low == high else f"{low}..{high}" for low, high in zip(least, most, strict=True)]


def _mark(solution: gz.Solution | gz.SelfishSolution, worth: object, style: Style) -> str:
    return words_of(style).best if solution.exact and worth == solution.value else ""


def _line(
    solution: gz.Solution | gz.SelfishSolution, game_or_deal: gz.Game | gz.Deal, style: Style
) -> list[tuple[str, ...]]:
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
