// The points of one deal (RULES §2 "Scoring one deal").
#pragma once

#include <array>

#include "setup.hpp"

namespace gongzhu {

using Points = std::array<int, seat_count>;

inline constexpr int pig_value = -100, sheep_value = 100;

// What exposures make of the values: factors of all hearts and of each copy of the pig and the sheep, and what each
// transformer multiplies by if it is the only one taken.
template <int Decks>
struct Factors {
    int hearts = 1;
    std::array<int, Decks> pigs{};
    std::array<int, Decks> sheep{};
    std::array<int, Decks> transformers{};
};
template <int Decks>
Factors<Decks> factors_of(const Rules& rules, const Exposures& exposures);

// Each player's points from the cards he took. `swap`: under colour_change = choice, what the taker of all hearts
// chose.
template <int Decks>
Points score(const Setup<Decks>& setup, const std::array<CardSet<Decks>, seat_count>& taken, bool swap = false);

// Who took all hearts without a slam, and so may swap pig and sheep under colour_change; -1: nobody.
template <int Decks>
int colour_changer(const Setup<Decks>& setup, const std::array<CardSet<Decks>, seat_count>& taken);

}  // namespace gongzhu
