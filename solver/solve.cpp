#include "solve.hpp"

#include <mutex>
#include <sstream>
#include <string>

#include "core/errors.hpp"
#include "root.hpp"

namespace gongzhu {
namespace {

using solver::Aim;

[[noreturn]] void refuse(const std::string& what) { throw RulesError("solve: " + what); }

void expect_at_least(const char* name, std::int64_t least, std::int64_t given) {
    if (given >= least) return;
    refuse(std::string(name) + " " + std::to_string(given) + " is out of range, expected " + std::to_string(least) +
           " or more");
}

void validate(const SolveOptions& options) {
    if (options.seat < -1 || options.seat >= seat_count) {
        refuse("seat " + std::to_string(options.seat) + " is out of range, expected 0 to 3");
    }
    if (options.time_limit && !(*options.time_limit >= 0)) {
        std::ostringstream given;
        given << *options.time_limit;
        refuse("time_limit " + given.str() + " is out of range, expected 0 seconds or more");
    }
    if (options.nodes) expect_at_least("nodes", 0, *options.nodes);
    expect_at_least("threads", 0, options.threads);
}

void validate_table(std::int64_t hash_mb) {
    constexpr std::int64_t most_mib = std::int64_t{1} << 24;
    if (hash_mb >= 1 && hash_mb <= most_mib) return;
    refuse("hash_mb " + std::to_string(hash_mb) + " is out of range, expected 1 to " + std::to_string(most_mib) +
           " MiB");
}

// Where a game in play began.
Position<1> first_position(const Game& game, const Setup<1>& setup) {
    const Deal& deal = game.deal();
    std::array<CardSet<1>, seat_count> hands;
    std::array<CardSet<1>, seat_count> taken;
    for (int seat = 0; seat < seat_count; ++seat) {
        hands[seat] = narrow<1>(deal.hands()[seat]);
        taken[seat] = narrow<1>(deal.taken()[seat]);
    }
    return {setup, hands, taken, game.leader(), deal.led(), !deal.is_ending()};
}

void add_line(Solution& solution, const std::vector<Card>& line, const Aim& aim, Position<1> position) {
    for (const Card card : line) {
        solution.line.push_back({card, no_card});
        position.play({card, no_card});
    }
    if (position.is_over()) solution.points = aim.points(position.setup(), position.taken());
}

// What serves one deal and one aim.
struct Context {
    Context(const Game& game, const Aim& aim, std::int64_t hash_mb)
        : rules(game.deal().rules()), setup(game.position().setup().for_one_deck()), worth(setup, aim), start(first_position(game, setup)),
          problem(worth, start, hash_mb) {}
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    bool serves(const Game& game, const Aim& aim) const {
        const Setup<1> other = game.position().setup().for_one_deck();
        return aim == worth.aim() && rules->ruleset() == game.rules().ruleset() && setup.exposures == other.exposures &&
               setup.deck == other.deck && setup.dealt == other.dealt && setup.must_lead_card == other.must_lead_card &&
               start == first_position(game, setup);
    }
    Position<1> position(const Game& game) const {
        Position<1> position = start;
        for (const Move move : game.history()) position.play(move);
        return position;
    }

    std::shared_ptr<const Rules> rules;
    Setup<1> setup;
    solver::Worth worth;
    Position<1> start;
    solver::Problem problem;
};

Solution solve_in_play(Context& context, const Game& game, const SolveOptions& options) {
    const Position<1> position = context.position(game);
    solver::Limits limits(options.time_limit, options.nodes, options.stop);
    solver::Search search(context.problem, limits);
    solver::Root root(search, position);

    Solution solution;
    if (options.at_least) {
        root.ask(*options.at_least);
    } else {
        root.find_value();
        add_line(solution, root.line(), context.worth.aim(), position);
        if (options.every_play) root.find_every_play();
    }

    solution.bounds = root.bounds();
    solution.value = solution.bounds.lower;
    solution.exact = solution.bounds.exact();
    if (options.at_least && solution.bounds.lower >= *options.at_least) solution.at_least = true;
    if (options.at_least && solution.bounds.upper < *options.at_least) solution.at_least = false;
    for (const Move move : game.legal_moves()) solution.moves.push_back({move, root.bounds(move.first)});
    solution.nodes = limits.nodes();
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
    validate_table(hash_mb);
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
    validate(options);
    if (game.rules().decks() != 1) refuse("two decks are not supported yet");
    if (game.phase() == Phase::over) throw IllegalMove("solve: the deal is over");
    if (game.phase() == Phase::exposing) {
        Game begun = game;
        begun.begin();
        return solve(begun, options);
    }
    const int seat = options.seat >= 0 ? options.seat : game.to_play();
    const Aim aim = solver::make_aim(options.objective, options.measure, seat, game.sides());
    const std::lock_guard lock(state_->mutex);
    auto& context = state_->context;
    if (!context || !context->serves(game, aim)) context = std::make_unique<Context>(game, aim, state_->hash_mb);
    return solve_in_play(*context, game, options);
}

Solution solve(const Game& game, const SolveOptions& options, std::int64_t hash_mb) {
    return Solver(hash_mb).solve(game, options);
}

}  // namespace gongzhu
