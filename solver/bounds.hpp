// What is proven of a value.
#pragma once

#include <algorithm>

namespace gongzhu {

struct Bounds {
    int lower = 0;
    int upper = 0;

    bool exact() const { return lower == upper; }
    // The value may be anything that either allows.
    void join(const Bounds& other) {
        lower = std::min(lower, other.lower);
        upper = std::max(upper, other.upper);
    }
    friend bool operator==(const Bounds&, const Bounds&) = default;
};

}  // namespace gongzhu
