"""Games that are nearly over, for searches to be checked against plain ones."""

from __future__ import annotations

import os
import random

import gongzhu as gz
from tables import SEATS, expose_randomly

ENDINGS = int(os.environ.get("GONGZHU_ENDINGS", "30"))  # of each preset, in the longest tests
ONE_DECK = [name for name in gz.presets() if gz.Ruleset.preset(name).decks == 1]
TWO_DECKS = [name for name in gz.presets() if gz.Ruleset.preset(name).decks == 2]
HOUSE_RULES: dict[str, dict[str, object]] = {
    "graded hearts, own cards double": {"heart_table": "graded", "self_capture": 2},
    "flat hearts": {"heart_table": "flat"},
    "jokers": {"jokers": True},
    "colours change": {"colour_change": "auto"},
    "colours change by choice": {"colour_change": "choice", "self_capture": 2},
    "a transformer with hearts worth nothing is alone": {"lone_rule": "no_points"},
    "all hearts turn the pig": {"pig_flip": "all_hearts"},
    "fixed slam": {"slam": "fixed"},
    "discards of the same colour": {"discards": "same_colour"},
    "barred in every way": {"bars": ["follow", "lead", "discard"], "heart_leader": "H3"},
}
SHORT_DECK = ["S3", "SQ", "SK", "D2", "DJ", "DQ", "C9", "CT", "CJ", "HA"]


def house_rules(name: str) -> gz.Ruleset:
    return gz.Ruleset.preset("traditional", **HOUSE_RULES[name])


def short_deck(rules: gz.Ruleset) -> gz.Ruleset:
    """The same rules with three cards each, in which all hearts and slams are common."""
    kept = [*SHORT_DECK, *(["HSJ", "HBJ"] if rules.jokers else ["H3", "HK"])]
    deck = {str(card) for hand in gz.Deal.random(rules=rules).hands for card in hand}
    return rules.replace(removed=sorted(deck.difference(kept)))


def begun_deal(rules: gz.Ruleset, rng: random.Random, cards: int | None = None) -> gz.Game:
    """A deal about to be played, some cards of it exposed."""
    deal = gz.Deal.random(rng.getrandbits(64), rules, cards)
    game = gz.Game(deal, leader=rng.choice(SEATS), dealer=rng.choice(SEATS))
    expose_randomly(game, rng)
    game.begin()
    return game


def ending(rules: gz.Ruleset, rng: random.Random, cards: int, on_table: int = 0) -> gz.Game:
    """Dealt as such or reached by random play: `cards` a hand, those on the table counted."""
    game = begun_deal(rules, rng, cards if rng.random() < 0.4 else None)
    while sum(map(len, game.hands)) > 4 * cards - on_table:
        game.play(rng.choice(game.legal_moves()))
    return game
