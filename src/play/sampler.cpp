#include "sampler.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "columns.hpp"
#include "core/errors.hpp"

namespace gongzhu {
namespace {

constexpr std::size_t sample_part = 512;  // rows: a fraction of a millisecond

// The share as a threshold for random words.
std::uint64_t threshold_of(double share) {
    return static_cast<std::uint64_t>(std::ldexp(std::min(share, 1 - 0x1p-53), 64));
}

template <int Decks>
void write_row(const Columns& columns, const std::array<Cards, seat_count>& hands, std::span<std::uint8_t> row) {
    std::array<CardSet<Decks>, seat_count> narrowed;
    for (int seat = 0; seat < seat_count; ++seat) narrowed[seat] = narrow<Decks>(hands[seat]);
    columns.write<Decks>(narrowed, row);
}

}  // namespace

Sampler::Sampler(Knowledge knowledge) : knowledge_(std::move(knowledge)) {
    const DealRecord& record = knowledge_.record;
    double total = 0;
    for (const Hypothesis& hypothesis : knowledge_.hypotheses) {
        Case one{DivisionSampler(hypothesis.division), hypothesis.located, hypothesis.exposures};
        one.ways = one.cards.ways() * hypothesis.ways;
        if (one.ways == 0) continue;
        one.known[record.seat] = record.own - record.played[record.seat];
        total += one.ways;
        cases_.push_back(std::move(one));
    }
    if (cases_.empty()) throw IllegalMove("view: the cards it does not show cannot be divided as it says");
    double sum = 0;
    for (Case& one : cases_) {
        sum += one.ways;
        one.threshold = &one == &cases_.back() ? 0 : threshold_of(sum / total);
    }
}

World Sampler::draw(Random& random) const {
    const Case* chosen = cases_.data();
    if (cases_.size() > 1) {
        for (const std::uint64_t word = random.next(); chosen->threshold != 0 && word >= chosen->threshold;) ++chosen;
    }
    const int seat = knowledge_.record.seat;
    World world{chosen->known, chosen->exposures};
    chosen->cards.draw(random, world.hands);
    world.hands[seat] = chosen->known[seat];  // what nobody holds went there
    return world;
}

Wide Sampler::count() const {
    Wide total;
    for (const Hypothesis& hypothesis : knowledge_.hypotheses) {
        total += count_ways(hypothesis.division) * Wide(static_cast<std::uint64_t>(hypothesis.ways));
    }
    return total;
}

Chances Sampler::chances() const {
    double total = 0;
    for (const Case& one : cases_) total += one.ways;
    Chances chances{};
    const int seat = knowledge_.record.seat;
    for (const Case& one : cases_) {
        one.cards.add_chances(one.ways / total, chances);
        for (int other = 0; other < seat_count; ++other) {
            if (other == seat) continue;
            for (Cards rest = one.known[other]; !rest.empty();) chances[other][rest.pop()] += one.ways / total;
        }
    }
    chances[seat].fill(0);
    for (Cards rest = cases_[0].known[seat]; !rest.empty();) chances[seat][rest.pop()] = 1;
    return chances;
}

std::vector<std::size_t> resample(std::span<const double> weights, std::size_t count, Random& random) {
    double total = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (!(weights[i] >= 0) || std::isinf(weights[i])) {
            throw std::invalid_argument("likelihood: " + std::to_string(weights[i]) + " given for candidate " +
                                        std::to_string(i) + ", a finite number of 0 or more is right");
        }
        total += weights[i];
    }
    if (count > 0 && (!(total > 0) || std::isinf(total))) {
        throw std::invalid_argument("likelihood: the weights of the candidates add up to " + std::to_string(total));
    }
    std::vector<std::size_t> taken;
    const double offset = static_cast<double>(random.next() >> 11) * 0x1p-53;
    const double step = total / static_cast<double>(count);
    double sum = 0;
    std::size_t last = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        sum += weights[i];
        if (weights[i] > 0) last = i;
        while (taken.size() < count && (static_cast<double>(taken.size()) + offset) * step < sum) taken.push_back(i);
    }
    taken.resize(count, last);  // where the sum was rounded
    return taken;
}

std::vector<World> draw_likely(const Sampler& sampler, std::size_t count, std::size_t candidates, std::uint64_t seed,
                               const LogLikelihood& log_likelihood, double temper) {
    std::vector<World> worlds;
    std::vector<double> weights;
    for (std::size_t i = 0; i < candidates; ++i) {
        worlds.push_back(sampler.draw(seed, i));
        weights.push_back(temper * log_likelihood(worlds.back()));
    }
    const double most = weights.empty() ? 0 : *std::ranges::max_element(weights);
    for (double& weight : weights) weight = std::exp(weight - most);
    Random random(seed, candidates);
    std::vector<World> likely;
    for (const std::size_t i : resample(weights, count, random)) likely.push_back(worlds[i]);
    return likely;
}

void sample_batch(const Sampler& sampler, std::uint64_t seed, bool dealt, int threads, std::span<std::uint8_t> owners,
                  std::span<std::uint8_t> exposed, const Pause& pause) {
    const DealRecord& record = sampler.knowledge().record;
    const Columns columns(*record.rules);
    const std::size_t kinds = honour_count * static_cast<std::size_t>(record.rules->decks());
    for_each_part(
        owners.size() / columns.size(), sample_part, threads,
        [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                World world = sampler.draw(seed, i);
                if (dealt) {
                    for (int seat = 0; seat < seat_count; ++seat) world.hands[seat] |= record.played[seat];
                }
                const auto row = owners.subspan(i * columns.size(), columns.size());
                record.rules->decks() == 1 ? write_row<1>(columns, world.hands, row)
                                           : write_row<2>(columns, world.hands, row);
                for (std::size_t kind = 0; kind < kinds; ++kind) {
                    exposed[i * kinds + kind] = static_cast<std::uint8_t>(world.exposures.kind(
                        static_cast<Honour>(kind % honour_count), static_cast<int>(kind / honour_count)));
                }
            }
        },
        pause);
}

}  // namespace gongzhu
