#include "two_deck_hearts.hpp"

#include <array>
#include <bit>

#include "two_deck_cards.hpp"

namespace gongzhu::solver {
namespace {

// Of both partners.
using Hearts = std::array<CardSet<2>, 2>;

Card lowest(const CardSet<2>& cards) {
    const Lane ranks = ranks_of(cards);
    return (cards & CardSet<2>::both(ranks & -ranks)).nth(0);
}

Card highest(const CardSet<2>& cards) { return (cards & CardSet<2>::both(std::bit_floor(ranks_of(cards)))).nth(0); }

CardSet<2> without(CardSet<2> cards, Card card) {
    cards.remove(card);
    return cards;
}

// Whether each partner, on lead, makes somebody else take a heart that counts, and is made to take one by the other
// then.
bool can_exchange(const Hearts& hearts, const CardSet<2>& counting) {
    const auto goes_both_ways = [&](const CardSet<2>& leader, const CardSet<2>& other) {
        if (leader.count() < 2 || other.count() < 2 || (other & counting).empty()) return false;
        const Card led = lowest(leader), played = highest(other & counting);
        const CardSet<2> left = without(leader, led) & counting;
        return rank_of(led) < rank_of(played) && !left.empty() &&
               rank_of(lowest(without(other, played))) < rank_of(highest(left));
    };
    return goes_both_ways(hearts[0], hearts[1]) && goes_both_ways(hearts[1], hearts[0]);
}

enum class Duty : std::uint8_t { none, pairs };

// Calls `visit` with what is left of the hearts after so many are played, until it returns true. Who has a pair must
// play it to a pair that was led.
template <typename Visit>
bool any_left(const CardSet<2>& hearts, int played, Duty duty, Visit visit) {
    if (played == 0) return visit(hearts);
    const Lane pairs = played == 2 && duty == Duty::pairs ? Position<2>::pairs_of(hearts) : 0;
    for (CardSet<2> cards = pairs == 0 ? hearts : hearts & CardSet<2>::both(pairs); !cards.empty();) {
        const Card card = cards.pop();
        const CardSet<2> rest = pairs == 0 ? without(hearts, card) : without(without(hearts, card), twin_of(card));
        if (any_left(rest, pairs == 0 ? played - 1 : 0, duty, visit)) return true;
    }
    return false;
}

// Whether that is still so after a trick to which they play so many hearts; one that counts is among them.
bool can_exchange_after(const Hearts& hearts, const CardSet<2>& counting, std::array<int, 2> played, Duty duty) {
    return any_left(hearts[0], played[0], duty, [&](const CardSet<2>& first) {
        return any_left(hearts[1], played[1], duty, [&](const CardSet<2>& second) {
            const CardSet<2> trick = (hearts[0] - first) | (hearts[1] - second);
            return !(trick & counting).empty() && can_exchange({first, second}, counting);
        });
    });
}

bool can_exchange_after_any_trick(const Hearts& hearts, const CardSet<2>& counting) {
    for (const auto& played : {std::array{1, 0}, {2, 0}, {0, 1}, {0, 2}}) {
        if (!can_exchange_after(hearts, counting, played, Duty::none)) return false;
    }
    return can_exchange_after(hearts, counting, {1, 1}, Duty::pairs) &&
           can_exchange_after(hearts, counting, {2, 2}, Duty::pairs);
}

}  // namespace

bool can_divide_hearts(const TwoDeckQuestion& question, const TwoDeckState& state) {
    const Position<2>& position = state.position;
    std::array<int, seat_count> partners{}, others{};
    int proving = 0;
    for (int seat = 0; seat < seat_count; ++seat) {
        if (question.proves(seat)) {
            partners[proving++] = seat;
        } else {
            others[seat - proving] = seat;
        }
    }
    if (proving != 2 || !question.is_free_to_discard(state)) return false;

    const auto counts = [&](Card heart) {
        return question.shows(state, {{others[0], heart}}) && question.shows(state, {{others[1], heart}});
    };
    Hearts hearts;
    CardSet<2> counting;
    for (int i = 0; i < 2; ++i) {
        hearts[i] = position.hand(partners[i]).suit(Suit::hearts) - position.barred();
        CardSet<2> cards = hearts[i] & question.worth().scoring_cards();
        if (cards.empty() || !counts(highest(cards))) return false;
        while (!cards.empty()) {
            const Card heart = cards.pop();
            if (counts(heart)) counting.add(heart);
        }
    }
    if (!can_exchange(hearts, counting)) return false;
    for (CardSet<2> firsts = hearts[0] & counting; !firsts.empty();) {
        const Card first = firsts.pop();
        for (CardSet<2> seconds = hearts[1] & counting; !seconds.empty();) {
            const Card second = seconds.pop();
            if (!question.shows(state, {{partners[0], first}, {partners[1], second}})) return false;
            if (!question.shows(state, {{partners[1], first}, {partners[0], second}})) return false;
        }
    }
    return can_exchange_after_any_trick(hearts, counting);
}

}  // namespace gongzhu::solver
