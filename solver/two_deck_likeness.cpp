#include "two_deck_likeness.hpp"

#include <algorithm>
#include <bit>

namespace gongzhu::solver {

TwoDeckLikeness::TwoDeckLikeness(const DeckWorth<2>& worth, const std::array<CardSet<2>, seat_count>& dealt)
    : worth_(&worth), spread_(Holders<2>::count) {
    for (int seat = 0; seat < seat_count; ++seat) {
        std::vector<Card> own;
        for (CardSet<2> rest = dealt[seat].suit(Suit::hearts); !rest.empty();) own.push_back(rest.pop());
        std::ranges::stable_sort(own, {}, first_copy);
        for (const Card card : own) {
            hearts_.push_back({static_cast<std::uint8_t>(worth.kind(card)), worth.company_cards().has(card), card});
        }
    }
    std::array<bool, kind_count> seen{};
    std::vector<Heart> different;
    for (const Heart& heart : hearts_) {
        if (!seen[heart.kind]) different.push_back(heart);
        seen[heart.kind] = true;
    }
    for (const Heart& a : different) {
        for (const Heart& b : different) {
            for (int holders = 0; holders < Holders<2>::count; ++holders) {
                const auto change = [&](int seat) {
                    return worth.gain(holders, seat, b.card) - worth.gain(holders, seat, a.card);
                };
                Bounds& spread = spread_[static_cast<std::size_t>(holders)][a.kind][b.kind];
                spread.lower = spread.upper = change(0);
                for (int seat = 1; seat < seat_count; ++seat) spread.join({change(seat), change(seat)});
            }
        }
    }
    for (int seat = 0; seat < seat_count; ++seat) {
        if (((worth.seats_that_matter() >> seat) & 1) != 0) possible_takers_.push_back(seat);
    }
    if (possible_takers_.size() < seat_count) possible_takers_.push_back(nobody);
}

std::uint32_t TwoDeckLikeness::hearts(const CardSet<2>& held) const {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < hearts_.size(); ++i) {
        number |= static_cast<std::uint32_t>(held.has(hearts_[i].card)) << i;
    }
    return number;
}

TwoDeckLikeness::Differing TwoDeckLikeness::differing(std::uint32_t theirs, std::uint32_t ours) const {
    Differing result;
    for (; theirs != 0; theirs &= theirs - 1, ours &= ours - 1) {
        const Heart& a = hearts_[static_cast<std::size_t>(std::countr_zero(theirs))];
        const Heart& b = hearts_[static_cast<std::size_t>(std::countr_zero(ours))];
        if (a.kind == b.kind) continue;
        result.kinds[static_cast<std::size_t>(result.count++)] = {a.kind, b.kind};
        result.same_company &= a.company == b.company;
    }
    return result;
}

bool TwoDeckLikeness::shift(const TwoDeckEntry& entry, std::uint32_t hearts, const DeckPast<2>& past, unsigned open,
                            Bounds& by) const {
    const Differing different = entry.hearts == hearts ? Differing{} : differing(entry.hearts, hearts);
    const int now = past.multiplied();
    if (open == 0) {
        if (!different.same_company) {
            for (int seat = 0; seat < seat_count; ++seat) {
                const bool alone = ((past.company >> seat) & 1) == 0 || ((entry.company >> seat) & 1) == 0;
                if (Holders<2>::copies(now, seat) != 0 && alone) return false;
            }
        }
        by = hearts_if_taken(different, now);
        add_company(entry, past, now, by);
        return true;
    }
    if (different.count == 0 && entry.sums == past.sums && entry.company == past.company) return by = {}, true;
    if (!different.same_company) return false;
    std::array<int, seat_count> change{};  // of the points taken by each seat
    int standing = 0;
    for (int seat = 0; seat < seat_count; ++seat) {
        change[seat] = worth_->aim().weights[seat] * (past.sums[seat] - entry.sums[seat]);
        standing += worth_->factor(now, seat) * change[seat];
    }
    bool first_time = true;
    const auto add = [&](int holders) {
        Bounds bounds = hearts_if_taken(different, holders);
        int multiplied = -standing;
        for (int seat = 0; seat < seat_count; ++seat) multiplied += worth_->factor(holders, seat) * change[seat];
        bounds.lower += multiplied;
        bounds.upper += multiplied;
        add_company(entry, past, holders, bounds);
        if (first_time) by = bounds;
        by.join(bounds);
        first_time = false;
    };
    for (const int first : possible_takers_) {
        for (const int second : possible_takers_) {
            add(Holders<2>::of((open & 1) != 0 ? first : Holders<2>::first(now),
                               (open & 2) != 0 ? second : Holders<2>::second(now)));
            if ((open & 2) == 0) break;
        }
        if ((open & 1) == 0) break;
    }
    // If one seat takes all hearts, the final points do not depend on what each of them was worth.
    if (past.hearts != hearts_split) by.join({-standing, -standing});
    return true;
}

Bounds TwoDeckLikeness::hearts_if_taken(const Differing& hearts, int holders) const {
    Bounds bounds;
    for (int i = 0; i < hearts.count; ++i) {
        const auto [theirs, ours] = hearts.kinds[static_cast<std::size_t>(i)];
        const Bounds& spread = spread_[static_cast<std::size_t>(holders)][theirs][ours];
        bounds.lower += spread.lower;
        bounds.upper += spread.upper;
    }
    return bounds;
}

void TwoDeckLikeness::add_company(const TwoDeckEntry& entry, const DeckPast<2>& past, int holders, Bounds& by) const {
    for (unsigned seats = entry.company ^ past.company; seats != 0; seats &= seats - 1) {
        const int seat = std::countr_zero(seats);
        const unsigned copies = Holders<2>::copies(holders, seat);
        if (copies == 0) continue;
        const int lone = worth_->aim().weights[seat] * worth_->lone_value(seat, copies);
        const int change = ((past.company >> seat) & 1) == 0 ? lone : -lone;
        by.lower += std::min(change, 0);
        by.upper += std::max(change, 0);
    }
}

}  // namespace gongzhu::solver
