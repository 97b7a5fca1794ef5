// What totals are worth when a game ends, and when it ends (RULES §2 "Ending a game", §3).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "rules.hpp"
#include "scoring.hpp"
#include "sides.hpp"

namespace gongzhu {

using Totals = std::array<std::int64_t, seat_count>;

// The totals that limits are held against: with opposite partners whose records are their own, their side's sum.
Totals limited_totals(const Totals& totals, const Rules& rules);

bool passes_negative(std::int64_t total, const Rules& rules);
bool passes_positive(std::int64_t total, const Rules& rules);

// Whether somebody has passed a limit, or the spread is reached.
bool limit_passed(const Totals& totals, const Rules& rules);

// Whether a match is over after so many deals.
bool match_is_over(const Totals& totals, std::int64_t deals, const Rules& rules);

// The points that a deal gives each player's record: his own, or where the rules say so and the partners are known his
// side's.
Totals recorded_points(const Points& points, const std::optional<Sides>& sides, const Rules& rules);
// What of them is entered: under zero_sum they are settled first.
Totals entry_of(const Totals& recorded, const Rules& rules);

// The settlement points of each player, or nothing while no limit is passed. zero_sum settles any totals.
// Throws RulesError beyond 10^12 points.
std::optional<Totals> settle(const Totals& totals, const Rules& rules);

}  // namespace gongzhu
