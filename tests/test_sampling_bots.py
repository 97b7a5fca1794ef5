"""Bots that decide by sampled deals: they play every game by its rules, and know what their seat knows."""

from __future__ import annotations

import math
import pickle
import random
import signal
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gongzhu as gz
from endings import ending
from gongzhu import players
from gongzhu.players import Bot, play_game
from tables import RULES, SEATS, begun, brief, four, games, play, play_randomly, rules_named, ruleset

# Few deals: what is tested here does not depend on their number.
BRIEF: dict[str, dict[str, Any]] = {
    "greedy": {"samples": 3},
    "pimc": {"samples": 6},
    "ismcts": {"samples": 20},
    "champion": {"samples": 6, "seconds": 0, "nested": False},
}
every_bot = pytest.mark.parametrize("name", BRIEF)


def brief_bot(name: str, seed: int = 0, **options: Any) -> Bot:
    return players.get(name, seed, **(BRIEF[name] | options))


def dealt(seed: int, name: str) -> gz.Game:
    return gz.Game(gz.Deal.random(seed, rules_named(name)), leader=seed % 4, dealer=seed % 4)


@every_bot
@pytest.mark.parametrize("rules", RULES)
def test_every_ruleset_is_played_to_the_end(name: str, rules: str) -> None:
    for seed in range(2):
        game = dealt(seed, rules)
        play_game(game, [brief_bot(name, seed), *(players.get("random", seed + i) for i in range(3))])
        assert game.is_over


@every_bot
def test_the_same_seed_plays_the_same_game_and_another_one_another(name: str) -> None:
    played = []
    for seed in (1, 1, 2):
        game = dealt(7, "huapai")
        play_game(game, [brief_bot(name, seed + seat) for seat in SEATS])
        played.append(game)
    assert played[0] == played[1]
    assert played[0] != played[2]


@pytest.mark.parametrize("name", ["pimc", "champion"])
def test_any_number_of_threads_decides_alike(name: str) -> None:
    game = dealt(3, "traditional")
    game.begin()
    play_randomly(game, random.Random(1), 17)
    assert game.to_play is not None
    view = game.view(game.to_play)
    one, many = (brief_bot(name, 5, samples=300, threads=threads) for threads in (1, 3))
    assert one.explain(view) == many.explain(view)
    assert one.choose(view) == many.choose(view)


@every_bot
@given(games(), st.integers(0, 2**64 - 1))
@brief
def test_other_hidden_cards_change_no_decision(name: str, game: gz.Game, seed: int) -> None:
    if game.is_over:
        return
    bot = brief_bot(name, seed)
    for seat in SEATS:
        view = game.view(seat)
        other = pickle.loads(pickle.dumps(gz.Sampler(view).games(1, seed)[0].view(seat)))
        assert bot.expose(view) == bot.expose(other)
        if game.to_play == seat:
            assert bot.choose(view) == bot.choose(other)
            assert bot.explain(view) == bot.explain(other)


@every_bot
@given(games())
@brief
def test_every_legal_move_is_explained(name: str, game: gz.Game) -> None:
    if game.to_play is None:
        return
    view = game.view(game.to_play)
    estimates = brief_bot(name).explain(view)
    assert list(estimates) == view.legal_moves()
    for estimate in estimates.values():
        assert math.isfinite(estimate.mean)
        assert estimate.error >= 0


@pytest.mark.parametrize("name", ["pimc", "ismcts", "champion"])
def test_what_is_certain_is_estimated_without_error(name: str) -> None:
    game = play(begun("SA / S2 / SQ / S3", ruleset("scrofazero")), "SA", "S2", "SQ")
    [estimate] = brief_bot(name).explain(game.view(3)).values()
    assert (estimate.mean, estimate.error) == (100, 0)


@pytest.mark.parametrize("name", ["pimc", "ismcts", "champion"])
def test_the_error_is_that_of_a_mean_of_so_many_deals(name: str) -> None:
    kept = {"DK", "DJ", "DA", "D2"}
    removed = [card for card in gz.batch.columns(gz.Ruleset()) if card not in kept]
    game = begun("DK / DJ / DA / D2", gz.Ruleset.preset("scrofazero", removed=removed))
    [estimate] = brief_bot(name, samples=900).explain(game.view(0)).values()
    # The ace takes the sheep: the partner's in one deal of three.
    deviation = 200 * math.sqrt(2 / 9)
    assert estimate.error == pytest.approx(deviation / math.sqrt(900), rel=0.05)
    assert abs(estimate.mean + 100 / 3) < 4 * estimate.error


@every_bot
def test_a_trick_with_the_pig_is_ducked_and_one_with_the_sheep_taken(name: str) -> None:
    rules = ruleset("scrofazero")
    ducking = play(begun("S5 S2 / S7 D9 / SQ C2 / SK S3", rules), "S5", "S7", "SQ")
    assert str(brief_bot(name).choose(ducking.view(3))) == "S3"
    taking = play(begun("D5 S2 / D7 S9 / DJ C2 / DK D3", rules), "D5", "D7", "DJ")
    assert str(brief_bot(name).choose(taking.view(3))) == "DK"


@every_bot
def test_cards_that_no_play_tells_apart_are_estimated_as_one(name: str) -> None:
    game = begun("C7 C8 C9 D2 / H2 H3 H4 H5 / D3 D4 D5 D6 / S2 S3 S4 S5", ruleset("scrofazero"))
    estimates = {
        str(move): estimate for move, estimate in brief_bot(name, samples=50).explain(game.view(0)).items()
    }
    assert estimates["C7"] == estimates["C8"] == estimates["C9"] != estimates["D2"]


@pytest.mark.parametrize("name", ["pimc", "ismcts", "champion"])
def test_a_sheep_with_all_its_heads_is_exposed(name: str) -> None:
    rules = ruleset("traditional")
    deal = gz.Deal(
        four(
            "DA DK DQ DJ DT D9 D8 D7 D6 S2 S3 C2 C3 / "
            "SQ HA HK HQ HJ HT H9 C4 C5 C6 C7 C8 C9 / "
            "SA SK SJ ST S9 S8 S7 S6 S5 S4 D5 D4 D3 / "
            "H8 H7 H6 H5 H4 H3 H2 CA CK CQ CJ CT D2"
        ),
        rules,
    )
    game = gz.Game(deal, leader=0)
    bot = brief_bot(name, samples=1000)
    assert bot.expose(game.view(0)) == [(gz.Card("DJ"), "open")]


@every_bot
def test_nothing_is_exposed_that_may_not_be(name: str) -> None:
    for rules in RULES:
        game = dealt(5, rules)
        for seat in SEATS:
            view = game.view(seat)
            chosen = brief_bot(name).expose(view)
            assert set(chosen) <= set(view.exposable)


@pytest.mark.parametrize("name", ["pimc", "ismcts", "champion"])
def test_a_first_exposure_comes_before_others(name: str) -> None:
    game = gz.Game(gz.Deal.random(177, rules=ruleset("traditional")), leader=0)
    chosen = brief_bot(name, 1, samples=60).expose(game.view(0))
    assert len(chosen) > 1
    assert chosen[0] == (gz.Card("DJ"), "first")
    for card, kind in chosen:
        game.expose(0, card, kind=kind)


def ending_view(rules: str, rng: random.Random) -> gz.View:
    """A seat's to play, with three cards and more than one move."""
    while True:
        game = ending(rules_named(rules), rng, 3)
        assert game.to_play is not None
        if len(game.legal_moves()) > 1:
            return game.view(game.to_play)


@pytest.mark.parametrize("rules", RULES)
def test_nested_rollouts_choose_among_the_legal_moves_by_what_is_known(rules: str) -> None:
    rng = random.Random(rules)
    bot, threads = (players.get("pimc", 1, samples=16, nested=8, threads=threads) for threads in (1, 2))
    view = ending_view(rules, rng)
    other = gz.Sampler(view).games(1, 1)[0].view(view.seat)
    assert bot.choose(view) in view.legal_moves()
    estimates = bot.explain(view)
    assert list(estimates) == view.legal_moves()
    assert estimates == bot.explain(other) == threads.explain(view)


def test_a_champion_plays_for_the_match_that_it_is_told_of() -> None:
    endless, ending_soon = (gz.Ruleset.preset("scrofazero", limits=limits) for limits in ([], [-1000]))
    plain, aware = (brief_bot("champion", 1, samples=100) for _ in range(2))
    for rules in (endless, ending_soon):
        aware.match = gz.Match(rules)
        aware.match.add((-480, 0, -470, 0))
        aware.start(1)
        view = begun("S5 H2 H9 / ST H7 H3 / S6 HJ H4 / S7 H8 HQ", rules).view(0)
        assert plain.explain(view).keys() == aware.explain(view).keys()
        assert (plain.explain(view) == aware.explain(view)) == (rules is endless)


@pytest.mark.parametrize("name", ["pimc", "champion"])
@pytest.mark.parametrize("rules", RULES)
def test_everything_or_nothing_is_exposed_if_that_is_asked_for(name: str, rules: str) -> None:
    exposed = []
    for exposing in ("never", "always"):
        game = dealt(8, rules)
        forced = len(game.exposures)
        play_game(game, [brief_bot(name, seat, samples=1, exposing=exposing) for seat in SEATS])
        exposed.append(len(game.exposures) - forced)
    never, always = exposed
    assert never == 0
    assert always > 0 or not any(dealt(8, rules).view(seat).exposable for seat in SEATS)


# Bad input.


@every_bot
def test_a_seat_whose_turn_it_is_not_is_refused(name: str) -> None:
    game = begun("S2 S3 / H2 H3 / D2 D3 / C2 C3")
    for ask in (brief_bot(name).choose, brief_bot(name).explain):
        with pytest.raises(gz.IllegalMove, match="not the turn of seat 1"):
            ask(game.view(1))


@pytest.mark.parametrize("name", ["pimc", "ismcts", "champion"])
def test_an_unknown_policy_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(gz.BotError, match=rf"bot {name}, .*'reckless' is unknown; there are random, careful"):
        players.get(name, policy="reckless")


def test_an_unknown_way_of_exposing_is_refused() -> None:
    with pytest.raises(gz.BotError, match="option exposing: expected searched, never or always, not 'bold'"):
        players.get("pimc", exposing="bold")


def test_a_champion_without_any_limit_is_refused() -> None:
    with pytest.raises(gz.BotError, match="cannot both be 0"):
        players.get("champion", seconds=0)


@pytest.mark.parametrize("text", ["pimc:racing=no", "ismcts"])
def test_a_long_decision_hears_ctrl_c(text: str) -> None:
    game = dealt(1, "traditional")
    game.begin()
    assert game.to_play is not None
    view = game.view(game.to_play)
    bot = players.get(text, samples=10_000_000)
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        bot.explain(view)
    timer.join()


def test_a_decision_by_the_clock_is_a_legal_move() -> None:
    game = dealt(2, "traditional-double")
    game.begin()
    assert game.to_play is not None
    for name in ("pimc", "ismcts", "champion"):
        bot = players.get(name, seconds=0.001, samples=1_000_000)
        assert bot.choose(game.view(game.to_play)) in game.legal_moves()
