"""When a game is over, and what its totals come to (Rules: Ending a game; Settlement)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import SEATS, Rules
from referee.sides import records_sides

Points = tuple[int, int, int, int]


def limit_totals(totals: Sequence[int], rules: Rules) -> list[int]:
    """The totals the limits look at: the side's with fixed partners, unless each record holds it already."""
    if rules["partnership"] != "opposite" or records_sides(rules):
        return list(totals)
    return [totals[seat] + totals[(seat + 2) % 4] for seat in SEATS]


def passes(total: int, limit: int, is_inclusive: bool) -> bool:
    """Whether a total is at (超过 or 打到: reached) or beyond a limit of its sign."""
    size, bound = (total, limit) if limit > 0 else (-total, -limit)
    return size >= bound if is_inclusive else size > bound


def passed(totals: Sequence[int], rules: Rules, sign: int) -> list[int]:
    """The seats that passed the negative (sign -1) or the positive (1) limit."""
    limits = [limit for limit in rules["limits"] if limit * sign > 0]
    counted = limit_totals(totals, rules)
    is_inclusive = rules["limit_inclusive"]
    return [seat for seat in SEATS if any(passes(counted[seat], limit, is_inclusive) for limit in limits)]


def is_over(totals: Sequence[int], rules: Rules, deals_played: int = 0) -> bool:
    """A limit passed, the spread between best and worst reached (003), or the number of deals played (盘)."""
    counted = limit_totals(totals, rules)
    is_spread = 0 < rules["spread"] <= max(counted) - min(counted)
    is_last_deal = 0 < rules["deals"] <= deals_played
    return is_spread or is_last_deal or bool(passed(totals, rules, -1) + passed(totals, rules, 1))


def settle(totals: Sequence[int], rules: Rules) -> Points | None:
    """What the totals come to; None while nobody has passed a limit (zero_sum settles every deal)."""
    if rules["settlement"] == "zero_sum":
        settled: Sequence[int] | None = zero_sum(totals, rules)
    elif rules["settlement"] == "china_games":
        settled = china_games(totals, rules)
    else:
        settled = totals if is_over(totals, rules) else None
    if settled is None:
        return None
    north, east, south, west = settled
    return north, east, south, west


def zero_sum(totals: Sequence[int], rules: Rules) -> list[int]:
    """Own points less the mean of the others, or half the difference of sides; rounded, scaled (001 §6)."""
    if rules["partnership"] == "opposite":
        side = limit_totals(totals, rules)
        return [rounded(side[seat] - side[(seat + 1) % 4], 2) * rules["scale"] for seat in SEATS]
    return [rounded(4 * totals[seat] - sum(totals), 3) * rules["scale"] for seat in SEATS]


def rounded(numerator: int, denominator: int) -> int:
    """The nearest whole number, halves away from zero."""
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return size if numerator > 0 else -size


# China Games, 004.


def china_games(totals: Sequence[int], rules: Rules) -> list[int] | None:
    """The settlement of China Games, whose limit and cap depend on the number of decks."""
    limit, cap = (1000, 16000) if rules["decks"] == 1 else (4000, 19000)
    counted = limit_totals(totals, rules)
    if all(abs(total) < limit for total in counted):
        return None
    if rules["partnership"] == "opposite":
        return partners(counted, limit)
    if any(total >= limit for total in counted):
        return case_b(counted, limit, cap)
    return case_a(counted, limit, cap)


def truncated(numerator: int, denominator: int) -> int:
    """INT of 004: cut toward zero."""
    return numerator // denominator if numerator >= 0 else -(-numerator // denominator)


def loss_beyond_limit(total: int, limit: int) -> int:
    """What a loser below the negative limit gets, not below -40."""
    return max(-40, truncated(total + limit, 500) - 10)


def loss_to_winner(total: int, best: int, limit: int) -> int:
    """What a loser gets when someone passed the positive limit, not below -40."""
    return max(-40, -(truncated(abs(best) + abs(total) - limit, 500) + 10))


def case_a(totals: Sequence[int], limit: int, cap: int) -> list[int]:
    """Someone at or below the negative limit, nobody at the positive one."""
    losses = {seat: loss_beyond_limit(totals[seat], limit) for seat in SEATS if totals[seat] <= -limit}
    return shared_out(totals, losses, cap)


def case_b(totals: Sequence[int], limit: int, cap: int) -> list[int]:
    """Someone at or above the positive limit, whatever else happened (also case C)."""
    best = max(totals)
    losses = {seat: loss_to_winner(totals[seat], best, limit) for seat in SEATS if totals[seat] < limit}
    return shared_out(totals, losses, cap)


def shared_out(totals: Sequence[int], losses: dict[int, int], cap: int) -> list[int]:
    """Each winner gets all that the losers pay; but with one loser, all but the best get H less."""
    winners = [seat for seat in SEATS if seat not in losses]
    if not winners or not losses:
        return [0, 0, 0, 0]
    gains = dict.fromkeys(winners, -sum(losses.values()))
    if len(losses) == 1:
        best, lowest = max(totals[seat] for seat in winners), min(totals[seat] for seat in winners)
        less = h_value(lowest, totals[next(iter(losses))], cap)
        gains = {seat: gain - (less if totals[seat] < best else 0) for seat, gain in gains.items()}
    return [losses[seat] if seat in losses else gains[seat] for seat in SEATS]


def h_value(lowest_winner: int, loser: int, cap: int) -> int:
    """H of 004: 4 up to a gap of 2000, then one more for every 1500 begun."""
    gap = abs(abs(lowest_winner) - min(abs(loser), cap))
    return 4 + max(0, -(-(gap - 2000) // 1500))


def partners(counted: Sequence[int], limit: int) -> list[int]:
    """004 1.4: the losing side's points, and twice as much for the winning side; equal sides get nothing."""
    if counted[0] == counted[1]:
        return [0, 0, 0, 0]
    better, worse = max(counted), min(counted)
    loss = loss_to_winner(worse, better, limit) if better >= limit else loss_beyond_limit(worse, limit)
    return [-2 * loss if counted[seat] == better else loss for seat in SEATS]
