"""What the commands read: game records, positions and deals, in whatever form they come."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import gongzhu as gz
from gongzhu.cli.failures import InputError, blamed_on
from gongzhu.cli.options import chosen_rules
from gongzhu.cli.output import progress

if TYPE_CHECKING:
    from typing import TypeAlias

    from gongzhu.pgz import Record

    Found: TypeAlias = tuple[Record, int]

_LINE = re.compile(r"\s*(?:[a-z]=|[NESWnesw]:.*[.?])")
SUFFIXES = (".pgz", ".jsonl", ".npz")
"""The suffixes that tell the form of a file of games."""


@dataclass(frozen=True)
class Entry:
    """A game that was read.

    Attributes:
        source: The name of the file, for messages.
        number: Its number in the file, from 1.
        record: What was read.
        plays: How many of its plays have been made where the input is a position, else 0.
    """

    source: str
    number: int
    record: Record
    plays: int = 0

    @property
    def title(self) -> str:
        """The file, the number of the game in it, and the name of its event."""
        event = self.record.tag("Event")
        return f"{self.source}, game {self.number}{': ' if event else ''}{event}"

    def game(self) -> gz.Game:
        """The game after all its plays.

        Raises:
            InputError: The record cannot be replayed.
        """
        with blamed_on(self.source):
            return self.record.game()

    def game_at(self, plays: int | None) -> gz.Game:
        """The game after so many plays; by default where the input stands.

        Raises:
            InputError: The record cannot be replayed, or has fewer plays.
        """
        game = self.game()
        wanted = self.plays if plays is None else plays
        played = len(game.history)
        if not 0 <= wanted <= played:
            raise InputError(f"--at {wanted} is out of range: {self.title} has {played} plays")
        while game.claimed is not None or len(game.history) > wanted:
            game.undo()
        return game


def read_entries(argument: str, rules: str | None = None, settings: list[str] | None = None) -> list[Entry]:
    """Read the games of a file, of standard input (`-`), or of a deal or position that is the argument.

    The suffixes .pgz, .jsonl and .npz tell the form; of anything else its content does: PGZ text, JSON Lines,
    npz, or lines that are each a deal such as `N:AK.Q..T …` or a position as `Game.to_string` writes it.

    Args:
        argument: The file, or the text.
        rules: A preset or a TOML file that replaces the rules of every game.
        settings: Changes to them.

    Raises:
        InputError: It cannot be read; the message names the file, the line and the column.
        OSError: The file cannot be opened.
    """
    path = Path(argument)
    if path.suffix.lower() in SUFFIXES:
        source, read = argument, partial(_load, path)
    elif _LINE.match(argument):
        source, read = "the argument", partial(_parse, argument)
    elif argument == "-":
        source, read = "standard input", partial(_decode_and_parse, sys.stdin.buffer.read())
    else:
        source, read = argument, partial(_decode_and_parse, path.read_bytes())
    with blamed_on(source), progress("reading"):
        entries = [Entry(source, number, *found) for number, found in enumerate(read(), 1)]
    if not entries:
        raise InputError(f"{source}: there is no game in it")
    return [_under(entry, rules, settings) for entry in entries]


def pick(entries: list[Entry], number: int) -> Entry:
    """One of the games that were read.

    Raises:
        InputError: There is none of this number.
    """
    if not 1 <= number <= len(entries):
        raise InputError(f"--game {number} is out of range: {entries[0].source} has {len(entries)} games")
    return entries[number - 1]


def _load(path: Path) -> list[Found]:
    from gongzhu import pgz

    return [(record, 0) for record in pgz.load(path)]


def _decode_and_parse(content: bytes) -> list[Found]:
    if content.startswith(b"PK"):
        with TemporaryDirectory() as folder:
            path = Path(folder, "games.npz")
            path.write_bytes(content)
            return _load(path)
    try:
        return _parse(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise gz.NotationError(f"line {line}: this is not UTF-8 text", line) from error


def _parse(text: str) -> list[Found]:
    from gongzhu import pgz

    if _LINE.match(text):
        lines = enumerate(text.splitlines(), 1)
        return [_parse_line(number, line.strip()) for number, line in lines if line.strip()]
    records = pgz.parse_jsonl(text) if text.lstrip().startswith("{") else pgz.parse(text)
    return [(record, 0) for record in records]


def _parse_line(number: int, line: str) -> Found:
    from gongzhu import pgz
    from gongzhu.pgz.errors import placed
    from gongzhu.pgz.fields import read_deal

    try:
        if line[1:2] == "=":
            game = gz.Game.from_string(line)
            return pgz.Record.from_game(game), len(game.history)
        hands = read_deal(line)
    except ValueError as error:
        raise placed(error, (number, 1)) from error
    two_decks = any(len(hand or ()) > 13 for hand in hands)
    rules = gz.Ruleset.preset("traditional-double" if two_decks else "traditional")
    return pgz.Record(rules, hands, where=pgz.Where(tags={"Deal": (number, 1)})), 0


def _under(entry: Entry, rules: str | None, settings: list[str] | None) -> Entry:
    if rules is None and not settings:
        return entry
    changed = chosen_rules(rules, settings, entry.record.rules)
    return replace(entry, record=replace(entry.record, rules=changed))
