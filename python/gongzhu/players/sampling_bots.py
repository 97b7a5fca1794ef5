"""Bots that decide by deals drawn from those that a view allows.

They are made in C++. The same seed and options give the same answer to the same view, whatever was asked
before and on any number of threads, unless the clock leads them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gongzhu import _core, policies
from gongzhu.errors import BotError
from gongzhu.players.bot import Option
from gongzhu.players.native import NativeBot

if TYPE_CHECKING:
    from gongzhu._core import Card, View
    from gongzhu.players.native import Engine

_SECONDS: Final = Option("seconds", 0.0, "the most for a decision; 0: as long as its deals take", least=0)
_THREADS: Final = Option("threads", 1, "that share a decision's deals; 0: one a core", least=0)
_POLICY: Final = Option(
    "policy", "learned", f"who plays on in the sampled deals: {', '.join(policies.NAMES)}"
)
_NESTED: Final = Option(
    "nested", 0, "the most deals of a second look at close moves, by nested rollouts", least=0
)
_EXPOSING: Final = Option(
    "exposing", "searched", "searched by sampled deals, never, or always: whatever may be exposed"
)
_ALL: Final = 10_000_000  # deals, where the clock alone ends a decision


class SamplingBot(NativeBot):
    """What the bots of this module have in common: how their options are read."""

    def engine(self, seed: int) -> Engine:
        """Made in C++.

        Raises:
            BotError: An option has no such value.
        """
        exposing = self.options.get("exposing", "searched")
        if exposing not in ("searched", "never", "always"):
            raise BotError(
                f"bot {self.name}, option exposing: expected searched, never or always, not {exposing!r}"
            )
        return self.core(seed % 2**64)

    def core(self, seed: int) -> Engine:
        """The engine for a seed of 64 bits."""
        raise NotImplementedError

    def policy(self) -> _core.Policy:
        """Who plays on in the sampled deals.

        Raises:
            BotError: There is no such policy.
        """
        try:
            return policies.policy(str(self.options["policy"]))
        except ValueError as error:
            raise BotError(f"bot {self.name}, option policy: {error}") from error

    def expose(self, view: View) -> list[tuple[Card, str]]:
        """The engine's exposures, or none, or every card in the first kind that it may be exposed in."""
        exposing = self.options.get("exposing", "searched")
        if exposing == "searched":
            return super().expose(view)
        kinds: dict[Card, list[str]] = {}
        for card, kind in view.exposable if exposing == "always" else ():
            kinds.setdefault(card, []).append(kind)
        return sorted(
            ((card, kind) for card, (kind, *_) in kinds.items()), key=lambda made: made[1] != "first"
        )

    def number(self, name: str) -> int:
        """An option that is a whole number."""
        return int(self.options[name])

    def decimal(self, name: str) -> float:
        """An option that is a number."""
        return float(self.options[name])


class GreedyBot(SamplingBot):
    """For each legal move the mean outcome of the present trick, over sampled deals.

    In each deal the seats that are still to play do what gives them most if the trick ended with them. A card
    that is better out of the hand, or in it, counts a few points besides. It exposes nothing.
    """

    name = "greedy"
    summary = "looks at the present trick, in sampled deals"
    settings = (Option("samples", 20, "deals for a decision", least=1),)

    def core(self, seed: int) -> Engine:
        """The engine."""
        return _core.SamplingBot.greedy(seed, samples=self.number("samples"))


class PimcBot(SamplingBot):
    """Plays every move on to the end of the deal, in sampled deals, by a policy that sees no hidden card.

    Every deal serves all moves. At 64, 128, 256, ... deals those moves are dropped that are more than three
    standard errors behind the best. What it exposes it decides in the same way.
    """

    name = "pimc"
    summary = "plays every move to the end of the deal, in sampled deals"
    settings = (
        Option("samples", 200, "the most deals for a decision", least=1),
        _SECONDS,
        _THREADS,
        _POLICY,
        Option("racing", True, "whether moves that are clearly behind are dropped early"),
        _NESTED,
        _EXPOSING,
    )

    def core(self, seed: int) -> Engine:
        """The engine."""
        return _core.SamplingBot.pimc(
            seed,
            samples=self.number("samples"),
            seconds=self.decimal("seconds"),
            threads=self.number("threads"),
            policy=self.policy(),
            racing=bool(self.options["racing"]),
            nested=self.number("nested"),
            pool=1,
            trust=0.0,
        )


class IsmctsBot(SamplingBot):
    """Information-set Monte Carlo tree search: one tree over the plays, each walk in another sampled deal."""

    name = "ismcts"
    summary = "searches one tree of plays, each walk through it in another sampled deal"
    settings = (
        Option("samples", 1000, "walks for a decision", least=1),
        _SECONDS,
        _POLICY,
        Option("exploration", 100.0, "points: how far a play's bound is above its mean", least=0),
        Option("urgency", 30.0, "points below the best that a play counts which was never tried", least=0),
    )

    def core(self, seed: int) -> Engine:
        """The engine."""
        return _core.SamplingBot.ismcts(
            seed,
            samples=self.number("samples"),
            seconds=self.decimal("seconds"),
            policy=self.policy(),
            exploration=self.decimal("exploration"),
            urgency=self.decimal("urgency"),
        )


class ChampionBot(SamplingBot):
    """The strongest mixture: `pimc` within a limit of time, or of deals where `samples` is given.

    Moves that are close after a quarter of the time are compared again by nested rollouts, where time is
    enough for that: in these every seat chooses by rollouts of its own. In a match that ends by a limit or
    after so many deals it plays for the chance to end above the others, not for points.

    With a `pool` above 1 the sampled deals are rather those in which the policy would have played as the
    others did.
    """

    name = "champion"
    summary = "the strongest: pimc by the clock"
    settings = (
        Option("seconds", 0.01, "for a decision; 0: as long as its deals take", least=0),
        Option("samples", 0, "the most deals for a decision; 0: as many as the clock allows", least=0),
        _THREADS,
        _POLICY,
        Option("nested", True, "whether close moves are compared again by nested rollouts"),
        _EXPOSING,
        Option("pool", 1, "deals looked at for each that is taken", least=1),
        Option("trust", 0.25, "the power to which the plays' chances by the policy are raised", least=0),
    )

    def core(self, seed: int) -> Engine:
        """The engine."""
        if not self.decimal("seconds") and not self.number("samples"):
            raise BotError("bot champion: seconds and samples cannot both be 0")
        return _core.SamplingBot.pimc(
            seed,
            samples=self.number("samples") or _ALL,
            seconds=self.decimal("seconds"),
            threads=self.number("threads"),
            policy=self.policy(),
            racing=True,
            nested=(self.number("samples") or _ALL) if self.options["nested"] else 0,
            pool=self.number("pool"),
            trust=self.decimal("trust"),
            totals=None if self.match is None else self.match.totals,
            deals=0 if self.match is None else len(self.match.deals),
        )
