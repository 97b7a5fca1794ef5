"""Exposing: who may expose what and when, what the rules force, and the bars on exposed cards."""

from __future__ import annotations

import random

import pytest

import gongzhu as gz
from tables import (
    PRESETS,
    SEATS,
    Exposed,
    begun,
    four,
    legal,
    play,
    play_randomly,
    ruleset,
    texts,
)


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


def test_a_first_exposure_waits_for_nobodys_turn() -> None:
    rules = gz.Ruleset.preset("wikipedia", kinds=["open", "first"])
    deal = gz.Deal(four("SQ S2 / DJ S3 / CT S4 / HA S5"), rules, first_cards=["SQ", "DJ", None, None])
    game = gz.Game(deal, dealer=0)
    game.expose(3, "HA")
    assert [(str(card), kind) for card, kind in game.exposable(0)] == [("SQ", "first")]
    game.expose(0, "SQ", "first")
    game.expose(1, "DJ", "first")


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
