"""The application: every command under its name."""

from __future__ import annotations

from typing import Annotated

import typer

from gongzhu.cli.analyse import analyse
from gongzhu.cli.arena import arena
from gongzhu.cli.bench import bench
from gongzhu.cli.convert import convert
from gongzhu.cli.deal import deal
from gongzhu.cli.failures import OneLineGroup
from gongzhu.cli.play import play
from gongzhu.cli.rules import rules
from gongzhu.cli.score import score
from gongzhu.cli.solve import solve
from gongzhu.cli.train import train

COMMANDS = (play, arena, solve, analyse, score, deal, rules, convert, bench, train)

app = typer.Typer(
    cls=OneLineGroup,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in COMMANDS:
    app.command()(command)


@app.callback(invoke_without_command=True)
def gongzhu(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    """Gongzhu (拱猪): play, deal, score and solve, under every house rule."""
    if version:
        from gongzhu import __version__

        typer.echo(__version__)
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())
