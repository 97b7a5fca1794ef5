#include "past.hpp"

#include <bit>

namespace gongzhu::solver {

void Past::take(const Worth& worth, int seat, Lane cards) {
    cards &= worth.scoring();
    if (cards == 0) return;
    const bool matters = ((worth.seats_that_matter() >> seat) & 1) != 0;
    const auto taker = static_cast<std::uint8_t>(matters ? seat : elsewhere);
    if ((cards & worth.honour(Honour::pig)) != 0) pig = taker;
    if ((cards & worth.honour(Honour::sheep)) != 0) sheep = taker;
    if ((cards & worth.honour(Honour::transformer)) != 0) transformer = taker;
    if ((cards & suit_lane(Suit::hearts)) != 0 && hearts != taker) {
        hearts = matters && hearts == hearts_untouched ? taker : std::uint8_t{hearts_split};
    }
    if (!matters) return;
    if ((cards & worth.company()) != 0) company = static_cast<std::uint8_t>(company | 1U << seat);
    for (; cards != 0; cards &= cards - 1) {
        const auto card = static_cast<Card>(std::countr_zero(cards));
        sums[seat] = static_cast<std::int16_t>(sums[seat] + worth.points(seat, card));
    }
}

Past past_of(const Worth& worth, const std::array<CardSet<1>, seat_count>& hands,
             const std::array<CardSet<1>, seat_count>& taken, Lane trick) {
    Past past;
    Lane known = trick;
    for (int seat = 0; seat < seat_count; ++seat) {
        past.take(worth, seat, taken[seat].lane[0]);
        known |= hands[seat].lane[0] | taken[seat].lane[0];
    }
    const Lane missing = worth.scoring() & ~known;
    if ((missing & suit_lane(Suit::hearts)) != 0) past.hearts = hearts_split;
    return past;
}

}  // namespace gongzhu::solver
