// The solver against searches that know nothing of it, and against itself, over rules drawn at random.
#include <algorithm>
#include <atomic>
#include <memory>

#include "check.hpp"
#include "core/errors.hpp"
#include "plain_search.hpp"
#include "questions.hpp"

namespace {

using namespace gongzhu;
using namespace gongzhu::test;

// The table needs little for the endings below, and gets it quickly.
constexpr std::int64_t small_table = 1;  // MiB

void check_every_play(const Solution& solution, const Question& question, auto value_after) {
    const MoveList legal = question.game.legal_moves();
    check(solution.exact && solution.bounds.exact());
    check_equal(solution.bounds.lower, solution.value);
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

const Test exact{"every play of the last three tricks is worth what brute force says, whatever the rules", [] {
                     for_random_endings(1, 3600, 3, [](const Question& question) {
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
                 }};

const Test plain_is_right{"plain search with a memo agrees with brute force", [] {
                              for (const int cards : {2, 3, 4}) {
                                  for_random_endings(7, cards == 4 ? 30 : 300, cards, [](const Question& question) {
                                      Position<2> position = question.game.position();
                                      PlainSearch plain(question.game, question.goal);
                                      check_equal(plain.value(), brute_force(question.goal, position));
                                  });
                              }
                          }};

const Test exact_longer{"every play of the last four and five tricks is worth what plain search says", [] {
                            for (const int cards : {4, 5}) {
                                const std::uint64_t endings = cards == 4 ? 1200 : 400;
                                for_random_endings(8, endings, cards, [](const Question& question) {
                                    PlainSearch plain(question.game, question.goal);
                                    const Solution solution = solve(question.game, question.options, small_table);
                                    check_every_play(solution, question,
                                                     [&](Move move) { return plain.value_after(move); });
                                    check_line(solution, question);
                                });
                            }
                        }};

const Test barred{"where bars hold a card back that is not the highest, every play is worth what plain search says",
                  [] {
                      const auto check_ending = [](std::uint64_t number) {
                          Random random(777, number);
                          const auto rules = draw_barred_rules(random);
                          const Question question = ask(random, draw_game(random, rules, 6), number);
                          PlainSearch plain(question.game, question.goal);
                          check_every_play(solve(question.game, question.options, small_table), question,
                                           [&](Move move) { return plain.value_after(move); });
                      };
                      for (std::uint64_t number = 0; number < 60; ++number) check_ending(number);
                      check_ending(1005);  // here two holdings of a seat differ only in which card is barred
                  }};

const Test signature{"fixed endings cost a fixed number of nodes: a change of the search changes it, nothing else may",
                     [] {
                         std::uint64_t nodes = 0;
                         for_random_endings(6, 50, 6, [&](const Question& question) {
                             nodes += solve(question.game, question.options, small_table).nodes;
                         });
                         check_equal(nodes, std::uint64_t{291850});
                     }};

// Another search of the question, with options changed, finds the same.
void check_same(const Question& question, const Solution& solution, std::int64_t hash_mb, auto change) {
    SolveOptions options = question.options;
    change(options);
    const Solution other = solve(question.game, options, hash_mb);
    check_same_values(solution, other);
    check_line(other, question);
}

const Test resources{
    "neither threads nor the order of plays changes a value", [] {
        for_random_endings(4, 24, 7, [](const Question& question) {
            const Solution solution = solve(question.game, question.options, small_table);
            check_same(question, solution, small_table, [](SolveOptions& options) { options.threads = 2; });
            for (const std::uint64_t seed : {1, 2, 3}) {
                check_same(question, solution, small_table, [&](SolveOptions& options) { options.shuffle = seed; });
            }
        });
    }};

const Test large{"nor does the table's size", [] {
                     for_random_endings(4, 6, 8, [](const Question& question) {
                         constexpr std::int64_t large_table = 1024;
                         const Solution solution = solve(question.game, question.options, small_table);
                         for (const int threads : {1, 2}) {
                             check_same(question, solution, large_table,
                                        [&](SolveOptions& options) { options.threads = threads; });
                         }
                     });
                 }};

// With fewer cards there is nothing to share.
const Test shared{"threads that share the plays of long endings find what one finds, and proven bounds at a limit", [] {
                      for_random_endings(10, 10, 8, [](const Question& question) {
                          const Solution solution = solve(question.game, question.options, small_table);
                          for (const int threads : {2, 3, 8}) {
                              SolveOptions options = question.options;
                              options.threads = threads;
                              const Solution other = solve(question.game, options, small_table);
                              check_same_values(solution, other);
                              check_line(other, question);
                              options.nodes = static_cast<std::int64_t>(solution.nodes / 3);
                              const Solution part = solve(question.game, options, small_table);
                              check(part.bounds.lower <= solution.value && solution.value <= part.bounds.upper);
                              check(part.nodes <= static_cast<std::uint64_t>(*options.nodes));
                          }
                      });
                  }};

const Test reuse{"a solver that goes through a game, forth and back, says what a fresh one says", [] {
                     for_random_endings(9, 45, 6, [](Question question) {
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

const Test other_deals{"a solver asked about one deal after another, and for other goals, mixes nothing up", [] {
                           Solver solver(small_table);
                           for_random_endings(10, 150, 5, [&](const Question& question) {
                               for (int turn = 0; turn < 2; ++turn) {
                                   SolveOptions options = question.options;
                                   options.seat = (options.seat + turn) % seat_count;
                                   check_same_values(solver.solve(question.game, options),
                                                     solve(question.game, options, small_table));
                               }
                           });
                       }};

const Test value_only{"asked for the value only, the solver finds the same value and a line", [] {
                          for_random_endings(11, 150, 5, [](const Question& question) {
                              const Solution full = solve(question.game, question.options, small_table);
                              SolveOptions options = question.options;
                              options.every_play = false;
                              const Solution solution = solve(question.game, options, small_table);
                              check(solution.exact);
                              check_equal(solution.value, full.value);
                              check_line(solution, question);
                              for (std::size_t i = 0; i < solution.moves.size(); ++i) {
                                  check(solution.moves[i].bounds.lower <= full.moves[i].bounds.lower);
                                  check(solution.moves[i].bounds.upper >= full.moves[i].bounds.upper);
                              }
                          });
                      }};

const Test windows{"whether the value is at least a number is answered as the value answers it", [] {
                       for_random_endings(12, 200, 5, [](const Question& question) {
                           const int value = solve(question.game, question.options, small_table).value;
                           Solver solver(small_table);
                           for (const int distance : {0, 1, -1, 50, -50, 10'000, -10'000}) {
                               SolveOptions options = question.options;
                               options.at_least = value + distance;
                               for (const Solution& solution : {solver.solve(question.game, options),
                                                                solve(question.game, options, small_table)}) {
                                   check(solution.at_least.has_value());
                                   check_equal(*solution.at_least, distance <= 0);
                                   check(solution.bounds.lower <= value && value <= solution.bounds.upper);
                               }
                           }
                           check_equal(solver.solve(question.game, question.options).value, value);
                       });
                   }};

const Test limited{"a search that a limit ends has proven bounds around the value, and leaves a table of truths", [] {
                       for_random_endings(3, 60, 6, [](const Question& question) {
                           const Solution full = solve(question.game, question.options, small_table);
                           Solver resumed(small_table);
                           for (const std::int64_t nodes : {0, 10, 100, 1'000, 10'000}) {
                               SolveOptions options = question.options;
                               options.nodes = nodes;
                               for (const Solution& part : {resumed.solve(question.game, options),
                                                            solve(question.game, options, small_table)}) {
                                   check(part.bounds.lower <= full.value && full.value <= part.bounds.upper);
                                   check(part.exact == part.bounds.exact());
                                   check(part.nodes <= static_cast<std::uint64_t>(nodes));
                                   for (std::size_t i = 0; i < part.moves.size(); ++i) {
                                       check(part.moves[i].bounds.lower <= full.moves[i].bounds.lower);
                                       check(part.moves[i].bounds.upper >= full.moves[i].bounds.upper);
                                   }
                               }
                               options.threads = 2;
                               const Solution part = resumed.solve(question.game, options);
                               check(part.bounds.lower <= full.value && full.value <= part.bounds.upper);
                           }
                           check_same_values(full, resumed.solve(question.game, question.options));
                       });
                   }};

const Test stopped{"a search asked to stop returns at once with bounds", [] {
                       for_random_endings(5, 1, 13, [](const Question& question) {
                           const std::atomic<bool> stop = true;
                           SolveOptions options = question.options;
                           options.stop = &stop;
                           const Solution solution = solve(question.game, options);
                           check_equal(solution.nodes, std::uint64_t{0});
                           check(solution.bounds.lower < solution.bounds.upper);
                           check(!solution.exact);
                       });
                   }};

const Test refused{"options out of range and a finished deal are refused", [] {
                       const auto two_cards_each = [] {
                           const Ruleset ruleset;
                           return Game(std::make_shared<Deal>(Deal::random(Rules::make(ruleset), 1, 2)), 0);
                       };
                       const auto refuses = [&](auto change) {
                           SolveOptions options;
                           change(options);
                           check_throws<RulesError>([&] { solve(two_cards_each(), options); });
                       };
                       refuses([](SolveOptions& options) { options.seat = 7; });
                       refuses([](SolveOptions& options) { options.nodes = -1; });
                       refuses([](SolveOptions& options) { options.time_limit = -0.5; });
                       refuses([](SolveOptions& options) { options.threads = -1; });
                       check_throws<RulesError>([] { const Solver solver(0); });
                       check_throws<RulesError>([] { parse_objective("bridge"); });
                       check_throws<RulesError>([] { parse_measure("tricks"); });
                       Game finished = two_cards_each();
                       finished.begin();
                       while (!finished.is_over()) finished.play(finished.legal_moves()[0]);
                       check_throws<IllegalMove>([&] { solve(finished); });
                   }};

}  // namespace
