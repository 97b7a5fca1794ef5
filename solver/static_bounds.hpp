// Bounds of a position's value without search: every scoring card left goes to somebody.
#pragma once

#include <array>
#include <vector>

#include "bounds.hpp"
#include "past.hpp"

namespace gongzhu::solver {

inline constexpr unsigned all_seats = (1U << seat_count) - 1;

class StaticBounds {
public:
    // `past` and `in_play` (scoring cards held or on the table) of the position that the search starts from.
    StaticBounds(const Worth& worth, const Past& past, Lane in_play);

    // For a later position, in which only `takers` (a bit each) can take cards; at least one scoring card must be in
    // play.
    Bounds bounds(const Past& past, Lane in_play, unsigned takers = all_seats) const;

private:
    // What each scoring card is worth, at least and at most.
    using Ranges = std::array<Bounds, card_codes>;

    Bounds hearts_divided(const Past& past, Lane in_play, unsigned takers) const;
    Bounds with_transformer(const Past& past, int taker, Lane in_play, unsigned takers) const;
    const Bounds& all_hearts(int seat, const Past& past) const;
    void fill_all_hearts(const Past& past, Lane in_play);
    int outcome(int seat, int pig, int sheep, int transformer) const;

    const Worth* worth_;
    // By who can take cards, and who takes the transformer.
    std::array<std::array<Ranges, seat_count + 1>, all_seats + 1> ranges_{};
    std::vector<int> possible_takers_;  // of the transformer; nobody for a pile that does not matter
    std::vector<Bounds> all_hearts_;    // by who has all hearts, and the takers of pig, sheep, transformer
};

}  // namespace gongzhu::solver
