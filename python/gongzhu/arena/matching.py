"""Matches between bots."""

from __future__ import annotations

import os
from operator import index
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from gongzhu._core import Ruleset
from gongzhu.arena.files import GamesFile, ResultsFile
from gongzhu.arena.plan import Settings, Task, title_of
from gongzhu.arena.results import MatchResult, PlayedDeal, Thinking
from gongzhu.arena.workers import play_tasks
from gongzhu.errors import BotError, RulesError
from gongzhu.players import Bot, Recipe, recipe

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gongzhu.arena.table import Outcome

AnyBot: TypeAlias = str | Recipe | type[Bot]
AnyRules: TypeAlias = Ruleset | str


class ArenaError(BotError):
    """A match that a bot has ended by failing.

    Attributes:
        result: What had been played until then.
    """

    def __init__(self, message: str, result: MatchResult) -> None:
        super().__init__(message)
        self.result = result


def match(
    bots: Sequence[AnyBot],
    *,
    deals: int = 1000,
    seed: int = 1,
    rules: AnyRules | Sequence[AnyRules] = "traditional",
    seating: str | Sequence[str] = ("2v2", "1v3"),
    processes: int = 1,
    results: str | os.PathLike[str] | None = None,
    save: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> MatchResult:
    """Let bots play duplicate deals against each other, every pair of them, and compare what they got.

    Every deal is played in all rotations: with fixed partners by two against two with the sides exchanged,
    else in the seatings that are asked for. The difference is the points of a bot's side minus those of the
    other's; in solo the points of its seats minus those of the other bot's, each the mean over the seats.
    Every deal is a first deal of a game: where the rules name no card, each seat leads in turn.

    The same seed gives the same games at any number of processes, as far as the bots are not led by a clock.
    Ctrl-C ends the match with what has been played; the result is then not `complete`. Several processes
    import the main module anew, so that a script needs the usual `if __name__ == "__main__":`.

    Args:
        bots: At least two: names with options as `players.get` reads them, recipes, or subclasses of `Bot`.
        deals: How many deals every pair plays under every ruleset.
        seed: Of the deals and of the bots.
        rules: A ruleset or a preset's name, or several of them.
        seating: One or several of `SEATINGS`, for rulesets without fixed partners.
        processes: How many games are played at once, each in a process of its own; 0: one for every core.
        results: A file to which every finished deal is added. What it holds of the same match already is not
            played again.
        save: A file, .pgz or .jsonl, for all games. It is begun anew unless the results go on.
        progress: Called as progress(done, total) whenever a deal is finished.

    Raises:
        BotError: There is no such bot or option.
        ArenaError: A bot failed; it has what was played until then as its `result`.
        RulesError: An argument is out of range, or the results file is of another match.
        NotationError: The results file cannot be read.
        OSError: A file cannot be opened.

    >>> import gongzhu as gz
    >>> class First(gz.players.Bot):
    ...     name = "first"
    ...     summary = "plays the first legal move"
    ...     def choose(self, view):
    ...         return view.legal_moves()[0]
    >>> result = gz.arena.match([First, "random"], deals=10, rules="scrofazero")
    >>> result.games, result.complete, len(result.interval)
    (20, True, 2)
    """
    settings = Settings(
        recipes=tuple(map(_recipe, bots)),
        rules=tuple(map(_ruleset, [rules] if isinstance(rules, Ruleset | str) else rules)),
        seatings=(seating,) if isinstance(seating, str) else tuple(seating),
        seed=index(seed),
    )
    for name, value in (("deals", deals), ("processes", processes)):
        if index(value) < 0:
            raise RulesError(f"match: {name} {value} is out of range, expected 0 or more")
    form = None if save is None else GamesFile.form(save)
    course = _Course(settings, deals, results, save)
    try:
        course.run(form, processes or os.cpu_count() or 1, progress)
    finally:
        course.close()
    if course.error is not None:
        raise ArenaError(course.error, course.result())
    return course.result()


class _Course:
    """A match as it goes on."""

    def __init__(
        self,
        settings: Settings,
        deals: int,
        results: str | os.PathLike[str] | None,
        save: str | os.PathLike[str] | None,
    ) -> None:
        self._settings = settings
        self._tasks = list(settings.tasks(deals))
        self._results = None if results is None else ResultsFile(results, settings)
        earlier = {} if self._results is None else self._results.found
        self._played = {task: earlier[task] for task in self._tasks if task in earlier}
        self._thinking = [Thinking(0, 0.0, 0.0)] * len(settings.recipes)
        for times in self._results.thinking if self._results else ():
            self._think(times)
        self._games = None if save is None else GamesFile(save, go_on=bool(earlier))
        self._games_now = 0
        self._started = perf_counter()
        self.error: str | None = None

    def run(self, form: str | None, processes: int, progress: Callable[[int, int], object] | None) -> None:
        """Play what is still to be played, and enter it in the order of the tasks."""
        left = [task for task in self._tasks if task not in self._played]
        done: dict[Task, Outcome] = {}
        entered = 0
        playing = play_tasks(self._settings, form, left, min(processes, max(1, len(left))))
        try:
            for task, outcome in playing:
                done[task] = outcome
                while entered < len(left) and left[entered] in done and self.error is None:
                    self._enter(left[entered], done.pop(left[entered]))
                    entered += 1
                    if progress is not None and self.error is None:
                        progress(len(self._played), len(self._tasks))
                if outcome.error is not None:
                    break
        except KeyboardInterrupt:
            pass
        except BotError as error:
            self.error = str(error)
        finally:
            playing.close()
            for task in sorted(done):  # finished before others that come before them
                self._enter(task, done[task])

    def result(self) -> MatchResult:
        """What has been played so far."""
        played = tuple(self._played[task] for task in self._tasks if task in self._played)
        return MatchResult(
            bots=self._settings.labels,
            rules=tuple(map(title_of, self._settings.rules)),
            seatings=self._settings.seatings,
            seed=self._settings.seed,
            complete=len(played) == len(self._tasks),
            played=played,
            thinking=tuple(self._thinking),
            games_now=self._games_now,
            seconds=perf_counter() - self._started,
        )

    def close(self) -> None:
        """Close the files."""
        for file in (self._results, self._games):
            if file is not None:
                file.close()

    def _enter(self, task: Task, outcome: Outcome) -> None:
        if self._games is not None:
            self._games.add(outcome.records)
        self._games_now += len(outcome.games)
        self._think(outcome.thinking)
        if outcome.error is not None:
            self.error = self.error or outcome.error
            return
        deal = PlayedDeal(*task, outcome.games)
        self._played[task] = deal
        if self._results is not None:
            self._results.add(deal, outcome.thinking)

    def _think(self, times: dict[int, Thinking]) -> None:
        for bot, time in times.items():
            self._thinking[bot] += time


def _recipe(bot: AnyBot) -> Recipe:
    if isinstance(bot, str):
        return recipe(bot)
    if isinstance(bot, Recipe):
        return bot
    if isinstance(bot, type) and issubclass(bot, Bot):
        return Recipe(bot, {})
    raise BotError(f"expected the name of a bot, a recipe or a subclass of Bot, not {bot!r}")


def _ruleset(rules: AnyRules) -> Ruleset:
    return Ruleset.preset(rules) if isinstance(rules, str) else rules
