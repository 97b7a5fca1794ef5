"""The arena: duplicate deals, what is counted, results that go on, bots that fail."""

from __future__ import annotations

import json
import math
from pathlib import Path
from statistics import fmean, stdev

import pytest

import gongzhu as gz
from bots import CheatingBot, DyingBot, FailingBot, HighBot, InterruptedBot, LowBot, external
from gongzhu import pgz
from gongzhu.arena import ArenaError, GameResult, MatchResult, match
from gongzhu.arena.matching import AnyBot
from gongzhu.players import play_game
from tables import ruleset

PAIR = [HighBot, LowBot]
CALLED_AND_MIXED = ["scrofazero", "traditional", "pig-sheep", "wikipedia-called", "china-games-double"]


def every_game(result: MatchResult) -> list[GameResult]:
    return [game for deal in result.played for game in deal.games]


# What is played.


def test_partners_play_every_deal_with_sides_exchanged() -> None:
    result = match(PAIR, deals=5, rules="scrofazero")
    assert [[game.places for game in deal.games] for deal in result.played] == [
        [(0, 1, 0, 1), (1, 0, 1, 0)]
    ] * 5


@pytest.mark.parametrize(
    ("seating", "places"),
    [
        ("2v2", ["0101", "1010"]),
        ("1v3", ["0111", "1011", "1101", "1110"]),
        ("3v1", ["1000", "0100", "0010", "0001"]),
    ],
)
def test_a_seating_has_all_its_rotations(seating: str, places: list[str]) -> None:
    result = match(PAIR, deals=2, seating=seating)
    found = [["".join(map(str, game.places)) for game in deal.games] for deal in result.played]
    assert found == [places] * 2
    assert {game.seating for game in every_game(result)} == {seating}


def test_where_the_cards_make_partners_any_two_seats_are_filled_alike() -> None:
    result = match(PAIR, deals=1, rules="pig-sheep", seating="2v2")
    places = {game.places for game in every_game(result)}
    assert len(places) == len(every_game(result)) == 6
    assert all(sum(four) == 2 for four in places)


def test_all_rotations_have_the_same_cards_and_leader_and_so_have_all_pairs(tmp_path: Path) -> None:
    match([*PAIR, "random"], deals=3, rules=["scrofazero", "classic"], save=tmp_path / "games.pgz")
    hands: dict[tuple[str, str], set[tuple[object, int | None]]] = {}
    records = pgz.load(tmp_path / "games.pgz")
    for record in records:
        key = (record.rules.name, record.tag("Round").partition(".")[0])
        hands.setdefault(key, set()).add((record.hands, record.leader))
    assert all(len(dealt) == 1 for dealt in hands.values())
    assert len(set.union(*hands.values())) == len(hands) == 6
    leaders = {key[1]: leader for key, [(_, leader)] in hands.items() if key[0] == "classic"}
    assert leaders == {"0": 0, "1": 1, "2": 2}


def test_a_game_is_what_its_bots_play_from_that_deal(tmp_path: Path) -> None:
    result = match(PAIR, deals=2, rules="traditional", save=tmp_path / "games.jsonl")
    for record, found in zip(pgz.load(tmp_path / "games.jsonl"), every_game(result), strict=True):
        game = gz.Game(gz.Deal.random(int(record.tag("Seed")), ruleset()))
        play_game(game, [(HighBot, LowBot)[place]() for place in found.places])
        assert game.points() == found.points == record.result
        seats = [record.tag(seat) for seat in ("North", "East", "South", "West")]
        assert seats == [("high", "low")[place] for place in found.places]
        assert record.game() == game


# What is counted.


def test_a_known_difference_is_found() -> None:
    """By hand: own side minus other side, and own points minus the mean of the others."""
    result = match(PAIR, deals=20, rules=["scrofazero", "traditional"], seating=["2v2", "1v3"])
    partners: list[float] = []
    alone: list[float] = []
    pairs: list[float] = []
    for deal in result.played:
        points = [(game.seating, game.places, game.points) for game in deal.games]
        if deal.rules == 0:
            partners.append(
                fmean(
                    sum(p if q == 0 else -p for p, q in zip(own, places, strict=True))
                    for _, places, own in points
                )
            )
            continue
        margins = {
            seating: [
                fmean(p for p, q in zip(own, places, strict=True) if q == 0)
                - fmean(p for p, q in zip(own, places, strict=True) if q == 1)
                for which, places, own in points
                if which == seating
            ]
            for seating in ("2v2", "1v3")
        }
        pairs.append(fmean(margins["2v2"]))
        alone.append(fmean(margins["1v3"]))
    found = {(one.rules, one.seating): one for one in result.comparisons(by_rules=True)}
    for key, values in {
        ("scrofazero", "2v2"): partners,
        ("traditional", "2v2"): pairs,
        ("traditional", "1v3"): alone,
    }.items():
        comparison = found[key]
        error = stdev(values) / math.sqrt(20)
        assert comparison.deals == 20
        assert comparison.mean == pytest.approx(fmean(values))
        assert comparison.error == pytest.approx(error)
        assert comparison.interval == pytest.approx(
            (comparison.mean - 1.959964 * error, comparison.mean + 1.959964 * error)
        )
    [together] = result.comparisons()
    solo = [fmean(both) for both in zip(pairs, alone, strict=True)]
    assert together.mean == result.mean == pytest.approx(fmean([*partners, *solo]))
    assert (together.deals, together.games) == (40, 40 + 120)


def test_the_sides_of_a_deal_count_where_the_cards_make_partners() -> None:
    for game in every_game(match(PAIR, deals=10, rules=["pig-sheep", "wikipedia-called"])):
        assert game.sides is not None
        own = [
            sum(p for p, s in zip(game.points, game.sides, strict=True) if s == side) for side in game.sides
        ]
        first, second = ([o for o, q in zip(own, game.places, strict=True) if q == bot] for bot in (0, 1))
        assert game.difference == pytest.approx(fmean(first) - fmean(second))


def test_a_bot_against_its_double_differs_by_nothing() -> None:
    class TwinBot(LowBot):
        name = "twin"

    result = match([LowBot, TwinBot], deals=10, rules=CALLED_AND_MIXED, seating="2v2")
    assert (result.mean, result.interval) == (0, (0, 0))


def test_standings_put_the_best_first_and_count_every_opponent() -> None:
    result = match([LowBot, HighBot, "random"], deals=15, rules=["scrofazero", "traditional"], seating="2v2")
    standings = result.standings()
    assert [s.mean for s in standings] == sorted((s.mean for s in standings), reverse=True)
    assert sum(s.mean for s in standings) == pytest.approx(0)
    assert {(s.deals, s.games) for s in standings} == {(30, 2 * 2 * 30)}
    pairs = {(one.first, one.second): one.mean for one in result.comparisons()}
    low = next(s for s in standings if s.bot == "low")
    assert low.mean == pytest.approx((pairs["low", "high"] + pairs["low", "random"]) / 2)


def test_a_result_reads_as_text_as_json_and_as_a_table() -> None:
    from rich.console import Console

    result = match(["random", LowBot, HighBot], deals=2, rules=["scrofazero", "traditional"])
    console = Console(width=200)
    with console.capture() as captured:
        console.print(result)
    for text in (str(result), captured.get()):
        for part in (
            "random",
            "high",
            "1v3",
            "scrofazero",
            "difference",
            "ms a move",
            f"{result.games} games",
        ):
            assert part in text
    found = json.loads(result.to_json())
    assert found == json.loads(json.dumps(result.to_dict()))
    assert found["by_rules"][0]["interval"] == list(result.comparisons(by_rules=True)[0].interval or ())
    assert "random against low: " in str(result.comparisons()[0])


def test_one_deal_has_no_interval_and_none_no_comparison() -> None:
    one = match(PAIR, deals=1)
    assert (one.interval, one.comparisons()[0].error) == (None, None)
    none = match(PAIR, deals=0)
    assert (none.mean, none.interval, none.standings(), none.complete) == (0.0, None, [], True)
    assert "0 games" in str(none)


# The same seed.


def test_any_number_of_processes_plays_the_same_games(tmp_path: Path) -> None:
    bots: list[AnyBot] = ["random", LowBot, external("exposing")]
    results = [
        match(bots, deals=4, seed=5, rules=CALLED_AND_MIXED, processes=n, save=tmp_path / f"{n}.pgz")
        for n in (1, 2)
    ]
    assert results[0] == results[1]
    assert (tmp_path / "1.pgz").read_text() == (tmp_path / "2.pgz").read_text()
    assert match(bots, deals=4, seed=6, rules=CALLED_AND_MIXED) != results[0]


def test_a_pair_plays_the_same_whoever_else_is_there() -> None:
    alone = match(["random", LowBot], deals=3)
    among = match(["random", LowBot, HighBot], deals=3)
    assert [deal for deal in among.played if (deal.first, deal.second) == (0, 1)] == list(alone.played)


def test_progress_counts_the_deals() -> None:
    seen: list[tuple[int, int]] = []
    match(PAIR, deals=3, rules=["traditional", "huapai"], progress=lambda *counts: seen.append(counts))
    assert seen == [(done, 6) for done in range(1, 7)]


# Results that go on.


def test_a_results_file_is_gone_on_with(tmp_path: Path) -> None:
    path, games = tmp_path / "results.jsonl", tmp_path / "games.pgz"
    whole = match(["random", LowBot], deals=6, rules=["scrofazero", "traditional"])
    first = match(["random", LowBot], deals=2, rules=["scrofazero", "traditional"], results=path, save=games)
    with path.open("ab") as file:
        file.write(b'{"task":[0,2,0,1],"gam')  # the writer was killed
    second = match(["random", LowBot], deals=6, rules=["scrofazero", "traditional"], results=path, save=games)
    assert (first.games, second.games_now) == (2 * 8, 4 * 8)
    assert second == whole
    assert len(pgz.load(games)) == whole.games
    again = match(["random", LowBot], deals=6, rules=["scrofazero", "traditional"], results=path)
    assert (again, again.games_now) == (whole, 0)
    assert again.thinking[0].moves == whole.thinking[0].moves
    fewer = match(["random", LowBot], deals=2, rules=["scrofazero", "traditional"], results=path)
    assert fewer == first


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 2}, "holds another match: its seeds are 1, not 2"),
        ({"rules": "huapai"}, "its rules are traditional, not huapai"),
        ({"seating": "3v1"}, "its seatings are 2v2, 1v3, not 3v1"),
        ({"bots": ["random", HighBot]}, "its bots are random, low, not random, high"),
    ],
)
def test_the_results_of_another_match_are_refused(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    path = tmp_path / "results.jsonl"
    match(["random", LowBot], deals=1, results=path)
    before = path.read_bytes()
    settings: dict[str, object] = {"bots": ["random", LowBot], "deals": 1, "results": path} | change
    with pytest.raises(gz.RulesError, match=message):
        match(**settings)  # type: ignore[arg-type]
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("hello\n", "line 1: this is no JSON$"),
        ("[1]\n", "line 1: this is no JSON object"),
        ('{"Deal": "N:"}\n', "line 1: this is no file of an arena's results"),
        (None, "line 3: this is no finished deal"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_alone(
    tmp_path: Path, content: str | None, message: str
) -> None:
    path = tmp_path / "results.jsonl"
    if content is None:
        match(PAIR, deals=1, results=path)
        content = path.read_text() + '{"task":[0,1,0,1],"games":[],"thinking":{}}\n'
    path.write_text(content)
    with pytest.raises(gz.NotationError, match=message):
        match(PAIR, deals=2, results=path)
    assert path.read_text() == content


# What goes wrong.


@pytest.mark.parametrize("processes", [1, 2])
def test_a_bot_that_fails_ends_the_match_and_finished_games_are_kept(tmp_path: Path, processes: int) -> None:
    path, games = tmp_path / "results.jsonl", tmp_path / "games.pgz"
    where = r"game \d of deal \d+ \(\dv\d\): bot failing, seat . of traditional, trick 3, play \d+: Zero"
    with pytest.raises(ArenaError, match=where) as failure:
        match([FailingBot, LowBot], deals=400, seed=3, results=path, save=games, processes=processes)
    result = failure.value.result
    assert not result.complete
    assert len(path.read_text().splitlines()) == 1 + len(result.played)
    assert len(pgz.load(games)) >= result.games
    for record in pgz.load(games):
        assert record.game().is_over


@pytest.mark.parametrize("manner", ["crash", "nonsense", "illegal"])
def test_a_program_that_fails_ends_the_match_too(manner: str) -> None:
    with pytest.raises(ArenaError, match=r"game 1 of deal 0 \(2v2\): bot external:.*trick"):
        match(["random", external(manner)], deals=3)


def test_an_illegal_move_ends_the_match() -> None:
    with pytest.raises(ArenaError, match=r"bot cheating, seat . of traditional, trick 1.*does not hold"):
        match(["random", CheatingBot], deals=3)


def test_a_program_that_cannot_be_started_is_named() -> None:
    with pytest.raises(ArenaError, match=r"bot external:command=no-such-program.*cannot be started"):
        match(["random", "external:no-such-program"], deals=1)


def test_a_process_that_dies_is_told_of() -> None:
    with pytest.raises(
        ArenaError, match="between random and dying: the process that played it ended with status 7"
    ):
        match(["random", DyingBot], deals=3, processes=2)


def test_ctrl_c_returns_what_is_finished(tmp_path: Path) -> None:
    InterruptedBot.games = 0
    path = tmp_path / "results.jsonl"
    result = match([InterruptedBot, HighBot], deals=50, rules="scrofazero", results=path)
    assert 0 < len(result.played) < 50
    assert not result.complete
    assert len(path.read_text().splitlines()) == 1 + len(result.played)
    gone_on = match([InterruptedBot, HighBot], deals=6, rules="scrofazero", results=path)
    assert gone_on == match([InterruptedBot, HighBot], deals=6, rules="scrofazero")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"bots": ["random"]}, "at least two bots, not 1"),
        ({"bots": ["random", "random"]}, "bot random is named twice"),
        ({"bots": ["random", "clever"]}, "bot 'clever' is unknown; there are random"),
        ({"bots": ["random", 3]}, "expected the name of a bot"),
        ({"deals": -1}, "deals -1 is out of range"),
        ({"processes": -2}, "processes -2 is out of range"),
        ({"rules": []}, "at least one ruleset"),
        ({"rules": "bridge"}, "preset 'bridge' is unknown"),
        ({"seating": "4v0"}, "seating '4v0' is unknown; there are 2v2, 1v3, 3v1"),
        ({"seating": []}, "seating: expected some of 2v2, 1v3, 3v1"),
        ({"seating": ["2v2", "2v2"]}, "each once"),
        ({"save": "games.npz"}, "games.npz should end in .pgz or .jsonl"),
    ],
)
def test_bad_arguments_are_refused_in_words(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        match(**({"bots": ["random", LowBot], "deals": 1} | arguments))  # type: ignore[arg-type]


def test_random_bots_never_make_an_illegal_move_under_any_preset() -> None:
    result = match(["random", LowBot], deals=4, rules=gz.presets(), seating=["2v2", "3v1"])
    assert result.complete
    assert len(result.played) == 4 * len(gz.presets())


# Plots.


def test_a_plot_is_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    result = match(["random", LowBot, HighBot], deals=3, rules=["scrofazero", "traditional"])
    result.plot(tmp_path / "plot.svg")
    assert "<svg" in (tmp_path / "plot.svg").read_text()
    assert len(result.plot().axes[0].containers) == 3
    with pytest.raises(gz.RulesError, match=r"plot\.doc should end in one of"):
        result.plot(tmp_path / "plot.doc")


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    result = match(PAIR, deals=1)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r'pip install "gongzhu\[plot\]"'):
        result.plot()
