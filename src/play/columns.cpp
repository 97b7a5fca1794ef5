#include "columns.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <string>

namespace gongzhu {
namespace {

constexpr std::size_t deck_columns = 52, suit_columns = 13;

// One bit of each of eight bytes, the first byte's lowest: the product brings every bit to its place in the top byte.
std::uint64_t gather(std::uint64_t bytes) {
    constexpr bool little = std::endian::native == std::endian::little;
    constexpr std::uint64_t ones = 0x0101010101010101, places = little ? 0x0102040810204080 : 0x8040201008040201;
    return (bytes & ones) * places >> 56;
}

// The owners of one deck's columns, a bit a column: seats in binary, and who has no owner.
struct Owners {
    std::uint64_t low = 0, high = 0, none = 0;
    bool valid = true;
};

Owners owners_of(const std::uint8_t* row) {
    Owners owners;
    std::uint64_t uneven = 0;
    for (std::size_t column = 0; column < deck_columns; column += 8) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, row + column, std::min<std::size_t>(8, deck_columns - column));
        owners.low |= gather(bytes) << column;
        owners.high |= gather(bytes >> 1) << column;
        owners.none |= gather(bytes >> 7) << column;
        uneven |= (bytes ^ bytes >> 1) & 0x7c7c7c7c7c7c7c7c;  // the bits from 4 up are all alike in 0 … 3 and 255
    }
    owners.valid = uneven == 0 && (owners.none & ~(owners.low & owners.high)) == 0;
    return owners;
}

[[noreturn]] void refuse_owners(std::span<const std::uint8_t> row, const char* name, std::size_t index) {
    const auto wrong = std::ranges::find_if(row, [](int owner) { return owner >= seat_count && owner != nobody; });
    const auto column = static_cast<std::size_t>(wrong - row.begin());
    refuse_value(name, index, column, *wrong, "a seat 0 to 3, or 255 for nobody, is right");
}

}  // namespace

void refuse_value(const char* name, std::size_t row, std::size_t column, int value, const char* right) {
    throw std::invalid_argument(std::string(name) + ": row " + std::to_string(row) + ", column " +
                                std::to_string(column) + ": " + std::to_string(value) + " given, " + right);
}

Columns::Columns(const Rules& rules)
    : size_(deck_columns * static_cast<std::size_t>(rules.decks())),
      heart_shift_(rules.ruleset().jokers ? rank_count - static_cast<int>(suit_columns) : 0) {
    for (std::size_t column = 0; column < size_; ++column) {
        const auto suit = static_cast<Suit>(column % deck_columns / suit_columns);
        const auto rank = column % suit_columns + static_cast<std::size_t>(suit == Suit::hearts ? heart_shift_ : 0);
        const Card card = make_card(suit, static_cast<Rank>(rank), static_cast<int>(column / deck_columns));
        columns_[card] = static_cast<std::uint8_t>(column);
    }
}

template <int Decks>
Columns::Hands<Decks> Columns::read(std::span<const std::uint8_t> row, const char* name, std::size_t index) const {
    Hands<Decks> hands;
    for (int copy = 0; copy < Decks; ++copy) {
        const Owners owners = owners_of(row.data() + static_cast<std::size_t>(copy) * deck_columns);
        const Lane low = spread(owners.low), high = spread(owners.high), owned = spread(~owners.none);
        if (!owners.valid) refuse_owners(row, name, index);
        hands[0].lane[copy] = owned & ~low & ~high;
        hands[1].lane[copy] = owned & low & ~high;
        hands[2].lane[copy] = owned & ~low & high;
        hands[3].lane[copy] = owned & low & high;
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

// One deck's columns, a bit each, as a lane.
Lane Columns::spread(std::uint64_t columns) const {
    Lane lane = 0;
    for (std::size_t suit = 0; suit < suit_count; ++suit) {
        const Lane ranks = columns >> (suit * suit_columns) & 0x1fff;
        lane |= (static_cast<Suit>(suit) == Suit::hearts ? ranks << heart_shift_ : ranks) << (suit * 16);
    }
    return lane;
}

template Columns::Hands<1> Columns::read<1>(std::span<const std::uint8_t>, const char*, std::size_t) const;
template Columns::Hands<2> Columns::read<2>(std::span<const std::uint8_t>, const char*, std::size_t) const;
template void Columns::write<1>(const Hands<1>&, std::span<std::uint8_t>) const;
template void Columns::write<2>(const Hands<2>&, std::span<std::uint8_t>) const;

}  // namespace gongzhu
