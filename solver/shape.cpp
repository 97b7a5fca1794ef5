#include "shape.hpp"

#include <bit>
#include <cassert>

namespace gongzhu::solver {
namespace {

// Who holds a card, and which of the holding it is.
std::uint64_t place_of(const std::array<CardSet<1>, seat_count>& hands, Lane card) {
    unsigned owner = 0;
    while ((hands[owner].lane[0] & card) == 0) ++owner;
    return owner << 4 | (place_in_holding(hands[owner].lane[0], static_cast<Card>(std::countr_zero(card))) & 15U);
}

}  // namespace

ShapeMaker::ShapeMaker(const Worth& worth) : worth_(&worth) {
    const Ruleset& ruleset = worth.setup().rules->ruleset();
    takers_matter_ = ruleset.pig_flip != PigFlip::never || ruleset.slam == Slam::fixed ||
                     ruleset.colour_change != ColourChange::none;
}

std::uint64_t ShapeMaker::lengths(const std::array<CardSet<1>, seat_count>& hands) {
    std::uint64_t sum = 0;
    for (int seat = 0; seat < seat_count; ++seat) {
        for (auto rest = hands[seat]; !rest.empty();) sum += length(seat, rest.pop());
    }
    return sum;
}

Shape ShapeMaker::shape(const Position<1>& position, const Past& past, std::uint64_t lengths) const {
    assert(position.trick().played == 0 && !position.opening());
    const auto& hands = position.hands();
    const Lane held = hands[0].lane[0] | hands[1].lane[0] | hands[2].lane[0] | hands[3].lane[0];

    constexpr std::array honours = {Honour::pig, Honour::sheep, Honour::transformer};
    constexpr std::uint64_t not_held = 63;
    std::uint64_t context = position.trick().leader;
    for (const Honour honour : honours) {
        const Lane card = worth_->honour(honour);
        context = context << 6 | ((held & card) != 0 ? place_of(hands, card) : not_held);
    }

    const bool out = transformer_out(held);
    // Once the hearts are divided, Likeness allows for different company.
    context = context << 4 | (past.hearts == hearts_split ? 0U : company(past, held));
    context = context << 3 | past.transformer;
    context = context << 3 | past.hearts;
    const bool takers = (takers_matter_ || out) && past.hearts != hearts_split;
    context = context << 6 | (takers ? past.pig << 3 | past.sheep : 0);

    const Lane barred = position.barred().lane[0] & held;
    context <<= honour_count;
    if (barred != 0) {
        for (int i = 0; i < honour_count; ++i) {
            if ((barred & worth_->honour(static_cast<Honour>(i))) != 0) context |= 1U << i;
        }
    }
    // Only while it is barred does it matter which of the hearts the heart leader is.
    const Lane leader = barred & worth_->honour(Honour::heart_leader);
    context = context << 6 | (leader != 0 ? place_of(hands, leader) : not_held);
    return {lengths, context};
}

std::uint8_t ShapeMaker::company(const Past& past, Lane held) const {
    if (past.multiplied() != nobody) return static_cast<std::uint8_t>(past.company & 1U << past.transformer);
    return transformer_out(held) ? past.company : std::uint8_t{0};
}

std::uint8_t place_in_holding(Lane hand, Card card) {
    const Lane below = hand & suit_lane(suit_of(card)) & (card_lane(card) - 1);
    return static_cast<std::uint8_t>(static_cast<int>(suit_of(card)) << 4 | count_bits(below));
}

Card card_at_place(Lane hand, std::uint8_t place) {
    Lane holding = hand & suit_lane(static_cast<Suit>((place >> 4) & 3));
    for (int below = place & 15; below > 0 && holding != 0; --below) holding &= holding - 1;
    return holding == 0 ? no_card : static_cast<Card>(std::countr_zero(holding));
}

}  // namespace gongzhu::solver
