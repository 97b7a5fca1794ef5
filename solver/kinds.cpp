#include "kinds.hpp"

#include <bit>
#include <cassert>

namespace gongzhu::solver {
namespace {

// Cards that stand between two of the mover's own.
Lane separators(const Position<1>& position) {
    const int seat = position.to_play();
    Lane others = 0;
    for (int i = 1; i < seat_count; ++i) others |= position.hand(next_seat(seat, i)).lane[0];
    const Trick<1>& trick = position.trick();
    if (trick.played > 0) others |= card_lane(make_card(trick.suit, static_cast<Rank>(trick.strength - 1)));
    return others;
}

// The cards above one and below another.
Lane between(Lane low, Lane high) { return (high - 1) & ~(low * 2 - 1); }

}  // namespace

Kinds::Kinds(const Numbers& kind) : kind_(kind) {
    for (int suit = 0; suit < suit_count; ++suit) {
        for (Rank first = 0, next = 0; first < rank_count; first = next) {
            const Card card = make_card(static_cast<Suit>(suit), first);
            while (next < rank_count && kind_[card + next - first] == kind_[card]) ++next;
            const Lane run = ((Lane{1} << (next - first)) - 1) << card;
            if (next - first > 1) {
                runs_.push_back(run);
            } else {
                single_ |= run;
            }
        }
    }
    for (int number = 0; number < rank_count; ++number) {
        Lane cards = 0;
        bool several = false;
        for (int suit = 0; suit < suit_count; ++suit) {
            for (Rank rank = 0; rank < rank_count; ++rank) {
                const Card card = make_card(static_cast<Suit>(suit), rank);
                if (kind_[card] != number) continue;
                several |= (cards & suit_lane(static_cast<Suit>(suit))) != 0;
                cards |= card_lane(card);
            }
        }
        if (several) of_kind_.push_back(cards);
    }
}

Lane Kinds::representatives(const Position<1>& position, Lane cards) const {
    if ((cards & (cards - 1)) == 0) return cards;
    const Lane open = ~(separators(position) | suit_ends);  // places that do not end a group
    Lane kept = cards;
    for (const Lane of_kind : of_kind_) {
        // In a run of open places, the sum carries from the lowest of the cards to the end of the run.
        const Lane own = cards & of_kind;
        const Lane reached = (((own & open) + open) ^ open) | own;
        kept &= ~(own & open & ((reached & open) << 1));
    }
    return kept;
}

Card Kinds::representative(const Position<1>& position, Lane cards, Card card) const {
    const Lane others = separators(position);
    for (Lane rest = cards & suit_lane(suit_of(card)); rest != 0; rest &= rest - 1) {
        const auto first = static_cast<Card>(std::countr_zero(rest));
        if (first >= card) break;
        if (kind_[first] == kind_[card] && (others & between(card_lane(first), card_lane(card))) == 0) return first;
    }
    return card;
}

Holdings Kinds::holdings(const Position<1>& position) const {
    assert(position.trick().played == 0);
    Lane held = 0;
    for (const auto& hand : position.hands()) held |= hand.lane[0];
    Holdings holdings;
    holdings.cards = held & single_;
    for (const Lane run : runs_) {
        const int count = count_bits(held & run);
        holdings.cards |= ((Lane{1} << count) - 1) << std::countr_zero(run);
    }
    const Lane low = position.hand(1).lane[0] | position.hand(3).lane[0];
    const Lane high = position.hand(2).lane[0] | position.hand(3).lane[0];
    int place = 0;
    for (; held != 0; held &= held - 1, place += 2) {
        const int card = std::countr_zero(held);
        const std::uint64_t owner = (low >> card & 1) | (high >> card & 1) << 1;
        holdings.owners[static_cast<std::size_t>(place / 64)] |= owner << place % 64;
    }
    return holdings;
}

}  // namespace gongzhu::solver
