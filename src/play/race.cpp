#include "race.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace gongzhu {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t part = 4;                   // samples between two looks at the clock
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
        while (samples_ < options_.budget.samples && (samples_ == 0 || !is_late()) &&
               (running_.size() > 1 || totals_.size() == 1)) {
            run_stretch(std::min(next_check, options_.budget.samples) - samples_);
            if (options_.drops && samples_ == next_check) drop();
            next_check += std::min(next_check, longest_stretch);
        }
        std::vector<Standing> standings;
        for (const Total& total : totals_) standings.push_back(total.standing());
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

    bool is_late() const { return limited_ && Clock::now() >= end_; }

    void run_stretch(std::size_t samples) {
        Stretch stretch{running_, std::vector<int>(samples * running_.size()), 0};
        std::vector<std::uint8_t> valued(samples);
        for_each_part(
            samples, part, options_.budget.threads,
            [&](std::size_t begin, std::size_t end) {
                // The very first sample is always valued, so that there is an answer.
                for (std::size_t i = begin; i < end && (!is_late() || samples_ + i == 0); ++i) {
                    value_(samples_ + i, running_,
                           std::span(stretch.values).subspan(i * running_.size(), running_.size()));
                    valued[i] = 1;
                }
            },
            pause_);
        for (std::size_t i = 0; i < samples; ++i) {
            if (valued[i] == 0) continue;
            const auto row = stretch.values.begin() + static_cast<std::ptrdiff_t>(i * running_.size());
            for (std::size_t j = 0; j < running_.size(); ++j) {
                totals_[static_cast<std::size_t>(running_[j])].add(row[static_cast<std::ptrdiff_t>(j)]);
            }
            ++stretch.samples;
        }
        samples_ += stretch.samples;
        if (options_.drops && stretch.samples == samples) stretches_.push_back(std::move(stretch));
    }

    void drop() {
        const int leader = *std::ranges::max_element(
            running_, {}, [&](int candidate) { return totals_[static_cast<std::size_t>(candidate)].sum; });
        std::erase_if(running_, [&](int candidate) { return candidate != leader && is_behind(candidate, leader); });
    }

    bool is_behind(int candidate, int leader) const {
        Total difference;
        for (const Stretch& stretch : stretches_) {
            const auto place = [&](int one) {
                return std::ranges::find(stretch.candidates, one) - stretch.candidates.begin();
            };
            const auto a = place(leader), b = place(candidate);
            const auto width = static_cast<std::ptrdiff_t>(stretch.candidates.size());
            for (auto row = stretch.values.begin(); row != stretch.values.end(); row += width) {
                difference.add(row[a] - row[b]);
            }
        }
        const Standing deficit = difference.standing();
        const bool alike = deficit.mean == 0 && deficit.error == 0;  // in every sample: one of them is enough
        return alike || deficit.mean > options_.deficit * deficit.error;
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
