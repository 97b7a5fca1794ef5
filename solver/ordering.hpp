// The order in which plays are tried. It never changes a result, only how soon a cutoff comes.
#pragma once

#include <array>
#include <cstdint>

#include "core/position.hpp"
#include "past.hpp"

namespace gongzhu::solver {

// The plays of one node, best first.
class OrderedCards {
public:
    const Card* begin() const { return cards_.data(); }
    const Card* end() const { return cards_.data() + size_; }
    int size() const { return size_; }
    void insert(Card card, int score) {
        int place = size_++;
        for (; place > 0 && scores_[place - 1] < score; --place) {
            scores_[place] = scores_[place - 1];
            cards_[place] = cards_[place - 1];
        }
        scores_[place] = score;
        cards_[place] = card;
    }

private:
    std::array<Card, 16> cards_{};
    std::array<int, 16> scores_{};
    int size_ = 0;
};

class MoveOrder {
public:
    explicit MoveOrder(const Worth& worth) : worth_(&worth) {}

    // `first`: the play to try before all others, or no_card.
    OrderedCards order(const Position<1>& position, const Past& past, Lane cards, Card first) const;

    // Learns that `card` made a cutoff in this position after the cards ordered before it had failed to.
    void cutoff(const Position<1>& position, const OrderedCards& tried, Card card);

private:
    int score(const Position<1>& position, const Past& past, Card card) const;
    int completed_trick(const Position<1>& position, const Past& past, Card card) const;
    Card reply(Lane hand, Suit suit, int strength, bool wants_trick, int seat, int winner, int transformer) const;

    // How often a card cut off, by situation (lead, follow, discard) and seat: from −history_limit to history_limit.
    using History = std::array<std::array<std::array<int, card_codes>, seat_count>, 3>;
    int& history(const Position<1>& position, Card card);
    static int situation(const Position<1>& position, Card card) {
        if (position.trick().played == 0) return 0;
        return suit_of(card) == position.trick().suit ? 1 : 2;
    }

    const Worth* worth_;
    History history_{};
};

}  // namespace gongzhu::solver
