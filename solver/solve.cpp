#include "solve.hpp"

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
    constexpr std::int64_t most_mib = std::int64_t{1} << 24;
    if (options.hash_mb < 1 || options.hash_mb > most_mib) {
        refuse("hash_mb " + std::to_string(options.hash_mb) + " is out of range, expected 1 to " +
               std::to_string(most_mib) + " MiB");
    }
    expect_at_least("threads", 0, options.threads);
}

// The position of a game in play, with what the bars and the first trick remember of the plays before.
Position<1> narrow_position(const Game& game, const Setup<1>& setup) {
    const Deal& deal = game.deal();
    std::array<CardSet<1>, seat_count> hands;
    std::array<CardSet<1>, seat_count> taken;
    for (int seat = 0; seat < seat_count; ++seat) {
        hands[seat] = narrow<1>(deal.hands()[seat]);
        taken[seat] = narrow<1>(deal.taken()[seat]);
    }
    Position<1> position(setup, hands, taken, game.leader(), deal.led(), !deal.is_ending());
    for (const Move move : game.history()) position.play(move);
    return position;
}

void add_line(Solution& solution, const std::vector<Card>& line, const Aim& aim, Position<1> position) {
    for (const Card card : line) {
        solution.line.push_back({card, no_card});
        position.play({card, no_card});
    }
    if (position.is_over()) solution.points = aim.points(position.setup(), position.taken());
}

Solution solve_in_play(const Game& game, const SolveOptions& options) {
    const Setup<1> setup = game.position().setup().for_one_deck();
    const Position<1> position = narrow_position(game, setup);
    const int seat = options.seat >= 0 ? options.seat : position.to_play();
    const Aim aim = solver::make_aim(options.objective, seat, game.sides());
    const solver::Worth worth(setup, aim);
    solver::Limits limits(options.time_limit, options.nodes, options.stop);
    solver::Table table(options.hash_mb);
    solver::Search search(worth, position, table, limits);
    solver::Root root(search, position);

    Solution solution;
    root.find_value();
    add_line(solution, root.line(), aim, position);
    root.find_every_play();

    solution.bounds = root.bounds();
    solution.value = solution.bounds.lower;
    solution.exact = solution.bounds.exact();
    for (const Move move : game.legal_moves()) solution.moves.push_back({move, root.bounds(move.first)});
    solution.nodes = limits.nodes();
    solution.seconds = limits.elapsed();
    solution.table_fill = table.fill();
    return solution;
}

}  // namespace

Solution solve(const Game& game, const SolveOptions& options) {
    validate(options);
    if (game.rules().decks() != 1) refuse("two decks are not supported yet");
    switch (game.phase()) {
        case Phase::exposing: {
            Game begun = game;
            begun.begin();
            return solve_in_play(begun, options);
        }
        case Phase::play: return solve_in_play(game, options);
        case Phase::over: throw IllegalMove("solve: the deal is over");
    }
    return {};
}

}  // namespace gongzhu
