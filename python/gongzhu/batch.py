"""Batches: many deals at once as numpy arrays, dealt, played at random and scored on every core.

The arrays hold one deal a row and one card a column, as `columns` names them: the seat 0..3 that holds or
took the card, 255 for nobody. A row depends on the seed and on its number alone, so the number of threads
changes no result, and a longer batch begins with the rows of a shorter one. `threads=0` uses every core.

>>> import gongzhu as gz
>>> from gongzhu import batch
>>> rules = gz.Ruleset.preset("huapai")
>>> points = batch.playouts(10_000, rules, seed=1)
>>> points.shape, points.dtype
((10000, 4), dtype('int32'))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from gongzhu import _checks, _core, policies

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["KINDS", "columns", "deal", "playouts", "rollouts", "score"]

KINDS = ("none", "open", "first", "concealed", "dark", "bright")
"""The kinds of exposure; in `score`'s `exposed` each is its index here."""

_RANKS = "23456789TJQKA"
_Scalar = TypeVar("_Scalar", bound=np.generic)


def columns(rules: _core.Ruleset) -> list[str]:
    """Name the card of each column: 52 texts, or with two decks 104, the second copies after the first.

    Suits come in the order S H D C, ranks from 2 to A; with jokers the hearts are H4 to HA, HSJ and HBJ.
    Cards that the rules remove keep their column.

    >>> import gongzhu as gz
    >>> names = columns(gz.Ruleset.preset("wikipedia-jokers"))
    >>> len(names), names[0], names[12], names[13], names[25]
    (52, 'S2', 'SA', 'H4', 'HBJ')
    """
    hearts = [*_RANKS[2:], "SJ", "BJ"] if rules.jokers else [*_RANKS]
    deck = [suit + rank for suit in "SHDC" for rank in (hearts if suit == "H" else _RANKS)]
    return deck * rules.decks


def deal(n: int, rules: _core.Ruleset, seed: int = 0, threads: int = 1) -> NDArray[np.uint8]:
    """Deal `n` random deals: the holder of each card, shape (n, 52 * decks).

    Cards that the rules remove, or draw out of a deal (`removed_drawn`), are 255.

    Raises:
        ValueError: `n` or `threads` is negative, or `seed` is not in 0 .. 2**64 - 1.

    >>> import gongzhu as gz
    >>> import numpy as np
    >>> hands = deal(2, gz.Ruleset.preset("traditional"), seed=1)
    >>> [np.bincount(row).tolist() for row in hands]
    [[13, 13, 13, 13], [13, 13, 13, 13]]
    """
    out = np.empty((_checks.size("n", n), 52 * rules.decks), np.uint8)
    _core.batch_deal(rules, _checks.seed(seed), _checks.size("threads", threads), out)
    return out


def playouts(
    n: int, rules: _core.Ruleset, seed: int = 0, threads: int = 1, expose: bool = True
) -> NDArray[np.int32]:
    """Deal `n` deals and play them at random: each seat's own points, shape (n, 4).

    With `expose`, every seat chooses for each card that it could expose: not to, or one of the kinds that the
    rules have for it, each as likely (`first` only for the first card it was dealt). First exposures are made
    first, the others in order of seats; what the rules force is exposed in any case. The holder of the lead
    card leads, or who was drawn by lot, else seat 0. Every move is one of the legal ones, each as likely.
    Nobody changes colours by choice.

    Raises:
        ValueError: `n` or `threads` is negative, or `seed` is not in 0 .. 2**64 - 1.

    >>> import gongzhu as gz
    >>> rules = gz.Ruleset.preset("scrofazero")
    >>> points = playouts(1000, rules, seed=1, threads=2)
    >>> bool((points == playouts(1000, rules, seed=1)).all())
    True
    """
    out = np.empty((_checks.size("n", n), 4), np.int32)
    _core.batch_playouts(rules, _checks.seed(seed), expose, _checks.size("threads", threads), out)
    return out


def rollouts(
    n: int,
    rules: _core.Ruleset,
    policy: str = "careful",
    seed: int = 0,
    threads: int = 1,
    expose: bool = True,
) -> NDArray[np.int32]:
    """Deal `n` deals and play them by a policy: each seat's own points, shape (n, 4).

    Every seat exposes and plays by the policy from what it can know; without `expose`, only what the rules
    force is exposed. Play stops when no scoring card is left. Who leads is as in `playouts`. Colours are
    changed where their chooser gains by it.

    Args:
        n: How many deals.
        rules: The rules.
        policy: "random", "careful" or "learned".
        seed: Of the deals and of random decisions.
        threads: How many threads share the work; 0 for every core. The points are the same.
        expose: Whether the seats may expose.

    Raises:
        ValueError: `n` or `threads` is negative, `seed` is not in 0 .. 2**64 - 1, or there is no such policy.

    >>> import gongzhu as gz
    >>> rules = gz.Ruleset.preset("scrofazero")
    >>> points = rollouts(1000, rules, "careful", seed=1, threads=2)
    >>> bool((points == rollouts(1000, rules, "careful", seed=1)).all())
    True
    """
    out = np.empty((_checks.size("n", n), 4), np.int32)
    _core.batch_rollouts(
        rules, policies.policy(policy), _checks.seed(seed), expose, _checks.size("threads", threads), out
    )
    return out


def score(
    taken: NDArray[np.uint8],
    rules: _core.Ruleset,
    exposed: NDArray[np.uint8] | None = None,
    dealt: NDArray[np.uint8] | None = None,
    threads: int = 1,
    *,
    removed: NDArray[np.bool_] | None = None,
) -> NDArray[np.int32]:
    """Score deals: each seat's own points, shape (N, 4).

    Args:
        taken: Who took each card, shape (N, 52 * decks). A card that nobody took stands in the way of all
            hearts and of a slam, unless it is out of the deal.
        rules: The rules. Where the taker of all hearts may change colours (`colour_change` is "choice"), the
            points are those without it.
        exposed: The kinds (`KINDS`) of pig, sheep, transformer and heart leader of the first copies, then of
            the second ones, shape (N, 4 * decks). None: nothing is exposed.
        dealt: Who was dealt each card, shape (N, 52 * decks): matters where `self_capture` is 2.
        threads: How many threads share the rows; 0 for every core.
        removed: Which cards were drawn out of each deal (`removed_drawn`), shape (N, 52 * decks).

    Raises:
        ValueError: An array has a wrong type or shape, or a value out of range, whose row and column are
            named.

    >>> import gongzhu as gz
    >>> import numpy as np
    >>> rules = gz.Ruleset.preset("traditional")
    >>> taken = np.full((1, 52), 255, np.uint8)
    >>> taken[0, columns(rules).index("SQ")] = taken[0, columns(rules).index("HA")] = 2
    >>> score(taken, rules, exposed=np.array([[1, 0, 0, 0]], np.uint8)).tolist()
    [[0, 0, -250, 0]]
    """
    width = 52 * rules.decks
    taken = _rows("taken", taken, np.uint8, width, None)
    rows = len(taken)
    if exposed is not None:
        exposed = _rows("exposed", exposed, np.uint8, 4 * rules.decks, rows)
    if dealt is not None:
        dealt = _rows("dealt", dealt, np.uint8, width, rows)
    drawn = None if removed is None else _rows("removed", removed, np.bool_, width, rows).view(np.uint8)
    out = np.empty((rows, 4), np.int32)
    _core.batch_score(rules, taken, exposed, dealt, drawn, _checks.size("threads", threads), out)
    return out


def _rows(name: str, array: object, dtype: type[_Scalar], width: int, rows: int | None) -> NDArray[_Scalar]:
    """Return the array, contiguous, after checking its type and shape."""
    if not isinstance(array, np.ndarray) or array.dtype != dtype:
        given = array.dtype if isinstance(array, np.ndarray) else type(array).__name__
        raise ValueError(f"{name}: {given} given, a numpy array of {np.dtype(dtype)} is right")
    if array.ndim != 2 or array.shape[1] != width or (rows is not None and len(array) != rows):
        raise ValueError(
            f"{name}: shape {array.shape} given, ({'N' if rows is None else rows}, {width}) is right"
        )
    return np.ascontiguousarray(array)
