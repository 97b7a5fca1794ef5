// Bounds of a position's value without search: every scoring card left goes to somebody.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "bounds.hpp"
#include "past.hpp"

namespace gongzhu::solver {

inline constexpr unsigned all_seats = (1U << seat_count) - 1;

template <int Decks>
class DeckStaticBounds {
public:
    using Set = CardSet<Decks>;

    // `past` and `in_play` (scoring cards held or on the table) of the position that the search starts from.
    DeckStaticBounds(const DeckWorth<Decks>& worth, const DeckPast<Decks>& past, const Set& in_play);

    // For a later position, in which only `takers` (a bit each) can take cards; at least one scoring card must be in
    // play.
    Bounds bounds(const DeckPast<Decks>& past, const Set& in_play, unsigned takers = all_seats) const;
    Bounds bounds(const Past& past, Lane in_play, unsigned takers = all_seats) const
        requires(Decks == 1)
    {
        return bounds(past, Set::both(in_play), takers);
    }

private:
    // What each scoring card is worth, at least and at most.
    using Ranges = std::array<Bounds, DeckWorth<Decks>::codes>;
    // Who took each copy of pig, sheep and transformer.
    static constexpr int places = 3 * Decks;
    using HonourTakers = std::array<int, places>;

    Bounds hearts_divided(const DeckPast<Decks>& past, const Set& in_play, unsigned takers) const;
    Bounds with_transformers(const DeckPast<Decks>& past, int holders, const Set& in_play, unsigned takers) const;
    const Bounds& all_hearts(int seat, const DeckPast<Decks>& past) const;
    void fill_all_hearts(const DeckPast<Decks>& past, const Set& in_play);
    void fill_all_hearts(int seat, std::span<const std::vector<int>> states, HonourTakers& takers, int place);
    int outcome(int seat, const HonourTakers& takers) const;

    const DeckWorth<Decks>* worth_;
    // By who can take cards, and who has the transformers.
    std::vector<std::array<Ranges, Holders<Decks>::count>> ranges_;
    std::vector<int> possible_takers_;  // of a transformer; nobody for a pile that does not matter
    std::vector<Bounds> all_hearts_;    // by who has all hearts, and the takers of pig, sheep, transformer
};

using StaticBounds = DeckStaticBounds<1>;

}  // namespace gongzhu::solver
