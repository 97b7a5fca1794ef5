// What one seat may know of a game, and nothing else: names of cards, never which physical copy.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "game.hpp"
#include "labels.hpp"

namespace gongzhu {

// An exposure that a seat may make.
struct Exposable {
    Label card;
    Kind kind = Kind::none;
    friend bool operator==(const Exposable&, const Exposable&) = default;
};

struct SeenExposure {
    int seat = 0;
    std::optional<Label> card;  // empty: hidden from this seat
    Kind kind = Kind::none;
    friend bool operator==(const SeenExposure&, const SeenExposure&) = default;
};

struct SeenTrick {
    int leader = 0;
    std::vector<MoveLabel> moves;
    int winner = -1;  // -1: unfinished
    friend bool operator==(const SeenTrick&, const SeenTrick&) = default;
};

struct View {
    std::shared_ptr<const Rules> rules;
    int seat = 0;
    Phase phase = Phase::exposing;
    int leader = 0;
    int dealer = 0;
    int to_play = -1;
    std::vector<Label> hand;
    std::vector<Label> dealt;  // to this seat
    std::optional<Label> first_card;
    std::vector<Label> removed;
    std::vector<SeenExposure> exposures;
    std::optional<Label> called;
    std::vector<SeenTrick> tricks;
    std::array<std::vector<Label>, seat_count> taken;
    unsigned led = 0;                                  // suits led before this deal's record begins (endings)
    std::vector<MoveLabel> legal_moves;                // when it is this seat's turn
    std::optional<std::array<int, seat_count>> sides;  // where this seat knows the partners
    std::vector<Exposable> exposable;                  // by this seat
    bool may_call = false;                             // a card, as the dealer (003)
    std::optional<Points> points;                      // once the deal is over
    std::optional<std::array<Points, 2>> colours;  // what leaving and changing the colours gives, for who may choose

    friend bool operator==(const View& a, const View& b);
};

// Whether a view lists exposures by seat, the hidden ones last, and not as they were made: where the rules make them
// all at once, their order would tell the cards.
bool shows_exposures_by_seat(const Rules& rules);

// Throws IllegalMove where the seat is out of range.
View view_of(const Game& game, int seat);

}  // namespace gongzhu
