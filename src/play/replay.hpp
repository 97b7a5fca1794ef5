// A world as the deal and the game that lead to it.
#pragma once

#include "core/game.hpp"
#include "core/view.hpp"
#include "sampler.hpp"

namespace gongzhu {

// The cards as they were when the view's record began, with what the view tells of the deal besides.
Deal deal_of(const View& view, const DealRecord& record, const World& world);
// The deal exposed and played as the view tells. Throws IllegalMove where the rules do not allow it.
Game game_of(const View& view, const DealRecord& record, const World& world);

// A sampler for a view, after making sure that the game of one world really shows the seat this view. Throws
// IllegalMove where it does not: then nothing that can be played does.
Sampler sampler_of(const View& view, const KnowledgeOptions& options = {});

}  // namespace gongzhu
