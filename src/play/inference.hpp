// Worlds by what the others' plays say about their habits.
#pragma once

#include <algorithm>
#include <cmath>

#include "alike.hpp"
#include "policy.hpp"
#include "sampler.hpp"

namespace gongzhu {

// Draws worlds, each from a few by lot, with chances by how well a policy explains the others' plays in it. A small
// pool and a low trust, the power to which the likelihood of the plays is raised, keep it gentle: people and bots are
// not the policy.
template <int Decks>
class Inference {
public:
    Inference(const Sampler& sampler, int pool, double trust)
        : sampler_(sampler), pool_(has_plays(sampler.knowledge().record) ? pool : 1), trust_(trust) {}

    template <class Policy>
    World draw(const Policy& policy, Random& random) const {
        World chosen = sampler_.draw(random);
        if (pool_ <= 1) return chosen;
        double total = weight(policy, chosen, random);
        for (int i = 1; i < pool_; ++i) {
            const World other = sampler_.draw(random);
            const double its = weight(policy, other, random);
            total += its;
            if (static_cast<double>(random.next() >> 11) * 0x1p-53 * total < its) chosen = other;
        }
        return chosen;
    }

private:
    static constexpr double least = 0.02;  // chance of a play, whatever the policy says

    static bool has_plays(const DealRecord& record) { return !record.tricks.empty(); }

    template <class Policy>
    double weight(const Policy& policy, const World& world, Random& random) const {
        const DealRecord& record = sampler_.knowledge().record;
        Setup<Decks> setup;
        setup.rules = record.rules.get();
        setup.deck = narrow<Decks>(record.deck);
        setup.must_lead_card = record.must_lead_card;
        std::array<CardSet<Decks>, seat_count> taken;
        for (int seat = 0; seat < seat_count; ++seat) {
            setup.dealt[seat] = narrow<Decks>(world.hands[seat] | record.played[seat]);
            taken[seat] = narrow<Decks>(record.taken_before[seat]);
        }
        setup.set_exposures(world.exposures);
        Position<Decks> position(setup, setup.dealt, taken, record.leader, record.led, record.whole);
        Seen<Decks> seen(position, {record.called, record.dealer});
        double likelihood = 1;
        for (const DealRecord::Trick& trick : record.tricks) {
            for (const Move move : trick.moves) {
                if (position.to_play() != record.seat) {
                    likelihood *= std::max(chance(policy, Turn<Decks>(position, seen), move, random), least);
                }
                seen.play(position, move);
            }
        }
        return std::pow(likelihood, trust_);
    }

    template <class Policy>
    static double chance(const Policy& policy, const Turn<Decks>& turn, Move move, Random& random) {
        if constexpr (requires { policy.chance(turn, move); }) {
            return policy.chance(turn, move);
        } else {
            return named(policy.choose(turn, random)) == named(move) ? 1 : least;
        }
    }

    const Sampler& sampler_;
    int pool_;
    double trust_;
};

}  // namespace gongzhu
