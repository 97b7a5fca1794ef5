"""A game of many deals: records, who leads and is dealt to next, how it ends and what it is worth."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gongzhu as gz
from tables import PRESETS, RULES, SEATS, begun, four, play, play_randomly, quick, rules_named, ruleset

every_preset = pytest.mark.parametrize("preset", PRESETS)
Points = tuple[int, int, int, int]


def finished(
    rules: gz.Ruleset, seed: int = 1, *, leader: int | None = None, dealer: int | None = None
) -> gz.Game:
    game = gz.Game(gz.Deal.random(seed, rules), leader=leader, dealer=dealer)
    game.begin()
    play_randomly(game, random.Random(seed))
    return game


def after(rules: gz.Ruleset, *deals: Points) -> gz.Match:
    match = gz.Match(rules)
    for points in deals:
        match.add(points)
    return match


# Records.


def test_a_match_adds_up_what_each_deal_enters_into_the_records() -> None:
    match = gz.Match(ruleset("huapai"))
    assert (match.totals, match.deals, match.is_over) == ((0, 0, 0, 0), [], False)
    assert (match.settlement, match.losers, match.winners, match.pigs) == (None, [], [], [])
    games = [finished(match.rules, seed) for seed in (1, 2)]
    for game in games:
        match.record(game)
    assert match.deals == [game.points() for game in games]
    assert match.totals == tuple(map(sum, zip(*match.deals, strict=True)))


RECORDS = [
    # preset, hands and plays of an ending, own points, what goes into the records
    ("huapai", "SA / S2 / SQ / S3", "SA S2 SQ S3", (-100, 0, 0, 0), (-100, 0, 0, 0)),
    ("huapai-partners", "SA / S2 / SQ / S3", "SA S2 SQ S3", (-100, 0, 0, 0), (-100, 0, 0, 0)),  # 000-BD
    ("wikipedia-partners", "SA / S2 / SQ / S3", "SA S2 SQ S3", (-100, 0, 0, 0), (-100, 0, -100, 0)),  # 003
    (  # seat 2 was dealt the pig, seat 1 the sheep (000-BD)
        "pig-sheep", "SA S2 / DJ D3 / SQ S4 / D5 DA", "SA D3 SQ D5 S2 DJ S4 DA",
        (-100, 0, 100, 0), (-100, 100, 100, -100),
    ),
    ("wikipedia-called", "SA / S2 / SQ / S3", "SA S2 SQ S3", (-100, 0, 0, 0), (-100, -100, 0, -100)),
    # Lianzhong settles each deal: own less a third of the others' sum, times 12 (000-LZ)
    ("lianzhong", "SA / S2 / SQ / S3", "SA S2 SQ S3", (-100, 0, 0, 0), (-1200, 396, 396, 396)),
    ("lianzhong-partners", "SA / S2 / SQ / S3", "SA S2 SQ S3", (-100, 0, 0, 0), (-600, 600, -600, 600)),
    ("lianzhong-double", "SA / S2 / SQ / S3", "SA S2 SQ S3", (-100, 0, 0, 0), (-100, 33, 33, 33)),
]  # fmt: skip


@pytest.mark.parametrize(("preset", "hands", "plays", "points", "entered"), RECORDS)
def test_what_a_deal_enters_depends_on_partners_and_settlement(
    preset: str, hands: str, plays: str, points: Points, entered: Points
) -> None:
    game = gz.Game(gz.Deal(four(hands), ruleset(preset), leader=0), dealer=2)
    game.begin()
    play(game, *plays.split())
    assert game.points() == points
    match = gz.Match(game.rules)
    match.record(game)
    assert match.totals == entered
    assert match.deals == [entered]


def test_a_called_partner_shares_the_sum_of_his_side() -> None:
    game = gz.Game(gz.Deal(four("SA / S2 / SQ / S3"), ruleset("wikipedia-called"), leader=0), dealer=1)
    game.call("SA")
    game.begin()
    play(game, "SA", "S2", "SQ", "S3")
    match = gz.Match(game.rules)
    match.record(game)
    assert match.totals == (-100, -100, 0, 0)


def test_penalty_points_are_added_to_a_total() -> None:
    match = after(ruleset("huapai"), (-100, 50, 0, 0))
    match.penalize(2, -30)  # 000-HP 罚分
    assert match.totals == (-100, 50, -30, 0)
    assert match.deals == [(-100, 50, 0, 0)]
    match.penalize(1, -1050)
    assert match.is_over
    assert match.losers == [1]


# Who leads, who is dealt to first, who deals.

LATER_LEADS = [
    ("classic", "pig_taker"),  # 000-PC
    ("traditional", "same_card"),  # 001 §1
    ("huapai", "same_card"),  # 000-HP
    ("baidu", "pig_taker"),  # 000-BD
    ("pig-sheep", "pig_taker"),
    ("lianzhong", "pig_taker"),  # 000-LZ
    ("lianzhong-double", "pig_taker"),
    ("china-games", "pig_taker"),  # 004
    ("china-games-double", "pig_taker"),
    ("desktop-games", "same_card"),  # 001 §4
    ("wikipedia", "same_card"),  # 003
    ("pagat", "pig_taker"),
    ("scrofazero", "rotate"),
]


@pytest.mark.parametrize(("preset", "later_leads"), LATER_LEADS)
def test_later_deals_are_led_as_the_rules_say(preset: str, later_leads: str) -> None:
    rules = ruleset(preset).replace(limits=[], settlement="total")
    match = gz.Match(rules)
    assert match.leader is None  # a new game starts with the first lead
    for seed in range(6):
        expected = match.leader
        game = finished(rules, seed, leader=expected, dealer=match.dealer)
        if expected is not None:
            assert game.leader == expected
        match.record(game)
        taker = game.pig_taker
        assert taker is not None
        following = {"pig_taker": taker, "same_card": None, "rotate": (game.leader + 1) % 4}
        assert match.leader == following[later_leads]


def test_a_lead_that_goes_round_starts_where_the_first_deal_was_led() -> None:
    match = gz.Match(ruleset("scrofazero"))
    match.add((0, 0, 0, 0), leader=2)
    assert match.leader == 3
    match.add((0, 0, 0, 0))
    assert match.leader == 0
    unknown = after(ruleset("scrofazero"), (0, 0, 0, 0))
    assert unknown.leader == 1


def test_a_deal_in_which_nobody_takes_the_pig_leaves_the_lead_with_the_last_who_did() -> None:
    match = gz.Match(ruleset("classic"))
    match.add((0, 0, 0, 0))
    assert match.leader is None
    match.add((0, -100, 0, 0), pig_taker=1)
    assert match.leader == 1
    match.add((0, 0, 0, 0))
    assert match.leader == 1


def test_with_two_decks_the_taker_of_the_first_pig_leads_next() -> None:
    rules = ruleset("china-games-double")  # 000-CG
    game = play(begun("SQ SA / S5 S6 / SQ S7 / SK S9", rules), "SQ", "S6", "S7", "S9", "SA", "S5", "SQ", "SK")
    assert game.tricks[0].winner == 0
    match = gz.Match(rules)
    match.record(game)
    assert match.leader == 0
    other = play(
        begun("S2 SA / S5 S6 / SQ S7 / SQ SK", rules), "S2", "S6", "SQ", "SQ", "S7", "SK", "SA", "S5"
    )
    assert [trick.winner for trick in other.tricks] == [2, 0]
    match.record(other)
    assert match.leader == 2  # of two equal cards the first played takes the trick


FIRST_DEALT = [
    # rules, who is dealt to first in the first deal, and after a deal whose pig 3 took
    ("baidu", {}, 0, 3),  # 000-BD: the last deal's pig taker
    ("baidu", {"first": 2}, 2, 3),  # the loser of the last game, said by the caller
    ("huapai", {}, 0, 0),  # 000-HP: the loser of the last game
    ("huapai", {"first": 2}, 2, 2),
    ("scrofazero", {}, 0, 0),  # always the same
]


@pytest.mark.parametrize(("preset", "options", "first", "later"), FIRST_DEALT)
def test_who_is_dealt_to_first_is_the_pig_taker_or_the_last_games_loser_or_always_the_same(
    preset: str, options: dict[str, int], first: int, later: int
) -> None:
    match = gz.Match(ruleset(preset), first_dealt=options.get("first", 0))
    assert match.first_dealt == first
    match.add((-10, -20, -30, -140), pig_taker=3)
    assert match.first_dealt == later
    deal = gz.Deal.random(1, match.rules, first_dealt=match.first_dealt)
    assert deal.cards_each == 13


def test_the_dealer_is_drawn_by_lot_and_then_took_the_last_pig() -> None:
    rules = ruleset("wikipedia")  # 003
    match = gz.Match(rules)
    assert match.dealer is None
    dealers = {gz.Game(gz.Deal.random(seed, rules)).dealer for seed in range(30)}
    assert dealers == set(SEATS)
    game = finished(rules, 3)
    match.record(game)
    assert match.dealer == game.pig_taker
    unknown = gz.Match(rules)
    unknown.record(play(begun("S2 / S3 / S4 / S5", rules), "S2", "S3", "S4", "S5"))
    assert unknown.dealer == 0


# The end.

LIMITS: list[tuple[str, dict[str, Any], Points, bool, list[int], list[int]]] = [
    # preset, changes, the totals, whether that is the end, who lost, who won
    ("huapai", {}, (-1000, 0, 10, 20), True, [0], [3]),  # 000-HP: reached
    ("huapai", {}, (-999, 0, 999, 20), False, [], []),
    ("huapai", {}, (0, 1000, -10, -20), True, [3], [1]),
    ("huapai", {"limits": [-800, 800]}, (-800, 0, 0, 0), True, [0], [1, 2, 3]),
    ("classic", {}, (-1000, 0, 0, 0), False, [], []),  # 000-PC 超过: exceeded
    ("classic", {}, (-1001, 0, 0, 1), True, [0], [3]),
    ("classic", {}, (0, 5000, 0, 0), False, [], []),  # no positive limit
    ("traditional", {}, (-1000, -1010, -1020, 5), True, [1, 2], [3]),  # 001 §1
    ("traditional-double", {}, (-1001, 0, 0, 0), True, [0], [1, 2, 3]),
    ("china-games", {}, (-1000, 10, 20, 30), True, [0], [3]),  # 004 打到
    ("china-games-double", {}, (-3999, 10, 20, 3999), False, [], []),
    ("china-games-double", {}, (-4000, 10, 20, 30), True, [0], [3]),
    ("wikipedia", {}, (10, 20, 30, 1000), True, [0], [3]),  # 003
    ("huapai-partners", {}, (-600, 0, -400, 900), True, [0, 2], [1, 3]),  # 000-BD: the side's total
    ("huapai-partners", {}, (-1100, 0, 200, 0), False, [], []),
    ("wikipedia-partners", {}, (-600, 0, -600, 0), False, [], []),  # the record is the side's sum already
    ("wikipedia-partners", {}, (-1000, 0, -1000, 0), True, [0, 2], [1, 3]),
    ("pig-sheep", {}, (-1000, -5, 5, 6), True, [0], [3]),  # 000-BD: limits per player
    ("desktop-games", {}, (-9999, 9999, 0, 0), False, [], []),  # 001 §4: no limit
    ("desktop-games", {"spread": 1000}, (-500, 499, 0, 0), False, [], []),  # 003
    ("desktop-games", {"spread": 1000}, (-500, 500, 0, 0), True, [0], [1]),
    ("desktop-games", {"deals": 1}, (-5, 5, 0, 0), True, [0], [1]),
]


@pytest.mark.parametrize(("preset", "changes", "totals", "over", "losers", "winners"), LIMITS)
def test_a_game_ends_at_its_limits(
    preset: str, changes: dict[str, Any], totals: Points, over: bool, losers: list[int], winners: list[int]
) -> None:
    match = after(ruleset(preset).replace(**changes), totals)
    assert (match.is_over, match.losers, match.winners) == (over, losers, winners)


def test_a_board_set_ends_after_its_deals() -> None:
    rules = ruleset("huapai-partners").replace(limits=[], deals=16)  # 000-BD 盘
    match = gz.Match(rules)
    for deal in range(16):
        assert not match.is_over, deal
        match.add((-500, 0, 0, 0))
    assert match.is_over
    assert (match.losers, match.winners) == ([0, 2], [1, 3])


def test_nothing_is_entered_once_a_match_is_over() -> None:
    match = after(ruleset("huapai"), (-1000, 0, 0, 0))
    before = match.copy()
    with pytest.raises(gz.IllegalMove, match="add: the match is over"):
        match.add((0, 0, 0, 0))
    with pytest.raises(gz.IllegalMove, match="record: the match is over"):
        match.record(finished(match.rules))
    with pytest.raises(gz.IllegalMove, match="penalize: the match is over"):
        match.penalize(0, 5000)
    assert match == before


# What it is worth.


def test_totals_stand_or_are_settled_as_the_rules_say() -> None:
    assert after(ruleset("huapai"), (-1000, 0, 10, 20)).settlement == (-1000, 0, 10, 20)
    assert after(ruleset("huapai"), (-900, 0, 10, 20)).settlement is None
    assert after(ruleset("china-games"), (-900, 0, 10, 20)).settlement is None
    worth = after(ruleset("china-games"), (-1000, 0, 10, 20))  # 004 A: one loser
    assert worth.settlement == gz.settle((-1000, 0, 10, 20), worth.rules) == (-10, 6, 6, 10)


def test_lianzhong_settles_every_deal_to_a_sum_near_zero() -> None:
    match = after(
        ruleset("lianzhong"), (-120, -280, 0, 160), (-100, 0, 0, 0)
    )  # 001 §6: the text's own example
    assert match.deals == [(-960, -3516, 960, 3516), (-1200, 396, 396, 396)]
    assert match.settlement == match.totals == (-2160, -3120, 1356, 3912)
    assert not match.is_over


def test_the_lowest_of_a_deal_is_its_pig_and_by_the_double_pig_the_highest_too() -> None:
    deal = (-100, 50, -100, 20)
    assert after(ruleset("huapai"), deal).pigs == [0, 2]
    assert after(ruleset("huapai").replace(double_pig=True), deal).pigs == [0, 1, 2]  # 000-HP 双猪
    assert after(ruleset("huapai").replace(double_pig=True), (0, 0, 0, 0)).pigs == [0, 1, 2, 3]
    assert after(ruleset("huapai"), deal, (0, 0, -5, 0)).pigs == [2]


def test_titles_go_up_with_the_points() -> None:
    rules = ruleset("desktop-games")  # 001 §8, 002
    assert after(rules, (-5000, 0, 499, 500)).titles == ("架子猪", "架子猪", "架子猪", "猪小弟")
    assert after(rules, (12_000, 200_000, 199_999, 3000)).titles == ("知府", "帝王", "宰相", "屠户")
    own = rules.replace(rank_titles=[[-100, "low"], [0, "middle"], [100, "high"]])
    assert after(own, (-500, -100, 0, 100)).titles == ("low", "low", "middle", "high")
    assert after(rules.replace(rank_titles=[]), (0, 0, 0, 0)).titles == ("", "", "", "")


# Bad input.


def test_only_a_finished_deal_of_the_same_rules_is_recorded() -> None:
    match = gz.Match(ruleset("huapai"))
    game = gz.Game(gz.Deal.random(1, match.rules))
    for _ in range(2):
        with pytest.raises(gz.IllegalMove, match="points: "):
            match.record(game)
        if game.phase == "exposing":
            game.begin()
    with pytest.raises(gz.IllegalMove, match="record: the deal was played under other rules"):
        match.record(finished(ruleset("traditional")))
    unknown = play(begun("SA / S2 / S4 / S3", "pig-sheep"), "SA", "S2", "S4", "S3")
    family = gz.Match(unknown.rules)
    with pytest.raises(gz.IllegalMove, match="record: the partners of this deal are not known"):
        family.record(unknown)
    assert match == gz.Match(ruleset("huapai"))
    assert family == gz.Match(unknown.rules)


BAD_ENTRIES: list[tuple[str, tuple[Any, ...], type[Exception], str]] = [
    ("add", ((0, 0, 0, 0), 4), gz.RulesError, "seat 4 is out of range, expected 0 to 3"),
    ("add", ((0, 0, 0, 0), -1), gz.RulesError, "seat -1 is out of range, expected 0 to 3"),
    ("add", ((0, 0, 0, 0), 0, 7), gz.RulesError, "seat 7 is out of range, expected 0 to 3"),
    ("add", ((0, 0, 0),), TypeError, "add"),
    ("add", ((0, 0, 0, 0, 0),), TypeError, "add"),
    ("add", ((0, 0, 0, 1.5),), TypeError, "add"),
    ("add", ((0, 0, 0, "1"),), TypeError, "add"),
    ("add", (None,), TypeError, "add"),
    ("add", ((0, 0, 0, 10**10),), gz.IllegalMove, "add: 10000000000 points are out of range"),
    ("add", ((0, 0, 0, 2**70),), TypeError, "add"),
    ("penalize", (4, 1), gz.IllegalMove, "penalize: seat 4 is out of range, expected 0 to 3"),
    ("penalize", (-1, 1), gz.IllegalMove, "penalize: seat -1 is out of range, expected 0 to 3"),
    ("penalize", (0, -(10**10)), gz.IllegalMove, "penalize: -10000000000 points are out of range"),
    ("record", (None,), TypeError, "record"),
    ("record", ("game",), TypeError, "record"),
]


@pytest.mark.parametrize(("name", "arguments", "error", "what"), BAD_ENTRIES)
def test_a_bad_entry_is_refused_and_changes_nothing(
    name: str, arguments: tuple[Any, ...], error: type[Exception], what: str
) -> None:
    match = after(ruleset("huapai"), (-10, 20, 0, 0))
    before = match.copy()
    with pytest.raises(error, match=what):
        getattr(match, name)(*arguments)
    assert match == before


@pytest.mark.parametrize("rules", [None, "huapai", {}, 5])
def test_a_match_has_rules(rules: Any) -> None:
    with pytest.raises(TypeError):
        gz.Match(rules)


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_the_seat_first_dealt_to_is_one_of_four(seat: int) -> None:
    with pytest.raises(gz.IllegalMove, match=f"first_dealt: seat {seat} is out of range, expected 0 to 3"):
        gz.Match(ruleset(), first_dealt=seat)


@pytest.mark.parametrize(
    "preset", ["huapai", "lianzhong", "lianzhong-partners", "china-games", "desktop-games"]
)
def test_totals_beyond_all_reason_are_refused(preset: str) -> None:
    with pytest.raises(gz.RulesError, match="totals: 9223372036854775807 points are out of range"):
        gz.settle((2**63 - 1,) * 4, ruleset(preset))
    with pytest.raises(TypeError):
        gz.settle((2**63,) * 4, ruleset(preset))
    gz.settle((10**12, -(10**12), 0, 10**12), ruleset(preset))


# Matches as values.

entries = st.tuples(
    st.tuples(*[st.integers(-500, 500)] * 4), st.sampled_from([None, *SEATS]), st.sampled_from([None, *SEATS])
)


@given(st.sampled_from(RULES), st.sampled_from(SEATS), st.lists(entries, max_size=8))
@quick
def test_matches_survive_pickling_and_copying(
    name: str, first: int, played: list[tuple[Points, int | None, int | None]]
) -> None:
    match = gz.Match(rules_named(name), first_dealt=first)
    for points, taker, leader in played:
        if not match.is_over:
            match.add(points, taker, leader)
            match.penalize(0, -5) if not match.is_over else None
    for twin in (match.copy(), copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert twin == match
        assert hash(twin) == hash(match)
        assert repr(twin) == repr(match)
        for attribute in (
            "rules",
            "totals",
            "deals",
            "leader",
            "dealer",
            "first_dealt",
            "settlement",
            "titles",
        ):
            assert getattr(twin, attribute) == getattr(match, attribute)
        if not match.is_over:
            twin.add((1, 0, 0, 0))
            assert twin != match
    assert match != match.totals


@every_preset
def test_whole_matches_end_by_the_rules_or_go_on(preset: str) -> None:
    rules = ruleset(preset)
    match = gz.Match(rules)
    for seed in range(40):
        if match.is_over:
            break
        deal = gz.Deal.random(seed, rules, first_dealt=match.first_dealt)
        game = gz.Game(deal, leader=match.leader, dealer=match.dealer)
        game.begin()
        play_randomly(game, random.Random(seed))
        match.record(game)
    assert match.is_over == bool(match.losers) == bool(match.winners)
    assert bool(match.settlement) == (match.is_over or rules.settlement == "zero_sum")
    assert match.pigs
