"""The bookkeeping of a game of many deals (Rules: Dealing and leading; Ending a game, settling it)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import SEATS, Rules
from referee.settlement import Points, is_over, limit_totals, passed, settle
from referee.sides import Sides, recorded


class Match:
    """Totals, who leads and is dealt first next, and how it ends; seat 0 deals and is dealt first."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.totals = [0, 0, 0, 0]
        self.deals_played = 0
        self.leader = first_leader(rules)
        self.first_dealt = 0
        self.dealer = 0
        self.pigs: list[int] = []

    def record(
        self,
        points: Sequence[int],
        pig_taker: int | None,
        of_sides: Sides | None = None,
        leader: int | None = None,
    ) -> None:
        """Enter a deal: own points, who took the (first) pig, the deal's sides, who led its first trick."""
        added = recorded(points, of_sides, self.rules)
        if self.rules["settlement"] == "zero_sum":
            added = list(settle(added, self.rules) or added)
        self.totals = [total + more for total, more in zip(self.totals, added, strict=True)]
        self.deals_played += 1
        self.pigs = pigs_of(points) if self.rules["double_pig"] else []
        self.leader = self._next_leader(pig_taker, leader)
        if self.rules["first_dealt"] == "pig_taker" and pig_taker is not None:
            self.first_dealt = pig_taker
        if pig_taker is not None:
            self.dealer = pig_taker

    def _next_leader(self, pig_taker: int | None, led: int | None) -> int | None:
        if self.rules["later_leads"] == "pig_taker" and pig_taker is not None:
            return pig_taker
        if self.rules["later_leads"] == "rotate" and led is not None:
            return (led + 1) % 4
        return first_leader(self.rules)

    def penalize(self, seat: int, points: int) -> None:
        """罚分 (000-HP): added to the player's total."""
        self.totals[seat] += points

    @property
    def is_over(self) -> bool:
        return is_over(self.totals, self.rules, self.deals_played)

    @property
    def losers(self) -> list[int]:
        """Whoever passed the negative limit."""
        return passed(self.totals, self.rules, -1)

    @property
    def winners(self) -> list[int]:
        """The highest total, of players or sides."""
        counted = limit_totals(self.totals, self.rules)
        return [seat for seat in SEATS if counted[seat] == max(counted)]

    @property
    def settlement(self) -> Points | None:
        """What the totals come to once the game is over; the deals of zero_sum are settled already."""
        if not self.is_over:
            return None
        if self.rules["settlement"] == "china_games":
            return settle(self.totals, self.rules)
        north, east, south, west = self.totals
        return north, east, south, west


def first_leader(rules: Rules) -> int | None:
    """The seat that leads a new game's first deal; None where a card or the lot decides."""
    return 0 if rules["first_lead"] == "seat0" else None


def pigs_of(points: Sequence[int]) -> list[int]:
    """双猪 (000-BD, 000-HP, 001): the highest and the lowest of a deal both count as its pig."""
    return [seat for seat in SEATS if points[seat] in (max(points), min(points))]


def title(total: int, rules: Rules) -> str:
    """The title of the highest threshold reached, or the lowest title (001 §8, 002)."""
    reached = [name for threshold, name in rules["rank_titles"] if total >= threshold]
    return reached[-1] if reached else rules["rank_titles"][0][1]
