#include "race.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace gongzhu {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t part = 4;                   // samples between two looks at the clock
constexpr std::size_t fewest_samples = 8;         // by which more is said than was expected
constexpr std::size_t longest_stretch = 1 << 16;  // for the memory's sake

// The values of the samples between two checks, a row for each sample.
struct Stretch {
    std::vector<int> candidates;
    std::vector<int> values;
    std::size_t samples = 0;
};

class Race {
public:
    Race(int count, const RaceOptions& options, const ValueSample& value, const Pause& pause)
        : options_(options), value_(value), pause_(pause), running_(static_cast<std::size_t>(count)),
          totals_(static_cast<std::size_t>(count)) {
        std::iota(running_.begin(), running_.end(), 0);
        if (options.budget.seconds > 0) {
            limited_ = true;
            end_ = Clock::now() +
                   std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.budget.seconds));
        }
    }

    std::vector<Standing> run() {
        std::size_t next_check = options_.first_check;
        while (samples_ < options_.budget.samples && (needs_sample() || !is_late()) &&
               (running_.size() > 1 || totals_.size() == 1)) {
            run_stretch(std::min(next_check, options_.budget.samples) - samples_);
            if (options_.drops && samples_ == next_check) drop();
            next_check += std::min(next_check, longest_stretch);
        }
        std::vector<Standing> standings;
        for (const Total& total : totals_) standings.push_back(total.standing());
        if (options_.expected.empty()) return standings;
        for (std::size_t i = 0; i < standings.size(); ++i) {
            const Standing ahead = difference(static_cast<int>(i), 0);
            standings[i] = {options_.expected[0] + ahead.mean, ahead.error, standings[i].samples};
        }
        return standings;
    }

private:
    struct Total {
        std::int64_t sum = 0;
        double squares = 0;
        std::size_t samples = 0;

        void add(int value) {
            sum += value;
            squares += static_cast<double>(value) * value;
            ++samples;
        }
        double mean() const { return samples > 0 ? static_cast<double>(sum) / static_cast<double>(samples) : 0; }
        Standing standing() const {
            const auto n = static_cast<double>(samples);
            const double variance = samples > 1 ? std::max(0.0, squares - n * mean() * mean()) / (n - 1) : 0;
            return {mean(), samples > 1 ? std::sqrt(variance / n) : 0, samples};
        }
    };

    // Whether there is no time for another sample.
    bool is_late() const { return limited_ && Clock::now() + longest_.load() >= end_; }
    // The very first sample is always valued, so that there is an answer.
    bool needs_sample() const { return samples_ == 0 && options_.expected.empty(); }

    void run_stretch(std::size_t samples) {
        Stretch stretch{running_, std::vector<int>(samples * running_.size()), 0};
        std::vector<std::uint8_t> valued(samples);
        for_each_part(
            samples, part, options_.budget.threads,
            [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    const Clock::time_point now = limited_ ? Clock::now() : Clock::time_point{};
                    if (limited_ && now + longest_.load() >= end_ && !(i == 0 && needs_sample())) return;
                    const auto row = std::span(stretch.values).subspan(i * running_.size(), running_.size());
                    valued[i] = value_(samples_ + i, running_, row) ? 1 : 0;
                    if (limited_) longest_ = std::max(longest_.load(), Clock::now() - now);
                }
            },
            pause_);
        for (std::size_t i = 0; i < samples; ++i) {
            if (valued[i] == 0) continue;
            const auto width = static_cast<std::ptrdiff_t>(running_.size());
            const auto row = stretch.values.begin() + static_cast<std::ptrdiff_t>(i) * width;
            for (std::size_t j = 0; j < running_.size(); ++j) {
                totals_[static_cast<std::size_t>(running_[j])].add(row[static_cast<std::ptrdiff_t>(j)]);
            }
            std::copy(row, row + width, stretch.values.begin() + static_cast<std::ptrdiff_t>(stretch.samples) * width);
            ++stretch.samples;
        }
        samples_ += stretch.samples;
        stretch.values.resize(stretch.samples * running_.size());
        if (options_.drops) stretches_.push_back(std::move(stretch));
    }

    void drop() {
        const int first = running_.front();
        const int leader =
            *std::ranges::max_element(running_, {}, [&](int candidate) { return difference(candidate, first).mean; });
        std::erase_if(running_, [&](int candidate) { return candidate != leader && is_behind(candidate, leader); });
    }

    bool is_behind(int candidate, int leader) const {
        const Standing deficit = difference(leader, candidate);
        const bool alike = deficit.mean == 0 && deficit.error == 0;  // in every sample: one of them is enough
        const double tolerated = options_.tolerance * totals_[static_cast<std::size_t>(leader)].standing().deviation();
        return alike || deficit.mean > options_.deficit * deficit.error + tolerated;
    }

    // How much more a candidate is worth than another: in the samples that valued both, and by what was expected.
    Standing difference(int candidate, int other) const {
        Total difference;
        for (const Stretch& stretch : stretches_) {
            const auto a = std::ranges::find(stretch.candidates, candidate) - stretch.candidates.begin();
            const auto b = std::ranges::find(stretch.candidates, other) - stretch.candidates.begin();
            const auto width = static_cast<std::ptrdiff_t>(stretch.candidates.size());
            if (a == width || b == width) continue;
            for (auto row = stretch.values.begin(); row != stretch.values.end(); row += width) {
                difference.add(row[a] - row[b]);
            }
        }
        const Standing sampled = difference.standing();
        if (options_.expected.empty()) return sampled;
        const auto expected = [&](int one) { return options_.expected[static_cast<std::size_t>(one)]; };
        const double before = expected(candidate) - expected(other);
        const double variance = sampled.error * sampled.error;
        const double prior = candidate == other ? 0 : options_.spread * options_.spread;
        const double trust = sampled.samples < fewest_samples || prior == 0 ? 0 : prior / (prior + variance);
        return {before + trust * (sampled.mean - before), std::sqrt(trust > 0 ? trust * variance : prior),
                sampled.samples};
    }

    const RaceOptions& options_;
    const ValueSample& value_;
    const Pause& pause_;
    std::vector<int> running_;
    std::vector<Total> totals_;
    std::vector<Stretch> stretches_;
    std::size_t samples_ = 0;
    bool limited_ = false;
    Clock::time_point end_;
    std::atomic<Clock::duration> longest_{};  // that a sample took
};

}  // namespace

std::vector<Standing> race(int count, const RaceOptions& options, const ValueSample& value, const Pause& pause) {
    return Race(count, options, value, pause).run();
}

int leader_of(std::span<const Standing> standings) {
    const auto is_worse = [](const Standing& a, const Standing& b) {
        return a.samples != b.samples ? a.samples < b.samples : a.mean < b.mean;
    };
    return static_cast<int>(std::ranges::max_element(standings, is_worse) - standings.begin());
}

}  // namespace gongzhu
