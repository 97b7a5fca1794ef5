#include "static_bounds.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace gongzhu::solver {
namespace {

constexpr int takers = seat_count + 2;  // a seat, nobody (yet), elsewhere
constexpr Lane heart_lane = suit_lane(Suit::hearts);

constexpr int index(int seat, int pig, int sheep, int transformer) {
    return ((seat * takers + pig) * takers + sheep) * takers + transformer;
}

}  // namespace

StaticBounds::StaticBounds(const Worth& worth, const Past& past, Lane in_play) : worth_(&worth) {
    for (auto rest = CardSet<1>::both(in_play & worth.scoring()); !rest.empty();) {
        const Card card = rest.pop();
        for (unsigned takers = 1; takers <= all_seats; ++takers) {
            for (int transformer = 0; transformer <= nobody; ++transformer) {
                const auto& gains = worth.gains(transformer, card);
                const int any = gains[std::countr_zero(takers)];
                Bounds& range = ranges_[takers][transformer][card];
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

Bounds StaticBounds::bounds(const Past& past, Lane in_play, unsigned takers) const {
    const unsigned mattering = worth_->seats_that_matter();
    if (past.hearts == hearts_split) return hearts_divided(past, in_play, takers);
    if ((in_play & heart_lane) == 0) {  // one pile has them all, or the deck has none
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

Bounds StaticBounds::hearts_divided(const Past& past, Lane in_play, unsigned takers) const {
    if ((in_play & worth_->honour(Honour::transformer)) == 0) {
        return with_transformer(past, past.multiplied(), in_play, takers);
    }
    std::optional<Bounds> bounds;
    for (const int taker : possible_takers_) {
        const unsigned seats = taker == nobody ? ~worth_->seats_that_matter() : 1U << taker;
        if ((takers & seats) == 0) continue;
        const Bounds taken = with_transformer(past, taker, in_play, takers);
        if (!bounds) bounds = taken;
        bounds->join(taken);
    }
    return *bounds;
}

Bounds StaticBounds::with_transformer(const Past& past, int taker, Lane in_play, unsigned takers) const {
    const int before = past.value(*worth_, taker);
    const Ranges& ranges = ranges_[takers][taker];
    Bounds bounds{before, before};
    for (Lane rest = in_play & worth_->scoring(); rest != 0; rest &= rest - 1) {
        const Bounds& card = ranges[std::countr_zero(rest)];
        bounds.lower += card.lower;
        bounds.upper += card.upper;
    }
    if (taker != nobody && ((past.company >> taker) & 1) == 0) {
        const int lone = worth_->aim().weights[taker] * worth_->lone_value(taker);
        bounds.lower += std::min(lone, 0);
        bounds.upper += std::max(lone, 0);
    }
    return bounds;
}

const Bounds& StaticBounds::all_hearts(int seat, const Past& past) const {
    return all_hearts_[index(seat, past.pig, past.sheep, past.transformer)];
}

// With all hearts in one pile, the takers of the other three cards decide the value.
void StaticBounds::fill_all_hearts(const Past& past, Lane in_play) {
    all_hearts_.resize(index(seat_count, 0, 0, 0));
    // What may be known of a card's taker later, `nobody` (yet) the last.
    const auto states = [&](Honour honour, int taker) {
        std::vector<int> list;
        if ((in_play & worth_->honour(honour)) != 0) {
            for (int seat = 0; seat < seat_count; ++seat) {
                if (((worth_->seats_that_matter() >> seat) & 1) != 0) list.push_back(seat);
            }
            if (list.size() < seat_count) list.push_back(elsewhere);
        }
        list.push_back(taker);
        return list;
    };
    const std::vector<int> pigs = states(Honour::pig, past.pig);
    const std::vector<int> sheep = states(Honour::sheep, past.sheep);
    const std::vector<int> transformers = states(Honour::transformer, past.transformer);
    const auto joined = [&](const std::vector<int>& takers_left, auto place) {
        Bounds bounds = all_hearts_[place(takers_left.front())];
        for (std::size_t i = 1; i + 1 < takers_left.size(); ++i) bounds.join(all_hearts_[place(takers_left[i])]);
        return bounds;
    };
    const auto open = [&](const std::vector<int>& list, int taker) { return list.size() > 1 && taker == nobody; };
    for (int seat = 0; seat < seat_count; ++seat) {
        for (const int p : pigs) {
            for (const int s : sheep) {
                for (const int t : transformers) {
                    Bounds& bounds = all_hearts_[index(seat, p, s, t)];
                    if (open(pigs, p)) {
                        bounds = joined(pigs, [&](int taker) { return index(seat, taker, s, t); });
                    } else if (open(sheep, s)) {
                        bounds = joined(sheep, [&](int taker) { return index(seat, p, taker, t); });
                    } else if (open(transformers, t)) {
                        bounds = joined(transformers, [&](int taker) { return index(seat, p, s, taker); });
                    } else {
                        bounds.lower = bounds.upper = outcome(seat, p, s, t);
                    }
                }
            }
        }
    }
}

int StaticBounds::outcome(int seat, int pig, int sheep, int transformer) const {
    std::array<CardSet<1>, seat_count> taken{};
    const auto give = [&](int taker, Lane cards) {
        if (taker == elsewhere) taker = std::countr_one(worth_->seats_that_matter());
        if (taker < seat_count) taken[taker].lane[0] |= cards & worth_->scoring();
    };
    give(seat, heart_lane);
    give(pig, worth_->honour(Honour::pig));
    give(sheep, worth_->honour(Honour::sheep));
    give(transformer, worth_->honour(Honour::transformer));
    return worth_->aim().value(worth_->setup(), taken);
}

}  // namespace gongzhu::solver
