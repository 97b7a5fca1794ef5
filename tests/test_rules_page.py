"""docs/rules.md, parameters.toml and the engine say the same of every parameter and preset."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import gongzhu as gz
from gongzhu import rules

PAGE = Path(__file__).parents[1].joinpath("docs", "rules.md").read_text(encoding="utf-8")
LINES = PAGE.splitlines()


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


@pytest.mark.parametrize("parameter", rules.parameters(), ids=lambda parameter: parameter.name)
def test_the_page_states_a_parameter_under_its_group(parameter: rules.Parameter) -> None:
    default = "below" if parameter.name == "rank_titles" else f"`{json.dumps(parameter.default)}`"
    stated = row(f"`{parameter.name}`", parameter.values, default, parameter.meaning, parameter.source)
    assert stated in LINES
    headings = [line for line in LINES[: LINES.index(stated)] if line.startswith("## ")]
    assert headings[-1] == f"## {parameter.group}"


@pytest.mark.parametrize("preset", gz.presets())
def test_the_page_describes_a_preset_as_its_file_does(preset: str) -> None:
    info = rules.preset_info(preset)
    assert row(f"`{preset}`", f"{info.title} {info.title_zh}", info.source, info.summary) in LINES


def test_the_page_lists_the_default_rank_titles() -> None:
    for points, title in gz.Ruleset().rank_titles:
        assert row(str(points), title) in LINES


def test_the_parameters_are_those_of_the_engine_with_its_defaults() -> None:
    stated = gz.Ruleset().to_dict()
    stated.pop("name")
    documented = {parameter.name: parameter.default for parameter in rules.parameters()}
    assert list(documented) == list(stated)
    assert documented == stated
