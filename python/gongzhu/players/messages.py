"""Views as JSON, for bots that are programs of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gongzhu._core import Card, Move, View


def view_dict(view: View) -> dict[str, object]:
    """Everything that a view holds, as JSON can hold it.

    Seats are numbers from 0 in order of play, cards and moves their texts; what is not known is None.

    >>> import gongzhu as gz
    >>> view_dict(gz.Game(gz.Deal.random(seed=7)).view(3))["exposable"]
    [['DJ', 'open']]
    """
    return {
        "ruleset": view.rules.name,
        "rules": view.rules.to_dict(),
        "seat": view.seat,
        "phase": view.phase,
        "leader": view.leader,
        "dealer": view.dealer,
        "to_play": view.to_play,
        "hand": _texts(view.hand),
        "dealt": _texts(view.dealt),
        "first_card": _text(view.first_card),
        "removed": _texts(view.removed),
        "exposures": [
            [seat, None if card is None else str(card), kind] for seat, card, kind in view.exposures
        ],
        "called": _text(view.called),
        "tricks": [
            {"leader": trick.leader, "moves": _texts(trick.moves), "winner": trick.winner}
            for trick in view.tricks
        ],
        "current_trick": _texts(view.current_trick),
        "taken": [_texts(pile) for pile in view.taken],
        "led": view.led,
        "legal_moves": _texts(view.legal_moves()),
        "exposable": [[str(card), kind] for card, kind in view.exposable],
        "may_call": view.may_call,
        "colours": view.colours,
        "sides": view.sides,
        "points": view.points,
    }


def _texts(values: Iterable[Card | Move]) -> list[str]:
    return [str(value) for value in values]


def _text(card: Card | None) -> str | None:
    return None if card is None else str(card)
