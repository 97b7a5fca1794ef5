"""Reading PGZ text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gongzhu.pgz.errors import misread, placed, shown
from gongzhu.pgz.schema import AFTER_PLAY, RawGame, build, tag_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

    from gongzhu.pgz.errors import Position
    from gongzhu.pgz.record import Record

VERSION = "1"

_TOKEN = re.compile(
    r"""
    [^\S\n]* (?:
        (?P<newline> \n )
      | (?P<number>  (?P<digits> \d{1,6} ) \. )
      | (?P<word>    [^\s\[\]{};%"]+ )
      | (?P<tag>     \[ [^\S\n]* (?P<name> [^\W\d]\w* ) [^\S\n]*
                     "(?P<value> (?: [^"\\\n] | \\[^\n] )* )" [^\S\n]* \] )
      | (?P<play>    \[ [^\S\n]* (?i:play) [^\S\n]* \] )
      | (?P<comment> \{ [^}]* \} )
      | (?P<remark>  ; [^\n]* )
      | (?P<percent> % [^\n]* )
      | (?P<end>     \Z )
      | (?P<other>   . )
    )
    """,
    re.VERBOSE,
)
_HEADER = re.compile(r"%\s*PGZ\s+(\S+)\s*")
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "r": "\r"}
_OUT_OF_PLACE = {
    "[": 'a tag is written [Name "value"] on one line, with \\" for a quote in it',
    "{": "this comment is not closed by }",
    "}": "this brace closes no comment",
    "%": "a line of PGZ's own begins with %; elsewhere it has no place",
}


def parse(text: str) -> list[Record]:
    """Read all games of a PGZ text.

    Raises:
        NotationError: The text is not PGZ, or the cards of a game make no deal under its ruleset; with the
            line and column, and what would be right. Plays and results are checked by `Record.game`.

    >>> [record] = parse('[Deal "N:A... K... Q... J..."] [Leader "N"] [Play] 1. N ♠A SK 猪 S11')
    >>> record.tricks[0].plays
    ('SA', 'SK', 'SQ', 'SJ')
    """
    return [build(game) for game in _Reader(text).games()]


class _Reader:
    """One pass over a text: tokens to raw games."""

    def __init__(self, text: str) -> None:
        self._text = text.removeprefix("\ufeff")
        self._game = RawGame()
        self._trick: list[tuple[str, Position]] | None = None

    def games(self) -> Iterator[RawGame]:
        for kind, match, position in self._tokens():
            if kind == "word":
                if self._trick is None:
                    self._reject_word(match["word"], position)
                self._trick.append((match["word"], position))
            elif kind == "number":
                self._begin_trick(match, position)
            elif kind == "comment":
                self._keep_comment(match["comment"], position)
            elif kind == "play":
                self._begin_play(position)
            elif kind == "tag":
                self._end_trick()
                name = tag_name(match["name"])
                if self._begins_game(name, position):
                    yield self._finished()
                self._add_tag(name, match, position)
            elif kind == "percent":
                self._end_trick()
                self._check_header(match["percent"], position)
                if self._game.tags:
                    yield self._finished()
            elif kind == "other":
                self._reject(match["other"], position)
        self._end_trick()
        if self._game.tags or self._game.tricks is not None:
            yield self._game

    def _tokens(self) -> Iterator[tuple[str, re.Match[str], Position]]:
        text, at, line, line_start = self._text, 0, 1, 0
        while match := _TOKEN.match(text, at):
            kind = match.lastgroup or "other"
            at = match.end()
            if kind == "newline":
                line += 1
                line_start = at
            elif kind == "end":
                return
            else:
                yield kind, match, (line, match.start(kind) - line_start + 1)
                if kind == "comment" and "\n" in match["comment"]:
                    line += match["comment"].count("\n")
                    line_start = text.rindex("\n", 0, at) + 1

    def _finished(self) -> RawGame:
        game, self._game = self._game, RawGame()
        return game

    def _begins_game(self, name: str, position: Position) -> bool:
        game = self._game
        if game.tricks is not None and name not in AFTER_PLAY:
            return True
        if name in game.tags and "Deal" not in game.tags:
            raise placed(misread(f"the tag {name} comes twice in one game"), position)
        return "Deal" in game.tags and (name in game.tags or name == "Event")

    def _add_tag(self, name: str, match: re.Match[str], position: Position) -> None:
        if name == "Play":
            raise placed(misread("the play section begins with [Play], without a value"), position)
        value = match["value"]
        if "\\" in value:
            value = _ESCAPE.sub(lambda escape: _ESCAPED.get(escape[1], escape[1]), value)
        self._game.tags[name] = value
        line, column = position
        self._game.positions[name] = (line, column + match.start("value") - match.start("tag"))

    def _begin_play(self, position: Position) -> None:
        if self._game.tricks is not None:
            raise placed(misread("a second [Play] in one game"), position)
        self._game.tricks = []
        self._game.positions["Play"] = position

    def _begin_trick(self, match: re.Match[str], position: Position) -> None:
        self._end_trick()
        if self._game.tricks is None:
            self._reject_word(match["number"], position)
        expected = len(self._game.tricks) + 1
        number = int(match["digits"])
        if number != expected:
            raise placed(misread(f"trick {expected} comes next, not {number}"), position)
        self._trick = []

    def _end_trick(self) -> None:
        if self._trick is not None:
            self._game.add_trick(self._trick)
            self._trick = None

    def _keep_comment(self, comment: str, position: Position) -> None:
        if self._trick is None:
            self._game.notes.append(comment[1:-1])
        else:
            self._trick.append((comment, position))

    def _reject_word(self, word: str, position: Position) -> NoReturn:
        if self._game.tricks is None:
            message = (
                f'a tag such as [Deal "N:…"] should stand here, not {shown(word)}; plays come behind [Play]'
            )
        else:
            message = f"a trick begins with its number, like 1. N SA S5 S2 SK, not with {shown(word)}"
        raise placed(misread(message), position)

    def _reject(self, character: str, position: Position) -> NoReturn:
        raise placed(misread(_OUT_OF_PLACE.get(character, f"{character!r} has no place here")), position)

    def _check_header(self, line: str, position: Position) -> None:
        if position[1] != 1:
            self._reject("%", position)
        header = _HEADER.fullmatch(line)
        if header and header[1] != VERSION:
            raise placed(
                misread(f"this is PGZ {shown(header[1])}; only version {VERSION} is known"), position
            )
