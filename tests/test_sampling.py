"""Deals drawn from all those that lead to a view: exactly those, each as likely, and nothing leaks."""

from __future__ import annotations

import math
import os
import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gongzhu as gz
from gongzhu import batch
from tables import (
    RULES,
    SEATS,
    Exposed,
    ending_after,
    expose_randomly,
    four,
    games,
    play_randomly,
    quick,
    rules_named,
    ruleset,
)
from worlds import Held, Unseen, bare, held_in

every_rules = pytest.mark.parametrize("name", RULES)


# Small deals: decks of which only a few cards are left in.


@dataclass(frozen=True)
class Small:
    """A deal of a few cards, come to a point at which a seat looks at it."""

    hands: str
    plays: str = ""
    seat: int = 0
    rules: dict[str, Any] = field(default_factory=dict)
    exposures: Iterable[Exposed] = ()
    leader: int | None = 0
    dealer: int | None = None
    call: str = ""
    begin: bool = True
    first_cards: tuple[str | None, ...] | None = None
    # Of an ending: cards that nobody has, that were taken, and suits that were led.
    missing: str = ""
    taken: str = "- / - / - / -"
    led: str = ""
    exposed: Iterable[Exposed] = ()
    leads_by_card: bool = False

    def game(self) -> gz.Game:
        hands, taken = four(self.hands), four(self.taken)
        in_play = Counter(
            card.rstrip("*") for cards in [*hands, *taken, self.missing.split()] for card in cards
        )
        plain = gz.Ruleset(decks=self.rules.get("decks", 1), jokers=self.rules.get("jokers", False))
        removed = (Counter(batch.columns(plain)) - in_play).elements()
        rules = gz.Ruleset(**self.rules, removed=sorted(removed))
        deal = gz.Deal(
            hands,
            rules,
            taken=taken,
            led=self.led,
            exposed=self.exposed,
            first_cards=self.first_cards,
            leader=self.leader,
        )
        game = gz.Game(deal, leader=self.leader, dealer=self.dealer)
        if self.call:
            game.call(self.call)
        for seat, card, kind in self.exposures:
            game.expose(seat, card, kind)
        if self.begin:
            game.begin()
        for move in filter(None, self.plays.split(", ")):
            game.play(move)
        return game


NINE = "S2 S9 H5 / S3 D5 DJ / SK H4 C6 / C5 CT D4"
TWINS = "S4 H4 D4 / S5 S5 D6 / S6 S6 D6 / S7 S8 D7"
CASES: dict[str, Small] = {
    "nothing is known": Small(NINE),
    "the exposing phase": Small(NINE, begin=False),
    "a seat discards: it is void (follow suit if able)": Small(
        NINE, "S2, S3, SK, C5", rules={"bars": ["follow"]}
    ),
    "two seats are void, of two suits": Small(
        "S2 S9 H5 D9 / S3 D5 DJ C2 / SK H4 C6 H6 / C5 CT D4 H2", "S2, S3, SK, C5, H4, H2, H5, C2"
    ),
    "an open card is where it was shown (000-LZ)": Small(
        NINE, exposures=[(1, "DJ", "open")], rules={"bars": ["follow"]}
    ),
    "a low card under a bar: the exposed pig may still be held": Small(
        "S2 S9 H5 / S3 SQ DJ / SK H4 C6 / C5 CT D4", "S2, S3", 0, {"bars": ["follow"]}, [(1, "SQ", "open")]
    ),
    "a barred pig on the first spade lead: no other spade": Small(
        "S2 S9 H5 / DJ SQ D2 / SK H4 C6 / C5 CT D4",
        "S2, SQ",
        0,
        {"bars": ["follow", "lead"]},
        [(1, "SQ", "open")],
    ),
    "a barred transformer led: no other club (bars lead)": Small(
        "S2 S9 H5 / CT D5 DJ / SK H4 C6 / C5 C2 D4",
        "CT, C6",
        0,
        {"bars": ["lead"]},
        [(1, "CT", "open")],
        leader=1,
    ),
    "a barred sheep discarded before diamonds: no other diamond (000-BD)": Small(
        "S2 S9 H5 / S3 D5 C9 / SK H4 C6 / DJ CT C5",
        "S2, S3, SK, DJ",
        0,
        {"bars": ["discard"]},
        [(3, "DJ", "open")],
    ),
    "a card back (000-CG 暗卖)": Small(
        "S2 S9 H5 / SQ D5 DJ / SK H4 CT / C5 HA D4",
        "S2",
        0,
        {"kinds": ["dark"], "bars": ["follow"]},
        [(1, "DJ", "dark")],
    ),
    "two card backs of one seat and one of another": Small(
        "S2 S9 H5 / SQ D5 DJ / SK H4 CT / C5 HA D4",
        "",
        2,
        {"kinds": ["dark", "bright"]},
        [(1, "DJ", "dark"), (3, "HA", "dark"), (1, "SQ", "dark")],
    ),
    "concealed and dark exposures of one seat": Small(
        "S2 S9 H5 / SQ D5 DJ / SK H4 CT / C5 HA D4",
        "S2, SQ, SK, C5",
        0,
        {"kinds": ["concealed", "dark"], "bars": ["follow"]},
        [(1, "DJ", "concealed"), (3, "HA", "dark"), (1, "SQ", "dark")],
    ),
    "a card back turned over under a bar: no other spade": Small(
        "S2 S9 H5 / SQ D5 DJ / SK H4 CT / C5 HA D4",
        "S2, SQ, SK",
        0,
        {"kinds": ["dark"], "bars": ["follow"]},
        [(1, "SQ", "dark"), (3, "HA", "dark")],
    ),
    "a scoring card on the first trick: nothing else (003)": Small(
        "S2 S9 D2 / H3 DJ H8 / SK H4 C6 / C5 CT D4", "S2, H3, SK, C5", 0, {"first_trick_points": False}
    ),
    "a discard of the other colour: void in both of it": Small(
        "S2 S9 H5 / D3 D5 DJ / SK H4 C6 / C5 CT D4", "S2, D3, SK, C5", 0, {"discards": "same_colour"}
    ),
    "three exposed cards force the fourth (000-LZ)": Small(
        "S2 S9 H5 / SQ D5 DJ / SK H4 CT / C5 HA D4",
        "",
        0,
        {"kinds": ["open", "concealed"], "forced": "third_forces_fourth"},
        [(1, "DJ", "concealed"), (1, "SQ", "concealed"), (3, "HA", "open")],
    ),
    "two card backs, and the third card would have forced the fourth": Small(
        "S2 S9 HA / SQ D5 DJ / SK H4 CT / C5 H8 D4",
        "",
        0,
        {"kinds": ["concealed"], "forced": "third_forces_fourth"},
        [(1, "DJ", "concealed"), (2, "CT", "concealed")],
    ),
    "all cards exposed face down (全卖)": Small(
        "S2 S9 H5 / SQ D5 DJ / SK H4 CT / C5 HA D4",
        "S2",
        0,
        {"kinds": ["dark"], "forced": "all", "bars": ["follow"]},
    ),
    "all but the sheep face down": Small(
        "S2 S9 H5 / SQ D5 DJ / SK H4 CT / C5 HA D4", "", 0, {"kinds": ["dark"], "forced": "all_but_sheep"}
    ),
    "a first exposure tells the first card": Small(
        "S2 S9 H5 / SQ D5 DJ / SK H4 CT / C5 HA D4",
        "S2",
        0,
        {"kinds": ["open", "first"]},
        [(1, "DJ", "first")],
        first_cards=(None, "DJ", None, None),
    ),
    "a called partner is not known yet (003)": Small(
        NINE, "S2, S3", 0, {"partnership": "called", "record": "side"}, call="CT", dealer=1
    ),
    "an ending in which cards are missing": Small(
        "S2 S9 / S3 D5 / SK H4 / C5 CT", "S2, S3, SK, C5", missing="D2 D9 C7 C9"
    ),
    "an ending's exposed card that may be gone": Small(
        "S2 S9 / S3 DJ / SK H4 / C5 C6", "S2", exposed=[(1, "DJ", "open")], missing="D2 H9 C7 C9"
    ),
    "an ending's called card that is not gone, for the partners are not known": Small(
        "S2 S9 / S3 DJ / SK H4 / C5 C6",
        "",
        0,
        {"partnership": "called", "record": "side"},
        call="DJ",
        missing="D2 H9 C7 C9",
    ),
    "an ending's own exposing, too late for a first exposure": Small(
        "DJ SQ / S3 D5 / SK H4 / C5 C6",
        "",
        0,
        {"kinds": ["open", "first"]},
        [(0, "SQ", "open")],
        first_cards=("DJ", None, None, None),
        exposed=[(1, "CT", "open")],
        taken="CT H3 / - / - / -",
        missing="D3 D9",
        begin=False,
    ),
    "an ending after an exposure": Small(
        "S2 S9 / S3 D5 / SK H4 / C5 C6",
        "S2, S3, SK, C5",
        0,
        {"bars": ["follow"]},
        exposed=[(1, "SQ", "open"), (3, "DJ", "open")],
        taken="SQ H3 / - / - / -",
        missing="DJ D3",
        led="S",
    ),
    "the leader was dealt the lead card": Small(
        "S2 S9 H5 / S3 D5 DJ / SK H4 C6 / C5 CT D4",
        "DJ",
        0,
        {"first_lead": "S3"},
        leader=None,
        leads_by_card=True,
    ),
    "the leader was dealt the lead card and led it": Small(
        "S2 S9 H5 / S3 S7 DJ / SK H4 C6 / C5 CT D4",
        "S3",
        0,
        {"first_lead": "S3", "must_lead_it": True},
        leader=None,
        leads_by_card=True,
    ),
    "pig and sheep are partners": Small(
        "S2 S9 H5 / SQ D5 DJ / SK H4 CT / C5 HA D4",
        "S2, SQ, SK, C5",
        2,
        {"partnership": "pig_sheep", "record": "side", "forced": "forbidden"},
    ),
    "jokers are hearts (003)": Small(
        "HSJ S9 H5 / S3 D5 DJ / SK H4 C6 / HBJ CT D4", "HSJ, S3, H4, HBJ", 0, {"jokers": True}
    ),
    "two decks: copies are two cards": Small(TWINS, "", 0, {"decks": 2}),
    "two decks: a copy is played, its twin is anywhere": Small(TWINS, "S4, S5", 0, {"decks": 2}),
    "two decks: no pair to a led pair": Small(
        "S4 S4 D4 / S5 S6 S7 / S6 S7 D6 / S8 S8 D6", "S4 S4, S5 S6", 0, {"decks": 2}
    ),
    "two decks: two seats without a pair of what is led": Small(
        "S4 S4 D4 H2 / S5 S6 S7 D2 / S6 S7 D6 D2 / S8 S5 D6 H2", "S4 S4, S5 S6, S6 S7", 0, {"decks": 2}
    ),
    "two decks: a pair to a led pair says nothing": Small(
        "S4 S4 D4 / S5 S5 D7 / S6 S7 D6 / S6 S7 D6", "S4 S4, S5 S5", 0, {"decks": 2}
    ),
    "two decks: one card left of the suit": Small(
        "S4 S4 D4 / S5 D7 D7 / S6 S7 D6 / S6 S7 D6", "S4 S4, S5 D7", 0, {"decks": 2}
    ),
    "two decks: none left of the suit": Small(
        "S4 S4 D4 / H5 D7 D7 / S6 S7 D6 / S6 S7 H5", "S4 S4, H5 D7", 0, {"decks": 2}
    ),
    "two decks: a pair with a barred copy is no pair": Small(
        "S4 S4 D4 D5 / SQ SQ S6 S7 / S6 S7 D6 D7 / S8 S9 H6 H7",
        "S4 S4, SQ S6, S6 S7",
        3,
        {"decks": 2, "bars": ["follow"]},
        [(1, "SQ", "open")],
    ),
    "two decks: the duty to follow beats the bars": Small(
        "S4 S4 D4 / SQ S5 D7 / S6 S7 D6 / SQ S7 H6",
        "S4 S4, SQ S5",
        0,
        {"decks": 2, "bars": ["follow"]},
        [(1, "SQ", "open")],
    ),
    "two decks: one copy exposed, the other not": Small(
        "S4 H4 D4 / SQ S5 D6 / S6 SQ D6 / S7 S8 D7",
        "S4, S5",
        0,
        {"decks": 2, "bars": ["follow"]},
        [(1, "SQ", "open")],
    ),
    "two decks: which copy lies face down": Small(
        "S4 H4 SQ / SQ S5 DJ / S6 DJ D6 / S7 S8 D7",
        "S4, S5",
        0,
        {"decks": 2, "bars": ["follow"], "kinds": ["dark", "bright"]},
        [(1, "SQ", "dark"), (2, "DJ", "dark")],
    ),
    "two decks: both copies face down": Small(
        "S4 H4 / SQ DJ / SQ DJ / S7 D7",
        "S4",
        0,
        {"decks": 2, "kinds": ["dark"], "forced": "all", "bars": ["follow"]},
    ),
    "two decks: copies exposed in two kinds": Small(
        "S4 H4 D5 / SQ S5 DJ / SQ DJ D6 / S7 S8 D7",
        "S4, SQ",
        0,
        {"decks": 2, "kinds": ["dark", "bright"]},
        [(1, "SQ", "dark"), (2, "SQ", "bright")],
    ),
    "two decks: colours and pairs": Small(
        "S4 S4 D4 / H5 D7 D7 / S6 S7 D6 / S6 S7 H5",
        "S4 S4, H5 D7",
        0,
        {"decks": 2, "discards": "same_colour"},
    ),
    "two decks: the leader was dealt a copy of the lead card": Small(
        "S4 H4 D4 / S3 S5 D6 / S3 S6 D6 / S7 S8 D7",
        "S5",
        0,
        {"decks": 2, "first_lead": "S3"},
        leader=1,
        leads_by_card=True,
    ),
    "two decks: an ending in which copies are missing": Small(
        "S4 H4 / S5 S5 / S6 D6 / S7 D7", "S4, S5", 0, {"decks": 2}, missing="S6 D6 H4 C2"
    ),
    "two decks: an ending whose exposed copy may be gone": Small(
        "S4 H4 / SQ S5 / SQ D6 / S7 D7",
        "",
        0,
        {"decks": 2},
        exposed=[(1, "SQ", "open")],
        missing="S6 D6 H4 C2",
    ),
    "two decks: both copies exposed, one of them taken before the ending": Small(
        "SQ / CQ / C8 / CT",
        "",
        1,
        {"decks": 2, "kinds": ["dark"], "bars": ["follow"]},
        leader=1,
        exposed=[(3, "SQ", "dark"), (3, "CT", "dark"), (3, "CT", "dark")],
        taken="- / SQ* S7 HA CT* / - / -",
    ),
    "two decks: both copies exposed, one of them played in the ending": Small(
        "H7 D3 D4 / CT CQ S8 / CJ H3 H2 / DJ DJ S9",
        "CT, CJ, DJ*, H7",
        2,
        {"decks": 2, "kinds": ["dark"]},
        leader=1,
        exposed=[(3, "DJ", "dark"), (3, "DJ", "dark"), (1, "CT", "dark")],
        taken="- / CT* C4 S5 H9 / - / -",
    ),
    "two decks: the second copy exposed in the ending's game, the first is gone": Small(
        "H7 D3 / C9 CQ / CJ H3 / DJ S9",
        "",
        2,
        {"decks": 2, "kinds": ["dark"]},
        [(3, "DJ", "dark")],
        leader=1,
        exposed=[(3, "DJ", "dark")],
        taken="- / DJ* C4 S5 H9 / - / -",
    ),
}
SMALL_VIEWS = int(os.environ.get("GONGZHU_SMALL_VIEWS", "120"))


def every_case(test: Callable[[str], None]) -> Callable[[str], None]:
    """For each case; all tests of one in the same process, so that its deals are found once."""
    cases = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in CASES]
    return pytest.mark.parametrize("name", cases)(test)


@cache
def small_game(name: str) -> gz.Game:
    return CASES[name].game()


@cache
def worlds(name: str) -> Counter[Held]:
    """What the plain enumeration finds, in the view's own place nothing."""
    case = CASES[name]
    view = small_game(name).view(case.seat)
    found = Unseen(view).worlds()
    if case.leads_by_card:
        lead = view.rules.first_lead
        found = Counter({held: ways for held, ways in found.items() if leads_by(lead, view, held)})
    return Counter({without(held, view.seat): ways for held, ways in merged(found, view.seat).items()})


def leads_by(lead: str, view: gz.View, held: Held) -> bool:
    played = [bare(card) for move in view.current_trick[:1] for card in move.cards]
    return lead in [*played, *(name for name, _ in held[view.leader])]


def without(held: Held, seat: int) -> Held:
    return tuple(() if other == seat else cards for other, cards in enumerate(held))


def merged(found: Counter[Held], seat: int) -> Counter[Held]:
    total: Counter[Held] = Counter()
    for held, ways in found.items():
        total[without(held, seat)] += ways
    return total


def sampler(name: str) -> gz.Sampler:
    case = CASES[name]
    return gz.Sampler(small_game(name).view(case.seat), leads_by_card=case.leads_by_card)


def drawn(sampler: gz.Sampler, n: int, seed: int = 0) -> Counter[Held]:
    owners, exposed = sampler.arrays(n, seed)
    rows = Counter((row.tobytes(), kinds.tobytes()) for row, kinds in zip(owners, exposed, strict=True))
    total: Counter[Held] = Counter()
    for (row, kinds), times in rows.items():
        total[held_in(sampler.view, row, kinds)] += times
    return total


def critical(degrees: int, z: float) -> float:
    """The chi-square that is exceeded as often as a standard normal exceeds z (Wilson and Hilferty, 1931)."""
    return float(degrees * (1 - 2 / (9 * degrees) + z * math.sqrt(2 / (9 * degrees))) ** 3)


# Exactly the deals that lead to the view, each as likely.


def test_there_are_cases_of_one_deck_and_of_two() -> None:
    decks = Counter(case.rules.get("decks", 1) for case in CASES.values())
    assert min(decks.values()) >= 14


@every_case
def test_every_deal_that_leads_to_the_view_is_counted(name: str) -> None:
    assert sampler(name).count == sum(worlds(name).values()) > 1


@every_case
def test_every_deal_that_leads_to_the_view_comes_as_often(name: str) -> None:
    expected = worlds(name)
    total = sum(expected.values())
    n = max(5000, 40 * len(expected))
    seen = drawn(sampler(name), n, seed=1)
    assert seen.keys() == expected.keys()
    chi_square = sum(
        (seen[held] - n * ways / total) ** 2 / (n * ways / total) for held, ways in expected.items()
    )
    if len(expected) > 1:
        z = 3.72  # one in ten thousand, to either side
        assert critical(len(expected) - 1, -z) < chi_square < critical(len(expected) - 1, z)


@every_case
def test_chances_are_the_shares_of_the_deals(name: str) -> None:
    expected = worlds(name)
    total = sum(expected.values())
    one = sampler(name)
    view = one.view
    chances = one.chances()
    names = batch.columns(view.rules)
    for seat in SEATS:
        if seat == view.seat:
            assert sorted(one.may_hold(seat)) == sorted({bare(card) for card in view.hand})
            continue
        for card in set(names):
            share = (
                sum(ways * sum(name == card for name, _ in held[seat]) for held, ways in expected.items())
                / total
            )
            assert sum(chances[seat][i] for i, other in enumerate(names) if other == card) == pytest.approx(
                share, abs=1e-9
            )
            assert (card in one.may_hold(seat)) == (share > 0)
        held_suits = {name[0] for held in expected for name, _ in held[seat]}
        assert one.voids(seat) == "".join(suit for suit in "SHDC" if suit not in held_suits)


@pytest.mark.parametrize("self_capture", [1, 2])
def test_an_ending_of_pig_and_sheep_that_is_over_leads_to_itself(self_capture: int) -> None:
    case = Small(
        "C2 / SQ / C4 / C5",
        "C2, SQ, C4, C5",
        rules={
            "partnership": "pig_sheep",
            "record": "side",
            "forced": "forbidden",
            "self_capture": self_capture,
        },
        taken="DJ H5 CT HA / - / - / -",
    )
    game = case.game()
    assert game.is_over
    for seat in SEATS:
        view = game.view(seat)
        one = gz.Sampler(view)
        assert one.count == sum(merged(Unseen(view).worlds(), seat).values()) == 1
        assert one.games(1)[0].view(seat) == view


# Small views at random: whatever rules come together.


def small_rules(rng: random.Random) -> gz.Ruleset:
    """Rules with a deck of a few cards, honours and pairs among them."""
    decks = rng.choice([1, 2])
    names = batch.columns(gz.Ruleset())
    pool = [name for name in names if name[0] in rng.sample("SHDC", rng.choice([2, 3, 4]))]
    honours = [name for name in ("SQ", "DJ", "CT", "HA") if rng.random() < 0.7]
    kept: list[str] = []
    while len(kept) < 12:
        name = rng.choice(honours if honours and rng.random() < 0.35 else pool)
        copies = min(rng.choice([1, decks]), decks - kept.count(name), 12 - len(kept))
        kept += [name] * copies
    forced = [
        "none",
        "none",
        "none",
        "all",
        "all_but_sheep",
        *(["third_forces_fourth"] if decks == 1 else []),
    ]
    parameters: dict[str, Any] = {
        "decks": decks,
        "removed": sorted((Counter(names * decks) - Counter(kept)).elements()),
        "bars": rng.sample(["follow", "lead", "discard"], rng.randrange(4)),
        "kinds": rng.choice([["open", "first"], ["dark", "bright"], ["concealed", "dark"], ["dark", "open"]]),
        "forced": rng.choice(forced),
        "first_trick_points": rng.random() < 0.7,
        "discards": rng.choice(["free", "free", "same_colour"]),
        "first_lead": rng.choice(["seat0", "S3"]),
    }
    if rng.random() < 0.15:
        parameters |= {"partnership": "called", "record": "side", "forced": "none"}
    return gz.Ruleset(**parameters)


def small_random_game(rng: random.Random) -> gz.Game:
    rules = small_rules(rng)
    cards = rng.choice([None, None, 1, 2])
    game = gz.Game(gz.Deal.random(rng.getrandbits(64), rules, cards), leader=rng.choice([None, 0, 1, 2, 3]))
    expose_randomly(game, rng)
    if rng.random() < 0.1:
        return game
    game.begin()
    for _ in range(rng.randrange(12)):
        if game.is_over:
            break
        pairs = [move for move in game.legal_moves() if len(move.cards) == 2]
        game.play(rng.choice(pairs or game.legal_moves()))
    if rng.random() < 0.2 and game.tricks and not game.is_over:
        game = gz.Game(ending_after(game, rng))
        game.begin()
        play_randomly(game, rng, rng.randrange(4))
    return game


@pytest.mark.parametrize("seed", range(SMALL_VIEWS))
def test_every_deal_that_leads_to_a_small_view_is_found(seed: int) -> None:
    rng = random.Random(seed)
    game = small_random_game(rng)
    seat = rng.choice(SEATS)
    view = game.view(seat)
    unseen = Unseen(view)
    if math.prod(range(1, 1 + len(unseen.cards))) > 2000 * math.prod(map(math.factorial, unseen.room)):
        view = game.view(seat := game.leader)
        unseen = Unseen(view)
    expected = merged(unseen.worlds(), seat)
    one = gz.Sampler(view)
    assert one.count == sum(expected.values()) > 0
    assert drawn(one, 200, seed).keys() <= expected.keys()


# Whole deals.


def looked_at(name: str, rng: random.Random) -> gz.Game:
    """A whole deal of these rules at some moment of its play, or while exposing."""
    game = gz.Game(
        gz.Deal.random(rng.getrandbits(64), rules_named(name)),
        leader=rng.choice(SEATS) if name == "lot" or rng.random() < 0.3 else None,
        dealer=rng.choice(SEATS),
    )
    expose_randomly(game, rng)
    if rng.random() < 0.85:
        game.begin()
        play_randomly(game, rng, rng.randrange(4 * game.rules.hand_size))
    return game


def replayed(deal: gz.Deal, like: gz.Game, view: gz.View) -> gz.Game:
    """The view's exposures and plays made again in a deal; which cards lie face down is as in `like`."""
    game = gz.Game(deal, leader=None if like.leader_given is False else view.leader, dealer=view.dealer)
    if view.called:
        game.call(view.called)
    for i, exposure in enumerate(like.exposures):
        if i >= len(game.exposures):  # else the rules have exposed it
            assert exposure.card is not None
            game.expose(exposure.seat, exposure.card, exposure.kind)
    if view.phase != "exposing":
        game.begin()
    for move in like.history:
        game.play(move)
    return game


@every_rules
def test_a_drawn_deal_can_be_exposed_and_played_as_it_was_and_looks_the_same(name: str) -> None:
    for seed in range(8):
        rng = random.Random(f"{name} {seed}")
        game = looked_at(name, rng)
        view = game.view(rng.choice(SEATS))
        one = gz.Sampler(view)
        owners, exposed = one.arrays(6, seed)
        dealt, _ = one.arrays(6, seed, dealt=True)
        for i, (deal, like) in enumerate(zip(one.deals(6, seed), one.games(6, seed), strict=True)):
            assert like.deal == deal
            assert like.view(view.seat) == view
            other = replayed(deal, like, view)
            assert other.view(view.seat) == view
            assert deal.hands[view.seat] == tuple(gz.Card(bare(card)) for card in view.dealt)
            names = batch.columns(view.rules)
            for seat in SEATS:
                now = sorted(card for card, owner in zip(names, owners[i], strict=True) if owner == seat)
                before = sorted(card for card, owner in zip(names, dealt[i], strict=True) if owner == seat)
                assert now == sorted(map(bare, like.hands[seat]))
                assert before == sorted(map(bare, deal.hands[seat]))
            assert sorted(kind for kind in exposed[i] if kind) == sorted(
                batch.KINDS.index(exposure.kind) for exposure in like.exposures
            )


@every_rules
def test_a_drawn_deal_of_an_ending_looks_the_same(name: str) -> None:
    for seed in range(6):
        rng = random.Random(f"{name} {seed}")
        game = looked_at(name, rng)
        if game.phase == "exposing" or not any(game.hands[game.leader]):
            continue
        ending = gz.Game(ending_after(game, rng)) if game.tricks and any(game.hands) else None
        if ending is None:
            continue
        ending.begin()
        play_randomly(ending, rng, rng.randrange(6))
        view = ending.view(rng.choice(SEATS))
        for like in gz.Sampler(view).games(5, seed):
            assert like.view(view.seat) == view


def test_whole_deals_are_counted_by_the_shuffles_of_what_is_unseen() -> None:
    for name, unseen, each in [
        ("traditional", 39, 13),
        ("traditional-double", 78, 26),
        ("wikipedia-jokers", 39, 13),
    ]:
        game = gz.Game(gz.Deal.random(1, ruleset(name)), leader=0)
        assert gz.count_deals(game.view(2)) == math.factorial(unseen) // math.factorial(each) ** 3


def test_an_ending_of_two_decks_has_more_deals_than_128_bits_tell() -> None:
    game = gz.Game(gz.Deal.random(1, ruleset("traditional-double"), cards=20), leader=0)
    missing = 104 - 4 * 20
    expected = math.factorial(84) // (math.factorial(20) ** 3 * math.factorial(missing))
    assert gz.count_deals(game.view(0)) == expected > 2**128


# The seed decides, and the view; nothing else does.


@given(games(), st.integers(0, 2**64 - 1))
@quick
def test_other_hidden_cards_change_no_sample(game: gz.Game, seed: int) -> None:
    if game.claimed:
        return
    for seat in SEATS:
        view = game.view(seat)
        one = gz.Sampler(view)
        other = one.games(1, seed)[0]
        assert other.view(seat) == view
        two = gz.Sampler(other.view(seat))
        three = gz.Sampler(pickle.loads(pickle.dumps(view)))
        assert one.count == two.count == three.count
        assert one.deals(3, seed) == two.deals(3, seed) == three.deals(3, seed)
        for a, b in zip(one.arrays(20, seed), two.arrays(20, seed), strict=True):
            assert (a == b).all()


@pytest.mark.parametrize("name", ["huapai", "concealed-double"])
def test_threads_change_no_sample_and_more_begin_with_fewer(name: str) -> None:
    view = looked_at(name, random.Random(4)).view(1)
    one = gz.Sampler(view)
    owners, exposed = one.arrays(3000, 7)
    for threads in (0, 2, 3):
        assert (one.arrays(3000, 7, threads)[0] == owners).all()
    fewer = one.arrays(1000, 7)
    assert (fewer[0] == owners[:1000]).all()
    assert (fewer[1] == exposed[:1000]).all()
    assert (one.arrays(1000, 8)[0] != fewer[0]).any()
    assert gz.sample(view, 5, 7) == gz.sample(view, 9, 7)[:5] == one.deals(5, 7)


# Weights.


def test_a_likelihood_draws_the_deals_that_it_wants_as_often_as_it_says() -> None:
    view = small_game("nothing is known").view(0)

    def likelihood(game: gz.Game) -> float:
        return 3.0 if gz.Card("SK") in game.hands[1] else 1.0

    deals = gz.sample(view, 4000, 1, likelihood=likelihood, candidates=40_000)
    share = sum(gz.Card("SK") in deal.hands[1] for deal in deals) / 4000
    assert share == pytest.approx(3 / 5, abs=0.03)
    assert gz.sample(view, 7, 1, likelihood=likelihood) == gz.sample(view, 7, 1, likelihood=likelihood)


def test_an_impossible_deal_is_not_drawn() -> None:
    view = small_game("nothing is known").view(0)
    deals = gz.sample(view, 100, 3, likelihood=lambda game: float(gz.Card("SK") in game.hands[3]))
    assert all(gz.Card("SK") in deal.hands[3] for deal in deals)


@pytest.mark.parametrize(
    ("weight", "message"),
    [(-1.0, "-1"), (math.nan, "nan"), (math.inf, "inf"), (0.0, "add up to 0")],
)
def test_a_likelihood_that_is_none_is_refused(weight: float, message: str) -> None:
    view = small_game("nothing is known").view(0)
    with pytest.raises(ValueError, match=f"likelihood.*{message}"):
        gz.sample(view, 2, likelihood=lambda game: weight * len(game.hands) / 4)


# Bad input.


def test_numbers_out_of_range_are_refused() -> None:
    view = small_game("nothing is known").view(0)
    for wrong in (
        lambda: gz.sample(view, -1),
        lambda: gz.sample(view, 1, -1),
        lambda: gz.sample(view, 1, 2**64),
        lambda: gz.sample(view, 1, candidates=5),
        lambda: gz.sample(view, 1, likelihood=lambda _: 1.0, candidates=0),
        lambda: gz.Sampler(view).arrays(1, threads=-1),
        lambda: gz.Sampler(view).may_hold(4),
        lambda: gz.Sampler(view).voids(-1),
    ):
        with pytest.raises(ValueError, match=r"n:|seed:|candidates:|threads:|seat:"):
            wrong()


FIELDS = [
    "rules",
    "seat",
    "phase",
    "leader",
    "dealer",
    "to_play",
    "hand",
    "dealt",
    "first_card",
    "removed",
    "exposures",
    "called",
    "tricks",
    "taken",
    "led",
    "legal_moves",
    "sides",
    "exposable",
    "may_call",
    "points",
    "colours",
]


def contents(view: gz.View) -> list[object]:
    state = view.__getstate__()
    assert isinstance(state, tuple)
    return list(state)


def forged(view: gz.View, **changes: object) -> gz.View:
    state = contents(view)
    for name, value in changes.items():
        state[FIELDS.index(name)] = value
    forgery: gz.View = gz.View.__new__(gz.View)
    forgery.__setstate__(tuple(state))  # type: ignore[attr-defined]
    return forgery


def cards(text: str) -> tuple[gz.Card, ...]:
    return tuple(map(gz.Card, text.split()))


def moves(text: str) -> tuple[gz.Move, ...]:
    return tuple(map(gz.Move, text.split(", ")))


def trick(leader: int, text: str, winner: int) -> gz.Trick:
    return gz.Trick(leader, moves(text), winner)


FORGERIES: dict[str, dict[str, object]] = {
    "seat 7": {"seat": 7},
    "leader": {"leader": 9},
    "dealer": {"dealer": -3},
    "phase": {"phase": 5},
    "tricks": {"phase": 0},
    "hand of 0 cards": {"dealt": ()},
    "hand of 40 cards": {"dealt": cards("S2 S3 S4 S5 S6 S7 S8 S9") * 5},
    "hand dealt has SA": {"dealt": cards("S2 S9 SA")},
    "hand dealt has S9": {"dealt": cards("S9 S9 H5")},
    "does not follow": {"hand": cards("S2 H5")},
    "not named": {"exposures": ((1, None, "open"),)},
    "exposures": {"exposures": ((1, gz.Card("S3"), "open"),)},
    "cannot have exposed SQ": {"exposures": ((1, gz.Card("SQ"), "open"),)},
    "exposures: 8": {"exposures": ((8, gz.Card("DJ"), "open"),)},
    "no exposure of kind dark": {"exposures": ((1, None, "dark"),)},
    "S, SK.*does not follow": {"tricks": (trick(0, "S2, S3, SK, S9", 2),)},
    "5 plays": {"tricks": (trick(0, "S2, S3, SK, C5, C6", 2),)},
    "0 plays": {"tricks": (gz.Trick(0, (), -1),)},
    "somebody else": {"tricks": (trick(1, "S2, S3, SK, C5", 2),)},
    "not in the hand": {"tricks": (trick(0, "S3, S9, SK, C5", 2),)},
    "SK is not left": {"tricks": (trick(0, "S2, SK, SK, C5", 2),)},
    "as many cards as were led": {"tricks": (trick(0, "S2, S3 S3, SK, C5", 2),)},
    "winner": {"tricks": (trick(0, "S2, S3, SK, C5", 4),)},
    "missing in the pile": {"tricks": (trick(0, "S2, S3, SK, C5", 3),)},
    "cannot have taken D4": {"taken": (cards("D4"), (), cards("SK S3 S2 C5"), ())},
    "led": {"led": 99},
    "called": {"called": gz.Card("DJ")},
    "removed": {"removed": cards("SA SA")},
    "to play": {"to_play": 1},
    "legal moves": {"legal_moves": moves("S9, H5")},
    "sides": {"sides": (0, 1, 0, 1)},
    "exposable": {"exposable": ((gz.Card("DJ"), "open"),)},
    "may call": {"may_call": True},
    "points": {"points": (0, 0, 0, 100)},
    "colours": {"colours": ((0, 0, 0, 0), (0, 0, 0, 0))},
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_view_is_refused_with_one_clear_error(name: str) -> None:
    game = CASES["a seat discards: it is void (follow suit if able)"].game()
    view = forged(game.view(0), **FORGERIES[name])
    for use in (gz.Sampler, gz.count_deals, lambda view: gz.sample(view, 1)):
        with pytest.raises(gz.IllegalMove, match=r"^view: "):
            use(view)


def test_a_play_against_the_rules_is_named() -> None:
    game = gz.Game(gz.Deal(four("S2 S9 H5 / S3 D5 DJ / SK H4 C6 / C5 CT D4"), gz.Ruleset(), leader=0))
    game.begin()
    for move in ("S2", "S3", "SK"):
        game.play(move)
    cheating = forged(
        game.view(0),
        tricks=(trick(0, "S2, DJ, SK, C5", 2), trick(2, "H4, S3", -1)),
        taken=((), (), cards("SK S2 DJ C5"), ()),
    )
    with pytest.raises(gz.IllegalMove, match=r"^view: trick 1, W: C5 breaks the rules with what was played"):
        gz.Sampler(cheating)


def test_a_deal_that_ended_by_a_claim_is_refused() -> None:
    game = small_game("nothing is known").copy()
    game.play("S2")
    game.claim(0, "all")
    with pytest.raises(gz.IllegalMove, match="claim"):
        gz.sample(game.view(1), 1)


@given(games(), st.randoms(use_true_random=False))
@settings(quick, max_examples=150)
def test_a_view_with_any_part_of_another_is_refused_or_sampled(game: gz.Game, rng: random.Random) -> None:
    other = game.copy()
    for _ in range(rng.randrange(1, 8)):
        if other.history:
            other.undo()
    seat = rng.choice(SEATS)
    name = rng.choice(FIELDS[1:])
    part = contents(other.view(rng.choice(SEATS)))[FIELDS.index(name)]
    view = forged(game.view(seat), **{name: part})
    with suppress(gz.IllegalMove):
        assert all(each.view(view.seat) == view for each in gz.Sampler(view).games(2))
