// What can still become of one seat's pile, as score() tells: for the plain search of the tests.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>

#include "core/scoring.hpp"

namespace gongzhu::test {

struct LaneHash {
    template <std::size_t Size>
    std::size_t operator()(const std::array<Lane, Size>& lanes) const {
        std::uint64_t hash = 0;
        for (const Lane lane : lanes) hash = ((hash ^ (hash >> 29)) + lane) * 0x9e3779b97f4a7c15ULL;
        return hash ^ (hash >> 32);
    }
};

// Tries with score() every set of the cards left that may be added to a pile.
class Pile {
public:
    // How the pile's part of the value can change. Piles of the same kind change alike whatever is added.
    struct Future {
        Lane kind = 0;
        int lowest = 0;
        int highest = 0;
    };

    Pile(const Setup<1>& setup, int seat, int weight) : setup_(setup), seat_(seat), weight_(weight) {}

    int value(Lane taken) const {
        std::array<CardSet<1>, seat_count> piles{};
        piles[seat_].lane[0] = taken;
        return weight_ * score(setup_, piles)[seat_];
    }
    Future future(Lane taken, Lane left) {
        if (left == 0 || weight_ == 0) return {};
        const auto [place, fresh] = futures_.try_emplace({taken, left});
        if (!fresh) return place->second;
        Future& future = place->second;  // stays where it is while others are added
        const Lane others = left & (left - 1);
        const Lane card = left ^ others;
        const Future without = this->future(taken, others);
        const Future with = this->future(taken | card, others);
        const int gain = value(taken | card) - value(taken);
        const std::array<Lane, 3> change = {without.kind, with.kind, static_cast<Lane>(gain)};
        future.kind = kinds_.try_emplace(change, kinds_.size() + 1).first->second;
        future.lowest = std::min(without.lowest, gain + with.lowest);
        future.highest = std::max(without.highest, gain + with.highest);
        return future;
    }

private:
    Setup<1> setup_;
    std::size_t seat_;
    int weight_;
    std::unordered_map<std::array<Lane, 2>, Future, LaneHash> futures_;
    std::unordered_map<std::array<Lane, 3>, Lane, LaneHash> kinds_;
};

}  // namespace gongzhu::test
