// Cards as numbers, and sets of them.
#include "check.hpp"
#include "core/cards.hpp"

namespace gongzhu::test {
namespace {

void parts() {
    for (int lane = 0; lane < 2; ++lane) {
        for (int suit = 0; suit < suit_count; ++suit) {
            for (Rank rank = rank_two; rank <= rank_big_joker; ++rank) {
                const Card card = make_card(static_cast<Suit>(suit), rank, lane);
                check_equal(static_cast<int>(suit_of(card)), suit);
                check_equal(int{rank_of(card)}, int{rank});
                check_equal(lane_of(card), lane);
            }
        }
    }
}
const Test parts_test{"a card is its suit, its rank and its deck", parts};

void twins() {
    const Card queen = make_card(Suit::spades, rank_queen);
    check(twin_of(queen) != queen);
    check(twin_of(twin_of(queen)) == queen);
    check(first_copy(twin_of(queen)) == queen);
}
const Test twins_test{"the copies of a card differ, and share their first copy", twins};

void membership() {
    const Card queen = make_card(Suit::spades, rank_queen);
    Cards hand = Cards::of(queen);
    hand.add(make_card(Suit::hearts, rank_ace, 1));
    check(hand.has(queen));
    check(!hand.has(twin_of(queen)));
    check_equal(hand.suit(Suit::hearts).count(), 1);
    hand.remove(queen);
    check_equal(hand.count(), 1);
}
const Test membership_test{"a hand holds one copy without holding its twin", membership};

void popping() {
    Cards hand;
    for (const Suit suit : {Suit::clubs, Suit::spades}) hand.add(make_card(suit, rank_ten, 1));
    check_equal(int{hand.pop()}, int{make_card(Suit::spades, rank_ten, 1)});
    check_equal(int{hand.pop()}, int{make_card(Suit::clubs, rank_ten, 1)});
    check(hand.empty());
    check(hand.pop() == no_card);
}
const Test popping_test{"cards leave a hand in their order until none is left", popping};

}  // namespace
}  // namespace gongzhu::test
