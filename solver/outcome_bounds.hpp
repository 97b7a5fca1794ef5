// Bounds of each seat's own points without search: of the scoring cards in play it may get any or none.
#pragma once

#include <array>

#include "bounds.hpp"
#include "past.hpp"

namespace gongzhu::solver {

template <int Decks>
class OutcomeBounds {
public:
    using Set = CardSet<Decks>;

    // `worth`: of an aim under which every seat's pile matters.
    explicit OutcomeBounds(const DeckWorth<Decks>& worth);

    // `in_play`: the scoring cards held or on the table.
    std::array<Bounds, seat_count> bounds(const DeckPast<Decks>& past, const Set& in_play) const;

private:
    static constexpr int places = 3 * Decks;  // of pigs, sheep and transformers

    Bounds hearts_divided(int seat, const DeckPast<Decks>& past, const Set& in_play) const;
    Bounds all_hearts(int seat, const DeckPast<Decks>& past, const Set& in_play) const;
    void add_colour_change(Bounds& bounds, int seat, const DeckPast<Decks>& past, const Set& in_play) const;
    void fill(int seat);

    struct SeatBounds {
        std::array<Bounds, std::size_t{1} << places> all_hearts;  // of a pile with all hearts, by which others it has
        std::array<Bounds, 2 * Decks> swap_of_colours;            // what it may add to a pile with a pig, with a sheep
    };

    const DeckWorth<Decks>* worth_;
    std::array<SeatBounds, seat_count> seats_{};
    bool colours_change_ = false;
};

}  // namespace gongzhu::solver
