#include "relations.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <vector>

namespace gongzhu::solver {
namespace {

// The cards of a suit in the order of the places in a holding.
std::vector<Card> holding(const CardSet<2>& hand, Suit suit) {
    std::vector<Card> cards;
    for (CardSet<2> rest = hand.suit(suit); !rest.empty();) cards.push_back(rest.pop());
    std::ranges::stable_sort(cards, {}, first_copy);
    return cards;
}

}  // namespace

template <int Words>
int Relations<Words>::bits_needed(const Hands& dealt) {
    int most = 0;
    for (int suit = 0; suit < suit_count; ++suit) {
        int pairs = 0;
        int before = 0;
        for (const CardSet<2>& hand : dealt) {
            const int length = hand.suit(static_cast<Suit>(suit)).count();
            pairs += before * length;
            before += length;
        }
        most = std::max(most, 2 * pairs);
    }
    return most;
}

template <int Words>
Relations<Words>::Relations(const Hands& dealt) : tables_(std::make_unique<Tables>()) {
    assert(bits_needed(dealt) <= 64 * Words);
    for (int suit = 0; suit < suit_count; ++suit) {
        std::array<std::vector<Card>, seat_count> holdings;
        for (int seat = 0; seat < seat_count; ++seat) holdings[seat] = holding(dealt[seat], static_cast<Suit>(suit));
        unsigned bits = 0;
        const auto number = [&](Card a, Card b) {
            const std::size_t word = bits / 64;
            const std::uint64_t bit = std::uint64_t{1} << bits % 64;
            if (rank_of(a) > rank_of(b)) above_.suits[suit][word] |= bit;
            of_card_[a][word] |= bit;
            of_card_[b][word] |= bit;
            tables_->bit[a][local(b)] = static_cast<std::uint16_t>(bits);
            tables_->cards[suit][bits] = {a, b};
            ++bits;
        };
        for (int first = 0; first < seat_count; ++first) {
            for (int second = first + 1; second < seat_count; ++second) {
                for (const Card a : holdings[first]) {
                    for (const Card b : holdings[second]) {
                        number(a, b);
                        number(b, a);
                    }
                }
            }
        }
        for (int seat = 0; seat < seat_count; ++seat) {
            for (const Card a : holdings[seat]) {
                for (const Card b : holdings[seat]) {
                    Word& between = tables_->between[a][local(b)];
                    const auto note = [&](unsigned bit, bool differs) {
                        if (differs) between[bit / 64] |= std::uint64_t{1} << bit % 64;
                    };
                    for (int other = 0; other < seat_count; ++other) {
                        if (other == seat) continue;
                        for (const Card c : holdings[other]) {
                            const bool above_differs = (rank_of(a) > rank_of(c)) != (rank_of(b) > rank_of(c));
                            const bool below_differs = (rank_of(a) < rank_of(c)) != (rank_of(b) < rank_of(c));
                            note(tables_->bit[a][local(c)], above_differs);
                            note(tables_->bit[b][local(c)], above_differs);
                            note(tables_->bit[c][local(a)], below_differs);
                            note(tables_->bit[c][local(b)], below_differs);
                        }
                    }
                }
            }
        }
    }
}

template <int Words>
typename Relations<Words>::Set Relations<Words>::among(const Hands& hands) const {
    Set set;
    CardSet<2> held;
    for (const CardSet<2>& hand : hands) held |= hand;
    for (std::size_t card = 0; card < of_card_.size(); ++card) {
        Word& word = set.suits[suit_index(static_cast<Card>(card))];
        for (int i = 0; i < Words; ++i) word[i] |= of_card_[card][i];
    }
    remove(set, CardSet<2>::both(~Lane{0}) - held);
    return set;
}

template <int Words>
void Relations<Words>::add_apart(Set& set, const Hands& hands, unsigned seats) const {
    CardSet<2> inside;
    CardSet<2> outside;
    for (int seat = 0; seat < seat_count; ++seat) (((seats >> seat) & 1) != 0 ? inside : outside) |= hands[seat];
    while (!outside.empty()) {
        const Card card = outside.pop();
        for (CardSet<2> others = inside.suit(suit_of(card)); !others.empty();) add(set, card, others.pop());
    }
}

template <int Words>
typename Relations<Words>::Pattern Relations<Words>::pack(const Set& set, const Set& left) {
    Pattern pattern;
    std::size_t place = 0;
    for (int suit = 0; suit < suit_count; ++suit) {
        for (int i = 0; i < Words; ++i) {
            const std::uint64_t mask = left.suits[suit][i];
            if (mask == 0) continue;
            const std::uint64_t bits = extract_bits(set.suits[suit][i], mask);
            const std::size_t shift = place & 63;
            pattern.words[place >> 6] |= bits << shift;
            const std::uint64_t rest = bits >> 1 >> (63 - shift);
            if (rest != 0) pattern.words[(place >> 6) + 1] |= rest;
            place += static_cast<std::size_t>(count_bits(mask));
        }
    }
    return pattern;
}

template <int Words>
typename Relations<Words>::Set Relations<Words>::unpack(const Pattern& pattern, const Set& left) {
    Set set;
    std::size_t place = 0;
    for (int suit = 0; suit < suit_count; ++suit) {
        for (int i = 0; i < Words; ++i) {
            const std::uint64_t mask = left.suits[suit][i];
            if (mask == 0) continue;
            const std::size_t shift = place & 63;
            const std::size_t word = place >> 6;
            std::uint64_t bits = pattern.words[word] >> shift;
            if (shift != 0 && word + 1 < pattern.words.size()) bits |= pattern.words[word + 1] << (64 - shift);
            set.suits[suit][i] = deposit_bits(bits, mask);
            place += static_cast<std::size_t>(count_bits(mask));
        }
    }
    return set;
}

template <int Words>
typename Relations<Words>::Set Relations<Words>::exchanged(const Set& set, Card a, Card b) const {
    Set changed = set;
    const int suit = suit_index(a);
    const Word& word = set.suits[suit];
    Word& result = changed.suits[suit];
    for (int i = 0; i < Words; ++i) result[i] &= ~(of_card_[a][i] | of_card_[b][i]);
    for (int i = 0; i < Words; ++i) {
        for (std::uint64_t moved = word[i] & (of_card_[a][i] | of_card_[b][i]); moved != 0; moved &= moved - 1) {
            const auto [x, y] = tables_->cards[suit][std::size_t{64} * i + std::countr_zero(moved)];
            const auto other = [&](Card card) { return card == a ? b : card == b ? a : card; };
            const unsigned bit = tables_->bit[other(x)][local(other(y))];
            result[bit / 64] |= std::uint64_t{1} << bit % 64;
        }
    }
    return changed;
}

template class Relations<1>;
template class Relations<2>;
template class Relations<8>;

}  // namespace gongzhu::solver
