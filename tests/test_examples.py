"""The worked examples of the source texts, through the public functions.

tests/data/*.json hold the cases, each with its source; a `note` says where a case departs from its text.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NotRequired, TypedDict

import pytest

import gongzhu as gz

DATA = Path(__file__).parent / "data"


class Scoring(TypedDict):
    preset: str
    overrides: NotRequired[dict[str, str]]
    taken: list[str]
    exposed: list[tuple[str, str]]
    dealt_to_taker: NotRequired[list[str]]
    points: int
    source: str


class Settling(TypedDict):
    settlement: str
    decks: NotRequired[int]
    partners: NotRequired[bool]
    scale: NotRequired[int]
    totals: list[int]
    points: list[int]
    source: str


class Pairs(TypedDict):
    table: str
    plays: list[list[str]]
    winner: int
    source: str


SCORING: list[Scoring] = json.loads((DATA / "scoring.json").read_text(encoding="utf-8"))
SETTLING: list[Settling] = json.loads((DATA / "settlement.json").read_text(encoding="utf-8"))
PAIRS: list[Pairs] = json.loads((DATA / "pairs.json").read_text(encoding="utf-8"))


def scoring_id(case: Scoring) -> str:
    taken = case["taken"] if len(case["taken"]) <= 6 else [f"{len(case['taken'])} cards"]
    return f"{case['preset']}, {' '.join(taken)}: {case['source']}"


def settling_id(case: Settling) -> str:
    return f"{case['totals']}: {case['source']}"


def pairs_id(case: Pairs) -> str:
    return f"{case['table']}, {', '.join(' '.join(play) for play in case['plays'])}: {case['source']}"


def settling_rules(case: Settling) -> gz.Ruleset:
    partners = "-partners" if case.get("partners") else ""
    if case["settlement"] == "zero_sum":
        return gz.Ruleset.preset(f"lianzhong{partners}").replace(scale=case["scale"])
    double = "-double" if case.get("decks") == 2 else ""
    return gz.Ruleset.preset(f"china-games{double}{partners}")


@pytest.mark.parametrize("taker", [0, 2])
@pytest.mark.parametrize("case", SCORING, ids=scoring_id)
def test_an_example_scores_what_its_source_says(case: Scoring, taker: int) -> None:
    rules = gz.Ruleset.preset(case["preset"], **case.get("overrides", {}))
    own = case.get("dealt_to_taker", [])
    taken: list[list[str]] = [[], [], [], []]
    taken[taker] = case["taken"]
    dealt: list[list[str]] = [[], [], [], []]
    dealt[taker] = own
    exposed = [(taker if card in own else taker + 1, card, kind) for card, kind in case["exposed"]]
    points = [0, 0, 0, 0]
    points[taker] = case["points"]
    assert gz.score(taken, rules, exposed=exposed, dealt=dealt) == tuple(points)


@pytest.mark.parametrize("seats", range(4), ids=lambda seats: f"{seats} seats on")
@pytest.mark.parametrize("case", SETTLING, ids=settling_id)
def test_an_example_settles_as_its_source_says_from_any_seat(case: Settling, seats: int) -> None:
    totals = case["totals"][-seats:] + case["totals"][:-seats]
    points = case["points"][-seats:] + case["points"][:-seats]
    assert gz.settle(totals, settling_rules(case)) == tuple(points)


@pytest.mark.parametrize("case", PAIRS, ids=pairs_id)
def test_an_example_of_a_led_pair_is_won_as_its_source_says(case: Pairs) -> None:
    rules = gz.Ruleset.preset(f"{case['table'].replace('_', '-')}-double")
    assert gz.pair_winner(case["plays"], rules) == case["winner"]
