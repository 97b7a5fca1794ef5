// What the tests of the solver play for, and max/min search that is right by reading: both know Position and score(),
// and nothing of solver/.
#pragma once

#include <algorithm>
#include <array>

#include "core/game.hpp"

namespace gongzhu::test {

// Every seat's final points have a weight in the value, and every seat raises it (+1) or lowers it (−1).
struct Goal {
    std::array<int, seat_count> weights{};
    std::array<int, seat_count> roles{};

    // The side of `seat` against the other side.
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
    // `seat` against the other three: its own points.
    static Goal solo(int seat) {
        Goal goal;
        goal.weights[seat] = 1;
        goal.roles.fill(-1);
        goal.roles[seat] = 1;
        return goal;
    }
    // The same for thrice the distance of its points from the mean of the others'.
    static Goal settled(int seat) {
        Goal goal = solo(seat);
        goal.weights.fill(-1);
        goal.weights[seat] = 3;
        return goal;
    }

    int value(const Points& points) const {
        int sum = 0;
        for (int seat = 0; seat < seat_count; ++seat) sum += weights[seat] * points[seat];
        return sum;
    }
    // Of what has been taken. The taker of all hearts swaps pig and sheep where he may and it serves his role.
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

}  // namespace gongzhu::test
