"""Bots: the interface, their options, whole games under every ruleset, programs as bots."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import gongzhu as gz
from bots import BudgetBot, CheatingBot, FailingBot, HighBot, LowBot, external
from gongzhu import players
from gongzhu.players import Bot, Estimate, NativeBot, Recipe, play_game
from tables import RULES, begun, four, over, rules_named, ruleset

EXAMPLE = Path(__file__).parent.parent / "examples" / "random_bot.py"
every_rules = pytest.mark.parametrize("name", RULES)


def dealt(seed: int = 1, rules: gz.Ruleset | None = None) -> gz.Game:
    return gz.Game(gz.Deal.random(seed, rules or ruleset()))


def random_bots(seed: int) -> list[Bot]:
    return [players.get("random", 4 * seed + seat) for seat in range(4)]


# What there is, and with which options.


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(gz.BotError, match=r"bot 'rondom' is unknown; there are random, .*external"):
        players.get("rondom")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("random:depth=3", "bot random has no option 'depth'; it has none"),
        ("external:seconds=3", "bot external has no option 'seconds'; there are command"),
        ("external:move_timeout=soon", "option move_timeout: expected a number from 0 on, not 'soon'"),
        ("external:move_timeout=-1", "option move_timeout: -1.0 is out of range"),
        ("external:command=a,command=b", "the option command comes twice"),
        ("external:a,b", "expected OPTION=VALUE, not 'b'"),
        ("random:3", "expected OPTION=VALUE, not '3'"),
        ('external:"python', "a double quote is not closed"),
        ("external:", "needs a program"),
    ],
)
def test_an_option_that_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(gz.BotError, match=message):
        players.get(text)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (0.5, 20, False, "calm")),
        ({"budget": "0.01", "samples": "7", "all_cores": "yes"}, (0.01, 7, True, "calm")),
        ({"budget": 2, "style": "12"}, (2.0, 20, False, "12")),
    ],
)
def test_options_have_the_type_of_their_defaults(
    options: dict[str, object], expected: tuple[object, ...]
) -> None:
    values = tuple(Recipe(BudgetBot, options).make().options.values())
    assert values == expected
    assert [type(value) for value in values] == [float, int, bool, str]


@pytest.mark.parametrize(
    "options",
    [
        {"budget": True},
        {"samples": 1.5},
        {"samples": 0},
        {"all_cores": 1},
        {"style": 3},
        {"budget": float("nan")},
    ],
)
def test_a_value_of_another_type_or_out_of_range_is_refused(options: dict[str, object]) -> None:
    [name] = options
    with pytest.raises(gz.BotError, match=f"bot budget, option {name}: .*expected"):
        Recipe(BudgetBot, options).make()


def test_a_label_has_the_options_that_were_changed_and_reads_back() -> None:
    bot = players.get(external("plain", move_timeout=3.0))
    assert players.recipe(bot.label).label == bot.label
    assert bot.label.endswith(",move_timeout=3.0")
    bot.close()
    assert players.get("random", seed=3).label == "random"


def test_a_registered_bot_is_found_and_its_name_is_taken() -> None:
    players.register(LowBot)
    try:
        assert isinstance(players.get("low"), LowBot)
        assert "low" in players.names()

        class OtherBot(HighBot):
            name = "low"

        with pytest.raises(gz.BotError, match="there is a bot 'low' already"):
            players.register(OtherBot)
    finally:
        del players.registry._bots["low"]


# Games.


@every_rules
def test_random_bots_play_every_ruleset_to_the_end(name: str) -> None:
    rules = rules_named(name)
    for seed in range(40):
        game = dealt(seed, rules)
        play_game(game, random_bots(seed))
        assert game.is_over
        assert sum(len(trick.moves) for trick in game.tricks) == 4 * len(game.tricks)


def test_the_same_seed_plays_the_same_game_and_another_one_another() -> None:
    games = []
    for seed in (1, 1, 2):
        game = dealt(7, ruleset("huapai"))
        play_game(game, random_bots(seed))
        games.append(game)
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_a_bot_that_starts_anew_plays_as_a_new_one_of_that_seed() -> None:
    bot = players.get("random", 5)
    view = begun("S2 S3 S4 S5 / H2 H3 H4 H5 / D2 D3 D4 D5 / C2 C3 C4 C5").view(0)
    first = [bot.choose(view) for _ in range(20)]
    bot.start(6)
    second = [bot.choose(view) for _ in range(20)]
    bot.start(5)
    assert [bot.choose(view) for _ in range(20)] == first != second


def test_random_moves_are_the_same_in_every_process_and_python() -> None:
    view = begun("S2 S3 S4 S5 / H2 H3 H4 H5 / D2 D3 D4 D5 / C2 C3 C4 C5").view(0)
    bot = players.get("random", seed=1)
    assert " ".join(str(bot.choose(view)) for _ in range(8)) == "S2 S5 S5 S3 S3 S3 S4 S5"


def test_a_random_bot_exposes_each_card_with_even_chances_in_every_kind() -> None:
    hands = "SQ DJ HA / S2 S3 S4 / S5 S6 S7 / S8 S9 ST"
    deal = gz.Deal(four(hands), ruleset("huapai"), first_cards=["SQ", None, None, None], leader=1)
    counts = Counter(
        tuple(
            sorted(
                (str(card), kind) for card, kind in players.get("random", seed).expose(gz.Game(deal).view(0))
            )
        )
        for seed in range(4000)
    )
    single = Counter(choice for chosen in counts.elements() for choice in chosen)
    assert single.keys() == {("SQ", "open"), ("SQ", "first"), ("DJ", "open"), ("HA", "open")}
    assert abs(single["DJ", "open"] - 2000) < 150
    assert abs(single["SQ", "first"] - 1000) < 130
    assert len(counts) == 3 * 2 * 2


def test_an_exposure_that_an_earlier_one_forces_is_not_made_twice() -> None:
    class OpenBot(LowBot):
        name = "openly"

        def expose(self, view: gz.View) -> list[tuple[gz.Card, str]]:
            return [*view.exposable]

    deal = gz.Deal(
        four("SQ DJ CT HA / S2 S3 S4 S5 / C2 C3 C4 C5 / D2 D3 D4 D5"), ruleset("lianzhong"), leader=2
    )
    game = gz.Game(deal)
    play_game(game, [OpenBot()] * 4)  # the third exposure forces the fourth (000-LZ)
    assert len(game.exposures) == 4


# Decisions that every bot has a default for.


def test_the_called_card_is_the_sheep_or_the_next_diamond_that_another_seat_may_hold() -> None:
    rules = ruleset("wikipedia-called")
    without = gz.Game(gz.Deal(four("S2 S3 / DJ DQ / DK DA / H2 H3"), rules, dealer=0, leader=0))
    holding = gz.Game(gz.Deal(four("DJ DA / DK DQ / S2 S3 / H2 H3"), rules, dealer=0, leader=0))
    assert [str(LowBot().call(game.view(0))) for game in (without, holding)] == ["DJ", "DK"]


@pytest.mark.parametrize(
    ("taken", "swaps"),
    [
        ("H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA SQ / DJ / - / -", True),  # his −100 becomes +100
        ("H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA DJ / SQ / - / -", False),
    ],
)
def test_the_colours_change_when_that_gives_more(taken: str, swaps: bool) -> None:
    game = over(taken, colour_change="choice")
    assert game.colour_chooser == 0
    assert game.view(1).colours is None
    assert LowBot().swap_colours(game.view(0)) is swaps
    play_game(game, [LowBot()] * 4)
    assert game.swapped is swaps


@pytest.mark.parametrize(
    ("points", "sides", "seat", "expected"),
    [
        ((10, 20, 30, 40), (0, 1, 0, 1), 2, -20),
        ((10, 20, 30, 40), (0, 1, 1, 1), 0, -80),
        ((10, 20, 30, 60), (0, 1, 2, 3), 3, 40),
        ((10, 20, 30, 60), None, 0, 10 - 110 / 3),
    ],
)
def test_a_margin_is_between_sides_or_to_the_mean_of_the_others(
    points: tuple[int, ...], sides: tuple[int, ...] | None, seat: int, expected: float
) -> None:
    assert players.margin(points, sides, seat) == pytest.approx(expected)


# Bots that fail.


def test_a_bot_that_raises_is_named_with_the_move_and_the_game_stays() -> None:
    game = dealt()
    with pytest.raises(
        gz.BotError,
        match=r"bot failing:every=1, seat \w of traditional, trick 3, play \d+: ZeroDivisionError: no",
    ):
        play_game(game, [FailingBot(every=1)] + [LowBot()] * 3)
    assert not game.is_over
    assert game.to_play == 0


def test_an_illegal_move_is_told_with_its_reason() -> None:
    with pytest.raises(
        gz.BotError, match=r"bot cheating, seat \w of traditional, trick 1, play 1: \w does not hold"
    ):
        play_game(dealt(), [CheatingBot()] * 4)


# Bots of the engine.


class FakeEngine:
    def __init__(self, seed: int, samples: int) -> None:
        self.seed, self.samples = seed, samples

    def choose(self, view: gz.View) -> gz.Move:
        return view.legal_moves()[0]

    def expose(self, view: gz.View) -> list[tuple[gz.Card, str]]:
        return [*view.exposable[:1]]

    def explain(self, view: gz.View) -> list[tuple[gz.Move, float, float]]:
        return [(move, 3.0, 0.5) for move in view.legal_moves()]


class EngineBot(NativeBot):
    name = "engine"
    summary = "has an engine"
    settings = BudgetBot.settings

    def engine(self, seed: int) -> FakeEngine:
        return FakeEngine(seed, int(self.options["samples"]))


def test_an_engine_is_a_bot_with_a_name_and_options() -> None:
    bot = EngineBot(seed=3, samples=9)
    game = dealt(7, ruleset("huapai"))
    assert bot.expose(game.view(3)) == [(gz.Card("DJ"), "open")]
    game.begin()
    assert game.to_play is not None
    view = game.view(game.to_play)
    assert bot.choose(view) in view.legal_moves()
    assert bot.explain(view) == {move: Estimate(3.0, 0.5) for move in view.legal_moves()}
    assert str(Estimate(3.0, 0.5)) == "+3.0 ± 0.5"


# Programs as bots.


def test_a_program_plays_every_preset() -> None:
    bot = players.get(external("exposing"))
    exposures = 0
    for preset in gz.presets():
        game = dealt(3, ruleset(preset))
        play_game(game, [bot] * 4)
        assert game.is_over
        exposures += ruleset(preset).forced == "none" and bool(game.exposures)
    bot.close()
    assert exposures


def test_the_example_of_a_program_plays() -> None:
    game = dealt()
    bot = players.get("external", command=f"'{sys.executable}' '{EXAMPLE}'")
    play_game(game, [bot] * 4)
    bot.close()
    assert game.is_over


def test_a_program_explains() -> None:
    bot = players.get(external("plain"))
    view = begun("S2 S3 / H2 H3 / D2 D3 / C2 C3").view(0)
    assert bot.explain(view) == {gz.Move("S2"): Estimate(2.0, 0.5), gz.Move("S3"): Estimate(2.0, 0.5)}
    bot.close()


@pytest.mark.parametrize(
    ("manner", "message"),
    [
        ("crash", r"ended without an answer \(exit status 1\): 'RuntimeError: out of luck'"),
        ("leave", r"ended without an answer \(exit status 3\)"),
        ("hang", "asked to choose, it gave no answer within 0.5 s"),
        ("nonsense", "asked to choose, it answered 'what[?]', which is no JSON"),
        ("list", "asked to choose, it answered '.1.', which is no JSON object"),
        ("no-card", "it answered .*: .*ZZ"),
        ("number", "expected a text, not 3"),
        ("illegal", "does not hold S"),
        ("nothing", "it gave no move"),
        ("twice", "it gave no move|it spoke before it was asked"),
    ],
)
def test_a_program_that_misbehaves_is_named_with_the_move(manner: str, message: str) -> None:
    bot = players.get(external(manner, move_timeout=0.5 if manner == "hang" else 20.0))
    game = dealt()
    with pytest.raises(
        gz.BotError, match=f"bot external:.*seat . of traditional, trick [123], play .*{message}"
    ):
        play_game(game, [bot] * 4)
    bot.close()
    assert not game.is_over
    with pytest.raises(gz.BotError, match="it has been closed"):
        bot.choose(game.view(0))


def test_a_program_that_is_not_ready_in_time_or_cannot_be_started_is_no_bot() -> None:
    with pytest.raises(gz.BotError, match=r"bot external.*asked to start, it gave no answer within 0.2 s"):
        players.get(external("late", start_timeout=0.2))
    with pytest.raises(gz.BotError, match="no-such-program cannot be started: "):
        players.get("external:no-such-program")


def test_a_program_that_ended_is_started_again_for_the_next_game() -> None:
    bot = players.get(external("leave"))
    for _ in range(2):
        with pytest.raises(gz.BotError, match="ended without an answer"):
            play_game(dealt(), [bot] * 4)
        bot.start(1)
    bot.close()


def test_a_program_is_told_how_the_match_stands() -> None:
    bot = players.get(external("match"))
    bot.match = gz.Match(ruleset("traditional"))
    bot.match.add((-10, -20, -30, -40))
    bot.start(1)
    game = begun("S2 S3 / H2 H3 / D2 D3 / C2 C3", leader=2)
    assert {estimate.mean for estimate in bot.explain(game.view(2)).values()} == {-30}
    bot.close()


def test_a_view_is_json_for_a_program() -> None:
    game = dealt(7, ruleset("china-games"))
    play_game(game, random_bots(1), between=lambda: json.dumps(players.view_dict(game.view(0))))
    view = players.view_dict(game.view(2))
    assert view["points"] == game.points()
    assert view["hand"] == []
    assert {name for name in dir(gz.View) if not name.startswith("_")} <= view.keys()


def test_the_random_bots_of_another_process_play_the_same() -> None:
    program = (
        "import gongzhu as gz; game = gz.Game(gz.Deal.random(7)); "
        "gz.players.play_game(game, [gz.players.get('random', s) for s in range(4)]); "
        "print(game.to_string())"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    game = dealt(7)
    play_game(game, [players.get("random", seat) for seat in range(4)])
    assert gz.Game.from_string(printed.stdout.strip()) == game
