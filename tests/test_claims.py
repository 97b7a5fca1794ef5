"""Claims, and the choice between pig and sheep at the end."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given

import gongzhu as gz
from tables import (
    ONES,
    RULES,
    SEATS,
    begun,
    brief,
    claim_randomly,
    expose_randomly,
    four,
    legal,
    over,
    play,
    play_randomly,
    rules_named,
    ruleset,
    scoring_in_play,
    seeds,
    texts,
)

every_rules = pytest.mark.parametrize("name", RULES)


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
    assert game.claimed is not None
    assert game.claimed[0] == 0
    assert [texts(cards) for cards in game.claimed[1]] == four("SQ H2 / HA H4 / - / DJ CT")


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
    assert legal(game) == {"DJ", "D2", "H4"}


def test_of_two_claimed_copies_that_look_alike_each_counts_as_his_own_who_was_dealt_it() -> None:
    rules = ruleset("baidu-double")  # self-capture doubles
    hands = "SQ S3 / SQ S5 / S6 S7 / S8 S9"
    one, other = (play(begun(hands, rules), "S3") for _ in range(2))
    one.claim(0, {0: ["SQ"], 1: ["SQ"]})
    other.claim(0, {1: ["SQ"], 0: ["SQ"]})
    assert one == other
    assert one.points() == other.points() == (-200, -200, 0, 0)
    other = play(begun(hands, rules), "S3")
    other.claim(0, {2: ["SQ"], 1: ["SQ"]})
    assert other.points() == (0, -200, -100, 0)
    exposed = play(begun(hands, rules, exposures=[(0, "SQ", "open")]), "S3")
    exposed.claim(0, {0: ["SQ"], 1: ["SQ*"]})
    assert exposed.points() == (-200, -200, 0, 0)  # each has the other's copy; both count double (by rank)


# Pig and sheep change colours (000-BD 猪羊变色).

ALL_HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA"


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
    game = begun(ONES, gz.Ruleset(colour_change="choice"))
    with pytest.raises(gz.IllegalMove, match="swap_colours: play has begun and is not over"):
        game.swap_colours(True)


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
