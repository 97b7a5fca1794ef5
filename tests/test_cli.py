"""The command line: every command, every kind of bad input, and the examples of its page."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import gongzhu as gz
from gongzhu import pgz
from gongzhu.cli import output
from gongzhu.cli.app import app

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.pgz"))
ENDING = ROOT / "examples" / "ending-1.pgz"
HUAPAI = ROOT / "examples" / "huapai.pgz"
TWO_TRICKS = "N:Q...2 K...3 5...4 6...5"


def run(*arguments: object, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(
        app, [str(argument) for argument in arguments], input=given, prog_name="gongzhu"
    )


def printed(*arguments: object, given: str | bytes | None = None) -> str:
    """The standard output of a command that succeeds and has nothing to complain of."""
    result = run(*arguments, given=given)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout


def printed_json(*arguments: object, given: str | bytes | None = None) -> Any:
    text = printed(*arguments, "--json", given=given)
    assert text.count("\n") == 1
    return json.loads(text)


def complaint(*arguments: object, given: str | bytes | None = None) -> str:
    """The one line that a command prints about bad input."""
    result = run(*arguments, given=given)
    assert result.exit_code == 2
    assert result.stdout == ""
    [line] = result.stderr.splitlines()
    assert line.startswith("gongzhu: ")
    return line.removeprefix("gongzhu: ")


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gongzhu", *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, **options)


# solve


@pytest.mark.parametrize(
    "path", [path for path in EXAMPLES if path.stem.startswith("ending")], ids=lambda p: p.stem
)
def test_an_ending_is_solved_with_every_move_and_a_line_to_its_points(path: Path) -> None:
    [record] = pgz.load(path)
    assert record.deal is not None
    found = printed_json("solve", path)
    solution = gz.solve(record.game())
    assert (found["value"], found["exact"], found["objective"]) == (solution.value, True, "partners")
    assert found["moves"] == {str(move): value for move, value in solution.moves.items()}
    game = record.game()
    game.begin()
    for move in found["line"]:
        game.play(move)
    assert list(game.points()) == found["points"]


def test_a_solution_is_drawn_with_its_position_its_values_and_its_line() -> None:
    text = printed("solve", ENDING, "--style", "ascii")
    assert "H 43    .     .    H A6\n" in text
    assert "HQ      -90  best\n" in text
    points = printed_json("solve", ENDING)["points"]
    assert re.search(rf"^6\. .* {points[0]} +{points[1]} +{points[2]} +{points[3]}$", text, re.MULTILINE)
    assert re.search(r"^[\d,]+ plays searched in [\d.]+ s$", text, re.MULTILINE)


@pytest.mark.parametrize("style", ["ascii", "symbols", "chinese"])
def test_a_solution_has_three_styles(style: str) -> None:
    name = {"ascii": "S JT92", "symbols": "♠ J 10 9 2", "chinese": "黑桃 J 10 9 2"}[style]
    assert name in printed("solve", ENDING, "--style", style)


@pytest.mark.parametrize(("seat", "value"), [("N", 100), ("west", -100), ("2", 100), ("东", -100)])
def test_the_point_of_view_is_any_seat_in_any_spelling(seat: str, value: int) -> None:
    found = printed_json("solve", TWO_TRICKS, "--leader", "S", "--seat", seat)
    assert found["value"] == value


def test_solo_is_another_objective() -> None:
    found = printed_json("solve", TWO_TRICKS, "--leader", "S", "--seat", "E", "--objective", "solo")
    deal = gz.Deal.parse(TWO_TRICKS, leader=2)
    assert found["value"] == gz.solve(deal, "solo", seat=1).value
    assert (found["objective"], found["seat"]) == ("solo", "E")


@pytest.mark.parametrize(
    ("goal", "answer"), [("-90", "yes"), ("-91/1", "yes"), ("-89.5", "no"), ("100", "no")]
)
def test_a_value_can_be_asked_about_instead(goal: str, answer: str) -> None:
    text = printed("solve", ENDING, f"--at-least={goal}")
    assert f"at least {Fraction(goal)}  {answer}\n" in text
    assert "A limit was reached" not in text
    assert printed_json("solve", ENDING, f"--at-least={goal}")["at_least"] is (answer == "yes")
    assert printed_json("solve", ENDING)["at_least"] is None


def test_the_value_alone_can_be_asked_for() -> None:
    found, full = printed_json("solve", ENDING, "--value-only"), printed_json("solve", ENDING)
    assert (found["value"], found["points"], found["line"]) == (full["value"], full["points"], full["line"])
    assert found["nodes"] < full["nodes"]


def test_solo_can_be_measured_as_it_is_settled() -> None:
    found = printed_json("solve", ENDING, "--objective", "solo", "--measure", "settled", "--seat", "W")
    points = found["points"]
    assert Fraction(found["value"]) == points[3] - Fraction(sum(points[:3]), 3)
    assert (found["measure"], found["seat"]) == ("settled", "W")
    options = ("--objective", "solo", "--measure", "settled", "--seat", "W")
    assert f"solo, settled, as W sees it\nvalue  {found['value']}\n" in printed("solve", ENDING, *options)


def test_selfish_play_is_worth_four_values() -> None:
    found = printed_json("solve", ENDING, "--objective", "selfish")
    [record] = pgz.load(ENDING)
    solution = gz.solve(record.game(), "selfish")
    assert (tuple(found["value"]), found["seat"]) == (solution.value, None)
    assert {move: tuple(worth) for move, worth in found["moves"].items()} == {
        str(move): worth for move, worth in solution.moves.items()
    }
    text = printed("solve", ENDING, "--objective", "selfish", "--style", "ascii")
    assert re.search(
        r"^selfish\nvalue +N +E +S +W\n" + "".join(rf" +{own}" for own in solution.value), text, re.MULTILINE
    )
    limited = printed("solve", HUAPAI, "--objective", "selfish", "--nodes", 10)
    assert re.search(r"-?\d+\.\.-?\d+", limited)


def test_threads_and_memory_are_chosen() -> None:
    options = ("--threads", 2, "--hash", 1)
    assert printed_json("solve", ENDING, *options)["moves"] == printed_json("solve", ENDING)["moves"]


def test_a_limit_makes_bounds_of_values() -> None:
    found = printed_json("solve", HUAPAI, "--nodes", 100)
    assert found["exact"] is False
    assert found["value"] is None
    assert found["lower"] < found["upper"]
    assert [found["lower"], found["upper"]] in found["moves"].values()
    text = printed("solve", HUAPAI, "--nodes", 100)
    assert f"value  between {found['lower']} and {found['upper']}\n" in text
    assert "A limit was reached: these are proven bounds, not values." in text


def test_a_game_is_solved_from_its_start_or_after_so_many_plays() -> None:
    [record] = pgz.load(HUAPAI)
    game = record.game()
    start = gz.Game.from_string(printed_json("solve", HUAPAI, "--nodes", 1)["position"])
    assert (start.phase, start.history, start.dealt) == ("play", (), game.dealt)
    later = gz.Game.from_string(printed_json("solve", HUAPAI, "--at", 38)["position"])
    assert later.history == game.history[:38]


def test_a_claim_is_taken_back_before_solving() -> None:
    [record] = pgz.load(ROOT / "examples" / "claim.pgz")
    plays = len(record.game().history)
    found = printed_json("solve", ROOT / "examples" / "claim.pgz", "--at", plays)
    assert gz.Game.from_string(found["position"]).claimed is None


def test_a_position_is_solved_where_it_stands_or_earlier() -> None:
    game = gz.Game(gz.Deal.parse(TWO_TRICKS, leader=2))
    game.begin()
    game.play("S5")
    position = game.to_string()
    stands = gz.Game.from_string(printed_json("solve", position)["position"])
    assert (stands.history, stands.hands, stands.to_play) == (game.history, game.hands, game.to_play)
    earlier = gz.Game.from_string(printed_json("solve", position, "--at", 0)["position"])
    assert (earlier.history, earlier.hands, earlier.to_play) == ((), game.dealt, 2)


@pytest.mark.parametrize("form", ["pgz", "jsonl", "npz"])
def test_one_of_several_games_is_solved_from_a_file_or_from_standard_input(form: str, tmp_path: Path) -> None:
    deals = [gz.Deal.random(seed=seed, cards=3) for seed in range(3)]
    path = tmp_path / f"games.{form}"
    pgz.save(path, [pgz.Record.from_game(gz.Game(deal)) for deal in deals])
    for number, deal in enumerate(deals, 1):
        for source, given in ((path, None), ("-", path.read_bytes())):
            found = printed_json("solve", source, "--game", number, given=given)
            assert (found["game"], found["value"]) == (number, gz.solve(deal).value)
    assert f"{path}, game 2\n" in printed("solve", path, "--game", 2)


def test_lines_of_deals_are_games_too() -> None:
    lines = f"{TWO_TRICKS}\n\n{gz.Deal.random(seed=1, cards=2)}\n"
    found = printed_json("solve", "-", "--game", 2, given=lines)
    assert gz.Game.from_string(found["position"]).dealt == gz.Deal.random(seed=1, cards=2).hands


def test_rules_and_settings_replace_those_of_the_input(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('base = "huapai"\n[rules]\nheart_table = "graded"\n', encoding="utf-8")
    for options, rules in [
        (("--rules", "scrofazero"), gz.Ruleset.preset("scrofazero")),
        (("--rules", own), gz.Ruleset.preset("huapai", heart_table="graded")),
        (("--set", "heart_table=flat", "--set", "limits=-500,500"),
         gz.Ruleset.preset("traditional", heart_table="flat", limits=[-500, 500])),
    ]:  # fmt: skip
        assert gz.Game.from_string(printed_json("solve", ENDING, *options)["position"]).rules == rules


def test_a_deal_with_jokers_is_read_under_the_rules_that_have_them() -> None:
    found = printed_json("solve", "N:.b.. .s.. 2... 3...", "--rules", "wikipedia-jokers")
    assert gz.Game.from_string(found["position"]).rules == gz.Ruleset.preset("wikipedia-jokers")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "examples/none.pgz"], "examples/none.pgz: No such file or directory"),
        (["solve", "none"], "none: No such file or directory"),
        (["solve"], "Missing argument 'FILE'. (see gongzhu solve --help)"),
        (["solve", ENDING, "--game", 2], f"--game 2 is out of range: {ENDING} has 1 games"),
        (["solve", HUAPAI, "--at", 53], f"--at 53 is out of range: {HUAPAI}, game 1: Huapai has 52 plays"),
        (["solve", HUAPAI, "--at", 52], "solve: the deal is over"),
        (["solve", HUAPAI, "--leader", "N"], f"{HUAPAI}: line 10, column 4: trick 1 is led by N, not by S"),
        (["solve", ENDING, "--objective", "x"], "Invalid value for '--objective'"),
        (["solve", ENDING, "--seat", "X"], "Invalid value for '--seat'"),
        (["solve", ENDING, "--time-limit", -1], "solve: time_limit -1 is out of range"),
        (["solve", ENDING, "--hash-mb", 0], "solve: hash_mb 0 is out of range"),
        (["solve", ENDING, "--at-least", "x"], "Invalid value for '--at-least'"),
        (["solve", ENDING, "--measure", "settled"], "measure: settled goes with the objective solo"),
        (["solve", ENDING, "--objective", "selfish", "--seat", "N"], "solve: seat has no meaning"),
        (["solve", ENDING, "--nodes", "many"], "Invalid value for '--nodes'"),
        (["solve", ENDING, "--rules", "hupai"], "preset 'hupai' is unknown; did you mean huapai?"),
        (["solve", ENDING, "--rules", "own.toml"], "own.toml: No such file or directory"),
        (["solve", ENDING, "--rules", "wikipedia-jokers"], f"{ENDING}: line 5, column 8: hand of E: H3"),
        (["solve", ENDING, "--set", "heart_tabel=flat"], "--set heart_tabel=flat: expected NAME=VALUE"),
        (["solve", ENDING, "--set", "heart_table"], "--set heart_table: expected NAME=VALUE"),
        (["solve", ENDING, "--set", "heart_table=x"], "heart_table: unknown value 'x', expected one of"),
        (["solve", ENDING, "--style", "x"], "Invalid value for '--style'"),
        (["solve", "N:Q...2 K...3 5...4"], "the argument: line 1, column 1: a deal has four hands, not 3"),
        (["solve", "N:Q...2 K...3 5...4 Q...5"], "the argument: line 1, column 1: hand of W: SQ appears"),
        (["solve", "N:Q...2 K...3 5...4 ?"], "the argument: line 1, column 1: this deal cannot be played"),
        (["solve", "r=huapai;h=N:X"], "the argument: line 1, column 12: 'X' is not a rank"),
        (["--objective"], "No such option: --objective"),
        (["sovle"], "No such command 'sovle'."),
    ],
)  # fmt: skip
def test_what_solve_cannot_do_it_says_in_one_line(arguments: list[object], message: str) -> None:
    assert complaint(*arguments).startswith(message)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (b"", "there is no game in it"),
        (b"\n", "there is no game in it"),
        (b"\xff\xfe", "line 1: this is not UTF-8 text"),
        (b"PK\x03\x04", "this is no npz file of games"),
        (b"hello", "line 1, column 1: a tag such as"),
        (b'\n[Deal "N:Q... K... A... J..."]\n[Leader "X"]', "line 3, column 10: 'X' is no seat"),
        (b'{"Deal": "N:Q... K... A..."}', "line 1, column 11: a deal has four hands, not 3"),
        (b'{"Deal": ', "line 1, column 10: this is not JSON"),
        (b"N:Q... K... A... J...\nN:Q... K... X... J...", "line 2, column 13: 'X' is no rank"),
        (b"r=huapai;h=N:Q..._K..._A..._J...;p=S2", "line 1, column "),
    ],
)
def test_what_is_wrong_with_standard_input_is_placed(given: bytes, message: str) -> None:
    assert complaint("solve", "-", given=given).startswith(f"standard input: {message}")


# analyse


def test_every_card_of_a_game_is_listed_with_its_loss() -> None:
    [record] = pgz.load(HUAPAI)
    analysis = gz.analyse_game(record.game(), first=24)
    found = printed_json("analyse", HUAPAI, "--first", 24)
    expected = json.loads(json.dumps(analysis.to_dict()))
    for known in (found, expected):
        del known["seconds"]
    assert (found.pop("source"), found.pop("game")) == (str(HUAPAI), 1)
    assert found == expected
    text = printed("analyse", HUAPAI, "--first", 24, "--style", "ascii")
    assert text.startswith(str(analysis)[:-20])
    assert re.search(r"^[\d,]+ plays searched in [\d.]+ s$", text, re.MULTILINE)


@pytest.mark.parametrize("style", ["ascii", "symbols", "chinese"])
def test_an_analysis_has_three_styles(style: str) -> None:
    name = {"ascii": "trick  seat  move", "symbols": "♥10", "chinese": "共损失"}[style]
    assert name in printed("analyse", HUAPAI, "--first", 29, "--style", style)


def test_a_part_of_a_game_is_analysed_from_any_point_of_view() -> None:
    options = ("--objective", "solo", "--measure", "settled", "--seat", "E", "--first", 40, "--last", 44)
    found = printed_json("analyse", HUAPAI, *options)
    assert (found["objective"], found["measure"], found["seat"]) == ("solo", "settled", "E")
    assert [step["ply"] for step in found["steps"]] == [40, 41, 42, 43]
    assert found["result"] is None
    assert printed("analyse", HUAPAI, *options).startswith("solo, settled, as E sees it\n")


def test_a_limit_makes_bounds_of_the_early_values() -> None:
    found = printed_json("analyse", HUAPAI, "--nodes", 100, "--hash", 1, "--threads", 1)
    assert isinstance(found["values"][0], list)
    assert isinstance(found["values"][-1], int)
    assert "A limit was reached" in printed("analyse", HUAPAI, "--nodes", 100)


def test_a_game_from_standard_input_is_analysed() -> None:
    game = gz.Game(gz.Deal.parse(TWO_TRICKS, leader=2))
    game.begin()
    game.play("S5")
    found = printed_json("analyse", "-", given=game.to_string())
    assert found["values"] == [100, 100]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([ENDING, "--first", 1], "analyse_game: first 1 is out of range, expected 0 to 0"),
        ([ENDING, "--objective", "selfish"], "Invalid value for '--objective'"),
        ([ENDING, "--measure", "settled"], "measure: settled goes with the objective solo"),
        ([ENDING, "--nodes", -1], "analyse_game: nodes -1 is out of range"),
        ([ENDING, "--seat", "X"], "Invalid value for '--seat'"),
        (["nothing.pgz"], "nothing.pgz: No such file or directory"),
        (["N:Q...2 K...3 5...4 Q...5"], "the argument: line 1, column 1: hand of W: SQ appears"),
    ],
)
def test_what_analyse_cannot_do_it_says_in_one_line(options: list[object], message: str) -> None:
    assert complaint("analyse", *options).startswith(message)


# score


@pytest.mark.parametrize("taken", [["N:SQ,H5", "E:DJ"], ["N:♠Q,红桃5 东:羊"], ["SQ H5", "DJ", "", "-"]])
def test_cards_are_scored_by_seats_or_as_four_lists(taken: list[str]) -> None:
    assert printed_json("score", *taken) == {
        "ruleset": "traditional",
        "taken": [["SQ", "H5"], ["DJ"], [], []],
        "points": [-110, 100, 0, 0],
    }


def test_scores_are_printed_as_a_table() -> None:
    assert printed("score", "N:SQ,H5", "E:DJ", "--style", "ascii").split("\n") == [
        "seat  points  taken",
        "N       -110  SQ H5",
        "E        100  DJ",
        "S          0",
        "W          0",
        "",
    ]


@pytest.mark.parametrize(
    ("options", "points"),
    [
        (["--exposed", "N:SQ=open"], -200),
        (["--rules", "huapai", "--exposed", "N:SQ=first"], -400),
        (["--rules", "huapai", "--dealt", "N:SQ"], -200),
        (["--set", "self_capture=2", "--dealt", "N:SQ"], -200),
        (["--set", "removed_drawn=1", "--removed", "SK HJ DA CQ"], -100),
    ],
)
def test_exposures_captures_and_rules_count(options: list[str], points: int) -> None:
    assert printed_json("score", "N:SQ", *options)["points"] == [points, 0, 0, 0]


def test_two_decks_tell_copies_apart() -> None:
    options = ["--rules", "china-games-double", "--exposed", "N:SQ=dark S:SQ=bright"]
    assert printed_json("score", "N:SQ*dark", "S:SQ*bright", *options)["points"] == [-400, 0, -800, 0]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_games_of_a_file_are_scored(path: Path) -> None:
    [record] = pgz.load(path)
    [found] = printed_json("score", path)
    assert found["over"] is (record.result is not None)
    if record.result is not None:
        assert found["points"] == list(record.result)
    assert found["event"] == record.tag("Event")
    assert record.tag("Event") in printed("score", path)


def test_a_game_that_is_not_over_is_scored_so_far() -> None:
    game = gz.Game(gz.Deal.parse("N:Q..2. K..3. 5..4. 6..5.", leader=0))
    game.begin()
    for play in ("SQ", "SK", "S5", "S6"):
        game.play(play)
    [found] = printed_json("score", game.to_string())
    assert (found["over"], found["points"]) == (False, [0, -100, 0, 0])
    assert "so far" in printed("score", game.to_string())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing argument 'CARDS...|FILE'."),
        (["SQ", "DJ"], "the cards taken are given as N:SQ,H5 E:DJ, or as four lists in the order N E S W"),
        (["N:SQ", "SX"], "the cards taken are given as N:SQ,H5 E:DJ, or as four lists"),
        (["N:SQ", "E:SX"], "taken, column 8: 'SX' is no card"),
        (["X:SQ"], "taken, column 1: 'X' is no seat"),
        (["SQ", "DJ", "XX", "-"], "list 3, column 1: 'XX' is no card"),
        (["N:SQ", "E:SQ"], "taken by E: SQ is taken more often than the deck has it"),
        (["N:SQ", "--exposed", "N:SQ=opn"], "--exposed, column 6: 'opn' is no kind of exposure"),
        (["N:SQ", "--exposed", "N:?=dark"], "--exposed, column 3: an unknown card cannot be scored"),
        (["N:SQ", "--exposed", "N:S2"], "exposed: S2 "),
        (["N:SQ", "--dealt", "SQ"], "--dealt, column 1: 'SQ' should name a seat"),
        (["N:SQ", "--removed", "S2 x"], "--removed, column 4: 'x' is no card"),
        ([HUAPAI, "--exposed", "N:SQ"], "--exposed, --dealt and --removed go with cards"),
        (["none.pgz"], "none.pgz: No such file or directory"),
    ],
)
def test_what_score_cannot_do_it_says_in_one_line(arguments: list[object], message: str) -> None:
    assert complaint("score", *arguments).startswith(message)


# deal


def test_a_seed_always_gives_the_same_deal() -> None:
    text = printed("deal", "--seed", 7, "--rules", "huapai", "--style", "ascii")
    assert text.endswith("huapai, 13 cards each, E leads\nfirst cards  N DQ, E H4, S C6, W CA\nseed 7\n")
    [found] = printed_json("deal", "--seed", 7, "--rules", "huapai")
    assert found["deal"] == str(gz.Deal.random(seed=7, rules=gz.Ruleset.preset("huapai")))
    assert found["leader"] == 1


def test_without_a_seed_the_one_drawn_is_told() -> None:
    [found] = printed_json("deal")
    assert found["deal"] == str(gz.Deal.random(seed=found["seed"]))


def test_several_deals_have_seeds_that_follow_each_other() -> None:
    found = printed_json("deal", "--seed", 7, "--count", 3, "--cards", 4)
    assert [deal["seed"] for deal in found] == [7, 8, 9]
    assert [deal["deal"] for deal in found] == [str(gz.Deal.random(seed=seed, cards=4)) for seed in (7, 8, 9)]
    text = printed("deal", "--seed", 7, "--count", 3, "--cards", 4)
    assert text.count("4 cards each") == 3


@pytest.mark.parametrize("form", ["pgz", "jsonl"])
def test_deals_are_printed_as_records(form: str) -> None:
    text = printed("deal", "--seed", 7, "--count", 2, "--format", form)
    records = pgz.parse(text) if form == "pgz" else pgz.parse_jsonl(text)
    assert [record.deal for record in records] == [gz.Deal.random(seed=seed) for seed in (7, 8)]
    assert [record.tag("Seed") for record in records] == ["7", "8"]


def test_a_deal_is_printed_as_a_picture() -> None:
    root = ET.fromstring(printed("deal", "--seed", 7, "--format", "svg", "--rules", "lianzhong-double"))
    assert sum("data-card" in node.attrib for node in root.iter()) == 104


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--seed", -1], "seed: -1 is out of range"),
        (["--seed", 2**64], f"seed: {2**64} is out of range"),
        (["--cards", 14], "cards: 14 is out of range, expected 1 to 13"),
        (["--cards", 0], "cards: 0 is out of range"),
        (["--count", 0], "Invalid value for '--count'"),
        (["--format", "svg", "--count", 2], "--format svg prints one picture, not 2"),
        (["--format", "png"], "Invalid value for '--format'"),
        (["--rules", "hupai"], "preset 'hupai' is unknown"),
        (["--set", "decks=3"], "decks: "),
    ],
)
def test_what_deal_cannot_do_it_says_in_one_line(options: list[object], message: str) -> None:
    assert complaint("deal", *options).startswith(message)


# rules


def test_the_presets_are_listed_with_their_titles() -> None:
    assert [preset["name"] for preset in printed_json("rules")] == gz.presets()
    text = printed("rules")
    assert all(f"\n{name} " in text for name in gz.presets())
    assert "华牌" in text


@pytest.mark.parametrize("preset", gz.presets())
def test_every_parameter_of_a_preset_is_listed_with_its_value(preset: str) -> None:
    rules = gz.Ruleset.preset(preset).to_dict()
    found = printed_json("rules", preset)
    assert {parameter["name"]: parameter["value"] for parameter in found["parameters"]} | {
        "name": found["name"]
    } == rules
    assert all(parameter["meaning"] and parameter["source"] for parameter in found["parameters"])
    text = printed("rules", preset)
    assert all(re.search(rf"^{name}[ *]", text, re.MULTILINE) for name in rules if name != "name")


def test_a_star_marks_what_differs_from_the_default() -> None:
    text = printed("rules", "huapai", "--set", "decks=2")
    assert re.search(r"^decks \* +2 ", text, re.MULTILINE)
    assert re.search(r"^bars \* +follow, discard ", text, re.MULTILINE)
    assert re.search(r"^jokers +false ", text, re.MULTILINE)


def test_settings_are_read_by_their_type() -> None:
    settings = {
        "decks": "2", "limits": "-800,800", "kinds": "[\"open\", \"first\"]", "double_pig": "true",
        "heart_table": "graded", "removed": "", "rank_titles": '[[0, "a b"]]',
    }  # fmt: skip
    options = [word for name, text in settings.items() for word in ("--set", f"{name}={text}")]
    found = printed_json("rules", "traditional", *options)
    values = {parameter["name"]: parameter["value"] for parameter in found["parameters"]}
    assert {name: values[name] for name in settings} == {
        "decks": 2, "limits": [-800, 800], "kinds": ["open", "first"], "double_pig": True,
        "heart_table": "graded", "removed": [], "rank_titles": [[0, "a b"]],
    }  # fmt: skip
    assert found["changes"].keys() == {"decks", "limits", "double_pig", "heart_table", "rank_titles"}


def test_a_rule_file_is_shown_like_a_preset(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('name = "friday"\nbase = "huapai"\n[rules]\nspread = 500\n', encoding="utf-8")
    assert printed("rules", path).startswith("friday\n")
    path.write_text("[rules]\nspred = 500\n", encoding="utf-8")
    assert complaint("rules", path).startswith(f"{path}: parameter 'spred' is unknown; did you mean spread")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hupai"], "preset 'hupai' is unknown; did you mean huapai?"),
        (["--set", "decks=2"], "--set changes a preset: name one"),
        (["huapai", "--set", "name=x"], "--set name=x: expected NAME=VALUE"),
        (["huapai", "--set", "limits=low"], "limits: expected a list of whole numbers"),
        (["huapai", "--set", "partnership=called"], "record: "),
    ],
)
def test_what_rules_cannot_do_it_says_in_one_line(arguments: list[str], message: str) -> None:
    assert complaint("rules", *arguments).startswith(message)


# convert


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_games_survive_every_conversion(path: Path, tmp_path: Path) -> None:
    last = path
    for form in ("jsonl", "npz", "pgz"):
        target = tmp_path / f"games.{form}"
        assert printed("convert", last, target) == ""
        assert pgz.load(target) == pgz.load(path)
        last = target
    assert last.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("form", ["pgz", "jsonl", "npz"])
def test_games_are_converted_through_pipes(form: str) -> None:
    result = run("convert", "-", "-", "--to", form, given=HUAPAI.read_bytes())
    assert result.exit_code == 0
    assert (
        run("convert", "-", "-", "--to", "pgz", given=result.stdout_bytes).stdout_bytes == HUAPAI.read_bytes()
    )


def test_deals_and_positions_become_records() -> None:
    [record] = pgz.parse(printed("convert", TWO_TRICKS, "-", "--to", "pgz"))
    assert record.deal == gz.Deal.parse(TWO_TRICKS)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-"], "standard output has no suffix: say --to pgz, --to jsonl or --to npz"),
        (["games.txt"], "games.txt: the name of the file to write should end in .pgz, .jsonl or .npz"),
        (["games.pgz", "--to", "pgz"], "--to is for standard output; the suffix of games.pgz tells the form"),
        (["none/games.pgz"], "none/games.pgz: No such file or directory"),
        (["-", "--to", "png"], "Invalid value for '--to'"),
        ([], "Missing argument 'OUT'."),
    ],
)
def test_what_convert_cannot_do_it_says_in_one_line(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert complaint("convert", HUAPAI, *arguments).startswith(message)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_read_replaces_nothing(tmp_path: Path) -> None:
    target = tmp_path / "games.jsonl"
    target.write_text("as before", encoding="utf-8")
    assert complaint("convert", "-", target, given='[Deal "N:"]').startswith(
        "standard input: line 1, column "
    )
    assert target.read_text(encoding="utf-8") == "as before"


# the process


def test_without_a_command_the_help_is_printed() -> None:
    text = printed()
    assert all(name in text for name in ("solve", "score", "deal", "rules", "convert"))


def test_the_version_is_printed() -> None:
    assert printed("--version") == f"{gz.__version__}\n"


def test_a_process_complains_on_standard_error_alone() -> None:
    done = process("solve", "none.pgz")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "gongzhu: none.pgz: No such file or directory\n"


def test_what_a_terminal_cannot_show_is_written_otherwise() -> None:
    done = process("solve", TWO_TRICKS, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "S Q" in done.stdout
    assert done.stdout.isascii()
    listed = process("rules", "--json", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert "华牌" in [preset["title_zh"] for preset in json.loads(listed.stdout)]


def test_without_its_requirements_the_command_says_what_to_install() -> None:
    for missing in ("typer", "rich"):
        code = f"import sys; sys.modules[{missing!r}] = None; from gongzhu.cli import main; main()"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            'gongzhu: the command line needs the extra "cli": pip install "gongzhu[cli]"\n'
        )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a named pipe")
def test_an_interrupt_ends_the_process_quietly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "gongzhu", "solve", str(pipe)]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running,
        pipe.open("w"),  # which waits until the process reads from it
    ):
        running.send_signal(signal.SIGINT)
        out, errors = running.communicate()
    assert (running.returncode, out, errors) == (130, "", "")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs an interval timer")
def test_an_interrupt_ends_a_search() -> None:
    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        result = run("solve", gz.Deal.random(seed=1), "--objective", "solo")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert (result.exit_code, result.output) == (130, "")


@pytest.mark.parametrize("patience", [0.0, 60.0])
def test_progress_is_shown_on_standard_error_once_it_takes_long(
    patience: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "PATIENCE", patience)
    monkeypatch.setenv("FORCE_COLOR", "1")
    result = run("deal", "--seed", 7, "--count", 300, "--json")
    assert len(json.loads(result.stdout)) == 300
    assert ("dealing" in result.stderr) is (patience == 0)


# the page


def console_examples(page: str) -> list[tuple[str, str]]:
    """The commands of a page's console blocks, each with the output that it shows."""
    blocks = re.findall(r"^```console\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    return [
        (command, shown)
        for block in blocks
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    ]


@pytest.mark.parametrize(
    ("command", "shown"), console_examples((ROOT / "docs" / "cli.md").read_text(encoding="utf-8"))
)
def test_the_examples_of_the_page_are_true(command: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(command)
    assert program == "gongzhu"
    result = run(*arguments)
    assert doctest.OutputChecker().check_output(shown, result.output, doctest.ELLIPSIS), result.output
