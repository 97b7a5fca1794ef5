"""Tables set up for a test: hands written card by card, and random games in every phase."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from typing import Any, TypedDict

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import gongzhu as gz

SEATS = range(4)
ONES = "S2 / S3 / S4 / S5"  # a hand of one card each
PRESETS = gz.presets()
quick = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
brief = settings(quick, max_examples=15)  # for each of the rules

Exposed = tuple[int, str, str]


@cache
def ruleset(name: str = "traditional") -> gz.Ruleset:
    return gz.Ruleset.preset(name)


def four(text: str) -> list[list[str]]:
    """Four lists of cards from "SQ S5 / SK / S2 / -"."""
    lists = [[card for card in cards.split() if card != "-"] for cards in text.split("/")]
    assert len(lists) == 4
    return lists


def begun(
    hands: str,
    rules: gz.Ruleset | str = "traditional",
    *,
    leader: int = 0,
    exposures: Iterable[Exposed] = (),
    first_cards: list[str | None] | None = None,
    led: str = "",
) -> gz.Game:
    """A game of these hands whose exposures are made and whose play has begun."""
    rules = ruleset(rules) if isinstance(rules, str) else rules
    game = gz.Game(gz.Deal(four(hands), rules, first_cards=first_cards, leader=leader, led=led))
    for seat, card, kind in exposures:
        game.expose(seat, card, kind)
    game.begin()
    return game


def over(taken: str, **parameters: Any) -> gz.Game:
    """A game that is over: before its last trick, which scores nothing, these piles were taken."""
    rules = gz.Ruleset(**parameters)
    game = gz.Game(gz.Deal(four(ONES), rules, taken=four(taken), led="SHDC"))
    game.begin()
    return play(game, "S2", "S3", "S4", "S5")


def play(game: gz.Game, *moves: str) -> gz.Game:
    for move in moves:
        game.play(move)
    return game


def legal(game: gz.Game) -> set[str]:
    return {str(move) for move in game.legal_moves()}


def texts(cards: Iterable[gz.Card]) -> list[str]:
    return [str(card) for card in cards]


def moves(*names: str) -> set[str]:
    return set(names)


# Random games.

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "removed": ("huapai", {"removed": ["S2", "H2", "D2", "C2"]}),
    "drawn": ("baidu", {"removed_drawn": 2}),
    "drawn-double": ("traditional-double", {"removed_drawn": 1, "removed": ["S2", "S2", "H5", "C9"]}),
    "concealed-double": (
        "baidu-double",
        {"kinds": ["concealed", "dark", "open", "first"], "bars": ["follow", "lead", "discard"]},
    ),
    "careful": ("huapai", {"first_trick_points": False, "discards": "same_colour"}),
    "careful-double": (
        "china-games-double",
        {"first_trick_points": False, "discards": "same_colour", "bars": ["follow", "lead", "discard"]},
    ),
    "changing": ("baidu", {"colour_change": "choice"}),
    "lot": ("classic", {"first_lead": "lot"}),
    "all-dark": ("china-games", {"kinds": ["dark"], "forced": "all"}),
}
RULES = [*PRESETS, *VARIANTS]


@cache
def rules_named(name: str) -> gz.Ruleset:
    if name not in VARIANTS:
        return ruleset(name)
    preset, changes = VARIANTS[name]
    return gz.Ruleset.preset(preset, **changes)


class Options(TypedDict, total=False):
    """The options of a Deal."""

    taken: list[list[gz.Card]]
    own: list[list[gz.Card]]
    led: str
    exposed: list[Exposed]
    leader: int
    dealer: int
    removed: tuple[gz.Card, ...]
    first_cards: list[gz.Card | None]


def expose_randomly(game: gz.Game, rng: random.Random) -> None:
    if game.rules.partnership == "called" and rng.random() < 0.8:
        game.call(rng.choice([card for hand in game.hands for card in hand]))
    for _ in range(rng.randrange(6)):
        seat = rng.randrange(4)
        if choices := game.exposable(seat):
            card, kind = rng.choice(choices)
            game.expose(seat, card, kind)


def play_randomly(game: gz.Game, rng: random.Random, plays: int = 200) -> None:
    for _ in range(plays):
        if game.is_over:
            break
        game.play(rng.choice(game.legal_moves()))


def scoring_in_play(game: gz.Game) -> list[gz.Card]:
    cards = [card for hand in game.hands for card in hand]
    cards += [card for move in game.current_trick for card in move.cards]
    leader = game.rules.heart_leader
    return [card for card in cards if card.suit == "H" or str(card)[:2] in {"SQ", "DJ", "CT", leader}]


def claim_randomly(game: gz.Game, rng: random.Random) -> None:
    seat = rng.randrange(4)
    if rng.random() < 0.5:
        game.claim(seat, "all")
        return
    takes: dict[int, list[gz.Card]] = {}
    for card in scoring_in_play(game):
        takes.setdefault(rng.randrange(4), []).append(card)
    game.claim(seat, takes)


def ending_after(game: gz.Game, rng: random.Random) -> gz.Deal:
    """The ending that a game has reached at the end of a trick, with all that is known of it."""
    while game.current_trick:
        game.undo()
    dealt = [[str(card) for card in hand] for hand in game.dealt]
    own: list[list[gz.Card]] = []
    for seat in SEATS:
        own.append([])
        left = [text[:3] if text.startswith("H") and "J" in text else text[:2] for text in dealt[seat]]
        for card in game.taken(seat):
            bare = card.suit + card.rank
            if bare in left and rng.random() < 0.9:
                left.remove(bare)
                own[seat].append(card)
    leader = game.to_play
    options: Options = {
        "taken": [list(game.taken(seat)) for seat in SEATS],
        "own": own,
        "led": "".join(sorted({trick.moves[0].cards[0].suit for trick in game.tricks})),
        "exposed": [(e.seat, str(e.card), e.kind) for e in game.exposures],
        "dealer": game.dealer,
        "removed": game.deal.removed,
        "first_cards": list(game.deal.first_cards),
    }
    if leader is not None:
        options["leader"] = leader
    hands = [[card.suit + card.rank for card in hand] for hand in game.hands]
    return gz.Deal(hands, game.rules, **options)


def random_deal(name: str, rng: random.Random) -> gz.Deal:
    """A whole deal, an ending dealt as such, or one that was played to."""
    rules = rules_named(name)
    kind = rng.choice(["whole", "dealt", "played"])
    if kind == "dealt":
        return gz.Deal.random(rng.getrandbits(64), rules, cards=rng.randint(1, rules.hand_size))
    deal = gz.Deal.random(rng.getrandbits(64), rules, first_dealt=rng.randrange(4))
    if kind == "whole":
        return deal
    game = gz.Game(deal)
    expose_randomly(game, rng)
    game.begin()
    play_randomly(game, rng, rng.randrange(4, 4 * rules.hand_size - 7))
    if not any(game.hands):
        game.undo()
    return ending_after(game, rng)


def random_game(name: str, rng: random.Random) -> gz.Game:
    """A game anywhere between its first exposure and its end."""
    deal = random_deal(name, rng)
    named = deal.leader is None and name == "lot"
    game = gz.Game(
        deal,
        leader=rng.randrange(4) if named or rng.random() < 0.2 else None,
        dealer=rng.randrange(4) if rng.random() < 0.3 else None,
    )
    if rng.random() < 0.1:
        return game
    expose_randomly(game, rng)
    if rng.random() < 0.1:
        return game
    game.begin()
    play_randomly(game, rng, rng.choice([rng.randrange(30), 200]))
    if game.history and not game.is_over and rng.random() < 0.4:
        claim_randomly(game, rng)
    if may_swap(game) and rng.random() < 0.7:
        game.swap_colours(True)
    return game


def may_swap(game: gz.Game) -> bool:
    """Whether the taker of all hearts may swap pig and sheep."""
    if game.rules.colour_change != "choice" or not game.is_over:
        return False
    try:
        game.copy().swap_colours(True)
    except gz.IllegalMove:
        return False
    return True


seeds = st.integers(0, 2**64 - 1)
rule_names = st.sampled_from(RULES)


@st.composite
def games(draw: st.DrawFn, names: st.SearchStrategy[str] = rule_names) -> gz.Game:
    return random_game(draw(names), random.Random(draw(seeds)))


@st.composite
def deals(draw: st.DrawFn, names: st.SearchStrategy[str] = rule_names) -> gz.Deal:
    return random_deal(draw(names), random.Random(draw(seeds)))
