// The exposing phase as policies play it.
#pragma once

#include <array>
#include <span>

#include "core/exposing.hpp"
#include "policy.hpp"
#include "random_play.hpp"

namespace gongzhu {

// The exposures that a seat can name: the open ones and its own.
template <int Decks>
Exposures exposures_named_by(const Rules& rules, const Exposures& made, const CardSet<Decks>& hand) {
    Exposures named;
    for (int copy = 0; copy < Decks; ++copy) {
        for (int i = 0; i < honour_count; ++i) {
            const auto honour = static_cast<Honour>(i);
            const Kind kind = made.kind(honour, copy);
            const Card card = static_cast<Card>(rules.honour(honour) + 64 * copy);
            if (!is_hidden(kind) || hand.has(card)) named.set(honour, copy, kind);
        }
    }
    return named;
}

// Asks a policy for each card that a seat may expose: for first exposures, or for the others.
template <int Decks, class Policy>
void expose_seat_by(const Policy& policy, Exposing<Decks>& exposing, const Rules& rules, const CardSet<Decks>& hand,
                    int seat, int leader, bool first, Random& random) {
    for (int i = 0; i < honour_count * Decks; ++i) {
        const auto honour = static_cast<Honour>(i % honour_count);
        const Card card = static_cast<Card>(rules.honour(honour) + 64 * (i / honour_count));
        if (!hand.has(card)) continue;
        std::array<Kind, kind_count> kinds;
        std::size_t size = 0;
        for (const Kind kind : rules.ruleset().kinds) {
            if ((kind == Kind::first) == first && exposing.refusal(seat, card, kind) == Refusal::none) {
                kinds[size++] = kind;
            }
        }
        if (size == 0) continue;
        const Exposures named = exposures_named_by(rules, exposing.made(), hand);
        const Offer<Decks> offer{rules, seat, leader, hand, named, fixed_side(rules, seat)};
        const Kind kind = policy.expose(offer, honour, std::span(kinds.data(), size), random);
        if (kind != Kind::none) exposing.expose(seat, card, kind);
    }
}

// Everybody may make first exposures, then every seat from the dealer on is asked once for each card that it may
// expose.
template <int Decks, class Policy>
void expose_by(const Policy& policy, Exposing<Decks>& exposing, const Rules& rules,
               const std::array<CardSet<Decks>, seat_count>& hands, int leader, int dealer, Random& random) {
    for (const bool first : {true, false}) {
        if (first && !rules.has_kind(Kind::first)) continue;
        for (int i = 0; i < seat_count; ++i) {
            const int seat = next_seat(dealer, i);
            expose_seat_by(policy, exposing, rules, hands[seat], seat, leader, first, random);
        }
    }
}

// Deals and, if `expose`, lets every seat expose by a policy.
template <int Decks, class Policy>
Start<Decks> policy_start(const Rules& rules, const Policy& policy, Random& random, bool expose) {
    return start_of_deal<Decks>(rules, random, [&](Exposing<Decks>& exposing, const Dealt<Decks>& dealt, int dealer) {
        if (expose) expose_by(policy, exposing, rules, dealt.hands, std::max(dealt.leader, 0), dealer, random);
    });
}

}  // namespace gongzhu
