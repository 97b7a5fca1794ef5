// What the tricks already taken mean for the value: as little of it as determines the final points.
#pragma once

#include <array>
#include <cstdint>

#include "worth.hpp"

namespace gongzhu::solver {

// Takers are seats; besides, of a single card, `nobody` (yet, or ever), or a seat whose pile does not matter. Of the
// hearts taken so far `hearts_untouched`, or `hearts_split` once no pile that matters can get them all any more.
inline constexpr int elsewhere = seat_count + 1;
inline constexpr int hearts_untouched = seat_count, hearts_split = seat_count + 1;

struct Past {
    std::array<std::int16_t, seat_count> sums{};  // points taken, before the transformer multiplies them
    std::uint8_t pig = nobody;
    std::uint8_t sheep = nobody;
    std::uint8_t transformer = nobody;
    std::uint8_t hearts = hearts_untouched;
    std::uint8_t company = 0;  // a bit for each seat beside whose cards the transformer is not alone

    friend bool operator==(const Past&, const Past&) = default;

    // Adds scoring cards (any others are skipped) to a seat's pile.
    void take(const Worth& worth, int seat, Lane cards);

    // The value of what has been taken as it stands, if `taker` has the transformer.
    int value(const Worth& worth, int taker) const {
        int sum = 0;
        for (int seat = 0; seat < seat_count; ++seat) {
            const int factor = seat == taker ? worth.multiplier(seat) : 1;
            sum += worth.aim().weights[seat] * factor * sums[seat];
        }
        return sum;
    }
    // Whoever has the transformer and a pile that matters, or nobody.
    int multiplied() const { return transformer < seat_count ? transformer : nobody; }
};

// The past of a position, its unfinished trick left out.
Past past_of(const Worth& worth, const std::array<CardSet<1>, seat_count>& hands,
             const std::array<CardSet<1>, seat_count>& taken, Lane trick);

}  // namespace gongzhu::solver
