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
// Throws RulesError that names a limit out of range, or for two decks.
void validate(const Request& request, const Rules& rules);

// Where the play of a deal of one deck begins.
Position<1> one_deck_position(const Deal& deal, int leader, const Setup<1>& setup);
// The position of a game of one deck in play, with what the bars and the first trick remember of the plays before.
Position<1> one_deck_position(const Game& game, const Setup<1>& setup);

}  // namespace gongzhu::solver
