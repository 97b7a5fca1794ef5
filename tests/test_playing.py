"""Legal plays and who takes the trick: the first trick, following, discarding, pairs."""

from __future__ import annotations

import random
from typing import Any

import pytest

import gongzhu as gz
from tables import (
    begun,
    legal,
    moves,
    play,
    play_randomly,
    rules_named,
    ruleset,
    texts,
)

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
