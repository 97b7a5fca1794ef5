#include "batch.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "columns.hpp"
#include "core/scoring.hpp"
#include "offering.hpp"
#include "random_play.hpp"
#include "rollout.hpp"

namespace gongzhu {
namespace {

constexpr std::size_t random_part = 256, score_part = 2048;  // rows: a fraction of a millisecond

template <class Row>
auto row_of(std::span<Row> rows, std::size_t index, std::size_t width) {
    return rows.subspan(index * width, width);
}

void write_points(const Points& points, std::span<std::int32_t> row) { std::ranges::copy(points, row.begin()); }

template <int Decks>
void deal_rows(const Rules& rules, const Columns& columns, std::uint64_t seed, std::size_t begin, std::size_t end,
               std::span<std::uint8_t> owners) {
    for (std::size_t i = begin; i < end; ++i) {
        Random random(seed, i);
        const Dealt<Decks> dealt = deal_cards<Decks>(rules, random, rules.hand_size());
        columns.write<Decks>(dealt.hands, row_of(owners, i, columns.size()));
    }
}

template <int Decks>
void play_rows(const Rules& rules, std::uint64_t seed, bool expose, std::size_t begin, std::size_t end,
               std::span<std::int32_t> points) {
    for (std::size_t i = begin; i < end; ++i) {
        Random random(seed, i);
        const Start<Decks> start = random_start<Decks>(rules, random, expose);
        Position<Decks> position = start.position();
        play_at_random(position, random, [](Move) {});
        write_points(score(start.setup, position.taken()), row_of(points, i, seat_count));
    }
}

template <int Decks, class Policy>
void roll_out_rows(const Rules& rules, const Policy& policy, std::uint64_t seed, bool expose, std::size_t begin,
                   std::size_t end, std::span<std::int32_t> points) {
    for (std::size_t i = begin; i < end; ++i) {
        Random random(seed, i);
        const Start<Decks> start = policy_start<Decks>(rules, policy, random, expose);
        Position<Decks> position = start.position();
        Seen<Decks> seen(position);
        write_points(roll_out(position, seen, policy, random), row_of(points, i, seat_count));
    }
}

void expect_size(const char* name, std::span<const std::uint8_t> rows, std::size_t size) {
    if (rows.size() == size) return;
    throw std::invalid_argument(std::string(name) + ": " + std::to_string(rows.size()) + " values given, " +
                                std::to_string(size) + " are right");
}

Exposures read_exposures(std::span<const std::uint8_t> row, std::size_t index) {
    Exposures exposures;
    for (std::size_t column = 0; column < row.size(); ++column) {
        if (row[column] >= kind_count) refuse_value("exposed", index, column, row[column], "a kind 0 to 5 is right");
        exposures.set(static_cast<Honour>(column % honour_count), static_cast<int>(column / honour_count),
                      static_cast<Kind>(row[column]));
    }
    return exposures;
}

// Nobody can have taken a card that the rules remove.
void check_removed(const Columns& columns, std::span<const std::uint8_t> taken, std::size_t index) {
    for (const std::size_t column : columns.removed()) {
        if (taken[column] == nobody) continue;
        refuse_value("taken", index, column, taken[column], "255 is right: the rules remove this card");
    }
}

// Reads which of the cards that nobody took were drawn out of the deal.
template <int Decks>
CardSet<Decks> read_drawn(const Columns& columns, const Rules& rules, std::span<const std::uint8_t> row,
                          std::span<const std::uint8_t> taken, std::size_t index) {
    CardSet<Decks> drawn;
    for (const Card card : rules.deck_list()) {
        const std::size_t column = columns.column(card);
        if (row[column] == 0) continue;
        if (taken[column] != nobody) refuse_value("removed", index, column, row[column], "0 is right for a card taken");
        drawn.add(card);
    }
    return drawn;
}

template <int Decks>
void score_rows(const Rules& rules, const Columns& columns, const TakenRows& rows, std::size_t begin, std::size_t end,
                std::span<std::int32_t> points) {
    constexpr std::size_t kinds = honour_count * Decks;
    Setup<Decks> setup;
    setup.rules = &rules;
    setup.deck = narrow<Decks>(rules.deck());
    for (std::size_t i = begin; i < end; ++i) {
        const auto row = row_of(rows.taken, i, columns.size());
        const auto taken = columns.read_scoring<Decks>(row, "taken", i);
        check_removed(columns, row, i);
        if (!rows.exposed.empty()) setup.exposures = read_exposures(row_of(rows.exposed, i, kinds), i);
        if (!rows.dealt.empty())
            setup.dealt = columns.read_scoring<Decks>(row_of(rows.dealt, i, columns.size()), "dealt", i);
        if (!rows.removed.empty()) {
            const auto drawn = row_of(rows.removed, i, columns.size());
            setup.deck = narrow<Decks>(rules.deck()) - read_drawn<Decks>(columns, rules, drawn, row, i);
        }
        write_points(score(setup, taken), row_of(points, i, seat_count));
    }
}

}  // namespace

void deal_batch(const Rules& rules, std::uint64_t seed, int threads, std::span<std::uint8_t> owners,
                const Pause& pause) {
    const Columns columns(rules);
    const auto work = [&](std::size_t begin, std::size_t end) {
        const auto rows = rules.decks() == 2 ? deal_rows<2> : deal_rows<1>;
        rows(rules, columns, seed, begin, end, owners);
    };
    for_each_part(owners.size() / columns.size(), random_part, threads, work, pause);
}

void playout_batch(const Rules& rules, std::uint64_t seed, bool expose, int threads, std::span<std::int32_t> points,
                   const Pause& pause) {
    const auto work = [&](std::size_t begin, std::size_t end) {
        const auto rows = rules.decks() == 2 ? play_rows<2> : play_rows<1>;
        rows(rules, seed, expose, begin, end, points);
    };
    for_each_part(points.size() / seat_count, random_part, threads, work, pause);
}

void rollout_batch(const Rules& rules, const AnyPolicy& policy, std::uint64_t seed, bool expose, int threads,
                   std::span<std::int32_t> points, const Pause& pause) {
    policy.visit([&](const auto& one) {
        const auto work = [&](std::size_t begin, std::size_t end) {
            rules.decks() == 2 ? roll_out_rows<2>(rules, one, seed, expose, begin, end, points)
                               : roll_out_rows<1>(rules, one, seed, expose, begin, end, points);
        };
        for_each_part(points.size() / seat_count, random_part, threads, work, pause);
    });
}

void score_batch(const Rules& rules, const TakenRows& rows, int threads, std::span<std::int32_t> points,
                 const Pause& pause) {
    const Columns columns(rules);
    const std::size_t count = points.size() / seat_count;
    expect_size("taken", rows.taken, count * columns.size());
    if (!rows.exposed.empty()) expect_size("exposed", rows.exposed, count * honour_count * rules.decks());
    if (!rows.dealt.empty()) expect_size("dealt", rows.dealt, count * columns.size());
    if (!rows.removed.empty()) expect_size("removed", rows.removed, count * columns.size());
    const auto work = [&](std::size_t begin, std::size_t end) {
        const auto scored = rules.decks() == 2 ? score_rows<2> : score_rows<1>;
        scored(rules, columns, rows, begin, end, points);
    };
    for_each_part(count, score_part, threads, work, pause);
}

}  // namespace gongzhu
