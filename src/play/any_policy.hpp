// The policies there are.
#pragma once

#include "careful.hpp"
#include "learned.hpp"
#include "policy.hpp"

namespace gongzhu {

using AnyPolicy = OneOf<RandomPolicy, CarefulPolicy, LearnedPolicy>;

}  // namespace gongzhu
