// The order in which plays are tried. It never changes a result, only how soon a cutoff comes.
//
// A play's score is a sum of learned weights, one from each of some small tables that describe it: the cards above and
// below it, the special card of its suit, what the trick is worth and to whom it goes if the others answer by simple
// habits, how often the play made a cutoff before, whether it was best in similar positions. solver/training/ has the
// script that learns the weights.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/position.hpp"
#include "core/random.hpp"
#include "order_weights.hpp"
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
    using Description = std::array<std::uint16_t, table_count>;

    explicit MoveOrder(const Worth& worth);
    // Weights other than the built-in ones, which must outlive this.
    void use(const OrderWeights& weights) { weights_ = &weights; }

    // `lengths`: of the position's holdings, see shape.hpp; `goal`: the value asked about; `hint`: a play that was best
    // in a similar position, or no_card.
    OrderedCards order(const Position<1>& position, std::uint64_t lengths, const Past& past, int goal, Lane cards,
                       Card hint) const;

    // A play that several memories agree on: worth trying before the others are described. no_card if there is none.
    Card agreed(const Position<1>& position, std::uint64_t lengths, Card hint) const;

    // Learns that `card` made a cutoff in this position after the cards ordered before it had failed to.
    void cutoff(const Position<1>& position, std::uint64_t lengths, const OrderedCards& tried, Card card);

    Description describe(const Position<1>& position, std::uint64_t lengths, const Past& past, int goal, Card card,
                         Card hint) const;

private:
    struct View;
    struct SuitView;
    template <typename Add>
    void describe(View& view, const SuitView& suit_view, Card card, Add add_place) const;
    int completed_trick(View& view, Card card, int& winner) const;
    Card discard_of(View& view, int steps, int winner) const;
    int bucket(int value) const;
    void number_steps();

    // Positions alike in one of three ways share a key.
    using Keys = std::array<std::uint64_t, 3>;
    static Keys keys_of(const Position<1>& position, std::uint64_t lengths);
    struct Reply {
        std::uint8_t check = 0;
        Card card = no_card;
    };
    static std::size_t place_of(std::uint64_t key) { return key >> (64 - reply_bits); }
    static std::uint8_t check_of(std::uint64_t key) { return static_cast<std::uint8_t>(key); }
    Card reply(std::uint64_t key) const {
        const Reply& reply = replies_[place_of(key)];
        return reply.check == check_of(key) ? reply.card : no_card;
    }

    // How often, of 1024 times, a card cut off: by way of playing it and seat, by tricks to play and seat, and by the
    // card that is winning.
    using History = std::array<std::array<std::array<std::int16_t, card_codes>, seat_count>, 4>;
    using ByTricks = std::array<std::array<std::array<std::int16_t, card_codes>, seat_count>, rank_count + 1>;
    using Answers = std::array<std::array<std::array<std::int16_t, card_codes>, card_codes>, 2>;
    static constexpr int reply_bits = 16;
    History history_;
    ByTricks by_tricks_;
    Answers answers_;
    std::vector<Reply> replies_ = std::vector<Reply>(std::size_t{1} << reply_bits);  // that last made a cutoff
    const OrderWeights* weights_ = &order_weights;
    const Worth* worth_;
    int most_ = 0;  // beyond which values, positive or negative, no longer differ in bucket()
    std::vector<std::uint8_t> steps_;
};

}  // namespace gongzhu::solver
