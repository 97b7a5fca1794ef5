// Exact solving with all hands visible: what a position is worth when everybody plays perfectly.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "bounds.hpp"
#include "core/game.hpp"
#include "objective.hpp"

namespace gongzhu {

// Every number is checked by solve(), which names it as Python does.
struct SolveOptions {
    Objective objective = Objective::partners;
    int seat = -1;                            // whose point of view, and for solo whose points; −1: the seat to play
    std::optional<double> time_limit;         // seconds
    std::optional<std::int64_t> nodes;        // plays searched
    std::int64_t hash_mb = 256;               // the most that the transposition table may take, MiB
    std::int64_t threads = 1;                 // accepted for later: the search uses one thread
    const std::atomic<bool>* stop = nullptr;  // set from elsewhere to end the search early
};

struct MoveBounds {
    Move move;
    Bounds bounds;
};

struct Solution {
    int value = 0;  // exact, or else the lower bound
    Bounds bounds;
    bool exact = false;
    std::vector<MoveBounds> moves;  // every legal move, in the order of Game::legal_moves()
    // Best play by everybody to the end of the deal, and its points. A search that a limit ended may have less: no
    // points, and of the line only what is proven best.
    std::vector<Move> line;
    std::optional<Points> points;
    std::uint64_t nodes = 0;
    double seconds = 0;
    double table_fill = 0;  // the part of the table in use at the end, 0 … 1
};

// Solves the position a game has reached; one that is still exposing is solved as if the exposing ended now.
// On reaching a limit returns what is proven so far. Throws RulesError for options out of range and for two decks,
// IllegalMove for a game that is over.
Solution solve(const Game& game, const SolveOptions& options = {});

}  // namespace gongzhu
