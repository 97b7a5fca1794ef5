// Worlds by what the others' plays say about their habits.
#pragma once

#include <cmath>

#include "alike.hpp"
#include "policy.hpp"
#include "sampler.hpp"

namespace gongzhu {

// Draws worlds, each the likeliest of a few by chance: with chances by how many of the others' plays a policy would
// have made in it. A small pool and a weight near 1 keep it gentle: people and bots are not the policy.
template <int Decks>
class Inference {
public:
    Inference(const Sampler& sampler, int pool, double surprise)
        : sampler_(sampler), pool_(has_plays(sampler.knowledge().record) ? pool : 1), surprise_(surprise) {}

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
        int surprises = 0;
        for (const DealRecord::Trick& trick : record.tricks) {
            for (const Move move : trick.moves) {
                if (position.to_play() != record.seat) {
                    const Turn<Decks> turn(position, seen);
                    surprises += named(policy.choose(turn, random)) != named(move);
                }
                seen.play(position, move);
            }
        }
        return std::pow(surprise_, surprises);
    }

    const Sampler& sampler_;
    int pool_;
    double surprise_;
};

}  // namespace gongzhu
