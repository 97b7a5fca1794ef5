// Worlds that a view allows, each as likely.
//
// A world is counted once for every way of dealing its physical cards, as a shuffle would deal them: of two decks, one
// in which two seats hold one copy each of a card comes twice as often as one in which a seat holds both. Where hidden
// exposures leave open which cards are exposed, every answer that fits is a world.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/random.hpp"
#include "division.hpp"
#include "knowledge.hpp"
#include "parallel.hpp"

namespace gongzhu {

// What each seat holds now, and all exposures. Copies are those of the view's DealRecord.
struct World {
    std::array<Cards, seat_count> hands{};
    Exposures exposures;
    friend bool operator==(const World&, const World&) = default;
};

// It only reads, so any number of threads may share one.
class Sampler {
public:
    // Throws IllegalMove where the knowledge allows no world.
    explicit Sampler(Knowledge knowledge);

    const Knowledge& knowledge() const { return knowledge_; }

    World draw(Random& random) const;
    // The world of that number in the endless row that a seed gives.
    World draw(std::uint64_t seed, std::uint64_t index) const {
        Random random(seed, index);
        return draw(random);
    }

    // How many worlds there are.
    Wide count() const;
    // How likely it is that each seat holds each card: more than 0 if and only if a world has it so.
    Chances chances() const;

private:
    struct Case {
        DivisionSampler cards;
        std::array<Cards, seat_count> known{};  // held by each seat whatever is drawn
        Exposures exposures;
        double ways = 0;
        std::uint64_t threshold = 0;  // chosen by a random word that is below it and not below the last; 0: the last
    };

    Knowledge knowledge_;
    std::vector<Case> cases_;
};

// The logarithm of how likely it is that the seats would have exposed and played as they did, in a world.
using LogLikelihood = std::function<double(const World&)>;

// Importance sampling: which of `candidates` are taken, `count` of them in the order of the candidates, each as often
// as its share of the weights wants, up to the next whole number (systematic resampling; Kitagawa, 1996).
// std::invalid_argument where a weight is negative or not finite, or all are 0.
std::vector<std::size_t> resample(std::span<const double> weights, std::size_t count, Random& random);
// Worlds by how likely they make what was seen: of `candidates` uniform ones, `count`. A `temper` below 1 trusts the
// likelihood less: its weights are the likelihoods to that power.
std::vector<World> draw_likely(const Sampler& sampler, std::size_t count, std::size_t candidates, std::uint64_t seed,
                               const LogLikelihood& log_likelihood, double temper = 1);

// Worlds 0 … of a seed as rows (columns.hpp): who holds each card, now or with `dealt` when the record began, and the
// kinds of exposure of pig, sheep, transformer and heart leader, copy by copy. As many as `owners` has room for.
void sample_batch(const Sampler& sampler, std::uint64_t seed, bool dealt, int threads, std::span<std::uint8_t> owners,
                  std::span<std::uint8_t> exposed, const Pause& pause = {});

}  // namespace gongzhu
