// What every call of the solver checks and prepares before it searches.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/game.hpp"

namespace gongzhu::solver {

// Limits of a search as a caller gives them.
struct Request {
    std::string_view call;              // the function's name in messages
    std::optional<double> time_limit;   // seconds
    std::optional<std::int64_t> nodes;  // plays searched
    std::int64_t hash_mb = 256;         // the most that the table may take, MiB
};

// Throws RulesError where it is out of range.
void validate_hash_mb(std::string_view call, std::int64_t hash_mb);
// Throws RulesError that names a limit out of range.
void validate(const Request& request);

// What is fixed in a game that is in play.
template <int Decks>
Setup<Decks> setup_of(const Game& game) {
    if constexpr (Decks == 1)
        return game.position().setup().for_one_deck();
    else
        return game.position().setup();
}
// Where its play began.
template <int Decks>
Position<Decks> first_position(const Game& game, const Setup<Decks>& setup);
// Its position, with what the bars and the first trick remember of the plays before.
template <int Decks>
Position<Decks> present_position(const Game& game, const Setup<Decks>& setup) {
    Position<Decks> position = first_position(game, setup);
    for (const Move move : game.history()) position.play(move);
    return position;
}

}  // namespace gongzhu::solver
