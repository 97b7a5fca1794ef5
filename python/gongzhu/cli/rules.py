"""`gongzhu rules`: the presets, and what every parameter of a ruleset means."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

import typer

import gongzhu as gz
from gongzhu.cli.failures import InputError
from gongzhu.cli.options import Json, Settings, chosen_rules
from gongzhu.cli.output import new_table, print_json, print_table, print_text

_VALUE_WIDTH = 17
_SOURCE_WIDTH = 20


def rules(
    preset: Annotated[
        str | None, typer.Argument(metavar="PRESET|FILE", help="A preset, or a TOML file of your own.")
    ] = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """List the presets, or every parameter of one: its value, what it means, and the text it comes from.

    A star marks what differs from the default. Sources are cited as docs/rules.md explains.
    """
    if preset is None:
        if settings:
            raise InputError(
                "--set changes a preset: name one, as in gongzhu rules traditional --set decks=2"
            )
        _list_presets(as_json=as_json)
    else:
        _show(chosen_rules(preset, settings, gz.Ruleset()), as_json=as_json)


def _list_presets(*, as_json: bool) -> None:
    from gongzhu.rules import preset_info

    infos = [(name, preset_info(name)) for name in gz.presets()]
    if as_json:
        print_json([{"name": name, **vars(info)} for name, info in infos])
        return
    table = new_table("preset", "title", "", "source")
    for name, info in infos:
        table.add_row(name, info.title, info.title_zh, info.source)
    print_table(table)


def _show(ruleset: gz.Ruleset, *, as_json: bool) -> None:
    from gongzhu.rules import parameters, preset_info

    values = ruleset.to_dict()
    if as_json:
        described = [{**vars(parameter), "value": values[parameter.name]} for parameter in parameters()]
        print_json({"name": ruleset.name, "changes": ruleset.differences(), "parameters": described})
        return
    heading = ruleset.name
    if ruleset.name in gz.presets():
        info = preset_info(ruleset.name)
        heading = f"{ruleset.name}: {info.title} {info.title_zh}\n{info.summary}\nSource: {info.source}"
    print_text(heading)
    table = new_table("parameter", "value", "meaning", "source")
    table.columns[1].max_width = _VALUE_WIDTH
    table.columns[3].max_width = _SOURCE_WIDTH
    for group, members in groupby(parameters(), key=lambda parameter: parameter.group):
        table.add_row()
        table.add_row(group, style="bold")
        for parameter in members:
            value = values[parameter.name]
            star = "" if value == parameter.default else " *"
            table.add_row(parameter.name + star, _shown(value), parameter.meaning, parameter.source)
    print_table(table)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return (
            ", ".join(" ".join(map(str, item)) if isinstance(item, list) else str(item) for item in value)
            or "-"
        )
    return str(value)
