// PIMC: sampled worlds, in each of which every move is followed to the end of the deal by a policy. GIB's Monte Carlo
// (Ginsberg, 2001) without its clairvoyance: in a rollout every seat decides from what it could know.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include "inference.hpp"
#include "remaining.hpp"
#include "rollout.hpp"
#include "rollout_policy.hpp"
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
                const std::vector<Standing> standings = race_moves(deciding, policy, moves, view, begun, pause);
                return deciding.label(moves[static_cast<std::size_t>(leader_of(standings))]);
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
        const RaceOptions options{.budget = options_.budget, .drops = options_.racing};
        return exposures_by_race(view, seed_of(view, seed_), options_.policy, options, pause);
    }

private:
    static constexpr double share_of_first_race = 0.25;  // of the time, where a second may follow
    static constexpr std::size_t most_raced_again = 4;
    // The second race says too little for what it costs with more cards a hand, or with less time than this for the
    // square of their number, seconds.
    static constexpr std::size_t most_cards = 13;
    static constexpr double least_time = 0.0006;
    // How far what the policy's rollouts say of two moves is off, as a share of how far one rollout is off.
    static constexpr double bias = 0.1;

    bool races_again(std::size_t cards) const {
        const double seconds = options_.budget.seconds;
        const bool has_time = seconds == 0 || seconds >= least_time * static_cast<double>(cards * cards);
        return options_.nested > 0 && cards <= most_cards && has_time;
    }

    // The standings of some of the moves, by their numbers.
    template <int Decks, class Policy>
    std::vector<Standing> race_moves(const Deciding<Decks>& deciding, const Policy& policy,
                                     const std::vector<int>& moves, const View& view, const Begun& begun,
                                     const Pause& pause) const {
        const std::uint64_t seed = seed_of(view, seed_);
        const bool twice = races_again(view.hand.size());
        const Inference<Decks> inference(deciding.sampler(), options_.pool, options_.trust);
        const auto value = [&](std::size_t sample, std::span<const int> candidates, std::span<int> values) {
            Random random(seed, sample);
            const Continuation<Decks> now = deciding.in(inference.draw(policy, random));
            const Margin margin = margin_in(deciding.record(), now.setup(), view.seat);
            for (std::size_t i = 0; i < candidates.size(); ++i) {
                const auto number = static_cast<std::size_t>(moves[static_cast<std::size_t>(candidates[i])]);
                values[i] = margin.of(points_after(now, deciding.moves()[number], policy, random));
            }
            return true;
        };
        RaceOptions options{.budget = options_.budget, .drops = options_.racing};
        if (twice) {
            options.budget.seconds *= share_of_first_race;
            options.tolerance = 2 * bias;
        }
        options.budget = begun.rest_of(options.budget);
        std::vector<Standing> standings = race(static_cast<int>(moves.size()), options, value, pause);
        if (twice) race_again(deciding, policy, moves, view, begun, standings, pause);
        return standings;
    }

    // The moves that are close go into a second race, in which all seats play by rollouts of their own. It needs a
    // thousand times as long for a sample, and so is weighed against what is known from the first.
    template <int Decks, class Policy>
    void race_again(const Deciding<Decks>& deciding, const Policy& policy, const std::vector<int>& moves,
                    const View& view, const Begun& begun, std::vector<Standing>& standings, const Pause& pause) const {
        const int leader = leader_of(standings);
        const auto at = [&](int i) -> Standing& { return standings[static_cast<std::size_t>(i)]; };
        const double spread = bias * at(leader).deviation();
        std::vector<int> close(standings.size());
        std::iota(close.begin(), close.end(), 0);
        std::erase_if(close, [&](int i) {
            return at(i).samples < at(leader).samples || at(i).mean < at(leader).mean - 3 * spread;
        });
        std::ranges::stable_sort(close, std::ranges::greater{},
                                 [&](int i) { return std::pair(i == leader, at(i).mean); });
        if (close.size() > most_raced_again) close.resize(most_raced_again);
        if (close.size() < 2) return;

        // The last cards are played much the same either way, and of what is the same nothing need be sampled.
        const double likeness = std::clamp((9.0 - static_cast<double>(view.hand.size()) / Decks) / 7, 0.0, 1.0);
        const RolloutPolicy<Policy> rollouts(policy);
        const std::uint64_t seed = Random(seed_of(view, seed_)).next();
        const double seconds = options_.budget.seconds;
        const auto late = [&] { return seconds > 0 && begun.is_past(seconds); };
        const auto value = [&](std::size_t sample, std::span<const int> candidates, std::span<int> values) {
            Random random(seed, sample);
            const Continuation<Decks> now = deciding.in(deciding.sampler().draw(random));
            const Margin margin = margin_in(deciding.record(), now.setup(), view.seat);
            for (std::size_t i = 0; i < candidates.size(); ++i) {
                const int candidate = close[static_cast<std::size_t>(candidates[i])];
                const auto number = static_cast<std::size_t>(moves[static_cast<std::size_t>(candidate)]);
                const Move move = deciding.moves()[number];
                const std::optional<Points> points = points_after(now, move, rollouts, random, late);
                if (!points) return false;
                const int usual = margin.of(points_after(now, move, policy, random));
                values[i] = margin.of(*points) - static_cast<int>(std::lround(likeness * usual));
            }
            return true;
        };
        RaceOptions options{.budget = begun.rest_of(options_.budget), .first_check = 8, .deficit = 2, .spread = spread};
        options.budget.samples = options_.nested;
        for (const int i : close) options.expected.push_back((1 - likeness) * at(i).mean);
        const std::vector<Standing> again = race(static_cast<int>(close.size()), options, value, pause);
        for (std::size_t i = 0; i < close.size(); ++i) {
            Standing& standing = at(close[i]);
            standing.mean = again[i].mean + likeness * standing.mean;
            standing.error = std::max(at(leader).error, again[i].error);
            standing.samples = at(leader).samples;
        }
    }

    // The points of a deal after a move, everybody playing by a policy; with `late`, nothing once it is that.
    template <int Decks, class Policy, class... Late>
    static auto points_after(const Continuation<Decks>& now, Move move, const Policy& policy, Random random,
                             const Late&... late) {
        Position<Decks> position = now.position();
        Seen<Decks> seen = now.seen();
        seen.play(position, move);
        if constexpr (sizeof...(Late) == 0)
            return roll_out(position, seen, policy, random);
        else
            return roll_out_unless(late..., position, seen, policy, random);
    }

    std::uint64_t seed_;
    PimcOptions options_;
};

}  // namespace

std::unique_ptr<SamplingBot> make_pimc(std::uint64_t seed, const PimcOptions& options) {
    return std::make_unique<Pimc>(seed, options);
}

}  // namespace gongzhu
