"""Where the games of a match are played: one table, with a bot of each kind for every seat."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from gongzhu.arena.results import GameResult, Thinking
from gongzhu.errors import BotError
from gongzhu.players import Bot, play_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from gongzhu._core import Card, Game, Move, View
    from gongzhu.arena.plan import Rotation, Settings, Task
    from gongzhu.players import Estimate

_SEAT_TAGS = ("North", "East", "South", "West")


@dataclass(frozen=True)
class Outcome:
    """What became of a task.

    Attributes:
        games: Its finished games.
        thinking: How long each bot took for its moves, by its place in the match.
        records: The finished games in PGZ, text or JSON Lines, where they are wanted.
        error: What went wrong, if a bot failed.
    """

    games: tuple[GameResult, ...]
    thinking: dict[int, Thinking]
    records: tuple[str, ...]
    error: str | None


class Table:
    """Plays tasks one after the other.

    Args:
        settings: The match.
        form: "pgz" or "jsonl" where the games are to be written down, else None.
        between: Called before every decision.
    """

    def __init__(
        self, settings: Settings, form: str | None, between: Callable[[], object] | None = None
    ) -> None:
        self._settings = settings
        self._form = form
        self._between = between
        self._bots: dict[tuple[int, int], _Timed] = {}

    def play(self, task: Task) -> Outcome:
        """Play a deal in all its rotations, or until a bot fails."""
        games: list[GameResult] = []
        records: list[str] = []
        error = None
        for rotation in self._settings.rotations(task):
            game = self._settings.game(task)
            try:
                play_game(game, self._seated(task, rotation), between=self._between)
            except BotError as failure:
                error = f"game {rotation.number + 1} of deal {task.deal} ({rotation.seating}): {failure}"
                break
            games.append(GameResult(rotation.seating, rotation.places, game.points(), game.sides))
            if self._form is not None:
                records.append(self._written(task, rotation, game))
        thinking: dict[int, Thinking] = {}
        for (bot, _), timed in self._bots.items():
            thinking[bot] = thinking.get(bot, Thinking(0, 0.0, 0.0)) + timed.taken()
        return Outcome(tuple(games), thinking, tuple(records), error)

    def close(self) -> None:
        """Let go of the bots."""
        for bot in self._bots.values():
            bot.close()
        self._bots.clear()

    def _seated(self, task: Task, rotation: Rotation) -> list[_Timed]:
        seated = []
        for seat, place in enumerate(rotation.places):
            number = (task.first, task.second)[place]
            seed = self._settings.bot_seed(task, rotation, seat)
            bot = self._bots.get((number, seat))
            if bot is None:
                bot = self._bots[number, seat] = _Timed(_made(self._settings, number, seed))
            else:
                _started(bot, seed)
            seated.append(bot)
        return seated

    def _written(self, task: Task, rotation: Rotation, game: Game) -> str:
        from gongzhu import pgz

        labels = self._settings.labels
        pair = (labels[task.first], labels[task.second])
        record = pgz.Record.from_game(
            game,
            Event=f"{pair[0]} against {pair[1]}",
            Round=f"{task.deal}.{rotation.seating}.{rotation.number}",
            Seed=str(self._settings.deal_seed(task)),
            **{tag: pair[place] for tag, place in zip(_SEAT_TAGS, rotation.places, strict=True)},
        )
        if self._form == "jsonl":
            return pgz.dumps_jsonl([record])
        return pgz.dumps([record]).removeprefix(pgz.dumps([]))


class _Timed(Bot):
    """A bot whose moves are timed."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._taken = Thinking(0, 0.0, 0.0)

    @property
    def label(self) -> str:
        return self._bot.label

    def taken(self) -> Thinking:
        """How long it has taken since this was asked last."""
        taken, self._taken = self._taken, Thinking(0, 0.0, 0.0)
        return taken

    def start(self, seed: int) -> None:
        self._bot.start(seed)

    def choose(self, view: View) -> Move:
        started = perf_counter()
        move = self._bot.choose(view)
        seconds = perf_counter() - started
        self._taken += Thinking(1, seconds, seconds)
        return move

    def expose(self, view: View) -> list[tuple[Card, str]]:
        return self._bot.expose(view)

    def explain(self, view: View) -> dict[Move, Estimate]:
        return self._bot.explain(view)

    def call(self, view: View) -> Card:
        return self._bot.call(view)

    def swap_colours(self, view: View) -> bool:
        return self._bot.swap_colours(view)

    def close(self) -> None:
        self._bot.close()


def _made(settings: Settings, number: int, seed: int) -> Bot:
    try:
        return settings.recipes[number].make(seed)
    except BotError:
        raise
    except Exception as error:
        raise BotError(f"bot {settings.labels[number]}: {type(error).__name__}: {error}") from error


def _started(bot: Bot, seed: int) -> None:
    try:
        bot.start(seed)
    except BotError:
        raise
    except Exception as error:
        raise BotError(f"bot {bot.label}: {type(error).__name__}: {error}") from error
