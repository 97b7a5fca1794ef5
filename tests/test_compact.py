"""A game in progress as one line: what it says, that it says everything, and what is no such line."""

from __future__ import annotations

import random
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gongzhu as gz
from tables import (
    RULES,
    begun,
    brief,
    four,
    games,
    may_swap,
    play,
    play_randomly,
    quick,
    random_game,
    rules_named,
    seeds,
)

every_rules = pytest.mark.parametrize("name", RULES)


@every_rules
@given(seed=seeds)
@brief
def test_a_game_in_any_phase_is_read_back_from_its_line(name: str, seed: int) -> None:
    game = random_game(name, random.Random(seed))
    line = game.to_string()
    back = gz.Game.from_string(line)
    assert back == game
    assert back.to_string() == line
    assert back.rules.name == game.rules.name
    assert (back.leader_given, back.leader, back.dealer) == (game.leader_given, game.leader, game.dealer)
    assert (back.claimed, back.swapped, back.called) == (game.claimed, game.swapped, game.called)
    assert back.deal == game.deal
    assert back.hands == game.hands


@given(games())
@quick
def test_a_line_is_safe_in_a_url(game: gz.Game) -> None:
    line = game.to_string()
    assert "\n" not in line
    assert quote(line, safe=";=:,._*-/~%") == line


LINES = [
    "r=traditional;h=N:Q..._K..._5..._6...",
    "r=huapai;h=N:Q..._K..._5..._6...;l=2;f=SQ_SK_-_S6;s=3;e=0SQfirst;p=S5,S6",
    "r=huapai;h=N:2..._3..._4..._5...;a=1;b=2;t=SQ_SA,HA_DJ_CT;o=SQ_HA__;u=SH;x=0SQopen,1HAopen",
    "r=wikipedia-called;h=N:Q..._K..._5..._6...;c=SK;p=",
    "r=traditional-double;h=N:QQ.2.._KK..3._55...2_66...3;e=0SQopen;p=SQ,SK,S5,S6",
    "r=traditional-double;h=N:55.2.._KK..3._QQ...2_66...3;p=S5.S5,SK.SK,SQ.SQ,S6.S6",
    "r=huapai;h=N:Q.A.._K.K.._5.Q.._6.J..;k=2:SQ__HA,HK_HQ,HJ;p=SQ",
]


@pytest.mark.parametrize("line", LINES)
def test_a_line_says_what_is_not_told_by_the_rules_and_nothing_else(line: str) -> None:
    assert gz.Game.from_string(line).to_string() == line


def test_changed_rules_are_told_by_what_differs_from_their_preset() -> None:
    rules = gz.Ruleset.preset("huapai", heart_table="graded", rank_titles=[[0, "新手"]])
    line = gz.Game(gz.Deal(four("S2 / S3 / S4 / S5"), rules)).to_string()
    assert line == (
        "r=huapai;h=N:2..._3..._4..._5...;"
        "d=%7B%22heart_table%22%3A%22graded%22%2C%22rank_titles%22%3A%5B%5B0%2C%22%E6%96%B0%E6%89%8B%22%5D%5D%7D"
    )
    assert gz.Game.from_string(line).rules == rules


def test_rules_of_ones_own_keep_their_name() -> None:
    rules = gz.Ruleset(name="Friday; at 8", decks=2)
    game = gz.Game(gz.Deal.random(1, rules))
    back = gz.Game.from_string(game.to_string())
    assert (back, back.rules, back.rules.name) == (game, rules, "Friday; at 8")


def test_leader_and_dealer_of_the_game_are_told_where_they_differ_from_the_deals() -> None:
    deal = gz.Deal(four("S2 / S3 / S4 / S5"), leader=2, dealer=2)
    for leader in (None, 0, 2):
        for dealer in (None, 0, 2):
            game = gz.Game(deal, leader=leader, dealer=dealer)
            back = gz.Game.from_string(game.to_string())
            assert back == game
            assert back.dealer == (2 if dealer is None else dealer)
            assert back.leader_given == (leader is not None)


def test_a_swap_and_a_claim_are_told() -> None:
    rules = rules_named("changing")
    hearts = [f"H{rank}" for rank in "23456789TJQK"]
    deal = gz.Deal(four("HA S2 / S3 S7 / S4 S8 / S5 S9"), rules, taken=[hearts, ["SQ"], [], ["DJ"]])
    game = gz.Game(deal)
    game.begin()
    play(game, "S2")
    game.claim(0, "all")
    assert may_swap(game)
    game.swap_colours(True)
    line = game.to_string()
    assert ";k=0:HA___;w=1;p=S2" in line
    assert gz.Game.from_string(line) == game


def test_a_game_may_be_read_with_its_fields_in_any_order() -> None:
    game = begun("SQ S2 / S3 S4 / S5 S6 / S7 S8", exposures=[(0, "SQ", "open")])
    play_randomly(game, random.Random(1))
    fields = game.to_string().split(";")
    assert gz.Game.from_string(";".join(reversed(fields))) == game


# What is no line.

GOOD = "r=huapai;h=N:Q.A.._K.K.._5.Q.._6.J..;p=SQ,SK"
# A caret stands where the line is wrong.
NO_LINES = [
    ("‸", "'' is no field of a position"),
    ("‸huapai", "'huapai' is no field of a position"),
    ("‸\0", "is no field of a position"),
    ("‸r=huapai", "the field 'h' is missing"),
    ("‸" + GOOD.removeprefix("r=huapai;"), "the field 'r' is missing"),
    (GOOD + ";‸", "'' is no field of a position"),
    (GOOD + ";‸z=1", "'z=1' is no field of a position"),
    (GOOD + ";‸r=baidu", "the field 'r' comes twice"),
    (GOOD + ";l=‸4", "'4' is not a seat, expected 0 to 3"),
    (GOOD + ";l=‸-1", "'-1' is not a seat"),
    (GOOD + ";s=‸N", "'N' is not a seat"),
    (GOOD + ";t=‸SA", "'SA' is not four lists of cards"),
    (GOOD.replace("N:", "‸N:") + ";t=SA_S2_SZ_", "'SZ' is not a card"),
    (GOOD.replace("N:", "‸N:") + ";t=SQ___", "taken by N: SQ appears more often"),
    (GOOD.replace("N:", "‸N:") + ";f=SA_-_-", "first_cards: expected four cards"),
    (GOOD.replace("N:", "‸N:") + ";u=X", "led: 'X' is not a suit"),
    (GOOD + ";x=‸4SQopen", "'4SQopen' is not an exposure such as 0SQopen"),
    (GOOD.replace("N:Q", "‸N:X"), "'X' is not a rank"),
    (GOOD.replace("N:", "‸N:").replace("_6.J..", ""), "expected four hands, found 3"),
    (GOOD + ";e=‸0SQ", "'0SQ' is not an exposure such as 0SQopen"),
    (GOOD + ";e=‸0SQdark", "these rules have no exposure of kind dark"),
    (GOOD + ";e=‸1SQopen", "E does not hold SQ"),
    (GOOD + ";c=‸SQ", "call: only in the called partnership"),
    (GOOD + ";k=‸0:HA___", "claim: it does not say who takes SQ"),
    (GOOD + ";k=‸4:SQ___", "'4' is not a seat"),
    (GOOD + ";k=‸0", "is not four lists of cards"),
    (GOOD + ";w=‸1", "these rules leave nobody the choice"),
    (GOOD + ";d=‸1", "the deviations are not an object"),
    (GOOD + ";d=‸%7B", "Expecting property name"),
    (GOOD + ";d=‸%7B%22heart%22:1%7D", "unknown parameter 'heart'"),
    (GOOD + ";d=‸%7B%22decks%22:1e400%7D", "decks: cannot be inf"),
    (GOOD + ";d=‸" + "%5B" * 100_000, "nested too deeply"),
    (GOOD.replace("p=", "p=‸") + ",SA", "S does not hold SA"),
    (GOOD.replace("p=", "p=‸") + ",SZ", "'SZ' is not a card"),
    (GOOD.replace("p=", "p=‸,"), "'' is not a card"),
    ("r=china-games-all;h=N:Q..._K..._5..._6...;e=‸1SKbright", "the rules expose SQ, not SK"),
    ("r=classic;h=‸N:2..._3..._4..._5...;d=" + quote('{"first_lead":"lot"}'), "draw the leader by lot"),
]


@pytest.mark.parametrize(("line", "what"), NO_LINES, ids=range(len(NO_LINES)))
def test_a_line_that_is_no_game_is_refused_where_it_is_wrong(line: str, what: str) -> None:
    with pytest.raises(gz.NotationError) as refusal:
        gz.Game.from_string(line.replace("‸", ""))
    assert what in str(refusal.value)
    assert (refusal.value.line, refusal.value.column) == (1, line.index("‸") + 1)
    assert len(str(refusal.value)) < 400


@pytest.mark.parametrize("line", [None, 5, b"\xff", ["r=huapai"], "\ud800"])
def test_only_a_text_is_a_line(line: object) -> None:
    with pytest.raises((TypeError, gz.NotationError)):
        gz.Game.from_string(line)  # type: ignore[arg-type]


@given(st.text())
@quick
def test_any_text_is_a_game_or_refused_as_notation(text: str) -> None:
    with pytest.raises(gz.NotationError):
        gz.Game.from_string(text)


@given(games(), st.data())
@quick
def test_a_spoilt_line_is_a_game_or_refused_as_notation(game: gz.Game, data: st.DataObject) -> None:
    line = game.to_string()
    at = data.draw(st.integers(0, len(line) - 1))
    text = line[:at] + data.draw(st.text(max_size=2)) + line[at + data.draw(st.integers(0, 2)) :]
    try:
        read = gz.Game.from_string(text)
    except gz.NotationError as refusal:
        assert 1 <= refusal.column <= len(text) + 1  # noqa: PT017 - most texts are refused, not all
    else:
        assert gz.Game.from_string(read.to_string()) == read
