#include "outcome_bounds.hpp"

#include <bit>

namespace gongzhu::solver {
namespace {

constexpr std::array other_honours = {Honour::pig, Honour::sheep, Honour::transformer};
constexpr Lane heart_lane = suit_lane(Suit::hearts);

// Of the copies of a card those that a seat has, as places among its takers.
template <int Decks>
unsigned places_of(const Takers<Decks>& takers, int seat) {
    if constexpr (Decks == 1)
        return takers == seat ? 1 : 0;
    else
        return (takers[0] == seat ? 1U : 0U) | (takers[1] == seat ? 2U : 0U);
}

// The first or second copy of pig, sheep or transformer by its place.
template <int Decks>
CardSet<Decks> card_at(const DeckWorth<Decks>& worth, int place) {
    CardSet<Decks> card;
    const auto copy = static_cast<std::size_t>(place % Decks);
    card.lane[copy] = worth.honour(other_honours[place / Decks]) & worth.scoring_cards().lane[copy];
    return card;
}

}  // namespace

template <int Decks>
OutcomeBounds<Decks>::OutcomeBounds(const DeckWorth<Decks>& worth)
    : worth_(&worth), colours_change_(worth.setup().rules->ruleset().colour_change != ColourChange::none) {
    for (int seat = 0; seat < seat_count; ++seat) fill(seat);
}

template <int Decks>
std::array<Bounds, seat_count> OutcomeBounds<Decks>::bounds(const DeckPast<Decks>& past, const Set& in_play) const {
    std::array<Bounds, seat_count> bounds;
    for (int seat = 0; seat < seat_count; ++seat) {
        const bool may_have_all = past.hearts == seat || past.hearts == hearts_untouched;
        if (past.hearts == seat && in_play.suit(Suit::hearts).empty()) {
            bounds[seat] = all_hearts(seat, past, in_play);
            continue;
        }
        bounds[seat] = hearts_divided(seat, past, in_play);
        if (may_have_all) bounds[seat].join(all_hearts(seat, past, in_play));
    }
    return bounds;
}

template <int Decks>
Bounds OutcomeBounds<Decks>::hearts_divided(int seat, const DeckPast<Decks>& past, const Set& in_play) const {
    const Set transformers = Set::both(worth_->honour(Honour::transformer));
    Bounds sum{past.sums[seat], past.sums[seat]};
    for (Set rest = (in_play & worth_->scoring_cards()) - transformers; !rest.empty();) {
        const int points = worth_->points(seat, rest.pop());
        (points < 0 ? sum.lower : sum.upper) += points;
    }
    if (colours_change_ && past.hearts != hearts_split) add_colour_change(sum, seat, past, in_play);
    const unsigned had = places_of<Decks>(past.transformer, seat);
    const unsigned open = open_places<Decks>(*worth_, past.transformer, in_play, Honour::transformer);
    const bool may_be_alone = ((past.company >> seat) & 1) == 0;
    Bounds bounds = sum;
    bool first = true;
    // Every set of transformers that it may end with.
    for (unsigned got = open;; got = (got - 1) & open) {
        const unsigned copies = had | got;
        const int factor = copies == 0 ? 1 : worth_->multiplier(seat, copies);
        const Bounds multiplied{sum.lower * factor, sum.upper * factor};
        if (first) bounds = multiplied;
        bounds.join(multiplied);
        first = false;
        if (copies != 0 && may_be_alone) {
            const int lone = worth_->lone_value(seat, copies);
            bounds.join({lone, lone});
        }
        if (got == 0) break;
    }
    return bounds;
}

// Another seat may take all hearts and have pig and sheep change places.
template <int Decks>
void OutcomeBounds<Decks>::add_colour_change(Bounds& bounds, int seat, const DeckPast<Decks>& past,
                                             const Set& in_play) const {
    for (int place = 0; place < 2 * Decks; ++place) {
        const Honour honour = other_honours[place / Decks];
        const unsigned may_have = places_of<Decks>(past.takers(honour), seat) |
                                  open_places<Decks>(*worth_, past.takers(honour), in_play, honour);
        if ((may_have >> (place % Decks) & 1) == 0) continue;
        bounds.lower += seats_[seat].swap_of_colours[place].lower;
        bounds.upper += seats_[seat].swap_of_colours[place].upper;
    }
}

template <int Decks>
Bounds OutcomeBounds<Decks>::all_hearts(int seat, const DeckPast<Decks>& past, const Set& in_play) const {
    unsigned had = 0;   // by the pile already
    unsigned open = 0;  // not taken yet
    for (std::size_t i = 0; i < other_honours.size(); ++i) {
        const auto& takers = past.takers(other_honours[i]);
        had |= places_of<Decks>(takers, seat) << (i * Decks);
        open |= open_places<Decks>(*worth_, takers, in_play, other_honours[i]) << (i * Decks);
    }
    Bounds bounds = seats_[seat].all_hearts[had];
    for (unsigned got = open; got != 0; got = (got - 1) & open) bounds.join(seats_[seat].all_hearts[had | got]);
    return bounds;
}

template <int Decks>
void OutcomeBounds<Decks>::fill(int seat) {
    const Setup<Decks>& setup = worth_->setup();
    const auto points = [&](const std::array<Set, seat_count>& taken) {
        const int kept = score(setup, taken, false)[seat];
        const int swapped = score(setup, taken, true)[seat];
        return Bounds{std::min(kept, swapped), std::max(kept, swapped)};
    };
    const Set hearts = worth_->scoring_cards() & Set::both(heart_lane);
    std::array<Set, seat_count> taken{};
    for (unsigned honours = 0; honours < seats_[seat].all_hearts.size(); ++honours) {
        taken[seat] = hearts;
        for (int place = 0; place < places; ++place) {
            if ((honours >> place & 1) != 0) taken[seat] |= card_at(*worth_, place);
        }
        seats_[seat].all_hearts[honours] = points(taken);
    }
    if (!colours_change_) return;
    for (int place = 0; place < 2 * Decks; ++place) {
        Set card = card_at(*worth_, place);
        if (card.empty()) continue;
        taken.fill({});
        taken[next_seat(seat)] = hearts;
        taken[seat] = card;
        Bounds change = points(taken);
        const int plain = worth_->points(seat, card.pop());
        change.join(Bounds{plain, plain});
        seats_[seat].swap_of_colours[place] = {change.lower - plain, change.upper - plain};
    }
}

template class OutcomeBounds<1>;
template class OutcomeBounds<2>;

}  // namespace gongzhu::solver
