#include "past.hpp"

#include <algorithm>

namespace gongzhu::solver {
namespace {

void note(const Worth& worth, std::uint8_t& takers, const CardSet<1>& cards, Honour honour, std::uint8_t taker) {
    if ((cards.lane[0] & worth.honour(honour)) != 0) takers = taker;
}

void note(const DeckWorth<2>& worth, Takers<2>& takers, const CardSet<2>& cards, Honour honour, std::uint8_t taker) {
    const Lane card = worth.honour(honour);
    if (((cards.lane[0] | cards.lane[1]) & card) == 0) return;
    const bool alike = worth.twins_alike(worth.setup().rules->honour(honour));
    for (std::size_t copy = 0; copy < takers.size(); ++copy) {
        if ((cards.lane[copy] & card) == 0) continue;
        if (!alike) {
            takers[copy] = taker;
        } else if (takers[0] == nobody) {
            takers[0] = taker;
        } else {
            takers = {std::min(takers[0], taker), std::max(takers[0], taker)};
        }
    }
}

}  // namespace

template <int Decks>
void DeckPast<Decks>::take(const DeckWorth<Decks>& worth, int seat, Set cards) {
    cards &= worth.scoring_cards();
    if (cards.empty()) return;
    const bool matters = ((worth.seats_that_matter() >> seat) & 1) != 0;
    const auto taker = static_cast<std::uint8_t>(matters ? seat : elsewhere);
    note(worth, pig, cards, Honour::pig, taker);
    note(worth, sheep, cards, Honour::sheep, taker);
    note(worth, transformer, cards, Honour::transformer, taker);
    if (!cards.suit(Suit::hearts).empty() && hearts != taker) {
        hearts = matters && hearts == hearts_untouched ? taker : std::uint8_t{hearts_split};
    }
    if (!matters) return;
    if (!(cards & worth.company_cards()).empty()) company = static_cast<std::uint8_t>(company | 1U << seat);
    while (!cards.empty()) sums[seat] = static_cast<std::int16_t>(sums[seat] + worth.points(seat, cards.pop()));
}

template <int Decks>
DeckPast<Decks> past_of(const DeckWorth<Decks>& worth, const std::array<CardSet<Decks>, seat_count>& hands,
                        const std::array<CardSet<Decks>, seat_count>& taken, const CardSet<Decks>& trick) {
    DeckPast<Decks> past;
    CardSet<Decks> known = trick;
    for (int seat = 0; seat < seat_count; ++seat) {
        past.take(worth, seat, taken[seat]);
        known |= hands[seat] | taken[seat];
    }
    const CardSet<Decks> missing = worth.scoring_cards() - known;
    if (!missing.suit(Suit::hearts).empty()) past.hearts = hearts_split;
    return past;
}

template struct DeckPast<1>;
template struct DeckPast<2>;
template Past past_of(const Worth&, const std::array<CardSet<1>, seat_count>&,
                      const std::array<CardSet<1>, seat_count>&, const CardSet<1>&);
template DeckPast<2> past_of(const DeckWorth<2>&, const std::array<CardSet<2>, seat_count>&,
                             const std::array<CardSet<2>, seat_count>&, const CardSet<2>&);

}  // namespace gongzhu::solver
