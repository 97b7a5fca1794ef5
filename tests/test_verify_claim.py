"""Whether a claim holds: against every play there is through `gz.Game`, lines, limits, what is refused."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import gongzhu as gz
from endings import HOUSE_RULES, begun_deal, ending, house_rules, short_deck
from tables import SEATS, begun, play, scoring_in_play

Takers = dict[str, tuple[int, ...]]
"""Who is still to take the copies of each card."""


def takers_of(takes: dict[int, list[gz.Card]]) -> Takers:
    takers: Takers = {}
    for seat in SEATS:
        for card in takes.get(seat, ()):
            takers[str(card)] = (*takers.get(str(card), ()), seat)
    return takers


def after_trick(game: gz.Game, takers: Takers) -> Takers | None:
    """Who is to take what is left once the last trick is finished; None where that goes against the claim."""
    trick = game.tricks[-1]
    left = dict(takers)
    for card in (str(card) for move in trick.moves for card in move.cards):
        if card not in left:
            continue
        if trick.winner not in left[card]:
            return None
        place = left[card].index(trick.winner)
        left[card] = left[card][:place] + left[card][place + 1 :]
    return left


def plain(
    game: gz.Game, claimer: int, takers: Takers, memo: dict[object, bool], led: frozenset[str] = frozenset()
) -> bool:
    seat = game.to_play
    if seat is None:
        return True
    key = None
    if not game.current_trick:
        key = (seat, game.hands, led, tuple(sorted(takers.items())))
        if key in memo:
            return memo[key]
    answers = []
    for move in game.legal_moves():
        leads = {move.cards[0].suit} if key is not None else ()
        game.play(move)
        left = takers if game.current_trick else after_trick(game, takers)
        answers.append(left is not None and plain(game, claimer, left, memo, led.union(leads)))
        game.undo()
        if answers[-1] == (seat == claimer):
            break
    holds = any(answers) if seat == claimer else all(answers)
    if key is not None:
        memo[key] = holds
    return holds


def likely_claim(game: gz.Game, rng: random.Random) -> tuple[int, dict[int, list[gz.Card]]]:
    """A claim of what random play happens to bring, by the seat that holds the most, or by any."""
    ahead = game.copy()
    while not ahead.is_over:
        ahead.play(rng.choice(ahead.legal_moves()))
    in_play = set(scoring_in_play(game))
    later = {seat: Counter(ahead.taken(seat)) - Counter(game.taken(seat)) for seat in SEATS}
    takes = {seat: [card for card in later[seat].elements() if card in in_play] for seat in SEATS}
    best = max(SEATS, key=lambda seat: len(takes[seat]))
    return rng.choice([best, best, rng.choice(SEATS)]), takes


def check_against_every_play(game: gz.Game, rng: random.Random, claim_all: bool) -> bool:
    seat, takes = likely_claim(game, rng)
    if claim_all:
        takes = {seat: scoring_in_play(game)}
    takers = takers_of(takes)
    before = game.to_string()
    check = gz.verify_claim(game, seat, "all" if claim_all else takes)
    assert game.to_string() == before
    assert check.holds == plain(game, seat, takers, {}), (before, seat, takers)
    if check.holds:
        assert check.refutation == ()
    else:
        check_refutation(game, seat, takers, check.refutation)
    return bool(check.holds)


def check_refutation(game: gz.Game, seat: int, takers: Takers, line: tuple[gz.Move, ...]) -> None:
    """It contradicts the claim with its last card, and up to there the others never let the claimer off."""
    game = game.copy()
    left: Takers | None = takers
    for number, move in enumerate(line):
        others = game.to_play != seat
        game.play(move)
        assert left is not None
        if not game.current_trick:
            left = after_trick(game, left)
        if others and number < len(line) - 1:
            assert left is not None
            assert not plain(game.copy(), seat, left, {})
    assert not game.current_trick
    assert left is None


@pytest.mark.parametrize("preset", gz.presets())
def test_a_claim_holds_exactly_if_no_play_breaks_it(preset: str) -> None:
    rng = random.Random(preset)
    held = 0
    for number in range(24):
        game = ending(gz.Ruleset.preset(preset), rng, 2 + number % 2, on_table=number % 4)
        if not game.history:
            game.play(rng.choice(game.legal_moves()))
        held += check_against_every_play(game, rng, claim_all=number % 3 == 0)
    assert 0 < held < 24


@pytest.mark.parametrize("house_rule", HOUSE_RULES)
def test_a_claim_is_checked_by_the_rules_of_the_house(house_rule: str) -> None:
    rng = random.Random(house_rule)
    for number in range(12):
        game = begun_deal(short_deck(house_rules(house_rule)), rng)
        for _ in range(rng.randrange(1, 8)):
            game.play(rng.choice(game.legal_moves()))
        check_against_every_play(game, rng, claim_all=number % 3 == 0)


def after_a_trick(hands: str) -> gz.Game:
    """The first card of each hand has been played."""
    game = begun(hands)
    for hand in hands.split("/"):
        game.play(hand.split()[0])
    return game


HELD = [
    # Top cards, and a low one once nobody else has the suit any more.
    ("S5 HA HK H4 / S2 H5 H6 D2 / S3 H7 H8 D4 / S4 H9 CT C2", 0, "all", True),
    # West keeps three hearts.
    ("S5 HA HK H4 / S2 H5 H6 D2 / S3 H7 H8 D4 / S4 H9 HT HQ", 0, "all", False),
    # Everybody has one heart, so south takes them whenever they are led; not so if east has none.
    ("S2 H3 D2 / S3 H4 D3 / S5 HA D4 / S4 H5 D5", 2, {2: ["HA", "H3", "H4", "H5"]}, True),
    ("S5 H3 D2 / S3 H4 D3 / S2 HA D4 / S4 H5 D5", 2, {2: ["HA", "H3", "H4", "H5"]}, True),
    ("S5 H3 D2 / S3 H4 C3 / S2 HA D4 / S4 H5 D5", 2, {2: ["HA", "H3", "H4", "H5"]}, False),
    # East may refuse to play his ace.
    ("S9 DK D2 / S3 SA C3 / S2 D3 DA / S4 SQ C4", 2, {1: ["SQ"]}, False),
]


@pytest.mark.parametrize(("hands", "seat", "claim", "holds"), HELD)
def test_a_claim_holds_or_not(hands: str, seat: int, claim: Any, holds: bool) -> None:
    assert gz.verify_claim(after_a_trick(hands), seat, claim).holds is holds


def test_a_refutation_ends_with_the_trick_that_contradicts_the_claim() -> None:
    game = after_a_trick("S5 HA HK H4 / S2 H5 H6 D2 / S3 H7 H8 D4 / S4 H9 HT HQ")
    check = gz.verify_claim(game, 0, "all")
    assert " ".join(map(str, check.refutation)) == "HK H5 H7 H9 HA H6 H8 HT H4 D2 D4 HQ"


def test_a_trick_on_the_table_can_contradict_the_claim_already() -> None:
    game = play(begun("HQ S3 / HA S5 / S6 H7 / S8 S9"), "HQ", "HA")
    check = gz.verify_claim(game, 0, "all")
    assert (check.holds, check.refutation, check.nodes) == (False, (gz.Move("H7"), gz.Move("S8")), 0)


def test_with_nothing_left_to_claim_every_claim_holds() -> None:
    game = play(begun("S2 S3 / S4 S5 / S6 S7 / S8 S9"), "S2")
    check = gz.verify_claim(game, 3, {})
    assert (check.holds, check.refutation) == (True, ())


def test_a_claim_of_the_rest_of_a_whole_deal_by_top_cards_takes_no_search() -> None:
    suits = ("".join(f" {suit}{rank}" for rank in "AKQJT98765432") for suit in "SHDC")
    game = play(begun(" / ".join(suits)), "SA", "H2", "D2", "C2")
    check = gz.verify_claim(game, 0, "all")
    assert check.holds
    assert check.nodes == 0


@pytest.mark.parametrize("limits", [{"nodes": 0}, {"nodes": 20}, {"time_limit": 0}])
def test_a_limit_leaves_the_question_open(limits: dict[str, int]) -> None:
    game = gz.Game(gz.Deal.random(seed=2))
    game.begin()
    game.play(game.legal_moves()[0])
    takes = {0: scoring_in_play(game)[:8], 2: scoring_in_play(game)[8:]}
    check = gz.verify_claim(game, 0, takes, **limits)
    assert check.holds is None
    assert check.refutation == ()


def test_a_claim_that_cannot_be_made_is_refused_as_the_game_does() -> None:
    game = play(begun("SQ H2 S3 / S4 HA S5 / DJ D2 H4 / CT C2 S9", leader=1), "S4")
    with pytest.raises(gz.IllegalMove, match="it does not say who takes"):
        gz.verify_claim(game, 0, {0: ["SQ", "H2"]})
    with pytest.raises(gz.IllegalMove, match="takes must be 'all' or a dict of seats and cards, not 'none'"):
        gz.verify_claim(game, 0, "none")  # type: ignore[arg-type]
    with pytest.raises(gz.IllegalMove, match="seat 4 is out of range"):
        gz.verify_claim(game, 4, "all")
    with pytest.raises(gz.NotationError, match="'SZ' is not a card"):
        gz.verify_claim(game, 0, {0: ["SZ"]})
    with pytest.raises(gz.IllegalMove, match="only after the first lead"):
        gz.verify_claim(begun("SQ / S4 / DJ / CT"), 0, "all")
    with pytest.raises(gz.RulesError, match="verify_claim: nodes -1 is out of range"):
        gz.verify_claim(game, 0, "all", nodes=-1)
    with pytest.raises(gz.RulesError, match="verify_claim: time_limit -1 is out of range"):
        gz.verify_claim(game, 0, "all", time_limit=-1)
