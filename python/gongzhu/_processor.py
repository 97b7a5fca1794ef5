"""Which build of the C++ core this processor gets.

A package for x86-64 has the core twice: in `_native/baseline/` for every processor, and in
`_native/x86-64-v3/` for those with the instructions of that level (Haswell, 2013). Other packages have the
first alone. Importing this module puts the folder of the right one on the path of `gongzhu`, where
`import gongzhu._core` then finds the core.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import gongzhu

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

LEVELS = ("baseline", "x86-64-v3")
VARIABLE = "GONGZHU_PROCESSOR"


def processor() -> str:
    """Name the processors that the C++ core in use was built for: `"x86-64-v3"`, or `"baseline"` for any.

    Every build gives the same results; the default is the fastest that this processor can run. The
    environment variable `GONGZHU_PROCESSOR` names another. If that is not one of the two, was not built, or
    needs instructions that the processor lacks, `import gongzhu` raises ImportError.

    >>> import gongzhu as gz
    >>> gz.processor() in {"baseline", "x86-64-v3"}
    True
    """
    return _level


def choose(wanted: str | None, built: Collection[str], able: Sequence[str]) -> str:
    """Choose the level to load of those built and those that the processor is able to run, the fastest first.

    Raises:
        ImportError: There is none, or the one wanted is not among them.
    """
    if wanted:
        if wanted not in LEVELS:
            raise ImportError(f"{VARIABLE}={wanted}: expected {' or '.join(LEVELS)}")
        if wanted not in built:
            raise ImportError(f"{VARIABLE}={wanted}: this package was built for {' and '.join(built)} only")
        if wanted not in able:
            raise ImportError(f"{VARIABLE}={wanted}: this processor lacks instructions of that level")
        return wanted
    if not built:
        raise ImportError("gongzhu is not built: install it with pip")
    for level in able:
        if level in built:
            return level
    raise ImportError(
        f"gongzhu was built for {' and '.join(built)}, of which this processor lacks instructions"
    )


def _built() -> dict[str, Path]:
    """Find the folder of each level that was built."""
    folders = [Path(path, "_native", level) for path in gongzhu.__path__ for level in LEVELS]
    return {folder.name: folder for folder in folders if folder.is_dir()}


def _able() -> Sequence[str]:
    """List the levels that the processor is able to run, the fastest first."""
    if built.keys() <= {"baseline"}:
        return ("baseline",)
    from gongzhu import _cpu  # built for x86-64 alone

    return _cpu.levels()


built = _built()
_level = choose(os.environ.get(VARIABLE), built, _able())
gongzhu.__path__.insert(0, str(built[_level]))
