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

std::optional<Stakes> stakes_in(const View& view, const PimcOptions& options) {
    return options.match ? Stakes::of(*view.rules, *options.match) : std::nullopt;
}

const Stakes* pointer_to(const std::optional<Stakes>& stakes) { return stakes ? &*stakes : nullptr; }

// One decision between some of the moves of a seat.
template <int Decks, class Policy>
class Decision {
public:
    // `moves`: by their numbers.
    Decision(const Deciding<Decks>& deciding, const View& view, const Policy& policy, std::vector<int> moves,
             const PimcOptions& options, std::uint64_t seed, const Begun& begun, const Pause& pause)
        : deciding_(deciding), policy_(policy), moves_(std::move(moves)), options_(options), seed_(seed), begun_(begun),
          pause_(pause), seat_(view.seat), cards_(view.hand.size()), stakes_(stakes_in(view, options)) {}

    // What became of each of the moves.
    std::vector<Standing> race() const {
        const bool twice = races_again();
        const Inference<Decks> inference(deciding_.sampler(), options_.pool, options_.trust);
        const auto value = [&](std::size_t sample, std::span<const int> candidates, std::span<int> values) {
            Random random(seed_, sample);
            const Continuation<Decks> now = deciding_.in(inference.draw(policy_, random));
            const Margin margin = margin_of(now);
            for (std::size_t i = 0; i < candidates.size(); ++i) {
                values[i] = margin.of(points_after(now, move(candidates[i]), policy_, random));
            }
            return true;
        };
        RaceOptions options{.budget = options_.budget, .drops = options_.racing};
        if (twice) {
            options.budget.seconds *= share_of_first_race;
            options.tolerance = 2 * bias;
        }
        options.budget = begun_.rest_of(options.budget);
        std::vector<Standing> standings = gongzhu::race(static_cast<int>(moves_.size()), options, value, pause_);
        if (twice) race_again(standings);
        return standings;
    }

private:
    // How far what rollouts by the policy say of two moves is off, as a share of how far a single one is off.
    static constexpr double bias = 0.1;
    static constexpr double share_of_first_race = 0.25;  // of the time, where a second follows
    static constexpr std::size_t most_raced_again = 4;
    // The second race says too little for what it costs with more cards a hand, or with less time than this for the
    // square of their number, seconds.
    static constexpr std::size_t most_cards = 13;
    static constexpr double least_time = 0.0006;

    Move move(int candidate) const {
        return deciding_.moves()[static_cast<std::size_t>(moves_[static_cast<std::size_t>(candidate)])];
    }
    Margin margin_of(const Continuation<Decks>& now) const {
        return margin_in(deciding_.record(), now.setup(), seat_, pointer_to(stakes_));
    }

    bool races_again() const {
        const double seconds = options_.budget.seconds;
        const bool has_time = seconds == 0 || seconds >= least_time * static_cast<double>(cards_ * cards_);
        return options_.nested > 0 && cards_ <= most_cards && has_time;
    }

    // The moves that are close go into a second race, in which all seats play by rollouts of their own. A sample of it
    // takes a thousand times as long, and so it is weighed against what is known from the first.
    void race_again(std::vector<Standing>& standings) const {
        const Standing leader = standings[static_cast<std::size_t>(leader_of(standings))];
        const double spread = bias * leader.deviation();
        const std::vector<int> close = close_ones(standings, spread);
        if (close.size() < 2) return;

        // The last cards are played much the same either way, and of what is the same nothing need be sampled.
        const double likeness = std::clamp((9 - static_cast<double>(cards_) / Decks) / 7, 0.0, 1.0);
        const RolloutPolicy<Policy> rollouts(policy_);
        const std::uint64_t seed = Random(seed_).next();
        const double seconds = options_.budget.seconds;
        const auto late = [&] { return seconds > 0 && begun_.is_past(seconds); };
        const auto value = [&](std::size_t sample, std::span<const int> candidates, std::span<int> values) {
            Random random(seed, sample);
            const Continuation<Decks> now = deciding_.in(deciding_.sampler().draw(random));
            const Margin margin = margin_of(now);
            for (std::size_t i = 0; i < candidates.size(); ++i) {
                const Move tried = move(close[static_cast<std::size_t>(candidates[i])]);
                const std::optional<Points> points = points_after(now, tried, rollouts, random, late);
                if (!points) return false;
                const int usual = margin.of(points_after(now, tried, policy_, random));
                values[i] = margin.of(*points) - static_cast<int>(std::lround(likeness * usual));
            }
            return true;
        };
        RaceOptions options{.budget = options_.budget, .first_check = 8, .deficit = 2, .spread = spread};
        options.budget.samples = options_.nested;
        options.budget = begun_.rest_of(options.budget);
        for (const int i : close)
            options.expected.push_back((1 - likeness) * standings[static_cast<std::size_t>(i)].mean);
        const std::vector<Standing> again = gongzhu::race(static_cast<int>(close.size()), options, value, pause_);
        for (std::size_t i = 0; i < close.size(); ++i) {
            Standing& standing = standings[static_cast<std::size_t>(close[i])];
            standing.mean = again[i].mean + likeness * standing.mean;
            standing.error = std::max(leader.error, again[i].error);
        }
    }

    // The leader and those of the others that may be better than it, the most likely first.
    static std::vector<int> close_ones(const std::vector<Standing>& standings, double spread) {
        const int leader = leader_of(standings);
        const auto at = [&](int i) -> const Standing& { return standings[static_cast<std::size_t>(i)]; };
        std::vector<int> close(standings.size());
        std::iota(close.begin(), close.end(), 0);
        std::erase_if(close, [&](int i) {
            return at(i).samples < at(leader).samples || at(i).mean < at(leader).mean - 3 * spread;
        });
        std::ranges::stable_sort(close, std::ranges::greater{},
                                 [&](int i) { return std::pair(i == leader, at(i).mean); });
        if (close.size() > most_raced_again) close.resize(most_raced_again);
        return close;
    }

    // The points of a deal after a move, everybody playing by a policy; with `late`, nothing once it is that.
    template <class Player, class... Late>
    static auto points_after(const Continuation<Decks>& now, Move move, const Player& player, Random random,
                             const Late&... late) {
        Position<Decks> position = now.position();
        Seen<Decks> seen = now.seen();
        seen.play(position, move);
        if constexpr (sizeof...(Late) == 0)
            return roll_out(position, seen, player, random);
        else
            return roll_out_unless(late..., position, seen, player, random);
    }

    const Deciding<Decks>& deciding_;
    const Policy& policy_;
    std::vector<int> moves_;
    const PimcOptions& options_;
    std::uint64_t seed_;
    const Begun& begun_;
    const Pause& pause_;
    int seat_;
    std::size_t cards_;
    std::optional<Stakes> stakes_;
};

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
                const std::uint64_t seed = seed_of(view, seed_);
                Random random(seed);
                const std::vector<int> moves = deciding.moves_near(policy, random);
                const std::vector<Standing> standings =
                    Decision(deciding, view, policy, moves, options_, seed, begun, pause).race();
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
            return deciding.spread(options_.policy.visit([&](const auto& policy) {
                return Decision(deciding, view, policy, moves, options_, seed_of(view, seed_), begun, pause).race();
            }));
        });
    }
    std::vector<Exposable> expose(const View& view, const Pause& pause) const override {
        const RaceOptions options{.budget = options_.budget, .drops = options_.racing};
        const std::optional<Stakes> stakes = stakes_in(view, options_);
        return exposures_by_race(view, seed_of(view, seed_), options_.policy, options, pointer_to(stakes), pause);
    }

private:
    std::uint64_t seed_;
    PimcOptions options_;
};

}  // namespace

std::unique_ptr<SamplingBot> make_pimc(std::uint64_t seed, const PimcOptions& options) {
    return std::make_unique<Pimc>(seed, options);
}

}  // namespace gongzhu
