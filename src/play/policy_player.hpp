// A policy as a player of views.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "any_policy.hpp"
#include "core/view.hpp"
#include "deciding.hpp"

namespace gongzhu {

class PolicyPlayer {
public:
    // `deals`: how many stand behind what it explains, at least 2.
    PolicyPlayer(const AnyPolicy& policy, std::uint64_t seed, std::size_t deals)
        : policy_(policy), random_(seed), deals_(deals) {}

    // Throw IllegalMove where the view contradicts itself.
    MoveLabel choose(const View& view);
    std::vector<Exposable> expose(const View& view);
    // Each legal move made in `deals` deals that the view allows, all seats then playing by the policy.
    std::vector<MoveEstimate> explain(const View& view);

private:
    AnyPolicy policy_;
    Random random_;
    std::size_t deals_;
};

}  // namespace gongzhu
