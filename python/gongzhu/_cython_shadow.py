"""What `kernels.py` needs of the `cython` package to run uncompiled where that package is not installed.

Decorators and context managers do nothing there; C types stand in annotations only, which are never
evaluated.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, ContextDecorator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Item = TypeVar("Item")


class _NoGil(ContextDecorator, AbstractContextManager[None]):
    """Does nothing, as a decorator and in a `with` statement."""

    def __exit__(self, *exception: object) -> None:
        """Let exceptions pass."""


nogil = _NoGil()


def cclass(item: Item) -> Item:
    """Return the class as it is."""
    return item


def cfunc(item: Item) -> Item:
    """Return the function as it is."""
    return item


def exceptval(**_options: bool) -> Callable[[Item], Item]:
    """Return a decorator that returns the function as it is."""
    return cfunc
