"""Exact solving with all hands visible."""

from __future__ import annotations

from dataclasses import dataclass

from gongzhu import _core
from gongzhu._core import Deal, Game, Move


@dataclass(frozen=True)
class Solution:
    """What a search has proven, from the point of view of the seat or side asked about; values are points.

    Attributes:
        value: The exact value; where `exact` is false, the lower bound.
        lower: A proven lower bound of the value.
        upper: A proven upper bound of the value.
        exact: Whether the bounds meet.
        moves: Each legal move's value, or (lower, upper) where a limit was reached before it was known.
        line: Best play by everybody to the end; what is proven of it where a limit was reached.
        points: The four seats' own points at the end of the line, None where it does not reach the end.
        nodes: Plays searched.
        seconds: Time taken.
        table_fill: Part of the transposition table in use at the end, 0 to 1.
    """

    value: int
    lower: int
    upper: int
    exact: bool
    moves: dict[Move, int | tuple[int, int]]
    line: tuple[Move, ...]
    points: tuple[int, int, int, int] | None
    nodes: int
    seconds: float
    table_fill: float


def solve(
    game_or_deal: Game | Deal,
    objective: str = "partners",
    *,
    seat: int | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    hash_mb: int = 256,
) -> Solution:
    """Solve a deal, or the position a game has reached: all hands visible, everybody playing perfectly.

    A game that is still exposing is solved as if the exposing ended now. Ctrl-C ends the search with
    KeyboardInterrupt; the limits end it with the bounds proven so far.

    Args:
        game_or_deal: What to solve; one deck.
        objective: "partners": a side's points minus the other side's, the sides being 0 and 2 against 1 and
            3, or the partners as dealt under the pig_sheep and called partnerships. "solo": the most points
            that `seat` can guarantee itself against the other three.
        seat: Whose point of view the values have; by default the seat to play.
        time_limit: Seconds.
        nodes: Plays searched at the most.
        threads: Accepted for later: the search uses one thread.
        hash_mb: The most that the transposition table may take, MiB.

    Raises:
        RulesError: An argument is out of range, or the deal is of two decks.
        IllegalMove: The game is over.

    >>> import gongzhu as gz
    >>> deal = gz.Deal.parse("N:Q...2 K...3 5...4 6...5", leader=2)
    >>> solution = gz.solve(deal, seat=0)
    >>> solution.value, solution.exact
    (100, True)
    """
    game = Game(game_or_deal) if isinstance(game_or_deal, Deal) else game_or_deal
    found = _core.solve(
        game,
        objective=objective,
        seat=seat,
        time_limit=time_limit,
        nodes=nodes,
        hash_mb=hash_mb,
        threads=threads,
    )
    return Solution(**{**found, "line": tuple(found["line"])})
