"""Cards and moves as texts: what they say, how they compare, and what is no card."""

from __future__ import annotations

import copy
import pickle
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gongzhu as gz
from tables import quick

NAMES = [suit + rank for suit, rank in product("SHDC", "23456789TJQKA")] + ["HSJ", "HBJ"]
MARKS = ["", "*", "*open", "*first", "*concealed", "*dark", "*bright"]
TEXTS = [name + mark for mark in MARKS for name in NAMES]

NO_CARDS = [
    "", " ", "S", "Q", "QS", "SQQ", "SQ ", " SQ", "sq", "Sq", "S1", "S10", "XQ", "SSJ", "SBJ", "DBJ", "HS",
    "HB", "HJS", "SQ**", "SQ*shown", "SQ* open", "SQ*none", "*", "*open", "♠Q", "猪", "SQ\0", "\0", "S\nQ",
    "SQ*" + "open" * 100_000, "S" * 1_000_000,
]  # fmt: skip
NOT_TEXTS = [None, 5, 1.5, ["SQ"], {"S": "Q"}, object()]

cards = st.sampled_from(TEXTS)
plays = st.one_of(cards, st.tuples(cards, cards).map(" ".join))


@pytest.mark.parametrize("text", TEXTS)
def test_a_card_is_its_text(text: str) -> None:
    card = gz.Card(text)
    assert str(card) == text
    assert repr(card) == f"Card('{text}')"
    assert card.suit + card.rank + card.mark == text
    assert card.suit in "SHDC"


def test_cards_are_equal_only_to_cards_of_the_same_text() -> None:
    same = [(a, b) for a, b in product(TEXTS[:140], repeat=2) if gz.Card(a) == gz.Card(b)]
    assert same == [(text, text) for text in TEXTS[:140]]
    assert gz.Card("SQ") != "SQ"
    assert gz.Card("SQ") != gz.Move("SQ")
    assert len({gz.Card(text) for text in TEXTS * 2}) == len(TEXTS)


def test_cards_are_ordered_by_suit_then_by_rank_with_the_jokers_above_the_ace() -> None:
    ordered = sorted(map(gz.Card, NAMES))
    assert "".join(dict.fromkeys(card.suit for card in ordered)) == "SHDC"
    assert [card.rank for card in ordered if card.suit == "S"] == list("23456789TJQKA")
    assert [str(card) for card in ordered if card.suit == "H"][-3:] == ["HA", "HSJ", "HBJ"]
    assert gz.Card("SQ") < gz.Card("SQ*") < gz.Card("SK") <= gz.Card("SK")
    assert gz.Card("H2") > gz.Card("SA") >= gz.Card("SA")


@pytest.mark.parametrize("text", NO_CARDS, ids=range(len(NO_CARDS)))
def test_a_text_that_names_no_card_is_refused_with_what_it_is_and_what_is_expected(text: str) -> None:
    for read in (gz.Card, gz.Move):
        with pytest.raises(
            gz.NotationError, match=r"' is not a card: expected a suit S H D C and a rank"
        ) as refusal:
            read(text)
        assert len(str(refusal.value)) < 300
        assert (refusal.value.line, refusal.value.column) == (1, 1)


def test_a_message_shows_the_text_that_is_wrong_even_where_it_cannot_be_printed() -> None:
    for text, shown in [("SZ", "'SZ'"), ("♠Q", "'♠Q'"), ("S\0Q", r"'S\x00Q'"), ("S\n", r"'S\x0a'")]:
        with pytest.raises(gz.NotationError) as refusal:
            gz.Card(text)
        assert str(refusal.value).startswith(f"{shown} is not a card")


@pytest.mark.parametrize("value", [*NOT_TEXTS, "\ud800", gz.Move("SQ SQ")])
def test_only_a_text_makes_a_card_or_a_move(value: object) -> None:
    for make in (gz.Card, gz.Move):
        with pytest.raises(TypeError):
            make(value)  # type: ignore[arg-type]


@given(plays)
@quick
def test_a_move_is_one_card_or_two_in_either_order(text: str) -> None:
    move = gz.Move(text)
    names = text.split()
    assert [str(card) for card in move.cards] == names
    assert str(move) == text
    assert repr(move) == f"Move('{text}')"
    turned = gz.Move(" ".join(reversed(names)))
    assert turned == move
    assert hash(turned) == hash(move)
    assert gz.Move("+".join(names)) == move


def test_moves_are_equal_only_where_their_cards_are() -> None:
    assert gz.Move("S5") != gz.Move("S5 S5")
    assert gz.Move("S5 HK") != gz.Move("S5 HQ")
    assert gz.Move("SQ SQ*") != gz.Move("SQ SQ")
    assert gz.Move("S5") != "S5"
    assert len({gz.Move("S5 HK"), gz.Move("HK S5"), gz.Move("S5"), gz.Move("HK")}) == 3


@pytest.mark.parametrize("text", ["SQ SQ SQ", "SQ  SQ", "SQ ", " SQ", "SQ,SQ", "SQSQ", "SQ + SQ", "+"])
def test_a_move_has_at_most_two_cards_with_one_space_between(text: str) -> None:
    with pytest.raises(gz.NotationError, match="is not a card"):
        gz.Move(text)


@given(plays, st.integers(2, pickle.HIGHEST_PROTOCOL))
@quick
def test_cards_and_moves_survive_pickling_and_copying(text: str, protocol: int) -> None:
    for value in (gz.Move(text), *gz.Move(text).cards):
        for twin in (pickle.loads(pickle.dumps(value, protocol)), copy.copy(value), copy.deepcopy(value)):
            assert twin == value
            assert hash(twin) == hash(value)
            assert str(twin) == str(value)


@given(st.text())
@quick
def test_any_text_is_a_card_or_refused_as_notation(text: str) -> None:
    for read in (gz.Card, gz.Move):
        try:
            assert str(read(text)) == text.replace("+", " ")
        except gz.NotationError:
            continue
