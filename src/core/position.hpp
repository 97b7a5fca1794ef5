// One deal in play: legal moves, play, undo. Every rule of play is here and in pairs.hpp.
//
// `Position` refers to a Setup that must outlive it; copying one is copying a few machine words.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>

#include "cards.hpp"
#include "pairs.hpp"
#include "setup.hpp"

namespace gongzhu {

// Room for every way of playing two of 26 cards.
class MoveList {
public:
    static constexpr int capacity = 26 * 25 / 2 + 26;

    void add(Move move) {
        assert(size_ < capacity);
        moves_[size_++] = move;
    }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }
    Move* begin() { return moves_.data(); }
    Move* end() { return moves_.data() + size_; }
    int size() const { return size_; }
    Move operator[](int i) const { return moves_[i]; }

private:
    std::array<Move, capacity> moves_;
    int size_ = 0;
};

template <int Decks>
struct Trick {
    CardSet<Decks> cards;
    std::uint8_t leader = 0;
    std::uint8_t played = 0;
    bool doubled = false;  // a pair was led
    Suit suit = Suit::spades;
    std::uint8_t winning = 0;   // the seat that takes it as it stands
    std::uint8_t strength = 0;  // of the play that takes it

    friend bool operator==(const Trick&, const Trick&) = default;
};

template <int Decks>
class Position {
public:
    using Set = CardSet<Decks>;

    // What a play changed, as it was before.
    struct Undo {
        Trick<Decks> trick;
        Set barred;
        Move move;
        bool opening;
    };

    // The ways of playing two cards to a led pair. One of `pairs` where there are any; else the only card of `tier`
    // with one of `others`; else, where there are none of those, any two cards of `tier`.
    struct TwoCards {
        Lane pairs = 0;
        Set tier;
        Set others;
    };

    Position() = default;
    // `led`: suits already led in earlier tricks, a bit each; `opening`: the first trick of a whole deal comes next.
    Position(const Setup<Decks>& setup, const std::array<Set, seat_count>& hands,
             const std::array<Set, seat_count>& taken, int leader, unsigned led, bool opening)
        : setup_(&setup), hands_(hands), taken_(taken), barred_(setup.barred_copies()), opening_(opening) {
        for (int suit = 0; suit < suit_count; ++suit) {
            if ((led >> suit) & 1) barred_ -= Set::both(suit_lane(static_cast<Suit>(suit)));
        }
        trick_.leader = static_cast<std::uint8_t>(leader);
    }

    // The same stage of play in another deal: one in which others hold the cards that are left.
    Position with_hands(const Setup<Decks>& setup, const std::array<Set, seat_count>& hands) const {
        Position other = *this;
        other.setup_ = &setup;
        other.hands_ = hands;
        other.barred_ &= setup.barred_copies();
        return other;
    }

    const Setup<Decks>& setup() const { return *setup_; }
    const Set& hand(int seat) const { return hands_[seat]; }
    const std::array<Set, seat_count>& hands() const { return hands_; }
    const std::array<Set, seat_count>& taken() const { return taken_; }
    const Trick<Decks>& trick() const { return trick_; }
    int to_play() const { return next_seat(trick_.leader, trick_.played); }
    bool is_over() const { return trick_.played == 0 && hands_[trick_.leader].empty(); }
    // Exposed copies that may not be played freely yet: their suit's first round is not over.
    const Set& barred() const { return barred_; }
    // Those of them that the player to move may not play while he has others.
    Set held_back() const { return bars_on(hands_[to_play()]); }
    bool opening() const { return opening_; }

    // Whether the present lead is the deal's first and its card is fixed.
    bool must_open_with_lead_card() const {
        return setup_->must_lead_card && opening_ && trick_.played == 0 &&
               !(hands_[trick_.leader] & Set::both(card_lane(lead_card()))).empty();
    }

    // The cards that may be played alone, copies that look alike once. Not after a pair was led.
    Set legal_cards() const { return setup_->without_twins(playable()); }

    // The same with every copy: leading, any pair of them may be led.
    Set playable() const {
        const Set& hand = hands_[to_play()];
        if (must_open_with_lead_card()) return hand & Set::both(card_lane(lead_card()));
        return best_tier(hand, hand);
    }

    // The first copies of the pairs in a set.
    static Lane pairs_of(const Set& cards) { return Decks == 2 ? cards.lane[0] & cards.lane[Decks - 1] : 0; }

    // What may be played to a pair that was led.
    TwoCards two_cards() const {
        const Set& hand = hands_[to_play()];
        TwoCards cards;
        cards.tier = best_tier(hand, hand);
        cards.pairs = pairs_of(cards.tier & Set::both(suit_lane(trick_.suit)));
        if (cards.tier.count() == 1) cards.others = setup_->without_twins(best_tier(hand - cards.tier, hand));
        return cards;
    }

    void legal_moves(MoveList& moves) const {
        if constexpr (Decks == 2) {
            if (trick_.played > 0 && trick_.doubled) return double_follows(moves);
        }
        const Set cards = playable();
        if (trick_.played == 0) add_pairs(moves, pairs_of(cards));
        Set singles = setup_->without_twins(cards);
        while (!singles.empty()) moves.add({singles.pop(), no_card});
    }

    Undo play(Move move) {
        const Undo before{trick_, barred_, move, opening_};
        const int seat = to_play();
        const Set cards = cards_of<Decks>(move);
        hands_[seat] -= cards;
        trick_.cards |= cards;
        if (trick_.played == 0) {
            trick_.suit = suit_of(move.first);
            trick_.doubled = move.is_double();
            trick_.strength = 0;
        }
        // The stronger play wins, of equals the first: as one comparison, since nobody can predict it.
        const int best = std::max(trick_.strength << 3 | 4 | trick_.winning, strength_of(move) << 3 | seat);
        trick_.strength = static_cast<std::uint8_t>(best >> 3);
        trick_.winning = static_cast<std::uint8_t>(best & 3);
        if (++trick_.played == seat_count) finish_trick();
        return before;
    }

    // The seat to move, which does not lead, plays nothing: for relaxed games in which a seat may keep its cards.
    void pass() {
        if (++trick_.played == seat_count) finish_trick();
    }

    void undo(const Undo& before) {
        const Set cards = cards_of<Decks>(before.move);
        if (trick_.played == 0) taken_[trick_.leader] -= before.trick.cards | cards;
        trick_ = before.trick;
        barred_ = before.barred;
        opening_ = before.opening;
        hands_[to_play()] |= cards;
    }

    // Of a play to the trick on the table; the strongest takes it, the first of equal ones, and 0 cannot.
    int strength_of(Move move) const {
        if (Decks == 1 || !trick_.doubled) return suit_of(move.first) == trick_.suit ? 1 + rank_of(move.first) : 0;
        return pair_strength(move.first, move.second, trick_.suit, rules().ruleset().pairs);
    }

    friend bool operator==(const Position& a, const Position& b) {
        return a.hands_ == b.hands_ && a.taken_ == b.taken_ && a.barred_ == b.barred_ && a.trick_ == b.trick_ &&
               a.opening_ == b.opening_;
    }

private:
    const Rules& rules() const { return *setup_->rules; }
    Card lead_card() const { return *rules().lead_card(); }

    static Set preferring(const Set& cards, const Set& preferred) {
        const Set both = cards & preferred;
        return both.empty() ? cards : both;
    }

    // Those of `cards`, from `hand`, to choose from, by duty: to follow suit, to discard the led colour, to respect the
    // bars, to keep scoring cards out of the first trick. A duty that no card can meet falls.
    Set best_tier(Set cards, const Set& hand) const {
        if (trick_.played > 0) {
            const Set followers = cards & Set::both(suit_lane(trick_.suit));
            if (!followers.empty()) {
                cards = followers;
            } else if (rules().ruleset().discards == Discards::same_colour) {
                cards = preferring(cards, Set::both(colour_lane(trick_.suit)));
            }
        }
        if (!(cards & barred_).empty()) cards = preferring(cards, cards - bars_on(hand));
        if (opening_ && !rules().ruleset().first_trick_points) {
            cards = preferring(cards, Set::both(~rules().scoring_lane()));
        }
        return cards;
    }

    // The cards of a hand that the bars hold back in the present trick.
    Set bars_on(const Set& hand) const { return hand & barred_ & Set::both(barred_suits() & suits_of_two(hand)); }

    Lane barred_suits() const {
        if (trick_.played == 0) return rules().bars(Bar::lead) ? ~Lane{0} : 0;
        const Lane led = suit_lane(trick_.suit);
        return (rules().bars(Bar::follow) ? led : 0) | (rules().bars(Bar::discard) ? ~led : 0);
    }

    static Lane colour_lane(Suit suit) {
        const bool red = suit == Suit::hearts || suit == Suit::diamonds;
        return red ? suit_lane(Suit::hearts) | suit_lane(Suit::diamonds)
                   : suit_lane(Suit::spades) | suit_lane(Suit::clubs);
    }

    static void add_pairs(MoveList& moves, Lane pairs) {
        for (; pairs != 0; pairs &= pairs - 1) {
            const Card card = static_cast<Card>(std::countr_zero(pairs));
            moves.add({card, twin_of(card)});
        }
    }

    void double_follows(MoveList& moves) const {
        auto [pairs, tier, others] = two_cards();
        if (pairs != 0) return add_pairs(moves, pairs);
        if (!others.empty()) {
            const Card only = tier.pop();
            while (!others.empty()) moves.add({only, others.pop()});
            return;
        }
        for (Set rest = tier; !rest.empty();) {
            const Card a = rest.pop();
            for (Set partners = rest; !partners.empty();) {
                const Card b = partners.pop();
                if (!is_repeated(tier, a, b) && !is_repeated(tier, b, a)) moves.add({a, b});
            }
        }
    }

    // A second copy like its first stands for it only beside it.
    bool is_repeated(const Set& tier, Card card, Card beside) const {
        return lane_of(card) == 1 && tier.has(twin_of(card)) && beside != twin_of(card) &&
               (setup_->unlike & card_lane(card)) == 0;
    }

    void finish_trick() {
        const int winner = trick_.winning;
        taken_[winner] |= trick_.cards;
        barred_ -= Set::both(suit_lane(trick_.suit));
        opening_ = false;
        trick_ = {};
        trick_.leader = static_cast<std::uint8_t>(winner);
    }

    const Setup<Decks>* setup_ = nullptr;
    std::array<Set, seat_count> hands_{};
    std::array<Set, seat_count> taken_{};
    Set barred_;
    Trick<Decks> trick_;
    bool opening_ = false;
};

}  // namespace gongzhu
