"""The bookkeeping of a game of many deals (Rules: Dealing and leading; Ending a game; Settlement)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import SEATS, Rules
from referee.settlement import Points, is_over, limit_totals, passed, settle
from referee.sides import Sides, recorded


class Match:
    """Totals, who leads and is dealt first next, and how it ends."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.totals = [0, 0, 0, 0]
        self.deals_played = 0
        self.pigs: list[int] = []
        self.pig_taker: int | None = None
        self._last_leader: int | None = None

    def record(self, points: Sequence[int], of_sides: Sides, pig_taker: int | None, leader: int) -> None:
        """Enter a deal by each player's own points; by the rules members of a side get the side's sum."""
        self.add(recorded(points, of_sides, self.rules), pig_taker, leader)

    def add(self, entries: Sequence[int], pig_taker: int | None, leader: int | None) -> None:
        """Enter a deal by four points, who took the (first) pig, and who led; zero_sum settles it first."""
        self._last_leader = self.leader if leader is None else leader
        if self.rules["settlement"] == "zero_sum":
            entries = settle(entries, self.rules) or entries
        self.totals = [total + entry for total, entry in zip(self.totals, entries, strict=True)]
        self.deals_played += 1
        self.pigs = pigs_of(entries, self.rules)
        self.pig_taker = self.pig_taker if pig_taker is None else pig_taker

    def penalize(self, seat: int, points: int) -> None:
        """罚分 (000-HP): added to the player's total."""
        self.totals[seat] += points

    @property
    def leader(self) -> int | None:
        """The next deal's leader: the last pig's taker, or the next seat; None: as ``first_lead`` says."""
        if self.rules["later_leads"] == "pig_taker":
            return self.pig_taker
        if self.rules["later_leads"] == "rotate" and self.deals_played:
            return ((self._last_leader or 0) + 1) % 4
        return None

    @property
    def first_dealt(self) -> int:
        """Seat 0, later the last pig's taker; a game's loser is first dealt to in the next game only."""
        if self.rules["first_dealt"] == "pig_taker" and self.pig_taker is not None:
            return self.pig_taker
        return 0

    @property
    def dealer(self) -> int | None:
        """Drawn by lot (None), later the last pig's taker (003)."""
        return self.pig_taker

    @property
    def is_over(self) -> bool:
        return is_over(self.totals, self.rules, self.deals_played)

    @property
    def losers(self) -> list[int]:
        """Whoever passed the negative limit, or else the lowest total."""
        counted = limit_totals(self.totals, self.rules)
        lowest = [seat for seat in SEATS if counted[seat] == min(counted)]
        return passed(self.totals, self.rules, -1) or lowest

    @property
    def winners(self) -> list[int]:
        """The highest total, of players or sides."""
        counted = limit_totals(self.totals, self.rules)
        return [seat for seat in SEATS if counted[seat] == max(counted)]

    @property
    def settlement(self) -> Points | None:
        """What the totals come to once it is over; by zero_sum they are settled deal by deal."""
        if self.rules["settlement"] == "china_games":
            return settle(self.totals, self.rules)
        if self.rules["settlement"] == "total" and not self.is_over:
            return None
        north, east, south, west = self.totals
        return north, east, south, west


def pigs_of(entries: Sequence[int], rules: Rules) -> list[int]:
    """The lowest of a deal; by 双猪 (000-BD, 000-HP, 001) the highest counts as its pig too."""
    pigs = (min(entries), max(entries)) if rules["double_pig"] else (min(entries),)
    return [seat for seat in SEATS if entries[seat] in pigs]


def title(total: int, rules: Rules) -> str:
    """The title of the highest threshold reached, or the lowest title (001 §8, 002)."""
    reached = [name for threshold, name in rules["rank_titles"] if total >= threshold]
    return reached[-1] if reached else rules["rank_titles"][0][1]
