"""Two decks, solved: what pairs, twins and a second copy of everything change."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TypedDict

import pytest

import gongzhu as gz
from endings import TWO_DECKS, begun_deal, ending
from plain_search import AIMS, check_against_plain_search
from tables import SEATS, begun, play


class Pairs(TypedDict):
    table: str
    plays: list[list[str]]
    winner: int
    source: str


PAIRS: list[Pairs] = json.loads((Path(__file__).parent / "data" / "pairs.json").read_text(encoding="utf-8"))
PRESET_OF = {"traditional": "traditional-double", "china_games": "china-games-double"}
EXTRA = {"S": "SK", "H": "HQ", "D": "DK", "C": "CT"}
"""A card of each suit that nobody can follow, and that makes a difference to who takes it."""
KEPT = {"SQ", "SA", "HA", "HK", "DJ", "DA", "CT", "CA"}


def short_deck(rules: gz.Ruleset) -> gz.Ruleset:
    """The same rules with four cards each, of which every other has its twin beside it."""
    whole = [str(card) for hand in gz.Deal.random(rules=rules).hands for card in hand]
    return rules.replace(removed=[card for card in whole if card not in KEPT])


def pair_ending(pairs: Pairs) -> gz.Game:
    """One card more than the plays in each hand: who takes the pair leads a suit that the others have not."""
    led = pairs["plays"][0][0][0]
    in_play = [card for cards in pairs["plays"] for card in cards]
    lowest = next(led + rank for rank in "3456789TJQKA" if led + rank not in in_play)
    others = iter(EXTRA[suit] for suit in "SHDC" if suit != led)
    hands = [[*cards, next(others) if seat else lowest] for seat, cards in enumerate(pairs["plays"])]
    return begun(" / ".join(" ".join(hand) for hand in hands), PRESET_OF[pairs["table"]], leader=0)


@pytest.mark.parametrize(
    "pairs", PAIRS, ids=[f"{number} {pairs['source']}" for number, pairs in enumerate(PAIRS)]
)
def test_a_pair_is_worth_what_taking_it_is(pairs: Pairs) -> None:
    game = pair_ending(pairs)
    winner = pairs["winner"]
    for cards in pairs["plays"]:
        check_against_plain_search(game, "solo", winner)
        game.play(" ".join(cards))
    assert game.to_play == winner
    solution = gz.solve(game, "solo", seat=winner, hash_mb=1)
    assert (
        solution.value
        == gz.score(
            [
                [*map(str, game.taken(seat)), *(map(str, all_held(game)) if seat == winner else [])]
                for seat in SEATS
            ],
            game.rules,
            dealt=[list(map(str, hand)) for hand in game.dealt],
        )[winner]
    )
    assert solution.value != 0


def all_held(game: gz.Game) -> list[gz.Card]:
    return [card for hand in game.hands for card in hand]


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("preset", TWO_DECKS)
def test_a_whole_deal_full_of_pairs_is_worth_what_plain_search_says(preset: str, aim: str) -> None:
    rng = random.Random(f"{preset} {aim}")
    rules = short_deck(gz.Ruleset.preset(preset))
    for number in range(3):
        game = begun_deal(rules, rng)
        while len(game.hands[0]) > 3:
            game.play(rng.choice(game.legal_moves()))
        check_against_plain_search(game, aim, number)


def test_the_exposed_copy_and_its_twin_are_two_plays_with_two_values() -> None:
    # By copy, the dark pig counts four times as much as its twin: East gets the one, West the other.
    exposures = [(0, "SQ", "dark")]
    game = begun(
        "SQ SQ / SK H2 / S2 H3 / S3 H4", "china-games-double", leader=1, exposures=exposures, led="S"
    )
    play(game, "SK", "S2", "S3")
    check_against_plain_search(game, "solo", 1)
    solution = gz.solve(game, "solo", seat=1, hash_mb=1)
    assert {str(move): value for move, value in solution.moves.items()} == {"SQ": -100, "SQ*": -400}


def test_identical_copies_are_one_play() -> None:
    game = begun("S4 S4 / SK H2 / S2 H3 / S3 H4", "traditional-double", leader=0)
    assert [str(move) for move in gz.solve(game, hash_mb=1).moves] == ["S4 S4", "S4"]


@pytest.mark.parametrize("preset", TWO_DECKS)
def test_either_of_two_copies_serves_a_claim_that_gives_two_seats_one_each(preset: str) -> None:
    # If West leads the three of spades, North has to take East's pig, and South then takes West's.
    game = begun("D3 SA C2 / D4 SQ D9 / D5 S4 C5 / DA S3 SQ", preset, leader=0, led="D")
    play(game, "D3", "D4", "D5", "DA")
    claims = (({0: ["SQ"], 2: ["SQ"]}, True), ({0: ["SQ", "SQ"]}, True), ({2: ["SQ", "SQ"]}, False))
    for takes, holds in claims:
        assert gz.verify_claim(game, 3, takes).holds is holds


@pytest.mark.parametrize("preset", TWO_DECKS)
def test_a_limit_leaves_bounds_an_estimate_and_the_most_promising_play(preset: str) -> None:
    game = begun_deal(gz.Ruleset.preset(preset), random.Random(preset))
    loose = gz.solve(game, nodes=0)
    tight = gz.solve(game, nodes=30_000)
    assert loose.lower <= tight.lower <= tight.upper <= loose.upper
    for solution in (loose, tight):
        assert not solution.exact
        assert solution.estimate is not None
        assert solution.lower <= solution.estimate <= solution.upper
        assert solution.best in game.legal_moves()
        assert solution.points is None


def test_where_the_value_is_known_there_is_no_estimate() -> None:
    game = ending(gz.Ruleset.preset("lianzhong-double"), random.Random(1), 4)
    solution = gz.solve(game)
    assert solution.estimate is None
    assert solution.best == solution.line[0]
