// What the tricks already taken mean for the value: as little of it as determines the final points.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "worth.hpp"

namespace gongzhu::solver {

// Takers are seats; besides, of a single card, `nobody` (yet, or ever), or a seat whose pile does not matter. Of the
// hearts taken so far `hearts_untouched`, or `hearts_split` once no pile that matters can get them all any more.
inline constexpr int elsewhere = seat_count + 1;
inline constexpr int hearts_untouched = seat_count, hearts_split = seat_count + 1;

// Who took a card: of two decks each of its copies. Of copies that are alike it is not told which is which: those that
// were taken come first, in the order of their takers.
template <int Decks>
using Takers = std::conditional_t<Decks == 1, std::uint8_t, std::array<std::uint8_t, 2>>;

template <int Decks>
constexpr Takers<Decks> taken_by_nobody() {
    if constexpr (Decks == 1)
        return nobody;
    else
        return {nobody, nobody};
}

template <int Decks>
struct DeckPast {
    using Set = CardSet<Decks>;

    std::array<std::int16_t, seat_count> sums{};  // points taken, before the transformer multiplies them
    Takers<Decks> pig = taken_by_nobody<Decks>();
    Takers<Decks> sheep = taken_by_nobody<Decks>();
    Takers<Decks> transformer = taken_by_nobody<Decks>();
    std::uint8_t hearts = hearts_untouched;
    std::uint8_t company = 0;  // a bit for each seat beside whose cards a transformer is not alone

    friend bool operator==(const DeckPast&, const DeckPast&) = default;

    // Adds scoring cards (any others are skipped) to a seat's pile.
    void take(const DeckWorth<Decks>& worth, int seat, Set cards);
    void take(const DeckWorth<Decks>& worth, int seat, Lane cards)
        requires(Decks == 1)
    {
        take(worth, seat, Set::both(cards));
    }

    // The value of what has been taken as it stands, if the transformers are where `holders` says.
    int value(const DeckWorth<Decks>& worth, int holders) const {
        const auto& scales = worth.scales(holders);
        int sum = 0;
        for (int seat = 0; seat < seat_count; ++seat) sum += scales[seat] * sums[seat];
        return sum;
    }
    // Where the transformers are as far as the piles that matter show; the others count as nobody's.
    int multiplied() const {
        const auto mattering = [](std::uint8_t taker) { return taker < seat_count ? taker : nobody; };
        if constexpr (Decks == 1)
            return mattering(transformer);
        else
            return Holders<2>::of(mattering(transformer[0]), mattering(transformer[1]));
    }

    const Takers<Decks>& takers(Honour honour) const {
        return honour == Honour::pig ? pig : honour == Honour::sheep ? sheep : transformer;
    }
};

using Past = DeckPast<1>;

// The places among takers, a bit each, that cards in play can still fill.
template <int Decks>
unsigned open_places(const DeckWorth<Decks>& worth, const Takers<Decks>& takers, const CardSet<Decks>& in_play,
                     Honour honour) {
    const Lane card = worth.honour(honour);
    if constexpr (Decks == 1) {
        return (in_play.lane[0] & card) != 0 ? 1 : 0;
    } else {
        const unsigned first = (in_play.lane[0] & card) != 0 ? 1 : 0;
        const unsigned second = (in_play.lane[1] & card) != 0 ? 1 : 0;
        if (!worth.twins_alike(worth.setup().rules->honour(honour))) return first | second << 1;
        if ((first & second) != 0) return 3;
        return (first | second) << (takers[0] == nobody ? 0 : 1);
    }
}

// The past of a position, its unfinished trick left out.
template <int Decks>
DeckPast<Decks> past_of(const DeckWorth<Decks>& worth, const std::array<CardSet<Decks>, seat_count>& hands,
                        const std::array<CardSet<Decks>, seat_count>& taken, const CardSet<Decks>& trick);

}  // namespace gongzhu::solver
