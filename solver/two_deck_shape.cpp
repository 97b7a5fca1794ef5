#include "two_deck_shape.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace gongzhu::solver {
namespace {

constexpr std::uint64_t not_held = 127;
constexpr int place_bits = 7;  // of a card: its owner and its place among at most 26

// Who holds a card, and which of the holding it is.
std::uint64_t place_of(const std::array<CardSet<2>, seat_count>& hands, Card card) {
    unsigned owner = 0;
    while (!hands[owner].has(card)) ++owner;
    return owner << 5 | (place_in_holding(hands[owner], card) & 31U);
}

// For each card of a hand, from the lowest, whether the next one is its twin.
std::uint64_t twins_in(const CardSet<2>& hand) {
    std::uint64_t twins = 0;
    for (Lane pairs = hand.lane[0] & hand.lane[1]; pairs != 0; pairs &= pairs - 1) {
        const Lane below = (pairs & (~pairs + 1)) - 1;
        twins |= std::uint64_t{1} << (count_bits(hand.lane[0] & below) + count_bits(hand.lane[1] & below));
    }
    return twins;
}

std::uint64_t lengths_of(const CardSet<2>& hand) {
    std::uint64_t lengths = 0;
    for (int suit = 0; suit < suit_count; ++suit) {
        const Lane lane = suit_lane(static_cast<Suit>(suit));
        const int length = count_bits(hand.lane[0] & lane) + count_bits(hand.lane[1] & lane);
        lengths = lengths << 5 | static_cast<std::uint64_t>(length);
    }
    return lengths;
}

std::uint64_t packed(const Takers<2>& takers) { return std::uint64_t{takers[0]} << 3 | takers[1]; }

}  // namespace

TwoDeckShapeMaker::TwoDeckShapeMaker(const DeckWorth<2>& worth) : worth_(&worth) {
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        const Card card = worth.setup().rules->honour(static_cast<Honour>(i));
        cards_[i] = card_lane(card);
        alike_[i] = worth.twins_alike(card);
    }
}

TwoDeckShape TwoDeckShapeMaker::shape(const Position<2>& position, const DeckPast<2>& past,
                                      const CardSet<2>& held) const {
    assert(position.trick().played == 0 && !position.opening());
    const auto& hands = position.hands();
    const CardSet<2> barred = position.barred() & held;
    std::uint64_t leader_and_places = position.trick().leader;
    std::uint64_t rest = 0;
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        std::array places = {not_held, not_held};
        std::array bars = {0U, 0U};
        // Only while it is barred does it matter which of the hearts a heart leader is.
        const CardSet<2>& told = i == static_cast<std::size_t>(Honour::heart_leader) ? barred : held;
        for (std::size_t copy = 0; copy < places.size(); ++copy) {
            if ((told.lane[copy] & cards_[i]) == 0) continue;
            const auto card = static_cast<Card>(std::countr_zero(cards_[i]) + 64 * static_cast<int>(copy));
            places[copy] = place_of(hands, card);
            bars[copy] = (barred.lane[copy] & cards_[i]) != 0 ? 1 : 0;
        }
        if (alike_[i] && places[1] < places[0]) {
            std::swap(places[0], places[1]);
            std::swap(bars[0], bars[1]);
        }
        std::uint64_t& word = i == static_cast<std::size_t>(Honour::heart_leader) ? rest : leader_and_places;
        word = (word << place_bits | places[0]) << place_bits | places[1];
        rest = rest << 2 | bars[0] << 1 | bars[1];
    }

    const bool divided = past.hearts == hearts_split;
    // Once the hearts are divided, the likeness of positions allows for different company.
    rest = rest << 4 | (divided ? 0U : company(past, held));
    rest = rest << 3 | past.hearts;
    rest = rest << 6 | packed(past.transformer);
    rest = rest << 12 | (divided ? 0 : packed(past.pig) << 6 | packed(past.sheep));

    TwoDeckShape shape;
    for (std::size_t i = 0; i < 2; ++i) {
        shape.words[i] = lengths_of(hands[2 * i]) << 20 | lengths_of(hands[2 * i + 1]);
        shape.words[2 + i] = twins_in(hands[2 * i]) << 32 | twins_in(hands[2 * i + 1]);
    }
    shape.words[4] = leader_and_places;
    shape.words[5] = rest;
    return shape;
}

std::uint8_t TwoDeckShapeMaker::company(const DeckPast<2>& past, const CardSet<2>& held) const {
    if (transformer_out(held)) return past.company;
    unsigned matters = 0;
    for (const std::uint8_t taker : past.transformer) {
        if (taker < seat_count) matters |= 1U << taker;
    }
    return static_cast<std::uint8_t>(past.company & matters);
}

std::uint8_t place_in_holding(const CardSet<2>& hand, Card card) {
    const Lane below = suit_lane(suit_of(card)) & (card_lane(card) - 1);
    const int after_twin = lane_of(card) == 1 && hand.has(twin_of(card)) ? 1 : 0;
    const int place = count_bits(hand.lane[0] & below) + count_bits(hand.lane[1] & below) + after_twin;
    return static_cast<std::uint8_t>(static_cast<int>(suit_of(card)) << 5 | place);
}

Card card_at_place(const CardSet<2>& hand, std::uint8_t place) {
    CardSet<2> holding = hand.suit(static_cast<Suit>((place >> 5) & 3));
    for (int left = place & 31; !holding.empty(); --left) {
        const Lane ranks = holding.lane[0] | holding.lane[1];
        const auto lowest = static_cast<Card>(std::countr_zero(ranks));
        const Card card = holding.has(lowest) ? lowest : twin_of(lowest);
        if (left == 0) return card;
        holding.remove(card);
    }
    return no_card;
}

}  // namespace gongzhu::solver
