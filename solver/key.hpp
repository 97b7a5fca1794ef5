// The key of a position between tricks: holdings by order instead of by rank, and what matters of the past.
#pragma once

#include <vector>

#include "core/position.hpp"
#include "past.hpp"
#include "table.hpp"

namespace gongzhu::solver {

class KeyMaker {
public:
    explicit KeyMaker(const Worth& worth);

    // Positions with equal keys have the same legal plays card by card (cards counted within the holdings), and all
    // plays lead from value_before() by the same amount to the final value.
    Key key(const Position<1>& position, const Past& past) const;

    // The value of the past from which the table counts.
    int value_before(const Past& past) const { return past.value(*worth_, past.multiplied()); }

private:
    std::uint64_t suit_word(const std::array<Lane, 2>& planes, Lane held, Suit suit) const;
    std::uint32_t hearts_by_value(Lane held) const;
    std::uint32_t context(const Position<1>& position, const Past& past, Lane held) const;
    std::uint64_t sums(const Past& past, Lane held) const;

    const Worth* worth_;
    std::vector<std::uint32_t> heart_runs_;  // neighbouring ranks of one kind, two at least
    std::uint32_t single_hearts_ = 0;
    bool takers_matter_;
};

// A card by its place in a holding, which positions of equal key share.
std::uint8_t place_in_holding(Lane hand, Card card);
Card card_at_place(Lane hand, std::uint8_t place);

}  // namespace gongzhu::solver
