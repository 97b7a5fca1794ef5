// Bounds of a position's value without search: every scoring card left goes to somebody.
#pragma once

#include <array>
#include <vector>

#include "bounds.hpp"
#include "past.hpp"

namespace gongzhu::solver {

class StaticBounds {
public:
    // `past` and `in_play` (scoring cards held or on the table) of the position that the search starts from.
    StaticBounds(const Worth& worth, const Past& past, Lane in_play);

    // For a later position; at least one scoring card must be in play.
    Bounds bounds(const Past& past, Lane in_play) const;

private:
    struct Range {
        std::array<int, seat_count + 1> lowest{};  // by the taker of the transformer, nobody the last
        std::array<int, seat_count + 1> highest{};
    };

    Bounds hearts_divided(const Past& past, Lane in_play) const;
    Bounds with_transformer(const Past& past, int taker, const Range& range) const;
    const Bounds& all_hearts(int seat, const Past& past) const;
    void fill_all_hearts(const Past& past, Lane in_play);
    int outcome(int seat, int pig, int sheep, int transformer) const;

    const Worth* worth_;
    std::array<Range, card_codes> ranges_{};  // of each scoring card
    std::vector<int> possible_takers_;        // of the transformer; nobody for a pile that does not matter
    std::vector<Bounds> all_hearts_;          // by who has all hearts, and the takers of pig, sheep, transformer
};

}  // namespace gongzhu::solver
