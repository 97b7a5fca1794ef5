// The order in which plays are tried. It never changes a result, only how soon a cutoff comes.
//
// A play's score is a sum of learned weights, one from each of some small tables that describe it: the cards above and
// below it, the special card of its suit, what the trick is worth and to whom it goes if the others answer by simple
// habits, how often the play made a cutoff before. solver/training/ has the script that learns the weights.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "core/position.hpp"
#include "core/random.hpp"
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
    // Another order for the n-th of several threads: what is likely best stays first, the others go round from
    // elsewhere.
    void vary(int n) {
        const std::array<Card, capacity> old = cards_;
        const int others = size_ - 1;
        for (int i = 0; i < others; ++i) {
            const int from = n % 2 == 1 ? others - 1 - i : i;
            cards_[1 + i] = old[1 + (from + n / 2) % others];
        }
    }
    void shuffle(Random& random) {
        for (int i = size_ - 1; i > 0; --i) {
            std::swap(cards_[i % capacity], cards_[random.below(static_cast<std::uint32_t>(i + 1)) % capacity]);
        }
    }

private:
    static constexpr int capacity = 16;  // cards of one hand

    std::array<Card, capacity> cards_;
    std::array<int, capacity> scores_;
    int size_ = 0;
};

class MoveOrder {
public:
    // The tables that describe a play: for each, the place of its weight.
    static constexpr int table_count = 10;
    using Description = std::array<std::uint16_t, table_count>;

    explicit MoveOrder(const Worth& worth);

    // `goal`: the value asked about; `hint`: a play that was best in a similar position, or no_card.
    OrderedCards order(const Position<1>& position, const Past& past, int goal, Lane cards, Card hint) const;

    // Learns that `card` made a cutoff in this position after the cards ordered before it had failed to.
    void cutoff(const Position<1>& position, const OrderedCards& tried, Card card);

    Description describe(const Position<1>& position, const Past& past, int goal, Card card, Card hint) const;

private:
    struct View;
    Description describe(const View& view, Card card) const;
    int completed_trick(const View& view, Card card, int& winner) const;
    Card reply(Lane hand, Suit suit, int strength, bool wants_trick, int seat, int winner, int transformer) const;
    int bucket(int value) const;

    // How often, of 1024 times, a card cut off: by way of playing it and seat, and by the card that is winning.
    using History = std::array<std::array<std::array<std::int16_t, card_codes>, seat_count>, 4>;
    using Answers = std::array<std::array<std::array<std::int16_t, card_codes>, card_codes>, 2>;
    History history_;
    Answers answers_;
    const Worth* worth_;
    int scale_ = 1;
};

}  // namespace gongzhu::solver
