"""`gongzhu arena`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import gongzhu as gz
from bots import external
from gongzhu import pgz
from test_cli import complaint, printed, printed_json, run

QUICK = ("random", external("plain"))


def test_bots_are_listed_with_their_options_and_defaults() -> None:
    text = printed("arena")
    for part in ("random", "plays any legal move", "move_timeout", "10.0", "seconds"):
        assert part in text
    [random, *_, program] = printed_json("arena")
    assert (random["name"], random["options"]) == ("random", [])
    assert [option["name"] for option in program["options"]] == ["command", "start_timeout", "move_timeout"]


def test_a_match_is_a_table_and_the_same_as_in_python() -> None:
    text = printed("arena", *QUICK, "--deals", 3, "--seed", 4, "--rules", "scrofazero", "--rules", "huapai")
    expected = gz.arena.match(list(QUICK), deals=3, seed=4, rules=["scrofazero", "huapai"])
    for comparison in expected.comparisons(by_rules=True):
        assert f"{comparison.mean:+.1f} ± " in text
    assert "6 deals between two bots, 24 games; " in text
    found = printed_json(
        "arena", *QUICK, "--deals", 3, "--seed", 4, "--rules", "scrofazero", "--rules", "huapai"
    )
    for varying in ("thinking", "games_per_second"):
        del found[varying]
    assert found.items() <= json.loads(expected.to_json()).items()


def test_rules_are_changed_and_seats_chosen() -> None:
    found = printed_json("arena", *QUICK, "--deals", 1, "--seating", "3v1", "--set", "heart_table=graded")
    assert found["rules"] == ["traditional heart_table=graded"]
    assert (found["seatings"], found["games"]) == (["3v1"], 4)


def test_games_results_and_a_plot_are_written(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    files = {name: tmp_path / name for name in ("games.pgz", "results.jsonl", "plot.png")}
    options = [
        "--save", files["games.pgz"], "--results", files["results.jsonl"], "--plot", files["plot.png"],
        "--processes", 2, "--rules", "scrofazero",
    ]  # fmt: skip
    printed("arena", *QUICK, "--deals", 2, *options)
    assert "10 games; " in printed("arena", *QUICK, "--deals", 5, *options)
    assert len(pgz.load(files["games.pgz"])) == 10
    assert files["plot.png"].read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["random"], "a match is between at least two bots, not 1"),
        (["random", "clever"], "bot 'clever' is unknown; there are random"),
        (["random", "random:depth=3"], "bot random has no option 'depth'"),
        ([*QUICK, "--seating", "5v5"], "--seating 5v5: expected one of 2v2, 1v3, 3v1"),
        ([*QUICK, "--rules", "bridge"], "preset 'bridge' is unknown"),
        ([*QUICK, "--deals", "-1"], "'--deals': Input should be greater than or equal to 0"),
        ([*QUICK, "--save", "games.txt"], "games.txt should end in .pgz or .jsonl"),
        ([*QUICK, "--save", "/no/such/folder/games.pgz"], "/no/such/folder/games.pgz: No such file"),
        ([*QUICK, "--plot", "/no/such/folder/plot.png"], "there is no such folder"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str) -> None:
    assert message in complaint("arena", *arguments)


def test_a_bot_that_fails_is_one_line_under_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    printed("arena", *QUICK, "--deals", 2, "--rules", "scrofazero", "--results", path)
    path.write_text(path.read_text().replace("plain", "crash"))  # from now on it is another program
    result = run(
        "arena", "random", external("crash"), "--deals", 4, "--rules", "scrofazero", "--results", path
    )
    assert result.exit_code == 2
    assert "4 games; not all that was wanted" in result.stdout
    [line] = result.stderr.splitlines()
    assert line.startswith("gongzhu: game 1 of deal 2 (2v2): bot external:command=")
    assert "RuntimeError: out of luck" in line


def test_without_matplotlib_nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert 'pip install "gongzhu[plot]"' in complaint("arena", *QUICK, "--plot", "plot.png")


@pytest.mark.skipif(os.name == "nt", reason="there are no POSIX signals")
@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_shows_what_is_finished_and_leaves_with_130(tmp_path: Path, processes: str) -> None:
    path = tmp_path / "results.jsonl"
    command = [sys.executable, "-m", "gongzhu", "arena", *QUICK, "--deals", "100000", "--results", str(path)]
    with subprocess.Popen(
        [*command, "--processes", processes], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        while not path.exists() or path.read_bytes().count(b"\n") < 3:
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        printed_lines, errors = running.communicate()
    assert (running.returncode, errors) == (130, "")
    assert "not all that was wanted" in printed_lines
    assert path.read_bytes().endswith(b"\n")
