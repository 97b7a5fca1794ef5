#include "comparisons.hpp"

#include <bit>
#include <cassert>

namespace gongzhu::solver {
namespace {

Card lowest(Lane cards) { return static_cast<Card>(std::countr_zero(cards)); }

}  // namespace

Comparisons::Comparisons(const std::array<CardSet<1>, seat_count>& dealt) {
    for (int suit = 0; suit < suit_count; ++suit) {
        const Lane lane = suit_lane(static_cast<Suit>(suit));
        int bits = 0;
        for (int first = 0; first < seat_count; ++first) {
            for (int second = first + 1; second < seat_count; ++second) {
                for (Lane a = dealt[first].lane[0] & lane; a != 0; a &= a - 1) {
                    for (Lane b = dealt[second].lane[0] & lane; b != 0; b &= b - 1, ++bits) {
                        assert(bits < 64);
                        const Card x = lowest(a);
                        const Card y = lowest(b);
                        const std::uint64_t bit = std::uint64_t{1} << bits;
                        if (x > y) above_.suits[suit] |= bit;
                        of_card_[x] |= bit;
                        of_card_[y] |= bit;
                        if (with_seat_[x][second] == 0) place_[x][second] = static_cast<std::uint8_t>(bits);
                        if (with_seat_[y][first] == 0) place_[y][first] = static_cast<std::uint8_t>(bits);
                        with_seat_[x][second] |= bit;
                        with_seat_[y][first] |= bit;
                        pair_[suit][rank_of(x)][rank_of(y)] = pair_[suit][rank_of(y)][rank_of(x)] = bit;
                    }
                }
            }
        }
        for (const CardSet<1>& hand : dealt) {
            for (Lane a = hand.lane[0] & lane; a != 0; a &= a - 1) {
                for (Lane b = a & (a - 1); b != 0; b &= b - 1) {
                    const Rank low = rank_of(lowest(a));
                    const Rank high = rank_of(lowest(b));
                    std::uint64_t pairs = 0;
                    for (Rank rank = low + 1; rank < high; ++rank) {
                        pairs |= pair_[suit][low][rank] | pair_[suit][high][rank];
                    }
                    between_[suit][low][high] = between_[suit][high][low] = pairs;
                }
            }
        }
    }
}

Pairs Comparisons::among(const std::array<CardSet<1>, seat_count>& hands) const {
    Pairs pairs;
    Lane held = 0;
    for (const CardSet<1>& hand : hands) held |= hand.lane[0];
    for (Card card = 0; card < card_codes; ++card) pairs.suits[suit_index(card)] |= of_card_[card];
    remove(pairs, ~held);
    return pairs;
}

Pattern Comparisons::pack(const Pairs& pairs, const Pairs& left) {
    Pattern pattern;
    int place = 0;
    for (int suit = 0; suit < suit_count; ++suit) {
        const std::uint64_t bits = extract_bits(pairs.suits[suit], left.suits[suit]);
        const int shift = place & 63;
        pattern.words[place >> 6] |= bits << shift;
        const std::uint64_t rest = bits >> 1 >> (63 - shift);
        if (rest != 0) pattern.words[(place >> 6) + 1] |= rest;
        place += count_bits(left.suits[suit]);
    }
    return pattern;
}

Pairs Comparisons::unpack(const Pattern& pattern, const Pairs& left) {
    Pairs pairs;
    int place = 0;
    for (int suit = 0; suit < suit_count; ++suit) {
        const int shift = place & 63;
        const int word = place >> 6;
        std::uint64_t bits = pattern.words[word & 3] >> shift;
        if (shift != 0 && word < 3) bits |= pattern.words[word + 1] << (64 - shift);
        pairs.suits[suit] = deposit_bits(bits, left.suits[suit]);
        place += count_bits(left.suits[suit]);
    }
    return pairs;
}

Pairs Comparisons::exchanged(const Pairs& pairs, Card a, Card b) const {
    Pairs changed = pairs;
    const int suit = suit_index(a);
    const std::uint64_t word = pairs.suits[suit];
    std::uint64_t result = word & ~(of_card_[a] | of_card_[b]);
    if (result == word) return changed;
    for (int seat = 0; seat < seat_count; ++seat) {
        const std::uint64_t of_a = word & with_seat_[a][seat];
        const std::uint64_t of_b = word & with_seat_[b][seat];
        const int shift = place_[b][seat] - place_[a][seat];
        result |= shift >= 0 ? of_a << shift | of_b >> shift : of_a >> -shift | of_b << -shift;
    }
    changed.suits[suit] = result;
    return changed;
}

}  // namespace gongzhu::solver
