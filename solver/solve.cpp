#include "solve.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "core/errors.hpp"
#include "request.hpp"
#include "root.hpp"

namespace gongzhu {
namespace {

using solver::Aim;

void validate(const SolveOptions& options, std::int64_t hash_mb, const Rules& rules) {
    solver::validate({"solve", options.time_limit, options.nodes, hash_mb}, rules);
    const auto refuse = [](const char* name, std::int64_t given, const char* expected) {
        throw RulesError("solve: " + std::string(name) + " " + std::to_string(given) + " is out of range, expected " +
                         expected);
    };
    if (options.seat < -1 || options.seat >= seat_count) refuse("seat", options.seat, "0 to 3");
    constexpr std::int64_t most_threads = 1024;
    if (options.threads < 0 || options.threads > most_threads) refuse("threads", options.threads, "0 to 1024");
}

int thread_count(const SolveOptions& options) {
    if (options.threads != 0) return static_cast<int>(options.threads);
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// Where a game in play began.
Position<1> first_position(const Game& game, const Setup<1>& setup) {
    return solver::one_deck_position(game.deal(), game.leader(), setup);
}

Bounds negated(const Bounds& bounds) { return {-bounds.upper, -bounds.lower}; }

void add_line(Solution& solution, const std::vector<Card>& line, const Aim& aim, Position<1> position) {
    for (const Card card : line) {
        solution.line.push_back({card, no_card});
        position.play({card, no_card});
    }
    if (position.is_over()) solution.points = aim.points(position.setup(), position.taken());
}

// The part of the table's memory, MiB, that guesses get; where there is less than the second, none.
constexpr std::int64_t guess_mib = 8;
constexpr std::int64_t least_mib_with_guesses = 4 * guess_mib;
constexpr int guess_share = 8;  // of the limits, at most one part in so many

// What serves one deal and one aim.
struct Context {
    Context(const Game& game, const Aim& aim, std::int64_t hash_mb)
        : rules(game.deal().rules()), setup(game.position().setup().for_one_deck()), worth(setup, aim),
          start(first_position(game, setup)), guesses(hash_mb >= least_mib_with_guesses),
          problem(worth, start, guesses ? hash_mb - guess_mib : hash_mb) {}
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    bool serves(const Game& game, const Aim& aim) const {
        const Setup<1> other = game.position().setup().for_one_deck();
        return aim == worth.aim() && rules->ruleset() == game.rules().ruleset() && setup.exposures == other.exposures &&
               setup.deck == other.deck && setup.dealt == other.dealt && setup.must_lead_card == other.must_lead_card &&
               start == first_position(game, setup);
    }

    std::shared_ptr<const Rules> rules;
    Setup<1> setup;
    solver::Worth worth;
    Position<1> start;
    bool guesses;
    solver::Problem problem;
    std::unique_ptr<solver::Problem> likely;  // for guesses: nothing in its table is proven
};

struct Guess {
    int value;
    std::uint64_t nodes = 0;
};

// What the value is likely to be: that of a search which tries two plays at each node. For few cards the points taken
// do as well.
Guess guess(Context& context, const Position<1>& position, const SolveOptions& options) {
    constexpr int fewest_cards = 9;
    const int standing = context.problem.standing(position);
    if (!context.guesses || position.hand(position.to_play()).count() < fewest_cards) return {standing};
    auto& likely = context.likely;
    if (!likely) likely = std::make_unique<solver::Problem>(context.worth, context.start, guess_mib);
    auto [seconds, nodes] = std::pair(options.time_limit, options.nodes);
    if (seconds) *seconds /= guess_share;
    if (nodes) *nodes /= guess_share;
    solver::Team team(*likely, solver::Limits(seconds, nodes, options.stop), 1, {.width = 2});
    solver::Root root(team, position);
    root.find_value(standing);
    return {team.limit_reached() ? standing : root.bounds().lower, team.nodes()};
}

Solution solve_in_play(Context& context, const Game& game, const SolveOptions& options) {
    Position<1> position = context.start;
    for (const Move move : game.history()) position.play(move);
    solver::Limits limits(options.time_limit, options.nodes, options.stop);
    const Guess guessed = options.at_least ? Guess{*options.at_least} : guess(context, position, options);
    limits.count_nodes(guessed.nodes);
    solver::Team team(context.problem, limits, thread_count(options), {.shuffle = options.shuffle});
    solver::Root root(team, position);

    Solution solution;
    if (options.at_least) {
        root.ask(*options.at_least);
    } else {
        root.find_value(guessed.value);
        add_line(solution, root.line(), context.worth.aim(), position);
        if (options.every_play) root.find_every_play();
    }

    solution.bounds = root.bounds();
    solution.value = solution.bounds.lower;
    solution.exact = solution.bounds.exact();
    if (options.at_least && solution.bounds.lower >= *options.at_least) solution.at_least = true;
    if (options.at_least && solution.bounds.upper < *options.at_least) solution.at_least = false;
    for (const Move move : game.legal_moves()) solution.moves.push_back({move, root.bounds(move.first)});
    solution.nodes = guessed.nodes + team.nodes();
    solution.seconds = limits.elapsed();
    solution.table_fill = context.problem.table.fill();
    return solution;
}

}  // namespace

struct Solver::State {
    std::int64_t hash_mb;
    std::mutex mutex;
    std::unique_ptr<Context> context;
};

Solver::Solver(std::int64_t hash_mb) : state_(std::make_unique<State>()) {
    solver::validate_hash_mb("solve", hash_mb);
    state_->hash_mb = hash_mb;
}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

void Solver::clear() {
    const std::lock_guard lock(state_->mutex);
    state_->context.reset();
}

Solution Solver::solve(const Game& game, const SolveOptions& options) {
    validate(options, state_->hash_mb, game.rules());
    if (game.phase() == Phase::over) throw IllegalMove("solve: the deal is over");
    if (game.phase() == Phase::exposing) {
        Game begun = game;
        begun.begin();
        return solve(begun, options);
    }
    const int seat = options.seat >= 0 ? options.seat : game.to_play();
    Aim aim = solver::make_aim(options.objective, options.measure, seat, game.sides());
    // What one side wins the other loses: both are asked as seat 0's is, so that the table serves from play to play.
    const bool other_side = options.objective == Objective::partners && aim.roles[0] < 0;
    SolveOptions asked = options;
    if (other_side) {
        aim = solver::make_aim(options.objective, options.measure, 0, game.sides());
        if (options.at_least) asked.at_least = 1 - *options.at_least;
    }
    const std::lock_guard lock(state_->mutex);
    auto& context = state_->context;
    if (!context || !context->serves(game, aim)) context = std::make_unique<Context>(game, aim, state_->hash_mb);
    Solution solution = solve_in_play(*context, game, asked);
    if (other_side) {
        solution.bounds = negated(solution.bounds);
        solution.value = solution.bounds.lower;
        if (solution.at_least) solution.at_least = !*solution.at_least;
        for (MoveBounds& play : solution.moves) play.bounds = negated(play.bounds);
    }
    return solution;
}

Solution solve(const Game& game, const SolveOptions& options, std::int64_t hash_mb) {
    return Solver(hash_mb).solve(game, options);
}

}  // namespace gongzhu
