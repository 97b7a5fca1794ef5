// The shape of a position of two decks between tricks, and what the table says of it; see shape.hpp.
#pragma once

#include <array>
#include <cstdint>

#include "core/position.hpp"
#include "past.hpp"

namespace gongzhu::solver {

// Positions of one shape have equally long holdings with pairs at the same places, the cards that can be exposed at the
// same places too, and so the same legal plays card by card.
struct TwoDeckShape {
    std::array<std::uint64_t, 6> words;

    friend bool operator==(const TwoDeckShape&, const TwoDeckShape&) = default;
    std::uint64_t hash() const {
        std::uint64_t mixed = 0;
        for (const std::uint64_t word : words) {
            mixed = (mixed ^ word) * 0x9e3779b97f4a7c15ULL;
            mixed ^= mixed >> 29;
        }
        mixed *= 0x94d049bb133111ebULL;
        return mixed ^ mixed >> 31;
    }
};

// As Entry of one deck.
struct alignas(std::uint64_t) TwoDeckEntry {
    std::int32_t lower = 0;
    std::int32_t upper = 0;
    std::array<std::int16_t, seat_count> sums{};
    std::uint32_t hearts = 0;
    std::uint8_t company = 0;
    bool used = false;
};

class TwoDeckShapeMaker {
public:
    explicit TwoDeckShapeMaker(const DeckWorth<2>& worth);

    TwoDeckShape shape(const Position<2>& position, const DeckPast<2>& past, const CardSet<2>& held) const;

    // As much of the company as can still matter.
    std::uint8_t company(const DeckPast<2>& past, const CardSet<2>& held) const;

    bool transformer_out(const CardSet<2>& held) const {
        return ((held.lane[0] | held.lane[1]) & worth_->honour(Honour::transformer)) != 0;
    }

private:
    const DeckWorth<2>* worth_;
    std::array<Lane, honour_count> cards_{};
    std::array<bool, honour_count> alike_{};  // the card's copies
};

// A card by its place in a holding, lowest first and of two copies the first first, which positions of one shape share.
std::uint8_t place_in_holding(const CardSet<2>& hand, Card card);
// No card where the holding is too short.
Card card_at_place(const CardSet<2>& hand, std::uint8_t place);

}  // namespace gongzhu::solver
