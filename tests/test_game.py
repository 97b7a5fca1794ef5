"""The course of a deal, its partners, and games as values."""

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
    ONES,
    RULES,
    SEATS,
    begun,
    brief,
    claim_randomly,
    expose_randomly,
    four,
    games,
    over,
    play,
    play_randomly,
    quick,
    random_game,
    rules_named,
    ruleset,
    seeds,
)

every_rules = pytest.mark.parametrize("name", RULES)


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
    started = called_game(None)
    started.begin()
    with pytest.raises(gz.IllegalMove, match="call: play has begun"):
        started.call("HA")
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
    game = gz.Game(gz.Deal(four(ONES), leader=0))
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


@given(games())
@quick
def test_a_game_prints_as_the_line_it_is_made_of(game: gz.Game) -> None:
    assert repr(game) == f"Game.from_string('{game.to_string()}')"
