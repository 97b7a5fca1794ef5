"""Batches of deals, playouts and scores against the objects that handle one deal at a time."""

from __future__ import annotations

import itertools
import random
import re
import signal
import threading
from typing import TYPE_CHECKING

import numpy as np
import pytest

import gongzhu as gz
from gongzhu import batch

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

NOBODY = 255
PRESETS = gz.presets()
VARIED = ("wikipedia-jokers", "china-games-double", "huapai")  # every kind of columns, self-capture

every_preset = pytest.mark.parametrize("preset", PRESETS)


def random_exposures(rules: gz.Ruleset, rows: int, seed: int) -> NDArray[np.uint8]:
    """About every other card exposed, in one of the kinds that the rules have."""
    rng = np.random.default_rng(seed)
    codes = [0, 0, *(batch.KINDS.index(kind) for kind in rules.kinds)]
    if rules.forced == "forbidden":
        codes = [0]
    return rng.choice(np.array(codes, np.uint8), (rows, 4 * rules.decks))


def exposable(rules: gz.Ruleset) -> list[str]:
    """The cards of the columns of exposures."""
    return ["SQ", "DJ", "CT", rules.heart_leader] * rules.decks


def hands_as_texts(
    rules: gz.Ruleset, owners: NDArray[np.uint8], exposed: NDArray[np.uint8]
) -> list[list[str]]:
    """What each seat has in a row; with two decks an exposed copy is written with its kind."""
    names = batch.columns(rules)
    texts = names.copy()
    for column, (card, code) in enumerate(zip(exposable(rules), exposed.tolist(), strict=True)):
        if rules.decks == 2 and code:
            texts[52 * (column // 4) + names.index(card)] += f"*{batch.KINDS[code]}"
    return [[text for text, owner in zip(texts, owners, strict=True) if owner == seat] for seat in range(4)]


def exposures_as_texts(
    rules: gz.Ruleset, dealt: NDArray[np.uint8], exposed: NDArray[np.uint8]
) -> list[tuple[int, str, str]]:
    """The exposures of a row, each by the seat that was dealt the card."""
    names = batch.columns(rules)
    triples = []
    for column, (card, code) in enumerate(zip(exposable(rules), exposed.tolist(), strict=True)):
        if code:
            seat = int(dealt[52 * (column // 4) + names.index(card)])
            triples.append((seat, card, batch.KINDS[code]))
    return triples


# Dealing.


@every_preset
def test_a_row_deals_every_card_of_the_deck_and_as_many_to_each_seat(preset: str) -> None:
    rules = gz.Ruleset.preset(preset)
    hands = batch.deal(500, rules, seed=1)
    assert hands.shape == (500, 52 * rules.decks)
    assert hands.dtype == np.uint8
    for seat in range(4):
        assert np.all((hands == seat).sum(axis=1) == rules.hand_size)


def test_removed_cards_are_nobodys_and_drawn_ones_are_other_cards_in_each_deal() -> None:
    rules = gz.Ruleset.preset("traditional-double", removed=["S2", "S2", "H5", "D9"])
    names = np.array(batch.columns(rules))
    out = batch.deal(100, rules, seed=2) == NOBODY
    assert sorted(names[out[0]]) == ["D9", "H5", "S2", "S2"]
    assert np.all(out == out[0])

    rules = gz.Ruleset.preset("traditional", removed_drawn=2)
    names = np.array(batch.columns(rules))
    out = batch.deal(100, rules, seed=2) == NOBODY
    assert np.all(out.sum(axis=1) == 8)
    assert set(names[out.any(axis=0)]) == {
        "SJ", "SK", "SA", "HJ", "HQ", "HK", "HA", "DQ", "DK", "DA", "CJ", "CQ", "CK", "CA",
    }  # fmt: skip


def test_every_seat_is_as_likely_to_hold_a_card_and_any_two_cards_to_be_together() -> None:
    deals = 50_000
    for rules in (gz.Ruleset.preset("classic"), gz.Ruleset.preset("baidu-double")):
        hands = batch.deal(deals, rules, seed=3)
        deviation = np.sqrt(deals * 3 / 16)
        for seat in range(4):
            assert np.all(np.abs((hands == seat).sum(axis=0) - deals / 4) < 5 * deviation)
        cards = hands.shape[1]
        together = (hands[:, 1:] == hands[:, :1]).sum(axis=0)
        expected = deals * (cards / 4 - 1) / (cards - 1)
        assert np.all(np.abs(together - expected) < 5 * deviation)


@every_preset
def test_threads_change_no_row_and_a_longer_batch_begins_with_a_shorter_one(preset: str) -> None:
    rules = gz.Ruleset.preset(preset)
    hands = batch.deal(1500, rules, seed=4)
    points = batch.playouts(1500, rules, seed=4)
    for threads in (0, 2, 3):
        np.testing.assert_array_equal(hands, batch.deal(1500, rules, 4, threads))
        np.testing.assert_array_equal(points, batch.playouts(1500, rules, 4, threads))
    np.testing.assert_array_equal(hands[:700], batch.deal(700, rules, seed=4))
    np.testing.assert_array_equal(points[:700], batch.playouts(700, rules, seed=4))
    assert not np.array_equal(hands, batch.deal(1500, rules, seed=5))
    assert not np.array_equal(points, batch.playouts(1500, rules, seed=5))


# Playing at random.


def expose_at_random(game: gz.Game, rng: random.Random) -> None:
    """Make the choices that `playouts` describes."""
    rules = game.rules
    chosen: list[tuple[int, gz.Card, str]] = []
    dealer = game.dealer if rules.exposure_order == "from_dealer" else 0
    for step, card in itertools.product(range(4), map(gz.Card, exposable(rules)[:4])):
        seat = (dealer + step) % 4
        first = game.deal.first_cards[seat]
        for held in range(game.hands[seat].count(card)):
            kinds = [kind for kind in rules.kinds if kind != "first" or (held == 0 and card == first)]
            kind = rng.choice(["none", *kinds])
            if kind != "none":
                chosen.append((seat, card, kind))
    for seat, card, kind in sorted(chosen, key=lambda choice: choice[2] != "first"):
        if (card, kind) in game.exposable(seat):
            game.expose(seat, card, kind)


def points_of_random_games(rules: gz.Ruleset, games: int) -> NDArray[np.int64]:
    """The points of games that are played with the engine's game object."""
    rng = random.Random(6)
    points = []
    for seed in range(games):
        game = gz.Game(gz.Deal.random(seed, rules))
        expose_at_random(game, rng)
        game.begin()
        while not game.is_over:
            game.play(rng.choice(game.legal_moves()))
        points.append(game.points())
    return np.array(points)


@pytest.mark.parametrize(
    "preset",
    ["huapai", "lianzhong", "china-games-all", "wikipedia-jokers", "scrofazero", "traditional-double",
     "china-games-double"],
)  # fmt: skip
def test_playouts_are_distributed_like_random_games(preset: str) -> None:
    rules = gz.Ruleset.preset(preset)
    games = points_of_random_games(rules, 1500 if rules.decks == 1 else 500)
    playouts = batch.playouts(50_000, rules, seed=7).astype(np.int64)
    for measure in (lambda p: p, np.abs, lambda p: p > 0, lambda p: p == 0):
        ours, theirs = measure(playouts).astype(float), measure(games).astype(float)
        error = np.sqrt(ours.var(axis=0) / len(ours) + theirs.var(axis=0) / len(theirs))
        assert np.all(np.abs(ours.mean(axis=0) - theirs.mean(axis=0)) < 5 * error)


def test_only_exposures_bring_more_than_a_slam_or_less_than_pig_and_hearts_doubled() -> None:
    rules = gz.Ruleset.preset("classic")
    plain = batch.playouts(20_000, rules, seed=8, expose=False)
    assert plain.min() >= -600
    assert plain.max() <= 800
    assert np.all(plain % 10 == 0)
    assert batch.playouts(20_000, rules, seed=8).min() < -600


def test_what_the_rules_force_is_exposed_without_being_asked_for() -> None:
    rules = gz.Ruleset.preset("china-games-all")
    forced = batch.playouts(5_000, rules, seed=9, expose=False)
    assert forced.min() < -800
    np.testing.assert_array_equal(forced[:, 0] % 40, 0)  # hearts, pig and sheep count fourfold


# Scoring.


@every_preset
def test_rows_score_like_the_same_cards_as_texts(preset: str) -> None:
    rules, rows = gz.Ruleset.preset(preset), 60
    taken, dealt = batch.deal(rows, rules, seed=10), batch.deal(rows, rules, seed=11)
    dealt[::2] = np.where(np.random.default_rng(12).random(dealt[::2].shape) < 0.5, taken[::2], dealt[::2])
    taken[:10] %= 2  # two takers, so that all hearts are frequent
    taken[10:20, np.char.startswith(np.array(batch.columns(rules)), "H")] = 3
    taken[20:30] = 1
    if rules.decks == 2:
        dealt[:, 52:] = dealt[:, :52]  # as texts, either copy of a card that was dealt is one's own
    exposed = random_exposures(rules, rows, seed=13)
    points = batch.score(taken, rules, exposed, dealt)
    assert points.shape == (rows, 4)
    assert points.dtype == np.int32
    for row in range(rows):
        texts = hands_as_texts(rules, taken[row], exposed[row])
        own = hands_as_texts(rules, dealt[row], exposed[row])
        exposures = exposures_as_texts(rules, dealt[row], exposed[row])
        assert tuple(points[row]) == gz.score(texts, rules, exposures, own)


def test_cards_drawn_out_of_a_deal_do_not_stand_in_the_way_of_all_hearts() -> None:
    rules = gz.Ruleset.preset("classic", removed_drawn=1)
    names = np.array(batch.columns(rules))
    hands = batch.deal(50, rules, seed=14)
    taken = np.where(hands == NOBODY, np.uint8(NOBODY), np.uint8(2))
    out = hands == NOBODY
    points = batch.score(taken, rules, removed=out)
    for row in range(50):
        texts: list[list[str]] = [[], [], list(names[~out[row]]), []]
        assert tuple(points[row]) == gz.score(texts, rules, removed=list(names[out[row]]))
    assert np.all(points[:, 2] > 0)
    assert np.all(batch.score(taken, rules)[:, 2] < 0)


def test_points_add_up_where_nobody_takes_the_transformer_or_all_hearts() -> None:
    rules = gz.Ruleset.preset("classic")
    hands = batch.deal(5_000, rules, seed=15)
    hands[:, batch.columns(rules).index("CT")] = NOBODY
    np.testing.assert_array_equal(batch.score(hands, rules).sum(axis=1), -200)


@pytest.mark.parametrize("preset", VARIED)
def test_strided_read_only_and_empty_arrays_score_like_plain_ones(preset: str) -> None:
    rules = gz.Ruleset.preset(preset)
    taken, dealt = batch.deal(9, rules, seed=16), batch.deal(9, rules, seed=17)
    exposed = random_exposures(rules, 9, seed=18)
    points = batch.score(taken, rules, exposed, dealt)
    strided = np.asfortranarray(taken)
    strided.flags.writeable = False
    np.testing.assert_array_equal(points, batch.score(strided, rules, exposed, dealt))
    np.testing.assert_array_equal(points[::2], batch.score(taken[::2], rules, exposed[::2], dealt[::2]))
    assert batch.score(taken[:0], rules).shape == (0, 4)
    assert batch.deal(0, rules).shape == (0, 52 * rules.decks)
    assert batch.playouts(0, rules, threads=2).shape == (0, 4)


# What is refused.

RULES = gz.Ruleset.preset("classic")
GOOD = np.zeros((3, 52), np.uint8)


def changed(value: int, row: int = 1, column: int = 30, width: int = 52) -> NDArray[np.uint8]:
    array = np.zeros((3, width), np.uint8)
    array[row, column % width] = value
    return array


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: batch.deal(-1, RULES), "n: -1 given, 0 to 2**31 - 1 is right"),
        (lambda: batch.playouts(1, RULES, threads=-1), "threads: -1 given, 0 to 2**31 - 1 is right"),
        (lambda: batch.deal(1, RULES, seed=-1), "seed: -1 given, 0 to 2**64 - 1 is right"),
        (lambda: batch.playouts(1, RULES, seed=2**64), f"seed: {2**64} given, 0 to 2**64 - 1 is right"),
        (lambda: batch.score([[0] * 52], RULES), "taken: list given, a numpy array of uint8 is right"),  # type: ignore[arg-type]
        (
            lambda: batch.score(GOOD.astype(np.int64), RULES),
            "taken: int64 given, a numpy array of uint8 is right",
        ),
        (lambda: batch.score(GOOD[0], RULES), "taken: shape (52,) given, (N, 52) is right"),
        (lambda: batch.score(GOOD[:, :51], RULES), "taken: shape (3, 51) given, (N, 52) is right"),
        (
            lambda: batch.score(GOOD, gz.Ruleset.preset("baidu-double")),
            "taken: shape (3, 52) given, (N, 104) is right",
        ),
        (lambda: batch.score(GOOD, RULES, GOOD), "exposed: shape (3, 52) given, (3, 4) is right"),
        (lambda: batch.score(GOOD, RULES, None, GOOD[:2]), "dealt: shape (2, 52) given, (3, 52) is right"),
        (
            lambda: batch.score(GOOD, RULES, removed=GOOD),  # type: ignore[arg-type]
            "removed: uint8 given, a numpy array of bool is right",
        ),
        (
            lambda: batch.score(changed(4), RULES),
            "taken: row 1, column 30: 4 given, a seat 0 to 3, or 255 for nobody, is right",
        ),
        (
            lambda: batch.score(GOOD, RULES, dealt=changed(254, row=2, column=51)),
            "dealt: row 2, column 51: 254 given, a seat 0 to 3, or 255 for nobody, is right",
        ),
        (
            lambda: batch.score(GOOD, RULES, changed(6, column=3, width=4)),
            "exposed: row 1, column 3: 6 given, a kind 0 to 5 is right",
        ),
        (
            lambda: batch.score(GOOD, RULES, removed=changed(1).astype(np.bool_)),
            "removed: row 1, column 30: 1 given, 0 is right for a card taken",
        ),
        (
            lambda: batch.score(GOOD, RULES.replace(removed=["S2", "S3", "S4", "S5"])),
            "taken: row 0, column 0: 0 given, 255 is right: the rules remove this card",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_what_would_be_right(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()


def test_no_byte_but_a_seat_and_255_is_an_owner() -> None:
    for value in range(4, 255):
        with pytest.raises(ValueError, match=f"row 1, column 30: {value} given"):
            batch.score(changed(value), RULES)


def test_the_interrupt_key_ends_a_long_batch() -> None:
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        batch.playouts(2**28, RULES, threads=2)
    timer.join()
