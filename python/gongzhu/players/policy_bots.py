"""Bots that play by a policy: at once, without looking ahead."""

from __future__ import annotations

from typing import ClassVar

from gongzhu import _core
from gongzhu.players.bot import Option
from gongzhu.players.native import NativeBot


class PolicyBot(NativeBot):
    """Plays by a policy of the engine; a subclass names it."""

    policy: ClassVar[str]
    settings = (
        Option(
            "deals", 100, "deals that the view allows, sampled and played on, behind each estimate", least=2
        ),
    )

    def engine(self, seed: int) -> _core.PolicyPlayer:
        """The policy as a player of views."""
        return _core.PolicyPlayer(self.policy, seed, int(self.options["deals"]))


class CarefulBot(PolicyBot):
    """Ducks the pig, catches the sheep with its heads, throws what is bad on whoever takes the trick."""

    name = "careful"
    policy = "careful"
    summary = "plays by hand-made rules, at once"
