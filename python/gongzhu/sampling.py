"""What the other hands may be: deals drawn from all those that lead to what one seat sees, each as likely.

>>> import gongzhu as gz
>>> game = gz.Game(gz.Deal.random(seed=7, rules=gz.Ruleset.preset("huapai")))
>>> game.begin()
>>> view = game.view(0)
>>> gz.count_deals(view)
84478098072866400
>>> [len(hand) for hand in gz.sample(view, 3)[0].hands]
[13, 13, 13, 13]
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from gongzhu import _checks, _core

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Sampler", "count_deals", "sample"]


class Sampler:
    """The deals that a view allows, prepared once for any number of draws.

    A deal is allowed if the seats could have exposed and played what they did with it, and the seat then
    sees exactly this view. Each is as likely, as after a shuffle of the physical cards that the view does not
    show: with two decks, one in which two seats hold a copy each of a card that is nowhere to be seen comes
    twice as often as one in which a seat holds both. Where exposures are out of sight, every answer to which
    cards they are counts on its own.

    Deal number i of a seed depends on the view, the seed and i alone.

    Args:
        view: What a seat knows, in any phase of a whole deal or of an ending. The cards that an ending lacks
            may be any that the view does not show.
        leads_by_card: Whether the leader is known to lead because he was dealt the rules' lead card. A view
            does not tell, for a leader may also have been named.

    Raises:
        IllegalMove: No deal leads to this view, which must have been forged; or the deal ended by a claim, so
            that nothing is left to be played.

    >>> import gongzhu as gz
    >>> rules = gz.Ruleset.preset("china-games")
    >>> game = gz.Game(gz.Deal.random(seed=5, rules=rules), leader=0)
    >>> game.expose(1, "HA", kind="dark")
    >>> game.begin()
    >>> sampler = gz.Sampler(game.view(0))
    >>> sampler
    <Sampler of <View of seat 0, 13 cards in hand>: 84478098072866400 deals>
    >>> [sorted({"SQ", "DJ", "CT", "HA"} & sampler.may_hold(seat)) for seat in range(4)]
    [['SQ'], ['CT', 'DJ', 'HA'], ['CT', 'DJ', 'HA'], ['CT', 'DJ', 'HA']]
    >>> round(float(sampler.chances()[1, gz.batch.columns(rules).index("HA")]), 4)  # 1/3 + 2/3 * 12/38
    0.5439
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
        """Draw `n` deals, with the hands as they were dealt, or as the view's ending began.

        `gz.Game(deal, leader=view.leader, dealer=view.dealer)` is the game in which to replay what was seen.

        Raises:
            ValueError: `n` is negative, or `seed` is not in 0 .. 2**64 - 1.
        """
        seed = _checks.seed(seed)
        return [self._core.deal(seed, i) for i in range(_checks.size("n", n))]

    def games(self, n: int, seed: int = 0) -> list[_core.Game]:
        """Draw the same deals, exposed and played as seen: games in which the seat has this view.

        Raises:
            ValueError: `n` is negative, or `seed` is not in 0 .. 2**64 - 1.
        """
        seed = _checks.seed(seed)
        return [self._core.game(seed, i) for i in range(_checks.size("n", n))]

    def arrays(
        self, n: int, seed: int = 0, threads: int = 1, *, dealt: bool = False
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Draw the same deals as arrays, millions a second.

        Args:
            n: How many.
            seed: Which, 0 .. 2**64 - 1.
            threads: How many threads share the work; 0 for every core. They change no result.
            dealt: The hands as `deals` gives them, and not as they are now.

        Returns:
            The holder of each card, shape (n, 52 * decks), 255 for nobody, by the columns of
            `gongzhu.batch.columns`; and the kinds (`gongzhu.batch.KINDS`) of pig, sheep, transformer and
            heart leader, copy by copy, shape (n, 4 * decks), as `gongzhu.batch.score` takes them.

        Raises:
            ValueError: `n` or `threads` is negative, or `seed` is not in 0 .. 2**64 - 1.
        """
        import numpy as np

        decks = self._view.rules.decks
        owners = np.empty((_checks.size("n", n), 52 * decks), np.uint8)
        exposed = np.empty((len(owners), 4 * decks), np.uint8)
        self._core.fill(_checks.seed(seed), dealt, _checks.size("threads", threads), owners, exposed)
        return owners, exposed

    def chances(self) -> NDArray[np.float64]:
        """Compute, without drawing, how likely each seat holds each card now, shape (4, 52 * decks).

        The columns are those of `gongzhu.batch.columns`. A chance is above 0 if and only if a deal has it so.
        """
        import numpy as np

        out = np.zeros((4, 52 * self._view.rules.decks))
        self._core.chances(out)
        return out

    def may_hold(self, seat: int) -> set[str]:
        """Name the cards that a seat may hold now; of the view's own seat, those that it does.

        Raises:
            ValueError: `seat` is not 0, 1, 2 or 3.
        """
        if seat not in range(4):
            raise ValueError(f"seat: {seat} given, 0 to 3 is right")
        return self._may_hold[seat]

    def voids(self, seat: int) -> str:
        """Name the suits of which a seat cannot hold a card now, as letters such as "SH".

        Raises:
            ValueError: `seat` is not 0, 1, 2 or 3.
        """
        suits = {name[0] for name in self.may_hold(seat)}
        return "".join(suit for suit in "SHDC" if suit not in suits)

    @cached_property
    def _may_hold(self) -> list[set[str]]:
        from gongzhu.batch import columns

        names = columns(self._view.rules)
        return [{names[i] for i in row.nonzero()[0]} for row in self.chances()]

    def _resampled(
        self, n: int, seed: int, candidates: int, likelihood: Callable[[_core.Game], float]
    ) -> list[_core.Deal]:
        import numpy as np

        if candidates == 0 and n > 0:
            raise ValueError("candidates: 0 given, 1 or more is right")
        weights = np.array([likelihood(game) for game in self.games(candidates, seed)], np.float64)
        return [self._core.deal(seed, i) for i in _core.resample(weights, n, seed)]

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
        likelihood: How likely it is, or any multiple of that, that the seats would have exposed and played as
            they did in a game, which has come to the present. Then `candidates` deals are drawn, and of those
            `n` by their likelihoods (importance resampling): one that stands out, more than once.
        candidates: How many; by default 8 for every deal asked for.
        leads_by_card: See `Sampler`.

    Returns:
        Complete deals, with the hands as they were dealt, or as the view's ending began.

    Raises:
        IllegalMove: No deal leads to this view; see `Sampler`.
        ValueError: `n` or `candidates` is out of range, `seed` is not in 0 .. 2**64 - 1, or a likelihood is
            negative or not finite, or all of them are 0.

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
            raise ValueError("candidates: only together with a likelihood")
        return sampler.deals(n, seed)
    n = _checks.size("n", n)
    drawn = _checks.size("candidates", 8 * n if candidates is None else candidates)
    return sampler._resampled(n, _checks.seed(seed), drawn, likelihood)


def count_deals(view: _core.View, *, leads_by_card: bool = False) -> int:
    """Count the deals that lead to a view, exactly, as `Sampler` counts them.

    Raises:
        IllegalMove: No deal leads to this view; see `Sampler`.

    >>> import gongzhu as gz
    >>> game = gz.Game(gz.Deal.random(seed=7, rules=gz.Ruleset.preset("traditional-double")))
    >>> game.begin()
    >>> count_deals(game.view(1))
    172644824532516079698894427850821536
    """
    return Sampler(view, leads_by_card=leads_by_card).count
