"""PGZ, the notation of Gongzhu deals and games: one schema as text, as JSON Lines and as numpy arrays.

>>> import gongzhu as gz
>>> from gongzhu import pgz
>>> record = pgz.Record.from_game(gz.Game(gz.Deal.random(seed=1)), Event="demo")
>>> pgz.parse(pgz.dumps([record])) == [record]
True
"""

from gongzhu.pgz import names
from gongzhu.pgz.arrays import from_arrays, to_arrays
from gongzhu.pgz.files import load, read, save, write
from gongzhu.pgz.jsonl import dumps_jsonl, parse_jsonl
from gongzhu.pgz.reader import parse
from gongzhu.pgz.record import TAGS, Claim, ExposedCard, Record, Trick, Where
from gongzhu.pgz.writer import dumps

__all__ = [
    "TAGS",
    "Claim",
    "ExposedCard",
    "Record",
    "Trick",
    "Where",
    "dumps",
    "dumps_jsonl",
    "from_arrays",
    "load",
    "names",
    "parse",
    "parse_jsonl",
    "read",
    "save",
    "to_arrays",
    "write",
]
