#include "columns.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace gongzhu {
namespace {

constexpr std::size_t deck_columns = 52, suit_columns = 13;

// As one pass over the bytes that compilers turn into vector instructions: 255, for nobody, wraps round to 0.
bool all_owners(Columns::Row row) {
    std::uint8_t largest = 0;
    for (const std::uint8_t owner : row) largest = std::max(largest, static_cast<std::uint8_t>(owner + 1));
    return largest <= seat_count;
}

}  // namespace

void refuse_value(const char* name, std::size_t row, std::size_t column, int value, const char* right) {
    throw std::invalid_argument(std::string(name) + ": row " + std::to_string(row) + ", column " +
                                std::to_string(column) + ": " + std::to_string(value) + " given, " + right);
}

Columns::Columns(const Rules& rules) : size_(deck_columns * static_cast<std::size_t>(rules.decks())) {
    const std::size_t heart_shift = rules.ruleset().jokers ? rank_count - suit_columns : 0;
    for (std::size_t column = 0; column < size_; ++column) {
        const auto suit = static_cast<Suit>(column % deck_columns / suit_columns);
        const auto rank = column % suit_columns + (suit == Suit::hearts ? heart_shift : 0);
        const Card card = make_card(suit, static_cast<Rank>(rank), static_cast<int>(column / deck_columns));
        columns_[card] = static_cast<std::uint8_t>(column);
        if (!rules.deck().has(card)) removed_.push_back(static_cast<std::uint8_t>(column));
        if (column < deck_columns && (rules.scoring_lane() & card_lane(card)) != 0) {
            scoring_.push_back({static_cast<std::uint8_t>(column), card});
        }
    }
}

template <int Decks>
Columns::Hands<Decks> Columns::read_scoring(Row row, const char* name, std::size_t index) const {
    if (!all_owners(row)) {
        const auto wrong = std::ranges::find_if(row, [](int owner) { return owner >= seat_count && owner != nobody; });
        const auto column = static_cast<std::size_t>(wrong - row.begin());
        refuse_value(name, index, column, *wrong, "a seat 0 to 3, or 255 for nobody, is right");
    }
    Hands<Decks> hands;
    for (int copy = 0; copy < Decks; ++copy) {
        std::array<Lane, 8> lanes{};  // the last one for nobody: 255 & 7
        const Row deck = row.subspan(static_cast<std::size_t>(copy) * deck_columns, deck_columns);
        for (const Place place : scoring_) lanes[deck[place.column] & 7] |= card_lane(place.card);
        for (int seat = 0; seat < seat_count; ++seat) hands[seat].lane[copy] = lanes[seat];
    }
    return hands;
}

template <int Decks>
void Columns::write(const Hands<Decks>& hands, std::span<std::uint8_t> row) const {
    std::ranges::fill(row, nobody);
    for (std::uint8_t seat = 0; seat < seat_count; ++seat) {
        for (CardSet<Decks> cards = hands[seat]; !cards.empty();) row[columns_[cards.pop()]] = seat;
    }
}

template Columns::Hands<1> Columns::read_scoring<1>(Row, const char*, std::size_t) const;
template Columns::Hands<2> Columns::read_scoring<2>(Row, const char*, std::size_t) const;
template void Columns::write<1>(const Hands<1>&, std::span<std::uint8_t>) const;
template void Columns::write<2>(const Hands<2>&, std::span<std::uint8_t>) const;

}  // namespace gongzhu
