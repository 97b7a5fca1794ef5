"""`gongzhu play`: sessions as they would be typed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import gongzhu as gz
from bots import HighBot, LowBot, external
from gongzhu import pgz, players
from gongzhu.cli import screen, session
from gongzhu.cli.prompt import LeaveError
from gongzhu.cli.session import Options, Session
from gongzhu.drawing.scene import points_so_far
from gongzhu.pgz import Record
from gongzhu.players import Bot, Recipe
from tables import ONES, RULES, expose_randomly, four, play_randomly, rules_named, ruleset
from test_cli import complaint, printed, run

Answer = Callable[[Session, str], str]


def lines(*answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers)


def any_legal(rng: random.Random) -> Answer:
    """A person who decides at random, and makes mistakes."""

    def answer(sitting: Session, question: str) -> str:
        view = sitting.view
        if rng.random() < 0.1:
            return rng.choice(
                ["nonsense", "S2", "HA HK", "table", "score", "help", "open SQ", "undo", "hint"]
            )
        if question == "call":
            return rng.choice(["DJ", "♦A", "方块K", "nobody"])
        if question == "expose":
            return rng.choice(["", *(f"{card} {kind}" for card, kind in view.exposable)])
        if question.startswith("yes"):
            return rng.choice(["yes", "no", "是"])
        if question.startswith("trick"):
            return str(rng.choice(view.legal_moves()))
        return ""

    return answer


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Record]]:
    """Plays a session in which a function gives the answers; returns the records that are kept."""

    def sitting(
        answer: Answer, rules: gz.Ruleset, bot: type[Bot] | str = "random", **options: Any
    ) -> list[Record]:
        recipe = players.recipe(bot) if isinstance(bot, str) else Recipe(bot, {})
        chosen: dict[str, Any] = {
            "seat": 2, "seed": 7, "deals": 1, "hint": recipe, "open": False, "analyse": False,
            "time_limit": 0.2, "pause": 0, "style": "ascii",
        } | options  # fmt: skip
        kept: list[Record] = []

        def keep(records: Sequence[Record]) -> None:
            kept[:] = records

        seat = chosen["seat"]
        made = Session(Options(rules=rules, **chosen), {s: recipe for s in range(4) if s != seat}, keep)
        with monkeypatch.context() as patched:
            patched.setattr(session, "ask", lambda question: answer(made, question))
            made.run()
        return kept

    return sitting


def script(*answers: str) -> Answer:
    """A person who gives these answers and then leaves."""
    waiting: Iterator[str] = iter(answers)

    def answer(_sitting: Session, _question: str) -> str:
        for text in waiting:
            return text
        raise LeaveError

    return answer


# Whole sessions.


@pytest.mark.parametrize("name", RULES)
def test_every_ruleset_is_played_to_the_end_and_kept(name: str, sit: Callable[..., list[Record]]) -> None:
    rng = random.Random(name)
    records = sit(any_legal(rng), rules_named(name), seat=rng.randrange(4), deals=2)
    assert len(records) <= 2
    for record in records:
        assert record.game().is_over
    assert pgz.parse(pgz.dumps(records)) == records


def first_legal(sitting: Session, question: str) -> str:
    """A person who always takes the first of what is legal."""
    return str(sitting.view.legal_moves()[0]) if question.startswith("trick") else ""


def own_plays(game: gz.Game, seat: int) -> list[str]:
    return [str(trick.moves[(seat - trick.leader) % 4]) for trick in game.tricks]


def test_a_typed_session_is_saved_and_reads_back(tmp_path: Path, sit: Callable[..., list[Record]]) -> None:
    path = tmp_path / "games.pgz"
    [expected] = sit(first_legal, ruleset())
    game = expected.game()
    first, *rest = own_plays(game, 2)
    options = ("play", "--bot", "random", "--seed", 7, "--deals", 1, "--save", path)
    text = printed(*options, "--style", "ascii", given=lines("黑桃Q", first.replace("S", "♠"), *rest, ""))
    assert "You are S; N random, E random, W random. E leads." in text
    assert "S T2   H Q8   D KT8753   C K65" in text
    assert "S does not hold SQ. Legal: " in text
    assert "The deal is over." in text
    [record] = pgz.load(path)
    assert record == expected
    assert (record.tag("North"), record.tag("South")) == ("random", "person")
    assert "♠ 10 2" in printed(*options, "--style", "symbols", given=lines(first, *rest, ""))
    assert [record.game() for record in pgz.load(path)] == [game, game]


def test_the_end_of_the_input_keeps_the_deal_as_far_as_it_went(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    printed("play", "--bot", "random", "--seed", 7, "--save", path, given=lines("S2"))
    [record] = pgz.load(path)
    game = record.game()
    assert not game.is_over
    assert "S2" in [str(move) for move in game.history]
    for quick in ("quit", "q"):
        printed("play", "--bot", "random", "--seed", 7, "--save", path, given=lines(quick))
    assert len(pgz.load(path)) == 3


def test_nothing_begun_is_nothing_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.pgz"
    printed("play", "--bot", "random", "--rules", "huapai", "--seat", "W", "--seed", 7, "--save", path)
    assert pgz.load(path) == []


def test_totals_run_on_as_in_a_match(
    sit: Callable[..., list[Record]], capsys: pytest.CaptureFixture[str]
) -> None:
    rules = ruleset("lianzhong-partners")
    records = sit(any_legal(random.Random(5)), rules, deals=3)
    match = gz.Match(rules)
    for record in records:
        assert record.rules == rules
        game = record.game()
        assert game.leader_given == (match.leader is not None)
        match.record(game)
    shown = capsys.readouterr().out
    assert len(records) == 3
    for total in match.totals:
        assert str(total) in shown.splitlines()[-1]


def test_a_game_ends_at_its_limit_with_winners_and_losers(
    sit: Callable[..., list[Record]], capsys: pytest.CaptureFixture[str]
) -> None:
    rules = ruleset("china-games").replace(limits=[-150, 150])
    records = sit(any_legal(random.Random(5)), rules, deals=None)
    match = gz.Match(rules)
    for record in records:
        assert not match.is_over
        match.record(record.game())
    assert match.is_over
    shown = capsys.readouterr().out
    assert "settled" in shown
    assert "The game is over: " in shown.splitlines()[-1]


# Decisions.


def test_exposing_asks_for_the_kind_where_there_are_two(
    sit: Callable[..., list[Record]], capsys: pytest.CaptureFixture[str]
) -> None:
    rules = ruleset("china-games")
    [record] = sit(script("S2 dark", "羊", "DJ dark", ""), rules, seat=3)
    assert [tuple(exposure) for exposure in record.exposures if exposure.seat == 3] == [(3, "DJ", "dark")]
    shown = capsys.readouterr().out
    assert "You may expose DJ dark, DJ bright. Enter: no more." in shown
    assert "S2 cannot be exposed" in shown
    assert "DJ may be exposed in 2 ways, say which. Legal: DJ dark, DJ bright; Enter: no more" in shown


def test_an_exposure_that_is_hidden_is_shown_as_one(
    sit: Callable[..., list[Record]], capsys: pytest.CaptureFixture[str]
) -> None:
    class SecretBot(LowBot):
        name = "secret"

        def expose(self, view: gz.View) -> list[tuple[gz.Card, str]]:
            return [choice for choice in view.exposable if choice[1] == "dark"]

    [record] = sit(script("table"), ruleset("china-games"), SecretBot)
    hidden = [exposure for exposure in record.exposures if exposure.seat != 2]
    assert hidden
    shown = capsys.readouterr().out
    for exposure in hidden:
        assert f"{'NESW'[exposure.seat]} ? dark" in shown
        assert f"{exposure.card} dark" not in shown


def test_the_dealer_is_asked_for_a_card(
    sit: Callable[..., list[Record]], capsys: pytest.CaptureFixture[str]
) -> None:
    rules = ruleset("wikipedia-called")
    dealer = gz.Game(gz.Deal.random(7, rules)).dealer
    [record] = sit(script("hint", "joker", "♥5", ""), rules, seat=dealer)
    assert record.called == "H5"
    shown = capsys.readouterr().out
    assert "random would call D" in shown
    assert "Legal: any card that somebody holds" in shown


@pytest.mark.parametrize(("answer", "swapped"), [("yes", True), ("no", False)])
def test_who_took_all_hearts_is_asked_about_the_colours(
    sit: Callable[..., list[Record]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answer: str,
    swapped: bool,
) -> None:
    rules = gz.Ruleset(colour_change="choice")
    hearts = "H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA SQ / DJ / - / -"
    deal = gz.Deal(four(ONES), rules, taken=four(hearts), led="SHDC")
    monkeypatch.setattr(Session, "_deal", lambda _: gz.Game(deal))
    [record] = sit(script("S2", "hint", "maybe", answer, "undo", answer, "score", ""), rules, seat=0)
    assert record.game().swapped is swapped
    shown = capsys.readouterr().out
    assert "random would change them" in shown
    assert "'maybe' is neither yes nor no. Legal: yes, no" in shown
    assert "changed      300" in shown


# Taking back, hints, what is shown.


def test_undo_goes_back_to_the_own_last_decision(sit: Callable[..., list[Record]]) -> None:
    views: list[gz.View] = []

    def answer(sitting: Session, _question: str) -> str:
        views.append(sitting.view)
        if len(views) == 6:
            raise LeaveError
        return {3: "undo", 4: "undo", 5: "undo"}.get(len(views)) or str(sitting.view.legal_moves()[0])

    sit(answer, ruleset())
    assert views[3] == views[1] != views[2]
    assert views[4] == views[5] == views[0]


def test_undo_reaches_the_exposing(sit: Callable[..., list[Record]]) -> None:
    [record] = sit(script("DJ", "undo", "", "undo", "", "CA"), ruleset("huapai"), HighBot, seat=3)
    assert [exposure for exposure in record.exposures if exposure.seat == 3] == []


def test_the_end_of_a_deal_can_be_taken_back(sit: Callable[..., list[Record]]) -> None:
    asked: list[str] = []

    def answer(sitting: Session, question: str) -> str:
        asked.append(question)
        if question.startswith("Enter"):
            return ["undo", ""][min(1, sum(q.startswith("Enter") for q in asked) - 1)]
        return str(sitting.view.legal_moves()[0])

    [record] = sit(answer, ruleset())
    assert record.game().is_over
    assert sum(question.startswith("trick 13") for question in asked) == 2


def test_a_bot_gives_hints_with_its_estimates(
    sit: Callable[..., list[Record]], capsys: pytest.CaptureFixture[str]
) -> None:
    sit(script("hint"), ruleset(), LowBot)
    shown = capsys.readouterr().out
    assert "low expects, own side minus the other, in points a deal:\ncard  points\n" in shown
    assert "+1.0 ± 1.0" in shown
    assert "low would play CK" in shown


def test_with_open_hands_the_solver_gives_the_hints(
    sit: Callable[..., list[Record]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = ruleset("scrofazero")
    deal = gz.Deal.random(3, rules, cards=4)
    monkeypatch.setattr(Session, "_deal", lambda _: gz.Game(deal, leader=0))
    sit(script("hint"), rules, seat=0, open=True, time_limit=30.0)
    game = gz.Game(deal, leader=0)
    game.begin()
    shown = capsys.readouterr().out
    assert "partners, as N sees it, all hands visible:" in shown
    for move, worth in gz.solve(game, "partners", seat=0).moves.items():
        assert f"{move}    {worth}\n" in shown
    assert gz.drawing.game_text(game) in shown


def test_the_only_legal_card_needs_no_name(
    sit: Callable[..., list[Record]], capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(sitting: Session, question: str) -> str:
        return (
            ""
            if question.startswith("Enter") or len(sitting.view.legal_moves()) == 1
            else str(sitting.view.legal_moves()[0])
        )

    [record] = sit(answer, ruleset())
    assert record.game().is_over
    assert "more than one" not in capsys.readouterr().out
    sit(script(""), ruleset())
    assert "there is more than one legal play. Legal: S2, ST" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["huapai", "traditional-double", "careful", "drawn-double", "removed"])
def test_the_points_so_far_are_those_of_the_table_where_nothing_is_hidden(name: str) -> None:
    rng = random.Random(name)
    for _ in range(10):
        game = gz.Game(gz.Deal.random(rng.getrandbits(32), rules_named(name)))
        expose_randomly(game, rng)
        game.begin()
        play_randomly(game, rng, rng.randrange(52))
        for seat in range(4):
            assert screen.points_so_far(game.view(seat)) == points_so_far(game)


def test_the_table_shows_the_last_trick_and_what_was_taken(
    sit: Callable[..., list[Record]], capsys: pytest.CaptureFixture[str]
) -> None:
    sit(script("S2", "table"), ruleset())
    shown = capsys.readouterr().out
    assert "last trick: E S" in shown
    assert "points  taken" in shown


def test_a_deal_is_analysed_where_the_solver_can(
    sit: Callable[..., list[Record]], capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(sitting: Session, question: str) -> str:
        return answers.pop(0) if question.startswith("Enter") else first_legal(sitting, question)

    answers = ["what", "analyse", ""]
    sit(answer, ruleset(), time_limit=0.05)
    shown = capsys.readouterr().out
    assert "Here are Enter, analyse, score, undo and quit." in shown
    assert "all hands visible\ntrick " in shown
    assert "\nlost " in shown
    answers = ["analyse", ""]
    sit(answer, ruleset("traditional-double"), time_limit=0.05)
    assert "all hands visible\ntrick " in capsys.readouterr().out


# Bots and what is wrong.


def test_three_bots_sit_in_order_of_play() -> None:
    text = printed("play", "--bot", "random", "--bot", external("plain"), "--bot", "random", "--seat", "N")
    assert "You are N; E random, S external:command=" in text


def test_a_bot_that_fails_ends_the_session_in_one_line_and_the_deal_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.pgz"
    result = run(
        "play",
        "--bot",
        external("crash"),
        "--seed",
        7,
        "--save",
        path,
        given=lines(*(f"{suit}{rank}" for _ in range(13) for suit in "SHDC" for rank in "23456789TJQKA")),
    )
    assert result.exit_code == 2
    [line] = result.stderr.splitlines()
    assert line.startswith("gongzhu: bot external:command=")
    assert "trick 3" in line
    [record] = pgz.load(path)
    assert len(record.game().tricks) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--bot", "clever"], "bot 'clever' is unknown; there are random"),
        (["--bot", "random", "--bot", "random"], "--bot is given once or three times, not 2 times"),
        (["--bot", "random", "--budget", "1"], "--budget: none of these bots has an option seconds"),
        (["--hint", "random:depth=3"], "bot random has no option 'depth'"),
        (["--rules", "bridge"], "preset 'bridge' is unknown"),
        (["--seat", "Q"], "'Q' is no seat"),
        (["--save", "games.npz"], "games.npz: the name of the file to write should end in .pgz or .jsonl"),
        (["--save", "/no/such/folder/games.pgz"], "there is no such folder"),
        (["--deals", "0"], "'--deals'"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str) -> None:
    assert message in complaint("play", *arguments)


def test_a_budget_is_the_seconds_of_every_bot_that_has_them() -> None:
    shown = printed(
        "play", "--budget", "0.002", "--bot", "pimc", "--deals", "1", "--seed", "7", given="quit\n"
    )
    assert "pimc:seconds=0.002" in shown


def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.pgz"
    path.write_text("my diary\n")
    assert str(path) in complaint("play", "--bot", "random", "--save", path, given=lines("quit"))
    assert path.read_text() == "my diary\n"
