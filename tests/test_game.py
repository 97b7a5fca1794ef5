"""A deal in play: exposing, legal moves, tricks, claims, choices at the end, undo; and what is refused."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

import gongzhu as gz
from tables import (
    PRESETS,
    RULES,
    SEATS,
    Exposed,
    begun,
    brief,
    claim_randomly,
    expose_randomly,
    four,
    games,
    legal,
    moves,
    play,
    play_randomly,
    quick,
    random_game,
    rules_named,
    ruleset,
    scoring_in_play,
    seeds,
    texts,
)

every_rules = pytest.mark.parametrize("name", RULES)


def star(rules: gz.Ruleset, card: str) -> str:
    """How an exposed card is written."""
    return card + "*" if rules.decks == 2 else card


# Bars: what an exposed card may not do in the first round of its suit.

FOLLOW, LEAD, DISCARD = "follow", "lead", "discard"
BARS = [
    ("classic", {FOLLOW, LEAD}),  # 000-PC
    ("traditional", {FOLLOW, LEAD}),  # 001 §1
    ("traditional-double", {FOLLOW, LEAD}),  # 001 §1
    ("huapai", {FOLLOW, DISCARD}),  # 000-HP
    ("huapai-partners", {FOLLOW, DISCARD}),  # 000-HP
    ("baidu", {FOLLOW, LEAD, DISCARD}),  # 000-BD
    ("baidu-double", {FOLLOW, LEAD, DISCARD}),  # 000-BD
    ("lianzhong", {FOLLOW, LEAD}),  # 000-LZ
    ("lianzhong-partners", {FOLLOW, LEAD}),  # 000-LZ
    ("lianzhong-double", {FOLLOW, LEAD}),  # 000-LZ
    ("lianzhong-double-partners", {FOLLOW, LEAD}),  # 000-LZ
    ("china-games", {FOLLOW}),  # 004
    ("china-games-all", {FOLLOW}),  # 000-CG
    ("china-games-partners", {FOLLOW}),  # 004
    ("china-games-all-partners", {FOLLOW}),  # 000-CG
    ("china-games-double", {FOLLOW}),  # 004
    ("china-games-double-all", {FOLLOW}),  # 000-CG
    ("china-games-double-partners", {FOLLOW}),  # 004
    ("china-games-double-all-partners", {FOLLOW}),  # 000-CG
    ("desktop-games", {FOLLOW, LEAD}),  # 001 §4
    ("wikipedia", set()),  # 003
    ("wikipedia-partners", set()),  # 003
    ("wikipedia-jokers", set()),  # 003
    ("wikipedia-called", set()),  # 003
    ("pagat", {FOLLOW, LEAD}),  # pagat.com
]
# Who leads what before the holder of ♠Q and ♠5 (seat 1) plays.
SITUATIONS = {FOLLOW: (0, ["S2"]), LEAD: (1, []), DISCARD: (0, ["C2"])}
FREE_KINDS = {"first", "concealed"}  # 000-BD, 000-HP


def exposing_the_pig(rules: gz.Ruleset, kind: str, hands: str, leader: int) -> gz.Game:
    exposures: list[Exposed] = [] if rules.forced == "all" else [(1, "SQ", kind)]
    return begun(hands, rules, leader=leader, exposures=exposures, first_cards=[None, "SQ", None, None])


def test_the_table_of_bars_leaves_out_only_the_presets_without_exposures() -> None:
    assert {preset for preset, _ in BARS} == set(PRESETS) - {"pig-sheep", "scrofazero"}


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize(("preset", "bars"), BARS)
def test_an_exposed_card_is_barred_from_the_first_round_of_its_suit(
    preset: str, bars: set[str], situation: str
) -> None:
    rules = ruleset(preset)
    leader, led = SITUATIONS[situation]
    pig = star(rules, "SQ")
    for kind in rules.kinds:
        game = exposing_the_pig(rules, kind, "S2 C2 / SQ S5 / S7 C7 / S8 C8", leader)
        play(game, *led)
        is_barred = situation in bars and kind not in FREE_KINDS
        assert legal(game) == ({"S5"} if is_barred else {"S5", pig})
        if is_barred:
            with pytest.raises(
                gz.IllegalMove, match=r"SQ was exposed and this is .*the first round of spades"
            ):
                game.play("SQ")


@pytest.mark.parametrize("kind", ["open", "first", "concealed", "dark", "bright"])
@pytest.mark.parametrize("bar", SITUATIONS)
def test_a_bar_holds_for_open_dark_and_bright_exposures_only(bar: str, kind: str) -> None:
    rules = gz.Ruleset(kinds=["open", "first", "concealed", "dark", "bright"], bars=[bar])
    for situation, (leader, led) in SITUATIONS.items():
        game = play(exposing_the_pig(rules, kind, "S2 C2 / SQ S5 / S7 C7 / S8 C8", leader), *led)
        assert (legal(game) == {"S5"}) == (situation == bar and kind not in FREE_KINDS)


@pytest.mark.parametrize("card", ["DJ", "CT", "HA"])
def test_every_exposed_card_is_barred_like_the_pig(card: str) -> None:
    suit = card[0]
    for situation, (leader, led) in {FOLLOW: (0, [suit + "2"]), LEAD: (1, []), DISCARD: (0, ["S2"])}.items():
        rules = gz.Ruleset(bars=[situation])
        hands = f"S2 {suit}2 / {card} {suit}5 / S7 {suit}7 / S8 {suit}8"
        game = begun(hands, rules, leader=leader, exposures=[(1, card, "open")])
        assert legal(play(game, *led)) == {suit + "5"}


def test_the_bars_never_apply_to_a_holder_who_has_no_other_card_of_the_suit() -> None:
    for leader, led, expected in [(0, ["S2"], {"SQ"}), (1, [], {"SQ", "H5"}), (0, ["C2"], {"SQ", "H5"})]:
        game = exposing_the_pig(ruleset("baidu"), "open", "S2 C2 / SQ H5 / S7 C7 / S8 C8", leader)
        assert legal(play(game, *led)) == expected


def test_a_twin_is_another_card_of_the_suit_whether_or_not_it_is_barred_too() -> None:
    rules = ruleset("baidu-double")
    hands = "S2 C2 C3 / SQ SQ H5 / S7 C7 C8 / S8 C8 C9"
    one = begun(hands, rules, leader=1, exposures=[(1, "SQ", "open")])
    assert legal(one) == {"SQ", "H5"}
    both = begun(hands, rules, leader=1, exposures=[(1, "SQ", "open")] * 2)
    assert legal(both) == {"H5"}


def test_the_bars_fall_where_they_would_leave_no_legal_card() -> None:
    rules = ruleset("baidu-double")
    hands = "S2 C2 C3 / SQ SQ H5 / S7 C7 C8 / S8 C8 C9"
    exposures = [(1, "SQ", "open")] * 2
    assert legal(play(begun(hands, rules, exposures=exposures), "S2")) == {"SQ*"}
    only = begun("S2 C2 / SQ SQ / S7 C7 / S8 C8", rules, leader=1, exposures=exposures)
    assert legal(only) == {"SQ*", "SQ* SQ*"}


def test_the_bars_end_with_the_first_trick_in_which_the_suit_is_led() -> None:
    hands = "S2 S3 C2 / SQ S5 S6 / S7 C7 C3 / S8 C8 C4"
    game = begun(hands, "baidu", exposures=[(1, "SQ", "open")])
    play(game, "C2", "S6", "C3", "C4")  # a discard does not end the first round
    assert legal(play(game, "S8", "S2")) == {"S5"}
    play(game, "S5", "S7")
    assert legal(play(game, "C8", "C7") if game.to_play != 3 else play(game, "C8", "S3")) == {"SQ"}
    later = begun(hands, "baidu", exposures=[(1, "SQ", "open")], led="S")
    assert legal(play(later, "S2")) == {"SQ", "S5", "S6"}


def test_only_the_exposed_copy_is_barred_and_not_its_twin() -> None:
    rules = ruleset("lianzhong-double")  # 000-LZ
    hands = "S2 C2 / SQ S5 / SQ S7 / S8 C8"
    game = play(begun(hands, rules, exposures=[(2, "SQ", "open")]), "S2")
    assert legal(game) == {"SQ", "S5"}
    assert legal(play(game, "S5")) == {"S7"}


def test_no_reason_is_given_by_a_bar_that_the_rules_lack() -> None:
    rules = gz.Ruleset.preset("wikipedia", first_trick_points=False)
    hands = "N:2...AKQJ98765432 AKQJT9876543...T .AKQJT98765432.. ..AKQJT98765432."
    game = gz.Game(gz.Deal.parse(hands, rules), leader=0)
    game.expose(1, "SQ")
    game.begin()
    play(game, "S2")
    with pytest.raises(
        gz.IllegalMove, match="SQ scores, and no scoring card may be played to the first trick"
    ):
        game.play("SQ")


# Exposing.


def test_a_first_exposure_is_of_the_first_card_dealt_and_declining_leaves_it_open() -> None:
    deal = gz.Deal(four("SQ DJ / S3 CT / S4 HA / S5 S6"), first_cards=["SQ", "S3", "HA", None])
    game = gz.Game(deal)  # 001 §1
    assert [(str(card), kind) for card, kind in game.exposable(0)] == [
        ("SQ", "open"),
        ("SQ", "first"),
        ("DJ", "open"),
    ]
    assert [(str(card), kind) for card, kind in game.exposable(1)] == [("CT", "open")]
    for seat, card, why in [
        (0, "DJ", "DJ was not the first card dealt to N"),
        (1, "CT", "CT was not the first card dealt to E"),
        (3, "SQ", "W does not hold SQ"),
    ]:
        with pytest.raises(gz.IllegalMove, match=why):
            game.expose(seat, card, "first")
    game.expose(0, "DJ")
    with pytest.raises(gz.IllegalMove, match="N has exposed another card: too late for a first exposure"):
        game.expose(0, "SQ", "first")
    game.expose(0, "SQ")
    game.expose(2, "HA", "first")
    assert [tuple(map(str, exposure)) for exposure in game.exposures] == [
        ("0", "DJ", "open"),
        ("0", "SQ", "open"),
        ("2", "HA", "first"),
    ]


@pytest.mark.parametrize("dealer", SEATS)
def test_exposing_goes_round_from_the_dealer(dealer: int) -> None:
    deal = gz.Deal(four("SQ S2 / DJ S3 / CT S4 / HA S5"), ruleset("wikipedia"))  # 003
    cards = ["SQ", "DJ", "CT", "HA"]
    game = gz.Game(deal, dealer=dealer)
    seats = [(dealer + place) % 4 for place in SEATS]
    game.expose(seats[1], cards[seats[1]])
    for late in seats[:1]:
        assert game.exposable(late) == []
        with pytest.raises(
            gz.IllegalMove, match=r"goes round from the dealer, and a seat after [NESW] has exposed"
        ):
            game.expose(late, cards[late])
    game.expose(seats[3], cards[seats[3]])
    assert not any(game.exposable(seat) for seat in SEATS)


def test_the_third_exposure_forces_the_fourth() -> None:
    rules = ruleset("lianzhong")  # 000-LZ: 逼明, 催亮
    game = gz.Game(gz.Deal(four("SQ DJ / CT S3 / HA S4 / S5 S6"), rules))
    game.expose(0, "SQ")
    game.expose(0, "DJ")
    assert len(game.exposures) == 2
    game.expose(2, "HA")
    assert [str(exposure.card) for exposure in game.exposures] == ["SQ", "DJ", "HA", "CT"]
    assert game.exposures[-1] == gz.Exposure(1, gz.Card("CT"), "open")
    missing = gz.Game(gz.Deal(four("SQ DJ / S2 S3 / HA S4 / S5 S6"), rules))
    for seat, card in [(0, "SQ"), (0, "DJ"), (2, "HA")]:
        missing.expose(seat, card)
    assert len(missing.exposures) == 3


FORCED_KINDS = [
    # the kinds of the rules, what is forced, the kind of the three made by players, the kind forced
    (["open", "first"], "third_forces_fourth", "open", "open"),
    (["dark", "open"], "third_forces_fourth", "dark", "open"),
    (["first", "dark", "bright"], "third_forces_fourth", "bright", "dark"),
    (["first", "bright"], "all", None, "bright"),
    (["dark", "open"], "all", None, "dark"),
    (["concealed"], "all_but_sheep", None, "concealed"),
]


@pytest.mark.parametrize(("kinds", "forced", "made", "kind"), FORCED_KINDS)
def test_a_card_is_forced_in_the_first_kind_that_is_listed_but_never_as_first(
    kinds: list[str], forced: str, made: str | None, kind: str
) -> None:
    rules = gz.Ruleset(kinds=kinds, forced=forced)
    game = gz.Game(gz.Deal(four("SQ DJ / CT S3 / HA S4 / S5 S6"), rules))
    if made:
        for seat, card in [(0, "SQ"), (0, "DJ"), (2, "HA")]:
            game.expose(seat, card, made)
    cards = "SQ CT HA" if forced == "all_but_sheep" else "SQ DJ CT HA"
    assert sorted(texts(e.card for e in game.exposures if e.card)) == sorted(cards.split())
    assert game.exposures[-1].kind == kind
    assert made or {exposure.kind for exposure in game.exposures} == {kind}


@pytest.mark.parametrize(("preset", "cards"), [("china-games-all", 4), ("china-games-double-all", 8)])
def test_all_scoring_heads_are_exposed_where_the_rules_sell_them_all(preset: str, cards: int) -> None:
    game = gz.Game(gz.Deal.random(5, ruleset(preset)))  # 000-CG 全卖
    assert len(game.exposures) == cards
    assert {exposure.kind for exposure in game.exposures} == {"bright"}
    assert not any(game.exposable(seat) for seat in SEATS)
    with pytest.raises(gz.IllegalMove, match="these rules expose the cards themselves"):
        game.expose(0, "SQ", "bright")


@pytest.mark.parametrize("preset", ["pig-sheep", "scrofazero"])
def test_nothing_can_be_exposed_where_the_rules_forbid_it(preset: str) -> None:
    game = gz.Game(gz.Deal.random(5, ruleset(preset)))  # 000-BD
    assert not any(game.exposable(seat) for seat in SEATS)
    with pytest.raises(gz.IllegalMove, match="these rules have no exposures"):
        game.expose(0, "SQ")


def test_a_seat_that_holds_both_copies_exposes_one_at_a_time() -> None:
    game = gz.Game(gz.Deal(four("SQ SQ / S3 S4 / S5 S6 / S7 S8"), ruleset("china-games-double")))
    assert [(str(card), kind) for card, kind in game.exposable(0)] == [("SQ", "dark"), ("SQ", "bright")]
    game.expose(0, "SQ", "dark")
    assert texts(game.hands[0]) == ["SQ*", "SQ"]
    game.expose(0, "SQ", "bright")
    assert sorted(texts(game.hands[0])) == ["SQ*bright", "SQ*dark"]
    with pytest.raises(gz.IllegalMove, match="SQ is exposed already"):
        game.expose(0, "SQ", "dark")


REFUSED_EXPOSURES = [
    ("traditional", 0, "SQ", "dark", "these rules have no exposure of kind dark (they have: open, first)"),
    ("traditional", 0, "S2", "open", "S2 cannot be exposed: only SQ, DJ, CT and HA can"),
    ("traditional", 0, "H3", "open", "H3 cannot be exposed"),
    ("traditional", 0, "HBJ", "open", "HBJ cannot be exposed"),
    ("baidu", 0, "HA", "open", "HA cannot be exposed: only SQ, DJ, CT and H3 can"),
    ("traditional", 1, "SQ", "open", "E does not hold SQ"),
    ("traditional", 0, "SQ*", "open", "SQ* is exposed already"),
    ("traditional", -1, "SQ", "open", "seat -1 is out of range, expected 0 to 3"),
    ("traditional", 4, "SQ", "open", "seat 4 is out of range, expected 0 to 3"),
    ("traditional", 0, "SQ", "shown", "kind: unknown value 'shown', expected one of"),
    ("traditional", 0, "SQ", "none", "kind: 'none' is no exposure"),
    ("traditional", 0, "SZ", "open", "'SZ' is not a card"),
]


@pytest.mark.parametrize(("preset", "seat", "card", "kind", "why"), REFUSED_EXPOSURES)
def test_an_exposure_that_the_rules_lack_is_refused_and_changes_nothing(
    preset: str, seat: int, card: str, kind: str, why: str
) -> None:
    game = gz.Game(gz.Deal(four("SQ S2 H3 HA / S3 S4 S5 S6 / H2 H4 H5 H6 / C2 C3 C4 C5"), ruleset(preset)))
    before = game.to_string()
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the message is in the table
        game.expose(seat, card, kind)
    assert why in str(refusal.value)
    assert game.to_string() == before


def test_nobody_exposes_once_play_has_begun() -> None:
    game = begun("SQ S2 / S3 S4 / S5 S6 / S7 S8")
    assert game.exposable(0) == []
    with pytest.raises(gz.IllegalMove, match="expose: play has begun"):
        game.expose(0, "SQ")
    with pytest.raises(gz.IllegalMove, match="begin: play has begun"):
        game.begin()
    play_randomly(game, random.Random(1))
    with pytest.raises(gz.IllegalMove, match="expose: the deal is over"):
        game.expose(0, "SQ")


# The first trick.


def test_the_holder_of_the_lead_card_must_lead_it_where_the_rules_say_so() -> None:
    game = gz.Game(gz.Deal.random(7, ruleset("lianzhong")))  # 000-LZ
    game.begin()
    assert "C2" in texts(game.hands[game.leader])
    assert legal(game) == {"C2"}
    with pytest.raises(gz.IllegalMove, match="the first lead must be C2"):
        game.play(next(card for card in game.hands[game.leader] if str(card) != "C2"))
    game.play("C2")
    play_randomly(game, random.Random(1), 3)
    assert len(legal(game)) > 1


@pytest.mark.parametrize("preset", ["china-games", "desktop-games", "pagat", "traditional", "wikipedia"])
def test_elsewhere_the_holder_of_the_lead_card_leads_what_he_likes(preset: str) -> None:
    game = gz.Game(gz.Deal.random(7, ruleset(preset)))  # 004: 首引者可出任意牌
    game.begin()
    assert len(legal(game)) == 13


def test_a_leader_who_is_named_leads_what_he_likes() -> None:
    deal = gz.Deal.random(7, ruleset("lianzhong"))
    by_card = gz.Game(deal)
    game = gz.Game(deal, leader=by_card.leader)
    game.begin()
    assert len(legal(game)) == 13
    assert by_card.leader_given is False
    assert game.leader_given is True


def test_with_two_decks_the_pair_of_the_lead_card_may_be_led() -> None:
    rules = ruleset("lianzhong-double")
    deals = (gz.Deal.random(seed, rules) for seed in range(99))
    deal = next(deal for deal in deals if any(texts(hand).count("C2") == 2 for hand in deal.hands))
    game = gz.Game(deal)
    game.begin()
    assert legal(game) == {"C2", "C2 C2"}


def test_an_ending_has_no_first_trick() -> None:
    rules = gz.Ruleset.preset("lianzhong", first_trick_points=False)
    assert legal(begun("C2 CT / S3 S4 / S5 S6 / S7 S8", rules)) == {"C2", "CT"}


def test_no_scoring_card_is_played_to_the_first_trick_while_another_can_be() -> None:
    rules = gz.Ruleset(first_trick_points=False)  # 003, regional
    text = "N:Q...AKQJ98765432 AKJT98765432...T .AKQJT98765432.. ..AKQJT98765432."
    game = gz.Game(gz.Deal.parse(text, rules))
    game.begin()
    assert legal(game) == {"C" + rank for rank in "AKQJ98765432"}
    game.play("C2")
    assert legal(game) == {"CT"}  # the text's own case: a lone ♣10 when clubs are led
    game.play("CT")
    assert legal(game) == {"H" + rank for rank in "AKQJT98765432"}
    game.play("H2")
    assert legal(game) == {"D" + rank for rank in "AKQT98765432"}
    with pytest.raises(
        gz.IllegalMove, match="DJ scores, and no scoring card may be played to the first trick"
    ):
        game.play("DJ")
    assert "DJ" in legal(play(game, "D2", "SA", "H3"))  # the second trick


# Following and discarding.

FOLLOWS = [
    # the led card, the hand of the next seat, what it may play; parameters besides
    ("S2", "S5 H3 S9", "S5 S9", {}),
    ("S2", "H3 D4 CT", "H3 D4 CT", {}),
    ("S2", "H3 C4 DJ", "C4", {"discards": "same_colour"}),  # 000-BD 垫牌规则
    ("S2", "H3 D4 DJ", "H3 D4 DJ", {"discards": "same_colour"}),
    ("H2", "S3 D4 C5", "D4", {"discards": "same_colour"}),
    ("D2", "S3 H4 C5", "H4", {"discards": "same_colour"}),
    ("C2", "S3 H4 D5", "S3", {"discards": "same_colour"}),
    ("C2", "H3 H4 D5", "H3 H4 D5", {"discards": "same_colour"}),
]


@pytest.mark.parametrize(("led", "hand", "expected", "parameters"), FOLLOWS)
def test_a_player_follows_suit_if_able_and_else_discards(
    led: str, hand: str, expected: str, parameters: dict[str, Any]
) -> None:
    rules = gz.Ruleset(**parameters)
    game = begun(f"{led} S7 S8 / {hand} / H8 H9 HT / DT D9 D8", rules)
    assert legal(play(game, led)) == moves(*expected.split())


def test_following_and_colour_beat_the_bars() -> None:
    rules = gz.Ruleset(bars=["discard", "follow"], discards="same_colour", decks=2)
    hands = "C2 C3 / SQ SQ / H2 H3 / H4 H5"
    exposures = [(1, "SQ", "open")] * 2
    assert legal(play(begun(hands, rules, exposures=exposures), "C2")) == {"SQ*"}
    hands = "C2 C3 C4 / SQ SQ H7 / H2 H3 H4 / H4 H5 H6"
    assert legal(play(begun(hands, rules, exposures=exposures), "C2")) == {"SQ*"}


REFUSED_PLAYS = [
    # rules, hands, plays before, the play, why not
    ("traditional", "S2 H2 / S5 H3 / H4 H5 / H6 H7", "S2", "H3", "H3 does not follow suit: E holds spades"),
    ("traditional", "S2 H2 / S5 H3 / H4 H5 / H6 H7", "S2", "S9", "E does not hold S9"),
    ("traditional", "S2 H2 / S5 H3 / H4 H5 / H6 H7", "S2", "S5*", "E does not hold S5*"),
    ("traditional", "S2 H2 / S5 H3 / H4 H5 / H6 H7", "S2", "S5 H3", "one card was led, so one must be"),
    ("traditional", "S2 H2 / S5 H3 / H4 H5 / H6 H7", "S2", "S5 S5", "E does not hold S5 S5"),
    ("traditional", "S2 H2 / S5 H3 / H4 H5 / H6 H7", "", "S2 H2", "two cards are led only as a pair"),
    ("traditional", "S2 H2 / S5 H3 / H4 H5 / H6 H7", "", "S5", "N does not hold S5"),
    ("traditional", "S2 H2 / S5 H3 / H4 H5 / H6 H7", "", "", "'' is not a card"),
    ("traditional", "S2 H2 / S5 H3 / H4 H5 / H6 H7", "", "S2 ", "'' is not a card"),
    ("careful", "S2 H2 / C5 H3 / H4 H5 / H6 H7", "S2", "H3", "H3 is of the wrong colour"),
    ("baidu-double", "S2 S2 / S5 S6 / H4 H5 / H6 H7", "S2 S2", "S5", "a pair was led, so two cards must be"),
    ("baidu-double", "S2 S2 / S5 H6 / H4 H5 / H6 H7", "S2 S2", "S5 S5", "E does not hold S5 S5"),
    (
        "baidu-double", "S2 S2 S3 / S5 S5 S6 / H4 H5 H6 / H6 H7 H8", "S2 S2", "S5 S6",
        "S5 S6 is no pair: a pair of spades must be played to a led pair",
    ),
    (
        "baidu-double", "S2 S2 S3 / S5 S6 H6 / H4 H5 H6 / H7 H7 H8", "S2 S2", "S5 H6",
        "S5 H6 does not follow suit: E holds spades",
    ),
    (
        "careful-double", "S2 S2 S3 / C5 C6 H6 / H4 H5 H6 / H7 H7 H8", "S2 S2", "C5 H6",
        "H6 C5 is of the wrong colour",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "hands", "before", "wrong", "why"), REFUSED_PLAYS)
def test_an_illegal_play_is_refused_with_the_rule_it_breaks_and_changes_nothing(
    rules: str, hands: str, before: str, wrong: str, why: str
) -> None:
    game = begun(hands, rules_named(rules))
    play(game, *filter(None, [before]))
    line = game.to_string()
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the message is in the table
        game.play(wrong)
    assert why in str(refusal.value)
    assert game.to_string() == line


# Pairs.

PAIRS = [
    # the hand, exposures of seat 1, what may be played to a led pair of ♠2 (RULES §2 "Pairs")
    ("S5 S5 S7 S8", [], "S5 S5"),
    ("S5 S5 S7 S7", [], "S5 S5, S7 S7"),
    ("S7 S8 S9 H2", [], "S7 S8, S7 S9, S8 S9"),
    ("S7 H3 H4 H4", [], "S7 H3, S7 H4"),
    ("H3 H3 H4 D5", [], "H3 H3, H3 H4, D5 H3, D5 H4"),
    ("SQ SQ S5 S7", ["SQ"], "S5 S7, S5 SQ, S7 SQ"),  # a pair with a barred copy is no pair
    ("SQ SQ S5 S5", ["SQ"], "S5 S5"),
    ("SQ SQ S5 H7", ["SQ"], "S5 SQ"),
    ("SQ SQ S5 H7", ["SQ", "SQ"], "S5 SQ*"),  # following suit beats the bars: one free spade and a barred ♠Q
    ("SQ SQ H5 H7", ["SQ", "SQ"], "SQ* SQ*"),  # the bars fall
    ("SQ SQ H5 H7", ["SQ"], "SQ SQ*"),
    ("SQ S5 H5 H7", ["SQ"], "S5 SQ*"),
    ("SQ H5 H5 H7", ["SQ"], "H5 SQ*, H7 SQ*"),
]


@pytest.mark.parametrize(("hand", "exposed", "expected"), PAIRS)
def test_everyone_plays_two_cards_to_a_led_pair(hand: str, exposed: list[str], expected: str) -> None:
    game = begun(
        f"S2 S2 S3 S4 / {hand} / H8 H9 HT HJ / D8 D9 DT DK",
        "baidu-double",
        exposures=[(1, card, "open") for card in exposed],
    )
    play(game, "S2 S2")
    assert {gz.Move(text) for text in legal(game)} == {gz.Move(text) for text in expected.split(", ")}


LEADS = [
    ("S5 S5 H3", [], "S5, S5 S5, H3"),  # identical twins are one move
    ("SQ SQ H3", [], "SQ, SQ SQ, H3"),
    ("SQ SQ H3", ["SQ"], "SQ, H3"),  # baidu-double bars the lead of an exposed copy
    ("SQ SQ H3", ["SQ", "SQ"], "H3"),
]


@pytest.mark.parametrize(("hand", "exposed", "expected"), LEADS)
def test_a_card_or_a_pair_is_led(hand: str, exposed: list[str], expected: str) -> None:
    hands = f"{hand} / S7 S8 S9 / H7 H8 H9 / D7 D8 D9"
    game = begun(hands, "baidu-double", exposures=[(0, card, "open") for card in exposed])
    assert legal(game) == moves(*expected.split(", "))


def test_an_exposed_copy_and_its_twin_are_two_moves_and_a_pair() -> None:
    hands = "SQ SQ H3 / S7 S8 S9 / H7 H8 H9 / D7 D8 D9"
    game = begun(hands, "china-games-double", exposures=[(0, "SQ", "dark")])
    assert legal(game) == {"SQ", "SQ*", "SQ SQ*", "H3"}
    for text in ("SQ SQ", "SQ* SQ", "SQ SQ*dark"):
        other = game.copy()
        other.play(text)
        assert str(other.history[0]) == "SQ SQ*"
    assert str(play(game.copy(), "SQ").history[0]) == "SQ"
    assert str(play(game.copy(), "SQ*dark").history[0]) == "SQ*"
    both = begun(hands, "china-games-double", exposures=[(0, "SQ", "dark"), (0, "SQ", "bright")])
    assert legal(both) == {"SQ*dark", "SQ*bright", "SQ*dark SQ*bright", "H3"}
    with pytest.raises(
        gz.NotationError, match=r"'SQ' may be either of two copies: say SQ\*dark or SQ\*bright"
    ):
        both.play("SQ")


def test_a_plain_name_means_the_exposed_copy_where_there_is_no_other() -> None:
    game = begun("SQ H3 / S7 S8 / SQ H8 / D7 D8", "china-games-double", exposures=[(0, "SQ", "dark")])
    game.play("SQ")
    assert str(game.history[0]) == "SQ*"


WINNERS = [
    ("traditional", "S2 H2 / S5 H3 / H9 H5 / S4 H7", "S2 S5 H9 S4", 1),
    ("traditional", "S2 H2 / D5 D3 / HA H5 / CK C7", "S2 D5 HA CK", 0),
    ("wikipedia-jokers", "HA S2 / HSJ S3 / HBJ S4 / HK S5", "HA HSJ HBJ HK", 2),  # 003: jokers above the ace
    ("baidu-double", "S2 H2 / S9 H3 / S9 H5 / S4 H7", "S2 S9 S9 S4", 1),  # the one played first is higher
    ("baidu-double", "SQ S3 / SQ S5 / S9 H5 / S4 H7", "SQ S5 S9 S4", 0),
]


@pytest.mark.parametrize(("rules", "hands", "plays", "winner"), WINNERS)
def test_the_highest_card_of_the_led_suit_takes_the_trick_and_leads(
    rules: str, hands: str, plays: str, winner: int
) -> None:
    game = play(begun(hands, rules), *plays.split())
    assert game.tricks == (gz.Trick(0, tuple(map(gz.Move, plays.split())), winner),)
    assert game.to_play == winner
    assert sorted(texts(game.taken(winner))) == sorted(plays.split())
    assert game.current_trick == ()


PAIR_WINNERS = [
    # the plays to a led pair, the winner by the traditional ranking and by that of China Games (004)
    ("D2 D2, DA DK, D3 D3, D4 D5", 2, 2),  # diamonds: pairs high
    ("S9 S9, S3 S4, S8 S8, SA H2", 1, 1),  # spades: pairs low
    ("H9 H9, H3 H4, H8 H8, HA S2", 1, 3),
    ("C9 C9, C3 C4, C8 C8, CA S2", 1, 3),
    ("C9 C9, C3 C4, C8 C8, CA H2", 1, 1),
    ("S9 S9, H2 H3, D2 D3, SA H2", 0, 0),
]


@pytest.mark.parametrize(("plays", "traditional", "china_games"), PAIR_WINNERS)
def test_what_takes_a_led_pair_depends_on_the_suit_and_the_ranking(
    plays: str, traditional: int, china_games: int
) -> None:
    four_plays = plays.split(", ")
    other = "C" if plays.startswith("D") else "D"
    hands = " / ".join(f"{two} {other}{rank}" for two, rank in zip(four_plays, "7TJQ", strict=True))
    for ranking, winner in (("traditional", traditional), ("china_games", china_games)):
        rules = gz.Ruleset(decks=2, pairs=ranking)
        game = play(begun(hands, rules), *four_plays)
        assert game.tricks[0].winner == winner
        assert len(game.taken(winner)) == 8
        assert gz.pair_winner([two.split() for two in four_plays], rules) == winner


# Claims.


def claimable() -> gz.Game:
    return play(begun("SQ H2 S3 / S4 HA S5 / DJ D2 H4 / CT C2 S9", leader=1), "S4")


def test_a_claimer_may_take_all() -> None:
    game = claimable()  # 000-BD, 000-HP 声称
    game.claim(2, "all")
    assert game.is_over
    assert (game.phase, game.to_play, game.legal_moves()) == ("over", None, [])
    assert game.claimed is not None
    assert game.claimed[0] == 2
    assert set(texts(game.taken(2))) == {"SQ", "H2", "HA", "DJ", "H4", "CT"}
    assert game.points() == (0, 0, (-100 + 100 - 50) * 2, 0)
    assert game.pig_taker == 2


def test_a_claim_may_say_who_takes_each_scoring_card() -> None:
    game = claimable()
    game.claim(0, {0: ["SQ", "H2"], 3: ["DJ", "CT"], 1: ["HA", gz.Card("H4")]})
    assert game.points() == (-100, -50, 0, 200)
    assert game.claimed == (0, tuple(tuple(map(gz.Card, cards)) for cards in four_cards()))


def four_cards() -> list[list[str]]:
    return four("SQ H2 / HA H4 / - / DJ CT")


def test_cards_of_the_trick_on_the_table_are_claimed_too() -> None:
    game = play(begun("HQ S3 / HA S5 / S6 S7 / S8 S9"), "HQ")
    with pytest.raises(gz.IllegalMove, match="it does not say who takes HQ"):
        game.claim(0, {1: ["HA"]})
    game.claim(0, {1: ["HA", "HQ"]})
    assert game.points() == (0, -80, 0, 0)


REFUSED_CLAIMS: list[tuple[Any, Any, type[Exception], str]] = [
    (4, "all", gz.IllegalMove, "seat 4 is out of range, expected 0 to 3"),
    (-1, "all", gz.IllegalMove, "seat -1 is out of range, expected 0 to 3"),
    (0, "none", gz.IllegalMove, "takes must be 'all' or a dict of seats and cards, not 'none'"),
    (0, {0: ["SQ", "H2"]}, gz.IllegalMove, "it does not say who takes"),
    (0, {}, gz.IllegalMove, "it does not say who takes"),
    (0, {0: ["S3"]}, gz.IllegalMove, "S3 is not a scoring card in play"),
    (0, {0: ["SQ", "SQ"]}, gz.IllegalMove, "SQ is not a scoring card in play, or is claimed twice"),
    (0, {0: ["SQ"], 1: ["SQ"]}, gz.IllegalMove, "SQ is not a scoring card in play, or is claimed twice"),
    (0, {4: ["SQ"]}, gz.IllegalMove, "seat 4 is out of range, expected 0 to 3"),
    (0, {0: ["SZ"]}, gz.NotationError, "'SZ' is not a card"),
    (0, {"N": ["SQ"]}, TypeError, "claim: expected a seat, not 'N'"),
    (0, {0: "SQ"}, TypeError, "claim: expected a list of cards, not 'SQ'"),
    (0, {0: None}, TypeError, "claim: expected a list of cards, not None"),
    (0, [["SQ"], [], [], []], TypeError, "claim: expected 'all' or a dict of seats and cards"),
    (0, None, TypeError, "claim: expected 'all' or a dict of seats and cards, not None"),
    (0, 5, TypeError, "claim: expected 'all' or a dict of seats and cards, not 5"),
]


@pytest.mark.parametrize(("seat", "takes", "error", "why"), REFUSED_CLAIMS, ids=range(len(REFUSED_CLAIMS)))
def test_a_claim_that_does_not_give_each_card_to_one_seat_is_refused_and_changes_nothing(
    seat: Any, takes: Any, error: type[Exception], why: str
) -> None:
    game = claimable()
    before = game.to_string()
    with pytest.raises(error) as refusal:
        game.claim(seat, takes)
    assert why in str(refusal.value)
    assert game.to_string() == before
    assert game.claimed is None


def test_nobody_claims_before_the_first_lead_or_after_the_end() -> None:
    game = begun("SQ / S4 / DJ / CT")
    with pytest.raises(gz.IllegalMove, match="claim: only after the first lead"):
        game.claim(0, "all")
    play(game, "SQ", "S4", "DJ", "CT")
    with pytest.raises(gz.IllegalMove, match="claim: the deal is over"):
        game.claim(0, "all")
    exposing = gz.Game(gz.Deal(four("SQ / S4 / DJ / CT")))
    with pytest.raises(gz.IllegalMove, match="the exposing phase is open"):
        exposing.claim(0, "all")
    claimed = claimable()
    claimed.claim(0, "all")
    with pytest.raises(gz.IllegalMove, match="claim: the deal is over"):
        claimed.claim(0, "all")
    with pytest.raises(gz.IllegalMove, match="play: the deal is over"):
        claimed.play("HA")


def test_a_claim_can_be_taken_back() -> None:
    game = claimable()
    before = game.to_string()
    game.claim(3, "all")
    game.undo()
    assert game.to_string() == before
    assert game.claimed is None
    play(game, "DJ" if "DJ" in legal(game) else str(game.legal_moves()[0]))


def test_of_two_claimed_copies_that_look_alike_each_counts_as_his_own_who_was_dealt_it() -> None:
    rules = ruleset("baidu-double")  # self-capture doubles
    hands = "SQ S3 / SQ S5 / S6 S7 / S8 S9"
    orders: list[dict[int, list[str]]] = [{0: ["SQ"], 1: ["SQ"]}, {1: ["SQ"], 0: ["SQ"]}]
    games_ = []
    for takes in orders:
        game = play(begun(hands, rules), "S3")
        game.claim(0, takes)
        assert game.points() == (-200, -200, 0, 0)
        games_.append(game)
    assert games_[0] == games_[1]
    other = play(begun(hands, rules), "S3")
    other.claim(0, {2: ["SQ"], 1: ["SQ"]})
    assert other.points() == (0, -200, -100, 0)
    exposed = play(begun(hands, rules, exposures=[(0, "SQ", "open")]), "S3")
    exposed.claim(0, {0: ["SQ"], 1: ["SQ*"]})
    assert exposed.points() == (-200, -200, 0, 0)  # each has the other's copy; both count double (by rank)


# Pig and sheep change colours (000-BD 猪羊变色).

LAST = "S2 / S3 / S4 / S5"
ALL_HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA"


def over(taken: str, **parameters: Any) -> gz.Game:
    rules = gz.Ruleset(**parameters)
    game = gz.Game(gz.Deal(four(LAST), rules, taken=four(taken), led="SHDC"))
    game.begin()
    return play(game, "S2", "S3", "S4", "S5")


def test_pig_and_sheep_change_places_once_somebody_has_all_hearts() -> None:
    taken = f"{ALL_HEARTS} / SQ / CT / DJ"
    assert over(taken).points() == (200, -100, 50, 100)
    assert over(taken, colour_change="auto").points() == (200, 100, 50, -100)
    same = f"{ALL_HEARTS} SQ / - / CT / DJ"
    assert over(same, colour_change="auto").points() == (300, 0, 50, -100)
    split = over(f"{ALL_HEARTS.removesuffix('HA')} / SQ HA / CT / DJ", colour_change="auto")
    assert split.points() == (-150, -150, 50, 100)
    slam = over(f"{ALL_HEARTS} SQ DJ CT / - / - / -", colour_change="auto")
    assert slam.points() == (800, 0, 0, 0)


def test_by_choice_the_taker_of_all_hearts_decides_and_may_think_again() -> None:
    game = over(f"{ALL_HEARTS} / SQ / CT / DJ", colour_change="choice")
    assert (game.swapped, game.points()) == (False, (200, -100, 50, 100))
    game.swap_colours(True)
    assert (game.swapped, game.points()) == (True, (200, 100, 50, -100))
    game.swap_colours(False)
    assert (game.swapped, game.points()) == (False, (200, -100, 50, 100))
    game.swap_colours(True)
    game.undo()
    assert not game.swapped
    assert play(game, "S5").points() == (200, -100, 50, 100)


def test_taking_back_a_claim_takes_back_the_choice_that_followed() -> None:
    rules = gz.Ruleset(colour_change="choice")
    deal = gz.Deal(
        four("HA S2 / S3 S7 / S4 S8 / S5 S9"), rules, taken=four(f"{ALL_HEARTS[:-3]} / SQ / - / DJ")
    )
    game = gz.Game(deal)
    game.begin()
    game.play("S2")
    before = game.copy()
    game.claim(0, "all")
    game.swap_colours(True)
    game.undo()
    assert game == before
    assert not game.swapped


REFUSED_SWAPS = [
    (f"{ALL_HEARTS} / SQ / CT / DJ", "none", "these rules leave nobody the choice"),
    (f"{ALL_HEARTS} / SQ / CT / DJ", "auto", "these rules leave nobody the choice"),
    (f"{ALL_HEARTS.removesuffix('HA')} / SQ HA / CT / DJ", "choice", "nobody took all hearts without a slam"),
    (f"{ALL_HEARTS} SQ DJ CT / - / - / -", "choice", "nobody took all hearts without a slam"),
]


@pytest.mark.parametrize(("taken", "colour_change", "why"), REFUSED_SWAPS)
def test_colours_are_swapped_only_where_there_is_a_choice(taken: str, colour_change: str, why: str) -> None:
    game = over(taken, colour_change=colour_change)
    with pytest.raises(gz.IllegalMove, match=why):
        game.swap_colours(True)
    assert not game.swapped


def test_colours_are_not_swapped_before_the_end() -> None:
    game = begun(LAST, gz.Ruleset(colour_change="choice"))
    with pytest.raises(gz.IllegalMove, match="swap_colours: play has begun and is not over"):
        game.swap_colours(True)


# Partners.


def test_opposite_players_are_partners_and_solo_players_have_none() -> None:
    assert gz.Game(gz.Deal.random(1, ruleset("huapai-partners"))).sides == (0, 1, 0, 1)
    assert gz.Game(gz.Deal.random(1, ruleset("huapai"))).sides == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("hands", "together"),
    [
        ("SQ S2 / DJ S3 / S4 S5 / S6 S7", {0, 1}),
        ("S2 S3 / S4 SQ / S5 S6 / DJ S7", {1, 3}),
        ("S2 S3 / S4 S5 / SQ DJ / S6 S7", {2}),  # both in one hand: one against three
    ],
)
def test_who_was_dealt_pig_and_sheep_are_partners(hands: str, together: set[int]) -> None:
    game = begun(hands, "pig-sheep")  # 000-BD 猪羊一家
    assert game.sides is not None
    assert {seat for seat in SEATS if game.sides[seat] == game.sides[min(together)]} == together


def test_partners_by_pig_and_sheep_stay_unknown_where_an_ending_does_not_say_who_was_dealt_them() -> None:
    rules = ruleset("pig-sheep")
    hands, taken = four("S2 / S3 / S4 / DJ"), four("SQ SA SK S5 / - / - / -")
    assert gz.Game(gz.Deal(hands, rules, taken=taken)).sides is None
    known = gz.Game(gz.Deal(hands, rules, taken=taken, own=four("SQ / - / - / -")))
    assert known.sides is not None
    assert known.sides[0] == known.sides[3] != known.sides[1] == known.sides[2]


def called_game(card: str | None, dealer: int = 1) -> gz.Game:
    game = gz.Game(gz.Deal(four("SQ S2 / DJ S3 / CT S4 / HA S5"), ruleset("wikipedia-called")), dealer=dealer)
    if card:
        game.call(card)
    return game


def test_the_dealer_calls_his_partner_by_a_card() -> None:
    game = called_game("HA")  # 003 暗伙伴
    assert str(game.called) == "HA"
    assert game.sides is not None
    assert game.sides[1] == game.sides[3] != game.sides[0] == game.sides[2]
    for card in (None, "DJ"):  # no call, or his own card: one against three
        alone = called_game(card).sides
        assert alone is not None
        assert alone[1] not in (alone[0], alone[2], alone[3])
        assert alone[0] == alone[2] == alone[3]


def test_a_call_comes_once_before_any_exposure_and_names_a_card_that_somebody_holds() -> None:
    game = called_game("HA")
    with pytest.raises(gz.IllegalMove, match="call: HA has been named already"):
        game.call("DJ")
    for card, why in [("SA", "call: nobody holds SA"), ("HA*", r"call: nothing is exposed yet, so not HA\*")]:
        other = called_game(None)
        with pytest.raises(gz.IllegalMove, match=why):
            other.call(card)
        assert other.called is None
    exposed = called_game(None)
    exposed.expose(1, "DJ")
    with pytest.raises(gz.IllegalMove, match="call: the dealer names a card before any exposure"):
        exposed.call("HA")
    begun_ = called_game(None)
    begun_.begin()
    with pytest.raises(gz.IllegalMove, match="call: play has begun"):
        begun_.call("HA")
    with pytest.raises(gz.IllegalMove, match="call: only in the called partnership"):
        gz.Game(gz.Deal.random(1)).call("HA")


# Who took the first pig.


def test_the_pig_taker_is_who_took_the_first_pig() -> None:
    game = begun("SQ SA / S5 S6 / SQ S7 / S8 S9", gz.Ruleset(decks=2))
    assert game.pig_taker is None
    play(game, "SA", "S5", "SQ")
    assert game.pig_taker is None  # the trick is not taken yet
    play(game, "S8")
    assert game.pig_taker == 0
    play(game, "SQ", "S6", "S7", "S9")
    assert game.pig_taker == 0
    assert over("SQ / - / - / -").pig_taker == 0
    assert over("- / - / DJ / -").pig_taker is None


# The course of a game.


def test_a_game_goes_from_exposing_to_play_to_its_end() -> None:
    game = gz.Game(gz.Deal.random(7))
    assert (game.phase, game.to_play, game.is_over) == ("exposing", None, False)
    assert [*game.tricks, *game.current_trick, *game.history] == []
    assert game.hands == game.dealt == game.deal.hands
    game.begin()
    assert (game.phase, game.to_play) == ("play", game.leader)
    rng = random.Random(7)
    for played in range(52):
        assert len(game.history) == played
        assert len(game.tricks) == played // 4
        assert len(game.current_trick) == played % 4
        assert sum(map(len, game.hands)) == 52 - played
        mover = game.to_play
        assert mover is not None
        move = rng.choice(game.legal_moves())
        assert move.cards[0] in game.hands[mover]
        game.play(move)
        assert game.history[-1] == move
    assert (game.phase, game.to_play, game.is_over, game.legal_moves()) == ("over", None, True, [])
    assert sum(len(game.taken(seat)) for seat in SEATS) == 52
    assert [trick.winner for trick in game.tricks][:-1] == [trick.leader for trick in game.tricks][1:]
    assert game.dealt == game.deal.hands


BEFORE_ITS_TIME: list[tuple[str, Callable[[gz.Game], object], str]] = [
    ("exposing", lambda game: game.legal_moves(), "legal_moves: the exposing phase is open"),
    ("exposing", lambda game: game.play("S2"), "play: the exposing phase is open"),
    ("exposing", lambda game: game.points(), "points: the exposing phase is open"),
    ("exposing", lambda game: game.undo(), "undo: nothing has been played"),
    ("exposing", lambda game: game.claim(0, "all"), "the exposing phase is open"),
    ("play", lambda game: game.undo(), "undo: nothing has been played"),
    ("play", lambda game: game.points(), "points: play has begun and is not over"),
    ("play", lambda game: game.begin(), "begin: play has begun and is not over"),
    ("over", lambda game: game.play("S2"), "play: the deal is over"),
    ("over", lambda game: game.begin(), "begin: the deal is over"),
    ("over", lambda game: game.expose(0, "SQ"), "expose: the deal is over"),
    ("over", lambda game: game.taken(4), "taken: seat 4 is out of range, expected 0 to 3"),
    ("over", lambda game: game.taken(-1), "taken: seat -1 is out of range, expected 0 to 3"),
    ("over", lambda game: game.view(4), "view: seat 4 is out of range, expected 0 to 3"),
    ("exposing", lambda game: game.exposable(4), "seat 4 is out of range, expected 0 to 3"),
    ("exposing", lambda game: game.exposable(-1), "seat -1 is out of range, expected 0 to 3"),
]


@pytest.mark.parametrize(("phase", "call", "why"), BEFORE_ITS_TIME, ids=range(len(BEFORE_ITS_TIME)))
def test_what_is_out_of_its_time_or_place_is_refused_and_changes_nothing(
    phase: str, call: Callable[[gz.Game], object], why: str
) -> None:
    game = gz.Game(gz.Deal(four(LAST), leader=0))
    if phase != "exposing":
        game.begin()
    if phase == "over":
        play(game, "S2", "S3", "S4", "S5")
    before = game.to_string()
    with pytest.raises(gz.IllegalMove, match=why):
        call(game)
    assert game.to_string() == before
    assert game.phase == phase


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_leader_and_dealer_are_seats(seat: int) -> None:
    deal = gz.Deal.random(1)
    with pytest.raises(gz.RulesError, match=f"seat {seat} is out of range, expected 0 to 3"):
        gz.Game(deal, leader=seat)
    with pytest.raises(gz.RulesError, match=f"seat {seat} is out of range, expected 0 to 3"):
        gz.Game(deal, dealer=seat)


def test_a_game_may_be_played_under_other_rules_than_its_deal() -> None:
    deal = gz.Deal.random(1, ruleset("traditional"))
    game = gz.Game(deal, ruleset("huapai"))
    assert game.rules == game.deal.rules == ruleset("huapai")
    assert game.deal.hands == deal.hands
    assert gz.Game(deal, ruleset("traditional")).deal is deal


# Absurd arguments.

ABSURD: list[Any] = [
    None, -1, 4, 10**30, 1.5, float("nan"), True, "", "N", "\0", "\ud800", "S" * 100_000, b"\xff", [], [[]],
    {}, {"S": 1}, (1, 2, 3), object(), lambda: 0, gz.Card("SQ"), gz.Move("SQ SQ"), gz.Ruleset(),
]  # fmt: skip
ENTRIES: dict[str, Callable[[gz.Game, Any], object]] = {
    "Card": lambda _, value: gz.Card(value),
    "Move": lambda _, value: gz.Move(value),
    "Deal": lambda _, value: gz.Deal(value),
    "Deal hand": lambda _, value: gz.Deal([[value]] * 4),
    "Deal rules": lambda _, value: gz.Deal(four(LAST), value),
    "Deal taken": lambda _, value: gz.Deal(four(LAST), taken=value),
    "Deal own": lambda _, value: gz.Deal(four(LAST), own=value),
    "Deal led": lambda _, value: gz.Deal(four(LAST), led=value),
    "Deal exposed": lambda _, value: gz.Deal(four(LAST), exposed=value),
    "Deal exposed seat": lambda _, value: gz.Deal(four(LAST), exposed=[(value, "SQ", "open")]),
    "Deal exposed card": lambda _, value: gz.Deal(four(LAST), exposed=[(0, value, "open")]),
    "Deal exposed kind": lambda _, value: gz.Deal(four(LAST), exposed=[(0, "SQ", value)]),
    "Deal removed": lambda _, value: gz.Deal(four(LAST), removed=value),
    "Deal first_cards": lambda _, value: gz.Deal(four(LAST), first_cards=value),
    "Deal first card": lambda _, value: gz.Deal(four(LAST), first_cards=[value] * 4),
    "Deal leader": lambda _, value: gz.Deal(four(LAST), leader=value),
    "Deal dealer": lambda _, value: gz.Deal(four(LAST), dealer=value),
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
        for game in (gz.Game(gz.Deal.random(1)), claimable()):
            before = game.to_string()
            refused = False
            try:
                ENTRIES[entry](game, value)
            except (TypeError, ValueError):
                refused = True
            assert not refused or game.to_string() == before


# Games as values, and what holds in all of them.


@every_rules
@given(seed=seeds)
@brief
def test_undoing_every_play_leads_back_to_the_start(name: str, seed: int) -> None:
    rng = random.Random(seed)
    rules = rules_named(name)
    game = gz.Game(gz.Deal.random(rng.getrandbits(64), rules, cards=rng.randint(1, rules.hand_size)))
    expose_randomly(game, rng)
    game.begin()
    passed: list[tuple[gz.Game, list[gz.Move], str]] = []
    while not game.is_over:
        passed.append((game.copy(), game.legal_moves(), game.to_string()))
        if game.history and rng.random() < 0.05:
            claim_randomly(game, rng)
            game.undo()
            assert game == passed[-1][0]
        game.play(rng.choice(game.legal_moves()))
    assert len(game.points()) == 4
    for before, options, line in reversed(passed):
        game.undo()
        assert game == before
        assert game.legal_moves() == options
        assert game.to_string() == line
    with pytest.raises(gz.IllegalMove, match="nothing has been played"):
        game.undo()


@every_rules
@given(seed=seeds)
@brief
def test_copies_of_a_game_go_their_own_ways(name: str, seed: int) -> None:
    game = random_game(name, random.Random(seed))
    line = game.to_string()
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin == game
        assert hash(twin) == hash(game)
        assert twin.to_string() == line
        if game.phase == "exposing":
            twin.begin()
        elif game.history:
            twin.undo()
        elif not game.is_over:
            twin.play(twin.legal_moves()[0])
        assert twin != game
        assert game.to_string() == line


def test_equal_games_hash_alike_whatever_their_rules_are_called() -> None:
    named = ruleset("huapai")
    unnamed = gz.Ruleset.from_dict({key: value for key, value in named.to_dict().items() if key != "name"})
    one, other = gz.Game(gz.Deal.random(1, named)), gz.Game(gz.Deal.random(1, unnamed))
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1
    assert one != one.to_string()


def test_games_differ_by_everything_that_happened() -> None:
    deal = gz.Deal(four("SQ S2 HA / S3 S4 H2 / S5 S6 DJ / S7 S8 CT"), leader=0)
    made = [gz.Game(deal), gz.Game(deal, leader=0), gz.Game(deal, leader=1), gz.Game(deal, dealer=1)]
    exposed = gz.Game(deal)
    exposed.expose(0, "SQ")
    other = gz.Game(deal)
    other.expose(0, "HA")
    both = [gz.Game(deal), gz.Game(deal)]
    for game, cards in zip(both, (("SQ", "HA"), ("HA", "SQ")), strict=True):
        for card in cards:
            game.expose(0, card)
    started = gz.Game(deal)
    started.begin()
    played = play(started.copy(), "S2")
    claims = [played.copy(), played.copy()]
    claims[0].claim(0, "all")
    claims[1].claim(1, "all")
    made += [exposed, other, *both, started, played, play(started.copy(), "SQ"), *claims]
    assert len(set(made)) == len(made)


@every_rules
@given(seed=seeds)
@brief
def test_nothing_depends_on_which_seat_is_called_north(name: str, seed: int) -> None:
    rng = random.Random(seed)
    deal = gz.Deal.random(rng.getrandbits(64), rules_named(name))
    game = gz.Game(deal, leader=rng.randrange(4), dealer=rng.randrange(4))
    expose_randomly(game, rng)
    game.begin()
    play_randomly(game, rng)
    by = rng.randrange(1, 4)

    def turned(values: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(values[(seat - by) % 4] for seat in SEATS)

    moved = gz.Deal(
        turned(deal.hands), deal.rules, first_cards=turned(deal.first_cards), removed=deal.removed
    )
    other = gz.Game(moved, leader=(game.leader + by) % 4, dealer=(game.dealer + by) % 4)
    if game.called is not None:
        other.call(game.called)
    if game.rules.forced not in ("all", "all_but_sheep"):
        for exposure in game.exposures:
            if len(other.exposures) < len(game.exposures):
                assert exposure.card is not None
                other.expose((exposure.seat + by) % 4, exposure.card, exposure.kind)
    other.begin()
    for move in game.history:
        other.play(move)
    assert other.points() == turned(game.points())
    assert [trick.winner for trick in other.tricks] == [(trick.winner + by) % 4 for trick in game.tricks]
    assert other.sides is None or len(set(other.sides)) == len(set(game.sides or ()))


@every_rules
@given(seed=seeds)
@brief
def test_what_each_seat_took_scores_as_the_game_says(name: str, seed: int) -> None:
    rng = random.Random(seed)
    rules = rules_named(name)
    if rules.decks == 2:  # a name does not tell which of two copies is one's own
        rules = rules.replace(self_capture=1)
    game = gz.Game(gz.Deal.random(rng.getrandbits(64), rules))
    expose_randomly(game, rng)
    game.begin()
    play_randomly(game, rng)
    removed = list(game.deal.removed)
    for text in rules.removed:
        removed.remove(gz.Card(text))
    assert game.points() == gz.score(
        [game.taken(seat) for seat in SEATS],
        rules,
        exposed=[(e.seat, e.card, e.kind) for e in game.exposures],
        dealt=[[card.suit + card.rank for card in hand] for hand in game.dealt],
        removed=removed,
    )


@every_rules
@given(seed=seeds)
@brief
def test_every_scoring_card_in_play_can_be_claimed_and_no_other(name: str, seed: int) -> None:
    rng = random.Random(seed)
    game = gz.Game(gz.Deal.random(rng.getrandbits(64), rules_named(name)))
    expose_randomly(game, rng)
    game.begin()
    play_randomly(game, rng, rng.randrange(1, 2 * game.rules.hand_size))
    left = scoring_in_play(game)
    before = [len(game.taken(seat)) for seat in SEATS]
    claim_randomly(game, rng)
    assert sum(len(game.taken(seat)) for seat in SEATS) == sum(before) + len(left)
    assert game.claimed is not None
    assert sum(map(len, game.claimed[1])) == len(left)


@given(games())
@quick
def test_a_game_prints_as_the_line_it_is_made_of(game: gz.Game) -> None:
    assert repr(game) == f"Game.from_string('{game.to_string()}')"
