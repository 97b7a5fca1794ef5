// A rule that tells, without search, that two partners in a deal of two decks can divide the hearts: that one of the
// others takes one, or both of them do.
#pragma once

#include "two_deck_games.hpp"

namespace gongzhu::solver {

// Between two tricks. Whether two partners can show by dividing the hearts what is asked; false also where the rule
// does not tell.
//
// As long as both partners follow suit, the others can lead what they like: no heart is played. Who is void discards a
// heart: either one of the others takes it, or the partners have the lead. They have it, too, or a heart goes to one of
// the others, after hearts are led. On lead a partner plays its lowest heart and the other its highest: somebody else
// takes the trick. If that is the partner, it does the same.
bool can_divide_hearts(const TwoDeckQuestion& question, const TwoDeckState& state);

}  // namespace gongzhu::solver
