"""`gongzhu convert`: games from one form of PGZ to another."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from gongzhu.cli.failures import InputError
from gongzhu.cli.inputs import SUFFIXES, read_entries
from gongzhu.cli.output import progress

if TYPE_CHECKING:
    from gongzhu.pgz import Record


def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="Games in any form that solve reads; - is standard input.")
    ],
    target: Annotated[
        str, typer.Argument(metavar="OUT", help="A .pgz, .jsonl or .npz file; - is standard output.")
    ],
    to: Annotated[
        Literal["pgz", "jsonl", "npz"] | None, typer.Option("--to", help="The form on standard output.")
    ] = None,
) -> None:
    """Convert games between PGZ text, JSON Lines and numpy arrays; the suffix of OUT tells the form.

    A file is replaced as a whole, and only once everything could be read.
    """
    if target == "-" and to is None:
        raise InputError("standard output has no suffix: say --to pgz, --to jsonl or --to npz")
    if target != "-" and to is not None:
        raise InputError(f"--to is for standard output; the suffix of {target} tells the form")
    if target != "-" and Path(target).suffix.lower() not in SUFFIXES:
        raise InputError(f"{target}: the name of the file to write should end in .pgz, .jsonl or .npz")
    from gongzhu import pgz

    records = [entry.record for entry in read_entries(source)]
    with progress("writing"):
        if target == "-":
            _write_to_standard_output(records, f"games.{to}")
            return
        try:
            pgz.save(target, records)
        except OSError as error:
            raise InputError(f"{target}: {error.strerror}") from error


def _write_to_standard_output(records: list[Record], name: str) -> None:
    from gongzhu import pgz

    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        pgz.save(path, records)
        sys.stdout.buffer.write(path.read_bytes())
