"""Writing PGZ text: one form for everything that is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gongzhu.pgz.reader import VERSION
from gongzhu.pgz.schema import AFTER_PLAY, own_tags, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gongzhu.pgz.record import Record

_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"})


def dumps(records: Iterable[Record]) -> str:
    """The PGZ text of games; `parse` makes the same records of it.

    >>> import gongzhu as gz
    >>> from gongzhu.pgz import Record
    >>> record = Record.from_game(gz.Game(gz.Deal.random(seed=1)), Event="demo")
    >>> print(dumps([record]).splitlines()[2])
    [Event "demo"]
    """
    return "\n".join(
        [f"% PGZ {VERSION}\n", *("".join(f"{line}\n" for line in _lines(record)) for record in records)]
    )


def _lines(record: Record) -> Iterator[str]:
    tags = own_tags(record)
    yield from (_tag(name, value) for name, value in tags if name not in AFTER_PLAY)
    yield from (f"{{{note}}}" for note in record.notes)
    if record.tricks is not None:
        yield "[Play]"
        for number, trick in enumerate(record.tricks, 1):
            yield f"{number}. {' '.join(words_of(trick))}"
    yield from (_tag(name, value) for name, value in tags if name in AFTER_PLAY)


def _tag(name: str, value: str) -> str:
    return f'[{name} "{value.translate(_ESCAPES)}"]'
