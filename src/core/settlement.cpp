#include "settlement.hpp"

#include <algorithm>
#include <cstdlib>
#include <ranges>
#include <vector>

#include "errors.hpp"

namespace gongzhu {
namespace {

std::int64_t rounded_half_away(std::int64_t numerator, std::int64_t denominator) {
    const std::int64_t size = (2 * std::llabs(numerator) + denominator) / (2 * denominator);
    return numerator < 0 ? -size : size;
}

// Lianzhong (000-LZ, 001 §6, 002): own − the mean of the others, or half the difference of the sides.
Totals settle_zero_sum(const Totals& totals, const Rules& rules) {
    const bool sides = rules.ruleset().partnership == Partnership::opposite;
    const Totals limited = limited_totals(totals, rules);
    std::int64_t sum = 0;
    for (const std::int64_t total : totals) sum += total;
    Totals points{};
    for (int seat = 0; seat < seat_count; ++seat) {
        const std::int64_t own = limited[seat];
        const std::int64_t rounded =
            sides ? rounded_half_away(own - limited[next_seat(seat)], 2) : rounded_half_away(3 * own - (sum - own), 3);
        points[seat] = rounded * rules.ruleset().scale;
    }
    return points;
}

// China Games (004; RULES §3).
class ChinaGames {
public:
    explicit ChinaGames(const Rules& rules) : rules_(rules), limit_(rules.positive_limit()) {}

    Totals settle(const Totals& totals) const {
        std::vector<int> losers, winners, rest;
        for (int seat = 0; seat < seat_count; ++seat) {
            if (passes_positive(totals[seat], rules_)) winners.push_back(seat);
            if (passes_negative(totals[seat], rules_)) losers.push_back(seat);
        }
        if (!winners.empty()) {
            for (int seat = 0; seat < seat_count; ++seat) {
                if (!std::ranges::count(winners, seat)) rest.push_back(seat);
            }
            const std::int64_t best = totals[best_of(winners, totals)];
            return share(totals, rest, winners, [&](int seat) { return lost_to(best, totals[seat]); });
        }
        for (int seat = 0; seat < seat_count; ++seat) {
            if (!std::ranges::count(losers, seat)) rest.push_back(seat);
        }
        return share(totals, losers, rest, [&](int seat) { return lost_at(totals[seat]); });
    }

    // `sides`: each player's entry is his side's total.
    Totals settle_sides(const Totals& sides) const {
        Totals points{};
        if (sides[0] == sides[1]) return points;
        const int better = sides[0] > sides[1] ? 0 : 1;
        const std::int64_t high = sides[better];
        const std::int64_t low = sides[1 - better];
        const std::int64_t lost = passes_positive(high, rules_) ? lost_to(high, low) : lost_at(low);
        for (int seat = 0; seat < seat_count; ++seat) points[seat] = (seat & 1) == better ? -2 * lost : lost;
        return points;
    }

private:
    static constexpr std::int64_t floor_points = -40;

    // Points of a loser at or below the negative limit.
    std::int64_t lost_at(std::int64_t total) const { return std::max(floor_points, (total + limit_) / 500 - 10); }
    // Points of a loser where somebody passed the positive limit (as printed, even where his total is positive).
    std::int64_t lost_to(std::int64_t best, std::int64_t total) const {
        const std::int64_t apart = std::llabs(best) + std::llabs(total);
        return std::max(floor_points, -((apart - limit_) / 500 + 10));
    }

    static int best_of(const std::vector<int>& seats, const Totals& totals) {
        return *std::ranges::max_element(seats, {}, [&](int seat) { return totals[seat]; });
    }

    // What the lesser winners get less than the best: 4 up to a gap of 2000, then one more for every 1500 begun.
    std::int64_t less_for_others(const Totals& totals, int loser, const std::vector<int>& winners) const {
        const std::int64_t cap = limit_ + 15'000;  // where a loser's points reach −40
        const int lowest = *std::ranges::min_element(winners, {}, [&](int seat) { return totals[seat]; });
        const std::int64_t gap =
            std::llabs(std::llabs(totals[lowest]) - std::min<std::int64_t>(std::llabs(totals[loser]), cap));
        return gap <= 2000 ? 4 : 4 + (gap - 2000 + 1499) / 1500;
    }

    template <class Lost>
    Totals share(const Totals& totals, const std::vector<int>& losers, const std::vector<int>& winners,
                 Lost lost) const {
        Totals points{};
        if (losers.empty() || winners.empty()) return points;
        std::int64_t pot = 0;
        for (const int loser : losers) {
            points[loser] = lost(loser);
            pot -= points[loser];
        }
        const std::int64_t best = totals[best_of(winners, totals)];
        for (const int winner : winners) {
            const bool lesser = losers.size() == 1 && totals[winner] != best;
            points[winner] = lesser ? pot - less_for_others(totals, losers.front(), winners) : pot;
        }
        return points;
    }

    const Rules& rules_;
    std::int64_t limit_;
};

}  // namespace

Totals limited_totals(const Totals& totals, const Rules& rules) {
    const Ruleset& ruleset = rules.ruleset();
    if (ruleset.partnership != Partnership::opposite || ruleset.record == Record::side) return totals;
    const std::int64_t even = totals[0] + totals[2];
    const std::int64_t odd = totals[1] + totals[3];
    return {even, odd, even, odd};
}

bool passes_negative(std::int64_t total, const Rules& rules) {
    const std::int64_t limit = rules.negative_limit();
    return limit != 0 && (rules.ruleset().limit_inclusive ? total <= limit : total < limit);
}

bool passes_positive(std::int64_t total, const Rules& rules) {
    const std::int64_t limit = rules.positive_limit();
    return limit != 0 && (rules.ruleset().limit_inclusive ? total >= limit : total > limit);
}

bool limit_passed(const Totals& totals, const Rules& rules) {
    const Totals limited = limited_totals(totals, rules);
    const auto [low, high] = std::ranges::minmax(limited);
    const std::int64_t spread = rules.ruleset().spread;
    return passes_negative(low, rules) || passes_positive(high, rules) || (spread != 0 && high - low >= spread);
}

bool match_is_over(const Totals& totals, std::int64_t deals, const Rules& rules) {
    const std::int64_t most = rules.ruleset().deals;
    return (most != 0 && deals >= most) || limit_passed(totals, rules);
}

Totals recorded_points(const Points& points, const std::optional<Sides>& sides, const Rules& rules) {
    const bool by_side = rules.ruleset().record == Record::side && sides;
    Totals recorded{};
    for (int seat = 0; seat < seat_count; ++seat) {
        for (int other = 0; other < seat_count; ++other) {
            const bool counts = by_side ? (*sides)[other] == (*sides)[seat] : other == seat;
            if (counts) recorded[seat] += points[other];
        }
    }
    return recorded;
}

Totals entry_of(const Totals& recorded, const Rules& rules) {
    return rules.ruleset().settlement == Settlement::zero_sum ? *settle(recorded, rules) : recorded;
}

std::optional<Totals> settle(const Totals& totals, const Rules& rules) {
    constexpr std::int64_t most = 1'000'000'000'000;  // far beyond any game, and what is made of them stays exact
    for (const std::int64_t total : totals) {
        if (total < -most || total > most) {
            throw RulesError("totals: " + std::to_string(total) + " points are out of range");
        }
    }
    if (rules.ruleset().settlement == Settlement::zero_sum) return settle_zero_sum(totals, rules);
    if (!limit_passed(totals, rules)) return std::nullopt;
    if (rules.ruleset().settlement == Settlement::total) return totals;
    const ChinaGames china_games(rules);
    if (rules.ruleset().partnership == Partnership::opposite) {
        return china_games.settle_sides(limited_totals(totals, rules));
    }
    return china_games.settle(totals);
}

}  // namespace gongzhu
