#include "outcome_bounds.hpp"

#include <bit>

namespace gongzhu::solver {
namespace {

constexpr std::array other_honours = {Honour::pig, Honour::sheep, Honour::transformer};
constexpr Lane heart_lane = suit_lane(Suit::hearts);

}  // namespace

OutcomeBounds::OutcomeBounds(const Worth& worth)
    : worth_(&worth), colours_change_(worth.setup().rules->ruleset().colour_change != ColourChange::none) {
    for (int seat = 0; seat < seat_count; ++seat) fill(seat);
}

std::array<Bounds, seat_count> OutcomeBounds::bounds(const Past& past, Lane in_play) const {
    std::array<Bounds, seat_count> bounds;
    for (int seat = 0; seat < seat_count; ++seat) {
        const bool may_have_all = past.hearts == seat || past.hearts == hearts_untouched;
        if (past.hearts == seat && (in_play & heart_lane) == 0) {
            bounds[seat] = all_hearts(seat, past, in_play);
            continue;
        }
        bounds[seat] = hearts_divided(seat, past, in_play);
        if (may_have_all) bounds[seat].join(all_hearts(seat, past, in_play));
    }
    return bounds;
}

Bounds OutcomeBounds::hearts_divided(int seat, const Past& past, Lane in_play) const {
    const Lane transformer = worth_->honour(Honour::transformer);
    Bounds sum{past.sums[seat], past.sums[seat]};
    for (Lane rest = in_play & worth_->scoring() & ~transformer; rest != 0; rest &= rest - 1) {
        const int points = worth_->points(seat, static_cast<Card>(std::countr_zero(rest)));
        (points < 0 ? sum.lower : sum.upper) += points;
    }
    if (colours_change_ && past.hearts != hearts_split) add_colour_change(sum, seat, past, in_play);
    Bounds bounds = sum;
    if (past.transformer == seat || (in_play & transformer) != 0) {
        const Bounds multiplied{sum.lower * worth_->multiplier(seat), sum.upper * worth_->multiplier(seat)};
        if (past.transformer == seat) bounds = multiplied;
        bounds.join(multiplied);
        const int lone = worth_->lone_value(seat);
        if ((past.company >> seat & 1) == 0) bounds.join({lone, lone});
    }
    return bounds;
}

// Another seat may take all hearts and have pig and sheep change places.
void OutcomeBounds::add_colour_change(Bounds& bounds, int seat, const Past& past, Lane in_play) const {
    const std::array takers = {past.pig, past.sheep};
    for (std::size_t i = 0; i < takers.size(); ++i) {
        if (takers[i] != seat && (in_play & worth_->honour(other_honours[i])) == 0) continue;
        bounds.lower += seats_[seat].swap_of_colours[i].lower;
        bounds.upper += seats_[seat].swap_of_colours[i].upper;
    }
}

Bounds OutcomeBounds::all_hearts(int seat, const Past& past, Lane in_play) const {
    const std::array takers = {past.pig, past.sheep, past.transformer};
    unsigned had = 0;   // by the pile already
    unsigned open = 0;  // not taken yet
    for (std::size_t i = 0; i < takers.size(); ++i) {
        if (takers[i] == seat) had |= 1U << i;
        if ((in_play & worth_->honour(other_honours[i])) != 0) open |= 1U << i;
    }
    Bounds bounds = seats_[seat].all_hearts[had];
    for (unsigned got = open; got != 0; got = (got - 1) & open) bounds.join(seats_[seat].all_hearts[had | got]);
    return bounds;
}

void OutcomeBounds::fill(int seat) {
    const Setup<1>& setup = worth_->setup();
    const auto points = [&](const std::array<CardSet<1>, seat_count>& taken) {
        const int kept = score(setup, taken, false)[seat];
        const int swapped = score(setup, taken, true)[seat];
        return Bounds{std::min(kept, swapped), std::max(kept, swapped)};
    };
    std::array<CardSet<1>, seat_count> taken{};
    for (unsigned honours = 0; honours < seats_[seat].all_hearts.size(); ++honours) {
        taken[seat].lane[0] = heart_lane & worth_->scoring();
        for (std::size_t i = 0; i < other_honours.size(); ++i) {
            if ((honours >> i & 1) != 0) taken[seat].lane[0] |= worth_->honour(other_honours[i]) & worth_->scoring();
        }
        seats_[seat].all_hearts[honours] = points(taken);
    }
    if (!colours_change_) return;
    for (std::size_t i = 0; i < seats_[seat].swap_of_colours.size(); ++i) {
        const Lane card = worth_->honour(other_honours[i]) & worth_->scoring();
        if (card == 0) continue;
        taken.fill({});
        taken[next_seat(seat)].lane[0] = heart_lane & worth_->scoring();
        taken[seat].lane[0] = card;
        Bounds change = points(taken);
        const int plain = worth_->points(seat, static_cast<Card>(std::countr_zero(card)));
        change.join(Bounds{plain, plain});
        seats_[seat].swap_of_colours[i] = {change.lower - plain, change.upper - plain};
    }
}

}  // namespace gongzhu::solver
