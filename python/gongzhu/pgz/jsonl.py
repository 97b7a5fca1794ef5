"""PGZ as JSON Lines: one game a line, an object with the tags of the text form as keys and the same values.

`Play` is an array of tricks, each an array of the words of its line; `Result` is an array of four numbers;
comments outside the plays are an array under the key `{}`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gongzhu.pgz.errors import misread, placed
from gongzhu.pgz.schema import AFTER_PLAY, RawGame, build, own_tags, tag_name, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gongzhu.pgz.errors import Position
    from gongzhu.pgz.record import Record

_NOTES = "{}"


def parse_jsonl(text: str) -> list[Record]:
    """Read games written as JSON Lines.

    Raises:
        NotationError: A line is no JSON object of this schema, or its cards make no deal; with the line and
            the column.
    """
    lines = text.removeprefix("\ufeff").split("\n")
    return [build(_raw_game(line, number)) for number, line in enumerate(lines, 1) if line.strip()]


def dumps_jsonl(records: Iterable[Record]) -> str:
    """The games as JSON Lines; `parse_jsonl` makes the same records of it.

    >>> import gongzhu as gz
    >>> from gongzhu.pgz import Record
    >>> record = Record.from_game(gz.Game(gz.Deal.random(seed=1)), Event="demo")
    >>> dumps_jsonl([record])[:40]
    '{"Event":"demo","Ruleset":"traditional",'
    """
    return "".join(
        f"{json.dumps(_object(record), ensure_ascii=False, separators=(',', ':'))}\n" for record in records
    )


def _object(record: Record) -> dict[str, object]:
    tags: dict[str, object] = dict(own_tags(record))
    after = {name: tags.pop(name) for name in AFTER_PLAY if name in tags}
    if record.notes:
        tags[_NOTES] = record.notes
    if record.tricks is not None:
        tags["Play"] = [list(words_of(trick)) for trick in record.tricks]
    if record.result is not None:
        after["Result"] = record.result
    return tags | after


def _raw_game(line: str, number: int) -> RawGame:
    game = RawGame(start=(number, 1))
    for key, value in _decode(line, number):
        position = (number, _column_of_value(key, line))
        name = tag_name(key)
        if name in game.positions:
            raise placed(misread(f"the key {key} comes twice"), position)
        game.positions[name] = position
        if key == _NOTES:
            game.notes.extend(_texts(value, "comments", position))
        elif name == "Play":
            _add_tricks(game, value, position)
        else:
            game.tags[name] = _tag_value(name, value, position)
    return game


def _decode(line: str, number: int) -> list[tuple[str, object]]:
    try:
        value = json.loads(line, object_pairs_hook=_Object)
    except json.JSONDecodeError as error:
        raise placed(misread(f"this is not JSON: {error.msg}"), (number, error.colno)) from error
    except (ValueError, RecursionError) as error:
        raise placed(misread(f"this JSON cannot be read: {error}"), (number, 1)) from error
    if not isinstance(value, _Object):
        raise placed(misread("each line should be one JSON object"), (number, 1))
    return value.items


@dataclass
class _Object:
    """A JSON object's keys and values, none lost."""

    items: list[tuple[str, object]]


def _column_of_value(key: str, line: str) -> int:
    found = re.search(re.escape(json.dumps(key, ensure_ascii=False)) + r'\s*:\s*"?', line)
    return found.end() + 1 if found else 1


def _texts(value: object, what: str, position: Position) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise placed(misread(f"{what} should be an array of texts"), position)
    return value


def _add_tricks(game: RawGame, value: object, position: Position) -> None:
    if not isinstance(value, list):
        raise placed(misread("Play should be an array of tricks"), position)
    game.tricks = []
    for trick in value:
        game.add_trick([(word, position) for word in _texts(trick, "a trick", position)] or [("", position)])


def _tag_value(name: str, value: object, position: Position) -> str:
    if name == "Result" and isinstance(value, list) and all(type(points) is int for points in value):
        return " ".join(map(str, value))
    if not isinstance(value, str):
        raise placed(
            misread(f"{name} should be {'four whole numbers' if name == 'Result' else 'a text'}"), position
        )
    return value
