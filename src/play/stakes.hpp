// What a deal is worth in a match: how likely a seat is to end the match above the others.
#pragma once

#include <optional>

#include "core/rules.hpp"
#include "core/scoring.hpp"
#include "core/settlement.hpp"
#include "core/sides.hpp"

namespace gongzhu {

// A match before a deal.
struct MatchStanding {
    Totals totals{};  // what is on record
    int deals = 0;    // played so far
};

class Stakes {
public:
    // Where the rules know of no end, nothing: then a deal is worth its points.
    static std::optional<Stakes> of(const Rules& rules, const MatchStanding& standing);

    // What the points of the deal are worth to a seat: by how much they change the mean chance to end above each seat
    // of another side. Counted in points, as they are worth while everybody has the same.
    double value(const Points& points, int seat, const std::optional<Sides>& sides) const;

private:
    Stakes(const Rules& rules, const MatchStanding& standing);

    // How many deals the match will go on for, about.
    double deals_left(const Totals& limited, int played) const;
    // The mean chance of a seat, when the match stands so.
    double chance(int seat, const Totals& totals, int played) const;

    const Rules* rules_;
    MatchStanding standing_;
    double scale_;
    std::array<double, seat_count> before_{};  // the chances
};

}  // namespace gongzhu
