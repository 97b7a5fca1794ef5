#include "worth.hpp"

#include <bit>

namespace gongzhu::solver {
namespace {

// The points of one seat's pile in a deck so large that the pile is never all hearts and never a slam.
int points_of_pile(const Setup<1>& setup, int seat, Lane cards) {
    std::array<CardSet<1>, seat_count> taken{};
    taken[seat].lane[0] = cards;
    return score(setup, taken)[seat];
}

}  // namespace

Worth::Worth(const Setup<1>& setup, const Aim& aim) : setup_(&setup), aim_(aim) {
    scoring_ = setup.rules->scoring_lane() & setup.deck.lane[0];
    const bool piles_interact = setup.rules->ruleset().colour_change != ColourChange::none;
    for (int seat = 0; seat < seat_count; ++seat) {
        if (piles_interact || aim.weights[seat] != 0) seats_that_matter_ |= 1U << seat;
    }
    read_points();
    number_kinds();
}

void Worth::read_points() {
    Setup<1> large = *setup_;
    large.deck.lane[0] = ~Lane{0};
    const Lane transformer = honour(Honour::transformer);
    const Lane sheep = honour(Honour::sheep);
    for (int seat = 0; seat < seat_count; ++seat) {
        const int lone = points_of_pile(large, seat, transformer);
        lone_value_[seat] = lone;
        multiplier_[seat] = points_of_pile(large, seat, transformer | sheep) / points_of_pile(large, seat, sheep);
        for (auto rest = CardSet<1>::both(scoring_ & ~transformer); !rest.empty();) {
            const Card card = rest.pop();
            points_[seat][card] = points_of_pile(large, seat, card_lane(card));
            if (points_of_pile(large, seat, card_lane(card) | transformer) != lone) company_ |= card_lane(card);
            for (int taker = 0; taker <= nobody; ++taker) {
                const int factor = taker == seat ? multiplier_[seat] : 1;
                gain_[taker][card][seat] = aim_.weights[seat] * factor * points_[seat][card];
            }
        }
    }
}

void Worth::number_kinds() {
    const auto differ = [&](Card a, Card b) {
        if (setup_->rules->honour_of(a) || setup_->rules->honour_of(b)) return true;
        if ((scoring_ & card_lane(a)) == 0 && (scoring_ & card_lane(b)) == 0) return false;
        for (int seat = 0; seat < seat_count; ++seat) {
            if (points_[seat][a] != points_[seat][b]) return true;
        }
        const Lane companions = company_ & (card_lane(a) | card_lane(b));
        return std::popcount(companions) == 1;
    };
    for (int suit = 0; suit < suit_count; ++suit) {
        std::array<Card, rank_count> first_of_kind{};
        int kinds = 0;
        for (Rank rank = 0; rank < rank_count; ++rank) {
            const Card card = make_card(static_cast<Suit>(suit), rank);
            int kind = 0;
            while (kind < kinds && differ(card, first_of_kind[kind])) ++kind;
            if (kind == kinds) first_of_kind[kinds++] = card;
            kind_[card] = static_cast<std::uint8_t>(kind);
        }
    }
}

}  // namespace gongzhu::solver
