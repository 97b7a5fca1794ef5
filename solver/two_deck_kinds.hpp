// Plays and positions of two decks that are equal but for ranks that make no difference; see kinds.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "core/position.hpp"
#include "kinds.hpp"

namespace gongzhu::solver {

// Who holds what between two tricks, in a form that positions of equal futures share: from the lowest card of each suit
// to the highest its owner, its kind and whether it is the twin of the one before.
struct TwoDeckHoldings {
    std::array<std::uint8_t, 104> cards{};
    std::uint32_t lengths = 0;  // of the suits
    std::uint64_t spare = 0;    // for whatever else a key must tell apart

    void set_spare(std::uint64_t bits) { spare = bits; }
    std::uint64_t hash() const;
    friend bool operator==(const TwoDeckHoldings&, const TwoDeckHoldings&) = default;
};

class TwoDeckKinds {
public:
    // A number below 32 for each card: those of one suit with equal numbers differ in nothing but their rank.
    using Numbers = std::array<std::uint8_t, 128>;
    explicit TwoDeckKinds(const Numbers& kind) : kind_(kind) {}

    // Own cards are alike when they are of one suit and kind, both have their twin beside them or neither has, and no
    // card that another seat holds or has on the table is as high as one of them or between them; plays are when their
    // cards are. The first play of each such group among the legal ones.
    MoveList plays(const Position<2>& position) const;
    // The same among any plays of the seat to move.
    MoveList first_of_kinds(const Position<2>& position, const MoveList& moves) const;
    // The first legal play that is alike with `move`.
    Move representative(const Position<2>& position, Move move) const;

    // Of a position between two tricks.
    TwoDeckHoldings holdings(const Position<2>& position) const;

private:
    Numbers kind_;
};

template <int Decks>
using KindsOf = std::conditional_t<Decks == 1, Kinds, TwoDeckKinds>;

}  // namespace gongzhu::solver
