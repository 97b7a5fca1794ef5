"""`gongzhu solve`: what a position is worth with all hands visible, and how it is played best."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

import gongzhu as gz
from gongzhu.cli.inputs import pick, read_entries
from gongzhu.cli.options import DrawingStyle, Game, Json, Rules, Settings, parse_seat
from gongzhu.cli.output import print_json, print_text, progress, style_of
from gongzhu.drawing import game_text, solution_text

_SEATS = "NESW"


def solve(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="PGZ text, JSON Lines or npz; lines that are each a deal (N:…) or a position; "
            "such a line itself; or - for standard input.",
        ),
    ],
    objective: Annotated[
        str, typer.Option(help="partners: a side's points minus the other side's; solo: a seat's own points.")
    ] = "partners",
    seat: Annotated[
        int | None,
        typer.Option(parser=parse_seat, metavar="SEAT", help="Whose point of view; by default who plays."),
    ] = None,
    leader: Annotated[
        int | None,
        typer.Option(
            parser=parse_seat,
            metavar="SEAT",
            help="Who leads the first trick, where the input leaves it open.",
        ),
    ] = None,
    at: Annotated[
        int | None,
        typer.Option("--at", metavar="PLAYS", help="Solve a game after so many plays, not from its start."),
    ] = None,
    rules: Rules = None,
    settings: Settings = None,
    game: Game = 1,
    time_limit: Annotated[float | None, typer.Option(metavar="SECONDS", help="Stop after so long.")] = None,
    nodes: Annotated[int | None, typer.Option(metavar="COUNT", help="Stop after so many plays.")] = None,
    hash_mb: Annotated[int, typer.Option(metavar="MIB", help="Memory for the transposition table.")] = 256,
    threads: Annotated[int, typer.Option(help="Threads to search with.")] = 1,
    style: DrawingStyle = None,
    as_json: Json = False,
) -> None:
    """Solve a position exactly, all hands visible: the value of every legal card and the best line.

    A game with plays is solved from its start, a position where it stands. Where a limit ends the search, the
    bounds proven so far are printed instead of values.
    """
    entries = read_entries(source, rules, settings)
    entry = pick(entries, game)
    if leader is not None:
        entry = replace(entry, record=replace(entry.record, leader=leader))
    position = entry.game_at(at)
    if position.phase == "exposing":
        position.begin()
    with progress("solving"):
        solution = gz.solve(
            position,
            objective,
            seat=seat,
            time_limit=time_limit,
            nodes=nodes,
            hash_mb=hash_mb,
            threads=threads,
        )
    viewpoint = _SEATS[position.to_play or 0 if seat is None else seat]
    if as_json:
        print_json(
            {
                "source": entry.source,
                "game": entry.number,
                "position": position.to_string(),
                "objective": objective,
                "seat": viewpoint,
                **_as_json(solution),
            }
        )
        return
    drawn = style_of(style)
    if len(entries) > 1:
        print_text(f"{entry.title}\n")
    print_text(game_text(position, drawn))
    print_text(f"\n{objective}, as {viewpoint} sees it")
    print_text(solution_text(solution, position, drawn))
    if not solution.exact:
        print_text("\nA limit was reached: these are proven bounds, not values.")
    print_text(f"\n{solution.nodes:,} plays searched in {solution.seconds:.2f} s")


def _as_json(solution: gz.Solution) -> dict[str, object]:
    """A solution as JSON has it; there is no value where only bounds are known."""
    return {
        "value": solution.value if solution.exact else None,
        "lower": solution.lower,
        "upper": solution.upper,
        "exact": solution.exact,
        "moves": {str(move): value for move, value in solution.moves.items()},
        "line": [str(move) for move in solution.line],
        "points": solution.points,
        "nodes": solution.nodes,
        "seconds": solution.seconds,
    }
