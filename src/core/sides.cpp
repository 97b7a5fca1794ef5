#include "sides.hpp"

namespace gongzhu {

std::optional<Sides> sides_of(const Rules& rules, const std::array<Cards, seat_count>& dealt, Card called, int dealer) {
    const auto against_rest = [&](const Cards& together) {
        Sides sides{};
        for (int seat = 0; seat < seat_count; ++seat) sides[seat] = (dealt[seat] & together).empty() ? 1 : 0;
        return sides;
    };
    switch (rules.ruleset().partnership) {
        case Partnership::solo: return Sides{0, 1, 2, 3};
        case Partnership::opposite: return Sides{0, 1, 0, 1};
        case Partnership::pig_sheep: {
            const Cards deciding = Cards::of(rules.honour(Honour::pig)) | Cards::of(rules.honour(Honour::sheep));
            Cards all;
            for (const Cards& cards : dealt) all |= cards;
            if (!(deciding - all).empty()) return std::nullopt;
            return against_rest(deciding);
        }
        case Partnership::called: break;
    }
    Sides sides{1, 1, 1, 1};
    if (called != no_card) sides = against_rest(Cards::both(card_lane(called)));
    sides[dealer] = 0;
    return sides;
}

}  // namespace gongzhu
