// Shuffling and dealing: the cards one by one to the four seats in order of play.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "cards.hpp"
#include "random.hpp"
#include "rules.hpp"

namespace gongzhu {

// What one shuffle decides.
template <int Decks>
struct Dealt {
    std::array<CardSet<Decks>, seat_count> hands{};
    std::array<Card, seat_count> first_cards{no_card, no_card, no_card, no_card};
    CardSet<Decks> removed;  // drawn for this deal, besides the ruleset's own
    int leader = -1;         // who was dealt the lead card first, or was drawn by lot
    int lot = 0;             // a seat drawn by lot, for what else the rules leave to it
};

// The cards of each suit that removed_drawn takes: from J Q K A, pig and sheep excepted (001 §10).
template <int Decks>
CardSet<Decks> draw_removed(const Rules& rules, Random& random) {
    CardSet<Decks> removed;
    for (int i = 0; i < suit_count; ++i) {
        const Suit suit = static_cast<Suit>(i);
        std::array<Card, 8> pool{};
        int size = 0;
        for (Rank rank = rank_jack; rank <= rank_ace; ++rank) {
            const Card card = make_card(suit, rank);
            if (card == rules.honour(Honour::pig) || card == rules.honour(Honour::sheep)) continue;
            for (int copy = 0; copy < Decks; ++copy) pool[size++] = make_card(suit, rank, copy);
        }
        for (int drawn = 0; drawn < rules.ruleset().removed_drawn; ++drawn) {
            const int pick = drawn + static_cast<int>(random.below(static_cast<std::uint32_t>(size - drawn)));
            std::swap(pool[drawn], pool[pick]);
            removed.add(pool[drawn]);
        }
    }
    return removed;
}

// Deals `each` cards to every seat, `first` being dealt to first.
template <int Decks>
Dealt<Decks> deal_cards(const Rules& rules, Random& random, int each, int first = 0) {
    Dealt<Decks> dealt;
    std::array<Card, 52 * Decks> cards;
    auto end = std::ranges::copy(rules.deck_list(), cards.begin()).out;
    if (rules.ruleset().removed_drawn > 0) {
        dealt.removed = draw_removed<Decks>(rules, random);
        end = std::remove_if(cards.begin(), end, [&](Card card) { return dealt.removed.has(card); });
    }
    const auto size = static_cast<int>(end - cards.begin());

    const Card lead = rules.lead_card().value_or(no_card);
    for (int i = 0; i < each * seat_count; ++i) {
        const int pick = i + static_cast<int>(random.below(static_cast<std::uint32_t>(size - i)));
        const Card card = std::exchange(cards[pick], cards[i]);
        const int seat = next_seat(first, i);
        if (i < seat_count) dealt.first_cards[seat] = card;
        dealt.hands[seat].add(card);
        if (first_copy(card) == lead && dealt.leader < 0) dealt.leader = seat;
    }
    dealt.lot = static_cast<int>(random.below(seat_count));
    if (rules.ruleset().first_lead == FirstLead::lot) dealt.leader = dealt.lot;
    return dealt;
}

}  // namespace gongzhu
