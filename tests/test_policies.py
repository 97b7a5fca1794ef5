"""Policies: the careful one at hand-made tables, all under every ruleset, and that learning repeats."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import gongzhu as gz
from gongzhu import policies, training
from gongzhu.players import play_game
from tables import RULES, begun, random_game, rules_named, ruleset

every_rules = pytest.mark.parametrize("name", RULES)
every_policy = pytest.mark.parametrize("policy", policies.NAMES)
bots_by_policy = pytest.mark.parametrize("bot", ["careful", "learned"])

# A hand for the others to hold where it does not matter, and what the careful bot plays then.
TACTICS = [
    (
        "the pig is dropped under a higher spade",
        "SA C2 C3 / SQ S2 H2 / S3 S4 H3 / S5 S6 H4",
        "traditional",
        ["SA"],
        "SQ",
    ),
    (
        "the pig is ducked with the highest card below",
        "S8 C2 C3 / SK S7 S2 / SQ S4 H3 / S5 S6 H4",
        "traditional",
        ["S8"],
        "S7",
    ),
    (
        "a head of the pig is shed in fourth seat",
        "S4 C2 C3 / S5 C4 H2 / S6 SQ H3 / SK S3 D2",
        "traditional",
        ["S4", "S5", "S6"],
        "SK",
    ),
    (
        "the pig is pushed by whoever has neither it nor its heads",
        "SJ ST C2 / SQ S2 H2 / SK S4 H3 / S5 SA H4",
        "traditional",
        [],
        "SJ",
    ),
    (
        "the sheep is caught with the lowest head in fourth seat",
        "DJ C2 C3 / D3 C4 H2 / D4 C5 H3 / DQ DA D2",
        "traditional",
        ["DJ", "D3", "D4"],
        "DQ",
    ),
    (
        "the sheep takes a trick itself in fourth seat",
        "D5 C2 C3 / D3 C4 H2 / D4 C5 H3 / DJ DA D2",
        "traditional",
        ["D5", "D3", "D4"],
        "DJ",
    ),
    (
        "the pig is thrown on an enemy's trick",
        "C9 C8 C7 / C2 C3 H2 / SQ HA D2 / C4 C5 H4",
        "traditional",
        ["C9", "C2"],
        "SQ",
    ),
    (
        "the sheep is thrown on a partner's trick, and the pig is not",
        "C9 C8 C7 / C2 C3 H2 / SQ DJ D2 / C4 C5 H4",
        "scrofazero",
        ["C9", "C2"],
        "DJ",
    ),
    (
        "the sheep is not thrown on an enemy's trick",
        "C9 C8 C7 / DJ H5 D9 / S2 S3 D2 / C4 C5 H4",
        "traditional",
        ["C9"],
        "H5",
    ),
]


@pytest.mark.parametrize(
    ("hands", "rules", "moves", "expected"), [case[1:] for case in TACTICS], ids=[case[0] for case in TACTICS]
)
def test_the_careful_bot_knows_the_tactics(hands: str, rules: str, moves: list[str], expected: str) -> None:
    game = begun(hands, rules)
    for move in moves:
        game.play(move)
    assert game.to_play is not None
    assert str(gz.players.get("careful").choose(game.view(game.to_play))) == expected


def test_the_careful_bot_breaks_all_hearts() -> None:
    deal = gz.Deal(
        [["HA", "C2"], ["H2", "C3"], ["H3", "C4"], ["D2", "H4"]],
        ruleset(),
        taken=[["HK", "HQ", "HJ", "HT", "H9", "H8", "H7"], ["H6"], [], []],
        led="SHDC",
        leader=3,
    )
    assert deal.hands  # somebody else has a heart: nobody can take them all any more
    runs = gz.Deal(
        [["CA", "CK", "C2"], ["C3", "S3", "C5"], ["C4", "S4", "C6"], ["D2", "H4", "D4"]],
        ruleset(),
        taken=[["HA", "HK", "HQ", "HJ", "HT", "H9", "H8"], [], [], []],
        led="SHDC",
        leader=0,
    )
    game = gz.Game(runs)
    game.begin()
    for move in ("CA", "C3", "C4"):
        game.play(move)
    assert str(gz.players.get("careful").choose(game.view(3))) != "H4"


@bots_by_policy
@every_rules
def test_bots_by_policies_play_every_ruleset(name: str, bot: str) -> None:
    for seed in range(4):
        game = gz.Game(gz.Deal.random(seed, rules_named(name)))
        play_game(game, [gz.players.get(bot, seed) for _ in range(4)])
        assert game.is_over


@bots_by_policy
@every_rules
def test_bots_by_policies_play_from_any_position(name: str, bot: str) -> None:
    rng = random.Random(name)
    player = gz.players.get(bot, deals=4)
    asked = 0
    while asked < 6:
        game = random_game(name, rng)
        if game.to_play is None:
            continue
        view = game.view(game.to_play)
        assert player.choose(view) in view.legal_moves()
        estimates = player.explain(view)
        assert set(estimates) == set(view.legal_moves())
        asked += 1


def test_an_estimate_knows_the_last_trick() -> None:
    game = begun("DJ S2 / D3 S3 / D4 S4 / DA S5", "scrofazero", led="SD")
    for move in ("S2", "S3", "S4", "S5", "DA", "DJ", "D3"):
        game.play(move)
    [estimate] = gz.players.get("careful").explain(game.view(2)).values()
    assert (estimate.mean, estimate.error) == (-100, 0)


def test_a_view_out_of_turn_is_refused() -> None:
    game = begun("DJ S2 / D3 S3 / D4 S4 / DA S5")
    with pytest.raises(gz.IllegalMove, match="not the turn"):
        gz.players.get("careful").choose(game.view(1))


@every_policy
@pytest.mark.parametrize("preset", ["traditional", "china-games-double"])
def test_rollouts_are_the_same_on_any_number_of_threads(preset: str, policy: str) -> None:
    rules = ruleset(preset)
    points = gz.batch.rollouts(600, rules, policy, seed=3)
    assert points.shape == (600, 4)
    assert np.array_equal(points, gz.batch.rollouts(600, rules, policy, seed=3, threads=3))


def test_each_policy_beats_the_one_before() -> None:
    for preset in ("scrofazero", "traditional", "lianzhong-double", "china-games-double-partners"):
        for weaker, stronger in zip(policies.NAMES, policies.NAMES[1:], strict=False):
            mean, error = gz._core.compare_policies(
                ruleset(preset), policies.policy(stronger), policies.policy(weaker), 5, 3000, 1
            )
            assert mean > 3 * error, (preset, stronger)


# Learning.


def learned(seed: int, threads: int) -> bytes:
    weights = gz._core.Weights()
    for presets in (("scrofazero", "huapai-partners"), ("traditional-double",)):
        trainer = gz._core.Trainer([ruleset(preset) for preset in presets], seed)
        trainer.imitate(1, 20, threads)
        trainer.refresh()
        trainer.average_from_now()
        trainer.improve(1, 40, threads)
        trainer.write(weights)
    return weights.to_bytes()


def test_learning_repeats_on_any_number_of_threads() -> None:
    assert learned(3, 1) == learned(3, 3)
    assert learned(3, 1) != learned(4, 1)


def test_training_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "_COMPARED", 20)
    curve: list[training.Progress] = []
    training.train(threads=1, effort=0, progress=curve.append)
    assert {step.course for step in curve} == {course.name for course in training.COURSES}
    assert [step.share for step in curve] == sorted(step.share for step in curve)
    assert curve[-1].share == 1


def test_the_weights_are_small_and_read_back() -> None:
    data = policies.shipped_weights().to_bytes()
    assert len(data) < 2**20
    assert gz._core.Weights(data).to_bytes() == data


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: data[:0], "does not begin"),
        (lambda data: b"GZW1" + bytes(4) + data[8:], "another size"),
        (lambda data: data[:-1], "ends too early"),
        (lambda data: data + b"x", "goes on"),
    ],
)
def test_a_file_that_holds_no_weights_is_refused(damage: object, message: str, tmp_path: Path) -> None:
    assert callable(damage)
    path = tmp_path / "my.weights"
    path.write_bytes(damage(policies.shipped_weights().to_bytes()))
    with pytest.raises(gz.BotError, match=rf"learned: .*my\.weights: weights: .*{message}"):
        gz.players.get(f'learned:weights="{path}"')


def test_own_weights_are_played_by(tmp_path: Path) -> None:
    path = tmp_path / "my.weights"
    path.write_bytes(gz._core.Weights().to_bytes())
    view = begun("S4 C2 C3 / S5 C4 H2 / S6 SQ H3 / SK S3 D2").view(0)
    assert gz.players.get(f'learned:weights="{path}"').choose(view) in view.legal_moves()
