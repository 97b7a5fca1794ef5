// The solver against plain search on endings of six to nine cards a hand.
//
// Plain search takes minutes for them, so what it finds is kept in plain_values.hpp. With GONGZHU_PLAIN_SEARCH=check
// in the environment it is found again; with GONGZHU_PLAIN_SEARCH=print it is printed, for plain_values.hpp.
// GONGZHU_SOLVER_FUZZ is the number of further endings, of six cards under any rules, to search with both: errors of a
// table that shares proofs are rare, one in thousands of endings. Sixteen thousand take two minutes.
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "plain_search.hpp"
#include "plain_values.hpp"
#include "questions.hpp"

namespace {

using namespace gongzhu;
using namespace gongzhu::test;

std::string_view wish() {
    const char* set = std::getenv("GONGZHU_PLAIN_SEARCH");
    return set == nullptr ? "" : set;
}

// Half of the shorter ones under any rules, the others under usual ones, which plain search can finish.
Question question_of(int cards, std::uint64_t number) {
    Random random(100 + static_cast<std::uint64_t>(cards), number);
    const bool any_rules = cards <= 7 && number % 2 == 0;
    return ask(random, draw_game(random, any_rules ? draw_rules(random) : draw_usual_rules(random), cards), number);
}

constexpr std::int64_t table = 16;  // MiB

int plain_value(const Question& question) { return PlainSearch(question.game, question.goal).value(); }

void print_values(int cards, std::uint64_t endings) {
    std::cout << "inline const std::vector<int> plain_values_" << cards << " = {";
    for (std::uint64_t i = 0; i < endings; ++i) std::cout << plain_value(question_of(cards, i)) << ", " << std::flush;
    std::cout << "};\n";
}

void check_values(int cards, std::uint64_t endings, const std::vector<int>& values) {
    if (wish() == "print") return print_values(cards, endings);
    check_equal(values.size(), endings);
    for (std::uint64_t i = 0; i < endings; ++i) {
        const Question question = question_of(cards, i);
        SolveOptions options = question.options;
        options.every_play = false;
        const Solution solution = solve(question.game, options, table);
        check(solution.exact);
        check_equal(solution.value, values[i]);
        check(solution.points.has_value());
        check_equal(question.goal.value(*solution.points), solution.value);
        if (wish() == "check") check_equal(plain_value(question), values[i]);
    }
}

void check_any_ending(std::uint64_t number) {
    Random random(4242, number);
    const Question question = ask(random, draw_game(random, draw_rules(random), 6), number);
    const int value = solve(question.game, question.options, table).value;
    if (value != plain_value(question))
        throw Failure("ending " + std::to_string(number) + " is not worth " + std::to_string(value));
}

const Test fuzz{"random endings of six cards are worth what plain search says", [] {
                    const char* set = std::getenv("GONGZHU_SOLVER_FUZZ");
                    const std::uint64_t endings = set == nullptr ? 60 : std::stoull(set);
                    for (std::uint64_t number = 0; number < endings; ++number) check_any_ending(number);
                }};

const Test once_wrong{"endings that a solver got wrong are worth what plain search says", [] {
                          check_any_ending(2549);  // two holdings differed only in which card was barred
                          check_any_ending(8263);  // a skipped card stood for another, which the stored proof forgot
                      }};

const Test six{"endings of six cards are worth what plain search says", [] { check_values(6, 240, plain_values_6); }};
const Test seven{"endings of seven cards are worth what plain search says",
                 [] { check_values(7, 120, plain_values_7); }};
const Test eight{"endings of eight cards are worth what plain search says",
                 [] { check_values(8, 60, plain_values_8); }};
const Test nine{"endings of nine cards are worth what plain search says", [] { check_values(9, 24, plain_values_9); }};

}  // namespace
