// What a seat may expose, and the worlds by which it decides.
#pragma once

#include <algorithm>
#include <vector>

#include "continuation.hpp"
#include "exposing_order.hpp"
#include "offering.hpp"
#include "replay.hpp"

namespace gongzhu {

using ExposureSet = std::vector<Exposable>;

// The exposing phase of a view in a world: what was exposed is.
template <int Decks>
Exposing<Decks> exposing_in(const View& view, const DealRecord& record, const World& world) {
    const Rules& rules = *record.rules;
    std::array<CardSet<Decks>, seat_count> hands;
    for (int seat = 0; seat < seat_count; ++seat) hands[seat] = narrow<Decks>(world.hands[seat]);
    std::array<Card, seat_count> first_cards{no_card, no_card, no_card, no_card};
    if (view.first_card) first_cards[view.seat] = view.first_card->card;

    const auto order = exposing_order(view, record, world.exposures, world.hands);
    if (!order) throw IllegalMove("view: the exposures contradict the rules");
    std::vector<Card> cards;  // physical
    Cards used;
    for (std::size_t i = 0; i < order->cards.size(); ++i) {
        const auto& [seat, shown, kind] = view.exposures[i];
        const Honour honour = *rules.honour_of(order->cards[i]);
        const auto is_it = [&](Card card) {
            const bool here = i < order->before || world.hands[seat].has(card);
            return here && !used.has(card) && world.exposures.kind(honour, lane_of(card)) == kind;
        };
        const Card card = is_it(order->cards[i]) ? order->cards[i] : twin_of(order->cards[i]);
        used.add(card);
        cards.push_back(card);
        if (kind == Kind::first) first_cards[seat] = card;
    }
    Exposures earlier;
    for (std::size_t i = 0; i < order->before; ++i) {
        earlier.set(*rules.honour_of(cards[i]), lane_of(cards[i]), view.exposures[i].kind);
    }
    Exposing<Decks> exposing(rules, hands, first_cards, view.dealer, earlier);
    for (std::size_t i = order->before; i < cards.size(); ++i) {
        const auto& [seat, shown, kind] = view.exposures[i];
        if (exposing.made().kind(*rules.honour_of(cards[i]), lane_of(cards[i])) == Kind::none) {
            exposing.expose(seat, cards[i], kind);  // else the rules have made it themselves
        }
    }
    return exposing;
}

// Makes exposures of a seat, first exposures first; whether the rules allow them all.
template <int Decks>
bool expose_all(Exposing<Decks>& exposing, int seat, const ExposureSet& set) {
    for (const bool first : {true, false}) {
        for (const auto& [label, kind] : set) {
            if ((kind == Kind::first) != first) continue;
            const Card twin = twin_of(label.card);
            const bool takes_twin = Decks == 2 && exposing.refusal(seat, label.card, kind) != Refusal::none;
            const Card card = takes_twin ? twin : label.card;
            if (exposing.refusal(seat, card, kind) != Refusal::none) return false;
            exposing.expose(seat, card, kind);
        }
    }
    return true;
}

}  // namespace gongzhu
