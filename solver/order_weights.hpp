// The weights of the move order, learned by solver/training/train_order.py.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>

namespace gongzhu::solver {

inline constexpr int kinds_of_plays = 10;
// The tables that describe a play, see MoveOrder::describe().
inline constexpr std::array tables = {225, 66 + 216, 363, 32, 32, 32, 128, 81};
inline constexpr int table_count = static_cast<int>(tables.size());
inline constexpr int weights_per_kind = std::accumulate(tables.begin(), tables.end(), 0);

using OrderWeights = std::array<std::int16_t, kinds_of_plays * weights_per_kind>;
extern const OrderWeights order_weights;

}  // namespace gongzhu::solver
