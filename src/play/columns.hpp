// Rows of ownership arrays: one byte a card, the seat that holds or took it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/cards.hpp"
#include "core/rules.hpp"

namespace gongzhu {

// Throws std::invalid_argument that says which value of an array is wrong, and what is right.
[[noreturn]] void refuse_value(const char* name, std::size_t row, std::size_t column, int value, const char* right);

inline constexpr std::uint8_t nobody = 255;

// Column 52 * copy + 13 * suit + rank, suits S H D C; with jokers the hearts are H4 … HA and the two jokers.
class Columns {
public:
    explicit Columns(const Rules& rules);

    std::size_t size() const { return size_; }
    std::size_t column(Card card) const { return columns_[card]; }

    template <int Decks>
    using Hands = std::array<CardSet<Decks>, seat_count>;

    // `name` and `index` tell which row it is: std::invalid_argument names the column of a byte that is no seat and
    // not 255.
    template <int Decks>
    Hands<Decks> read(std::span<const std::uint8_t> row, const char* name, std::size_t index) const;

    template <int Decks>
    void write(const Hands<Decks>& hands, std::span<std::uint8_t> row) const;

private:
    Lane spread(std::uint64_t columns) const;
    std::size_t size_;
    int heart_shift_;  // the rank of the first heart column
    std::array<std::uint8_t, 128> columns_{};
};

}  // namespace gongzhu
