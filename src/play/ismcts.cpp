// Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012): one tree over what was played, each
// walk through it in another sampled world. Every seat maximises its own margin; below the tree a policy plays on.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "remaining.hpp"
#include "rollout.hpp"
#include "sampling_bot.hpp"

namespace gongzhu {
namespace {

template <int Decks>
class Tree {
public:
    Tree(const Deciding<Decks>& deciding, std::uint64_t seed, const IsmctsOptions& options)
        : deciding_(deciding), seed_(seed), options_(options), nodes_(1) {}

    template <class Policy>
    void walk(const Policy& policy, std::uint64_t number) {
        Random random(seed_, number);
        const Continuation<Decks> now = deciding_.in(deciding_.sampler().draw(random));
        Position<Decks> position = now.position();
        Seen<Decks> seen = now.seen();
        path_.clear();
        for (std::size_t node = 0; !position.is_over();) {
            const Turn<Decks> turn(position, seen);
            const auto [move, child, is_new] = select(node, turn, named(policy.choose(turn, random)));
            path_.push_back({node, child, position.to_play()});
            seen.play(position, move);
            if (is_new) break;
            node = nodes_[node][child].node;
        }
        const Points points = roll_out(position, seen, policy, random);
        std::array<double, seat_count> values;
        for (int seat = 0; seat < seat_count; ++seat) {
            values[seat] = margin_in(deciding_.record(), now.setup(), seat).of(points) / double{Margin::unit};
        }
        for (const Step& step : path_) {
            Child& child = nodes_[step.node][step.child];
            child.sum += values[step.seat];
            child.squares += values[step.seat] * values[step.seat];
            ++child.visits;
        }
    }

    // Of one of the deciding's moves: its mean, in the units of a race.
    Standing standing(Move move) const {
        const auto child = std::ranges::find(nodes_[0], named(move), &Child::move);
        if (child == nodes_[0].end() || child->visits == 0) return {};
        const auto n = static_cast<double>(child->visits);
        const double mean = child->sum / n;
        const double variance = n > 1 ? std::max(0.0, child->squares - n * mean * mean) / (n - 1) : 0;
        return {mean * Margin::unit, std::sqrt(variance / n) * Margin::unit, child->visits};
    }

private:
    struct Child {
        Move move;
        std::size_t node = 0;  // where its own children are; 0: not yet visited
        std::size_t visits = 0;
        std::size_t available = 0;  // how often it was legal
        double sum = 0;
        double squares = 0;
    };
    struct Step {
        std::size_t node;
        std::size_t child;
        int seat;
    };
    struct Selected {
        Move move;
        std::size_t child;
        bool is_new;
    };

    // The child to follow: the highest upper bound, where one that was never visited counts as one visit that was a
    // little worse than the best; but that which the policy would play is tried first.
    Selected select(std::size_t node, const Turn<Decks>& turn, Move by_policy) {
        legal_.clear();
        if (node == 0) {
            legal_ = deciding_.moves();
        } else {
            MoveList moves;
            turn.legal_moves(moves);
            legal_.assign(moves.begin(), moves.end());
        }
        double best_mean = -1e9;
        places_.clear();
        for (const Move move : legal_) {
            auto& children = nodes_[node];
            auto child = std::ranges::find(children, named(move), &Child::move);
            if (child == children.end()) {
                children.push_back({named(move)});
                child = children.end() - 1;
            }
            ++child->available;
            if (child->visits > 0) best_mean = std::max(best_mean, child->sum / static_cast<double>(child->visits));
            places_.push_back(static_cast<std::size_t>(child - children.begin()));
        }
        std::size_t chosen = 0;
        double highest = -1e18;
        for (std::size_t i = 0; i < legal_.size(); ++i) {
            const Child& child = nodes_[node][places_[i]];
            const bool is_new = child.visits == 0;
            const auto visits = static_cast<double>(is_new ? 1 : child.visits);
            double bound = (is_new ? best_mean - options_.urgency : child.sum / visits) +
                           options_.exploration * std::sqrt(std::log(static_cast<double>(child.available)) / visits);
            if (is_new && child.move == by_policy) bound = 1e9;
            if (bound > highest) {
                highest = bound;
                chosen = i;
            }
        }
        const std::size_t place = places_[chosen];
        const bool is_new = nodes_[node][place].node == 0;
        if (is_new) {
            nodes_[node][place].node = nodes_.size();
            nodes_.emplace_back();
        }
        return {legal_[chosen], place, is_new};
    }

    const Deciding<Decks>& deciding_;
    std::uint64_t seed_;
    const IsmctsOptions& options_;
    std::vector<std::vector<Child>> nodes_;
    std::vector<Step> path_;
    std::vector<Move> legal_;
    std::vector<std::size_t> places_;
};

class Ismcts final : public SamplingBot {
public:
    Ismcts(std::uint64_t seed, const IsmctsOptions& options) : seed_(seed), options_(options) {}

    MoveLabel choose(const View& view, const Pause& pause) const override {
        if (view.legal_moves.size() == 1) return view.legal_moves[0];
        const Begun begun;
        return for_decks(view, [&]<int Decks>() {
            const Deciding<Decks> deciding(view);
            const std::vector<Standing> standings = search(deciding, view, begun, pause);
            const auto most = std::ranges::max_element(standings, {}, &Standing::samples);
            return deciding.label(static_cast<int>(most - standings.begin()));
        });
    }
    std::vector<MoveEstimate> explain(const View& view, const Pause& pause) const override {
        const Begun begun;
        return for_decks(view, [&]<int Decks>() {
            const Deciding<Decks> deciding(view);
            return deciding.spread(search(deciding, view, begun, pause));
        });
    }
    std::vector<Exposable> expose(const View& view, const Pause& pause) const override {
        return exposures_by_race(view, seed_of(view, seed_), options_.policy, {.budget = options_.budget}, nullptr,
                                 pause);
    }

private:
    template <int Decks>
    std::vector<Standing> search(const Deciding<Decks>& deciding, const View& view, const Begun& begun,
                                 const Pause& pause) const {
        using Clock = std::chrono::steady_clock;
        const Clock::time_point begin = Clock::now();
        const double seconds = begun.rest_of(options_.budget).seconds;
        Tree<Decks> tree(deciding, seed_of(view, seed_), options_);
        options_.policy.visit([&](const auto& policy) {
            for (std::uint64_t i = 0; i < options_.budget.samples; ++i) {
                tree.walk(policy, i);
                if (seconds > 0 && std::chrono::duration<double>(Clock::now() - begin).count() >= seconds) return;
                if (pause && i % 16 == 0) pause();
            }
        });
        std::vector<Standing> standings;
        for (const Move move : deciding.moves()) standings.push_back(tree.standing(move));
        return standings;
    }

    std::uint64_t seed_;
    IsmctsOptions options_;
};

}  // namespace

std::unique_ptr<SamplingBot> make_ismcts(std::uint64_t seed, const IsmctsOptions& options) {
    return std::make_unique<Ismcts>(seed, options);
}

}  // namespace gongzhu
