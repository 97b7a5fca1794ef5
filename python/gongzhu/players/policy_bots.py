"""Bots that play by a policy: at once, without looking ahead."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from gongzhu import _core
from gongzhu.errors import BotError
from gongzhu.players.bot import Option
from gongzhu.players.native import NativeBot
from gongzhu.policies import policy, read_weights


class PolicyBot(NativeBot):
    """Plays by a policy of the engine, and explains itself by playing sampled deals to their ends with it."""

    settings: ClassVar[tuple[Option, ...]] = (
        Option("deals", 100, "sampled deals behind each estimate", least=2),
    )

    def engine(self, seed: int) -> _core.PolicyPlayer:
        """The policy as a player of views."""
        return _core.PolicyPlayer(self.policy(), seed, int(self.options["deals"]))

    @abstractmethod
    def policy(self) -> _core.Policy:
        """How it plays."""


class CarefulBot(PolicyBot):
    """Ducks the pig, catches the sheep with its heads, throws what is bad on whoever takes the trick."""

    name = "careful"
    summary = "plays by hand-made rules, at once"

    def policy(self) -> _core.Policy:
        """The hand-made one."""
        return policy("careful")


class LearnedBot(PolicyBot):
    """Plays by tables that were learned in self-play."""

    name = "learned"
    summary = "plays by what it learned in self-play, at once"
    settings = (*PolicyBot.settings, Option("weights", "", "file of `gongzhu train`; else the package's"))

    def policy(self) -> _core.Policy:
        """The learned one."""
        path = str(self.options["weights"])
        if not path:
            return policy("learned")
        try:
            return _core.Policy(read_weights(path))
        except (OSError, ValueError) as error:
            raise BotError(f"bot {self.name}: {error}") from error
