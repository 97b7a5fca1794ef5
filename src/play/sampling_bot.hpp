// Bots that decide by sampled worlds, behind one interface.
//
// What they answer depends on the view, their seed and options alone, not on what they were asked before; with a limit
// of time also on the clock.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "any_policy.hpp"
#include "deciding.hpp"
#include "exposing_choice.hpp"
#include "stakes.hpp"

namespace gongzhu {

class SamplingBot {
public:
    virtual ~SamplingBot() = default;

    // The move to make. `pause` is called now and then by the calling thread and may throw.
    virtual MoveLabel choose(const View& view, const Pause& pause) const = 0;
    // An estimate for every legal move, in the order of the view.
    virtual std::vector<MoveEstimate> explain(const View& view, const Pause& pause) const = 0;
    // What to expose now, in this order.
    virtual std::vector<Exposable> expose(const View& view, const Pause& pause) const = 0;
};

// The seed of a decision.
std::uint64_t seed_of(const View& view, std::uint64_t seed);

struct GreedyOptions {
    std::size_t samples = 20;
};
std::unique_ptr<SamplingBot> make_greedy(std::uint64_t seed, const GreedyOptions& options);

struct PimcOptions {
    std::optional<MatchStanding> match{};  // that the deal is one of: then the chances to win it count, and not points
    Budget budget{.samples = 200};
    AnyPolicy policy = CarefulPolicy{};  // of the rollouts
    bool racing = true;                  // whether moves that are clearly behind are dropped early
    std::size_t nested = 0;              // the most worlds of a second race, by nested rollouts
    // Inference: each world is drawn from this many, by how likely the others' plays are in it by the policy.
    int pool = 1;
    double trust = 0.25;  // in the policy's chances: the power to which they are raised
};
std::unique_ptr<SamplingBot> make_pimc(std::uint64_t seed, const PimcOptions& options);

struct IsmctsOptions {
    Budget budget{.samples = 1000};  // a walk through the tree each; on one thread
    AnyPolicy policy = CarefulPolicy{};
    double exploration = 100;  // of the upper bound, points
    double urgency = 30;       // how much worse than the best a move counts that was never tried, points
};
std::unique_ptr<SamplingBot> make_ismcts(std::uint64_t seed, const IsmctsOptions& options);

}  // namespace gongzhu
