// Which of two cards is the higher: all that a search knows of ranks, and the part of it that a proof rests on.
//
// A bit stands for a pair of cards of one suit that were dealt to different seats, in the order of their seats and then
// of the cards in the seats' holdings. As cards leave, extract_bits() of a suit's word by the pairs that are left gives
// the same pairs numbered by what is left: positions whose holdings are equally long can be compared.
#pragma once

#include <array>
#include <cstdint>

#include "core/position.hpp"
#include "worth.hpp"

namespace gongzhu::solver {

// A set of pairs, a word for each suit.
struct Pairs {
    std::array<std::uint64_t, suit_count> suits{};

    Pairs& operator|=(const Pairs& other) {
        for (int suit = 0; suit < suit_count; ++suit) suits[suit] |= other.suits[suit];
        return *this;
    }
};

// Pairs of all suits numbered by what is left and put together: as many words as they need.
struct Pattern {
    std::array<std::uint64_t, suit_count> words{};
};

class Comparisons {
public:
    explicit Comparisons(const std::array<CardSet<1>, seat_count>& dealt);

    // The pairs of cards that are held.
    Pairs among(const std::array<CardSet<1>, seat_count>& hands) const;
    // Takes away every pair that one of `cards` is in.
    void remove(Pairs& pairs, Lane cards) const {
        for (; cards != 0; cards &= cards - 1) {
            const auto card = static_cast<Card>(std::countr_zero(cards));
            pairs.suits[suit_index(card)] &= ~of_card_[card];
        }
    }
    // Adds what decides a trick: how the winning card compares with the others of its suit.
    void add_trick(Pairs& pairs, Card winner, Lane others) const {
        std::uint64_t& word = pairs.suits[suit_index(winner)];
        for (others &= suit_lane(suit_of(winner)); others != 0; others &= others - 1) {
            word |= pair(winner, static_cast<Card>(std::countr_zero(others)));
        }
    }

    // Adds that no card of the seats outside `seats` is above one of theirs. Every pair is named, not the highest and
    // the lowest alone: where equal cards change places, which ones those are changes too.
    void add_apart(Pairs& pairs, const std::array<CardSet<1>, seat_count>& hands, unsigned seats) const {
        Lane inside = 0;
        Lane outside = 0;
        for (int seat = 0; seat < seat_count; ++seat) {
            (((seats >> seat) & 1) != 0 ? inside : outside) |= hands[seat].lane[0];
        }
        for (; outside != 0; outside &= outside - 1) {
            add_trick(pairs, static_cast<Card>(std::countr_zero(outside)), inside);
        }
    }

    static int word_count(const Pairs& left) {
        int bits = 0;
        for (const std::uint64_t word : left.suits) bits += count_bits(word);
        return bits <= 64 ? 1 : (bits + 63) / 64;
    }
    // Which of the pairs in `left` (whose holdings are equally long) have the seat that comes first above the other.
    Pattern outcomes(const Pairs& left) const { return pack(above_, left); }
    static Pattern pack(const Pairs& pairs, const Pairs& left);
    static Pairs unpack(const Pattern& pattern, const Pairs& left);

    // Two cards of one seat and suit: whether `pairs` rests on a card between them, …
    bool separates(const Pairs& pairs, Card a, Card b) const {
        return (pairs.suits[suit_index(a)] & between_[suit_index(a)][rank_of(a)][rank_of(b)]) != 0;
    }
    // … and `pairs` with the two exchanged.
    Pairs exchanged(const Pairs& pairs, Card a, Card b) const;

private:
    static int suit_index(Card card) { return card >> 4; }
    std::uint64_t pair(Card a, Card b) const { return pair_[suit_index(a)][rank_of(a)][rank_of(b)]; }

    using ByRanks = std::array<std::array<std::uint64_t, 16>, 16>;
    Pairs above_;
    std::array<std::uint64_t, card_codes> of_card_{};
    std::array<std::array<std::uint64_t, seat_count>, card_codes> with_seat_{};  // a card's pairs by the other's seat
    std::array<std::array<std::uint8_t, seat_count>, card_codes> place_{};  // of a card's lowest pair with each seat
    std::array<ByRanks, suit_count> pair_{};
    std::array<ByRanks, suit_count> between_{};
};

}  // namespace gongzhu::solver
