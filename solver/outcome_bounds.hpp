// Bounds of each seat's own points without search: of the scoring cards in play it may get any or none.
#pragma once

#include <array>

#include "bounds.hpp"
#include "past.hpp"

namespace gongzhu::solver {

class OutcomeBounds {
public:
    // `worth`: of an aim under which every seat's pile matters.
    explicit OutcomeBounds(const Worth& worth);

    // `in_play`: the scoring cards held or on the table.
    std::array<Bounds, seat_count> bounds(const Past& past, Lane in_play) const;

private:
    Bounds hearts_divided(int seat, const Past& past, Lane in_play) const;
    Bounds all_hearts(int seat, const Past& past, Lane in_play) const;
    void add_colour_change(Bounds& bounds, int seat, const Past& past, Lane in_play) const;
    void fill(int seat);

    struct SeatBounds {
        std::array<Bounds, 8> all_hearts;       // of a pile with all hearts, by which of the other three it has
        std::array<Bounds, 2> swap_of_colours;  // what it may add to a pile with the pig, with the sheep
    };

    const Worth* worth_;
    std::array<SeatBounds, seat_count> seats_{};
    bool colours_change_ = false;
};

}  // namespace gongzhu::solver
