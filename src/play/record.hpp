// A view's record of a deal with every card that it shows made one physical card, and those left that it does not.
//
// Which copy of two a card is does not matter as long as they look alike: the exposed ones come first, then the others,
// in the order in which the view shows them.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/view.hpp"

namespace gongzhu {

struct DealRecord {
    struct Trick {
        int leader = 0;
        std::vector<Move> moves;
        int winner = -1;  // -1: still on the table
    };
    // An exposed card that the view names and that is neither played nor the seat's own.
    struct Open {
        Card card = no_card;
        unsigned seats = 0;  // who may have exposed it, a bit each
        bool held = false;   // when the record began: it was exposed after that
    };

    std::shared_ptr<const Rules> rules;
    int seat = 0;
    Phase phase = Phase::exposing;
    int leader = 0;
    int dealer = 0;
    Card called = no_card;        // by the dealer (003)
    bool whole = false;           // all cards of the deck were dealt; else an ending
    bool must_lead_card = false;  // the first lead is, or as far as the view tells was, bound to the rules' lead card
    int cards_each = 0;           // when the record begins
    unsigned led = 0;             // suits led before that, a bit each
    Cards deck;                   // the cards of this deal
    Cards own;                    // the seat's at the beginning
    Cards unseen;                 // not the seat's own, not played, not taken before
    Exposures exposures;          // those that the view names
    std::vector<Open> open;
    // How many of the view's exposures were made before an ending began. As many as can be: they say least.
    std::size_t exposed_before = 0;
    std::array<std::array<int, kind_count>, seat_count> hidden{};  // exposures of cards that the view does not name
    std::vector<Trick> tricks;
    std::array<Cards, seat_count> played{};
    std::array<Cards, seat_count> taken_before{};  // before the record begins
    std::array<Cards, seat_count> own_before{};    // of those, what must have been dealt to its taker

    int held_by(int other) const { return cards_each - played[other].count(); }
    std::string place_of(std::size_t trick, int other) const;  // "trick 3, W", counted from 1
};

// Throws IllegalMove where the view contradicts itself.
DealRecord record_of(const View& view);

}  // namespace gongzhu
