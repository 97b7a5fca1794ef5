// What each card is worth in each seat's pile, read off score() once for a deal.
//
// As long as nobody has all hearts, a pile scores multiplier × sum of its cards, or the lone value where the
// transformer lies alone. The search, its table and its bounds rest on that; no rule of scoring is written here.
#pragma once

#include <array>
#include <cstdint>

#include "core/scoring.hpp"
#include "objective.hpp"

namespace gongzhu::solver {

inline constexpr int card_codes = 64;      // card ids of one deck
inline constexpr int nobody = seat_count;  // as the taker of a card: none yet, or never

class Worth {
public:
    Worth(const Setup<1>& setup, const Aim& aim);

    const Setup<1>& setup() const { return *setup_; }
    const Aim& aim() const { return aim_; }

    // A card's points in a seat's pile before the transformer multiplies them; 0 for the transformer itself.
    int points(int seat, Card card) const { return points_[seat][card]; }
    // What the transformer multiplies a seat's pile by, and what it scores there alone.
    int multiplier(int seat) const { return multiplier_[seat]; }
    int lone_value(int seat) const { return lone_value_[seat]; }
    // Scoring cards beside which the transformer is not alone.
    Lane company() const { return company_; }
    Lane scoring() const { return scoring_; }
    Lane honour(Honour honour) const { return card_lane(setup_->rules->honour(honour)); }

    // Seats whose piles can change the value, a bit each: those with a weight, and every one where the taker of all
    // hearts changes what others' cards are worth.
    unsigned seats_that_matter() const { return seats_that_matter_; }

    // A card's part of the value in a seat's pile once `transformer` (a seat or nobody) has the transformer.
    int gain(int transformer, int seat, Card card) const { return gain_[transformer][card][seat]; }
    const std::array<int, seat_count>& gains(int transformer, Card card) const { return gain_[transformer][card]; }

    // Cards of one suit with equal numbers differ in rank only: the same points for everyone, no exposure, no bar.
    int kind(Card card) const { return kind_[card]; }
    const std::array<std::uint8_t, card_codes>& kinds() const { return kind_; }

private:
    void read_points();
    void number_kinds();

    const Setup<1>* setup_;
    Aim aim_;
    Lane scoring_ = 0;
    Lane company_ = 0;
    unsigned seats_that_matter_ = 0;
    std::array<std::array<int, card_codes>, seat_count> points_{};
    std::array<int, seat_count> multiplier_{};
    std::array<int, seat_count> lone_value_{};
    std::array<std::array<std::array<int, seat_count>, card_codes>, seat_count + 1> gain_{};
    std::array<std::uint8_t, card_codes> kind_{};
};

}  // namespace gongzhu::solver
