#include "worth.hpp"

#include <bit>

namespace gongzhu::solver {
namespace {

// The points of one seat's pile in a deck so large that the pile is never all hearts and never a slam.
template <int Decks>
int points_of_pile(const Setup<Decks>& setup, int seat, const CardSet<Decks>& cards) {
    std::array<CardSet<Decks>, seat_count> taken{};
    taken[seat] = cards;
    return score(setup, taken)[seat];
}

}  // namespace

template <int Decks>
DeckWorth<Decks>::DeckWorth(const Setup<Decks>& setup, const Aim& aim) : setup_(&setup), aim_(aim) {
    scoring_ = setup.deck & Set::both(setup.rules->scoring_lane());
    const bool piles_interact = setup.rules->ruleset().colour_change != ColourChange::none;
    for (int seat = 0; seat < seat_count; ++seat) {
        if (piles_interact || aim.weights[seat] != 0) seats_that_matter_ |= 1U << seat;
    }
    read_points();
    number_kinds();
}

template <int Decks>
void DeckWorth<Decks>::read_points() {
    Setup<Decks> large = *setup_;
    large.deck = Set::both(~Lane{0});
    Set sheep;
    sheep.lane[0] = honour(Honour::sheep);
    const Set plain = scoring_ - Set::both(honour(Honour::transformer));
    for (int seat = 0; seat < seat_count; ++seat) {
        for (unsigned copies = 1; copies <= all_copies; ++copies) {
            Set transformers;
            for (int copy = 0; copy < Decks; ++copy) {
                if ((copies >> copy & 1) != 0) transformers.lane[copy] = honour(Honour::transformer);
            }
            lone_value_[seat][copies - 1] = points_of_pile(large, seat, transformers);
            multiplier_[seat][copies - 1] =
                points_of_pile(large, seat, transformers | sheep) / points_of_pile(large, seat, sheep);
        }
        for (int holders = 0; holders < Holders<Decks>::count; ++holders) {
            const unsigned copies = Holders<Decks>::copies(holders, seat);
            factor_[holders][seat] = copies == 0 ? 1 : multiplier(seat, copies);
            scales_[holders][seat] = aim_.weights[seat] * factor(holders, seat);
        }
        Set transformer;
        transformer.lane[0] = honour(Honour::transformer);
        for (Set rest = plain; !rest.empty();) {
            const Card card = rest.pop();
            const Set one = Set::of(card);
            points_[seat][card] = points_of_pile(large, seat, one);
            if (points_of_pile(large, seat, one | transformer) != lone_value(seat)) company_ |= one;
            for (int holders = 0; holders < Holders<Decks>::count; ++holders) {
                gain_[holders][card][seat] = scales_[holders][seat] * points_[seat][card];
            }
        }
    }
}

template <int Decks>
bool DeckWorth<Decks>::differ(Card a, Card b) const {
    const bool twins = first_copy(a) == first_copy(b);
    const bool exposable = setup_->rules->honour_of(a) || setup_->rules->honour_of(b);
    if (exposable && (!twins || (setup_->unlike & card_lane(a)) != 0)) return true;
    if (!scoring_.has(a) && !scoring_.has(b)) return false;
    for (int seat = 0; seat < seat_count; ++seat) {
        if (points_[seat][a] != points_[seat][b]) return true;
        if constexpr (Decks == 2) {
            if (card_lane(a) != honour(Honour::transformer)) continue;
            if (multiplier(seat, 1) != multiplier(seat, 2) || lone_value(seat, 1) != lone_value(seat, 2)) return true;
        }
    }
    return company_.has(a) != company_.has(b);
}

template <int Decks>
void DeckWorth<Decks>::number_kinds() {
    for (int suit = 0; suit < suit_count; ++suit) {
        std::array<Card, rank_count * Decks> first_of_kind{};
        int kinds = 0;
        for (int lane = 0; lane < Decks; ++lane) {
            for (Rank rank = 0; rank < rank_count; ++rank) {
                const Card card = make_card(static_cast<Suit>(suit), rank, lane);
                int kind = 0;
                while (kind < kinds && differ(card, first_of_kind[kind])) ++kind;
                if (kind == kinds) first_of_kind[kinds++] = card;
                kind_[card] = static_cast<std::uint8_t>(kind);
            }
        }
    }
}

template class DeckWorth<1>;
template class DeckWorth<2>;

}  // namespace gongzhu::solver
