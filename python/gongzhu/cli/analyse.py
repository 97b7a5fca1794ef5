"""`gongzhu analyse`: what every card of a played game gave away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

import gongzhu as gz
from gongzhu.cli.inputs import pick, read_entries
from gongzhu.cli.options import DrawingStyle, Game, Json, Rules, Settings, parse_seat
from gongzhu.cli.output import new_table, print_json, print_table, print_text, progress, style_of
from gongzhu.cli.searching import HashMb, Measure, Nodes, Threads, TimeLimit, cost
from gongzhu.drawing import analysis

if TYPE_CHECKING:
    from rich.table import Table

    from gongzhu.drawing import Style


def analyse(
    source: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A game, in any form that solve reads; - is standard input."),
    ],
    objective: Annotated[
        Literal["partners", "solo"],
        typer.Option(help="partners: a side's points minus the other side's; solo: a seat's own points."),
    ] = "partners",
    measure: Measure = "points",
    seat: Annotated[
        int | None,
        typer.Option(parser=parse_seat, metavar="SEAT", help="Whose point of view; by default N's."),
    ] = None,
    first: Annotated[int, typer.Option(metavar="PLAYS", help="Begin after so many plays.")] = 0,
    last: Annotated[
        int | None, typer.Option(metavar="PLAYS", help="End after so many plays, not with the last one.")
    ] = None,
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
    """Tell what every card of a played game gave away, all hands visible.

    The value before the first card and after each, and by how much a card was worse than the best one. It is
    found from the last card to the first: where a limit ends it, the earlier values are bounds.
    """
    entries = read_entries(source, rules, settings)
    entry = pick(entries, game)
    played = entry.game()
    with progress("analysing", len(played.history) + 1) as advance:
        found = gz.analyse_game(
            played,
            objective,
            measure=measure,
            seat=seat or 0,
            first=first,
            last=last,
            time_limit=time_limit,
            nodes=nodes,
            hash_mb=hash_mb,
            threads=threads,
            progress=lambda _done, _total: advance(),
        )
    if as_json:
        print_json({"source": entry.source, "game": entry.number, **found.to_dict()})
        return
    drawn = style_of(style)
    if len(entries) > 1:
        print_text(f"{entry.title}\n")
    print_text(f"{found.title}\n")
    print_table(cards_table(found, drawn))
    print_text("")
    print_table(losses_table(found, drawn))
    if not found.exact:
        print_text("\nA limit was reached: some of these are proven bounds, not values.")
    print_text(f"\n{cost(found.nodes, found.seconds)}")


def cards_table(found: gz.GameAnalysis, style: Style) -> Table:
    """The table of every card, with what gave points away in bold."""
    headings = analysis.headings(style)
    table = new_table(
        *(f"{heading}>" if column in analysis.NUMBERS else heading for column, heading in enumerate(headings))
    )
    for row in analysis.rows(found, style):
        loss = row[4]
        table.add_row(*row, style="bold" if loss not in ("", "0") else None)
    return table


def losses_table(found: gz.GameAnalysis, style: Style) -> Table:
    """The table of what each seat gave away in all."""
    heading, losses = analysis.totals(found, style)
    table = new_table(heading[0], *(f"{seat}>" for seat in heading[1:]))
    table.add_row(*losses)
    return table
