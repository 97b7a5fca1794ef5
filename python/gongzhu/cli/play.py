"""`gongzhu play`: a person against three bots."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import gongzhu as gz
from gongzhu.cli.failures import InputError, blamed_on
from gongzhu.cli.options import DrawingStyle, Rules, Settings, chosen_rules, parse_seat
from gongzhu.cli.output import style_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gongzhu.pgz import Record
    from gongzhu.players import Recipe

_SOUTH = 2
_PAUSE = 0.4  # seconds, on a terminal


def play(
    rules: Rules = None,
    settings: Settings = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="NAME[:OPTION=VALUE,...]",
            help="Who plays against you: one for all seats, or three in order of play. By default the "
            "strongest bot; gongzhu arena lists them.",
        ),
    ] = None,
    budget: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="What the bots may think for each card.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(parser=parse_seat, metavar="SEAT", help="Where you sit; by default S.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="The seed of the first deal; deal number i has seed + i. By default any."),
    ] = None,
    deals: Annotated[
        int | None, typer.Option(min=1, help="Stop after so many deals; by default when the game is over.")
    ] = None,
    hint: Annotated[
        str | None, typer.Option(metavar="BOT", help="Who gives hints; by default the bot after you.")
    ] = None,
    show_all: Annotated[
        bool, typer.Option("--open", help="Show all hands; hints are then the solver's.")
    ] = False,
    analyse: Annotated[
        bool, typer.Option("--analyse", help="After each deal, what every card gave away.")
    ] = False,
    time_limit: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help="For the solver, in hints and when analysing.")
    ] = 10.0,
    pause: Annotated[
        float | None,
        typer.Option(
            min=0, metavar="SECONDS", help="Between the bots' cards; by default 0.4 on a terminal, else 0."
        ),
    ] = None,
    save: Annotated[
        str | None, typer.Option(metavar="FILE", help="Add all games to this .pgz or .jsonl file.")
    ] = None,
    style: DrawingStyle = None,
) -> None:
    """Play against three bots: exposing, hints, undo, the totals of a whole game.

    Cards may be written in any way that the notation has. The end of the input is the same as quit.
    """
    from gongzhu.cli.session import Options, Session

    me = _SOUTH if seat is None else seat
    recipes = _recipes(bots, budget)
    keep = _keeper(save)
    typed = sys.stdin.isatty() and sys.stdout.isatty()
    session = Session(
        Options(
            rules=chosen_rules(rules, settings, gz.Ruleset.preset("traditional")),
            seat=me,
            seed=secrets.randbits(32) if seed is None else seed,
            deals=deals,
            hint=recipes[0] if hint is None else _recipe(hint, None),
            open=show_all,
            analyse=analyse,
            time_limit=time_limit,
            pause=(_PAUSE if typed else 0) if pause is None else pause,
            style=style_of(style),
        ),
        {(me + 1 + place) % 4: recipe for place, recipe in enumerate(recipes)},
        keep,
    )
    session.run()


def _recipes(bots: list[str] | None, budget: float | None) -> list[Recipe]:
    from gongzhu import players

    wanted = bots or [[name for name in players.names() if name != "external"][-1]]
    if len(wanted) not in (1, 3):
        raise InputError(f"--bot is given once or three times, not {len(wanted)} times")
    recipes = [_recipe(name, budget) for name in wanted]
    if budget is not None and not any("seconds" in recipe.options for recipe in recipes):
        raise InputError("--budget: none of these bots has an option seconds")
    return recipes if len(recipes) == 3 else recipes * 3


def _recipe(name: str, budget: float | None) -> Recipe:
    from gongzhu import players

    recipe = players.recipe(name)
    if budget is None or "seconds" not in (setting.name for setting in recipe.bot.settings):
        return recipe
    checked = recipe.bot.checked_options({**recipe.options, "seconds": budget})
    return players.Recipe(recipe.bot, checked)


def _keeper(path: str | None) -> Callable[[Sequence[Record]], object]:
    """What writes games to a file, behind those that it holds already."""
    if path is None:
        return lambda _records: None
    from gongzhu import pgz

    if Path(path).suffix.lower() not in (".pgz", ".jsonl"):
        raise InputError(f"{path}: the name of the file to write should end in .pgz or .jsonl")
    if not Path(path).resolve().parent.is_dir():
        raise InputError(f"{path}: there is no such folder")
    with blamed_on(path):
        earlier = pgz.load(path) if Path(path).exists() else []
    return lambda records: pgz.save(path, [*earlier, *records])
