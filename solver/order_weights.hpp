// The weights of the move order, learned by solver/training/train_order.py.
#pragma once

#include <array>
#include <cstdint>

namespace gongzhu::solver {

inline constexpr int kinds_of_plays = 10;
inline constexpr int weights_per_kind = 225 + 120 + 363 + 108 + 32 + 32 + 121 + 128 + 70 + 4;

extern const std::array<std::int16_t, kinds_of_plays * weights_per_kind> order_weights;

}  // namespace gongzhu::solver
