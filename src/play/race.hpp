// A race of candidates over samples: each sample values all that are still in it, and those that are clearly behind
// leave it early.
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "parallel.hpp"

namespace gongzhu {

struct Budget {
    std::size_t samples = 0;  // the most
    double seconds = 0;       // likewise; 0: no limit
    int threads = 1;          // 0: as many as there are cores
};

struct RaceOptions {
    Budget budget;
    bool drops = true;             // else every candidate stays to the end
    std::size_t first_check = 64;  // samples before the first check; then at twice as many and so on
    double deficit = 3;            // standard errors of its paired difference behind the leader that make one leave
    double tolerance = 0;          // … beyond so many standard deviations of a sample
    // What the candidates are expected to be worth, if that is known, and how far their differences may be from it (a
    // standard deviation, normally distributed). What the samples say is then weighed against it, and the standings'
    // errors are those of the differences to the first candidate.
    std::vector<double> expected{};
    double spread = 0;
};

struct Standing {
    double mean = 0;
    double error = 0;  // standard error of the mean; 0 with a single sample
    std::size_t samples = 0;

    double deviation() const { return error * std::sqrt(static_cast<double>(samples)); }  // of a sample
};

// Values the candidates in a sample, one after the other; false where it gave up, as time was out. Called from several
// threads.
using ValueSample = std::function<bool(std::size_t sample, std::span<const int> candidates, std::span<int> values)>;

// What a race of `count` candidates came to. Without a limit of time it depends on nothing but the options and the
// values: not on the number of threads. It ends when only one of several candidates is left. `pause` is called now
// and then by the calling thread and may throw.
std::vector<Standing> race(int count, const RaceOptions& options, const ValueSample& value, const Pause& pause = {});

// The candidate with the highest mean among those that stayed longest, of equals the first.
int leader_of(std::span<const Standing> standings);

}  // namespace gongzhu
