#include "plays.hpp"

#include <algorithm>

namespace gongzhu {
namespace {

// Copies that look alike as one.
Card alike(const Setup<2>& setup, Card card) {
    return card == no_card || (setup.unlike & card_lane(card)) != 0 ? card : first_copy(card);
}

bool is_legal(const Position<2>& position, Move move) {
    const Trick<2>& trick = position.trick();
    if (trick.played > 0 && trick.doubled) {
        const Setup<2>& setup = position.setup();
        const Card first = alike(setup, move.first);
        const Card second = alike(setup, move.second);
        MoveList moves;
        position.legal_moves(moves);
        return std::ranges::any_of(moves, [&](Move legal) {
            const Card a = alike(setup, legal.first);
            const Card b = alike(setup, legal.second);
            return (a == first && b == second) || (a == second && b == first);
        });
    }
    const Cards cards = position.playable();
    return cards.has(move.first) && (!move.is_double() || cards.has(move.second));
}

}  // namespace

SeatPlays::SeatPlays(const DealRecord& record, int seat, bool must_lead_card)
    : record_(record), seat_(seat), must_lead_card_(must_lead_card), played_(record.played[seat]) {
    unsigned led = record.led;
    Cards held = played_;
    for (std::size_t trick = 0; trick < record.tricks.size(); ++trick) {
        const auto& [leader, moves, winner] = record.tricks[trick];
        const auto place = static_cast<std::size_t>((seat - leader) & 3);
        const Suit suit = suit_of(moves[0].first);
        if (place < moves.size()) {
            plays_.push_back({trick, place, led, held});
            held -= cards_of<2>(moves[place]);
            if (moves[0].is_double() && place > 0) pairs_led_ |= suit_lane(suit);
        }
        led |= 1U << static_cast<unsigned>(suit);
    }
}

Setup<2> SeatPlays::setup_for(const Exposures& exposures) const {
    Setup<2> setup;
    setup.rules = record_.rules.get();
    setup.deck = record_.deck;
    setup.must_lead_card = must_lead_card_;
    setup.set_exposures(exposures);
    return setup;
}

bool SeatPlays::legal(const Setup<2>& setup, const Play& play, const Cards& others) const {
    const auto& [leader, moves, winner] = record_.tricks[play.trick];
    std::array<Cards, seat_count> hands{};
    hands[seat_] = play.held | others;
    Position<2> position(setup, hands, {}, leader, play.led, record_.whole && play.trick == 0);
    for (std::size_t i = 0; i < play.place; ++i) position.play(moves[i]);
    return is_legal(position, moves[play.place]);
}

bool SeatPlays::all_legal(const Setup<2>& setup, const Cards& others) const {
    return std::ranges::all_of(plays_, [&](const Play& play) { return legal(setup, play, others); });
}

std::string SeatPlays::first_illegal(const Exposures& exposures, const Cards& located) const {
    const Setup<2> setup = setup_for(exposures);
    const auto found = std::ranges::find_if(plays_, [&](const Play& play) { return !legal(setup, play, located); });
    if (found == plays_.end()) return {};
    const Move move = record_.tricks[found->trick].moves[found->place];
    return record_.place_of(found->trick, seat_) + ": " + to_text(label_of(move, {}, *record_.rules)) +
           " breaks the rules with what was played later";
}

Holdable SeatPlays::holdable(const Exposures& exposures, const Cards& located, const Cards& free) const {
    if (plays_.empty()) return {true, free, 0};
    const Setup<2> setup = setup_for(exposures);
    if (!all_legal(setup, located)) return {false, {}, 0};
    Holdable holdable;
    const auto try_card = [&](Card card, const Cards& like) {
        if (all_legal(setup, located | Cards::of(card))) holdable.cards |= like;
    };
    const auto try_pair = [&](Card first, Lane like) {
        const Cards pair = Cards::both(card_lane(first));
        if ((pair - holdable.cards).empty() && !all_legal(setup, located | pair)) holdable.no_pair |= like;
    };

    // Cards that some rule knows apart from the others of their kind, one by one: the honours and the lead card, and
    // where pairs were led the twins of cards played.
    const Rules& rules = *record_.rules;
    Lane special = 0;
    for (int i = 0; i < honour_count; ++i) special |= card_lane(rules.honour(static_cast<Honour>(i)));
    if (rules.lead_card()) special |= card_lane(*rules.lead_card());
    special |= (played_.lane[0] | played_.lane[1]) & pairs_led_;
    for (Cards rest = free & Cards::both(special); !rest.empty();) {
        const Card card = rest.pop();
        try_card(card, Cards::of(card));
    }
    for (Lane rest = free.lane[0] & free.lane[1] & special & pairs_led_; rest != 0; rest &= rest - 1) {
        try_pair(static_cast<Card>(std::countr_zero(rest)), rest & (~rest + 1));
    }

    // Of the others one stands for all of its suit that score, or do not.
    for (int suit = 0; suit < suit_count; ++suit) {
        for (const Lane scoring : {rules.scoring_lane(), ~rules.scoring_lane()}) {
            const Lane lane = suit_lane(static_cast<Suit>(suit)) & scoring & ~special;
            const Cards like = free & Cards::both(lane);
            if (like.empty()) continue;
            try_card(like.nth(0), like);
            const Lane twins = like.lane[0] & like.lane[1] & pairs_led_;
            if (twins != 0) try_pair(static_cast<Card>(std::countr_zero(twins)), twins);
        }
    }
    return holdable;
}

}  // namespace gongzhu
