"""What the other hands may be: deals drawn from all those that lead to what one seat sees, each as likely.

>>> import gongzhu as gz
>>> game = gz.Game(gz.Deal.random(seed=7, rules=gz.Ruleset.preset("huapai")))
>>> game.begin()
>>> view = game.view(0)
>>> count_deals(view)
84478098072866400
>>> [len(hand) for hand in sample(view, 3)[0].hands]
[13, 13, 13, 13]
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from gongzhu import _core
from gongzhu.batch import _seed, _size, columns

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["Sampler", "count_deals", "sample"]

Likelihood = "Callable[[_core.Game], float]"


class Sampler:
    """The deals that a view allows, prepared once for any number of draws.

    A deal is allowed if the seats could have exposed and played what they did with it and the seat then sees
    exactly this view. Each is as likely: as after a shuffle of the physical cards, so that with two decks a
    deal in which two seats hold one copy each of a card comes twice as often as one in which a seat holds both.
    Copies that the view shows are told apart from those it does not. Where cards are exposed out of sight, every
    answer to which they are counts on its own.

    Deal number i of a seed depends on the view, the seed and i alone.

    Args:
        view: What a seat knows, in any phase of whole deals and of endings.
        leads_by_card: Whether the leader is known to lead because he was dealt the rules' lead card. A view does
            not tell, for a leader may also have been named.

    Raises:
        IllegalMove: No deal leads to this view, which must then have been forged; or it is one of a deal that
            ended by a claim, in which nothing is left to be played.

    >>> import gongzhu as gz
    >>> deal = gz.Deal.parse("N:A3... K2... Q5... J4...", led="S", leader=0)
    >>> game = gz.Game(deal, gz.Ruleset.preset("scrofazero", removed=[]))
    >>> game.begin()
    >>> sampler = Sampler(game.view(0))
    >>> sampler.count
    19600
    """

    def __init__(self, view: _core.View, *, leads_by_card: bool = False) -> None:
        self._view = view
        self._core = _core.Sampler(view, leads_by_card=leads_by_card)

    @property
    def view(self) -> _core.View:
        """The view that the deals lead to."""
        return self._view

    @cached_property
    def count(self) -> int:
        """How many deals there are, exactly."""
        return self._core.count()

    def deals(self, n: int, seed: int = 0) -> list[_core.Deal]:
        """Draw `n` deals, with the hands as they were dealt, or where the view's ending begins.

        `gz.Game(deal, leader=view.leader, dealer=view.dealer)` is the game to replay them in.

        Raises:
            ValueError: `n` is negative, or `seed` is not in 0 .. 2**64 - 1.
        """
        return [self._core.deal(_seed(seed), i) for i in range(_size("n", n))]

    def games(self, n: int, seed: int = 0) -> list[_core.Game]:
        """Draw the same deals, exposed and played as the view tells: games in which the seat has this view.

        Raises:
            ValueError: `n` is negative, or `seed` is not in 0 .. 2**64 - 1.
        """
        return [self._core.game(_seed(seed), i) for i in range(_size("n", n))]

    def arrays(
        self, n: int, seed: int = 0, threads: int = 1, *, dealt: bool = False
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Draw the same deals as arrays, very many a second.

        Args:
            n: How many.
            seed: Which, 0 .. 2**64 - 1.
            threads: How many threads share the work; 0 for every core. They change no result.
            dealt: Give the hands as the record began, not as they are now.

        Returns:
            The holder of each card, shape (n, 52 * decks), 255 for nobody, by the columns of
            `gongzhu.batch.columns`; and the kinds (`gongzhu.batch.KINDS`) of pig, sheep, transformer and heart
            leader, copy by copy, shape (n, 4 * decks), as `gongzhu.batch.score` takes them.

        Raises:
            ValueError: `n` or `threads` is negative, or `seed` is not in 0 .. 2**64 - 1.
        """
        decks = self._view.rules.decks
        owners = np.empty((_size("n", n), 52 * decks), np.uint8)
        exposed = np.empty((n, 4 * decks), np.uint8)
        self._core.fill(_seed(seed), dealt, _size("threads", threads), owners, exposed)
        return owners, exposed

    def chances(self) -> NDArray[np.float64]:
        """Compute how likely each seat holds each card now, shape (4, 52 * decks), without drawing.

        The columns are those of `gongzhu.batch.columns`. A chance is above 0 if and only if some deal has it so.
        """
        out = np.zeros((4, 52 * self._view.rules.decks))
        self._core.chances(out)
        return out

    def may_hold(self, seat: int) -> set[str]:
        """Name the cards that a seat may hold now; for the view's own seat, those it does.

        Raises:
            ValueError: `seat` is not 0, 1, 2 or 3.
        """
        return {
            name for name, chance in zip(self._columns, self._chances_of(seat), strict=True) if chance > 0
        }

    def voids(self, seat: int) -> str:
        """Name the suits of which a seat cannot hold a card now, as letters such as "SH".

        Raises:
            ValueError: `seat` is not 0, 1, 2 or 3.
        """
        held = {name[0] for name in self.may_hold(seat)}
        return "".join(suit for suit in "SHDC" if suit not in held)

    @cached_property
    def _columns(self) -> list[str]:
        return columns(self._view.rules)

    @cached_property
    def _chances(self) -> NDArray[np.float64]:
        return self.chances()

    def _chances_of(self, seat: int) -> list[float]:
        if seat not in range(4):
            raise ValueError(f"seat: {seat} given, 0 to 3 is right")
        chances: list[float] = self._chances[seat].tolist()
        return chances

    def __repr__(self) -> str:
        return f"<Sampler of {self._view!r}: {self.count} deals>"


def sample(
    view: _core.View,
    n: int,
    seed: int = 0,
    *,
    likelihood: Callable[[_core.Game], float] | None = None,
    candidates: int | None = None,
    leads_by_card: bool = False,
) -> list[_core.Deal]:
    """Draw `n` deals from all those that lead to a view, each as likely; the same seed draws the same.

    Args:
        view: What a seat knows.
        n: How many deals.
        seed: Which ones, 0 .. 2**64 - 1.
        likelihood: How likely the seats would have exposed and played as they did with the cards of a game, which
            has come to the present; any multiple of it will do. Then `candidates` deals are drawn, and of those `n`
            by their likelihoods (importance resampling), the same one more than once where it stands out.
        candidates: How many, by default 8 for every deal asked for.
        leads_by_card: See `Sampler`.

    Returns:
        Complete deals, with the hands as they were dealt, or where the view's ending begins.

    Raises:
        IllegalMove: No deal leads to this view; see `Sampler`.
        ValueError: `n` or `candidates` is out of range, `seed` is not in 0 .. 2**64 - 1, or a likelihood is negative
            or not finite, or all of them are 0.

    >>> import gongzhu as gz
    >>> game = gz.Game(gz.Deal.random(seed=3, rules=gz.Ruleset.preset("traditional")))
    >>> game.begin()
    >>> view = game.view(2)
    >>> sample(view, 5, seed=1) == sample(view, 8, seed=1)[:5]
    True
    >>> all(deal.hands[2] == view.dealt for deal in sample(view, 5))
    True
    """
    sampler = Sampler(view, leads_by_card=leads_by_card)
    if likelihood is None:
        if candidates is not None:
            raise ValueError("candidates: only with a likelihood")
        return sampler.deals(n, seed)
    drawn = _size("candidates", 8 * n if candidates is None else candidates)
    if drawn == 0 and _size("n", n) > 0:
        raise ValueError("candidates: 0 given, 1 or more is right")
    weights = np.array([float(likelihood(game)) for game in sampler.games(drawn, seed)], np.float64)
    return [sampler._core.deal(_seed(seed), i) for i in _core.resample(weights, _size("n", n), _seed(seed))]


def count_deals(view: _core.View, *, leads_by_card: bool = False) -> int:
    """Count the deals that lead to a view, as `Sampler` counts them, exactly.

    Raises:
        IllegalMove: No deal leads to this view; see `Sampler`.

    >>> import gongzhu as gz
    >>> game = gz.Game(gz.Deal.random(seed=7, rules=gz.Ruleset.preset("traditional-double")))
    >>> game.begin()
    >>> count_deals(game.view(1))
    1
    """
    return Sampler(view, leads_by_card=leads_by_card).count
