// Which cards the exposures of a view are, in a world.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "record.hpp"

namespace gongzhu {

struct ExposingOrder {
    std::vector<Card> cards;  // of the view's exposures in its order, by the names of their first copies
    // How many of them an ending states; the others are made in its game.
    std::size_t before = 0;
};

// The exposures of a view with those that it hides made out, by the exposures of a world and by who holds, or held
// since the record began, the exposed cards. Nothing where the rules allow no order like that.
std::optional<ExposingOrder> exposing_order(const View& view, const DealRecord& record, const Exposures& exposures,
                                            const std::array<Cards, seat_count>& holders);

}  // namespace gongzhu
