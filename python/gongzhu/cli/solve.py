"""`gongzhu solve`: what a position is worth with all hands visible, and how it is played best."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

import typer

import gongzhu as gz
from gongzhu.cli.inputs import pick, read_entries
from gongzhu.cli.options import DrawingStyle, Game, Json, Rules, Settings, parse_seat
from gongzhu.cli.output import print_json, print_text, progress, style_of
from gongzhu.cli.searching import (
    SEATS,
    HashMb,
    Measure,
    Nodes,
    Threads,
    TimeLimit,
    cost,
    parse_value,
)
from gongzhu.drawing import game_text, solution_text
from gongzhu.solving import Question, ask, plain, viewpoint


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
        Literal["partners", "solo", "selfish"],
        typer.Option(
            help="partners: a side's points minus the other side's; solo: a seat's own points; "
            "selfish: every seat plays for its own points."
        ),
    ] = "partners",
    measure: Measure = "points",
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
    at_least: Annotated[
        Any,
        typer.Option(
            parser=parse_value, metavar="VALUE", help="Ask only whether the value is at least this: cheaper."
        ),
    ] = None,
    value_only: Annotated[
        bool, typer.Option("--value-only", help="Find the value and the line, not what every card is worth.")
    ] = False,
    rules: Rules = None,
    settings: Settings = None,
    game: Game = 1,
    time_limit: TimeLimit = None,
    nodes: Nodes = None,
    hash_mb: HashMb = 256,
    threads: Threads = 1,
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
    question = Question(objective, measure, seat, time_limit, nodes, at_least, not value_only)
    with progress("solving"):
        solution = ask(question, position, threads, hash_mb)
    asker = position.to_play or 0 if seat is None else seat
    if as_json:
        print_json(
            {
                "source": entry.source,
                "game": entry.number,
                "position": position.to_string(),
                "objective": objective,
                "measure": measure,
                "seat": None if objective == "selfish" else SEATS[asker],
                **_as_json(solution),
            }
        )
        return
    drawn = style_of(style)
    if len(entries) > 1:
        print_text(f"{entry.title}\n")
    print_text(game_text(position, drawn))
    title = "selfish" if objective == "selfish" else viewpoint(objective, measure, asker)
    print_text(f"\n{title}")
    answer = solution.at_least if isinstance(solution, gz.Solution) else None
    if answer is not None:
        print_text(f"at least {at_least}  {'yes' if answer else 'no'}")
    print_text(solution_text(solution, position, drawn))
    if not solution.exact and answer is None:
        print_text("\nA limit was reached: these are proven bounds, not values.")
    print_text(f"\n{cost(solution.nodes, solution.seconds)}")


def _as_json(solution: gz.Solution | gz.SelfishSolution) -> dict[str, object]:
    """A solution as JSON has it; there is no value where only bounds are known."""
    return {
        "value": plain(solution.value) if solution.exact else None,
        "lower": plain(solution.lower),
        "upper": plain(solution.upper),
        "exact": solution.exact,
        "at_least": solution.at_least if isinstance(solution, gz.Solution) else None,
        "estimate": plain(solution.estimate) if isinstance(solution, gz.Solution) else None,
        "best": str(solution.best) if isinstance(solution, gz.Solution) else None,
        "moves": {str(move): plain(worth) for move, worth in solution.moves.items()},
        "line": [str(move) for move in solution.line],
        "points": solution.points,
        "nodes": solution.nodes,
        "seconds": solution.seconds,
    }
