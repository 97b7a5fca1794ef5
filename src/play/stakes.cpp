#include "stakes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gongzhu {
namespace {

// How far the difference of two records moves in a deal, points: a standard deviation, about.
double swing_of(const Rules& rules) {
    const Ruleset& ruleset = rules.ruleset();
    const double points = rules.decks() == 1 ? 200 : 500;
    return ruleset.settlement == Settlement::zero_sum ? points * static_cast<double>(ruleset.scale) : points;
}

}  // namespace

std::optional<Stakes> Stakes::of(const Rules& rules, const MatchStanding& standing) {
    const Ruleset& ruleset = rules.ruleset();
    const bool ends = ruleset.deals != 0 || ruleset.spread != 0 || !ruleset.limits.empty();
    return ends ? std::optional(Stakes(rules, standing)) : std::nullopt;
}

Stakes::Stakes(const Rules& rules, const MatchStanding& standing)
    : rules_(&rules), standing_(standing),
      scale_(swing_of(rules) * std::sqrt(deals_left(limited_totals(standing.totals, rules), standing.deals)) *
             std::sqrt(2 * std::numbers::pi)) {
    for (int seat = 0; seat < seat_count; ++seat) before_[seat] = chance(seat, standing.totals, standing.deals);
}

double Stakes::deals_left(const Totals& limited, int played) const {
    const Ruleset& ruleset = rules_->ruleset();
    const auto [low, high] = std::ranges::minmax(limited);
    double points_left = 1e9;
    const auto see = [&](std::int64_t points) { points_left = std::min(points_left, static_cast<double>(points)); };
    if (rules_->negative_limit() != 0) see(low - rules_->negative_limit());
    if (rules_->positive_limit() != 0) see(rules_->positive_limit() - high);
    if (ruleset.spread != 0) see(ruleset.spread - (high - low));
    const double deals = ruleset.deals != 0 ? static_cast<double>(ruleset.deals - played) : 1e9;
    return std::max(1.0, std::min(points_left / swing_of(*rules_), deals));
}

double Stakes::value(const Points& points, int seat, const std::optional<Sides>& sides) const {
    const Totals entry = entry_of(recorded_points(points, sides, *rules_), *rules_);
    Totals totals = standing_.totals;
    for (int one = 0; one < seat_count; ++one) totals[one] += entry[one];
    return scale_ * (chance(seat, totals, standing_.deals + 1) - before_[seat]);
}

double Stakes::chance(int seat, const Totals& totals, int played) const {
    const bool is_over = match_is_over(totals, played, *rules_);
    const Totals limited = limited_totals(totals, *rules_);
    const double deviation = is_over ? 0 : swing_of(*rules_) * std::sqrt(deals_left(limited, played));
    const auto to_end_above = [&](std::int64_t ahead) {
        if (is_over) return ahead > 0 ? 1.0 : ahead < 0 ? 0.0 : 0.5;
        return 0.5 * std::erfc(-static_cast<double>(ahead) / deviation / std::numbers::sqrt2);
    };
    const bool partners = rules_->ruleset().partnership == Partnership::opposite;
    double sum = 0;
    int others = 0;
    for (int other = 0; other < seat_count; ++other) {
        if (other == seat || (partners && (other - seat) % 2 == 0)) continue;
        sum += to_end_above(limited[seat] - limited[other]);
        ++others;
    }
    return sum / others;
}

}  // namespace gongzhu
