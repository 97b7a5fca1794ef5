"""Exact solving: against plain max/min search, against itself, with limits, and with bad arguments."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import pytest

import gongzhu as gz

SEATS = range(4)
ONE_DECK = [name for name in gz.presets() if gz.Ruleset.preset(name).decks == 1]
OBJECTIVES = ("partners", "solo")
ENDINGS = 30  # of each preset
HOUSE_RULES: dict[str, dict[str, object]] = {
    "graded hearts": {"heart_table": "graded", "self_capture": 2},
    "flat hearts": {"heart_table": "flat"},
    "jokers": {"jokers": True},
    "colours change": {"colour_change": "auto"},
    "colours change by choice": {"colour_change": "choice", "self_capture": 2},
    "a transformer with hearts worth nothing is alone": {"lone_rule": "no_points"},
    "all hearts turn the pig": {"pig_flip": "all_hearts"},
    "fixed slam": {"slam": "fixed"},
    "discards of the same colour": {"discards": "same_colour"},
    "barred in every way": {"bars": ["follow", "lead", "discard"], "heart_leader": "H3"},
    "first trick without points, led with the spade three": {
        "first_trick_points": False,
        "must_lead_it": True,
        "first_lead": "S3",
    },
}


@dataclass
class PlainSearch:
    """Max/min over every play, without bounds, order or knowledge of the game beyond `gz.Game`."""

    game: gz.Game
    weights: tuple[int, ...]
    roles: tuple[int, ...]
    memo: dict[object, int] = field(default_factory=dict)

    @classmethod
    def of(cls, game: gz.Game, objective: str, seat: int) -> PlainSearch:
        if objective == "solo":
            own = [other == seat for other in SEATS]
            return cls(game, tuple(map(int, own)), tuple(1 if mine else -1 for mine in own))
        sides = game.sides
        if sides is None or len(set(sides)) == 4:
            sides = (0, 1, 0, 1)
        signs = tuple(1 if side == sides[seat] else -1 for side in sides)
        return cls(game, signs, signs)

    def value_of(self, points: tuple[int, ...]) -> int:
        return sum(weight * own for weight, own in zip(self.weights, points, strict=True))

    def final_value(self) -> int:
        kept = self.value_of(self.game.points())
        try:
            self.game.swap_colours(True)
        except gz.IllegalMove:
            return kept
        swapped = self.value_of(self.game.points())
        (chooser,) = {seat for seat in SEATS for card in self.game.taken(seat) if card.suit == "H"}
        return (max if self.roles[chooser] > 0 else min)(kept, swapped)

    def value(self, led: frozenset[str] = frozenset()) -> int:
        game = self.game
        seat = game.to_play
        if seat is None:
            return self.final_value()
        key = None
        if not game.current_trick:
            key = (seat, game.hands, tuple(map(game.taken, SEATS)), led)
            if key in self.memo:
                return self.memo[key]
        values = []
        for move in game.legal_moves():
            leads = {move.cards[0].suit} if key is not None else ()
            game.play(move)
            values.append(self.value(led.union(leads)))
            game.undo()
        best = max(values) if self.roles[seat] > 0 else min(values)
        if key is not None:
            self.memo[key] = best
        return best

    def values_of_moves(self) -> dict[gz.Move, int]:
        values = {}
        for move in self.game.legal_moves():
            self.game.play(move)
            values[move] = self.value()
            self.game.undo()
        return values


def expose_some(game: gz.Game, rng: random.Random) -> None:
    for seat in SEATS:
        while (choices := game.exposable(seat)) and rng.random() < 0.4:
            game.expose(seat, *rng.choice(choices))


def random_game(rules: gz.Ruleset, cards: int, rng: random.Random, on_table: Sequence[int]) -> gz.Game:
    """An ending dealt as such or reached by random play; cards on the table are still counted."""
    seed = rng.randrange(2**32)
    dealt_short = rng.random() < 0.4
    deal = gz.Deal.random(seed=seed, rules=rules, cards=cards if dealt_short else None)
    game = gz.Game(deal, leader=rng.choice(SEATS), dealer=rng.choice(SEATS))
    if rules.partnership == "called" and rng.random() < 0.7:
        game.call(rng.choice(rng.choice(deal.hands)))
    expose_some(game, rng)
    game.begin()
    left = 4 * cards - rng.choice(on_table)
    while sum(map(len, game.hands)) > left:
        game.play(rng.choice(game.legal_moves()))
    return game


def random_games(
    rules: gz.Ruleset, number: int, cards: int, on_table: Sequence[int] = (0, 0, 1, 2, 3)
) -> Iterator[gz.Game]:
    rng = random.Random(f"{rules.name} {rules.differences()} {cards}")
    for _ in range(number):
        yield random_game(rules, cards, rng, on_table)


def check_against_plain_search(game: gz.Game, objective: str, seat: int) -> None:
    plain = PlainSearch.of(game, objective, seat)
    expected = plain.values_of_moves()
    solution = gz.solve(game, objective, seat=seat)
    assert solution.exact
    assert solution.moves == expected
    assert list(solution.moves) == game.legal_moves()
    best = max if game.to_play is not None and plain.roles[game.to_play] > 0 else min
    assert solution.value == solution.lower == solution.upper == best(expected.values())
    assert solution.points is not None
    assert plain.value_of(solution.points) == solution.value


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("preset", ONE_DECK)
def test_every_play_of_an_ending_is_worth_what_plain_search_says(preset: str, objective: str) -> None:
    for number, game in enumerate(random_games(gz.Ruleset.preset(preset), ENDINGS, 3)):
        check_against_plain_search(game, objective, number % 4)
    for game in random_games(gz.Ruleset.preset(preset), 1, 4, on_table=(2, 3)):
        check_against_plain_search(game, objective, 0)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("house_rule", HOUSE_RULES)
def test_an_ending_under_a_house_rule_is_worth_what_plain_search_says(
    house_rule: str, objective: str
) -> None:
    rules = gz.Ruleset.preset("traditional", **HOUSE_RULES[house_rule])
    for number, game in enumerate(random_games(rules, ENDINGS, 3)):
        check_against_plain_search(game, objective, number % 4)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("house_rule", HOUSE_RULES)
def test_a_whole_deal_of_a_short_deck_is_worth_what_plain_search_says(
    house_rule: str, objective: str
) -> None:
    """With few hearts all hearts and slams are common, and the rules of the first trick hold."""
    rules = gz.Ruleset.preset("traditional", **HOUSE_RULES[house_rule])
    kept = ["S3", "SQ", "SK", "D2", "DJ", "DQ", "C9", "CT", "CJ", "HA"]
    kept += ["HSJ", "HBJ"] if rules.jokers else ["H3", "HK"]
    deck = {str(card) for hand in gz.Deal.random(rules=rules).hands for card in hand}
    short = rules.replace(removed=sorted(deck.difference(kept)))
    rng = random.Random(house_rule)
    for number in range(8):
        game = gz.Game(gz.Deal.random(seed=number, rules=short))
        expose_some(game, rng)
        game.begin()
        check_against_plain_search(game, objective, number % 4)


@pytest.mark.parametrize("preset", ONE_DECK)
def test_what_one_side_wins_the_other_loses(preset: str) -> None:
    for game in random_games(gz.Ruleset.preset(preset), 3, 5):
        solutions = [gz.solve(game, seat=seat) for seat in SEATS]
        sides = game.sides
        partners = sides if sides is not None and len(set(sides)) == 2 else (0, 1, 0, 1)
        for seat in SEATS:
            sign = 1 if partners[seat] == partners[0] else -1
            assert solutions[seat].value == sign * solutions[0].value
            assert solutions[seat].moves == {
                move: sign * value for move, value in solutions[0].moves.items() if isinstance(value, int)
            }


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("preset", ONE_DECK)
def test_turning_the_table_changes_nothing(preset: str, objective: str) -> None:
    rules = gz.Ruleset.preset(preset)
    rng = random.Random(preset)
    for seed in range(3):
        hands = gz.Deal.random(seed=seed, rules=rules, cards=5).hands
        leader, turn, seat = rng.choice(SEATS), rng.choice(SEATS), rng.choice(SEATS)
        solutions = []
        for by in (0, turn):
            turned = [hands[(place - by) % 4] for place in SEATS]
            game = gz.Game(gz.Deal(turned, rules), leader=(leader + by) % 4, dealer=(leader + by) % 4)
            for holder in SEATS:
                for card, kind in game.exposable((holder + by) % 4)[:1]:
                    game.expose((holder + by) % 4, card, kind)
            game.begin()
            solutions.append(gz.solve(game, objective, seat=(seat + by) % 4))
        assert solutions[0].value == solutions[1].value
        assert solutions[0].moves == solutions[1].moves


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("preset", ONE_DECK)
def test_along_the_line_the_value_stays_and_the_points_come_out(preset: str, objective: str) -> None:
    for game in random_games(gz.Ruleset.preset(preset), 2, 6):
        seat = game.to_play
        assert seat is not None
        solution = gz.solve(game, objective)
        value_of = PlainSearch.of(game, objective, seat).value_of
        for number, move in enumerate(solution.line):
            if number in (1, 2, 7):
                assert gz.solve(game, objective, seat=seat).value == solution.value
            game.play(move)
        assert game.is_over
        assert game.points() == solution.points
        assert value_of(game.points()) == solution.value


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("nodes", [0, 10, 100, 1000, 10_000])
def test_a_node_limit_leaves_proven_bounds(nodes: int, objective: str) -> None:
    exact = 0
    for preset in ONE_DECK:
        for game in random_games(gz.Ruleset.preset(preset), 2, 6):
            full = gz.solve(game, objective)
            part = gz.solve(game, objective, nodes=nodes)
            assert part.nodes <= nodes
            assert part.lower <= full.value <= part.upper
            assert part.lower <= part.value <= part.upper
            assert part.exact == (part.lower == part.upper)
            assert part.moves.keys() == full.moves.keys()
            for move, value in full.moves.items():
                proven = part.moves[move]
                lower, upper = (proven, proven) if isinstance(proven, int) else proven
                assert isinstance(value, int)
                assert lower <= value <= upper
            exact += part.exact
    assert exact < 2 * len(ONE_DECK) or nodes == 10_000


def test_a_time_limit_ends_the_search_of_a_whole_deal_with_bounds() -> None:
    solution = gz.solve(gz.Deal.random(seed=1), time_limit=0.02)
    assert not solution.exact
    assert solution.lower == solution.value < solution.upper
    assert solution.points is None
    assert all(isinstance(bounds, tuple) for bounds in solution.moves.values())


def test_a_deal_is_solved_as_the_game_in_which_nothing_is_exposed() -> None:
    deal = gz.Deal.random(seed=5, cards=6)
    game = gz.Game(deal)
    assert gz.solve(deal).moves == gz.solve(game).moves
    assert game.phase == "exposing"
    game.begin()
    assert gz.solve(deal).moves == gz.solve(game).moves


def test_table_size_and_threads_change_no_value() -> None:
    for game in random_games(gz.Ruleset.preset("huapai"), 3, 7):
        solution = gz.solve(game)
        assert gz.solve(game, hash_mb=1, threads=2).moves == solution.moves


def test_the_partners_of_pig_and_sheep_are_those_who_were_dealt_them() -> None:
    deal = gz.Deal.parse("N:Q2... 3..J. ..A2. 4..3.", rules=gz.Ruleset.preset("pig-sheep"), leader=3)
    solution = gz.solve(deal, seat=0)
    assert solution.value == gz.solve(deal, seat=1).value == -gz.solve(deal, seat=2).value
    check_game = gz.Game(deal)
    check_game.begin()
    check_against_plain_search(check_game, "partners", 0)


Options = dict[str, int | float | str]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"objective": "selfish"}, "objective: 'selfish' is unknown, expected partners or solo"),
        ({"seat": 7}, "seat 7 is out of range, expected 0 to 3"),
        ({"seat": -1}, "seat -1 is out of range"),
        ({"nodes": -1}, "nodes -1 is out of range"),
        ({"time_limit": -0.5}, "time_limit -0.5 is out of range"),
        ({"time_limit": float("nan")}, "time_limit nan is out of range"),
        ({"hash_mb": 0}, "hash_mb 0 is out of range"),
        ({"threads": -1}, "threads -1 is out of range"),
    ],
)
def test_an_argument_out_of_range_is_named(options: Options, message: str) -> None:
    with pytest.raises(gz.RulesError, match=message):
        gz.solve(gz.Deal.random(seed=1, cards=2), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("stage", ["dealt", "begun"])
def test_two_decks_are_refused_so_far(stage: Literal["dealt", "begun"]) -> None:
    game = gz.Game(gz.Deal.random(seed=1, rules=gz.Ruleset.preset("traditional-double"), cards=2))
    if stage == "begun":
        game.begin()
    with pytest.raises(gz.RulesError, match="solve: two decks are not supported yet"):
        gz.solve(game)


def test_a_deal_that_is_over_has_nothing_to_solve() -> None:
    game = gz.Game(gz.Deal.random(seed=1, cards=1))
    game.begin()
    for _ in SEATS:
        game.play(game.legal_moves()[0])
    with pytest.raises(gz.IllegalMove, match="solve: the deal is over"):
        gz.solve(game)
