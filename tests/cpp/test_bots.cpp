// The race of moves, and which cards count as one.
#include <atomic>
#include <memory>
#include <vector>

#include "check.hpp"
#include "core/game.hpp"
#include "core/random.hpp"
#include "play/alike.hpp"
#include "play/margin.hpp"
#include "play/race.hpp"
#include "play/stakes.hpp"

namespace gongzhu::test {
namespace {

// Candidate c is worth −10 c, give or take 50 that differs from sample to sample.
bool noisy(std::size_t sample, std::span<const int> candidates, std::span<int> values) {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        Random random(sample, static_cast<std::uint64_t>(candidates[i]));
        values[i] = static_cast<int>(random.below(101)) - 50 - 10 * candidates[i];
    }
    return true;
}

void race_drops_those_behind() {
    const std::vector<Standing> standings = race(5, {.budget = {.samples = 1024}}, noisy);
    check_equal(leader_of(standings), 0);
    check(standings[4].samples < standings[0].samples);
    check(standings[4].samples >= 64);
    for (std::size_t i = 0; i < standings.size(); ++i) {
        check(standings[i].error > 0);
        check(std::abs(standings[i].mean + 10 * static_cast<double>(i)) < 5 * standings[i].error);
    }
    for (const Standing& standing : race(5, {.budget = {.samples = 200}, .drops = false}, noisy)) {
        check_equal(standing.samples, std::size_t{200});
    }
}
const Test drops_test{"a race drops those that are clearly behind", race_drops_those_behind};

void race_is_the_same_on_threads() {
    const auto run = [](int threads) {
        std::vector<double> found;
        for (const Standing& standing : race(4, {.budget = {.samples = 500, .threads = threads}}, noisy)) {
            found.push_back(standing.mean);
            found.push_back(standing.error);
        }
        return found;
    };
    check(run(1) == run(3));
    check(run(1) == run(0));
}
const Test threads_test{"a race does not depend on the number of threads", race_is_the_same_on_threads};

void equals_are_one() {
    std::atomic<int> valued = 0;
    const auto value = [&](std::size_t, std::span<const int> candidates, std::span<int> values) {
        std::ranges::fill(values, 7);
        valued += static_cast<int>(candidates.size());
        return true;
    };
    const std::vector<Standing> standings = race(3, {.budget = {.samples = 1000}}, value);
    check_equal(leader_of(standings), 0);
    check_equal(valued.load(), 3 * 64);
}
const Test equals_test{"candidates that never differ run no longer", equals_are_one};

void late_race_has_an_answer() {
    const auto standings = race(3, {.budget = {.samples = 1'000'000, .seconds = 1e-9}}, noisy);
    check_equal(standings[0].samples, std::size_t{1});
    check(leader_of(standings) >= 0);
}
const Test late_test{"a race that is late has an answer", late_race_has_an_answer};

// What was expected counts for more the less far it may be off, and for all where samples are too few.
void race_from_expectations() {
    const auto run = [](std::size_t samples, double spread) {
        RaceOptions options{.budget = {.samples = samples}, .drops = true, .expected = {0, 30}, .spread = spread};
        return race(2, options, noisy);
    };
    check_equal(leader_of(run(7, 1000)), 1);
    check_equal(leader_of(run(1000, 0)), 1);
    check_equal(leader_of(run(1000, 100)), 0);
    const Standing sure = run(1000, 100)[1];
    check(std::abs(sure.mean + 10) < 5 * sure.error);
    const Standing torn = run(64, 5)[1];
    check(torn.mean > -10 && torn.mean < 30);
    check(torn.error < 5);

    const auto late = [](std::size_t, std::span<const int>, std::span<int>) { return false; };
    const RaceOptions options{
        .budget = {.samples = 1'000'000, .seconds = 1e-9}, .drops = true, .expected = {0, 30}, .spread = 5};
    check_equal(leader_of(race(2, options, late)), 1);
}
const Test expectations_test{"a race weighs its samples against what was expected", race_from_expectations};

// Candidates that are hardly behind stay, where that is wanted.
void race_with_tolerance() {
    const auto standings =
        race(5, {.budget = {.samples = 2048}, .drops = true, .first_check = 64, .deficit = 3, .tolerance = 0.6}, noisy);
    check_equal(standings[1].samples, standings[0].samples);
    check(standings[4].samples < standings[0].samples);
}
const Test tolerance_test{"a race keeps those that are hardly behind", race_with_tolerance};

void margins() {
    const Points points{10, -20, 30, 0};
    check_equal(Margin(0, Sides{0, 1, 0, 1}).of(points), 3 * 60);
    check_equal(Margin(1, Sides{0, 1, 2, 3}).of(points), 3 * -20 - 40);
    check_equal(Margin(1, std::nullopt).of(points), 3 * -20 - 40);
    check_equal(Margin(1, Sides{1, 0, 1, 1}).of(points), 3 * (-20 - 40));  // one against three
    check_equal(Margin(2, Seats{0b0101}).of(points), 3 * 60);
    check_equal(Margin(1, Seats{0b0010}).of(points), 3 * -20 - 40);
}

// In a match it counts who ends above whom, and points only as far as they serve that.
void stakes() {
    Ruleset ruleset;
    ruleset.limits = {-1000};
    const auto rules = Rules::make(ruleset);
    const auto value = [&](const Totals& totals, const Points& points, int seat) {
        return Stakes::of(*rules, {.totals = totals, .deals = 4})->value(points, seat, std::nullopt);
    };
    // While all have the same, points are points.
    check(std::abs(value({}, {30, 0, 0, 0}, 0) - 30) < 10);
    check(std::abs(value({}, {30, 0, 0, 0}, 1) + 10) < 5);
    // To lose little would lose the match: better lose much, or nothing.
    const Totals last{-950, -900, -900, -900};
    const double gamble = (value(last, {-200, 0, 0, 0}, 0) + value(last, {0, 0, 0, 0}, 0)) / 2;
    check(value(last, {-60, 0, 0, 0}, 0) < gamble);
    // Who is ahead gains by an end.
    const Totals ahead{0, -900, -100, -100};
    check(value(ahead, {0, -100, 0, 0}, 0) > value(ahead, {0, 0, -100, 0}, 0));

    ruleset.partnership = Partnership::opposite;
    ruleset.limits = {-1000, 1000};
    const auto partners = Rules::make(ruleset);
    const auto stakes = Stakes::of(*partners, {.totals = {300, -20, 250, 100}, .deals = 2});
    const Points points{-200, 30, 10, -50};
    const Sides sides{0, 1, 0, 1};
    check(std::abs(stakes->value(points, 0, sides) + stakes->value(points, 1, sides)) < 1e-6);
    check(std::abs(stakes->value(points, 0, sides) - stakes->value(points, 2, sides)) < 1e-6);
    check(Margin(0, sides, &*stakes).of(points) < 0);

    ruleset.limits = {};
    check(!Stakes::of(*Rules::make(ruleset), {}));
    ruleset.deals = 5;
    const auto five = Rules::make(ruleset);
    const auto end = Stakes::of(*five, {.totals = {100, 0, 0, 0}, .deals = 4});
    check(end->value({-90, 0, 0, 0}, 0, sides) > 0);
    check(end->value({-90, 0, 0, 0}, 0, sides) == end->value({500, 0, 0, 0}, 0, sides));
    check(end->value({-110, 0, 0, 0}, 0, sides) < 0);
}
const Test stakes_test{"a deal of a match is worth what it does to the chances", stakes};

const Test margin_test{"the margin is own side minus the other, or minus the others' mean", margins};

Card named(const char* text) { return parse_label(text).card; }

void alike() {
    const auto rules = Rules::make({});
    Setup<1> setup;
    setup.rules = rules.get();
    setup.deck = narrow<1>(rules->deck());
    for (const char* card : {"C7", "C8", "CT", "CJ", "H5", "H6", "H4", "SQ", "SK"}) setup.dealt[0].add(named(card));
    const Position<1> position(setup, setup.dealt, {}, 0, 0, false);
    CardSet<1> out = setup.deck;
    out.remove(named("C9"));
    const auto stands_for = alike_cards(position, out);
    check_equal(stands_for[named("C8")], named("C7"));
    check_equal(stands_for[named("CJ")], named("CJ"));  // the transformer is between
    check_equal(stands_for[named("H6")], named("H5"));
    check_equal(stands_for[named("H4")], named("H4"));  // worth nothing, unlike its neighbour
    check_equal(stands_for[named("SK")], named("SK"));
}
const Test alike_test{"neighbours of the same worth are alike", alike};

}  // namespace
}  // namespace gongzhu::test
