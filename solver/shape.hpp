// The shape of a position between tricks: what must be equal for one position's proofs to hold for another.
#pragma once

#include "core/position.hpp"
#include "past.hpp"
#include "table.hpp"

namespace gongzhu::solver {

class ShapeMaker {
public:
    explicit ShapeMaker(const Worth& worth);

    // The lengths of all holdings, four bits each; a card that leaves takes its length() away.
    static std::uint64_t lengths(const std::array<CardSet<1>, seat_count>& hands);
    static std::uint64_t length(int seat, Card card) {
        return std::uint64_t{1} << (seat * 16 + static_cast<int>(suit_of(card)) * 4);
    }

    // Positions of one shape have the same legal plays card by card (cards counted within the holdings). The same plays
    // lead them to the same takers wherever the comparisons that decide tricks come out the same.
    Shape shape(const Position<1>& position, const Past& past, std::uint64_t lengths) const;

    // As much of Past::company as can still matter.
    std::uint8_t company(const Past& past, Lane held) const;

    bool transformer_out(Lane held) const { return (held & worth_->honour(Honour::transformer)) != 0; }

private:
    const Worth* worth_;
    bool takers_matter_;
};

// A card by its place in a holding, which positions of one shape share.
std::uint8_t place_in_holding(Lane hand, Card card);
// No card where the holding is too short.
Card card_at_place(Lane hand, std::uint8_t place);

}  // namespace gongzhu::solver
