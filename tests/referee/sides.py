"""Who plays with whom, and whose points go into whose record (Rules: Partnership)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import PIG, SEATS, SHEEP, Rules, bare

Sides = tuple[int, int, int, int]


def sides(rules: Rules, dealt: Sequence[Sequence[str]], dealer: int = 0, called: str | None = None) -> Sides:
    """The side of each seat; that of the pig, of the dealer or of seat 0 is side 0."""
    if rules["partnership"] == "solo":
        return 0, 1, 2, 3
    if rules["partnership"] == "opposite":
        return 0, 1, 0, 1
    if rules["partnership"] == "pig_sheep":
        together = {seat for seat in SEATS for name in dealt[seat] if bare(name) in (PIG, SHEEP)}
    else:
        together = {dealer} | {seat for seat in SEATS for name in dealt[seat] if bare(name) == called}
    north, east, south, west = (0 if seat in together else 1 for seat in SEATS)
    return north, east, south, west


def records_sides(rules: Rules) -> bool:
    """Whether a member's record gets the side's sum: by choice, and always where sides change every deal."""
    return rules["record"] == "side" or rules["partnership"] in ("pig_sheep", "called")


def recorded(points: Sequence[int], of_sides: Sides, rules: Rules) -> list[int]:
    """What a deal adds to each player's record."""
    if not records_sides(rules):
        return list(points)
    return [sum(points[other] for other in SEATS if of_sides[other] == of_sides[seat]) for seat in SEATS]
