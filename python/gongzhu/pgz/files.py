"""PGZ in files."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from gongzhu.pgz.arrays import from_arrays, to_arrays
from gongzhu.pgz.errors import misread, placed, shown
from gongzhu.pgz.jsonl import dumps_jsonl, parse_jsonl
from gongzhu.pgz.reader import parse
from gongzhu.pgz.writer import dumps

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from gongzhu.pgz.record import Record


def read(source: str | os.PathLike[str] | IO[str] | IO[bytes]) -> list[Record]:
    """Read the games of a PGZ text file, given by its path or open for reading.

    Raises:
        NotationError: It is not PGZ, as `parse` says, or not UTF-8.
        OSError: It cannot be read.
    """
    if isinstance(source, str | os.PathLike):
        return parse(_decoded(Path(source).read_bytes()))
    content = source.read()
    return parse(content if isinstance(content, str) else _decoded(content))


def write(records: Iterable[Record], target: str | os.PathLike[str] | IO[str]) -> None:
    """Write games as PGZ text to a path, all or nothing, or to a text file open for writing.

    Raises:
        OSError: It cannot be written.
    """
    if isinstance(target, str | os.PathLike):
        _replace(Path(target), dumps(records).encode())
    else:
        target.write(dumps(records))


def load(path: str | os.PathLike[str]) -> list[Record]:
    """Read the games of a file in the form that its suffix names: `.pgz`, `.jsonl` or `.npz`.

    Raises:
        NotationError: It is not a file of that form; in `.npz` the line is the number of the game.
        ValueError: The suffix is another.
        OSError: It cannot be read.
    """
    path = Path(path)
    suffix = _known_suffix(path)
    content = path.read_bytes()
    if suffix == ".npz":
        return from_arrays(_read_npz(content))
    return parse(_decoded(content)) if suffix == ".pgz" else parse_jsonl(_decoded(content))


def save(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
    """Write games to a file in the form that its suffix names, `.pgz`, `.jsonl` or `.npz`, all or nothing.

    Raises:
        ValueError: The suffix is another.
        OSError: It cannot be written.
    """
    path = Path(path)
    suffix = _known_suffix(path)
    if suffix == ".npz":
        import numpy as np

        buffer = io.BytesIO()
        np.savez_compressed(buffer, **to_arrays(records))  # type: ignore[arg-type]
        _replace(path, buffer.getvalue())
    else:
        _replace(path, (dumps(records) if suffix == ".pgz" else dumps_jsonl(records)).encode())


def _known_suffix(path: Path) -> str:
    suffix = path.suffix.lower()
    if suffix not in (".pgz", ".jsonl", ".npz"):
        raise ValueError(f"{shown(path.name)} should end in .pgz, .jsonl or .npz")
    return suffix


def _decoded(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        good = content[: error.start].decode()
        line = good.count("\n") + 1
        column = len(good) - (good.rfind("\n") + 1) + 1
        raise placed(misread("this is not UTF-8 text"), (line, column)) from error


def _read_npz(content: bytes) -> dict[str, NDArray[Any]]:
    import numpy as np

    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            return dict(arrays)
    except (ValueError, OSError, EOFError, KeyError, zipfile.BadZipFile) as error:
        raise misread(f"this is no npz file of games: {error}") from error


def _replace(path: Path, content: bytes) -> None:
    """Writes a file that is seen complete or not at all; a pipe or a device is simply written to."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    try:
        with draft.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
