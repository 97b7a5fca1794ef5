// PIMC: sampled worlds, in each of which every move is followed to the end of the deal by a policy. GIB's Monte Carlo
// (Ginsberg, 2001) without its clairvoyance: in a rollout every seat decides from what it could know.
#include <numeric>

#include "inference.hpp"
#include "remaining.hpp"
#include "rollout.hpp"
#include "sampling_bot.hpp"

namespace gongzhu {
namespace {

class Pimc final : public SamplingBot {
public:
    Pimc(std::uint64_t seed, const PimcOptions& options) : seed_(seed), options_(options) {}

    MoveLabel choose(const View& view, const Pause& pause) const override {
        if (view.legal_moves.size() == 1) return view.legal_moves[0];
        const Begun begun;
        return for_decks(view, [&]<int Decks>() {
            const Deciding<Decks> deciding(view);
            if (deciding.moves().size() == 1) return deciding.label(0);
            return options_.policy.visit([&](const auto& policy) {
                Random random(seed_of(view, seed_));
                const std::vector<int> moves = deciding.moves_near(policy, random);
                return deciding.label(moves[static_cast<std::size_t>(
                    leader_of(race_moves(deciding, policy, moves, view, begun, pause)))]);
            });
        });
    }
    std::vector<MoveEstimate> explain(const View& view, const Pause& pause) const override {
        const Begun begun;
        return for_decks(view, [&]<int Decks>() {
            const Deciding<Decks> deciding(view);
            std::vector<int> moves(deciding.moves().size());
            std::iota(moves.begin(), moves.end(), 0);
            return deciding.spread(options_.policy.visit(
                [&](const auto& policy) { return race_moves(deciding, policy, moves, view, begun, pause); }));
        });
    }
    std::vector<Exposable> expose(const View& view, const Pause& pause) const override {
        return exposures_by_race(view, seed_of(view, seed_), options_.policy, race_options(), pause);
    }

private:
    RaceOptions race_options() const { return {.budget = options_.budget, .drops = options_.racing}; }

    // The standings of some of the moves, by their numbers.
    template <int Decks, class Policy>
    std::vector<Standing> race_moves(const Deciding<Decks>& deciding, const Policy& policy,
                                     const std::vector<int>& moves, const View& view, const Begun& begun,
                                     const Pause& pause) const {
        const std::uint64_t seed = seed_of(view, seed_);
        const Inference<Decks> inference(deciding.sampler(), options_.pool, options_.trust);
        const auto value = [&](std::size_t sample, std::span<const int> candidates, std::span<int> values) {
            Random random(seed, sample);
            const Continuation<Decks> now = deciding.in(inference.draw(policy, random));
            const Margin margin = margin_in(deciding.record(), now.setup(), view.seat);
            for (std::size_t i = 0; i < candidates.size(); ++i) {
                const auto number = static_cast<std::size_t>(moves[static_cast<std::size_t>(candidates[i])]);
                Position<Decks> position = now.position();
                Seen<Decks> seen = now.seen();
                Random same = random;  // for every move
                seen.play(position, deciding.moves()[number]);
                values[i] = margin.of(roll_out(position, seen, policy, same));
            }
        };
        RaceOptions options = race_options();
        options.budget = begun.rest_of(options.budget);
        return race(static_cast<int>(moves.size()), options, value, pause);
    }

    std::uint64_t seed_;
    PimcOptions options_;
};

}  // namespace

std::unique_ptr<SamplingBot> make_pimc(std::uint64_t seed, const PimcOptions& options) {
    return std::make_unique<Pimc>(seed, options);
}

}  // namespace gongzhu
