// What the points of a deal are worth to a seat: the margin, as gongzhu.players.margin has it, or in a match the
// chances that they leave.
#pragma once

#include <cmath>
#include <optional>

#include "core/scoring.hpp"
#include "core/setup.hpp"
#include "core/sides.hpp"
#include "record.hpp"
#include "seen.hpp"
#include "stakes.hpp"

namespace gongzhu {

// Own side minus the other side; where everybody plays alone, or nobody knows with whom, own points minus the mean of
// the others'. In thirds of a point.
class Margin {
public:
    static constexpr int unit = 3;  // a point

    // `stakes`: of the match, if there is one; they must outlive the margin.
    Margin(int seat, const std::optional<Sides>& sides, const Stakes* stakes = nullptr)
        : seat_(seat), sides_(sides), stakes_(stakes) {
        const auto is_partner = [&](int other) { return sides ? (*sides)[other] == (*sides)[seat] : other == seat; };
        bool alone = true;
        for (int a = 0; a < seat_count; ++a) {
            for (int b = 0; b < a && sides; ++b) alone = alone && (*sides)[a] != (*sides)[b];
        }
        for (int other = 0; other < seat_count; ++other) {
            weights_[other] = is_partner(other) ? unit : alone ? -1 : -unit;
        }
    }

    // By the partners that a seat knows of, itself among them.
    Margin(int seat, Seats side) : seat_(seat) {
        const bool alone = side == seat_bit(seat);
        for (int other = 0; other < seat_count; ++other) {
            weights_[other] = has_seat(side, other) ? unit : alone ? -1 : -unit;
        }
    }

    int of(const Points& points) const {
        int sum = 0;
        for (int seat = 0; seat < seat_count; ++seat) sum += weights_[seat] * points[seat];
        if (stakes_ == nullptr) return sum;
        // Of plays after which the match is as good as decided, the one that brings more points.
        constexpr double still_counts = 0.02;
        return static_cast<int>(std::lround(unit * stakes_->value(points, seat_, sides_) + still_counts * sum));
    }

private:
    std::array<int, seat_count> weights_{};
    int seat_;
    std::optional<Sides> sides_;
    const Stakes* stakes_ = nullptr;
};

// What points are worth to a seat in a world of a record.
template <int Decks>
Margin margin_in(const DealRecord& record, const Setup<Decks>& setup, int seat, const Stakes* stakes = nullptr) {
    std::array<Cards, seat_count> dealt;
    for (int other = 0; other < seat_count; ++other) dealt[other] = widen(setup.dealt[other]);
    return {seat, sides_of(*record.rules, dealt, record.called, record.dealer), stakes};
}

}  // namespace gongzhu
