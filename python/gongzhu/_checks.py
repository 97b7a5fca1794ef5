"""Checks of the numbers that callers give."""

from __future__ import annotations

from operator import index


def size(name: str, number: int) -> int:
    """Return how many, after checking that it is in 0 .. 2**31 - 1; ValueError names it otherwise."""
    if not 0 <= index(number) < 2**31:
        raise ValueError(f"{name}: {number} given, 0 to 2**31 - 1 is right")
    return index(number)


def seed(number: int) -> int:
    """Return a seed, after checking that it is in 0 .. 2**64 - 1; ValueError otherwise."""
    if not 0 <= index(number) < 2**64:
        raise ValueError(f"seed: {number} given, 0 to 2**64 - 1 is right")
    return index(number)
