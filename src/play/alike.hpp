// Cards of one hand that no play can tell apart any more.
#pragma once

#include <array>
#include <utility>

#include "core/position.hpp"

namespace gongzhu {

// A move by the names of its cards, which other worlds have too.
inline Move named(Move move) {
    Move names{first_copy(move.first), move.is_double() ? first_copy(move.second) : no_card};
    if (names.is_double() && names.second < names.first) std::swap(names.first, names.second);
    return names;
}

// For each card of the hand to play the card that stands for it. Two cards are alike if they are worth the same,
// neither can be exposed, and no card between them is with another seat or on the table. `out`: cards not yet played,
// wherever they are.
template <int Decks>
std::array<Card, 128> alike_cards(const Position<Decks>& position, const CardSet<Decks>& out) {
    const Rules& rules = *position.setup().rules;
    const CardSet<Decks>& hand = position.hand(position.to_play());
    const CardSet<Decks> others = (out - hand) | position.trick().cards;
    std::array<Card, 128> stands_for{};
    for (int copy = 0; copy < Decks; ++copy) {
        for (Lane rest = hand.lane[copy]; rest != 0; rest &= rest - 1) {
            const Card card = static_cast<Card>(64 * copy + std::countr_zero(rest));
            stands_for[card] = card;
        }
    }
    const auto may_join = [&](Card card) {
        if (rules.honour_of(card)) return false;
        return Decks == 1 || !(hand.has(twin_of(card)) || others.has(twin_of(card)));
    };
    const auto copy_in_hand = [&](Card first) -> Card {
        if (hand.has(first)) return first;
        return Decks == 2 && hand.has(twin_of(first)) ? twin_of(first) : no_card;
    };
    for (int suit = 0; suit < suit_count; ++suit) {
        Card last = no_card;  // the card of the hand below, with nobody's card between
        for (int rank = 0; rank < rank_count; ++rank) {
            const Card first = make_card(static_cast<Suit>(suit), static_cast<Rank>(rank));
            const Card card = copy_in_hand(first);
            if (card == no_card || !may_join(card)) {
                if (card != no_card || others.has(first) || (Decks == 2 && others.has(twin_of(first)))) last = no_card;
                continue;
            }
            const bool hearts = static_cast<Suit>(suit) == Suit::hearts;
            const bool same_worth =
                last != no_card && (!hearts || rules.heart_value(rank_of(last)) == rules.heart_value(rank_of(card)));
            if (same_worth) stands_for[card] = stands_for[last];
            last = card;
        }
    }
    return stands_for;
}

}  // namespace gongzhu
