// Rollouts: a position played to its end by policies, every seat deciding from what it can know.
#pragma once

#include <optional>

#include "policy.hpp"

namespace gongzhu {

// The points once nobody holds a scoring card any more. The taker of all hearts changes pig and sheep, where that is
// his to choose, if he gains by it.
template <int Decks>
Points final_points(const Position<Decks>& position) {
    const Points points = score(position.setup(), position.taken());
    if (position.setup().rules->ruleset().colour_change != ColourChange::choice) return points;
    const int chooser = colour_changer(position.setup(), position.taken());
    if (chooser < 0) return points;
    const Points changed = score(position.setup(), position.taken(), true);
    return changed[chooser] > points[chooser] ? changed : points;
}

// Whether the points are known: between two tricks, when no scoring card is left in a hand.
template <int Decks>
bool is_decided(const Position<Decks>& position) {
    const auto& hands = position.hands();
    const auto scoring = CardSet<Decks>::both(position.setup().rules->scoring_lane());
    return position.trick().played == 0 && ((hands[0] | hands[1] | hands[2] | hands[3]) & scoring).empty();
}

// Plays on until the points are known.
template <int Decks, class Policy>
Points roll_out(Position<Decks>& position, Seen<Decks>& seen, const Policy& policy, Random& random) {
    while (!is_decided(position)) {
        do {
            seen.play(position, policy.choose(Turn<Decks>(position, seen), random));
        } while (position.trick().played != 0);
    }
    return final_points(position);
}

// The same for a policy that takes its time: nothing once it is late.
template <int Decks, class Policy, class Late>
std::optional<Points> roll_out_unless(const Late& late, Position<Decks>& position, Seen<Decks>& seen,
                                      const Policy& policy, Random& random) {
    while (!is_decided(position)) {
        if (late()) return std::nullopt;
        seen.play(position, policy.choose(Turn<Decks>(position, seen), random));
    }
    return final_points(position);
}

}  // namespace gongzhu
