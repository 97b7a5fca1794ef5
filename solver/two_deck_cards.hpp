// Sets of cards of two decks, as the searches ask about them.
#pragma once

#include "core/position.hpp"

namespace gongzhu::solver {

// The ranks, whichever the copy.
inline Lane ranks_of(const CardSet<2>& cards) { return cards.lane[0] | cards.lane[1]; }

// In all hands.
inline CardSet<2> held(const Position<2>& position) {
    CardSet<2> cards;
    for (const CardSet<2>& hand : position.hands()) cards |= hand;
    return cards;
}

}  // namespace gongzhu::solver
