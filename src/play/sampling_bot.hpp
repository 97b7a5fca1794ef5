// Bots that decide by sampled worlds, behind one interface.
//
// What they answer depends on the view, their seed and options alone, not on what they were asked before; with a limit
// of time also on the clock.
#pragma once

#include <memory>
#include <vector>

#include "deciding.hpp"

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

}  // namespace gongzhu
