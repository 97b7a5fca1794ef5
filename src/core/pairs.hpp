// How plays to a led pair rank (RULES §2 "Pairs"; 000-LZ, 000-BD, 001 §1 §6, 002 and 000-CG, 004).
#pragma once

#include <algorithm>

#include "cards.hpp"
#include "ruleset.hpp"

namespace gongzhu {

inline constexpr int singles_strength = 32, high_pair_strength = 96;

// The strength of two cards played to a pair led in `lead`; the strongest takes the trick, the first played on ties,
// and 0 cannot take it.
constexpr int pair_strength(Card a, Card b, Suit lead, PairRanking ranking) {
    const bool a_follows = suit_of(a) == lead;
    const bool b_follows = suit_of(b) == lead;
    const int top = std::max(a_follows ? rank_of(a) : 0, b_follows ? rank_of(b) : 0);
    if (a_follows && b_follows) {
        if (rank_of(a) == rank_of(b)) return lead == Suit::diamonds ? high_pair_strength + top : 1 + top;
        return singles_strength + 2 * top + 1;
    }
    if (ranking == PairRanking::traditional || a_follows == b_follows) return 0;
    const Suit other = suit_of(a_follows ? b : a);
    if (lead == Suit::hearts) return singles_strength + 2 * top + 1;
    if (lead == Suit::clubs && other != Suit::hearts) return singles_strength + 2 * top;
    return 0;
}

// What decides between two plays to a led pair besides their highest cards of its suit: of two classes the higher, and
// in one class, if these cards are equal, the higher precedence before the order of play.
struct PairClass {
    int rank;  // 0 cannot take the trick
    int precedence;
};
constexpr PairClass class_of_pair_strength(int strength) {
    if (strength == 0) return {0, 0};
    if (strength >= high_pair_strength) return {3, 0};
    return strength < singles_strength ? PairClass{1, 0} : PairClass{2, strength % 2};
}

}  // namespace gongzhu
