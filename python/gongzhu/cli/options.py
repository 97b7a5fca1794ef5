"""Options that several commands share, and the rulesets that they choose."""

from __future__ import annotations

import difflib
import tomllib
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

import gongzhu as gz
from gongzhu.cli.failures import InputError
from gongzhu.drawing.words import Style

Rules: TypeAlias = Annotated[
    str | None,
    typer.Option("--rules", metavar="PRESET|FILE", help="The rules: a preset, or a TOML file of your own."),
]
Settings: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Change a parameter of the rules; may be repeated."),
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Game: TypeAlias = Annotated[
    int, typer.Option("--game", metavar="NUMBER", help="Which game of a file that has several, from 1.")
]
DrawingStyle: TypeAlias = Annotated[
    Style | None,
    typer.Option("--style", help="How cards are written; by default with symbols where they can be printed."),
]


def parse_seat(text: str) -> int:
    """A seat as an option: a letter, a word, or a number from 0 to 3."""
    from gongzhu.pgz import names

    if text in ("0", "1", "2", "3"):
        return int(text)
    try:
        return names.parse_seat(text)
    except gz.NotationError as error:
        raise typer.BadParameter(str(error)) from error


def chosen_rules(name: str | None, settings: list[str] | None, given: gz.Ruleset) -> gz.Ruleset:
    """The rules that options choose, on top of those given by a file or by default.

    Raises:
        InputError: There is no such preset or file, or it cannot be read.
        RulesError: A setting cannot be; the message names the parameter.
    """
    rules = given if name is None else _named(name)
    known = rules.to_dict()
    changes: dict[str, object] = {}
    for setting in settings or []:
        key, sign, text = setting.partition("=")
        if not sign or key not in known or key == "name":
            near = difflib.get_close_matches(key, known)
            hint = (
                f"; did you mean {' or '.join(near)}?"
                if near
                else ", as gongzhu rules traditional lists them"
            )
            raise InputError(f"--set {setting}: expected NAME=VALUE with a parameter's name{hint}")
        changes[key] = _value(text, known[key])
    return rules.replace(**changes) if changes else rules


def _named(name: str) -> gz.Ruleset:
    if name in gz.presets() or not (name.endswith(".toml") or Path(name).exists()):
        return gz.Ruleset.preset(name)
    return gz.Ruleset.from_toml(name)


def _value(text: str, known: object) -> object:
    """A value as TOML writes it, but texts may stand without quotes and lists without brackets."""
    if isinstance(known, list) and not text.startswith("["):
        return [_scalar(part) for part in text.split(",") if part]
    return _scalar(text)


def _scalar(text: str) -> object:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
