"""Bots that tests play against each other; other processes import them from here."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import gongzhu as gz
from gongzhu.players import Bot, Estimate, Option

PROGRAM = str(Path(__file__).parent / "external_bot.py")


def external(manner: str, **timeouts: float) -> str:
    """An external bot of one of the manners of `external_bot.py`, as a match is asked for it."""
    options = "".join(f",{name}={value}" for name, value in timeouts.items())
    return f"""external:"'{sys.executable}' '{PROGRAM}' {manner}"{options}"""


class LowBot(Bot):
    """Plays its lowest card, by suits; knows what it does."""

    name = "low"
    summary = "plays the last legal move"

    def choose(self, view: gz.View) -> gz.Move:
        return view.legal_moves()[-1]

    def explain(self, view: gz.View) -> dict[gz.Move, Estimate]:
        return {move: Estimate(float(worth), 1.0) for worth, move in enumerate(view.legal_moves())}


class HighBot(Bot):
    """Plays its highest card, by suits."""

    name = "high"
    summary = "plays the first legal move"

    def choose(self, view: gz.View) -> gz.Move:
        return view.legal_moves()[0]


class BudgetBot(LowBot):
    """Has an option of every type."""

    name = "budget"
    settings = (
        Option("budget", 0.5, "seconds a card", least=0.0),
        Option("samples", 20, "deals a card", least=1),
        Option("all_cores", False, "whether it uses every core"),
        Option("style", "calm", "how it plays"),
    )


class FailingBot(LowBot):
    """Fails at its third move of the game whose seed says so."""

    name = "failing"
    settings = (Option("every", 4, "one game in so many"),)

    def start(self, seed: int) -> None:
        super().start(seed)
        self.moves = 0
        self.fails = seed % int(self.options["every"]) == 0

    def choose(self, view: gz.View) -> gz.Move:
        self.moves += 1
        if self.fails and self.moves == 3:
            raise ZeroDivisionError("no such luck")
        return super().choose(view)


class CheatingBot(LowBot):
    """Plays a card that it does not hold."""

    name = "cheating"

    def choose(self, view: gz.View) -> gz.Move:
        held = {str(card) for card in view.hand}
        return gz.Move(next(card for card in ("SA", "HA", "DA", "CA", "S2") if card not in held))


class DyingBot(LowBot):
    """Takes the whole process with it."""

    name = "dying"

    def choose(self, view: gz.View) -> gz.Move:  # noqa: ARG002
        os._exit(7)


class InterruptedBot(LowBot):
    """Presses Ctrl-C in its fifth game."""

    name = "interrupted"
    games = 0

    def start(self, seed: int) -> None:
        super().start(seed)
        InterruptedBot.games += 1
        if InterruptedBot.games == 9:
            os.kill(os.getpid(), signal.SIGINT)
