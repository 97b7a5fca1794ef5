// A count that tells, without search, that a side of a deal of two decks is sure of what it wants to show: what the
// others can cash before it gets the lead does not reach the cards that it needs then.
#pragma once

#include "two_deck_games.hpp"

namespace gongzhu::solver {

// Between two tricks; false also where the count does not tell.
//
// A seat guards a suit with its highest cards: there are so many that the others cannot overtake them all, and it keeps
// enough low ones for the tricks of that suit that the others can win first. After those it wins the next one. The
// others may avoid guarded suits, but only as long as they have cards of suits that nobody guards; if every seat of the
// side has other cards to play as long as that, they must lead a guarded suit in the end.
//
// One guard has the highest card of a suit with points: of hearts, or of a suit in which a partner can add a scoring
// card. That trick is what the side wants; who wins the lead with another suit leads that one to the guard. Or it is
// the first of two: after its highest heart the guard leads a low one, to which a partner plays a high one, so that
// another seat takes that.
bool is_sure_by_guards(const TwoDeckQuestion& question, const TwoDeckState& state);

}  // namespace gongzhu::solver
