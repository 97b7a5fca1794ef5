// Exact solving with all hands visible: what a position is worth when everybody plays perfectly.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "bounds.hpp"
#include "core/game.hpp"
#include "objective.hpp"

namespace gongzhu {

// Every number is checked by solve(), which names it as Python does.
struct SolveOptions {
    Objective objective = Objective::partners;
    Measure measure = Measure::points;
    int seat = -1;                            // whose point of view, and for solo whose points; −1: the seat to play
    std::optional<int> at_least;              // ask only whether the value is at least this
    bool every_play = true;                   // the value of every legal move, not only of the best
    std::optional<double> time_limit;         // seconds
    std::optional<std::int64_t> nodes;        // plays searched
    std::int64_t threads = 1;                 // 0: as many as the processor runs at once
    const std::atomic<bool>* stop = nullptr;  // set from elsewhere to end the search early
    std::uint64_t shuffle = 0;                // for tests: another order of plays, which changes no value
};

struct MoveBounds {
    Move move;
    Bounds bounds;
};

// Values are in units of the measure: points, or for Measure::settled thirds of a point.
struct Solution {
    int value = 0;  // exact, or else the lower bound
    Bounds bounds;
    bool exact = false;
    std::optional<bool> at_least;  // the answer to that question, where it is proven
    // Where the value is not known: what sampled good play by everybody comes to. Nothing about it is proven.
    std::optional<int> estimate;
    Move best;                      // the move that is best, or whose bounds promise most
    std::vector<MoveBounds> moves;  // every legal move, in the order of Game::legal_moves()
    // Best play by everybody to the end of the deal, and its points. A search that a limit ended may have less: no
    // points, and of the line only what is proven best.
    std::vector<Move> line;
    std::optional<Points> points;
    std::uint64_t nodes = 0;
    double seconds = 0;
    double table_fill = 0;  // the part of the table in use at the end, 0 … 1
};

// Solves positions and keeps what it learns of one deal: asked about another deal (other cards, exposures, rules,
// objective or point of view), it starts anew. Calls from several threads wait for each other.
class Solver {
public:
    // `hash_mb`: the most that its transposition table may take, MiB. Throws RulesError where it is out of range.
    explicit Solver(std::int64_t hash_mb = 256);
    ~Solver();
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;

    // Solves the position a game has reached; one that is still exposing is solved as if the exposing ended now.
    // On reaching a limit returns what is proven so far. Throws RulesError for options out of range, IllegalMove for
    // a game that is over.
    Solution solve(const Game& game, const SolveOptions& options = {});
    void clear();

private:
    struct State;
    std::unique_ptr<State> state_;
};

// The same for one question.
Solution solve(const Game& game, const SolveOptions& options = {}, std::int64_t hash_mb = 256);

}  // namespace gongzhu
