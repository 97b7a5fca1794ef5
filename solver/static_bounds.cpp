#include "static_bounds.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace gongzhu::solver {
namespace {

constexpr int takers_of_card = seat_count + 2;  // a seat, nobody (yet), elsewhere
constexpr Lane heart_lane = suit_lane(Suit::hearts);
constexpr std::array honours = {Honour::pig, Honour::sheep, Honour::transformer};

template <std::size_t Places>
constexpr int index(int seat, const std::array<int, Places>& takers) {
    for (const int taker : takers) seat = seat * takers_of_card + taker;
    return seat;
}

template <int Decks>
int taker_of(const Takers<Decks>& takers, [[maybe_unused]] int copy) {
    if constexpr (Decks == 1)
        return takers;
    else
        return takers[static_cast<std::size_t>(copy)];
}

}  // namespace

template <int Decks>
DeckStaticBounds<Decks>::DeckStaticBounds(const DeckWorth<Decks>& worth, const DeckPast<Decks>& past,
                                          const Set& in_play)
    : worth_(&worth), ranges_(all_seats + 1) {
    for (Set rest = in_play & worth.scoring_cards(); !rest.empty();) {
        const Card card = rest.pop();
        for (unsigned takers = 1; takers <= all_seats; ++takers) {
            for (int holders = 0; holders < Holders<Decks>::count; ++holders) {
                const auto& gains = worth.gains(holders, card);
                const int any = gains[std::countr_zero(takers)];
                Bounds& range = ranges_[takers][holders][card];
                range = {any, any};
                for (int seat = 0; seat < seat_count; ++seat) {
                    if (((takers >> seat) & 1) != 0) range.join({gains[seat], gains[seat]});
                }
            }
        }
    }
    for (int seat = 0; seat < seat_count; ++seat) {
        if (((worth.seats_that_matter() >> seat) & 1) != 0) possible_takers_.push_back(seat);
    }
    if (possible_takers_.size() < seat_count) possible_takers_.push_back(nobody);
    if (past.hearts != hearts_split) fill_all_hearts(past, in_play);
}

template <int Decks>
Bounds DeckStaticBounds<Decks>::bounds(const DeckPast<Decks>& past, const Set& in_play, unsigned takers) const {
    const unsigned mattering = worth_->seats_that_matter();
    if (past.hearts == hearts_split) return hearts_divided(past, in_play, takers);
    if ((in_play & Set::both(heart_lane)).empty()) {  // one pile has them all, or the deck has none
        return all_hearts(past.hearts == hearts_untouched ? std::countr_zero(mattering) : past.hearts, past);
    }
    Bounds bounds = hearts_divided(past, in_play, takers);
    for (int seat = 0; seat < seat_count; ++seat) {
        if (((takers >> seat) & 1) == 0) continue;
        if (past.hearts == seat || (past.hearts == hearts_untouched && ((mattering >> seat) & 1) != 0)) {
            bounds.join(all_hearts(seat, past));
        }
    }
    return bounds;
}

template <int Decks>
Bounds DeckStaticBounds<Decks>::hearts_divided(const DeckPast<Decks>& past, const Set& in_play, unsigned takers) const {
    const unsigned open = open_places<Decks>(*worth_, past.transformer, in_play, Honour::transformer);
    if (open == 0) return with_transformers(past, past.multiplied(), in_play, takers);
    std::optional<Bounds> bounds;
    const auto may_take = [&](int taker) {
        const unsigned seats = taker == nobody ? ~worth_->seats_that_matter() : 1U << taker;
        return (takers & seats) != 0;
    };
    const auto add = [&](int holders) {
        const Bounds taken = with_transformers(past, holders, in_play, takers);
        if (!bounds) bounds = taken;
        bounds->join(taken);
    };
    if constexpr (Decks == 1) {
        for (const int taker : possible_takers_) {
            if (may_take(taker)) add(taker);
        }
    } else {
        const int now = past.multiplied();
        const bool alike = open == 3 && worth_->twins_alike(worth_->setup().rules->honour(Honour::transformer));
        for (const int first : possible_takers_) {
            if ((open & 1) != 0 && !may_take(first)) continue;
            for (const int second : possible_takers_) {
                if ((open & 2) != 0 && !may_take(second)) continue;
                if (alike && second < first) continue;
                add(Holders<2>::of((open & 1) != 0 ? first : Holders<2>::first(now),
                                   (open & 2) != 0 ? second : Holders<2>::second(now)));
                if ((open & 2) == 0) break;
            }
            if ((open & 1) == 0) break;
        }
    }
    return *bounds;
}

template <int Decks>
Bounds DeckStaticBounds<Decks>::with_transformers(const DeckPast<Decks>& past, int holders, const Set& in_play,
                                                  unsigned takers) const {
    const int before = past.value(*worth_, holders);
    const Ranges& ranges = ranges_[takers][holders];
    Bounds bounds{before, before};
    for (Set rest = in_play & worth_->scoring_cards(); !rest.empty();) {
        const Bounds& card = ranges[rest.pop()];
        bounds.lower += card.lower;
        bounds.upper += card.upper;
    }
    const auto add_lone = [&](int taker, unsigned copies) {
        if (((past.company >> taker) & 1) != 0) return;
        const int lone = worth_->aim().weights[taker] * worth_->lone_value(taker, copies);
        bounds.lower += std::min(lone, 0);
        bounds.upper += std::max(lone, 0);
    };
    if constexpr (Decks == 1) {
        if (holders != nobody) add_lone(holders, 1);
    } else {
        const int first = Holders<2>::first(holders);
        const int second = Holders<2>::second(holders);
        if (first != nobody) add_lone(first, Holders<2>::copies(holders, first));
        if (second != nobody && second != first) add_lone(second, Holders<2>::copies(holders, second));
    }
    return bounds;
}

template <int Decks>
const Bounds& DeckStaticBounds<Decks>::all_hearts(int seat, const DeckPast<Decks>& past) const {
    HonourTakers takers;
    int place = 0;
    for (const Honour honour : honours) {
        for (int copy = 0; copy < Decks; ++copy) takers[place++] = taker_of<Decks>(past.takers(honour), copy);
    }
    return all_hearts_[index(seat, takers)];
}

// With all hearts in one pile, the takers of the other cards decide the value.
template <int Decks>
void DeckStaticBounds<Decks>::fill_all_hearts(const DeckPast<Decks>& past, const Set& in_play) {
    HonourTakers takers{};
    all_hearts_.resize(index(seat_count, takers));
    // What may be known of a card's taker later, `nobody` (yet) the last.
    std::vector<std::vector<int>> states;
    for (const Honour honour : honours) {
        unsigned open = open_places<Decks>(*worth_, past.takers(honour), in_play, honour);
        if constexpr (Decks == 2) {
            // Of copies that are alike the one that is taken later may come first.
            if (open != 0 && worth_->twins_alike(worth_->setup().rules->honour(honour))) open = 3;
        }
        for (int copy = 0; copy < Decks; ++copy) {
            std::vector<int>& list = states.emplace_back();
            if ((open >> copy & 1) != 0) {
                for (int seat = 0; seat < seat_count; ++seat) {
                    if (((worth_->seats_that_matter() >> seat) & 1) != 0) list.push_back(seat);
                }
                if (list.size() < seat_count) list.push_back(elsewhere);
            }
            list.push_back(taker_of<Decks>(past.takers(honour), copy));
        }
    }
    for (int seat = 0; seat < seat_count; ++seat) fill_all_hearts(seat, states, takers, 0);
}

// The takers of the places before `place` are given.
template <int Decks>
void DeckStaticBounds<Decks>::fill_all_hearts(int seat, std::span<const std::vector<int>> states, HonourTakers& takers,
                                              int place) {
    if (place < places) {
        for (const int taker : states[place]) {
            takers[place] = taker;
            fill_all_hearts(seat, states, takers, place + 1);
        }
        return;
    }
    Bounds& bounds = all_hearts_[index(seat, takers)];
    for (int open = 0; open < places; ++open) {
        const std::vector<int>& list = states[open];
        if (list.size() == 1 || takers[open] != nobody) continue;
        HonourTakers later = takers;
        for (std::size_t i = 0; i + 1 < list.size(); ++i) {
            later[open] = list[i];
            const Bounds& known = all_hearts_[index(seat, later)];
            if (i == 0) bounds = known;
            bounds.join(known);
        }
        return;
    }
    bounds.lower = bounds.upper = outcome(seat, takers);
}

template <int Decks>
int DeckStaticBounds<Decks>::outcome(int seat, const HonourTakers& takers) const {
    std::array<Set, seat_count> taken{};
    taken[seat] = Set::both(heart_lane) & worth_->scoring_cards();
    for (int place = 0; place < places; ++place) {
        int taker = takers[place];
        if (taker == elsewhere) taker = std::countr_one(worth_->seats_that_matter());
        if (taker >= seat_count) continue;
        const auto copy = static_cast<std::size_t>(place % Decks);
        taken[taker].lane[copy] |= worth_->honour(honours[place / Decks]) & worth_->scoring_cards().lane[copy];
    }
    return worth_->aim().value(worth_->setup(), taken);
}

template class DeckStaticBounds<1>;
template class DeckStaticBounds<2>;

}  // namespace gongzhu::solver
