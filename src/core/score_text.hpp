// Scoring cards that are given by name, outside any deal.
#pragma once

#include <array>
#include <vector>

#include "deal.hpp"
#include "scoring.hpp"

namespace gongzhu {

using SeatLabels = std::array<std::vector<Label>, seat_count>;

// Each seat's points for the cards it took. `dealt` matters for self-capture: of the copies a seat took, as many count
// as its own as it was dealt. `removed`: cards taken out for this deal only. Throws RulesError that names the card
// where the cards fit no deck of the rules or an exposure does not exist in them.
Points score_labels(const Rules& rules, const SeatLabels& taken, const std::vector<DealText::ExposedLabel>& exposed,
                    const SeatLabels& dealt, const std::vector<Label>& removed = {});

// Which of four plays of two cards wins, in order of play; the first is the pair led. Throws RulesError.
int pair_winner(const std::array<std::array<Label, 2>, seat_count>& plays, const Rules& rules);

}  // namespace gongzhu
