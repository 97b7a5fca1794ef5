// Examples from which the order of plays is learned: what each play of some nodes of a search cost.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "ordering.hpp"

namespace gongzhu::solver {

struct OrderSample {
    std::uint32_t node = 0;  // the same for the plays of one node
    std::uint32_t cost = 0;  // nodes searched
    bool cutoff = false;
    std::uint8_t tricks = 0;  // still to play
    MoveOrder::Description description{};
};

class OrderSamples {
public:
    // `weights`: of the order that the search goes by meanwhile.
    OrderSamples(std::uint64_t seed, const OrderWeights& weights) : weights_(&weights), draws_(seed) {}

    const OrderWeights& weights() const { return *weights_; }

    // Whether to take an example here, with so many tricks to play: seldom where there are many such nodes.
    bool wants(int tricks) {
        if (busy) return false;
        constexpr std::array<std::uint32_t, 14> every = {0, 0, 0, 300, 100, 50, 25, 12, 8, 5, 4, 3, 2, 1};
        const std::uint32_t rate = every[static_cast<std::size_t>(tricks < 13 ? tricks : 13)];
        return rate != 0 && draws_.below(rate) == 0;
    }

    // One of several cards.
    Card draw(Lane cards) {
        for (std::uint32_t skipped = draws_.below(static_cast<std::uint32_t>(count_bits(cards))); skipped > 0;
             --skipped) {
            cards &= cards - 1;
        }
        return static_cast<Card>(std::countr_zero(cards));
    }

    bool busy = false;  // an example is being taken
    std::vector<OrderSample> samples;
    std::uint32_t nodes = 0;

private:
    const OrderWeights* weights_;
    Random draws_;
};

}  // namespace gongzhu::solver
