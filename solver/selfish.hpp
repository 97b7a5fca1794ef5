// max^n: four players, each for itself, with all hands visible (Luckhardt and Irani 1986).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "bounds.hpp"
#include "core/game.hpp"

namespace gongzhu {

// Which of two results a seat prefers: more points of its own; then fewer of the next seat in order of play, then of
// the one after it, then of the last. Results that differ are never equally good, so what a position is worth does not
// depend on the order in which plays are looked at.
inline constexpr std::string_view selfish_tie_break =
    "own points, then fewer for the next seat in order of play, then for the one after it, then for the last";
bool prefers(int seat, const Points& points, const Points& other);

using PointsBounds = std::array<Bounds, seat_count>;  // of each seat's own points

struct SelfishOptions {
    std::optional<double> time_limit;         // seconds
    std::optional<std::int64_t> nodes;        // plays searched
    std::int64_t hash_mb = 256;               // the most that the table may take, MiB
    const std::atomic<bool>* stop = nullptr;  // set from elsewhere to end the search early
};

struct SelfishSolution {
    struct Play {
        Move move;
        PointsBounds bounds;
    };

    std::optional<Points> points;  // at the end, everybody playing for itself; empty where a limit came first
    PointsBounds bounds;           // proven
    std::vector<Play> moves;       // every legal move, in the order of Game::legal_moves()
    std::vector<Move> line;        // such play to the end; what is proven of it where a limit came first
    std::uint64_t nodes = 0;
    double seconds = 0;
    double table_fill = 0;  // the part of the table in use at the end, 0 … 1

    bool exact() const { return points.has_value(); }
};

// Solves the position a game has reached; one that is still exposing is solved as if the exposing ended now.
// Throws RulesError for limits out of range, IllegalMove for a game that is over.
SelfishSolution solve_selfish(const Game& game, const SelfishOptions& options = {});

}  // namespace gongzhu
