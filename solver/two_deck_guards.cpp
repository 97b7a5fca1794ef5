#include "two_deck_guards.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "two_deck_cards.hpp"

namespace gongzhu::solver {
namespace {

constexpr int nobody_guards = -1;

// What it takes to guard a suit.
struct Guard {
    int losses;   // cards of the suit that the others can make the guard play before it wins a trick
    int kept;     // cards of the suit that it must not discard
    Lane low;     // the lowest of its high cards
    bool master;  // nobody else has a higher one
};

struct Plan {
    std::array<int, suit_count> seats{};  // who guards each suit
    int goal = 0;                         // the suit with points
    int hearts_after = 0;                 // what each seat keeps for the trick after the guard's
};

class Guards {
public:
    Guards(const TwoDeckQuestion& question, const TwoDeckState& state)
        : question_(question), state_(state), position_(state.position) {
        for (int suit = 0; suit < suit_count; ++suit) {
            for (int seat = 0; seat < seat_count; ++seat) {
                if (!proves(seat)) longest_[suit] = std::max(longest_[suit], suit_cards(seat, suit).count());
            }
        }
        for (int seat = 0; seat < seat_count; ++seat) {
            for (int suit = 0; suit < suit_count; ++suit) {
                if (proves(seat)) guards_[seat][suit] = guard(seat, suit);
            }
        }
    }

    bool suffice() const {
        for (int seat = 0; seat < seat_count; ++seat) {
            if (!proves(seat)) continue;
            for (int suit = 0; suit < suit_count; ++suit) {
                if (guards_[seat][suit] && guards_[seat][suit]->master && suffice(seat, suit)) return true;
            }
        }
        return false;
    }

private:
    bool proves(int seat) const { return question_.proves(seat); }
    CardSet<2> suit_cards(int seat, int suit) const { return position_.hand(seat).suit(static_cast<Suit>(suit)); }
    static Lane highest(const CardSet<2>& cards) { return std::bit_floor(ranks_of(cards)); }
    static CardSet<2> unpaired(const CardSet<2>& cards) {
        return cards - CardSet<2>::both(Position<2>::pairs_of(cards));
    }

    // Of a suit, the cards of the others that stop a guard's highest card once: the other copy, if it is played first.
    int stoppers(int seat, int suit) const {
        const CardSet<2> top = CardSet<2>::both(highest(suit_cards(seat, suit)));
        int count = 0;
        for (int other = 0; other < seat_count; ++other) {
            if (!proves(other)) count += (suit_cards(other, suit) & top).count();
        }
        return count;
    }

    // By as few of the seat's highest cards as do.
    std::optional<Guard> guard(int seat, int suit) const {
        const CardSet<2> own = suit_cards(seat, suit);
        if (!(own & position_.barred()).empty()) return std::nullopt;
        CardSet<2> tops;
        for (CardSet<2> rest = own; !rest.empty();) {
            const Lane rank = highest(rest);
            CardSet<2> next = rest & CardSet<2>::both(rank);
            rest -= next;
            while (!next.empty()) {
                tops.add(next.pop());
                if (const auto found = guard_by(seat, suit, tops)) return found;
            }
        }
        return std::nullopt;
    }

    std::optional<Guard> guard_by(int seat, int suit, const CardSet<2>& tops) const {
        const CardSet<2> own = suit_cards(seat, suit);
        const Lane low = ranks_of(tops) & -ranks_of(tops);
        const Lane as_high = suit_lane(static_cast<Suit>(suit)) & ~(low - 1);
        int stopping = 0, leading = 0, overtaking = 0, higher = 0, pairs = 0;  // cards and pairs of the others
        for (int other = 0; other < seat_count; ++other) {
            if (proves(other)) continue;
            const CardSet<2> cards = suit_cards(other, suit);
            const int above = (cards & CardSet<2>::both(as_high & ~low)).count();
            stopping += (cards & CardSet<2>::both(as_high)).count();
            if (other == (seat + 1) % seat_count) leading += (cards & CardSet<2>::both(low)).count();
            higher += above;
            if ((other + 1) % seat_count != seat) overtaking += above;  // that seat plays before the guard
            pairs += count_bits(Position<2>::pairs_of(cards));
        }
        if (tops.count() <= overtaking) return std::nullopt;
        const int lows = own.count() - tops.count();
        const int low_pairs = count_bits(Position<2>::pairs_of(own) & ~ranks_of(tops));
        const bool pair_of_tops = (Position<2>::pairs_of(own) & ranks_of(tops)) != 0;
        const bool master = higher == 0;
        if (static_cast<Suit>(suit) == Suit::diamonds) {
            // Pairs beat single cards: each pair that is led may take two low ones.
            const bool takes_pairs = master && pair_of_tops;
            if (pair_of_tops && !takes_pairs && pairs > low_pairs) return std::nullopt;
            const int losses = stopping + (takes_pairs ? 0 : 2 * pairs);
            if (lows < losses) return std::nullopt;
            return Guard{losses, tops.count() + losses, low, master};
        }
        // Single cards beat pairs, but who has a pair must play it.
        if (pair_of_tops && pairs > low_pairs) return std::nullopt;
        const int losses = stopping + (pairs > 0 ? stopping - leading : 0) + 2 * std::min(pairs, low_pairs);
        const int beside = pairs > 0 ? 1 : 0;  // the card that is played to a pair with a high one
        if (lows < losses + beside) return std::nullopt;
        return Guard{losses, tops.count() + losses + beside, low, master};
    }

    // With `goal` guarded by `seat`: for some choice of guards of the other suits.
    bool suffice(int seat, int goal) const {
        if (!wins_points(seat, goal)) return false;
        Plan plan;
        plan.seats.fill(nobody_guards);
        plan.seats[goal] = seat;
        plan.goal = goal;
        if (choose(plan) && shows(seat, goal)) return true;
        if (static_cast<Suit>(goal) != Suit::hearts) return false;
        plan.hearts_after = 1;
        return choose(plan) && divides(seat);
    }

    bool choose(Plan plan, int suit = 0) const {
        if (suit == suit_count) return lasts(plan);
        if (suit == plan.goal) return choose(plan, suit + 1);
        for (int seat = nobody_guards; seat < seat_count; ++seat) {
            if (seat != nobody_guards && !can_reach(seat, suit, plan.seats[plan.goal], plan.goal)) continue;
            plan.seats[suit] = seat;
            if (choose(plan, suit + 1)) return true;
        }
        return false;
    }

    // Whether a seat on lead makes the guard of `goal` win the trick, whatever the others play.
    bool leads_to(int leader, int guard, int goal) const {
        if (leader == guard) return true;
        const CardSet<2> stopper = CardSet<2>::both(highest(suit_cards(guard, goal)));
        const auto turn = [&](int seat) { return (seat - leader + seat_count) % seat_count; };
        for (int other = 0; other < seat_count; ++other) {
            if (!proves(other) && turn(other) < turn(guard) && !(position_.hand(other) & stopper).empty()) return false;
        }
        return true;
    }

    // Whether a seat that guards a suit can then lead `goal` to its guard.
    bool can_reach(int seat, int suit, int guard, int goal) const {
        if (!proves(seat) || !guards_[seat][suit] || !leads_to(seat, guard, goal)) return false;
        // The trick may be another's of the side.
        for (int other = 0; other < seat_count; ++other) {
            if (other == seat || !proves(other) || leads_to(other, guard, goal)) continue;
            if (highest(suit_cards(other, suit)) >= guards_[seat][suit]->low) return false;
        }
        return true;
    }

    // Whether the first trick in `goal` that its guard wins has a scoring card: any heart, or one that a partner adds.
    bool wins_points(int guard, int goal) const {
        if (static_cast<Suit>(goal) == Suit::hearts) return true;
        const int stopped = stoppers(guard, goal);
        const Lane top = highest(suit_cards(guard, goal));
        bool adds = false;
        for (int other = 0; other < seat_count; ++other) {
            const CardSet<2> own = suit_cards(other, goal);
            if (!proves(other)) {
                if (Position<2>::pairs_of(own) != 0) return false;
            } else if (other != guard) {
                if (highest(own) >= top || !(own & position_.barred()).empty()) return false;
                const int scoring = (own & question_.worth().scoring_cards()).count();
                adds |= scoring > stopped && own.count() - scoring >= stopped;
            }
        }
        return adds;
    }

    // How many cards of `goal` a seat keeps. A partner of its guard: those that it loses, scoring ones too if it adds
    // one, and one for the guard's trick.
    int kept_of_goal(int seat, const Plan& plan) const {
        const int guard = plan.seats[plan.goal];
        const Guard& found = *guards_[guard][plan.goal];
        if (seat == guard) return found.kept + plan.hearts_after;
        const bool adds = static_cast<Suit>(plan.goal) != Suit::hearts;
        return found.losses * (adds ? 2 : 1) + 1 + plan.hearts_after;
    }

    // Whether each seat of the side has cards to play as long as the others can lead what it does not keep.
    bool lasts(const Plan& plan) const {
        for (int seat = 0; seat < seat_count; ++seat) {
            if (!proves(seat)) continue;
            const int kept = kept_of_goal(seat, plan);
            if (suit_cards(seat, plan.goal).count() < kept) return false;
            int spare = (position_.hand(seat) - position_.barred()).count() - kept;
            for (int suit = 0; suit < suit_count; ++suit) {
                if (suit == plan.goal) continue;
                const int guard = plan.seats[suit];
                if (guard == nobody_guards) {
                    spare -= longest_[suit];
                } else {
                    const Guard& found = *guards_[guard][suit];
                    spare -= guard == seat ? found.kept : found.losses;
                }
            }
            if (spare < 0) return false;
        }
        return true;
    }

    // Whether such a trick shows what is asked.
    bool shows(int guard, int goal) const {
        const bool hearts = static_cast<Suit>(goal) == Suit::hearts;
        for (int seat = 0; seat < seat_count; ++seat) {
            if (!proves(seat)) continue;
            CardSet<2> cards = suit_cards(seat, goal) & question_.worth().scoring_cards();
            if (hearts && cards.count() < suit_cards(seat, goal).count()) return false;
            while (!cards.empty()) {
                const Card card = cards.pop();
                if (!question_.shows(state_, {{hearts ? seat : guard, card}})) return false;
            }
        }
        return true;
    }

    // Whether it shows that the guard takes its highest heart and another seat one that a partner plays to a low one.
    // Both are cards without twins, which a led pair cannot draw.
    bool divides(int guard) const {
        constexpr int hearts = static_cast<int>(Suit::hearts);
        const CardSet<2> own = suit_cards(guard, hearts);
        CardSet<2> top = own & CardSet<2>::both(highest(own));
        const Lane lows = ranks_of(unpaired(own - top));
        const Card first = top.pop();
        if (lows == 0 || !question_.worth().scoring_cards().has(first)) return false;
        const auto is_partner = [&](int seat) { return proves(seat) && seat != guard; };
        const auto always_shows = [&](Card second) {
            if (!question_.worth().scoring_cards().has(second)) return false;
            for (int taker = 0; taker < seat_count; ++taker) {
                if (taker != guard && !question_.shows(state_, {{guard, first}, {taker, second}})) return false;
            }
            return true;
        };
        for (int seat = 0; seat < seat_count; ++seat) {
            if (is_partner(seat) && highest(suit_cards(seat, hearts)) >= highest(own)) return false;
        }
        for (int seat = 0; seat < seat_count; ++seat) {
            if (!is_partner(seat)) continue;
            const CardSet<2> singles = unpaired(suit_cards(seat, hearts));
            CardSet<2> high = singles & CardSet<2>::both(highest(singles));
            if (highest(singles) > (lows & -lows) && always_shows(high.pop())) return true;
        }
        return false;
    }

    const TwoDeckQuestion& question_;
    const TwoDeckState& state_;
    const Position<2>& position_;
    std::array<int, suit_count> longest_{};
    std::array<std::array<std::optional<Guard>, suit_count>, seat_count> guards_;
};

}  // namespace

bool is_sure_by_guards(const TwoDeckQuestion& question, const TwoDeckState& state) {
    return question.is_free_to_discard(state) && Guards(question, state).suffice();
}

}  // namespace gongzhu::solver
