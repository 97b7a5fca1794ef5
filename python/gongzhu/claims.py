"""Claims put to the referee: whether a claimed outcome holds against every play of the others (声称)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gongzhu import _core

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gongzhu._core import Card, Game, Move


@dataclass(frozen=True)
class ClaimCheck:
    """What a search has found about a claim.

    Attributes:
        holds: Whether the claimer can bring about what it claimed, whatever the others play; None where
            a limit came before the answer.
        refutation: Of a claim that does not hold, plays from the position up to the end of the first
            trick that goes against it. The others' plays leave the claimer no way out; it plays the
            first card, in the order that the search tried them, that does not go against the claim at
            once. Where a limit came first, what was found of it. Empty otherwise.
        nodes: Plays searched.
        seconds: Time taken.
    """

    holds: bool | None
    refutation: tuple[Move, ...]
    nodes: int
    seconds: float


def verify_claim(
    game: Game,
    seat: int,
    claim: Literal["all"] | Mapping[int, Iterable[Card | str]],
    *,
    time_limit: float | None = None,
    nodes: int | None = None,
) -> ClaimCheck:
    """Whether a seat's claim holds, all hands visible, against every play of the others (000-BD, 000-HP).

    A claim gives each scoring card still in play to a seat, as in `Game.claim`. It holds if the claimer
    has a way of playing under which every one of these cards is taken by the very seat that the claim
    names, even if the other three play together against it. Cards count, not points: a claim that would
    only move points between two cards of equal worth does not hold. The game itself does not change, and
    `claim` is not made. Ctrl-C ends the search with KeyboardInterrupt.

    Args:
        game: In play, after the first lead; between two tricks or in the middle of one.
        seat: The claimer.
        claim: "all" for the claimer, or {seat: [cards]}.
        time_limit: Seconds.
        nodes: Plays searched at the most.

    Raises:
        IllegalMove: The claim could not be made, as in `Game.claim`.
        NotationError: A text is no card.
        RulesError: A limit is out of range.

    >>> import gongzhu as gz
    >>> game = gz.Game(gz.Deal.parse("N:A.2.. Q.3.. 2.4.. 5.5..", leader=0))
    >>> game.begin()
    >>> for card in ["SA", "SQ", "S2", "S5"]:
    ...     game.play(card)
    >>> gz.verify_claim(game, 0, {3: ["H2", "H3", "H4", "H5"]}).holds
    True
    >>> check = gz.verify_claim(game, 0, "all")
    >>> check.holds, [str(move) for move in check.refutation]
    (False, ['H2', 'H3', 'H4', 'H5'])
    """
    claimed = game.copy()
    claimed.claim(seat, claim)
    return ClaimCheck(**_core.check_claim(claimed, time_limit=time_limit, nodes=nodes))
