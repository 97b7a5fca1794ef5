// Whether a claim holds: can the claimer bring it about against every play of the others?
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game.hpp"

namespace gongzhu {

struct ClaimOptions {
    std::optional<double> time_limit;         // seconds
    std::optional<std::int64_t> nodes;        // plays searched
    const std::atomic<bool>* stop = nullptr;  // set from elsewhere to end the search early
};

struct ClaimCheck {
    // Whether the claimer has a way of playing under which every scoring card in play is taken by the seat that the
    // claim names, whatever the other three do, together if they like. Empty: a limit came first.
    std::optional<bool> holds;
    // Of a claim that does not hold: plays up to the end of the first trick that contradicts it, the others' each
    // leaving the claimer no way out. Shorter where a limit came first.
    std::vector<Move> refutation;
    std::uint64_t nodes = 0;
    double seconds = 0;
};

// Checks the claim that ended a game. Throws RulesError for limits out of range, IllegalMove for a game that no claim
// ended.
ClaimCheck check_claim(const Game& game, const ClaimOptions& options = {});

}  // namespace gongzhu
