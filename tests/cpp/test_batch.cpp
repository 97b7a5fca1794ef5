// Batches: what random play draws, and that neither threads nor the one-deck code change a result.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "core/scoring.hpp"
#include "play/batch.hpp"
#include "play/columns.hpp"
#include "play/random_play.hpp"

namespace gongzhu::test {
namespace {

std::shared_ptr<const Rules> lively_rules(int decks) {
    Ruleset ruleset;
    ruleset.decks = decks;
    ruleset.first_lead = FirstLead::club_two;
    ruleset.must_lead_it = true;
    ruleset.kinds = {Kind::open, Kind::first, Kind::concealed};
    ruleset.bars = {Bar::follow, Bar::lead};
    ruleset.self_capture = 2;
    return Rules::make(ruleset);
}

// Whether counts of equally likely outcomes are within six standard deviations of their mean.
void check_even(const std::vector<int>& counts, int draws) {
    const double mean = static_cast<double>(draws) / static_cast<double>(counts.size());
    for (const int count : counts) check((count - mean) * (count - mean) < 36 * mean);
}

void nth() {
    Random random(1);
    for (int i = 0; i < 10'000; ++i) {
        Cards cards;
        for (Lane& lane : cards.lane) {
            lane = random.next() & random.next() & (i % 2 == 0 ? random.next() : ~Lane{0});
        }
        check_equal(count_bits(cards.lane[0]), std::popcount(cards.lane[0]));
        int n = 0;
        for (Cards rest = cards; !rest.empty(); ++n) {
            const Card expected = rest.pop();
            check_equal(cards.nth(n), expected);
            if (lane_of(expected) == 0) check_equal(broadword::nth_bit(cards.lane[0], n), int{expected});
        }
        check_equal(cards.count(), n);
    }
}
const Test nth_test{"the n-th card of a set is the one that comes n-th when they are taken out one by one", nth};

void draws_even() {
    constexpr int words = 200'000;
    constexpr std::uint32_t bound = 7;
    std::vector<int> pairs(bound * bound);
    Random random(2);
    for (int i = 0; i < words; ++i) {
        Draws draws(random.next());
        draws.below(52);
        const std::uint32_t first = draws.below(bound);
        ++pairs[first * bound + draws.below(bound)];
    }
    check_even(pairs, words);
}
const Test draws_even_test{"the draws from one random word are even, each whatever the one before was", draws_even};

void suits_with_two() {
    Random random(3);
    for (int i = 0; i < 20'000; ++i) {
        Cards cards;
        for (int drawn = static_cast<int>(random.below(9)); drawn > 0; --drawn) {
            const auto suit = static_cast<Suit>(random.below(suit_count));
            const auto rank = static_cast<Rank>(random.below(rank_count));
            cards.add(make_card(suit, rank, static_cast<int>(random.below(2))));
        }
        Lane expected = 0;
        Lane expected_first = 0;
        for (int suit = 0; suit < suit_count; ++suit) {
            const Lane lane = suit_lane(static_cast<Suit>(suit));
            if (cards.suit(static_cast<Suit>(suit)).count() > 1) expected |= lane;
            if (count_bits(cards.lane[0] & lane) > 1) expected_first |= lane;
        }
        check_equal(suits_of_two(cards), expected);
        check_equal(suits_of_two(narrow<1>(cards)), expected_first);
    }
}
const Test suits_with_two_test{"a suit of two cards or more is told from a shorter one, in one deck and in two",
                               suits_with_two};

// Plays deals at random with one-deck or two-deck sets, and their moves again with those of two decks.
template <int Decks>
void replays() {
    const auto rules = lively_rules(Decks);
    constexpr std::size_t deals = 300;
    std::vector<std::int32_t> points(deals * seat_count);
    playout_batch(*rules, 5, true, 1, points);
    for (std::size_t i = 0; i < deals; ++i) {
        Random random(5, i);
        const Start<Decks> start = random_start<Decks>(*rules, random, true);
        Position<Decks> position = start.position();

        Setup<2> setup;
        setup.rules = rules.get();
        setup.deck = rules->deck();
        setup.must_lead_card = true;
        std::ranges::transform(start.setup.dealt, setup.dealt.begin(), widen<Decks>);
        setup.set_exposures(start.setup.exposures);
        Position<2> again(setup, setup.dealt, {}, start.leader, 0, true);

        play_at_random(position, random, [&](Move move) {
            MoveList moves;
            again.legal_moves(moves);
            check(std::ranges::find(moves, move) != moves.end());
            again.play(move);
        });
        check(again.is_over());
        const Points expected = score(setup, again.taken());
        for (std::size_t seat = 0; seat < seat_count; ++seat)
            check_equal(points[i * seat_count + seat], expected[seat]);
    }
}

const Test replay_one{"a playout scores as its moves do when they are played again", [] { replays<1>(); }};
const Test replay_two{"a playout of two decks plays legal moves and scores as they do", [] { replays<2>(); }};

// Draws many moves in positions of random deals, in each of which every legal one must be as likely.
template <int Decks>
void moves_are_even(bool to_pairs) {
    const auto rules = lively_rules(Decks);
    constexpr int draws = 4'000;
    int positions = 0;
    for (std::uint64_t i = 0; positions < 40; ++i) {
        Random random(6, i);
        const Start<Decks> start = random_start<Decks>(*rules, random, true);
        Position<Decks> position = start.position();
        for (int skipped = static_cast<int>(random.below(30)); skipped > 0 && !position.is_over(); --skipped) {
            Draws word(random.next());
            position.play(random_move(position, word));
        }
        const bool to_pair = position.trick().played > 0 && position.trick().doubled;
        MoveList moves;
        if (!position.is_over()) position.legal_moves(moves);
        if (to_pair != to_pairs || moves.size() < 2 || moves.size() > 100) continue;
        ++positions;
        std::vector<int> counts(static_cast<std::size_t>(moves.size()));
        for (int n = 0; n < draws; ++n) {
            Draws word(random.next());
            const Move move = random_move(position, word);
            const auto same = [&](Move other) {
                return other == move || (other.first == move.second && other.second == move.first);
            };
            const auto found = std::ranges::find_if(moves, same);
            check(found != moves.end());
            ++counts[static_cast<std::size_t>(found - moves.begin())];
        }
        check_even(counts, draws);
    }
}

const Test even_one{"in random play every legal card is as likely", [] { moves_are_even<1>(false); }};
const Test even_two{"in random play of two decks every card and every pair is as likely",
                    [] { moves_are_even<2>(false); }};
const Test even_pairs{"in random play every way of playing two cards to a pair is as likely",
                      [] { moves_are_even<2>(true); }};

void threads() {
    for (const int decks : {1, 2}) {
        const auto rules = lively_rules(decks);
        const std::size_t width = Columns(*rules).size();
        constexpr std::size_t rows = 5'000;
        std::vector<std::uint8_t> alone(rows * width), shared(rows * width);
        deal_batch(*rules, 7, 1, alone);
        deal_batch(*rules, 7, 3, shared);
        check(alone == shared);

        std::vector<std::int32_t> points(rows * seat_count), same(rows * seat_count);
        std::vector<std::int32_t> few(100 * seat_count);
        playout_batch(*rules, 7, true, 1, points);
        playout_batch(*rules, 7, true, 3, same);
        playout_batch(*rules, 7, true, 0, few);
        check(points == same);
        check(std::ranges::equal(few, std::span(points).first(few.size())));

        score_batch(*rules, {alone, {}, alone, {}}, 1, points);
        score_batch(*rules, {alone, {}, alone, {}}, 3, same);
        check(points == same);
    }
}
const Test threads_test{"a batch has the same rows with one thread and with three, and a longer one begins with them",
                        threads};

template <int Decks>
void columns_are_inverse(const Rules& rules) {
    const Columns columns(rules);
    std::vector<std::uint8_t> row(columns.size());
    for (std::uint64_t i = 0; i < 100; ++i) {
        Random random(8, i);
        const Dealt<Decks> dealt = deal_cards<Decks>(rules, random, rules.hand_size() - 1);
        columns.write<Decks>(dealt.hands, row);
        const auto read = columns.read_scoring<Decks>(row, "dealt", 0);
        const auto scoring = CardSet<Decks>::both(rules.scoring_lane());
        for (int seat = 0; seat < seat_count; ++seat) check(read[seat] == (dealt.hands[seat] & scoring));
        for (int seat = 0; seat < seat_count; ++seat) {
            check_equal(std::ranges::count(row, static_cast<std::uint8_t>(seat)), rules.hand_size() - 1);
        }
    }
    for (const std::uint8_t wrong : {4, 7, 64, 127, 128, 252, 253, 254}) {
        columns.write<Decks>({}, row);
        row[columns.size() - 1] = wrong;
        check_throws<std::invalid_argument>([&] { columns.read_scoring<Decks>(row, "dealt", 0); });
    }
}

void columns_inverse() {
    Ruleset ruleset;
    ruleset.jokers = true;
    columns_are_inverse<1>(*Rules::make(ruleset));
    ruleset.decks = 2;
    ruleset.removed_drawn = 2;
    columns_are_inverse<2>(*Rules::make(ruleset));
}
const Test columns_inverse_test{
    "scoring cards are read from an ownership row as they were written, and nothing but seats", columns_inverse};

void refusal() {
    const auto rules = lively_rules(1);
    std::vector<std::uint8_t> taken(40'000 * 52, nobody);
    std::vector<std::int32_t> points(40'000 * seat_count);
    taken[31'000 * 52 + 1] = 9;
    taken[17'000 * 52 + 51] = 254;
    for (const int count : {1, 2, 4}) {
        std::string message;
        try {
            score_batch(*rules, {taken, {}, {}, {}}, count, points);
        } catch (const std::invalid_argument& error) {
            message = error.what();
        }
        check_equal(message.substr(0, message.find(" given")), std::string("taken: row 17000, column 51: 254"));
    }
}
const Test refusal_test{"a wrong owner is reported by the first row and column that has one, at any number of threads",
                        refusal};

void parts() {
    std::vector<std::atomic<int>> done(1'000);
    const auto work = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) ++done[i];
    };
    for_each_part(done.size(), 7, 3, work);
    for (const auto& times : done) check_equal(times.load(), 1);

    int pauses = 0;
    const Pause stop = [&] {
        if (++pauses == 3) throw std::runtime_error("enough");
    };
    check_throws<std::runtime_error>([&] { for_each_part(done.size(), 7, 1, work, stop); });
    check_equal(std::ranges::count(done, 2, [](const auto& times) { return times.load(); }), 21);
}
const Test parts_test{"work is done once for every item, until the pause between its parts ends it", parts};

}  // namespace
}  // namespace gongzhu::test
