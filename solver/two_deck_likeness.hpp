// How far apart the values of two positions of two decks can be that differ only in what their hearts are worth and in
// the points taken; see likeness.hpp.
#pragma once

#include <vector>

#include "bounds.hpp"
#include "past.hpp"
#include "two_deck_shape.hpp"

namespace gongzhu::solver {

class TwoDeckLikeness {
public:
    TwoDeckLikeness(const DeckWorth<2>& worth, const std::array<CardSet<2>, seat_count>& dealt);

    // The hearts in play: a bit for each, by owner and then by place.
    std::uint32_t hearts(const CardSet<2>& held) const;

    // Where the entry's position is worth v from the points taken on, this one of the same shape is worth between
    // v + lower and v + upper. False where nothing is known. `open`: the transformers that are not taken yet, as
    // open_places() has them.
    bool shift(const TwoDeckEntry& entry, std::uint32_t hearts, const DeckPast<2>& past, unsigned open,
               Bounds& by) const;

private:
    struct Heart {
        std::uint8_t kind;
        bool company;  // whether a transformer is not alone beside it
        Card card;
    };

    // The hearts that differ in kind, one of theirs and one of ours each.
    struct Differing {
        int count = 0;
        std::array<std::array<std::uint8_t, 2>, 26> kinds;
        bool same_company = true;
    };
    Differing differing(std::uint32_t theirs, std::uint32_t ours) const;
    Bounds hearts_if_taken(const Differing& hearts, int holders) const;
    // Allows for a seat's transformers being alone in one of two piles that differ in their company.
    void add_company(const TwoDeckEntry& entry, const DeckPast<2>& past, int holders, Bounds& by) const;

    const DeckWorth<2>* worth_;
    std::array<std::array<Lane, 2>, seat_count> dealt_hearts_{};
    std::vector<Heart> hearts_;         // by number
    std::vector<int> possible_takers_;  // of a transformer
    // What a heart of the second kind adds at least and at most to the value over one of the first, whoever takes it.
    static constexpr std::size_t kind_count = 2 * rank_count;
    std::vector<std::array<std::array<Bounds, kind_count>, kind_count>> spread_;  // by holders
};

}  // namespace gongzhu::solver
