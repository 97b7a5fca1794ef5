// Which of two cards of two decks is the higher, as comparisons.hpp has it for one.
//
// Two cards of one suit that were dealt to different seats have two bits: whether the one is above the other, and the
// other way round; both are 0 for twins. What a trick rests on is one bit a pair: a card that took it from one played
// earlier is above that; one that was not beaten by a later card is not below it. Which own cards are twins is part of
// a position's shape.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "core/position.hpp"
#include "worth.hpp"

namespace gongzhu::solver {

// A set of such bits: so many words for each suit.
template <int Words>
struct RelationSet {
    using Word = std::array<std::uint64_t, Words>;
    std::array<Word, suit_count> suits{};

    RelationSet& operator|=(const RelationSet& other) {
        for (int suit = 0; suit < suit_count; ++suit) {
            for (int i = 0; i < Words; ++i) suits[suit][i] |= other.suits[suit][i];
        }
        return *this;
    }
};

// The bits of all suits numbered by what is left and put together.
template <int Words>
struct RelationPattern {
    std::array<std::uint64_t, suit_count * Words> words{};
};

template <int Words>
class Relations {
public:
    using Set = RelationSet<Words>;
    using Pattern = RelationPattern<Words>;
    using Hands = std::array<CardSet<2>, seat_count>;

    explicit Relations(const Hands& dealt);
    // The bits that the hands need in the suit that needs most.
    static int bits_needed(const Hands& dealt);

    // The bits of cards that are held.
    Set among(const Hands& hands) const;
    // Takes away every bit that one of `cards` is in.
    void remove(Set& set, CardSet<2> cards) const {
        while (!cards.empty()) {
            const Card card = cards.pop();
            auto& word = set.suits[suit_index(card)];
            for (int i = 0; i < Words; ++i) word[i] &= ~of_card_[card][i];
        }
    }
    // Adds whether a card is above another, of other seats and one suit.
    void add(Set& set, Card a, Card b) const {
        const unsigned bit = tables_->bit[a][local(b)];
        set.suits[suit_index(a)][bit / 64] |= std::uint64_t{1} << bit % 64;
    }
    // Adds that no card of the seats outside `seats` is above one of theirs.
    void add_apart(Set& set, const Hands& hands, unsigned seats) const;

    static int word_count(const Set& left) {
        int bits = 0;
        for (const auto& suit : left.suits) {
            for (const std::uint64_t word : suit) bits += count_bits(word);
        }
        return bits <= 64 ? 1 : (bits + 63) / 64;
    }
    Pattern outcomes(const Set& left) const { return pack(above_, left); }
    static Pattern pack(const Set& set, const Set& left);
    static Set unpack(const Pattern& pattern, const Set& left);

    // Two cards of one seat and suit: whether a bit in `set` would come out otherwise if they changed places, …
    bool separates(const Set& set, Card a, Card b) const {
        const auto& word = set.suits[suit_index(a)];
        const auto& between = tables_->between[a][local(b)];
        std::uint64_t any = 0;
        for (int i = 0; i < Words; ++i) any |= word[i] & between[i];
        return any != 0;
    }
    // … and `set` with the two exchanged.
    Set exchanged(const Set& set, Card a, Card b) const;

private:
    using Word = typename Set::Word;
    static constexpr int local_cards = 32;  // of one suit, both copies
    static int suit_index(Card card) { return (card >> 4) & 3; }
    static int local(Card card) { return (card & 15) | lane_of(card) << 4; }

    struct Tables {
        std::array<std::array<std::uint16_t, local_cards>, card_codes * 2> bit{};
        std::array<std::array<Word, local_cards>, card_codes * 2> between{};
        std::array<std::array<std::array<Card, 2>, std::size_t{64} * Words>, suit_count> cards{};  // of a bit
    };

    Set above_;
    std::array<Word, card_codes * 2> of_card_{};
    std::unique_ptr<Tables> tables_;
};

}  // namespace gongzhu::solver
