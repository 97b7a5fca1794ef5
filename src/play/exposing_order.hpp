// Which cards the exposures of a view are, in a world.
#pragma once

#include <array>
#include <vector>

#include "record.hpp"

namespace gongzhu {

// The cards of a view's exposures in its order, those that it hides by the exposures of a world and by who holds, or
// held, the exposed cards. Empty where the rules allow no order like that.
std::vector<Card> exposed_cards(const View& view, const DealRecord& record, const Exposures& exposures,
                                const std::array<Cards, seat_count>& holders);

}  // namespace gongzhu
