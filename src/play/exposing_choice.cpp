#include "exposing_choice.hpp"

#include <algorithm>
#include <chrono>

#include "continuation.hpp"
#include "core/errors.hpp"
#include "exposing_order.hpp"
#include "margin.hpp"
#include "offering.hpp"
#include "replay.hpp"
#include "rollout.hpp"

namespace gongzhu {
namespace {

// The exposing phase of a view in a world: what was exposed is.
template <int Decks>
Exposing<Decks> exposing_in(const View& view, const DealRecord& record, const World& world) {
    const Rules& rules = *record.rules;
    std::array<CardSet<Decks>, seat_count> hands;
    for (int seat = 0; seat < seat_count; ++seat) hands[seat] = narrow<Decks>(world.hands[seat]);
    std::array<Card, seat_count> first_cards{no_card, no_card, no_card, no_card};
    if (view.first_card) first_cards[view.seat] = view.first_card->card;

    const auto order = exposing_order(view, record, world.exposures, world.hands);
    if (!order) throw IllegalMove("view: the exposures contradict the rules");
    std::vector<Card> cards;  // physical
    Cards used;
    for (std::size_t i = 0; i < order->cards.size(); ++i) {
        const auto& [seat, shown, kind] = view.exposures[i];
        const Honour honour = *rules.honour_of(order->cards[i]);
        const auto is_it = [&](Card card) {
            const bool here = i < order->before || world.hands[seat].has(card);
            return here && !used.has(card) && world.exposures.kind(honour, lane_of(card)) == kind;
        };
        const Card card = is_it(order->cards[i]) ? order->cards[i] : twin_of(order->cards[i]);
        used.add(card);
        cards.push_back(card);
        if (kind == Kind::first) first_cards[seat] = card;
    }
    Exposures earlier;
    for (std::size_t i = 0; i < order->before; ++i) {
        earlier.set(*rules.honour_of(cards[i]), lane_of(cards[i]), view.exposures[i].kind);
    }
    Exposing<Decks> exposing(rules, hands, first_cards, view.dealer, earlier);
    for (std::size_t i = order->before; i < cards.size(); ++i) {
        const auto& [seat, shown, kind] = view.exposures[i];
        if (exposing.made().kind(*rules.honour_of(cards[i]), lane_of(cards[i])) == Kind::none) {
            exposing.expose(seat, cards[i], kind);  // else the rules have made it themselves
        }
    }
    return exposing;
}

// Makes exposures of a seat, first exposures first; whether the rules allow them all.
template <int Decks>
bool expose_all(Exposing<Decks>& exposing, int seat, const ExposureSet& set) {
    for (const bool first : {true, false}) {
        for (const auto& [label, kind] : set) {
            if ((kind == Kind::first) != first) continue;
            const Card twin = twin_of(label.card);
            const bool takes_twin = Decks == 2 && exposing.refusal(seat, label.card, kind) != Refusal::none;
            const Card card = takes_twin ? twin : label.card;
            if (exposing.refusal(seat, card, kind) != Refusal::none) return false;
            exposing.expose(seat, card, kind);
        }
    }
    return true;
}

template <int Decks>
class Exposer {
public:
    // Throws IllegalMove where no deal leads to the view.
    Exposer(const View& view, const Stakes* stakes)
        : view_(view), stakes_(stakes), sampler_(sampler_of(view)), present_(sampler_.knowledge()) {}

    // A set of exposures, and every one with one exposure more that the rules allow beside them.
    std::vector<ExposureSet> with_one_more(const ExposureSet& chosen) const {
        std::vector<ExposureSet> sets{chosen};
        const Exposing<Decks> before = exposing_in<Decks>(view_, record(), sampler_.draw(0, 0));
        for (const Exposable& more : view_.exposable) {
            ExposureSet set = chosen;
            set.push_back(more);
            Exposing<Decks> exposing = before;
            if (expose_all(exposing, view_.seat, set)) sets.push_back(std::move(set));
        }
        return sets;
    }

    // Values sets of exposures in one world: the seats after this one expose, and all play, by a policy.
    template <class Policy>
    void value(const Policy& policy, const std::vector<ExposureSet>& sets, Random random,
               std::span<const int> candidates, std::span<int> values) const {
        const World world = sampler_.draw(random);
        const Exposing<Decks> before = exposing_in<Decks>(view_, record(), world);
        const Margin margin = margin_in(record(), Continuation<Decks>(present_, world).setup(), view_.seat, stakes_);
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            Exposing<Decks> exposing = before;
            expose_all(exposing, view_.seat, sets[static_cast<std::size_t>(candidates[i])]);
            Random same = random;  // for every set
            for (int seat = next_seat(view_.seat); seat != view_.dealer && seat != view_.seat; seat = next_seat(seat)) {
                for (const bool first : {true, false}) {
                    expose_seat_by(policy, exposing, *view_.rules, narrow<Decks>(world.hands[seat]), seat, view_.leader,
                                   first, same);
                }
            }
            const Continuation<Decks> start(present_, {world.hands, exposing.made()});
            Position<Decks> position = start.position();
            Seen<Decks> seen = start.seen();
            values[i] = margin.of(roll_out(position, seen, policy, same));
        }
    }

private:
    const DealRecord& record() const { return sampler_.knowledge().record; }

    const View& view_;
    const Stakes* stakes_;
    Sampler sampler_;
    Present<Decks> present_;
};

template <int Decks>
ExposureSet choose_exposures(const View& view, std::uint64_t seed, const AnyPolicy& policy, RaceOptions options,
                             const Stakes* stakes, const Pause& pause) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    const double seconds = options.budget.seconds;
    const Exposer<Decks> exposer(view, stakes);
    ExposureSet chosen;
    for (;;) {
        const std::vector<ExposureSet> sets = exposer.with_one_more(chosen);
        if (seconds > 0) {
            const double left = seconds - std::chrono::duration<double>(Clock::now() - begin).count();
            if (left <= 0) return chosen;
            options.budget.seconds = left / 2;
        }
        const std::uint64_t seed_here = Random(seed, chosen.size()).next();
        const int best = leader_of(policy.visit([&](const auto& one) {
            const auto value = [&](std::size_t sample, std::span<const int> candidates, std::span<int> values) {
                exposer.value(one, sets, Random(seed_here, sample), candidates, values);
                return true;
            };
            return race(static_cast<int>(sets.size()), options, value, pause);
        }));
        if (best == 0) return chosen;
        chosen = sets[static_cast<std::size_t>(best)];
    }
}

}  // namespace

ExposureSet exposures_by_race(const View& view, std::uint64_t seed, const AnyPolicy& policy, const RaceOptions& options,
                              const Stakes* stakes, const Pause& pause) {
    if (view.exposable.empty()) return {};
    ExposureSet chosen = view.rules->decks() == 1 ? choose_exposures<1>(view, seed, policy, options, stakes, pause)
                                                  : choose_exposures<2>(view, seed, policy, options, stakes, pause);
    // A first exposure may not come after another.
    std::ranges::stable_partition(chosen, [](const Exposable& choice) { return choice.kind == Kind::first; });
    return chosen;
}

}  // namespace gongzhu
