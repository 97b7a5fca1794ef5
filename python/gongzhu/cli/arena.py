"""`gongzhu arena`: bots against each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import gongzhu as gz
from gongzhu.cli.failures import INTERRUPTED, InputError
from gongzhu.cli.options import Json, Settings, chosen_rules
from gongzhu.cli.output import new_table, print_json, print_table, print_text, progress

if TYPE_CHECKING:
    from gongzhu.arena import MatchResult


def arena(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT...",
            help="At least two bots: NAME or NAME:OPTION=VALUE,OPTION=VALUE; without any, those there are.",
        ),
    ] = None,
    deals: Annotated[
        int, typer.Option(min=0, help="How many deals every pair plays under every ruleset.")
    ] = 1000,
    seed: Annotated[int, typer.Option(help="The seed of deals and bots.")] = 1,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules", metavar="PRESET|FILE", help="The rules; may be repeated. [default: traditional]"
        ),
    ] = None,
    settings: Settings = None,
    seating: Annotated[
        list[str] | None,
        typer.Option(
            metavar="2v2|1v3|3v1",
            help="How two bots are seated without fixed partners; may be repeated. [default: 2v2, 1v3]",
        ),
    ] = None,
    processes: Annotated[
        int, typer.Option(min=0, help="Games played at once, each in a process; 0: one for every core.")
    ] = 1,
    results: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Keep finished deals in this file; the same match goes on from it."
        ),
    ] = None,
    save: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write all games to this .pgz or .jsonl file.")
    ] = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help='Draw the differences; needs the extra "plot".')
    ] = None,
    as_json: Json = False,
) -> None:
    """Let bots play duplicate deals against each other, in all rotations.

    The difference is the first bot's points a deal minus the second's, with its 95 % interval. When Ctrl-C or
    a bot that fails ends the match, the deals finished so far are told of.
    """
    if not bots:
        _list_bots(as_json=as_json)
        return
    from gongzhu.arena import SEATINGS, ArenaError, match
    from gongzhu.arena.plot import check_plot

    for way in seating or ():
        if way not in SEATINGS:
            raise InputError(f"--seating {way}: expected one of {', '.join(SEATINGS)}")
    if plot is not None:
        try:
            check_plot(plot)
        except ImportError as error:
            raise InputError(str(error)) from error
        if not Path(plot).parent.is_dir():
            raise InputError(f"{plot}: there is no such folder")
    default = gz.Ruleset.preset("traditional")
    rulesets = [chosen_rules(name, settings, default) for name in rules or ("traditional",)]
    pairs = len(bots) * (len(bots) - 1) // 2
    failure = None
    with progress("playing", deals * len(rulesets) * pairs) as advance:
        try:
            result = match(
                bots,
                deals=deals,
                seed=seed,
                rules=rulesets,
                seating=seating or ("2v2", "1v3"),
                processes=processes,
                results=results,
                save=save,
                progress=lambda _done, _total: advance(),
            )
        except ArenaError as error:
            failure, result = error, error.result
    if result.played or failure is None:
        _show(result, as_json=as_json)
        if plot is not None:
            result.plot(plot)
    if failure is not None:
        raise failure
    if not result.complete:
        raise typer.Exit(INTERRUPTED)


def _show(result: MatchResult, *, as_json: bool) -> None:
    if as_json:
        print_json(result.to_dict())
        return
    for headings, rows in result.tables():
        if rows:
            table = new_table(*headings)
            for row in rows:
                table.add_row(*row)
            print_table(table)
            print_text("")
    print_text(result.summary)


def _list_bots(*, as_json: bool) -> None:
    from gongzhu import players

    bots = [players.bot_class(name) for name in players.names()]
    if as_json:
        print_json(
            [
                {
                    "name": bot.name,
                    "summary": bot.summary,
                    "options": [
                        {"name": s.name, "default": s.default, "kind": s.kind, "meaning": s.meaning}
                        for s in bot.settings
                    ],
                }
                for bot in bots
            ]
        )
        return
    table = new_table("bot", "option", "default", "meaning")
    for bot in bots:
        table.add_row(bot.name, "", "", bot.summary)
        for setting in bot.settings:
            table.add_row("", setting.name, str(setting.default), setting.meaning)
    print_table(table)
