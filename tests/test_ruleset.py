"""Rulesets: presets, overrides, values of their own, files, and the errors that name what is wrong."""

from __future__ import annotations

import copy
import json
import pickle
from typing import TYPE_CHECKING

import pytest

import gongzhu as gz
from gongzhu import rules

if TYPE_CHECKING:
    from pathlib import Path

PRESETS = gz.presets()
every_preset = pytest.mark.parametrize("preset", PRESETS)


def write_rules(path: Path, parameters: dict[str, object], **described: str) -> Path:
    """A rule file with these parameters; TOML writes texts, numbers and lists as JSON does."""
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in described.items()]
    lines.append("[rules]")
    lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in parameters.items()]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def parameters_of(ruleset: gz.Ruleset) -> dict[str, object]:
    return {key: value for key, value in ruleset.to_dict().items() if key != "name"}


def test_there_are_twenty_seven_presets_in_alphabetical_order() -> None:
    assert len(PRESETS) == 27
    assert sorted(PRESETS) == PRESETS


@every_preset
def test_a_preset_states_only_what_differs_from_what_it_builds_on(preset: str) -> None:
    stated = rules.preset_dict(preset)
    assert stated.pop("name") == preset
    ruleset = gz.Ruleset.preset(preset)
    assert ruleset.name == preset
    assert ruleset.differences() == {}
    assert parameters_of(ruleset) == parameters_of(gz.Ruleset()) | stated


@every_preset
def test_a_preset_says_what_it_is_and_where_it_comes_from(preset: str) -> None:
    info = rules.preset_info(preset)
    assert all([info.title, info.title_zh, info.source, info.summary])
    assert info.summary.endswith(".")


@every_preset
def test_no_two_presets_are_the_same(preset: str) -> None:
    ruleset = gz.Ruleset.preset(preset)
    assert [other for other in PRESETS if gz.Ruleset.preset(other) == ruleset] == [preset]


@every_preset
def test_a_ruleset_survives_pickle_copy_and_a_dictionary(preset: str) -> None:
    ruleset = gz.Ruleset.preset(preset, rank_titles=[[0, "one"], [10, "two"]])
    for twin in (
        pickle.loads(pickle.dumps(ruleset)),
        copy.copy(ruleset),
        copy.deepcopy(ruleset),
        gz.Ruleset.from_dict(ruleset.to_dict()),
    ):
        assert twin == ruleset
        assert hash(twin) == hash(ruleset)
        assert twin.name == preset


@every_preset
def test_a_ruleset_survives_a_rule_file(preset: str, tmp_path: Path) -> None:
    ruleset = gz.Ruleset.preset(preset, removed=["S2", "H2", "D2", "C2"] if "jokers" not in preset else [])
    path = write_rules(tmp_path / "rules.toml", parameters_of(ruleset), name=preset)
    assert gz.Ruleset.from_toml(path) == ruleset
    assert gz.Ruleset.from_toml(str(path)).name == preset


def test_equal_parameters_are_equal_rulesets_whatever_their_names(tmp_path: Path) -> None:
    huapai = gz.Ruleset.preset("huapai")
    custom = gz.Ruleset.from_toml(write_rules(tmp_path / "rules.toml", {}, base="huapai"))
    assert custom.name == "custom"
    assert custom == huapai
    assert len({custom, huapai, gz.Ruleset.preset("baidu")}) == 2


def test_a_parameter_can_be_overridden_on_a_preset_or_replaced_later() -> None:
    overridden = gz.Ruleset.preset("huapai", heart_table="graded", limits=[-800, 800])
    assert overridden.heart_table == "graded"
    assert overridden.limits == (-800, 800)
    assert overridden.self_capture == 2
    assert overridden.name == "huapai"
    assert gz.Ruleset.preset("huapai").replace(heart_table="graded", limits=[-800, 800]) == overridden
    assert gz.Ruleset.preset("huapai").heart_table == "standard"


def test_the_differences_from_the_preset_are_what_was_overridden() -> None:
    ruleset = gz.Ruleset.preset("huapai", heart_table="graded", self_capture=2)
    assert ruleset.differences() == {"heart_table": "graded"}
    assert gz.Ruleset.preset("huapai", **ruleset.differences()) == ruleset


def test_the_differences_of_a_ruleset_of_ones_own_are_from_the_defaults() -> None:
    ruleset = gz.Ruleset.from_dict({"decks": 2, "limits": [-1000]})
    assert ruleset.name == "custom"
    assert ruleset.differences() == {"decks": 2, "limits": [-1000]}


def test_a_ruleset_cannot_be_changed_in_place() -> None:
    ruleset = gz.Ruleset.preset("huapai")
    with pytest.raises(AttributeError):
        ruleset.decks = 2  # type: ignore[misc]


def test_bars_are_a_set_and_limits_come_in_any_order() -> None:
    ruleset = gz.Ruleset.preset("huapai", bars=["discard", "follow"], limits=[1000, -1000])
    assert ruleset == gz.Ruleset.preset("huapai")


def test_sixteen_deals_without_limits_are_a_valid_match() -> None:
    ruleset = gz.Ruleset.preset("huapai-partners", deals=16, limits=[])
    assert ruleset.differences() == {"deals": 16, "limits": []}


BAD_VALUES: dict[str, list[object]] = {
    "decks": [0, 3, "two", True, 1.0],
    "jokers": [1, "yes"],
    "removed": ["S2", ["S2", "H2", "D2"], ["S2", "S2", "H2", "D2"], ["S2", "H2", "D2", "C1"], [2, 3, 4, 5]],
    "removed_drawn": [-1, 4],
    "partnership": ["alone", 2],
    "record": ["both", "side"],
    "direction": ["left"],
    "first_dealt": ["north"],
    "first_lead": ["H2", 0],
    "must_lead_it": [True, "C2"],
    "later_leads": ["winner"],
    "kinds": ["open", ["sold"], ["none"], ["open", "open"]],
    "heart_leader": ["H2", "A"],
    "bars": ["follow", ["win"]],
    "forced": ["three"],
    "exposure_order": ["to_dealer"],
    "exposure_seconds": [-1, 1.5],
    "first_exposure_seconds": [-1],
    "first_trick_points": [0],
    "discards": ["same_color"],
    "pairs": ["high"],
    "heart_table": ["standart", None],
    "lone_rule": ["no_card"],
    "pig_flip": ["always"],
    "slam": [800],
    "slam_base": [-1, "800"],
    "self_capture": [0, 3],
    "colour_change": ["automatic"],
    "copies": ["by_value"],
    "limits": [-1000, [0], [-1000, -800], [800, 1000], [-1000, 500, 1000], ["-1000"]],
    "limit_inclusive": ["no"],
    "spread": [-1],
    "deals": [-16],
    "double_pig": ["both"],
    "settlement": ["cash"],
    "scale": [0, 1.5],
    "rank_titles": ["king", [["king", 0]], [[10, "a"], [0, "b"]], [[0]]],
}


def test_every_parameter_has_a_bad_value_to_try() -> None:
    assert list(BAD_VALUES) == [parameter.name for parameter in rules.parameters()]


@pytest.mark.parametrize(
    ("parameter", "value"),
    [(parameter, value) for parameter, values in BAD_VALUES.items() for value in values],
)
def test_a_bad_value_is_refused_by_the_name_of_its_parameter(parameter: str, value: object) -> None:
    with pytest.raises(gz.RulesError, match=rf"\b{parameter}\b"):
        gz.Ruleset.from_dict({parameter: value})


@pytest.mark.parametrize(
    ("named", "preset", "changes"),
    [
        ("must_lead_it", "lianzhong", {"first_lead": "seat0"}),
        ("must_lead_it", "lianzhong", {"first_lead": "lot"}),
        ("third_forces_fourth", "lianzhong", {"decks": 2}),
        ("forced", "china-games", {"kinds": ["first"], "forced": "all"}),
        ("record", "pig-sheep", {"record": "own"}),
        ("record", "wikipedia-called", {"record": "own"}),
        ("record", "huapai", {"partnership": "pig_sheep"}),
        ("forced", "pig-sheep", {"forced": "none"}),
        ("partnership", "pig-sheep", {"decks": 2}),
        ("heart_leader", "baidu", {"jokers": True}),
        ("removed", "wikipedia-jokers", {"removed": ["S2", "H2", "D2", "C2"]}),
        ("removed", "wikipedia", {"removed": ["HBJ", "HSJ", "D2", "C2"]}),
        ("removed", "wikipedia", {"removed": ["SK", "HK", "DK", "CK"], "removed_drawn": 1}),
        ("limits", "china-games", {"limits": []}),
        ("limits", "china-games", {"limits": [-1000, 800]}),
        ("settlement", "china-games", {"partnership": "called", "record": "side"}),
    ],
)
def test_parameters_that_contradict_each_other_are_refused_by_name(
    named: str, preset: str, changes: dict[str, object]
) -> None:
    with pytest.raises(gz.RulesError, match=rf"\b{named}\b"):
        gz.Ruleset.preset(preset, **changes)


def test_an_unknown_parameter_is_refused_by_name_whichever_way_it_comes(tmp_path: Path) -> None:
    with pytest.raises(gz.RulesError, match="heart_tabel"):
        gz.Ruleset.preset("huapai", heart_tabel="graded")
    with pytest.raises(gz.RulesError, match="heart_tabel"):
        gz.Ruleset.preset("huapai").replace(heart_tabel="graded")
    with pytest.raises(gz.RulesError, match="heart_tabel"):
        gz.Ruleset.from_dict({"heart_tabel": "graded"})
    path = write_rules(tmp_path / "house.toml", {"heart_tabel": "graded"})
    with pytest.raises(gz.RulesError, match=r"house\.toml.*heart_tabel.*heart_table"):
        gz.Ruleset.from_toml(path)


def test_an_unknown_preset_is_refused_with_the_nearest_names() -> None:
    with pytest.raises(gz.RulesError, match=r"'huapia'.*huapai"):
        gz.Ruleset.preset("huapia")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[rules\n", "not valid TOML"),
        (b"\xff\xfe", "not valid TOML"),
        ("rule = 1\n", "key 'rule' is unknown; did you mean rules"),
        ("decks = 2\n", "key 'decks' is unknown"),
        ("rules = 2\n", "rules must be a table"),
        ("title = 2\n", "title must be a text"),
        ('base = "huapia"\n', "base 'huapia' is unknown; did you mean huapai"),
    ],
)
def test_a_wrong_rule_file_is_refused_by_file_and_key(
    content: str | bytes, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(gz.RulesError, match=rf"house\.toml: .*{message}"):
        gz.Ruleset.from_toml(path)
