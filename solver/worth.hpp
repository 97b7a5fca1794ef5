// What each card is worth in each seat's pile, read off score() once for a deal.
//
// As long as nobody has all hearts, a pile scores multiplier × sum of its cards, or the lone value where transformers
// lie alone. The search, its table and its bounds rest on that; no rule of scoring is written here.
#pragma once

#include <array>
#include <cstdint>

#include "core/scoring.hpp"
#include "objective.hpp"

namespace gongzhu::solver {

inline constexpr int card_codes = 64;      // card ids of one deck
inline constexpr int nobody = seat_count;  // as the taker of a card: none yet, or never

// Who has the transformers, as one number. Of one deck that is its taker, a seat or nobody; of two decks the taker of
// each copy.
template <int Decks>
struct Holders;

template <>
struct Holders<1> {
    static constexpr int count = seat_count + 1;
    static constexpr int none = nobody;
    // The copies that a seat has, a bit each.
    static constexpr unsigned copies(int holders, int seat) { return holders == seat ? 1 : 0; }
};

template <>
struct Holders<2> {
    static constexpr int count = (seat_count + 1) * (seat_count + 1);
    static constexpr int none = count - 1;
    static constexpr int of(int first, int second) { return first * (seat_count + 1) + second; }
    static constexpr int first(int holders) { return holders / (seat_count + 1); }
    static constexpr int second(int holders) { return holders % (seat_count + 1); }
    static constexpr unsigned copies(int holders, int seat) {
        return (first(holders) == seat ? 1U : 0U) | (second(holders) == seat ? 2U : 0U);
    }
};

template <int Decks>
class DeckWorth {
public:
    using Set = CardSet<Decks>;
    static constexpr int codes = card_codes * Decks;
    static constexpr unsigned all_copies = (1U << Decks) - 1;

    DeckWorth(const Setup<Decks>& setup, const Aim& aim);

    const Setup<Decks>& setup() const { return *setup_; }
    const Aim& aim() const { return aim_; }

    // A card's points in a seat's pile before the transformer multiplies them; 0 for the transformer itself.
    int points(int seat, Card card) const { return points_[seat][card]; }
    // What transformers, a bit for each copy and one at least, multiply a seat's pile by, and what they score there
    // alone.
    int multiplier(int seat, unsigned copies = 1) const { return multiplier_[seat][copies - 1]; }
    int lone_value(int seat, unsigned copies = 1) const { return lone_value_[seat][copies - 1]; }
    // What a seat's pile is multiplied by once the transformers are where `holders` says.
    int factor(int holders, int seat) const { return factor_[holders][seat]; }
    // What a point of each seat's pile then adds to the value.
    const std::array<int, seat_count>& scales(int holders) const { return scales_[holders]; }
    // Scoring cards beside which a transformer is not alone.
    const Set& company_cards() const { return company_; }
    const Set& scoring_cards() const { return scoring_; }
    Lane company() const
        requires(Decks == 1)
    {
        return company_.lane[0];
    }
    Lane scoring() const
        requires(Decks == 1)
    {
        return scoring_.lane[0];
    }
    Lane honour(Honour honour) const { return card_lane(setup_->rules->honour(honour)); }

    // Whether the two copies of a card can change places unnoticed.
    bool twins_alike(Card card) const
        requires(Decks == 2)
    {
        return kind(card) == kind(twin_of(card));
    }

    // Seats whose piles can change the value, a bit each: those with a weight, and every one where the taker of all
    // hearts changes what others' cards are worth.
    unsigned seats_that_matter() const { return seats_that_matter_; }

    // A card's part of the value in a seat's pile once the transformers are where `holders` says.
    int gain(int holders, int seat, Card card) const { return gain_[holders][card][seat]; }
    const std::array<int, seat_count>& gains(int holders, Card card) const { return gain_[holders][card]; }

    // Cards of one suit with equal numbers differ in rank only: the same points for everyone, no exposure, no bar.
    int kind(Card card) const { return kind_[card]; }
    const std::array<std::uint8_t, codes>& kinds() const { return kind_; }

private:
    void read_points();
    void number_kinds();
    bool differ(Card a, Card b) const;

    const Setup<Decks>* setup_;
    Aim aim_;
    Set scoring_;
    Set company_;
    unsigned seats_that_matter_ = 0;
    std::array<std::array<int, codes>, seat_count> points_{};
    std::array<std::array<int, all_copies>, seat_count> multiplier_{};
    std::array<std::array<int, all_copies>, seat_count> lone_value_{};
    std::array<std::array<int, seat_count>, Holders<Decks>::count> factor_{};
    std::array<std::array<int, seat_count>, Holders<Decks>::count> scales_{};
    std::array<std::array<std::array<int, seat_count>, codes>, Holders<Decks>::count> gain_{};
    std::array<std::uint8_t, codes> kind_{};
};

using Worth = DeckWorth<1>;

}  // namespace gongzhu::solver
