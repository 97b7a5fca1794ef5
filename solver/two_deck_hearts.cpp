#include "two_deck_hearts.hpp"

#include <array>
#include <bit>

#include "two_deck_cards.hpp"

namespace gongzhu::solver {
namespace {

// Of both partners.
using Hearts = std::array<CardSet<2>, 2>;

// Whether a partner on lead, whichever, makes somebody else take a heart that counts, and so again if it is the other.
bool can_exchange(const Hearts& hearts, const CardSet<2>& counting) {
    const auto makes_other_win = [&](int leader) {
        const Lane own = ranks_of(hearts[leader]);
        const Lane others = ranks_of(hearts[1 - leader] & counting);
        return others != 0 && (own & -own) < std::bit_floor(others);
    };
    return hearts[0].count() >= 2 && hearts[1].count() >= 2 && makes_other_win(0) && makes_other_win(1);
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
        CardSet<2> rest = hearts;
        rest.remove(card);
        if (pairs != 0) rest.remove(twin_of(card));
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
        CardSet<2> dearest = cards & CardSet<2>::both(std::bit_floor(ranks_of(cards)));
        if (dearest.empty() || !counts(dearest.pop())) return false;
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
