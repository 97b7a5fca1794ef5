// Cards that are as good as each other: of several only one is searched.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/position.hpp"
#include "worth.hpp"

namespace gongzhu::solver {

// Own cards of one suit and kind are alike when no card that another seat still holds, and not the card that is
// taking the trick, lies between them. The lowest of each group stands for it.
class Alike {
public:
    explicit Alike(const Worth& worth) : worth_(&worth) {}

    // The lowest card of each group among `cards`, which the seat to play holds.
    Lane representatives(const Position<1>& position, Lane cards) const {
        const Lane between = separators(position);
        Lane kept = cards;
        for (int suit = 0; suit < suit_count; ++suit) {
            Lane holding = cards & suit_lane(static_cast<Suit>(suit));
            if ((holding & (holding - 1)) == 0) continue;
            std::array<Lane, rank_count> last{};  // by kind: the group's first card, or 0
            for (; holding != 0; holding &= holding - 1) {
                const Lane card = holding & -holding;
                Lane& first = last[worth_->kind(static_cast<Card>(std::countr_zero(card)))];
                if (first != 0 && (between & (card - 1) & ~(first * 2 - 1)) == 0) {
                    kept &= ~card;
                } else {
                    first = card;
                }
            }
        }
        return kept;
    }

    // The representative, among `kept`, of a card.
    Card representative(const Position<1>& position, Lane kept, Card card) const {
        const Lane between = separators(position);
        for (Lane lower = kept & suit_lane(suit_of(card)); lower != 0; lower &= lower - 1) {
            const auto first = static_cast<Card>(std::countr_zero(lower));
            if (first <= card && worth_->kind(first) == worth_->kind(card) &&
                (between & (card_lane(card) - 1) & ~(card_lane(first) * 2 - 1)) == 0) {
                return first;
            }
        }
        return card;
    }

private:
    static Lane separators(const Position<1>& position) {
        const int seat = position.to_play();
        Lane others = 0;
        for (int i = 1; i < seat_count; ++i) others |= position.hand(next_seat(seat, i)).lane[0];
        const Trick<1>& trick = position.trick();
        if (trick.played > 0) others |= card_lane(make_card(trick.suit, static_cast<Rank>(trick.strength - 1)));
        return others;
    }

    const Worth* worth_;
};

}  // namespace gongzhu::solver
