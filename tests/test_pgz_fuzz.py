"""Damaged PGZ is a misreading, never another error. GONGZHU_FUZZ says how often the examples are damaged."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from pathlib import Path

import gongzhu as gz
from gongzhu import pgz

TIMES = int(os.environ.get("GONGZHU_FUZZ", "100000"))
EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.pgz"))
STRANGE = '[]{}";%.:,=*+-?/\\ \n\t\r0123456789NESWHDCAKQJTbsx♠♥红桃猪大王１\0\ufeff\u2028𝄞é'


def damage(text: str, donor: str, chance: random.Random) -> str:
    """The text with one to four of its places deleted, doubled, moved, overwritten or filled from another."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.choice((1, 1, 2, 5, 30)))
        match chance.randrange(6):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:end] + text[at:]
            case 2:
                text = text[:at] + chance.choice(STRANGE) + text[end:]
            case 3:
                text = text[:at] + chance.choice(STRANGE) + text[at:]
            case 4:
                source = chance.randrange(len(donor))
                text = text[:at] + donor[source : source + end - at + 1] + text[end:]
            case _:
                words = re.split(r"(\s+)", text)
                i, j = chance.randrange(len(words)), chance.randrange(len(words))
                words[i], words[j] = words[j], words[i]
                text = "".join(words)
    return text


def misreading(attempt: Callable[[], object]) -> gz.NotationError | None:
    try:
        attempt()
    except gz.NotationError as error:
        return error
    return None


def survives(
    read: Callable[[str], list[pgz.Record]], write: Callable[[list[pgz.Record]], str], text: str
) -> None:
    games: list[pgz.Record] = []
    error = misreading(lambda: games.extend(read(text)))
    assert error is None or (1 <= error.line <= text.count("\n") + 1 and error.column >= 1)
    if games:
        assert read(write(games)) == games
    for record in games:
        misreading(record.game)


def test_damaged_examples_are_misread_or_read_but_never_crash() -> None:
    chance = random.Random(20)
    games = [record for path in EXAMPLES for record in pgz.load(path)]
    texts = [pgz.dumps([record]) for record in games]
    lines = [pgz.dumps_jsonl([record]) for record in games]
    for turn in range(TIMES):
        if turn % 5:
            survives(pgz.parse, pgz.dumps, damage(chance.choice(texts), chance.choice(texts), chance))
        else:
            survives(
                pgz.parse_jsonl, pgz.dumps_jsonl, damage(chance.choice(lines), chance.choice(lines), chance)
            )
