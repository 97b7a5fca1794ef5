"""The files of a match: the deals that are finished, and the games as PGZ."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gongzhu.arena.plan import Task
from gongzhu.arena.results import PlayedDeal, Thinking, game_from_list, game_to_list
from gongzhu.errors import NotationError, RulesError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gongzhu.arena.plan import Settings


class ResultsFile:
    """A JSON Lines file: the settings of a match, then a line for each deal that is finished.

    It holds what another run of the same match has finished; a line that was cut off is dropped.

    Attributes:
        found: The deals that it held.
        thinking: How long the bots took for them.

    Raises:
        RulesError: It is the file of another match.
        NotationError: It is no file of results.
        OSError: It cannot be read or written.
    """

    def __init__(self, path: str | os.PathLike[str], settings: Settings) -> None:
        self._path = Path(path)
        self.found: dict[Task, PlayedDeal] = {}
        self.thinking: list[dict[int, Thinking]] = []
        header = _header(settings)
        whole = self._whole_lines()
        if whole:
            self._check(whole[0], header)
            for number, line in enumerate(whole[1:], 2):
                self._read(number, line, settings)
        self._file = self._path.open("ab", buffering=0)
        self._file.truncate(sum(len(line) for line in whole))
        if not whole:
            self._write(header)

    def add(self, deal: PlayedDeal, thinking: dict[int, Thinking]) -> None:
        """Add a finished deal, in one piece."""
        self._write(
            {
                "task": [deal.rules, deal.deal, deal.first, deal.second],
                "games": [game_to_list(game) for game in deal.games],
                "thinking": {str(bot): list(time) for bot, time in thinking.items()},
            }
        )

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, content: dict[str, object]) -> None:
        self._file.write(json.dumps(content, separators=(",", ":")).encode() + b"\n")

    def _whole_lines(self) -> list[bytes]:
        try:
            content = self._path.read_bytes()
        except FileNotFoundError:
            return []
        return [line for line in content.splitlines(keepends=True) if line.endswith(b"\n")]

    def _check(self, line: bytes, header: dict[str, object]) -> None:
        found = self._parsed(1, line)
        if "arena" not in found:
            raise NotationError(f"{self._path}: line 1: this is no file of an arena's results")
        for name, value in json.loads(json.dumps(header)).items():
            if found.get(name) != value:
                raise RulesError(
                    f"{self._path} holds another match: its {name} are {_brief(found.get(name))}, "
                    f"not {_brief(value)}"
                )

    def _read(self, number: int, line: bytes, settings: Settings) -> None:
        content = self._parsed(number, line)
        try:
            task = Task(*map(int, content["task"]))
            games = tuple(game_from_list(game) for game in content["games"])
            expected = [(rotation.seating, rotation.places) for rotation in settings.rotations(task)]
            if [(game.seating, game.places) for game in games] != expected:
                raise ValueError("the games are not all rotations of the deal")
            thinking = {int(bot): Thinking(*time) for bot, time in content["thinking"].items()}
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise NotationError(
                f"{self._path}: line {number}: this is no finished deal: {error}", number
            ) from error
        self.found.setdefault(task, PlayedDeal(*task, games))
        self.thinking.append(thinking)

    def _parsed(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            content = json.loads(line)
        except ValueError as error:
            raise NotationError(f"{self._path}: line {number}: this is no JSON", number) from error
        if not isinstance(content, dict):
            raise NotationError(f"{self._path}: line {number}: this is no JSON object", number)
        return content


class GamesFile:
    """A file of games in PGZ to which those of a match are added, text or JSON Lines.

    Raises:
        RulesError: The suffix is another.
        OSError: It cannot be written.
    """

    def __init__(self, path: str | os.PathLike[str], *, go_on: bool) -> None:
        from gongzhu import pgz

        self._file = Path(path).open("ab" if go_on else "wb")  # noqa: SIM115 - close() closes it
        if self.form(path) == "pgz" and not self._file.tell():
            self._file.write(pgz.dumps([]).encode())

    @staticmethod
    def form(path: str | os.PathLike[str]) -> str:
        """The form of a file's name: "pgz" or "jsonl"."""
        form = Path(path).suffix.lower().removeprefix(".")
        if form not in ("pgz", "jsonl"):
            raise RulesError(f"match: save: {os.fspath(path)} should end in .pgz or .jsonl")
        return form

    def add(self, records: Iterable[str]) -> None:
        """Add games as they are written."""
        self._file.writelines(record.encode() for record in records)
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _header(settings: Settings) -> dict[str, object]:
    from gongzhu import __version__

    return {
        "arena": 1,
        "versions": __version__,
        "bots": settings.labels,
        "rules": [rules.to_dict() for rules in settings.rules],
        "seatings": settings.seatings,
        "seeds": settings.seed,
    }


def _brief(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(str(v["name"]) if isinstance(v, dict) and "name" in v else str(v) for v in value)
    return str(value)
