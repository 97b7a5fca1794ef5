// Rows of ownership arrays: one byte a card, the seat that holds or took it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cards.hpp"
#include "core/rules.hpp"

namespace gongzhu {

inline constexpr std::uint8_t nobody = 255;

// Throws std::invalid_argument that says which value of an array is wrong, and what is right.
[[noreturn]] void refuse_value(const char* name, std::size_t row, std::size_t column, int value, const char* right);

// Column 52 * copy + 13 * suit + rank, suits S H D C; with jokers the hearts are H4 … HA and the two jokers.
class Columns {
public:
    using Row = std::span<const std::uint8_t>;
    template <int Decks>
    using Hands = std::array<CardSet<Decks>, seat_count>;

    explicit Columns(const Rules& rules);

    std::size_t size() const { return size_; }
    std::size_t column(Card card) const { return columns_[card]; }
    // The columns of the cards that the rules remove.
    std::span<const std::uint8_t> removed() const { return removed_; }

    // Who has each scoring card. std::invalid_argument names the array, the row and the column of an owner that is no
    // seat and not 255, whatever the card.
    template <int Decks>
    Hands<Decks> read_scoring(Row row, const char* name, std::size_t index) const;

    template <int Decks>
    void write(const Hands<Decks>& hands, std::span<std::uint8_t> row) const;

private:
    struct Place {
        std::uint8_t column;
        Card card;
    };

    std::size_t size_;
    std::array<std::uint8_t, 128> columns_{};
    std::vector<std::uint8_t> removed_;
    std::vector<Place> scoring_;  // the first copies of the scoring cards
};

}  // namespace gongzhu
