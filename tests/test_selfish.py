"""Four players each for himself: max^n against plain search through `gz.Game`, limits, what is refused."""

from __future__ import annotations

import random
import signal
import threading

import pytest

import gongzhu as gz
from endings import ENDINGS, HOUSE_RULES, begun_deal, ending, house_rules, short_deck
from gongzhu import _core
from tables import SEATS, begun, play, rules_named

Points = tuple[int, ...]


def solve(
    game: gz.Game, *, time_limit: float | None = None, nodes: int | None = None, hash_mb: int = 64
) -> dict[str, object]:
    return dict(_core.solve_selfish(game, time_limit=time_limit, nodes=nodes, hash_mb=hash_mb))


def liking(seat: int, points: Points) -> Points:
    """The stated rule: own points, then fewer for the next seat, the one after it, the last."""
    return (points[seat], *(-points[(seat + step) % 4] for step in (1, 2, 3)))


def final_points(game: gz.Game) -> Points:
    kept = game.points()
    try:
        game.swap_colours(True)
    except gz.IllegalMove:
        return kept
    swapped = game.points()
    (chooser,) = {seat for seat in SEATS for card in game.taken(seat) if card.suit == "H"}
    return max(kept, swapped, key=lambda points: liking(chooser, points))


def plain(game: gz.Game, memo: dict[object, Points], led: frozenset[str] = frozenset()) -> Points:
    """Every play of everybody, without bounds, order or knowledge of the game."""
    seat = game.to_play
    if seat is None:
        return final_points(game)
    key = None
    if not game.current_trick:
        key = (seat, game.hands, tuple(map(game.taken, SEATS)), led)
        if key in memo:
            return memo[key]
    best: Points | None = None
    for move in game.legal_moves():
        leads = {move.cards[0].suit} if key is not None else ()
        game.play(move)
        points = plain(game, memo, led.union(leads))
        game.undo()
        if best is None or liking(seat, points) > liking(seat, best):
            best = points
    assert best is not None
    if key is not None:
        memo[key] = best
    return best


def check_against_plain_search(game: gz.Game) -> None:
    found = solve(game)
    expected = {}
    memo: dict[object, Points] = {}
    for move in game.legal_moves():
        game.play(move)
        expected[move] = plain(game, memo)
        game.undo()
    seat = game.to_play
    assert seat is not None
    assert found["moves"] == expected, game.to_string()
    assert found["points"] == max(expected.values(), key=lambda points: liking(seat, points))
    assert found["exact"]
    assert found["lower"] == found["upper"] == found["points"]
    check_line(game.copy(), found)


def check_line(game: gz.Game, found: dict[str, object]) -> None:
    line = found["line"]
    assert isinstance(line, list)
    for move in line:
        game.play(move)
    assert game.is_over
    assert final_points(game) == found["points"]


@pytest.mark.parametrize("preset", gz.presets())
def test_every_play_of_an_ending_leads_to_the_points_that_plain_search_finds(preset: str) -> None:
    rng = random.Random(preset)
    for number in range(min(16, ENDINGS)):
        check_against_plain_search(ending(gz.Ruleset.preset(preset), rng, 3, on_table=number % 4))
    check_against_plain_search(ending(gz.Ruleset.preset(preset), rng, 4, on_table=2))


@pytest.mark.parametrize("house_rule", HOUSE_RULES)
def test_a_house_rule_is_played_by(house_rule: str) -> None:
    rng = random.Random(house_rule)
    rules = house_rules(house_rule)
    for _ in range(min(8, ENDINGS)):
        check_against_plain_search(ending(rules, rng, 3))
    for _ in range(min(8, ENDINGS)):
        check_against_plain_search(begun_deal(short_deck(rules), rng))


@pytest.mark.parametrize("preset", gz.presets())
def test_along_the_line_the_points_stay_what_they_were(preset: str) -> None:
    rng = random.Random(preset)
    game = ending(gz.Ruleset.preset(preset), rng, 5)
    found = solve(game)
    check_line(game.copy(), found)
    line = found["line"]
    assert isinstance(line, list)
    for move in line[:6]:
        game.play(move)
        assert solve(game)["points"] == found["points"]


def test_who_has_nothing_at_stake_gives_the_pig_to_the_first_of_the_others_that_can_get_it() -> None:
    # West discards on both tricks, of which East takes one and South the other.
    game = begun("D2 C2 / D3 C5 / D4 C4 / SQ S3", leader=0)
    found = solve(game)
    assert found["points"] == (0, -100, 0, 0)
    assert gz.solve(game, "selfish").tie_break.startswith("own points, then fewer for the next seat")


def test_the_middle_of_a_trick_and_the_exposing_phase_can_be_asked_about() -> None:
    deal = gz.Deal.random(seed=5, cards=3)
    game = gz.Game(deal)
    found = solve(game)
    assert game.phase == "exposing"
    game.begin()
    assert solve(game)["moves"] == found["moves"]
    check_against_plain_search(play(game, str(game.legal_moves()[0])))


@pytest.mark.parametrize("nodes", [0, 1, 10, 100, 1000])
@pytest.mark.parametrize("preset", ["traditional", "huapai", "wikipedia", "baidu"])
def test_a_node_limit_leaves_proven_bounds_and_no_vector(preset: str, nodes: int) -> None:
    rng = random.Random(preset)
    for _ in range(6):
        game = ending(rules_named(preset).replace(colour_change="choice"), rng, 4)
        full, part = solve(game), solve(game, nodes=nodes)
        assert isinstance(part["nodes"], int)
        assert part["nodes"] <= nodes
        assert (part["points"] is not None) == part["exact"] == (part["lower"] == part["upper"])
        assert between(part["lower"], full["points"], part["upper"])
        assert isinstance(part["moves"], dict)
        assert isinstance(full["moves"], dict)
        assert part["moves"].keys() == full["moves"].keys()
        for move, points in full["moves"].items():
            proven = part["moves"][move]
            assert proven == points if len(proven) == 4 else between(proven[0], points, proven[1])


def between(lower: object, points: object, upper: object) -> bool:
    assert isinstance(lower, tuple)
    assert isinstance(points, tuple)
    assert isinstance(upper, tuple)
    return all(low <= own <= high for low, own, high in zip(lower, points, upper, strict=True))


def test_a_whole_deal_under_a_limit_has_bounds() -> None:
    found = solve(gz.Game(gz.Deal.random(seed=3)), time_limit=0.05)
    assert found["points"] is None
    assert not found["exact"]
    assert found["line"] == []


def test_the_interrupt_key_ends_a_search() -> None:
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        solve(gz.Game(gz.Deal.random(seed=3)))
    timer.join()


def test_a_small_table_changes_nothing() -> None:
    rng = random.Random(1)
    for _ in range(3):
        game = ending(gz.Ruleset.preset("huapai"), rng, 5)
        assert solve(game, hash_mb=1)["moves"] == solve(game)["moves"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"nodes": -1}, "solve: nodes -1 is out of range, expected 0 or more"),
        ({"time_limit": -0.5}, "solve: time_limit -0.5 is out of range, expected 0 seconds or more"),
        ({"time_limit": float("nan")}, "solve: time_limit nan is out of range"),
        ({"hash_mb": 0}, "solve: hash_mb 0 is out of range, expected 1 to 16777216 MiB"),
    ],
)
def test_a_limit_out_of_range_is_named(options: dict[str, float], message: str) -> None:
    with pytest.raises(gz.RulesError, match=message):
        solve(gz.Game(gz.Deal.random(seed=1, cards=2)), **options)  # type: ignore[arg-type]


def test_a_deal_that_is_over_is_refused() -> None:
    over = play(begun("S2 / S3 / S4 / S5"), "S2", "S3", "S4", "S5")
    with pytest.raises(gz.IllegalMove, match="solve: the deal is over"):
        solve(over)
