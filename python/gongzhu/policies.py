"""Policies of the engine: how a seat plays and exposes at once, without looking ahead.

Bots play by them, and searches play sampled deals to their ends with them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from gongzhu import _core

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("random", "careful", "learned")
"""The policies, weakest first."""


def policy(name: str) -> _core.Policy:
    """The policy of a name: "random", "careful", or "learned" with the weights of the package.

    Raises:
        ValueError: There is no such policy.

    >>> policy("carefree")
    Traceback (most recent call last):
    ...
    ValueError: policy 'carefree' is unknown; there are random, careful, learned
    """
    if name not in NAMES:
        raise ValueError(f"policy {name!r} is unknown; there are {', '.join(NAMES)}")
    return _core.Policy(shipped_weights()) if name == "learned" else _core.Policy(name)


@cache
def shipped_weights() -> _core.Weights:
    """The learned policy's weights that come with the package."""
    return _core.Weights(files("gongzhu").joinpath("learned.weights").read_bytes())


def read_weights(path: str | Path) -> _core.Weights:
    """Weights that `gongzhu train` has written.

    Raises:
        ValueError: The file holds none.
        OSError: It cannot be read.
    """
    from pathlib import Path

    try:
        return _core.Weights(Path(path).read_bytes())
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
