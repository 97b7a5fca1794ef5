"""Games in many threads at once: nothing is shared but what cannot change."""

from __future__ import annotations

import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

import gongzhu as gz
from tables import (
    RULES,
    SEATS,
    claim_randomly,
    expose_randomly,
    play_randomly,
    random_game,
    rules_named,
    ruleset,
)

THREADS = 8


def story(name: str, seed: int) -> str:
    """Everything that a game says while it is played."""
    rng = random.Random(seed)
    game = gz.Game(gz.Deal.random(seed, rules_named(name)))
    expose_randomly(game, rng)
    game.begin()
    said = []
    while not game.is_over:
        said.append(str([game.legal_moves(), [hash(game.view(seat)) for seat in SEATS]]))
        play_randomly(game, rng, 1)
        if rng.random() < 0.1 and not game.is_over:
            claim_randomly(game, rng)
            game.undo()
    return "\n".join([*said, game.to_string(), str(game.points())])


@pytest.mark.parametrize("name", ["huapai", "china-games-double", "concealed-double", "wikipedia-called"])
def test_games_played_in_many_threads_are_those_played_in_one(name: str) -> None:
    seeds = range(3 * THREADS)
    together = Barrier(THREADS)

    def play_three(first: int) -> list[str]:
        together.wait()
        return [story(name, seed) for seed in range(first, first + 3)]

    with ThreadPoolExecutor(THREADS) as pool:
        played = [line for lines in pool.map(play_three, seeds[::3]) for line in lines]
    assert played == [story(name, seed) for seed in seeds]


def test_threads_share_rulesets_deals_views_and_finished_games() -> None:
    games = [random_game(name, random.Random(1)) for name in RULES]
    shared = [(game.rules, game.deal, [game.view(seat) for seat in SEATS], game) for game in games]
    together = Barrier(THREADS)

    def read(thread: int) -> dict[str, object]:
        together.wait()
        told: dict[str, object] = {}
        for rules, deal, views, game in shared[thread:] + shared[:thread]:
            own = game.copy()
            if own.phase == "exposing":
                own.begin()
            play_randomly(own, random.Random(1))
            told[game.to_string()] = (
                (repr(rules), hash(rules), deal.hands, hash(deal), pickle.dumps(deal)),
                [(view.hand, view.tricks, hash(view), pickle.dumps(view)) for view in views],
                (own.to_string(), own.points(), own == game, hash(game)),
            )
        return told

    with ThreadPoolExecutor(THREADS) as pool:
        first, *others = pool.map(read, range(THREADS))
    assert all(other == first for other in others)


def test_copies_of_one_game_are_played_on_in_many_threads() -> None:
    game = gz.Game(gz.Deal.random(3, ruleset("traditional-double")))
    game.begin()
    play_randomly(game, random.Random(3), 20)
    line = game.to_string()

    def go_on(seed: int) -> str:
        own = game.copy()
        play_randomly(own, random.Random(seed))
        return own.to_string()

    with ThreadPoolExecutor(THREADS) as pool:
        ended = list(pool.map(go_on, range(64)))
    assert ended == [go_on(seed) for seed in range(64)]
    assert game.to_string() == line


def test_errors_in_one_thread_do_not_disturb_another() -> None:
    game = gz.Game(gz.Deal.random(3, ruleset("huapai")))
    game.begin()
    wrong = str(game.hands[(game.leader + 1) % 4][0])

    def try_it(thread: int) -> str:
        if thread % 2:
            return story("huapai", thread)
        with pytest.raises(gz.IllegalMove, match="does not hold") as refusal:
            game.copy().play(wrong)
        return str(refusal.value)

    with ThreadPoolExecutor(THREADS) as pool:
        told = list(pool.map(try_it, range(64)))
    assert set(told[::2]) == {told[0]}
    assert told[1::2] == [story("huapai", thread) for thread in range(1, 64, 2)]


def test_one_thread_plays_while_others_solve() -> None:
    deals = [gz.Deal.random(seed, ruleset("huapai"), cards=9) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        solving = [pool.submit(gz.solve, deal, hash_mb=8) for deal in deals]
        played: list[str] = []
        while not all(future.done() for future in solving):
            played.append(story("huapai", len(played)))
        solutions = [future.result() for future in solving]
    assert [(each.value, each.moves) for each in solutions] == [
        (each.value, each.moves) for each in (gz.solve(deal, hash_mb=8) for deal in deals)
    ]
    assert played == [story("huapai", seed) for seed in range(len(played))]
