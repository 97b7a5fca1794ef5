#include "likeness.hpp"

#include <algorithm>
#include <bit>

namespace gongzhu::solver {

Likeness::Likeness(const Worth& worth, const std::array<CardSet<1>, seat_count>& dealt) : worth_(&worth) {
    std::vector<Card> hearts;  // by owner and rank
    for (int seat = 0; seat < seat_count; ++seat) {
        dealt_hearts_[seat] = dealt[seat].suit(Suit::hearts).lane[0];
        for (auto rest = dealt[seat].suit(Suit::hearts); !rest.empty();) hearts.push_back(rest.pop());
    }
    kinds_.resize(std::size_t{1} << hearts.size());
    for (std::size_t number = 1; number < kinds_.size(); ++number) {
        const std::size_t last = std::bit_width(number) - 1;
        const std::size_t others = number ^ std::size_t{1} << last;
        kinds_[number] = kinds_[others];
        kinds_[number][std::popcount(others)] = static_cast<std::uint8_t>(1 + worth.kind(hearts[last]));
    }
    for (const Card a : hearts) {
        const int from = 1 + worth.kind(a);
        company_[from] = (worth.company() & card_lane(a)) != 0;
        for (const Card b : hearts) {
            for (int taker = 0; taker <= nobody; ++taker) {
                const auto change = [&](int seat) { return worth.gain(taker, seat, b) - worth.gain(taker, seat, a); };
                Bounds& spread = spread_[taker][from][1 + worth.kind(b)];
                spread.lower = spread.upper = change(0);
                for (int seat = 1; seat < seat_count; ++seat) spread.join({change(seat), change(seat)});
            }
        }
    }
    for (int seat = 0; seat < seat_count; ++seat) {
        if (((worth.seats_that_matter() >> seat) & 1) != 0) possible_takers_.push_back(seat);
    }
    if (possible_takers_.size() < seat_count) possible_takers_.push_back(nobody);
}

bool Likeness::shift_of_hearts(const Entry& entry, std::uint16_t hearts, const Past& past, Bounds& by) const {
    const Kinds& theirs = kinds_[entry.hearts];
    const Kinds& ours = kinds_[hearts];
    const int transformer = past.multiplied();
    const bool alone = transformer != nobody && ((past.company >> transformer) & 1) == 0;
    if (alone && !same_company(theirs, ours)) return false;
    by = hearts_if_taken(theirs, ours, transformer);
    return true;
}

bool Likeness::shift_of_points(const Entry& entry, std::uint16_t hearts, const Past& past, Bounds& by) const {
    const Kinds& theirs = kinds_[entry.hearts];
    const Kinds& ours = kinds_[hearts];
    const bool alike = theirs == ours;
    if (!alike && !same_company(theirs, ours)) return false;
    std::array<int, seat_count + 1> change{};  // of the points taken by each seat
    int total = 0;
    for (int seat = 0; seat < seat_count; ++seat) {
        change[seat] = worth_->aim().weights[seat] * (past.sums[seat] - entry.sums[seat]);
        total += change[seat];
    }
    bool first = true;
    for (const int taker : possible_takers_) {
        Bounds bounds = alike ? Bounds{} : hearts_if_taken(theirs, ours, taker);
        const int multiplied = taker == nobody ? 0 : (worth_->multiplier(taker) - 1) * change[taker];
        bounds.lower += multiplied;
        bounds.upper += multiplied;
        add_company(entry, past, taker, bounds);
        if (first) by = bounds;
        by.join(bounds);
        first = false;
    }
    // If one seat takes all hearts, the final points do not depend on what each of them was worth.
    if (past.hearts != hearts_split) by.join({-total, -total});
    return true;
}

Bounds Likeness::hearts_if_taken(const Kinds& theirs, const Kinds& ours, int transformer) const {
    Bounds bounds;
    for (std::size_t place = 0; theirs[place] != 0; ++place) {
        if (theirs[place] == ours[place]) continue;
        const Bounds& spread = spread_[transformer][theirs[place]][ours[place]];
        bounds.lower += spread.lower;
        bounds.upper += spread.upper;
    }
    return bounds;
}

bool Likeness::same_company(const Kinds& theirs, const Kinds& ours) const {
    for (std::size_t place = 0; theirs[place] != 0; ++place) {
        if (company_[theirs[place]] != company_[ours[place]]) return false;
    }
    return true;
}

}  // namespace gongzhu::solver
