"""The lines of words that go with a drawing, the same for text and for pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gongzhu.drawing.words import SUITS, card_name, card_names, rank_name, suit_name, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gongzhu.drawing.scene import Hand, Scene
    from gongzhu.drawing.words import Style, Words


def title(scene: Scene, style: Style) -> str:
    """The ruleset and the state of the game in one line."""
    words = words_of(style)
    name = "".join(letter if letter.isprintable() else "?" for letter in scene.rules.name)
    if style == "ascii":
        name = name.encode("ascii", "replace").decode()
    return words.comma.join([name, *_state(scene, words)])


def notes(scene: Scene, style: Style) -> list[tuple[str, str]]:
    """What else is known: pairs of a heading and a text."""
    words = words_of(style)
    exposures = (
        f"{words.seats[e.seat]} {card_name(e.card, style)} {words.kinds[e.kind]}"
        for e in scene.exposures
        if e.card is not None
    )
    first_cards = (
        f"{words.seats[seat]} {card_name(card, style)}"
        for seat, card in enumerate(scene.first_cards)
        if card is not None
    )
    found = [
        (words.called, "" if scene.called is None else card_name(scene.called, style)),
        (words.exposed, words.comma.join(exposures)),
        (words.first_cards, words.comma.join(first_cards)),
        (words.removed, card_names(scene.removed, style)),
        (words.led, " ".join(suit_name(suit, style) for suit in scene.led)),
    ]
    return [(heading, text) for heading, text in found if text]


def by_suit(hand: Hand, style: Style) -> dict[str, list[str]]:
    """The ranks of a hand's cards in each suit, those of exposed cards with a star."""
    return {
        suit: [
            rank_name(shown.card, style) + ("*" if shown.kind else "")
            for shown in hand
            if shown.card.suit == suit
        ]
        for suit in SUITS
    }


def _state(scene: Scene, words: Words) -> Iterator[str]:
    seats = words.seats
    if scene.phase == "over":
        if scene.claimed is not None:
            yield words.claimed.format(seats[scene.claimed])
        yield words.over
    elif scene.phase == "play":
        pattern = words.trick if scene.tricks is None else words.trick_of
        yield pattern.format(scene.trick_number, scene.tricks)
        if scene.to_play is not None:
            yield words.to_play.format(seats[scene.to_play])
    else:
        if scene.phase == "exposing":
            yield words.exposing
        else:
            yield words.cards_each.format(len(scene.hands[0]))
        if scene.leader is not None:
            yield words.leads.format(seats[scene.leader])
