// Learning the tables of the learned policy: first from the careful policy's moves, then by playing against itself.
//
// In self-play some decisions are taken up: every legal move is rolled out in the true deal by the policy as it is, and
// the policy gradient follows exactly, since all moves are known: each score moves by its probability times how much
// the move's result is above the mean. Everything that is added up is a whole number, so that neither the number of
// threads nor the processor changes the weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "any_policy.hpp"
#include "learned.hpp"
#include "parallel.hpp"

namespace gongzhu {

class Trainer {
public:
    // For rules that all have the same number of decks, and all fixed partners or none.
    Trainer(std::vector<std::shared_ptr<const Rules>> rules, std::uint64_t seed);

    // So many steps, each from a batch of deals; `rate` is how far a step moves a score.
    void imitate(int steps, double rate, int threads, const Pause& pause = {});
    void improve(int steps, double rate, int threads, const Pause& pause = {});
    // Forgets how far the entries have moved, which makes their steps smaller.
    void refresh() { squares_.assign(squares_.size(), 0); }
    // Until it is called again, the weights are the mean of those after each step from now on.
    void average_from_now() { summed_ = 0; }

    // Puts the tables among the weights.
    void write(LearnedWeights& weights) const;

private:
    template <class Deal>
    void step(double rate, int threads, const Pause& pause, const Deal& deal);

    std::vector<std::shared_ptr<const Rules>> rules_;
    std::uint64_t seed_;
    std::uint64_t deals_ = 0;
    std::vector<double> weights_;
    std::vector<double> squares_;  // of the gradients so far
    std::vector<double> sums_;
    std::shared_ptr<LearnedWeights> rounded_;
    int summed_ = -1;  // steps in `sums_`; -1: none are added up
};

// How the first policy does against the second: the mean of what its seats have more than the others', points a deal,
// and its standard error. Every deal is played twice, with the policies' seats exchanged: 0 and 2 against 1 and 3.
struct Comparison {
    double mean = 0;
    double error = 0;
};
Comparison compare(const Rules& rules, const AnyPolicy& first, const AnyPolicy& second, std::uint64_t seed,
                   std::size_t deals, int threads, const Pause& pause = {});

}  // namespace gongzhu
