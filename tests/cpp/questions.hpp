// Questions to the solver about random endings, and the same questions as goals of a plain search.
#pragma once

#include "check.hpp"
#include "endings.hpp"
#include "goal.hpp"
#include "solver/solve.hpp"

namespace gongzhu::test {

struct Question {
    Game game;
    SolveOptions options;
    Goal goal;
};

// The objectives in turn, asked by any seat.
inline Question ask(Random& random, const Game& game, std::uint64_t number) {
    SolveOptions options;
    options.seat = draw_seat(random);
    if (number % 3 == 0) return {game, options, Goal::partners(game, options.seat)};
    options.objective = Objective::solo;
    if (number % 3 == 1) return {game, options, Goal::solo(options.seat)};
    options.measure = Measure::settled;
    return {game, options, Goal::settled(options.seat)};
}

template <typename Visit>
void for_random_endings(std::uint64_t seed, std::uint64_t endings, int cards, Visit visit) {
    for (std::uint64_t i = 0; i < endings; ++i) {
        Random random(seed, i);
        visit(ask(random, draw_game(random, draw_rules(random), cards), i));
    }
}

// All that a full solve says of values; lines may differ where several plays are best.
inline void check_same_values(const Solution& one, const Solution& other,
                              std::source_location where = std::source_location::current()) {
    check(one.exact && other.exact, where);
    check_equal(one.value, other.value, where);
    check(one.bounds == other.bounds, where);
    check_equal(one.moves.size(), other.moves.size(), where);
    for (std::size_t i = 0; i < one.moves.size(); ++i) {
        check(one.moves[i].move == other.moves[i].move, where);
        check(one.moves[i].bounds == other.moves[i].bounds, where);
    }
}

}  // namespace gongzhu::test
