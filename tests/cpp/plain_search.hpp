// Searches to hold the solver to, which know only Position and score(): plain enough to be right by reading.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>

#include "core/game.hpp"

namespace gongzhu::test {

// What is played for: every seat's final points have a weight in the value, and every seat raises it (+1) or lowers it
// (−1).
struct Goal {
    std::array<int, seat_count> weights{};
    std::array<int, seat_count> roles{};

    static Goal partners(const Game& game, int seat) {
        const auto sides = game.sides();
        const bool opposite = !sides || game.rules().ruleset().partnership == Partnership::solo;
        Goal goal;
        for (int other = 0; other < seat_count; ++other) {
            const bool own = opposite ? (other - seat) % 2 == 0 : (*sides)[other] == (*sides)[seat];
            goal.weights[other] = goal.roles[other] = own ? 1 : -1;
        }
        return goal;
    }
    // A seat's own points against the other three; `settled`: thrice their distance from the mean of the others'.
    static Goal solo(int seat, bool settled) {
        Goal goal;
        goal.weights.fill(settled ? -1 : 0);
        goal.weights[seat] = settled ? 3 : 1;
        goal.roles.fill(-1);
        goal.roles[seat] = 1;
        return goal;
    }

    int value(const Points& points) const {
        int sum = 0;
        for (int seat = 0; seat < seat_count; ++seat) sum += weights[seat] * points[seat];
        return sum;
    }
    // With every scoring card taken. The taker of all hearts swaps pig and sheep where he may and it serves his role.
    template <int Decks>
    int value(const Position<Decks>& position) const {
        const Setup<Decks>& setup = position.setup();
        const int kept = value(score(setup, position.taken(), false));
        const int changer = colour_changer(setup, position.taken());
        if (changer < 0 || setup.rules->ruleset().colour_change != ColourChange::choice) return kept;
        const int swapped = value(score(setup, position.taken(), true));
        return roles[changer] > 0 ? std::max(kept, swapped) : std::min(kept, swapped);
    }
};

// Max/min over every play to the last card.
template <int Decks>
int brute_force(const Goal& goal, Position<Decks>& position) {
    if (position.is_over()) return goal.value(position);
    const int role = goal.roles[position.to_play()];
    MoveList moves;
    position.legal_moves(moves);
    int best = 0;
    bool first = true;
    for (const Move move : moves) {
        const auto undo = position.play(move);
        const int value = brute_force(goal, position);
        position.undo(undo);
        if (first || role * value > role * best) best = value;
        first = false;
    }
    return best;
}

// Alpha–beta with a memo of exact positions: who holds what, who took which scoring cards, who leads, what is barred.
// It stops where all scoring cards are taken, since score() reads no others.
class PlainSearch {
public:
    PlainSearch(const Game& game, const Goal& goal) : goal_(goal), setup_(game.position().setup().for_one_deck()) {
        const Deal& deal = game.deal();
        position_ = Position<1>(setup_, narrowed(deal.hands()), narrowed(deal.taken()), game.leader(), deal.led(),
                                !deal.is_ending());
        for (const Move move : game.history()) position_.play(move);
        scoring_ = setup_.rules->scoring_lane();
    }
    PlainSearch(const PlainSearch&) = delete;
    PlainSearch& operator=(const PlainSearch&) = delete;

    int value() { return search(-infinity, infinity); }
    int value_after(Move move) {
        const auto undo = position_.play(move);
        const int after = value();
        position_.undo(undo);
        return after;
    }
    std::uint64_t nodes() const { return nodes_; }

private:
    static constexpr int infinity = 1'000'000;
    using Sets = std::array<CardSet<1>, seat_count>;

    struct Key {
        std::array<Lane, 2 * seat_count> cards{};  // held, then scoring cards taken
        Lane barred = 0;
        int leader = 0;
        bool opening = false;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            std::uint64_t hash = key.barred + static_cast<unsigned>(key.leader) * 2U + (key.opening ? 1 : 0);
            for (const Lane lane : key.cards) hash = ((hash ^ (hash >> 29)) + lane) * 0x9e3779b97f4a7c15ULL;
            return hash ^ (hash >> 32);
        }
    };
    struct Known {
        int lower = -infinity;
        int upper = infinity;
    };

    static Sets narrowed(const std::array<Cards, seat_count>& cards) {
        Sets sets;
        for (int seat = 0; seat < seat_count; ++seat) sets[seat] = narrow<1>(cards[seat]);
        return sets;
    }
    bool scoring_cards_left() const {
        Lane left = position_.trick().cards.lane[0];
        for (const CardSet<1>& hand : position_.hands()) left |= hand.lane[0];
        return (left & scoring_) != 0;
    }
    Key key() const {
        Key key;
        for (int seat = 0; seat < seat_count; ++seat) {
            key.cards[seat] = position_.hand(seat).lane[0];
            key.cards[seat_count + seat] = position_.taken()[seat].lane[0] & scoring_;
        }
        key.barred = position_.barred().lane[0];
        key.leader = position_.trick().leader;
        key.opening = position_.opening();
        return key;
    }

    // The value if it is above alpha and below beta; else a bound of it on that side.
    int search(int alpha, int beta) {
        ++nodes_;
        if (!scoring_cards_left()) return goal_.value(position_);
        if (position_.trick().played > 0) return best_play(alpha, beta);
        Known& known = memo_[key()];  // stays where it is while others are added
        if (known.lower >= beta) return known.lower;
        if (known.upper <= alpha) return known.upper;
        alpha = std::max(alpha, known.lower);
        beta = std::min(beta, known.upper);
        if (alpha >= beta) return alpha;
        const int value = best_play(alpha, beta);
        if (value > alpha) known.lower = value;
        if (value < beta) known.upper = value;
        return value;
    }
    int best_play(int alpha, int beta) {
        const bool raises = goal_.roles[position_.to_play()] > 0;
        int best = raises ? -infinity : infinity;
        for (CardSet<1> cards = position_.legal_cards(); !cards.empty();) {
            const auto undo = position_.play({cards.pop(), no_card});
            const int value = search(alpha, beta);
            position_.undo(undo);
            best = raises ? std::max(best, value) : std::min(best, value);
            if (raises) alpha = std::max(alpha, best);
            if (!raises) beta = std::min(beta, best);
            if (alpha >= beta) break;
        }
        return best;
    }

    Goal goal_;
    Setup<1> setup_;
    Position<1> position_;
    Lane scoring_ = 0;
    std::unordered_map<Key, Known, Hash> memo_;
    std::uint64_t nodes_ = 0;
};

}  // namespace gongzhu::test
