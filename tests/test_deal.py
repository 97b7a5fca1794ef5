"""Deals: dealt from a seed, read from text, described card by card; and what is no deal."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gongzhu as gz
from tables import (
    ONES,
    PRESETS,
    RULES,
    SEATS,
    brief,
    deals,
    four,
    quick,
    rules_named,
    ruleset,
    seeds,
    texts,
)

every_preset = pytest.mark.parametrize("preset", PRESETS)
WHOLE = "N:KJ73.K5.75.KT984 65.T7.A963.AJ632 Q94.A8643.Q842.5 AT82.QJ92.KJT.Q7"

# preset, seed, cards each, the hands, who was dealt which card first, who leads, who deals
DEALT: list[tuple[str, int, int | None, str, str, int | None, int | None]] = [
    ("traditional", 0, None, WHOLE, "D7 C2 S9 HQ", None, None),
    (
        "traditional", 7, None,
        "N:AQJ85.A5.AQ2.QJ7 9643.942.94.T983 T2.Q8.KT8753.K65 K7.KJT763.J6.A42",
        "DQ H4 C6 CA", None, None,
    ),
    (
        "traditional", 2**64 - 1, None,
        "N:J6.J653.KJ75.KJ5 KT752.AK842.2.Q3 843.QT97.9843.T7 AQ9..AQT6.A98642",
        "D5 C3 D3 C2", None, None,
    ),
    (
        "wikipedia-jokers", 1, None,
        "N:QT95.98.KQJ5.954 K874.A5.AT873.A2 J62.bT76.64.Q863 A3.sKQJ4.92.KJT7",
        "DQ D3 D6 HK", None, 3,
    ),
    (
        "traditional-double", 2, None,
        "N:AKQ7633.AJJTT933.AAJT652.Q973 J9542.Q854.J987443.KQJT986654 "
        "QJT98642.A962.KKQT85.AKT85322 AKT875.KKQ8776542.Q97632.AJ74",
        "SQ HQ H9 D2", None, None,
    ),
    ("baidu", 3, 5, "N:.K9.KJ.Q .QT6.9.5 AQ.4..J3 .82.A5.2", "DJ D9 SA D5", None, None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("preset", "seed", "cards", "hands", "first", "leader", "dealer"), DEALT, ids=range(len(DEALT))
)
def test_a_seed_deals_the_same_cards_everywhere(
    preset: str, seed: int, cards: int | None, hands: str, first: str, leader: int | None, dealer: int | None
) -> None:
    deal = gz.Deal.random(seed, ruleset(preset), cards=cards)
    assert str(deal) == hands
    assert [str(card) for card in deal.first_cards] == first.split()
    assert (deal.leader, deal.dealer) == (leader, dealer)


def test_the_cards_drawn_out_of_a_deal_are_the_same_everywhere() -> None:
    deal = gz.Deal.random(4, gz.Ruleset.preset("baidu", removed_drawn=2))
    assert str(deal) == "N:63.JT8.K73.954 K2.9654.J964.2 QT75.73.T2.863 984.K2.85.KJT7"
    assert texts(deal.removed) == ["SA", "SJ", "HA", "HQ", "DA", "DQ", "CA", "CQ"]


@every_preset
@given(seed=seeds, first=st.sampled_from(SEATS))
@brief
def test_every_card_of_the_deck_is_dealt_once(preset: str, seed: int, first: int) -> None:
    rules = ruleset(preset)
    deal = gz.Deal.random(seed, rules, first_dealt=first)
    cards = Counter(str(card) for hand in deal.hands for card in hand)
    assert set(cards.values()) == {rules.decks}
    assert len(cards) == 52
    assert {len(hand) for hand in deal.hands} == {rules.hand_size}
    assert deal.cards_each == rules.hand_size
    assert not deal.is_ending
    assert all(first in hand for first, hand in zip(deal.first_cards, deal.hands, strict=True))
    assert deal == gz.Deal.random(seed, rules, first_dealt=first)


@given(seed=seeds, drawn=st.integers(1, 3), decks=st.integers(1, 2))
@quick
def test_as_many_high_cards_of_each_suit_are_drawn_out_as_the_rules_say(
    seed: int, drawn: int, decks: int
) -> None:
    rules = gz.Ruleset(decks=decks, removed_drawn=drawn)
    deal = gz.Deal.random(seed, rules)
    assert Counter(card.suit for card in deal.removed) == dict.fromkeys("SHDC", drawn)
    assert all(card.rank in "JQKA" for card in deal.removed)
    assert not {"SQ", "DJ"} & set(texts(deal.removed))
    held = Counter(str(card) for hand in deal.hands for card in hand)
    assert sum(held.values()) == 52 * decks - 4 * drawn
    assert all(held[text] + count == decks for text, count in Counter(texts(deal.removed)).items())
    assert gz.Deal(deal.hands, rules, first_cards=deal.first_cards) == deal


@given(st.integers(0, 2**32), st.integers(1, 13))
@quick
def test_an_ending_is_dealt_with_as_many_cards_as_asked(seed: int, cards: int) -> None:
    deal = gz.Deal.random(seed, cards=cards)
    assert [len(hand) for hand in deal.hands] == [cards] * 4
    assert deal.is_ending == (cards < 13)
    assert len({card for hand in deal.hands for card in hand}) == 4 * cards


@pytest.mark.parametrize("seed", [np.int64(7), np.uint8(7), True])
def test_any_whole_number_is_a_seed(seed: Any) -> None:
    assert gz.Deal.random(seed) == gz.Deal.random(int(seed))


def test_who_is_dealt_to_first_gets_the_first_card() -> None:
    for first in SEATS:
        deal = gz.Deal.random(11, first_dealt=first)
        usual = gz.Deal.random(11)
        assert deal.hands == tuple(usual.hands[(seat - first) % 4] for seat in SEATS)


def test_hands_of_more_than_thirteen_cards_are_of_two_decks_where_no_rules_are_named() -> None:
    assert gz.Deal.random(1).rules == ruleset("traditional")
    double = gz.Deal.random(1, ruleset("lianzhong-double"))
    assert gz.Deal(double.hands).rules == ruleset("traditional-double")
    assert gz.Deal.parse(str(double)).rules == ruleset("traditional-double")


# Who leads the first deal (RULES §5): the holder of a card, or seat 0.
LEAD_CARDS = [
    ("classic", None),  # 000-PC names nobody
    ("traditional", "S3"),  # 001 §1
    ("huapai", "S3"),  # 000-HP
    ("baidu", None),  # 000-BD names nobody
    ("lianzhong", "C2"),  # 000-LZ
    ("china-games", "C2"),  # 004
    ("desktop-games", "C2"),  # 001 §4
    ("wikipedia", "C3"),  # 003
    ("pagat", "S2"),
    ("scrofazero", None),
]


@pytest.mark.parametrize(("preset", "card"), LEAD_CARDS)
def test_the_holder_of_the_lead_card_leads_the_first_deal(preset: str, card: str | None) -> None:
    for seed in range(20):
        deal = gz.Deal.random(seed, ruleset(preset))
        holder = next((seat for seat in SEATS if card in texts(deal.hands[seat])), 0)
        assert gz.Game(deal).leader == holder
        assert gz.Game(deal, leader=(holder + 1) % 4).leader == (holder + 1) % 4


def test_with_two_decks_who_was_dealt_the_lead_card_first_leads() -> None:
    rules = ruleset("lianzhong-double")  # 000-LZ
    shared = [deal for deal in (gz.Deal.random(seed, rules) for seed in range(40)) if deal.leader is not None]
    assert len(shared) > 20
    for deal in shared:
        holders = [seat for seat in SEATS if "C2" in texts(deal.hands[seat])]
        assert len(holders) == 2
        assert gz.Game(deal).leader == deal.leader
        assert deal.leader in holders
        with pytest.raises(gz.RulesError, match=r"leader: both [NESW] and [NESW] hold C2.*say who leads"):
            gz.Game(gz.Deal(deal.hands, rules))
    assert {deal.leader for deal in shared} == set(SEATS)


def test_a_leader_drawn_by_lot_belongs_to_the_deal() -> None:
    rules = rules_named("lot")
    dealt = [gz.Deal.random(seed, rules) for seed in range(40)]
    assert {deal.leader for deal in dealt} == set(SEATS)
    assert all(gz.Game(deal).leader == deal.leader for deal in dealt)
    with pytest.raises(gz.RulesError, match="draw the leader by lot"):
        gz.Game(gz.Deal(dealt[0].hands, rules))


def test_where_nobody_holds_the_lead_card_the_deal_says_who_leads_or_seat_0_does() -> None:
    hands = four("S4 / S5 / S6 / S7")
    assert gz.Game(gz.Deal(hands)).leader == 0
    assert gz.Game(gz.Deal(hands, leader=2)).leader == 2


# Texts.


@pytest.mark.parametrize("name", RULES)
@given(data=st.data())
@brief
def test_a_deal_is_read_back_from_its_text_and_its_options(name: str, data: st.DataObject) -> None:
    deal = data.draw(deals(st.just(name)))
    options: dict[str, Any] = {
        option: getattr(deal, option)
        for option in ("first_cards", "leader", "dealer", "taken", "led", "exposed", "own", "removed")
    }
    assert gz.Deal.parse(str(deal), deal.rules, **options) == deal
    assert gz.Deal(deal.hands, deal.rules, **options) == deal
    assert str(gz.Deal(deal.hands, deal.rules, **options)) == str(deal)


def test_the_first_hand_belongs_to_the_seat_that_is_named() -> None:
    hands = WHOLE.removeprefix("N:").split()
    for first, letter in enumerate("NESW"):
        turned = [hands[(first + seat) % 4] for seat in SEATS]
        assert str(gz.Deal.parse(f"{letter}:{' '.join(turned)}")) == WHOLE


@pytest.mark.parametrize("text", ["  N: A...2   K...3 \t 5...4 6...5 ", "N:A.-.-.2 K.-.-.3 5.--..4 6...5-"])
def test_spaces_and_dashes_say_nothing(text: str) -> None:
    assert str(gz.Deal.parse(text)) == "N:A...2 K...3 5...4 6...5"


def test_the_jokers_are_the_highest_hearts() -> None:
    deal = gz.Deal.parse("N:.bs.. .A4.. .K5.. .76..", ruleset("wikipedia-jokers"))
    assert texts(deal.hands[0]) == ["HBJ", "HSJ"]
    assert str(deal) == "N:.bs.. .A4.. .K5.. .76.."


def test_cards_may_be_given_as_texts_or_as_cards_in_any_order() -> None:
    deal = gz.Deal([["S2", "HK"], ("DA", "D3"), iter(["C2", "C3"]), [gz.Card("CK"), gz.Card("S9")]])
    assert deal.hands == gz.Deal(four("HK S2 / D3 DA / C3 C2 / S9 CK")).hands
    assert [texts(hand) for hand in deal.hands] == [["S2", "HK"], ["DA", "D3"], ["C3", "C2"], ["S9", "CK"]]


NO_TEXTS = [
    ("", 1, "expected the first seat and a colon"),
    ("N", 1, "expected the first seat and a colon"),
    ("  X:", 3, "expected the first seat and a colon"),
    ("n:A... K... Q... J...", 1, "expected the first seat and a colon"),
    ("N:", 3, "expected four hands, found 0"),
    ("N:A... K... Q...", 17, "expected four hands, found 3"),
    ("N:A... K... Q... J... T...", 23, "expected four hands, found more"),
    ("N:A.. K... Q... J...", 6, "four suits, spades.hearts.diamonds.clubs; found 3"),
    ("N:A.... K... Q... J...", 7, "found a fifth"),
    ("N:A... K... Q... X...", 18, "'X' is not a rank"),
    ("N:A... K... Q... 1...", 18, "'1' is not a rank"),
    ("N:A... K...♠ Q... J...", 12, "'♠' is not a rank"),
    ("N:A... K...\0 Q... J...", 12, r"'\x00' is not a rank"),
    ("N:A... K...\nQ... J...", 12, r"'\x0a' is not a rank"),
    ("N:s... K... Q... J...", 3, "'s' is not a rank"),
    ("N:? K... Q... J...", 3, "'?' is not a rank"),
    ("N:.b.. .K.. .Q.. .J..", 1, "hand of N: HBJ is not in the deck of these rules"),
    ("N:A... A... Q... J...", 1, "hand of E: SA appears more often than the deck has it"),
    ("N:... ... ... ...", 1, "the hands are empty"),
    ("N:" + "A" * 1_000_000 + "... ... ... ...", 1, "hand of N: SA appears more often"),
    ("N:" + "." * 1_000_000, 6, "found a fifth"),
]


@pytest.mark.parametrize(("text", "column", "what"), NO_TEXTS, ids=range(len(NO_TEXTS)))
def test_a_text_that_is_no_deal_is_refused_where_it_is_wrong(text: str, column: int, what: str) -> None:
    with pytest.raises(gz.NotationError) as refusal:
        gz.Deal.parse(text)
    assert what in str(refusal.value)
    assert (refusal.value.line, refusal.value.column) == (1, column)
    assert len(str(refusal.value)) < 200


@given(st.text())
@quick
def test_any_text_is_a_deal_or_refused_as_notation(text: str) -> None:
    with pytest.raises(gz.NotationError):
        gz.Deal.parse(text)


# Cards that make no deal.

NO_DEALS: list[tuple[str, dict[str, Any], str]] = [
    ("S2 S2 / S3 S4 / S5 S6 / S7 S8", {}, "hand of N: S2 appears more often than the deck has it"),
    ("S2 / S3 / S4 / S2", {}, "hand of W: S2 appears more often than the deck has it"),
    ("S2 / HSJ / S4 / S5", {}, "hand of E: HSJ is not in the deck of these rules"),
    ("S2 S3 / S4 / S5 / S6", {}, "unequal hands: N has 2 cards, E has 1"),
    ("- / - / - / -", {}, "the hands are empty"),
    ("S2* / S3 / S4 / S5", {}, "S2* is marked as exposed"),
    (ONES, {"leader": 4}, "seat 4 is out of range, expected 0 to 3"),
    (ONES, {"leader": -1}, "seat -1 is out of range, expected 0 to 3"),
    (ONES, {"dealer": 4}, "seat 4 is out of range, expected 0 to 3"),
    (ONES, {"dealer": -2}, "seat -2 is out of range, expected 0 to 3"),
    (ONES, {"led": "SX"}, "led: 'X' is not a suit"),
    (ONES, {"led": "♠"}, "led: '♠' is not a suit"),
    (ONES, {"led": "s"}, "led: 's' is not a suit"),
    (ONES, {"taken": four("S2 / - / - / -")}, "taken by N: S2 appears more often than the deck has it"),
    (ONES, {"taken": [["SA"], [], []]}, "taken: expected four lists of cards, one a seat, not 3"),
    (ONES, {"taken": four("SQ* / - / - / -")}, "taken by N: SQ is marked as exposed, but no exposure"),
    (ONES, {"own": four("SA / - / - / -")}, "own cards of N: SA is not among the cards taken"),
    (ONES, {"taken": four("SA / - / - / -"), "own": four("- / SA / - / -")}, "own cards of E: SA is"),
    (ONES, {"first_cards": ["S2"]}, "first_cards: expected four cards, one a seat"),
    (ONES, {"removed": ["SA"]}, "removed: 1 cards beyond the ruleset's own, expected 0"),
    (ONES, {"removed": ["S2", "SA", "SK", "SJ"]}, "removed: S2 is in play or not in the deck"),
    (ONES, {"exposed": [(0, "SA", "open")]}, "exposed: SA cannot be exposed"),
    (ONES, {"exposed": [(4, "SQ", "open")]}, "exposed: seat 4 is out of range, expected 0 to 3"),
    (ONES, {"exposed": [(0, "SQ", "dark")]}, "exposed: these rules have no exposure of kind dark"),
    (ONES, {"exposed": [(0, "SQ", "shown")]}, "kind: unknown value 'shown', expected one of"),
    (ONES, {"exposed": [(0, "SQ", "none")]}, "kind: 'none' is no exposure"),
    (ONES, {"exposed": [(0, "SQ", "open"), (1, "SQ", "open")]}, "did not expose SQ: it is in another hand"),
    ("SQ / S3 / S4 / S5", {"exposed": [(1, "SQ", "open")]}, "E did not expose SQ: it is in another hand"),
    (ONES, {"rules": "pig-sheep", "exposed": [(0, "SQ", "open")]}, "exposed: these rules have no exposure"),
    (ONES, {"exposed": [(0, "SQ")]}, "exposed: expected (seat, card, kind)"),
    (ONES, {"exposed": ["0SQopen"]}, "exposed: expected (seat, card, kind)"),
]  # fmt: skip


@pytest.mark.parametrize(("hands", "options", "what"), NO_DEALS, ids=range(len(NO_DEALS)))
def test_cards_that_make_no_deal_are_refused_with_seat_and_card(
    hands: str, options: dict[str, Any], what: str
) -> None:
    rules = ruleset(options.get("rules", "traditional"))
    with pytest.raises((gz.RulesError, TypeError)) as refusal:
        gz.Deal(four(hands), **{**options, "rules": rules})
    assert what in str(refusal.value)


WHOLE_DEAL_ERRORS: list[tuple[dict[str, Any], str]] = [
    ({"led": "S"}, "led: nothing has been led in a whole deal"),
    ({"exposed": [(2, "SQ", "open")]}, "exposed: the exposures of a whole deal are made in the game"),
    ({"first_cards": ["SA", None, None, None]}, "first card of N: SA is not in the hand"),
    ({"taken": four("S2 / - / - / -")}, "taken by N: S2 appears more often than the deck has it"),
]


@pytest.mark.parametrize(("options", "what"), WHOLE_DEAL_ERRORS)
def test_a_whole_deal_has_no_past(options: dict[str, Any], what: str) -> None:
    hands = gz.Deal.parse(WHOLE).hands
    with pytest.raises(gz.RulesError, match=what):
        gz.Deal(hands, **options)


def test_fifty_one_cards_and_fourteen_in_a_hand_are_no_deal() -> None:
    hands = [texts(hand) for hand in gz.Deal.parse(WHOLE).hands]
    with pytest.raises(gz.RulesError, match="unequal hands: N has 12 cards, E has 13"):
        gz.Deal([hands[0][1:], *hands[1:]])
    with pytest.raises(gz.RulesError, match="hands of 13 cards: these rules deal 12"):
        gz.Deal(hands, gz.Ruleset.preset("huapai", removed_drawn=1))
    with pytest.raises(gz.RulesError, match="hand of E: S2 appears more often than the deck has it"):
        gz.Deal([["S2", *hands[0]], ["S2", *hands[1]], ["S2", *hands[2]], ["S2", *hands[3]]], ruleset())


@pytest.mark.parametrize("text", ["SZ", "", "S2 S3", "\0", "猪", "S" * 10_000])
def test_an_unknown_card_is_refused_wherever_it_stands(text: str) -> None:
    hands = four(ONES)
    places: list[tuple[list[list[str]], dict[str, Any]]] = [
        ([[text], *hands[1:]], {}),
        (hands, {"taken": [[text], [], [], []]}),
        (hands, {"own": [[], [], [], [text]]}),
        (hands, {"first_cards": [text, None, None, None]}),
        (hands, {"removed": [text]}),
        (hands, {"exposed": [(0, text, "open")]}),
    ]
    for wrong, options in places:
        with pytest.raises(gz.NotationError, match="is not a card") as refusal:
            gz.Deal(wrong, **options)
        assert len(str(refusal.value)) < 300


@pytest.mark.parametrize("wrong", [None, 5, 1.5, "S2", b"S2", [[[["S2"]]]], {"SX": 1}, object(), "\ud800"])
def test_what_is_no_list_of_cards_is_refused(wrong: Any) -> None:
    hands = four(ONES)
    for hand in (wrong, [wrong, *hands[1:]], [[wrong, "S6"], *hands[1:]]):
        with pytest.raises((TypeError, gz.RulesError, gz.NotationError)):
            gz.Deal(hand)
    with pytest.raises((TypeError, gz.NotationError)):
        gz.Deal.parse(wrong)
    for option in ("taken", "own", "first_cards", "removed", "exposed", "leader", "dealer", "led"):
        if wrong is None and option not in {"led", "exposed"}:
            continue  # not stated
        options: dict[str, Any] = {option: [wrong] if option in {"removed", "exposed"} else wrong}
        with pytest.raises((TypeError, ValueError)):
            gz.Deal(hands, **options)


@pytest.mark.parametrize(
    ("arguments", "error", "what"),
    [
        ({"seed": -1}, gz.RulesError, r"seed: -1 is out of range, expected 0 to 2\*\*64 - 1"),
        ({"seed": 2**64}, gz.RulesError, r"seed: 18446744073709551616 is out of range"),
        ({"seed": 10**40}, gz.RulesError, "is out of range"),
        ({"seed": 1.5}, TypeError, "float"),
        ({"seed": "7"}, TypeError, "str"),
        ({"seed": None}, TypeError, "NoneType"),
        ({"cards": 0}, gz.RulesError, "cards: 0 is out of range, expected 1 or more"),
        ({"cards": -1}, gz.RulesError, "cards: -1 is out of range, expected 1 to 13"),
        ({"cards": 14, "rules": ruleset("huapai")}, gz.RulesError, "14 is out of range, expected 1 to 13"),
        ({"cards": 27}, gz.RulesError, "27 is out of range, expected 1 to 26"),
        ({"cards": 10**30}, TypeError, "random"),
        ({"first_dealt": 4}, gz.RulesError, "first: seat 4 is out of range, expected 0 to 3"),
        ({"first_dealt": -1}, gz.RulesError, "out of range, expected 0 to 3"),
        ({"rules": "huapai"}, TypeError, "random"),
    ],
)
def test_nothing_can_be_dealt_from_what_is_out_of_range(
    arguments: dict[str, Any], error: type[Exception], what: str
) -> None:
    with pytest.raises(error, match=what):
        gz.Deal.random(**arguments)


# Deals as values.


@given(deals(), st.integers(2, pickle.HIGHEST_PROTOCOL))
@quick
def test_deals_survive_pickling_and_copying(deal: gz.Deal, protocol: int) -> None:
    for twin in (pickle.loads(pickle.dumps(deal, protocol)), copy.copy(deal), copy.deepcopy(deal)):
        assert twin == deal
        assert hash(twin) == hash(deal)
        assert twin.rules == deal.rules
    assert deal != str(deal)


@given(deals())
@quick
def test_a_deal_prints_as_the_call_that_makes_its_hands_under_its_rules(deal: gz.Deal) -> None:
    for rules in (deal.rules, deal.rules.replace(name='it\'s "ours"')):
        printed = repr(gz.Deal(deal.hands, rules))
        made = eval(printed, {"Deal": gz.Deal, "Ruleset": gz.Ruleset})
        assert (made.hands, made.rules, made.rules.name) == (deal.hands, rules, rules.name)


def test_deals_differ_by_everything_that_is_known_of_them() -> None:
    hands = four("H2 H3 / H4 H5 / H6 H7 / H8 H9")
    taken = four("SQ / SK / DJ / CT")
    options: list[dict[str, Any]] = [
        {},
        {"leader": 0},
        {"leader": 1},
        {"dealer": 1},
        {"led": "S"},
        {"taken": taken},
        {"taken": taken, "own": four("SQ / - / - / -")},
        {"taken": taken, "exposed": [(0, "SQ", "open")]},
        {"taken": taken, "exposed": [(1, "SQ", "open")]},
        {"taken": taken, "exposed": [(0, "SQ", "first")]},
        {"first_cards": ["H2", None, None, None]},
        {"rules": ruleset("huapai")},
    ]
    assert len({gz.Deal(hands, **each) for each in options}) == len(options)


def test_the_same_ending_is_equal_in_whatever_order_its_cards_are_named() -> None:
    rules = ruleset("baidu-double")
    hands = four("H2 H2 / S3 S4 / S5 S6 / S7 S8")
    exposed = [(0, "SQ", "open"), (3, "DJ", "first"), (2, "DJ", "open")]
    piles = [
        "SQ* SQ C5 / DJ*open DJ*first / - / -",
        "SQ SQ* C5 / DJ*first DJ*open / - / -",
        "C5 SQ* SQ / DJ*first DJ*open / - / -",
    ]
    made = [
        gz.Deal(hands, rules, taken=four(pile), exposed=exposed, own=four("SQ* / DJ*first / - / -"))
        for pile in piles
    ]
    assert made[0] == made[1] == made[2]
    assert len({str(gz.Game(deal).to_string()) for deal in made}) == 1


def test_hands_read_alike_whether_or_not_a_card_in_them_is_exposed() -> None:
    deal = gz.Deal(
        four("SQ SQ / S3 S4 / S5 S6 / S7 S8"), ruleset("baidu-double"), exposed=[(0, "SQ", "open")]
    )
    assert texts(deal.hands[0]) == ["SQ", "SQ"]
    assert [tuple(map(str, exposure)) for exposure in deal.exposed] == [("0", "SQ", "open")]
    assert texts(gz.Game(deal).hands[0]) == ["SQ*", "SQ"]


# The same cards under other rules.


def test_a_deal_under_other_rules_keeps_its_cards_and_asks_anew_who_leads() -> None:
    deal = gz.Deal.parse(WHOLE, ruleset("traditional"), leader=1)
    other = deal.with_rules(ruleset("china-games"))
    assert other.hands == deal.hands
    assert other.rules == ruleset("china-games")
    assert other.leader is None
    assert deal.with_rules(ruleset("huapai")).leader == 1
    assert gz.Game(deal, ruleset("china-games")).leader == 1  # holds the ♣2


def test_a_deal_does_not_fit_rules_that_lack_its_cards_or_its_exposures() -> None:
    with pytest.raises(gz.RulesError, match="hand of E: H3 is not in the deck of these rules"):
        gz.Deal.random(1).with_rules(ruleset("wikipedia-jokers"))
    with pytest.raises(gz.RulesError, match="hand of N: S2 appears more often than the deck has it"):
        gz.Deal.random(1, ruleset("traditional-double")).with_rules(ruleset("traditional"))
    ending = gz.Deal(four("SQ / S3 / S4 / S5"), exposed=[(0, "SQ", "first")])
    with pytest.raises(gz.RulesError, match="no exposure of kind first"):
        ending.with_rules(ruleset("lianzhong"))
    with pytest.raises(TypeError):
        ending.with_rules(None)  # type: ignore[arg-type]
