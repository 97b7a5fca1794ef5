"""What points are worth to a seat: the measure by which bots decide and matches are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def side_points(points: Sequence[int], sides: Sequence[int] | None, seat: int) -> int:
    """The points of a seat's side, added up; its own where it has no partner or none is determined.

    >>> side_points((10, -20, 30, 0), (0, 1, 0, 1), seat=0), side_points((10, -20, 30, 0), None, seat=0)
    (40, 10)
    """
    if sides is None:
        return points[seat]
    return sum(own for own, side in zip(points, sides, strict=True) if side == sides[seat])


def margin(points: Sequence[int], sides: Sequence[int] | None, seat: int) -> float:
    """Own side minus the other side; where everybody plays alone, own points minus the mean of the others'.

    >>> margin((10, -20, 30, 0), (0, 1, 0, 1), seat=0), margin((10, -20, 30, 0), (0, 1, 2, 3), seat=1)
    (60.0, -33.333333333333336)
    """
    own = side_points(points, sides, seat)
    alone = sides is None or len(set(sides)) == len(sides)
    return own - (sum(points) - own) / (3 if alone else 1)
