"""Rulesets as data: the presets, a user's own rule files, and what every parameter means.

The engine's `Ruleset` holds and checks the parameters; this module reads the TOML files that state them.

A rule file has a `[rules]` table with the parameters that differ from the defaults, or from those of the
preset it names as `base`, and may say what it describes (`name`, `title`, `title_zh`, `source`, `summary`)::

    name = "our-table"
    base = "huapai"
    summary = "Huapai as we play it on Fridays."

    [rules]
    limits = [-800, 800]
    heart_table = "graded"
"""

from __future__ import annotations

import difflib
import tomllib
from copy import deepcopy
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from gongzhu._core import RulesError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


@dataclass(frozen=True)
class Parameter:
    """One parameter of a ruleset.

    Attributes:
        name: The name it has in Python, in TOML and in PGZ.
        group: The part of the rules it belongs to.
        values: The values it may have, in words.
        default: The value it has where nothing is stated.
        meaning: What it changes, in a sentence or two.
        source: The texts it comes from, by their first three digits and the part.
    """

    name: str
    group: str
    values: str
    default: object
    meaning: str
    source: str


@dataclass(frozen=True)
class PresetInfo:
    """What a preset is called, where it comes from, and what it is in one sentence."""

    title: str
    title_zh: str
    source: str
    summary: str


@dataclass(frozen=True)
class _RuleFile:
    """A rule file as written; the fields are its top-level keys."""

    name: str = "custom"
    title: str = ""
    title_zh: str = ""
    source: str = ""
    summary: str = ""
    base: str = ""
    rules: dict[str, object] = field(default_factory=dict)


def parameters() -> list[Parameter]:
    """Every parameter of a ruleset, in the order in which a ruleset lists them.

    >>> [parameter.name for parameter in parameters() if parameter.group == "Partnership"]
    ['partnership', 'record']
    """
    return list(_parameters())


def presets() -> list[str]:
    """The names of the presets, sorted.

    >>> presets()[:2]
    ['baidu', 'baidu-double']
    """
    return list(_preset_names())


def preset_info(name: str) -> PresetInfo:
    """Describe a preset.

    Raises:
        RulesError: There is no such preset.

    >>> preset_info("huapai").title_zh
    '华牌'
    """
    preset = _preset(name)
    return PresetInfo(preset.title, preset.title_zh, preset.source, preset.summary)


def preset_dict(name: str) -> dict[str, object]:
    """The parameters that a preset and the presets it builds on state, and its `name`.

    Whatever is not stated has its default.

    Raises:
        RulesError: There is no such preset.

    >>> preset_dict("baidu-double")["heart_leader"]
    'HA'
    """
    return _resolve(_preset(name))


def load_toml(path: str | Path) -> dict[str, object]:
    """Read a rule file: the parameters that it and its base state, and its `name`, "custom" if it gives none.

    Raises:
        RulesError: The file is not valid TOML, has a key that rule files do not have, or an unknown base.
        OSError: The file cannot be read.
    """
    return _resolve(_parse(Path(path).read_bytes(), str(path)))


@cache
def _parameters() -> tuple[Parameter, ...]:
    text = files("gongzhu").joinpath("parameters.toml").read_text(encoding="utf-8")
    return tuple(Parameter(**table) for table in tomllib.loads(text)["parameter"])


@cache
def _preset_names() -> tuple[str, ...]:
    entries = (entry.name for entry in files("gongzhu").joinpath("presets").iterdir())
    return tuple(sorted(entry.removesuffix(".toml") for entry in entries if entry.endswith(".toml")))


@cache
def _preset(name: str) -> _RuleFile:
    _reject_unknown([name], _preset_names(), "preset")
    return _parse(files("gongzhu").joinpath("presets", f"{name}.toml").read_bytes(), f"preset {name}")


def _resolve(rule_file: _RuleFile) -> dict[str, object]:
    inherited = preset_dict(rule_file.base) if rule_file.base else {}
    return inherited | deepcopy(rule_file.rules) | {"name": rule_file.name}


def _parse(content: bytes, where: str) -> _RuleFile:
    try:
        table: dict[str, object] = tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesError(f"{where}: this is not valid TOML: {error}") from error
    _reject_unknown(table, [key.name for key in fields(_RuleFile)], f"{where}: key")
    rules = table.pop("rules", {})
    if not isinstance(rules, dict):
        raise RulesError(f"{where}: rules must be a table, [rules], not {rules!r}")
    _reject_unknown(rules, [parameter.name for parameter in _parameters()], f"{where}: parameter")
    texts: dict[str, str] = {}
    for key, value in table.items():
        if not isinstance(value, str):
            raise RulesError(f"{where}: {key} must be a text, not {value!r}")
        texts[key] = value
    if "base" in texts:
        _reject_unknown([texts["base"]], _preset_names(), f"{where}: base")
    return _RuleFile(rules=rules, **texts)


def _reject_unknown(names: Iterable[str], known: Collection[str], what: str) -> None:
    for name in names:
        if name not in known:
            nearest = difflib.get_close_matches(name, known)
            hint = f"did you mean {' or '.join(nearest)}?" if nearest else f"there are {', '.join(known)}"
            raise RulesError(f"{what} {name!r} is unknown; {hint}")
