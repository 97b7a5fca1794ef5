"""The builds of the core for different processors: which is loaded, and that all give the same results."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest

import gongzhu as gz
from gongzhu import _core, _processor, batch
from tables import PRESETS, RULES, rules_named, ruleset

BUILT = sorted(_processor.built)
ABLE = _processor._able()
RUNNABLE = [level for level in BUILT if level in ABLE]

two_levels = pytest.mark.skipif(len(BUILT) < 2, reason=f"this package was built for {BUILT} only")


def run(*arguments: str, level: str | None = None, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """An interpreter that has ended: with this level, or by default the fastest."""
    environment = {name: value for name, value in os.environ.items() if name != _processor.VARIABLE}
    if level is not None:
        environment[_processor.VARIABLE] = level
    command = [sys.executable, *arguments]
    return subprocess.run(command, input=given, capture_output=True, check=False, env=environment)


def output(*arguments: str, level: str | None = None, given: bytes = b"") -> bytes:
    done = run(*arguments, level=level, given=given)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def solution(name: str, seed: int, cards: int, objective: Literal["partners", "solo"]) -> list[object]:
    found = gz.solve(gz.Deal.random(seed, ruleset(name), cards=cards), objective)
    moves = {str(move): str(value) for move, value in found.moves.items()}
    return [str(found.value), moves, [*map(str, found.line)], found.points, found.nodes]


def told(name: str, seed: int) -> list[object]:
    """A game played with the middle move each time."""
    game = gz.Game(gz.Deal.random(seed, rules_named(name)))
    game.begin()
    said: list[object] = []
    while not game.is_over:
        legal = game.legal_moves()
        said.append([str(move) for move in legal])
        game.play(legal[len(legal) // 2])
    return [said, game.to_string(), game.points()]


def results() -> dict[str, object]:
    """What the core says about all that it does."""
    one_deck = [name for name in PRESETS if ruleset(name).decks == 1]
    arrays = {}
    for name in RULES:
        rules = rules_named(name)
        dealt = batch.deal(50, rules, seed=3)
        arrays[name] = [batch.playouts(50, rules, seed=3).tolist(), dealt.tolist()]
        if not rules.removed_drawn:
            arrays[name].append(batch.score(dealt, rules, dealt=dealt).tolist())
    return {
        "arrays": arrays,
        "games": {name: told(name, 4) for name in RULES},
        "endings": {name: solution(name, 4, 5, "partners") for name in one_deck},
        "longer endings": [solution("huapai", seed, 7, "partners") for seed in range(4)],
        "solo": [solution("traditional", seed, 6, "solo") for seed in range(4)],
    }


@two_levels
def test_every_level_gives_the_same_results_and_searches_the_same_positions() -> None:
    said = {level: json.loads(output(__file__, level=level)) for level in RUNNABLE}
    for level, answer in said.items():
        assert answer.pop("processor") == level
        for part, result in answer.items():
            assert result == said["baseline"][part], part


@pytest.mark.parametrize("unset", [None, ""])
def test_the_fastest_level_is_the_default(unset: str | None) -> None:
    expected = next(level for level in ABLE if level in BUILT)
    used = output("-c", "import gongzhu as gz; print(gz.processor())", level=unset)
    assert used.decode().strip() == expected


@pytest.mark.parametrize("level", RUNNABLE)
@pytest.mark.parametrize(
    "line",
    [
        "import gongzhu._core as core",
        "from gongzhu import _core as core",
        "import gongzhu; core = gongzhu._core",
    ],
)
def test_the_core_has_one_name_whatever_its_level(line: str, level: str) -> None:
    code = f"{line}; print(core.__name__, core.Card.__module__, core.__file__)"
    name, module, file = output("-c", code, level=level).decode().split(maxsplit=2)
    assert (name, module) == ("gongzhu._core", "gongzhu._core")
    assert Path(file.strip()).parent.name == level


@pytest.mark.parametrize("level", RUNNABLE)
def test_what_one_level_pickles_every_other_reads(level: str) -> None:
    values = [gz.Card("SQ"), ruleset("huapai"), gz.Deal.random(seed=7, rules=ruleset("huapai"))]
    code = "import pickle, sys; pickle.dump(pickle.load(sys.stdin.buffer), sys.stdout.buffer)"
    assert pickle.loads(output("-c", code, level=level, given=pickle.dumps(values))) == values


@pytest.mark.parametrize("wanted", ["sse9", "x86_64_v3"])
def test_a_level_that_does_not_exist_is_named_in_the_error(wanted: str) -> None:
    done = run("-c", "import gongzhu", level=wanted)
    assert done.returncode == 1
    error = f"ImportError: GONGZHU_PROCESSOR={wanted}: expected baseline or x86-64-v3"
    assert done.stderr.decode().splitlines()[-1] == error


def test_the_level_in_use_is_that_of_the_core_loaded() -> None:
    assert Path(str(_core.__file__)).parent.name == gz.processor()


@pytest.mark.parametrize(
    ("wanted", "built", "able", "chosen"),
    [
        (None, ["baseline", "x86-64-v3"], ["x86-64-v3", "baseline"], "x86-64-v3"),
        (None, ["baseline", "x86-64-v3"], ["baseline"], "baseline"),
        (None, ["baseline", "x86-64-v3"], ["baseline", "x86-64-v3"], "baseline"),  # slow at moving bits
        (None, ["baseline"], ["x86-64-v3", "baseline"], "baseline"),
        (None, ["x86-64-v3"], ["baseline", "x86-64-v3"], "x86-64-v3"),
        ("", ["baseline", "x86-64-v3"], ["x86-64-v3", "baseline"], "x86-64-v3"),
        ("baseline", ["baseline", "x86-64-v3"], ["x86-64-v3", "baseline"], "baseline"),
        ("x86-64-v3", ["baseline", "x86-64-v3"], ["baseline", "x86-64-v3"], "x86-64-v3"),
    ],
)
def test_the_level_is_the_one_wanted_or_the_fastest(
    wanted: str | None, built: list[str], able: list[str], chosen: str
) -> None:
    assert _processor.choose(wanted, built, able) == chosen


@pytest.mark.parametrize(
    ("wanted", "built", "able", "reason"),
    [
        ("fast", ["baseline"], ["baseline"], "expected baseline or x86-64-v3"),
        ("x86-64-v3", ["baseline"], ["x86-64-v3", "baseline"], "built for baseline only"),
        ("x86-64-v3", ["baseline", "x86-64-v3"], ["baseline"], "this processor lacks"),
        (None, ["x86-64-v3"], ["baseline"], "this processor lacks"),
        (None, [], ["baseline"], "not built"),
    ],
)
def test_a_level_that_cannot_be_had_is_one_clear_error(
    wanted: str | None, built: list[str], able: list[str], reason: str
) -> None:
    with pytest.raises(ImportError, match=reason):
        _processor.choose(wanted, built, able)


if __name__ == "__main__":
    json.dump({"processor": gz.processor(), **results()}, sys.stdout)
