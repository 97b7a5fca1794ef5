// The policies there are, by name.
#pragma once

#include <string_view>

#include "careful.hpp"
#include "policy.hpp"

namespace gongzhu {

using AnyPolicy = OneOf<RandomPolicy, CarefulPolicy>;

// Throws std::invalid_argument that lists the names.
AnyPolicy policy_by_name(std::string_view name);

}  // namespace gongzhu
