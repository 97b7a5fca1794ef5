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

void validate(const SolveOptions& options, std::int64_t hash_mb) {
    solver::validate({"solve", options.time_limit, options.nodes, hash_mb});
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

Bounds negated(const Bounds& bounds) { return {-bounds.upper, -bounds.lower}; }

template <int Decks>
void add_line(Solution& solution, const std::vector<Move>& line, const Aim& aim, Position<Decks> position) {
    for (const Move move : line) {
        solution.line.push_back(move);
        position.play(move);
    }
    if (position.is_over()) solution.points = aim.points(position.setup(), position.taken());
}

// The part of the table's memory, MiB, that guesses get; where there is less than the second, none.
constexpr std::int64_t guess_mib = 8;
constexpr std::int64_t least_mib_with_guesses = 4 * guess_mib;
constexpr int guess_share = 8;  // of the limits, at most one part in so many

// What a deal is searched with.
struct OneDeck {
    static constexpr int decks = 1;
    using Problem = solver::Problem;
    using Team = solver::Team;
    using Root = solver::Root;
};
template <int Words>
struct TwoDecks {
    static constexpr int decks = 2;
    using Problem = solver::TwoDeckProblem<Words>;
    using Team = solver::TeamOf<solver::TwoDeckSearch<Words>>;
    using Root = solver::TwoDeckRoot<Words>;
};

// Where the search of a game begins: what it knows of cards is made for those that are left from there on.
template <int Decks>
Position<Decks> start_of(const Game& game, const Setup<Decks>& setup) {
    Position<Decks> start = solver::first_position(game, setup);
    if constexpr (Decks == 2) {
        // A whole deal has so many more relations of cards than its last tricks that these are worth a start of their
        // own: from the present position back to the first of so many cards a hand or fewer.
        constexpr std::array most_cards = {7, 10, 13, 26};
        const int cards = game.position().hand(game.to_play()).count();
        const int most = *std::ranges::lower_bound(most_cards, cards);
        auto next = game.history().begin();
        while (start.trick().played != 0 || start.hand(start.to_play()).count() > most) start.play(*next++);
    }
    return start;
}

// What serves one deal and one aim.
class Context {
public:
    Context() = default;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    virtual ~Context() = default;

    virtual bool serves(const Game& game, const Aim& aim) const = 0;
    virtual Solution solve(const Game& game, const SolveOptions& options) = 0;
};

template <class Kit>
class ContextOf : public Context {
    static constexpr int decks = Kit::decks;
    using Position = gongzhu::Position<decks>;
    using Root = typename Kit::Root;
    using Problem = typename Kit::Problem;

public:
    ContextOf(const Game& game, const Aim& aim, std::int64_t hash_mb)
        : rules_(game.deal().rules()), setup_(solver::setup_of<decks>(game)), worth_(setup_, aim),
          start_(start_of(game, setup_)), guesses_(hash_mb >= least_mib_with_guesses),
          table_mib_(guesses_ ? hash_mb - guess_mib : hash_mb),
          proof_mib_(may_be_finished(start_) ? 0 : table_mib_ / 2), problem_(worth_, start_, table_mib_ - proof_mib_) {}

    bool serves(const Game& game, const Aim& aim) const override {
        if (game.rules().decks() != decks) return false;
        const auto other = solver::setup_of<decks>(game);
        return aim == worth_.aim() && rules_->ruleset() == game.rules().ruleset() &&
               setup_.exposures == other.exposures && setup_.deck == other.deck && setup_.dealt == other.dealt &&
               setup_.must_lead_card == other.must_lead_card && start_ == start_of(game, setup_);
    }

    Solution solve(const Game& game, const SolveOptions& options) override {
        const Position position = solver::present_position(game, setup_);
        solver::Limits limits(options.time_limit, options.nodes, options.stop);
        const Guess guessed = options.at_least ? Guess{*options.at_least} : guess(position, options);
        limits.count_nodes(guessed.nodes);
        typename Kit::Team team(problem_, limits, thread_count(options), {.shuffle = options.shuffle});
        Root root(team, position);

        Solution solution;
        if (options.at_least) {
            root.ask(*options.at_least);
        } else {
            find_value(root, position, guessed.value, limits);
            add_line(solution, root.line(), worth_.aim(), position);
            if (options.every_play) root.find_every_play();
        }

        solution.bounds = root.bounds();
        solution.value = solution.bounds.lower;
        solution.exact = solution.bounds.exact();
        if (options.at_least && solution.bounds.lower >= *options.at_least) solution.at_least = true;
        if (options.at_least && solution.bounds.upper < *options.at_least) solution.at_least = false;
        for (const Move move : game.legal_moves()) solution.moves.push_back({move, root.bounds(move)});
        solution.best = solution.line.empty() ? root.best() : solution.line.front();
        if (!solution.exact && !options.at_least) {
            solution.estimate = std::clamp(estimate(position, guessed), solution.bounds.lower, solution.bounds.upper);
        }
        solution.nodes = guessed.nodes + team.nodes() + limits.nodes();
        solution.seconds = limits.elapsed();
        solution.table_fill = problem_.table.fill();
        return solution;
    }

private:
    struct Guess {
        int value;
        std::uint64_t nodes = 0;
        bool searched = false;  // and not just the points taken
    };

    static bool may_be_finished(const Position& position) {
        constexpr int most_cards = 11;
        return decks == 1 || position.hand(position.to_play()).count() <= most_cards;
    }

    void find_value(Root& root, const Position& position, int guess, solver::Limits& limits) {
        if constexpr (decks == 2) {
            if (!may_be_finished(position)) {
                if (!proof_) {
                    proof_ = std::make_unique<solver::TwoDeckProof>(worth_, problem_.static_bounds, start_,
                                                                    std::max<std::int64_t>(proof_mib_, 1));
                }
                return root.narrow(guess, *proof_, limits);
            }
        }
        root.find_value(guess);
    }

    // What sampled play comes to. Whoever plays on goes by the habits of the move order, and the last tricks are
    // searched.
    int estimate(const Position& position, const Guess& guess) {
        if constexpr (decks == 2) {
            if (!guess.searched) return sampled(position);
        }
        return guess.value;
    }

    int sampled(const Position& position)
        requires(decks == 2)
    {
        constexpr int cards_searched = 4;
        const int games = position.hand(position.to_play()).count() <= cards_searched ? 1 : 24;
        constexpr std::int64_t nodes = 4096;
        Random random(1);
        std::int64_t sum = 0;
        for (int i = 0; i < games; ++i) {
            typename Kit::Team team(problem_, solver::Limits(std::nullopt, nodes, nullptr), 1, {});
            const Position end = team.search().played_on(position, cards_searched, random);
            if (end.is_over()) {
                sum += team.search().known(end).lower;
                continue;
            }
            Root root(team, end);
            root.find_value(problem_.standing(end));
            sum += root.bounds().exact() ? root.bounds().lower : problem_.standing(end);
        }
        return static_cast<int>(sum / games);
    }

    // What the value is likely to be: that of a search which tries two plays at each node. For few cards the points
    // taken do as well.
    Guess guess(const Position& position, const SolveOptions& options) {
        constexpr int fewest_cards = 9;
        const int standing = problem_.standing(position);
        if (!guesses_ || position.hand(position.to_play()).count() < fewest_cards) return {standing};
        if constexpr (decks == 2) {
            if (!may_be_finished(position)) return {sampled(position), 0, true};
        }
        if (!likely_) likely_ = std::make_unique<Problem>(worth_, start_, guess_mib);
        auto [seconds, nodes] = std::pair(options.time_limit, options.nodes);
        if (seconds) *seconds /= guess_share;
        if (nodes) *nodes /= guess_share;
        typename Kit::Team team(*likely_, solver::Limits(seconds, nodes, options.stop), 1, {.width = 2});
        Root root(team, position);
        root.find_value(standing);
        if (team.limit_reached()) return {standing, team.nodes()};
        return {root.bounds().lower, team.nodes(), true};
    }

    std::shared_ptr<const Rules> rules_;
    Setup<decks> setup_;
    solver::DeckWorth<decks> worth_;
    Position start_;
    bool guesses_;
    std::int64_t table_mib_;
    std::int64_t proof_mib_;  // of these
    Problem problem_;
    std::unique_ptr<Problem> likely_;  // for guesses: nothing in its table is proven
    std::unique_ptr<solver::TwoDeckProof> proof_;
};

std::unique_ptr<Context> make_context(const Game& game, const Aim& aim, std::int64_t hash_mb) {
    if (game.rules().decks() == 1) return std::make_unique<ContextOf<OneDeck>>(game, aim, hash_mb);
    const int bits = solver::Relations<1>::bits_needed(start_of(game, solver::setup_of<2>(game)).hands());
    if (bits <= 64) return std::make_unique<ContextOf<TwoDecks<1>>>(game, aim, hash_mb);
    if (bits <= 128) return std::make_unique<ContextOf<TwoDecks<2>>>(game, aim, hash_mb);
    return std::make_unique<ContextOf<TwoDecks<8>>>(game, aim, hash_mb);
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
    validate(options, state_->hash_mb);
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
    if (!context || !context->serves(game, aim)) context = make_context(game, aim, state_->hash_mb);
    Solution solution = context->solve(game, asked);
    if (other_side) {
        solution.bounds = negated(solution.bounds);
        solution.value = solution.bounds.lower;
        if (solution.estimate) solution.estimate = -*solution.estimate;
        if (solution.at_least) solution.at_least = !*solution.at_least;
        for (MoveBounds& play : solution.moves) play.bounds = negated(play.bounds);
    }
    return solution;
}

Solution solve(const Game& game, const SolveOptions& options, std::int64_t hash_mb) {
    return Solver(hash_mb).solve(game, options);
}

}  // namespace gongzhu
