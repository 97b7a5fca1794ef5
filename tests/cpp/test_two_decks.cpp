// The solver of two decks against searches that know nothing of it, and against itself, over rules drawn at random.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>

#include "check.hpp"
#include "questions.hpp"
#include "two_deck_endings.hpp"

namespace {

using namespace gongzhu;
using namespace gongzhu::test;

constexpr std::int64_t small_table = 1;  // MiB

template <typename Visit>
void for_two_deck_endings(std::uint64_t seed, std::uint64_t endings, int cards, Visit visit) {
    for (std::uint64_t i = 0; i < endings; ++i) {
        Random random(seed, i);
        const Question question = ask(random, draw_game(random, draw_two_deck_rules(random), cards), i);
        try {
            visit(question);
        } catch (const Failure& failure) {
            throw Failure("ending " + std::to_string(i) + ": " + failure.what());
        }
    }
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

const Test exact_longest{"endings of six cards of two decks are worth what plain search says", [] {
                             for_two_deck_endings(9, times(60), 6, [](const Question& question) {
                                 check_equal(solve(question.game, question.options, small_table).value,
                                             TwoDeckPlainSearch(question.game, question.goal).value());
                             });
                         }};

}  // namespace
