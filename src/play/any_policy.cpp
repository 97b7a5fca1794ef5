#include "any_policy.hpp"

#include <stdexcept>
#include <string>

namespace gongzhu {

AnyPolicy policy_by_name(std::string_view name) {
    if (name == "random") return RandomPolicy{};
    if (name == "careful") return CarefulPolicy{};
    throw std::invalid_argument("policy '" + std::string(name) + "' is unknown; there are random, careful");
}

}  // namespace gongzhu
