// Cards, sets of cards and plays.
//
// A card is a small integer: lane * 64 + suit * 16 + rank. A set of cards holds one 64-bit lane per deck, so that a
// suit is a shift, the pairs of two decks are `lane[0] & lane[1]`, and counting is popcount.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

#include "bits.hpp"

namespace gongzhu {

inline constexpr int seat_count = 4;
inline constexpr int suit_count = 4;
inline constexpr int rank_count = 15;  // 2 … A, then the two jokers, which are hearts (003)

enum class Suit : std::uint8_t { spades, hearts, diamonds, clubs };

using Rank = std::uint8_t;
inline constexpr Rank rank_two = 0, rank_three = 1, rank_seven = 5, rank_ten = 8, rank_jack = 9, rank_queen = 10;
inline constexpr Rank rank_king = 11, rank_ace = 12, rank_small_joker = 13, rank_big_joker = 14;

using Card = std::uint8_t;
inline constexpr Card no_card = 255;

constexpr Card make_card(Suit suit, Rank rank, int lane = 0) {
    return static_cast<Card>(lane * 64 + static_cast<int>(suit) * 16 + rank);
}
constexpr Suit suit_of(Card card) { return static_cast<Suit>((card >> 4) & 3); }
constexpr Rank rank_of(Card card) { return card & 15; }
constexpr int lane_of(Card card) { return card >> 6; }
constexpr Card twin_of(Card card) { return card ^ 64; }
constexpr Card first_copy(Card card) { return card & 63; }

using Lane = std::uint64_t;

constexpr Lane suit_lane(Suit suit) { return Lane{0xffff} << (static_cast<int>(suit) * 16); }
constexpr Lane card_lane(Card card) { return Lane{1} << (card & 63); }

// A set of physical cards of one or two decks.
template <int Decks>
struct CardSet {
    std::array<Lane, Decks> lane{};

    constexpr CardSet() = default;
    // The same ranks in every lane.
    static constexpr CardSet both(Lane bits) {
        CardSet set;
        set.lane.fill(bits);
        return set;
    }
    static constexpr CardSet of(Card card) {
        CardSet set;
        set.add(card);
        return set;
    }

    constexpr void add(Card card) {
        for (int i = 0; i < Decks; ++i) lane[i] |= bit(card, i);
    }
    constexpr void remove(Card card) {
        for (int i = 0; i < Decks; ++i) lane[i] &= ~bit(card, i);
    }
    constexpr bool has(Card card) const {
        Lane found = 0;
        for (int i = 0; i < Decks; ++i) found |= lane[i] & bit(card, i);
        return found != 0;
    }

    constexpr bool empty() const {
        Lane any = 0;
        for (const Lane bits : lane) any |= bits;
        return any == 0;
    }
    constexpr int count() const {
        int total = 0;
        for (const Lane bits : lane) total += count_bits(bits);
        return total;
    }
    // The n-th card, in the order of pop(), from n = 0. There must be more than n.
    Card nth(int n) const {
        if constexpr (Decks == 1) return static_cast<Card>(nth_bit(lane[0], n));
        // Nobody can predict which lane it is in: no branch.
        const int in_first = count_bits(lane[0]);
        const int second = -static_cast<int>(n >= in_first);
        const Lane bits = lane[0] ^ ((lane[0] ^ lane[Decks - 1]) & static_cast<Lane>(second));
        return static_cast<Card>(nth_bit(bits, n - (in_first & second)) + (64 & second));
    }
    constexpr CardSet suit(Suit suit) const { return *this & both(suit_lane(suit)); }

    constexpr Card pop() {
        for (int i = 0; i < Decks; ++i) {
            if (lane[i] != 0) {
                const Card card = static_cast<Card>(i * 64 + std::countr_zero(lane[i]));
                lane[i] &= lane[i] - 1;
                return card;
            }
        }
        return no_card;
    }

    constexpr CardSet& operator|=(const CardSet& other) {
        for (int i = 0; i < Decks; ++i) lane[i] |= other.lane[i];
        return *this;
    }
    constexpr CardSet& operator&=(const CardSet& other) {
        for (int i = 0; i < Decks; ++i) lane[i] &= other.lane[i];
        return *this;
    }
    constexpr CardSet& operator-=(const CardSet& other) {
        for (int i = 0; i < Decks; ++i) lane[i] &= ~other.lane[i];
        return *this;
    }
    friend constexpr CardSet operator|(CardSet a, const CardSet& b) { return a |= b; }
    friend constexpr CardSet operator&(CardSet a, const CardSet& b) { return a &= b; }
    friend constexpr CardSet operator-(CardSet a, const CardSet& b) { return a -= b; }
    friend constexpr auto operator<=>(const CardSet&, const CardSet&) = default;

private:
    // The card's bit in lane `i`. Not by indexing, which would put a set that lives in registers into memory.
    static constexpr Lane bit(Card card, int i) {
        return Decks == 1 ? card_lane(card) : static_cast<Lane>(lane_of(card) == i) << (card & 63);
    }
};

// The place after the highest card of each suit, which no card takes.
inline constexpr Lane suit_ends = 0x8000'8000'8000'8000;
static_assert(rank_count < 16);

// Everything of the suits of which a set has two cards or more.
template <int Decks>
constexpr Lane suits_of_two(const CardSet<Decks>& cards) {
    // Adding `carry` brings a bit to the end of each suit that has a card, and leaves the suit's bits less one below
    // it.
    constexpr Lane carry = suit_ends - (suit_ends >> 15);
    Lane some = 0;  // suits with a card
    Lane more = 0;  // suits with two
    for (const Lane bits : cards.lane) {
        const Lane others = bits & (bits + carry);  // all but the lowest of each suit
        more |= ((others + carry) | (some & (bits + carry))) & suit_ends;
        some |= (bits + carry) & suit_ends;
    }
    return more | (more - (more >> 15));
}

// The form that every public type uses; one-deck hot paths narrow it to CardSet<1>.
using Cards = CardSet<2>;

template <int Decks>
constexpr CardSet<Decks> narrow(const Cards& cards) {
    CardSet<Decks> set;
    for (int i = 0; i < Decks; ++i) set.lane[i] = cards.lane[i];
    return set;
}
template <int Decks>
constexpr Cards widen(const CardSet<Decks>& cards) {
    Cards set;
    for (int i = 0; i < Decks; ++i) set.lane[i] = cards.lane[i];
    return set;
}

// The copy of a card that leaves a set first: the second, so that a rank left once is left in the first lane.
constexpr Card last_copy(const Cards& cards, Card card) {
    const Card second = static_cast<Card>(first_copy(card) | 64);
    return cards.has(second) ? second : first_copy(card);
}

// What one player puts on the table: a card, or two where a pair was led.
struct Move {
    Card first = no_card;
    Card second = no_card;

    constexpr bool is_double() const { return second != no_card; }
    friend constexpr auto operator<=>(const Move&, const Move&) = default;
};

template <int Decks>
constexpr CardSet<Decks> cards_of(Move move) {
    CardSet<Decks> set = CardSet<Decks>::of(move.first);
    if (Decks == 2 && move.is_double()) set.add(move.second);
    return set;
}

// Seats are numbered in order of play.
constexpr int next_seat(int seat, int steps = 1) { return (seat + steps) & 3; }

}  // namespace gongzhu
