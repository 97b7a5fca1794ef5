"""Absurd arguments to everything that takes one: a plain error, and nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import gongzhu as gz
from tables import (
    ONES,
    begun,
    four,
    play,
)

ABSURD: list[Any] = [
    None, -1, 4, 10**30, 1.5, float("nan"), True, "", "N", "\0", "\ud800", "S" * 100_000, b"\xff", [], [[]],
    {}, {"S": 1}, (1, 2, 3), object(), lambda: 0, gz.Card("SQ"), gz.Move("SQ SQ"), gz.Ruleset(),
]  # fmt: skip
ENTRIES: dict[str, Callable[[gz.Game, Any], object]] = {
    "Card": lambda _, value: gz.Card(value),
    "Move": lambda _, value: gz.Move(value),
    "Deal": lambda _, value: gz.Deal(value),
    "Deal hand": lambda _, value: gz.Deal([[value]] * 4),
    "Deal rules": lambda _, value: gz.Deal(four(ONES), value),
    "Deal taken": lambda _, value: gz.Deal(four(ONES), taken=value),
    "Deal own": lambda _, value: gz.Deal(four(ONES), own=value),
    "Deal led": lambda _, value: gz.Deal(four(ONES), led=value),
    "Deal exposed": lambda _, value: gz.Deal(four(ONES), exposed=value),
    "Deal exposed seat": lambda _, value: gz.Deal(four(ONES), exposed=[(value, "SQ", "open")]),
    "Deal exposed card": lambda _, value: gz.Deal(four(ONES), exposed=[(0, value, "open")]),
    "Deal exposed kind": lambda _, value: gz.Deal(four(ONES), exposed=[(0, "SQ", value)]),
    "Deal removed": lambda _, value: gz.Deal(four(ONES), removed=value),
    "Deal first_cards": lambda _, value: gz.Deal(four(ONES), first_cards=value),
    "Deal first card": lambda _, value: gz.Deal(four(ONES), first_cards=[value] * 4),
    "Deal leader": lambda _, value: gz.Deal(four(ONES), leader=value),
    "Deal dealer": lambda _, value: gz.Deal(four(ONES), dealer=value),
    "Deal.parse": lambda _, value: gz.Deal.parse(value),
    "Deal.random": lambda _, value: gz.Deal.random(value),
    "Deal.random cards": lambda _, value: gz.Deal.random(cards=value),
    "Deal.random rules": lambda _, value: gz.Deal.random(rules=value),
    "Deal.random first_dealt": lambda _, value: gz.Deal.random(first_dealt=value),
    "with_rules": lambda game, value: game.deal.with_rules(value),
    "Game": lambda _, value: gz.Game(value),
    "Game rules": lambda game, value: gz.Game(game.deal, value),
    "Game leader": lambda game, value: gz.Game(game.deal, leader=value),
    "Game dealer": lambda game, value: gz.Game(game.deal, dealer=value),
    "exposable": lambda game, value: game.exposable(value),
    "expose seat": lambda game, value: game.expose(value, "SQ"),
    "expose card": lambda game, value: game.expose(0, value),
    "expose kind": lambda game, value: game.expose(0, "SQ", value),
    "call": lambda game, value: game.call(value),
    "play": lambda game, value: game.play(value),
    "taken": lambda game, value: game.taken(value),
    "view": lambda game, value: game.view(value),
    "claim seat": lambda game, value: game.claim(value, "all"),
    "claim": lambda game, value: game.claim(0, value),
    "claim cards": lambda game, value: game.claim(0, {0: value}),
    "claim taker": lambda game, value: game.claim(0, {value: []}),
    "swap_colours": lambda game, value: game.swap_colours(value),
    "from_string": lambda _, value: gz.Game.from_string(value),
    "score": lambda _, value: gz.score(value, gz.Ruleset()),
    "score rules": lambda _, value: gz.score([[]] * 4, value),
    "score exposed": lambda _, value: gz.score([[]] * 4, gz.Ruleset(), exposed=value),
    "score dealt": lambda _, value: gz.score([[]] * 4, gz.Ruleset(), dealt=value),
    "score removed": lambda _, value: gz.score([[]] * 4, gz.Ruleset(), removed=value),
    "settle": lambda _, value: gz.settle(value, gz.Ruleset()),
    "settle total": lambda _, value: gz.settle([value] * 4, gz.Ruleset()),
    "settle rules": lambda _, value: gz.settle([0] * 4, value),
    "pair_winner": lambda _, value: gz.pair_winner(value, gz.Ruleset(decks=2)),
    "pair_winner play": lambda _, value: gz.pair_winner([value] * 4, gz.Ruleset(decks=2)),
    "Match": lambda _, value: gz.Match(value),
    "Match first_dealt": lambda _, value: gz.Match(gz.Ruleset(), value),
    "Match.record": lambda _, value: gz.Match(gz.Ruleset()).record(value),
    "Match.add": lambda _, value: gz.Match(gz.Ruleset()).add(value),
    "Match.add points": lambda _, value: gz.Match(gz.Ruleset()).add([value] * 4),
    "Match.add pig_taker": lambda _, value: gz.Match(gz.Ruleset()).add([0] * 4, value),
    "Match.penalize": lambda _, value: gz.Match(gz.Ruleset()).penalize(value, 1),
    "Match.penalize points": lambda _, value: gz.Match(gz.Ruleset()).penalize(0, value),
    "Ruleset.preset": lambda _, value: gz.Ruleset.preset(value),
    "Ruleset.from_dict": lambda _, value: gz.Ruleset.from_dict(value),
    "Ruleset parameter": lambda _, value: gz.Ruleset(limits=value),
    "Ruleset name": lambda _, value: gz.Ruleset(name=value),
}


@pytest.mark.parametrize("entry", ENTRIES)
def test_no_argument_is_too_absurd_to_be_refused_by_a_plain_error(entry: str) -> None:
    for value in ABSURD:
        for game in (gz.Game(gz.Deal.random(1)), play(begun("SQ S3 / S4 HA / DJ D2 / CT C2"), "S3")):
            before = game.to_string()
            refused = False
            try:
                ENTRIES[entry](game, value)
            except (TypeError, ValueError):
                refused = True
            assert not refused or game.to_string() == before
