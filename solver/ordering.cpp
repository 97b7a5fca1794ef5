#include "ordering.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace gongzhu::solver {
namespace {

constexpr int history_limit = 1024;
constexpr int points_weight = 8;  // of a point in the trick, against the history

Card highest(Lane cards) { return static_cast<Card>(63 - std::countl_zero(cards)); }
Card lowest(Lane cards) { return static_cast<Card>(std::countr_zero(cards)); }

// The cards on the table, as each seat would value them if it took the trick.
class TableCards {
public:
    TableCards(const Worth& worth, const Past& past) : worth_(worth), past_(past) {}

    void add(Lane cards) {
        for (cards &= worth_.scoring(); cards != 0; cards &= cards - 1) {
            const Card card = lowest(cards);
            const auto& gains = worth_.gains(past_.multiplied(), card);
            for (int seat = 0; seat < seat_count; ++seat) values_[seat] += gains[seat];
            if (card_lane(card) == worth_.honour(Honour::transformer)) add_transformer();
        }
    }
    int value(int seat) const { return values_[seat]; }

private:
    void add_transformer() {
        for (int seat = 0; seat < seat_count; ++seat) {
            const bool alone = ((past_.company >> seat) & 1) == 0;
            const int points = alone ? worth_.lone_value(seat) / 2 : (worth_.multiplier(seat) - 1) * past_.sums[seat];
            values_[seat] += worth_.aim().weights[seat] * points;
        }
    }

    const Worth& worth_;
    const Past& past_;
    std::array<int, seat_count> values_{};
};

}  // namespace

OrderedCards MoveOrder::order(const Position<1>& position, const Past& past, Lane cards, Card first) const {
    OrderedCards ordered;
    if ((cards & (cards - 1)) == 0) {
        ordered.insert(lowest(cards), 0);
        return ordered;
    }
    for (; cards != 0; cards &= cards - 1) {
        const Card card = lowest(cards);
        ordered.insert(card, card == first ? std::numeric_limits<int>::max() : score(position, past, card));
    }
    return ordered;
}

void MoveOrder::cutoff(const Position<1>& position, const OrderedCards& tried, Card card) {
    const int remaining = position.hand(position.to_play()).count();
    const int bonus = std::min(8 * remaining * remaining, history_limit / 2);
    for (const Card other : tried) {
        int& count = history(position, other);
        if (other == card) {
            count += bonus - count * bonus / history_limit;
            return;
        }
        count -= bonus + count * bonus / history_limit;
    }
}

int& MoveOrder::history(const Position<1>& position, Card card) {
    return history_[situation(position, card)][position.to_play()][card];
}

int MoveOrder::score(const Position<1>& position, const Past& past, Card card) const {
    const int seat = position.to_play();
    const int trick = worth_->aim().roles[seat] * completed_trick(position, past, card);
    return trick * points_weight + history_[situation(position, card)][seat][card];
}

// What the trick is worth if the seats still to play answer `card` by simple habits.
int MoveOrder::completed_trick(const Position<1>& position, const Past& past, Card card) const {
    const Trick<1>& trick = position.trick();
    const Suit suit = trick.played == 0 ? suit_of(card) : trick.suit;
    int winner = trick.winning;
    int strength = trick.strength;
    TableCards table(*worth_, past);
    table.add(trick.cards.lane[0]);
    const auto put = [&](int seat, Card played) {
        table.add(card_lane(played));
        if (suit_of(played) == suit && 1 + rank_of(played) > strength) {
            strength = 1 + rank_of(played);
            winner = seat;
        }
    };
    put(position.to_play(), card);
    for (int played = trick.played + 1; played < seat_count; ++played) {
        const int seat = next_seat(trick.leader, played);
        const bool wants = worth_->aim().roles[seat] * (table.value(seat) - table.value(winner)) > 0;
        put(seat, reply(position.hand(seat).lane[0], suit, strength, wants, seat, winner, past.multiplied()));
    }
    return table.value(winner);
}

// Follows high to win or just below the winning card, and discards what suits the winner best or worst.
Card MoveOrder::reply(Lane hand, Suit suit, int strength, bool wants_trick, int seat, int winner,
                      int transformer) const {
    const Lane holding = hand & suit_lane(suit);
    if (holding != 0) {
        const Lane beaten = holding & (card_lane(make_card(suit, static_cast<Rank>(strength - 1))) - 1);
        if (wants_trick || beaten == 0) return highest(holding);
        return highest(beaten);
    }
    Card best = lowest(hand);
    int most = 0;
    for (Lane rest = hand & worth_->scoring(); rest != 0; rest &= rest - 1) {
        const Card card = lowest(rest);
        const int gain = worth_->aim().roles[seat] * worth_->gain(transformer, winner, card);
        if (gain > most) {
            most = gain;
            best = card;
        }
    }
    return best;
}

}  // namespace gongzhu::solver
