// The solver of two decks against searches that know nothing of it, and against itself, over rules drawn at random.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>

#include "check.hpp"
#include "questions.hpp"
#include "solver/request.hpp"
#include "solver/two_deck_cards.hpp"
#include "solver/two_deck_guards.hpp"
#include "solver/two_deck_hearts.hpp"
#include "solver/two_deck_proof.hpp"
#include "two_deck_endings.hpp"

namespace {

using namespace gongzhu;
using namespace gongzhu::test;

constexpr std::int64_t small_table = 1;  // MiB

template <typename Visit>
void with_two_deck_ending(std::uint64_t seed, std::uint64_t number, int cards, Visit visit) {
    Random random(seed, number);
    const Question question = ask(random, draw_game(random, draw_two_deck_rules(random), cards), number);
    try {
        visit(question);
    } catch (const Failure& failure) {
        throw Failure("ending " + std::to_string(number) + ": " + failure.what());
    }
}

template <typename Visit>
void for_two_deck_endings(std::uint64_t seed, std::uint64_t endings, int cards, Visit visit) {
    for (std::uint64_t i = 0; i < endings; ++i) with_two_deck_ending(seed, i, cards, visit);
}

std::uint64_t times(std::uint64_t endings) {
    const char* set = std::getenv("GONGZHU_SOLVER_FUZZ");
    return set == nullptr ? endings : std::stoull(set);
}

void check_every_play(const Solution& solution, const Question& question, auto value_after) {
    const MoveList legal = question.game.legal_moves();
    check(solution.exact && solution.bounds.exact());
    check_equal(static_cast<int>(solution.moves.size()), legal.size());
    const int role = question.goal.roles[question.game.to_play()];
    int best = value_after(legal[0]);
    for (int i = 0; i < legal.size(); ++i) {
        const auto& [move, bounds] = solution.moves[static_cast<std::size_t>(i)];
        const int expected = value_after(legal[i]);
        check(move == legal[i]);
        check_equal(bounds.lower, expected);
        check_equal(bounds.upper, expected);
        if (role * expected > role * best) best = expected;
    }
    check_equal(solution.value, best);
}

void check_line(const Solution& solution, const Question& question) {
    Game game = question.game;
    for (const Move move : solution.line) {
        const MoveList legal = game.legal_moves();
        check(std::ranges::find(legal, move) != legal.end());
        game.play(move);
    }
    check(game.is_over());
    check(solution.points.has_value());
    check_equal(question.goal.value(*solution.points), solution.value);
}

const Test exact{"every play of the last two and three tricks of two decks is worth what brute force says", [] {
                     for (const int cards : {2, 3}) {
                         for_two_deck_endings(1, times(1200), cards, [](const Question& question) {
                             Position<2> position = question.game.position();
                             const Solution solution = solve(question.game, question.options, small_table);
                             check_every_play(solution, question, [&](Move move) {
                                 const auto undo = position.play(move);
                                 const int value = brute_force(question.goal, position);
                                 position.undo(undo);
                                 return value;
                             });
                             check_line(solution, question);
                         });
                     }
                 }};

const Test plain_is_right{"plain search of two decks agrees with brute force", [] {
                              for_two_deck_endings(7, 200, 3, [](const Question& question) {
                                  Position<2> position = question.game.position();
                                  check_equal(TwoDeckPlainSearch(question.game, question.goal).value(),
                                              brute_force(question.goal, position));
                              });
                          }};

const Test exact_longer{
    "every play of the last four and five tricks of two decks is worth what plain search says", [] {
        for (const int cards : {4, 5}) {
            for_two_deck_endings(8, times(cards == 4 ? 800 : 300), cards, [](const Question& question) {
                TwoDeckPlainSearch plain(question.game, question.goal);
                const Solution solution = solve(question.game, question.options, small_table);
                check_every_play(solution, question, [&](Move move) { return plain.value_after(move); });
                check_line(solution, question);
            });
        }
    }};

void check_by_plain_search(const Question& question) {
    check_equal(solve(question.game, question.options, small_table).value,
                TwoDeckPlainSearch(question.game, question.goal).value());
}

const Test exact_longest{"endings of six and seven cards of two decks are worth what plain search says", [] {
                             for_two_deck_endings(9, times(60), 6, check_by_plain_search);
                             // Of sixty those that plain search is done with soonest.
                             for (const std::uint64_t number : {0,  2,  3,  4,  6,  9,  10, 11, 12, 13, 14, 15, 16,
                                                                18, 22, 27, 29, 30, 33, 36, 38, 40, 51, 52, 55, 57}) {
                                 with_two_deck_ending(14, number, 7, check_by_plain_search);
                             }
                         }};

const Test limited{"whatever the limit, the value of an ending of two decks lies between the bounds", [] {
                       for_two_deck_endings(3, 1000, 4, [](const Question& question) {
                           const Solution full = solve(question.game, question.options, small_table);
                           for (const std::int64_t nodes : {0, 10, 100, 1'000, 10'000}) {
                               SolveOptions options = question.options;
                               options.nodes = nodes;
                               const Solution part = solve(question.game, options, small_table);
                               check(part.nodes <= static_cast<std::uint64_t>(nodes));
                               check(part.bounds.lower <= full.value && full.value <= part.bounds.upper);
                               check(part.exact == part.bounds.exact());
                               check(part.exact != part.estimate.has_value());
                               if (part.estimate) {
                                   check(part.bounds.lower <= *part.estimate && *part.estimate <= part.bounds.upper);
                               }
                               for (std::size_t i = 0; i < part.moves.size(); ++i) {
                                   check(part.moves[i].bounds.lower <= full.moves[i].bounds.lower);
                                   check(part.moves[i].bounds.upper >= full.moves[i].bounds.upper);
                               }
                           }
                       });
                   }};

const Test resources{"of two decks, too, neither threads nor the table's size nor the order of plays changes a value",
                     [] {
                         for_two_deck_endings(4, 8, 6, [](const Question& question) {
                             const Solution solution = solve(question.game, question.options, small_table);
                             const auto same = [&](auto change, std::int64_t hash_mb) {
                                 SolveOptions options = question.options;
                                 change(options);
                                 const Solution other = solve(question.game, options, hash_mb);
                                 check_same_values(solution, other);
                                 check_line(other, question);
                             };
                             constexpr std::int64_t large_table = 64;
                             same([](SolveOptions& options) { options.threads = 2; }, small_table);
                             same([](SolveOptions&) {}, large_table);
                             for (const std::uint64_t seed : {1, 2}) {
                                 same([&](SolveOptions& options) { options.shuffle = seed; }, small_table);
                             }
                         });
                     }};

const Test reuse{"a solver that goes through a game of two decks, forth and back, says what a fresh one says", [] {
                     for_two_deck_endings(5, 15, 5, [](Question question) {
                         Solver solver(small_table);
                         Random random(9);
                         std::vector<Solution> before;
                         while (!question.game.is_over()) {
                             before.push_back(solver.solve(question.game, question.options));
                             check_same_values(before.back(), solve(question.game, question.options, small_table));
                             check_line(before.back(), question);
                             play_randomly(random, question.game);
                         }
                         while (!before.empty()) {
                             question.game.undo();
                             check_same_values(before.back(), solver.solve(question.game, question.options));
                             before.pop_back();
                         }
                     });
                 }};

const Test windows{"whether an ending of two decks is worth a number is answered as its value answers it", [] {
                       for_two_deck_endings(12, 60, 4, [](const Question& question) {
                           const int value = solve(question.game, question.options, small_table).value;
                           for (const int distance : {0, 1, -1, 50, -50, 10'000, -10'000}) {
                               SolveOptions options = question.options;
                               options.at_least = value + distance;
                               const Solution solution = solve(question.game, options, small_table);
                               check(solution.at_least.has_value());
                               check_equal(*solution.at_least, distance <= 0);
                               check(solution.bounds.lower <= value && value <= solution.bounds.upper);
                           }
                       });
                   }};

// Calls `visit` with what is known of an ending without search, unless its value is known: what cards are worth, the
// static bounds, for this ending too, and the ending as it is and as the deal began.
template <typename Visit>
void with_static_bounds(const Question& question, Visit visit) {
    const SolveOptions& options = question.options;
    const auto setup = solver::setup_of<2>(question.game);
    const solver::DeckWorth<2> worth(
        setup, solver::make_aim(options.objective, options.measure, options.seat, question.game.sides()));
    const Position<2> position = solver::present_position(question.game, setup);
    const CardSet<2> scoring = (solver::held(position) | position.trick().cards) & worth.scoring_cards();
    if (scoring.empty()) return;
    const auto past = solver::past_of(worth, position.hands(), position.taken(), position.trick().cards);
    const solver::DeckStaticBounds<2> known(worth, past, scoring);
    visit(worth, known, known.bounds(past, scoring), position, solver::first_position(question.game, setup));
}

const Test proofs{
    "a search by proof numbers that is stopped and resumed tells whether an ending of two decks is worth a number", [] {
        for_two_deck_endings(13, 300, 4, [](const Question& question) {
            const int value = TwoDeckPlainSearch(question.game, question.goal).value();
            with_static_bounds(question, [&](const auto& worth, const auto& known, const Bounds& bounds,
                                             const Position<2>& position, const Position<2>& start) {
                solver::TwoDeckProof proof(worth, known, start, small_table);
                for (const int goal : {value - 1, value, value + 1, value + 60}) {
                    if (goal <= bounds.lower || goal > bounds.upper) continue;
                    for (const bool likely : {true, false}) {
                        solver::Limits limits(std::nullopt, std::nullopt, nullptr);
                        std::optional<bool> reached;
                        for (std::uint64_t nodes = 64; !reached; nodes *= 2) {
                            reached = proof.at_least(position, goal, likely, nodes, limits);
                        }
                        check_equal(*reached, goal <= value);
                    }
                }
            });
        });
    }};

// How many goals on a grid over what is possible are shown by `tells`; what it tells must be so.
int check_told(const Question& question, bool (*tells)(const solver::TwoDeckQuestion&, const solver::TwoDeckState&)) {
    int told = 0;
    with_static_bounds(question, [&](const auto& worth, const auto& known, const Bounds& bounds,
                                     const Position<2>& position, const Position<2>& start) {
        solver::TwoDeckQuestion asking(worth, known, start);
        const auto state = asking.state_of(position);
        std::optional<int> value;
        constexpr int goals = 12;
        for (int i = 0; i < goals; ++i) {
            const int step = i * (bounds.upper - bounds.lower) / goals;
            for (const bool reached : {true, false}) {
                const int goal = reached ? bounds.lower + 1 + step : bounds.upper - step;
                if (goal <= bounds.lower || goal > bounds.upper) continue;
                asking.ask(goal, reached);
                if (!tells(asking, state)) continue;
                ++told;
                if (!value) value = solve(question.game, question.options, small_table).value;
                check_equal(*value >= goal, reached);
            }
        }
    });
    return told;
}

// An ending between two tricks, for partners, to which each has kept what it could of the suit.
Question draw_ending_with(std::uint64_t number, int cards, Suit suit) {
    Random random(14, number);
    const auto rules = draw_two_deck_rules(random);
    Game game(std::make_shared<Deal>(Deal::random(rules, number)), -1, draw_seat(random));
    prepare(random, game);
    game.begin();
    const auto kept = [&](Card card) { return card != no_card && suit_of(card) == suit; };
    while (game.position().trick().played != 0 || game.position().hand(game.to_play()).count() > cards) {
        const MoveList moves = game.legal_moves();
        Move move = moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
        for (int i = 0; i < moves.size() && (kept(move.first) || kept(move.second)); ++i) move = moves[i];
        game.play(move);
    }
    SolveOptions options;
    options.seat = draw_seat(random);
    return {game, options, Goal::partners(game, options.seat)};
}

const Test told{"what is told of an ending of two decks without search is so", [] {
                    int by_guards = 0, by_hearts = 0;
                    const std::uint64_t endings = std::max(times(2000), std::uint64_t{400});  // fewer tell too little
                    for (std::uint64_t number = 0; number < endings; ++number) {
                        const int cards = 3 + static_cast<int>(number % 3);
                        const Suit suit = number % 2 == 0 ? Suit::hearts : static_cast<Suit>(number / 2 % suit_count);
                        const Question question = draw_ending_with(number, cards, suit);
                        by_guards += check_told(question, solver::is_sure_by_guards);
                        by_hearts += check_told(question, solver::can_divide_hearts);
                    }
                    check(by_guards > 0 && by_hearts > 0);
                }};

// Whole deals: nobody knows what they are worth.
const Test whole{
    "more nodes never loosen what is proven of a whole deal of two decks, and the estimate lies within", [] {
        constexpr std::int64_t table = 16;  // MiB
        Ruleset ruleset;
        ruleset.decks = 2;
        const auto rules = Rules::make(ruleset);
        for (const std::uint64_t seed : {1, 2}) {
            Game game(std::make_shared<Deal>(Deal::random(rules, seed)), 0);
            game.begin();
            SolveOptions options;
            options.nodes = 0;
            Bounds known = solve(game, options, table).bounds;
            for (const std::int64_t nodes : {2'000, 20'000, 200'000}) {
                options.nodes = nodes;
                const Solution solution = solve(game, options, table);
                check(known.lower <= solution.bounds.lower && solution.bounds.upper <= known.upper);
                check(solution.estimate.has_value());
                check(solution.bounds.lower <= *solution.estimate && *solution.estimate <= solution.bounds.upper);
                const MoveList legal = game.legal_moves();
                check(std::ranges::find(legal, solution.best) != legal.end());
                known = solution.bounds;
            }
        }
    }};

const Test signature{"fixed endings of two decks cost a fixed number of nodes", [] {
                         std::uint64_t nodes = 0;
                         for_two_deck_endings(6, 50, 5, [&](const Question& question) {
                             nodes += solve(question.game, question.options, small_table).nodes;
                         });
                         check_equal(nodes, std::uint64_t{58858});
                     }};

}  // namespace
