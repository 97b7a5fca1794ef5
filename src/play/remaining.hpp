// What is left of a budget, for a decision that has begun before its race.
#pragma once

#include <algorithm>
#include <chrono>

#include "race.hpp"

namespace gongzhu {

// A decision's beginning.
class Begun {
public:
    // The budget without the time that has passed since, and without a tenth: a clock that is looked at now and then is
    // looked at late, and memory must be freed. Of a limited one there is always a little left.
    Budget rest_of(Budget budget) const {
        constexpr double used = 0.9;
        const std::chrono::duration<double> passed = Clock::now() - begin_;
        if (budget.seconds > 0) budget.seconds = std::max(used * budget.seconds - passed.count(), 1e-6);
        return budget;
    }

    bool is_past(double seconds) const { return Clock::now() - begin_ >= std::chrono::duration<double>(seconds); }

private:
    using Clock = std::chrono::steady_clock;

    Clock::time_point begin_ = Clock::now();
};

}  // namespace gongzhu
