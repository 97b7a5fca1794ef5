// Alpha–beta with a memo: reaches what brute force cannot, still from Position and score() alone.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "goal.hpp"
#include "pile.hpp"

namespace gongzhu::test {

class PlainSearch {
public:
    PlainSearch(const Game& game, const Goal& goal)
        : goal_(goal), setup_(game.position().setup().for_one_deck()), scoring_(setup_.rules->scoring_lane()) {
        for (int seat = 0; seat < seat_count; ++seat) piles_.emplace_back(setup_, seat, goal_.weights[seat]);
        const Deal& deal = game.deal();
        std::array<CardSet<1>, seat_count> hands;
        std::array<CardSet<1>, seat_count> taken;
        for (int seat = 0; seat < seat_count; ++seat) {
            hands[seat] = narrow<1>(deal.hands()[seat]);
            taken[seat] = narrow<1>(deal.taken()[seat]);
        }
        position_ = Position<1>(setup_, hands, taken, game.leader(), deal.led(), !deal.is_ending());
        for (const Move move : game.history()) position_.play(move);
    }
    PlainSearch(const PlainSearch&) = delete;
    PlainSearch& operator=(const PlainSearch&) = delete;

    // Asks "is it more than this?" until the answers meet: that cuts more than one wide window.
    int value() {
        int lower = -infinity;
        int upper = infinity;
        for (int guess = goal_.value(position_); lower < upper;) {
            const int found = search(guess, guess + 1);
            (found > guess ? lower : upper) = found;
            guess = found > guess ? found : found - 1;
        }
        return lower;
    }
    int value_after(Move move) {
        const auto undo = position_.play(move);
        const int after = value();
        position_.undo(undo);
        return after;
    }

private:
    static constexpr int infinity = 1'000'000;

    // Who holds what, what each pile can become, who leads and what is barred determine what is still to come.
    using Key = std::array<Lane, 2 * seat_count + 2>;
    struct Known {
        int lower = -infinity;
        int upper = infinity;
    };

    Lane in_play() const {
        Lane cards = position_.trick().cards.lane[0];
        for (const CardSet<1>& hand : position_.hands()) cards |= hand.lane[0];
        return cards;
    }
    Lane taken(std::size_t seat) const { return position_.taken()[seat].lane[0] & scoring_; }

    // The value if it is above alpha and below beta; else a bound of it on that side.
    int search(int alpha, int beta) {
        const Lane left = in_play() & scoring_;
        if (left == 0) return goal_.value(position_);  // score() reads no other cards
        if (position_.trick().played > 0) return best_play(alpha, beta);

        // Where the taker of all hearts changes others' points, piles have no values of their own.
        const bool separate = setup_.rules->ruleset().colour_change == ColourChange::none;
        Key key{};
        int before = 0;
        Known range{separate ? 0 : -infinity, separate ? 0 : infinity};
        for (std::size_t seat = 0; seat < seat_count; ++seat) {
            key[seat] = position_.hands()[seat].lane[0];
            key[seat_count + seat] = taken(seat);
            if (!separate) continue;
            const Pile::Future future = piles_[seat].future(taken(seat), left);
            key[seat_count + seat] = future.kind;
            before += piles_[seat].value(taken(seat));
            range.lower += future.lowest;
            range.upper += future.highest;
        }
        key[2 * seat_count] = position_.barred().lane[0];
        key[2 * seat_count + 1] = position_.trick().leader | (position_.opening() ? 4U : 0U);

        if (before + range.lower >= beta) return before + range.lower;
        if (before + range.upper <= alpha) return before + range.upper;
        Known& known = memo_[key];  // counts from what is taken; stays where it is while others are added
        if (before + known.lower >= beta) return before + known.lower;
        if (before + known.upper <= alpha) return before + known.upper;
        const int value = best_play(alpha, beta);
        if (value > alpha) known.lower = value - before;
        if (value < beta) known.upper = value - before;
        return value;
    }
    int best_play(int alpha, int beta) {
        const bool raises = goal_.roles[position_.to_play()] > 0;
        auto& cuts = cuts_[position_.to_play()][position_.trick().played];
        int best = raises ? -infinity : infinity;
        for (CardSet<1> cards = plays(); !cards.empty() && alpha < beta;) {
            const Card card = most_cuts(cuts, cards);
            cards.remove(card);
            const auto undo = position_.play({card, no_card});
            const int value = search(alpha, beta);
            position_.undo(undo);
            best = raises ? std::max(best, value) : std::min(best, value);
            (raises ? alpha : beta) = raises ? std::max(alpha, best) : std::min(beta, best);
            if (alpha >= beta)
                cuts[card] += static_cast<unsigned>(position_.hand(0).count() * position_.hand(0).count());
        }
        return best;
    }

    // The legal cards, but of neighbours in a suit that do not score, nobody holding a card between them, the lowest.
    CardSet<1> plays() const {
        const Lane legal = position_.legal_cards().lane[0];
        const Lane plain = legal & ~scoring_;
        Lane kept = legal;
        Card below = no_card;
        for (Lane rest = in_play(); rest != 0; rest &= rest - 1) {
            const auto card = static_cast<Card>(std::countr_zero(rest));
            const bool alike = below != no_card && suit_of(below) == suit_of(card) && (plain & card_lane(below)) != 0 &&
                               (plain & card_lane(card)) != 0;
            if (alike) kept &= ~card_lane(card);
            below = card;
        }
        return CardSet<1>::both(kept);
    }
    // The card that has made the most cuts, played by the same seat in the same place of a trick.
    using Cuts = std::array<unsigned, 64>;
    static Card most_cuts(const Cuts& cuts, CardSet<1> cards) {
        Card best = cards.pop();
        while (!cards.empty()) {
            const Card card = cards.pop();
            if (cuts[card] > cuts[best]) best = card;
        }
        return best;
    }

    Goal goal_;
    Setup<1> setup_;
    Position<1> position_;
    Lane scoring_;
    std::vector<Pile> piles_;
    std::unordered_map<Key, Known, LaneHash> memo_;
    std::array<std::array<Cuts, seat_count>, seat_count> cuts_{};
};

}  // namespace gongzhu::test
