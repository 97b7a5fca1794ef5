"""Seeds from seeds."""

from __future__ import annotations

from hashlib import blake2b


def mixed_seed(*parts: object) -> int:
    """A seed of 64 bits, from 0 on, that depends on all the parts, by their texts.

    >>> mixed_seed(1, "huapai", 0)
    4353595997426676928
    """
    text = "/".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
