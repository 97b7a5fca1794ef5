// A whole deal at random: dealt, exposed and played, every choice uniform among what the rules allow.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/dealing.hpp"
#include "core/exposing.hpp"
#include "core/position.hpp"
#include "core/random.hpp"
#include "core/setup.hpp"

namespace gongzhu {

// Every seat chooses for each card that it could expose: not to, or one of the kinds that the rules have for it, each
// as likely. First exposures are made first, the others by seats from the dealer.
template <int Decks>
void expose_at_random(Exposing<Decks>& exposing, const Rules& rules, const Dealt<Decks>& dealt, int dealer,
                      Random& random) {
    std::array<Kind, kind_count + 1> options{Kind::none};
    std::uint32_t option_count = 1;
    for (const Kind kind : rules.ruleset().kinds) {
        if (kind != Kind::first) options[option_count++] = kind;
    }
    options[option_count] = Kind::first;

    struct Choice {
        int turn;
        int seat;
        Card card;
        Kind kind;
    };
    std::array<Choice, honour_count * Decks> choices;
    int size = 0;
    Draws draws(random.next());
    for (int i = 0; i < honour_count * Decks; ++i) {
        const Card card = static_cast<Card>(rules.honour(static_cast<Honour>(i & 3)) + 64 * (i / honour_count));
        int seat = 0;  // the holder; a card that nobody holds is refused below
        for (int other = 1; other < seat_count; ++other) seat |= other * dealt.hands[other].has(card);
        const bool first = rules.has_kind(Kind::first) && dealt.first_cards[seat] == card;
        const Kind kind = options[draws.below(option_count + first)];
        if (kind == Kind::none) continue;
        const int turn = kind == Kind::first ? 0 : 1 + ((seat - dealer) & 3);
        int at = size++;
        for (; at > 0 && choices[at - 1].turn > turn; --at) choices[at] = choices[at - 1];
        choices[at] = {turn, seat, card, kind};
    }
    for (int i = 0; i < size; ++i) {
        const auto [turn, seat, card, kind] = choices[i];
        if (exposing.refusal(seat, card, kind) == Refusal::none) exposing.expose(seat, card, kind);
    }
}

// One of the ways of playing two cards to a led pair.
inline Move random_two_cards(const Position<2>& position, Draws& draws) {
    const auto pick = [&](int size) { return static_cast<int>(draws.below(static_cast<std::uint32_t>(size))); };
    const auto pair_of = [](int bit) { return Move{static_cast<Card>(bit), twin_of(static_cast<Card>(bit))}; };
    const auto [pairs, tier, others] = position.two_cards();
    if (pairs != 0) return pair_of(nth_bit(pairs, pick(count_bits(pairs))));
    if (!others.empty()) return {tier.nth(0), others.nth(pick(others.count()))};

    // Two copies that look alike are chosen together or stand for one card.
    const Lane twins = tier.lane[0] & tier.lane[1] & ~position.setup().unlike;
    const CardSet<2> cards = position.setup().without_twins(tier);
    const int size = cards.count();
    const int twin_count = count_bits(twins);
    int choice = pick(twin_count + size * (size - 1) / 2);
    if (choice < twin_count) return pair_of(nth_bit(twins, choice));
    choice -= twin_count;
    int second = 1;
    while (choice >= second) choice -= second++;
    return {cards.nth(choice), cards.nth(second)};
}

// One of the legal moves.
template <int Decks>
Move random_move(const Position<Decks>& position, Draws& draws) {
    const bool leads = position.trick().played == 0;
    if constexpr (Decks == 2) {
        if (!leads && position.trick().doubled) return random_two_cards(position, draws);
    }
    const CardSet<Decks> cards = position.playable();
    const CardSet<Decks> singles = position.setup().without_twins(cards);
    const Lane pairs = leads ? Position<Decks>::pairs_of(cards) : 0;
    const int pair_count = Decks == 2 ? count_bits(pairs) : 0;
    const int choice = static_cast<int>(draws.below(static_cast<std::uint32_t>(pair_count + singles.count())));
    if (choice >= pair_count) return {singles.nth(choice - pair_count), no_card};
    const Card card = static_cast<Card>(nth_bit(pairs, choice));
    return {card, twin_of(card)};
}

// Plays a position that is between two tricks to its end; `played` is told each move before it is made.
template <int Decks, class Observer>
void play_at_random(Position<Decks>& position, Random& random, Observer played) {
    while (!position.is_over()) {
        Draws draws(random.next());
        for (int i = 0; i < seat_count; ++i) {
            const Move move = random_move(position, draws);
            played(move);
            position.play(move);
        }
    }
}

// A deal about to be played.
template <int Decks>
struct Start {
    Setup<Decks> setup;
    int leader = 0;

    Position<Decks> position() const { return {setup, setup.dealt, {}, leader, 0, true}; }
};

// Deals and calls expose(exposing, dealt, dealer). Whom the rules do not name to lead, seat 0 does.
template <int Decks, class Expose>
Start<Decks> start_of_deal(const Rules& rules, Random& random, const Expose& expose) {
    const Ruleset& ruleset = rules.ruleset();
    const Dealt<Decks> dealt = deal_cards<Decks>(rules, random, rules.hand_size());
    const int dealer = ruleset.exposure_order == ExposureOrder::from_dealer ? dealt.lot : 0;
    Exposing<Decks> exposing(rules, dealt.hands, dealt.first_cards, dealer);
    expose(exposing, dealt, dealer);

    Start<Decks> start;
    start.leader = std::max(dealt.leader, 0);
    start.setup.rules = &rules;
    start.setup.deck = narrow<Decks>(rules.deck()) - dealt.removed;
    start.setup.dealt = dealt.hands;
    start.setup.must_lead_card = ruleset.must_lead_it;
    start.setup.set_exposures(exposing.made());
    return start;
}

// The same; if `expose`, every seat exposes at random.
template <int Decks>
Start<Decks> random_start(const Rules& rules, Random& random, bool expose) {
    return start_of_deal<Decks>(rules, random, [&](Exposing<Decks>& exposing, const Dealt<Decks>& dealt, int dealer) {
        if (expose) expose_at_random(exposing, rules, dealt, dealer, random);
    });
}

}  // namespace gongzhu
