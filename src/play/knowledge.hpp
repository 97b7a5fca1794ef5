// What a seat knows of the cards that it cannot see: everything that follows from its view (RULES §2).
//
// A *world* is where the unseen cards lie and which of them are exposed. It is consistent with the view if the rules
// let the other seats expose and play what they did with these cards, and the seat then has this very view. Which cards
// the hidden exposures are is taken apart into hypotheses; under each of them, every unseen card may be with some
// seats, whatever the others are, but for the two copies of one card where the rules forbid to have kept both. So the
// worlds are the ways of dividing the cards (division.hpp), and all that is left is to count them.
#pragma once

#include <array>
#include <vector>

#include "division.hpp"
#include "record.hpp"

namespace gongzhu {

struct KnowledgeOptions {
    // Whether the leader is known to lead because he was dealt the rules' lead card: a view does not tell, since a
    // leader can also be named, and so by default this is not assumed.
    bool leads_by_card = false;
};

// One answer to which unseen cards are exposed, and where they are.
struct Hypothesis {
    Exposures exposures;                      // all of them
    std::array<Cards, seat_count> located{};  // unseen cards that are exposed, by holder
    int ways = 1;                             // how many answers it stands for: with copies exchanged they are alike
    // The other unseen cards. The place of a seat is what it holds; that of the seat itself, whose cards are known, is
    // what nobody holds in an ending.
    Division division;
};

struct Knowledge {
    DealRecord record;
    std::array<int, seat_count> held{};  // how many cards each seat holds
    std::vector<Hypothesis> hypotheses;
};

// Throws IllegalMove, which says what is wrong, where no deal leads to the view.
Knowledge knowledge_of(const View& view, const KnowledgeOptions& options = {});

}  // namespace gongzhu
