"""The frozen benchmark set, the script that measures on it, and `gongzhu bench`."""

from __future__ import annotations

import csv
import json
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import gongzhu as gz
from gongzhu import bench
from gongzhu.cli.app import app

BENCH = Path(__file__).parent.parent / "bench"
FOLDERS = {1: BENCH / "solver_set", 2: BENCH / "solver_set_double"}
RULES = {1: gz.Ruleset.preset("traditional"), 2: gz.Ruleset.preset("traditional-double")}
FILES = [(decks, path) for decks, folder in FOLDERS.items() for path in sorted(folder.iterdir())]
SIGNATURE = 3_843_896
"""The nodes that the fixed positions cost: a change that is meant to change nothing must not move it."""


def script(name: str) -> dict[str, Any]:
    return runpy.run_path(str(BENCH / name))


def test_the_fixed_positions_cost_the_nodes_of_the_signature() -> None:
    found = bench.signature()
    assert (found.positions, found.nodes) == (42, SIGNATURE)


def test_the_fixed_positions_are_endings_of_five_to_nine_cards() -> None:
    sizes = [sorted(map(len, game.hands)) for game, _ in bench.positions()]
    assert sizes == [[cards] * 4 for cards in (5, 6, 7, 7, 8, 9)] * 7


# the set


@pytest.mark.parametrize("decks", [1, 2])
def test_the_set_is_what_its_script_makes(decks: int) -> None:
    made = {
        name: "".join(f"{game.to_string()}\n" for game in games)
        for name, games in script("make_solver_set.py")["solver_set"](decks)
    }
    assert {path.name: path.read_text(encoding="ascii") for path in FOLDERS[decks].iterdir()} == made


@pytest.mark.parametrize(("decks", "sizes", "whole"), [(1, range(6, 13), 20), (2, range(6, 12), 10)])
def test_the_set_has_a_hundred_endings_of_each_size_and_whole_deals(
    decks: int, sizes: range, whole: int
) -> None:
    lines = {
        path.stem: len(path.read_text(encoding="ascii").splitlines()) for path in FOLDERS[decks].iterdir()
    }
    endings = {f"{cards:02}-{kind}": 50 for cards in sizes for kind in ("random", "good")}
    assert lines == {**endings, f"{13 * decks}-exposed": whole, f"{13 * decks}-plain": whole}


@pytest.mark.parametrize(("decks", "path"), FILES, ids=[f"{decks} {path.stem}" for decks, path in FILES])
def test_a_position_of_the_set_stands_between_tricks(decks: int, path: Path) -> None:
    cards, kind = path.stem.split("-")
    for line in path.read_text(encoding="ascii").splitlines():
        game = gz.Game.from_string(line)
        assert list(map(len, game.hands)) == [int(cards)] * 4
        assert (game.phase, game.current_trick, game.rules) == ("play", (), RULES[decks])
        assert {exposure.kind for exposure in game.exposures} <= {"open"}
        if int(cards) == 13 * decks:
            assert bool(game.exposures) is (kind == "exposed")


# the script


def measure(*arguments: str) -> None:
    script("bench_solver.py")["main"](list(arguments))


def test_the_script_prints_a_row_for_each_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tmp_path / "results.csv"
    measure("--cards", "6", "7", "--first", "2", "--yardstick", "0", "--save", str(results))
    heading, rule, *rows = [line.split(" | ") for line in capsys.readouterr().out.splitlines()]
    assert [row[:2] for row in rows] == [["| 6", "4"], ["| 7", "4"]]
    assert {len(row) for row in rows} == {len(heading)} == {rule[0].count("---")}
    with results.open(encoding="ascii") as file:
        found = list(csv.DictReader(file))
    names = [f"{name}:{number}" for name in ("06-random", "06-good") for number in (1, 2)]
    assert [result["position"] for result in found[:4]] == names
    first = (BENCH / "solver_set" / "06-random.txt").read_text(encoding="ascii").splitlines()[0]
    value = gz.solve(gz.Game.from_string(first)).value
    assert int(found[0]["lower"]) == int(found[0]["upper"]) == value


def test_the_script_counts_what_a_limit_leaves_unfinished(capsys: pytest.CaptureFixture[str]) -> None:
    measure("--cards", "13", "--first", "1", "--time-limit", "0.01", "--yardstick", "0")
    *_, unfinished = capsys.readouterr().out.splitlines()[-1].removesuffix(" |").split(" | ")
    assert unfinished == "2"


def test_whole_deals_of_two_decks_have_a_table_of_what_is_proven(capsys: pytest.CaptureFixture[str]) -> None:
    measure("--decks", "2", "--cards", "26", "--first", "1", "--time-limit", "0.2")
    heading, _, *rows, _, summary = capsys.readouterr().out.splitlines()
    assert heading.startswith("| deal | without search | proven | left |")
    cells = [row.split(" | ") for row in rows]
    assert [row[0] for row in cells] == ["| 26-plain:1", "| 26-exposed:1"]
    assert cells[0][1] == "-2600 to 2600"
    assert all(row[3].endswith("%") and len(row) == heading.count(" | ") + 1 for row in cells)
    assert summary.startswith("Of 2 deals ")


def test_without_the_bridge_solver_the_script_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "endplay", None)
    with pytest.raises(SystemExit, match=re.escape('pip install ".[bench]"')):
        measure("--cards", "6", "--first", "1")


def test_with_the_bridge_solver_times_are_told_in_its_mean(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("endplay")
    measure("--cards", "6", "--first", "1", "--yardstick", "2", "--every-move")
    heading, _, row = capsys.readouterr().out.splitlines()
    assert heading.endswith("| DDS mean |")
    assert row.count(" ×)") == 4


# the command


def test_the_command_prints_the_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        bench, "signature", lambda: bench.Signature(positions=40, nodes=3_000_000, seconds=1.5)
    )
    result = CliRunner().invoke(app, ["bench"])
    assert result.exit_code == 0
    first, *rest = result.stdout.splitlines()
    assert first == f"gongzhu {gz.__version__}, compiled for {gz.processor()}"
    assert rest == ["40 positions, 3,000,000 plays searched in 1.50 s", "2,000,000 plays a second"]
    found = json.loads(CliRunner().invoke(app, ["bench", "--json"]).stdout)
    assert found == {
        "version": gz.__version__,
        "processor": gz.processor(),
        "positions": 40,
        "nodes": 3_000_000,
        "seconds": 1.5,
        "nodes_per_second": 2_000_000.0,
    }


@pytest.mark.parametrize("arguments", [["--threads", "2"], ["08-good.txt"]])
def test_the_command_takes_nothing_else(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, ["bench", *arguments], prog_name="gongzhu")
    assert (result.exit_code, result.stdout) == (2, "")
    [line] = result.stderr.splitlines()
    assert line.startswith("gongzhu: ")
