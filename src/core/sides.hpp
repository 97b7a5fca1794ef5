// Who plays with whom (RULES §2 "Partnership").
#pragma once

#include <array>
#include <optional>

#include "rules.hpp"

namespace gongzhu {

// A number for each seat, the same for partners.
using Sides = std::array<int, seat_count>;

// The sides by the cards that each seat was dealt, as far as they are known. `called`: the card that the dealer named
// as his partner's (003), or no_card. Empty where the cards that decide were dealt to nobody.
std::optional<Sides> sides_of(const Rules& rules, const std::array<Cards, seat_count>& dealt, Card called, int dealer);

}  // namespace gongzhu
