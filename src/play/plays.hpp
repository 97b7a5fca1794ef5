// What the cards that a seat has played tell of those that it still holds.
#pragma once

#include <array>
#include <vector>

#include "core/position.hpp"
#include "core/setup.hpp"
#include "record.hpp"

namespace gongzhu {

// Which of the cards that a view does not show a seat may still hold, each for itself, and which two copies not both.
struct Holdable {
    bool possible = true;  // that the seat played as it did, with no other cards
    Cards cards;
    Lane no_pair = 0;  // ranks, where both copies are unseen
};

// The plays of one seat, each with what lay on the table. Whether a play was legal is for Position to say: it is asked
// with the cards that the seat is known to have held and one more. That is enough. More cards only mean more duties,
// and a duty bears on single cards, or on the two copies of one: a play that each of them leaves legal is legal with
// all of them in the hand.
class SeatPlays {
public:
    SeatPlays(const DealRecord& record, int seat, bool must_lead_card);

    // `located`: exposed cards that the seat still holds. `free`: the cards that it may hold besides.
    Holdable holdable(const Exposures& exposures, const Cards& located, const Cards& free) const;
    // The first play that was illegal, whatever else the seat held: "trick 3, W: D5 …"; empty where there is none.
    std::string first_illegal(const Exposures& exposures, const Cards& located) const;

private:
    struct Play {
        std::size_t trick;
        std::size_t place;  // of the seat in the trick
        unsigned led;       // suits led before the trick
        Cards held;         // of the cards played, those that were still in hand, the present play's included
    };

    Setup<2> setup_for(const Exposures& exposures) const;
    bool legal(const Setup<2>& setup, const Play& play, const Cards& others) const;
    bool all_legal(const Setup<2>& setup, const Cards& others) const;

    const DealRecord& record_;
    int seat_;
    bool must_lead_card_;
    std::vector<Play> plays_;
    Cards played_;
    Lane pairs_led_ = 0;  // suits in which a pair was led while the seat had to follow
};

}  // namespace gongzhu
