"""Small values that the engine hands out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from gongzhu._core import Card, Move


class Exposure(NamedTuple):
    """A card exposed by a seat, of a kind: open, first, concealed, dark or bright."""

    seat: int
    card: Card | None
    """None in a view from which the card is hidden."""
    kind: str


class Trick(NamedTuple):
    """Four plays in order, the seat that led and the seat that took them."""

    leader: int
    moves: tuple[Move, ...]
    winner: int
