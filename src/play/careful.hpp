// A hand-made policy: the tactics that the sources teach (docs/play.md, "careful"), as masks of ranks.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "policy.hpp"

namespace gongzhu {

class CarefulPolicy {
public:
    template <int Decks>
    Move choose(const Turn<Decks>& turn, Random& random) const;
    template <int Decks>
    Kind expose(const Offer<Decks>& offer, Honour honour, std::span<const Kind> kinds, Random& random) const;
};

namespace careful {

// The ranks of a suit that a set has, of either copy, as bits 0 … 14.
using Ranks = std::uint32_t;

template <int Decks>
Ranks ranks_of(const CardSet<Decks>& cards, Suit suit) {
    Lane all = 0;
    for (const Lane lane : cards.lane) all |= lane;
    return static_cast<Ranks>(all >> (static_cast<unsigned>(suit) * 16)) & 0x7fff;
}
constexpr Ranks bit_of(Rank rank) { return Ranks{1} << rank; }
constexpr Ranks below(unsigned rank) { return (Ranks{1} << rank) - 1; }
constexpr Ranks highest(Ranks ranks) { return std::bit_floor(ranks); }
constexpr Ranks lowest(Ranks ranks) { return ranks & (~ranks + 1); }
constexpr int rank_of_bit(Ranks bit) { return std::countr_zero(bit); }

// What the tactics ask about a turn, worked out once.
template <int Decks>
class Sight {
public:
    using Set = CardSet<Decks>;

    explicit Sight(const Turn<Decks>& turn)
        : turn_(turn), seen_(turn.seen()), hand_(turn.hand()), unseen_(turn.unseen()), seat_(turn.seat()),
          side_(turn.mind().side) {
        find_plans();
    }

    Move lead() const;
    Move follow(const Set& legal) const;
    Move discard(const Set& legal) const;
    Move follow_pair() const;

private:
    static constexpr Ranks pig = bit_of(rank_queen), sheep = bit_of(rank_jack), transformer = bit_of(rank_ten);

    bool is_friend(int seat) const { return has_seat(side_, seat); }
    Ranks mine(Suit suit) const { return ranks_of(hand_, suit); }
    Ranks theirs(Suit suit) const { return ranks_of(unseen_, suit); }
    bool is_last() const { return turn_.trick().played == seat_count - 1; }

    // Somebody else may take all hearts; this seat may.
    void find_plans() {
        const Seats takers = seen_.heart_takers();
        if ((takers & (takers - 1)) != 0) return;
        if (takers != 0) {
            const int taker = std::countr_zero(static_cast<unsigned>(takers));
            if (!is_friend(taker)) {
                if (seen_.hearts_taken(taker) >= 5 * Decks) runner_ = taker;
                return;
            }
            if (taker != seat_) return;
        }
        const int own = seen_.hearts_taken(seat_) + hand_.suit(Suit::hearts).count();
        runs_ = own >= 9 * Decks && theirs(Suit::hearts) < highest(mine(Suit::hearts));
    }

    // The special card of a suit that others may still play, and the cards above it that catch it.
    bool is_out(Suit suit, Ranks special) const { return (theirs(suit) & special) != 0; }

    // What taking cards is worth to this seat, roughly.
    int worth(const Set& cards) const {
        const Rules& rules = turn_.rules();
        if ((cards & Set::both(rules.scoring_lane())).empty()) return 0;
        int points = 0;
        const Factors<Decks>& factors = turn_.mind().factors;
        bool multiplies = false;
        for (int copy = 0; copy < Decks; ++copy) {
            const Lane lane = cards.lane[copy];
            points += rules.heart_sum(static_cast<unsigned>(lane >> 16) & 0x7fff) * factors.hearts;
            if ((lane & card_lane(rules.honour(Honour::pig))) != 0) points += pig_value * factors.pigs[copy];
            if ((lane & card_lane(rules.honour(Honour::sheep))) != 0) points += sheep_value * factors.sheep[copy];
            multiplies |= (lane & card_lane(rules.honour(Honour::transformer))) != 0;
        }
        if (multiplies) points += points + seen_.points(seat_) > 0 ? 30 : -60;
        return points;
    }

    Move move_of(const Set& legal, Suit suit, Ranks rank) const {
        return {turn_.card_of(legal, make_card(suit, static_cast<Rank>(rank_of_bit(rank)))), no_card};
    }

    // A card and how gladly it is played.
    struct Choice {
        Suit suit = Suit::spades;
        Ranks card = 0;
        int score = -10'000;
    };
    static void prefer(Choice& best, const Choice& other) {
        if (other.card != 0 && other.score > best.score) best = other;
    }

    Ranks choose_follower(Suit suit, Ranks ranks, unsigned strength) const;
    Card best_discard(const Set& legal) const;
    Choice discard_spade(Ranks legal, bool friendly) const;
    Choice discard_heart(Ranks legal, bool friendly) const;
    Choice discard_diamond(Ranks legal, bool friendly) const;
    Choice discard_club(Ranks legal, bool friendly) const;
    Choice lead_plain(Suit suit, Ranks legal) const;
    Choice lead_spade(Ranks legal) const;
    Choice lead_heart(Ranks legal) const;
    Choice lead_diamond(Ranks legal) const;
    Choice lead_club(Ranks legal) const;
    // Leading a suit: less gladly with many cards of it, and where others are out of it.
    int lead_base(Suit suit) const {
        const Seats out = static_cast<Seats>(seen_.voids(suit) & ~side_);
        return 10 - 12 * count_bits(out) - 2 * count_bits(mine(suit));
    }
    // Throwing one: more gladly from a short suit, and a high one.
    int discard_base(Suit suit, Ranks card) const { return 40 - 8 * count_bits(mine(suit)) + 2 * rank_of_bit(card); }

    const Turn<Decks>& turn_;
    const Seen<Decks>& seen_;
    const Set& hand_;
    Set unseen_;
    int seat_;
    Seats side_;
    int runner_ = -1;  // somebody else who may take all hearts
    bool runs_ = false;
};

// Which rank of a suit that was led to play, where those below `strength` do not take the trick.
template <int Decks>
Ranks Sight<Decks>::choose_follower(Suit suit, Ranks ranks, unsigned strength) const {
    const auto& trick = turn_.trick();
    const Ranks under = ranks & below(strength);
    const Ranks over = ranks & ~below(strength);
    const bool friend_wins = is_friend(trick.winning);
    const int gain = worth(trick.cards);
    const Ranks unseen = theirs(suit);
    const bool breaks = runner_ >= 0 && trick.winning == runner_ && !trick.cards.suit(Suit::hearts).empty();

    // Taking it: the sheep, with all hearts in view, or to break somebody's all hearts.
    const bool wants = runs_ || (gain > 0 && !friend_wins) || (breaks && gain > -100);
    if (wants && over != 0) {
        if (suit == Suit::diamonds && is_last() && (over & sheep) != 0) return sheep;
        return is_last() ? lowest(over) : highest(over);
    }
    if (suit == Suit::spades && (under & pig) != 0 && !friend_wins) return pig;
    if (suit == Suit::clubs && (under & transformer) != 0 && !friend_wins && seen_.points(trick.winning) + gain <= 0) {
        return transformer;
    }
    if (suit == Suit::diamonds) {
        if ((ranks & sheep) != 0) {
            if ((over & sheep) != 0 && gain > -60 && (unseen & ~below(rank_jack)) == 0) return sheep;
            if ((over & sheep) != 0 && is_last() && gain > -60) return sheep;
            if ((under & sheep) != 0 && friend_wins && (is_last() || unseen >> strength == 0)) return sheep;
        }
        if (is_out(suit, sheep)) {
            // Heads are kept for the sheep.
            const Ranks others = ranks & below(rank_jack);
            if (others != 0 && (gain >= 0 || (others & under) == 0)) return highest(others);
        }
    }
    const Ranks kept = suit == Suit::spades     ? pig
                       : suit == Suit::diamonds ? sheep
                       : suit == Suit::clubs    ? transformer
                                                : 0;
    const bool danger =
        (suit == Suit::spades && is_out(suit, pig)) || (suit == Suit::clubs && is_out(suit, transformer));
    if (is_last() && gain > -20 && suit != Suit::hearts && (over & ~kept) != 0) return highest(over & ~kept);
    if (const Ranks safe = under & ~kept; safe != 0) {
        if (suit == Suit::hearts && (friend_wins || trick.winning == runner_)) return lowest(safe);
        return highest(safe);
    }
    const Ranks forced = over & ~kept;
    if (forced == 0) return lowest(under != 0 ? under : over);
    if (is_last()) return highest(forced);
    if (danger || suit == Suit::hearts) return lowest(forced);
    return seen_.rounds(suit) == 0 && seen_.voids(suit) == 0 ? highest(forced) : lowest(forced);
}

template <int Decks>
Move Sight<Decks>::follow(const Set& legal) const {
    const Suit suit = turn_.trick().suit;
    return move_of(legal, suit, choose_follower(suit, ranks_of(legal, suit), turn_.trick().strength));
}

// On an enemy's trick the pig goes first, and the heads that might catch it.
template <int Decks>
auto Sight<Decks>::discard_spade(Ranks legal, bool friendly) const -> Choice {
    const Ranks others = legal & ~pig;
    if ((legal & pig) != 0 && (!friendly || others == 0)) return {Suit::spades, pig, friendly ? -500 : 1000};
    const Ranks card = highest(others);
    int score = discard_base(Suit::spades, card);
    if (card > pig && is_out(Suit::spades, pig)) score += count_bits(mine(Suit::spades)) <= 3 ? 250 : 80;
    return {Suit::spades, card, score};
}

// The highest, but none to whoever runs them, and one to anybody else then.
template <int Decks>
auto Sight<Decks>::discard_heart(Ranks legal, bool friendly) const -> Choice {
    if (runs_) return {Suit::hearts, lowest(legal), -400};
    if (runner_ >= 0) return {Suit::hearts, lowest(legal), turn_.trick().winning == runner_ ? -300 : 400};
    const Ranks card = friendly ? lowest(legal) : highest(legal);
    const int value = -turn_.rules().heart_value(static_cast<Rank>(rank_of_bit(card))) * turn_.mind().factors.hearts;
    return {Suit::hearts, card, discard_base(Suit::hearts, card) + (friendly ? -3 * value : 20 + 3 * value)};
}

template <int Decks>
auto Sight<Decks>::discard_diamond(Ranks legal, bool friendly) const -> Choice {
    const Ranks others = legal & ~sheep;
    if ((legal & sheep) != 0 && (friendly || others == 0)) return {Suit::diamonds, sheep, friendly ? 600 : -600};
    const bool waits = is_out(Suit::diamonds, sheep);  // for the sheep, with its heads
    const Ranks low = others & below(rank_jack);
    const Ranks card = highest(waits && low != 0 ? low : others);
    return {Suit::diamonds, card, discard_base(Suit::diamonds, card) - (waits && card > sheep ? 60 : 0)};
}

// The transformer to a friend who is ahead, or to an enemy who is behind.
template <int Decks>
auto Sight<Decks>::discard_club(Ranks legal, bool friendly) const -> Choice {
    const Ranks others = legal & ~transformer;
    if ((legal & transformer) != 0) {
        const bool helps = (seen_.points(turn_.trick().winning) > 0) == friendly;
        if (helps || others == 0) return {Suit::clubs, transformer, helps ? 300 : -200};
    }
    const Ranks card = highest(others);
    const int danger = card > transformer && is_out(Suit::clubs, transformer) ? 60 : 0;
    return {Suit::clubs, card, discard_base(Suit::clubs, card) + danger};
}

template <int Decks>
Card Sight<Decks>::best_discard(const Set& legal) const {
    const bool friendly = is_friend(turn_.trick().winning);
    Choice best;
    if (const Ranks ranks = ranks_of(legal, Suit::spades)) prefer(best, discard_spade(ranks, friendly));
    if (const Ranks ranks = ranks_of(legal, Suit::hearts)) prefer(best, discard_heart(ranks, friendly));
    if (const Ranks ranks = ranks_of(legal, Suit::diamonds)) prefer(best, discard_diamond(ranks, friendly));
    if (const Ranks ranks = ranks_of(legal, Suit::clubs)) prefer(best, discard_club(ranks, friendly));
    return move_of(legal, best.suit, best.card).first;
}

template <int Decks>
Move Sight<Decks>::discard(const Set& legal) const {
    return {best_discard(legal), no_card};
}

// A low exit if somebody is above it, else the highest while nobody is out of the suit.
template <int Decks>
auto Sight<Decks>::lead_plain(Suit suit, Ranks legal) const -> Choice {
    const Ranks low = lowest(legal);
    const Ranks unseen = theirs(suit);
    const int higher = count_bits(unseen & ~(low | (low - 1)));
    const int score = lead_base(suit);
    if (higher > 0) {
        const int lower = count_bits(unseen & (low - 1));
        return {suit, low, score + 20 + std::min(higher, 3) * 4 - std::min(lower, 3) * 4};
    }
    return {suit, highest(legal), seen_.rounds(suit) == 0 && seen_.voids(suit) == 0 ? score + 20 : score - 30};
}

// Pushing the pig from below, without it and its heads.
template <int Decks>
auto Sight<Decks>::lead_spade(Ranks legal) const -> Choice {
    const Ranks own = mine(Suit::spades);
    if (((own | theirs(Suit::spades)) & pig) == 0) return lead_plain(Suit::spades, legal);
    const Ranks low = legal & (pig - 1);
    if (low == 0) return {Suit::spades, highest(legal), legal == pig ? -400 : -250};
    if ((own & ~below(rank_queen)) == 0) return {Suit::spades, highest(low), 60 + rank_of_bit(highest(low))};
    return {Suit::spades, lowest(low), lead_base(Suit::spades) - (count_bits(own) >= 6 ? 0 : 40)};
}

template <int Decks>
auto Sight<Decks>::lead_heart(Ranks legal) const -> Choice {
    const Ranks top = highest(legal);
    const Ranks unseen = theirs(Suit::hearts);
    if (runs_) return {Suit::hearts, top, 200};
    if (runner_ >= 0 && unseen < top) return {Suit::hearts, top, 150};
    const Ranks low = lowest(legal);
    const int higher = count_bits(unseen & ~(low | (low - 1)));
    const int lower = count_bits(unseen & (low - 1));
    const int score = lead_base(Suit::hearts) + 8 * std::min(higher, 4) - 6 * std::min(lower, 6);
    return {Suit::hearts, low, higher == 0 ? -120 : score};
}

// The sheep itself or a short head once nobody is above; little else while the sheep is out.
template <int Decks>
auto Sight<Decks>::lead_diamond(Ranks legal) const -> Choice {
    const Ranks own = mine(Suit::diamonds);
    const Ranks unseen = theirs(Suit::diamonds);
    if (((own | unseen) & sheep) == 0) return lead_plain(Suit::diamonds, legal);
    const Ranks low = legal & (sheep - 1);
    const Ranks top = highest(legal);
    const int length = count_bits(own);
    const int score = lead_base(Suit::diamonds);
    if ((legal & sheep) != 0) {
        if (unseen < sheep) return {Suit::diamonds, sheep, 150};
        if (low != 0) return {Suit::diamonds, lowest(low), length >= 5 ? score + 10 : score - 20};
        return {Suit::diamonds, top, top == sheep ? -300 : -30};
    }
    if (top > sheep && (unseen < top || low == 0)) return {Suit::diamonds, top, unseen < top ? 50 - 5 * length : -30};
    return top > sheep ? Choice{Suit::diamonds, lowest(low), score - 25}
                       : Choice{Suit::diamonds, highest(low), score - 5};
}

// Attacking the transformer from below, without it and its heads.
template <int Decks>
auto Sight<Decks>::lead_club(Ranks legal) const -> Choice {
    const Ranks own = mine(Suit::clubs);
    if (((own | theirs(Suit::clubs)) & transformer) == 0) return lead_plain(Suit::clubs, legal);
    const Ranks low = legal & (transformer - 1);
    if (low == 0) return {Suit::clubs, highest(legal), legal == transformer ? -150 : -60};
    if ((own & ~below(rank_ten)) == 0) return {Suit::clubs, highest(low), 35 + rank_of_bit(highest(low))};
    return {Suit::clubs, lowest(low), lead_base(Suit::clubs) - ((own & transformer) != 0 ? 0 : 20)};
}

template <int Decks>
Move Sight<Decks>::lead() const {
    const Set playable = turn_.playable();
    Choice best;
    if (const Ranks ranks = ranks_of(playable, Suit::spades)) prefer(best, lead_spade(ranks));
    if (const Ranks ranks = ranks_of(playable, Suit::hearts)) prefer(best, lead_heart(ranks));
    if (const Ranks ranks = ranks_of(playable, Suit::diamonds)) prefer(best, lead_diamond(ranks));
    if (const Ranks ranks = ranks_of(playable, Suit::clubs)) prefer(best, lead_club(ranks));
    return move_of(playable, best.suit, best.card);
}

// Two cards to a pair: what a card alone would be chosen for, twice.
template <int Decks>
Move Sight<Decks>::follow_pair() const {
    const auto [pairs, tier, others] = turn_.two_cards();
    const auto& trick = turn_.trick();
    const auto pair_of = [](Suit suit, Ranks rank) {
        const Card card = make_card(suit, static_cast<Rank>(rank_of_bit(rank)));
        return Move{card, twin_of(card)};
    };
    constexpr unsigned singles = 32, high_pair = 96;  // as in pair_strength
    if (pairs != 0) {
        const Ranks ranks = static_cast<Ranks>(pairs >> (static_cast<unsigned>(trick.suit) * 16)) & 0x7fff;
        if ((ranks & (ranks - 1)) == 0) return pair_of(trick.suit, ranks);
        const unsigned strength = trick.strength >= high_pair    ? trick.strength - high_pair + 1U
                                  : trick.strength < singles     ? trick.strength
                                  : trick.suit == Suit::diamonds ? 0U
                                                                 : 15U;
        return pair_of(trick.suit, choose_follower(trick.suit, ranks, strength));
    }
    if (!others.empty()) return {tier.nth(0), best_discard(others)};
    const auto pick = [&](const Set& cards) {
        if ((cards & Set::both(suit_lane(trick.suit))).empty()) return best_discard(cards);
        const unsigned strength = trick.strength >= high_pair ? 15U
                                  : trick.strength < singles  ? 0U
                                                              : (trick.strength - singles + 1U) / 2;
        return move_of(cards, trick.suit, choose_follower(trick.suit, ranks_of(cards, trick.suit), strength)).first;
    };
    const Card first = pick(tier);
    const Card second = pick(tier - Set::of(first));
    return {std::min(first, second), std::max(first, second)};
}

}  // namespace careful

template <int Decks>
Move CarefulPolicy::choose(const Turn<Decks>& turn, Random&) const {
    using Set = CardSet<Decks>;
    const auto& trick = turn.trick();
    if (trick.played == 0) return careful::Sight<Decks>(turn).lead();
    if (turn.follows_pair()) return careful::Sight<Decks>(turn).follow_pair();
    const Set legal = turn.legal_cards();
    Set others = legal;
    const Card only = others.pop();
    if (others.empty()) return {only, no_card};
    const careful::Sight<Decks> sight(turn);
    return suit_of(only) == trick.suit ? sight.follow(legal) : sight.discard(legal);
}

// The pig with five spades or more and a short side suit, the sheep with two heads and length, the heart leader where
// all hearts are in reach, the transformer with small clubs. No more than two cards.
template <int Decks>
Kind CarefulPolicy::expose(const Offer<Decks>& offer, Honour honour, std::span<const Kind> kinds, Random&) const {
    using namespace careful;
    int exposed = 0;
    for (int i = 0; i < honour_count; ++i) {
        const auto other = static_cast<Honour>(i);
        for (int copy = 0; copy < Decks; ++copy) {
            exposed += offer.made.kind(other, copy) != Kind::none &&
                       offer.hand.has(static_cast<Card>(offer.rules.honour(other) + 64 * copy));
        }
    }
    if (exposed >= 2 * Decks) return Kind::none;
    const auto length = [&](Suit suit) { return offer.hand.suit(suit).count(); };
    const auto heads = [&](Suit suit, Rank over) {
        return (offer.hand & CardSet<Decks>::both(suit_lane(suit) & ~((card_lane(make_card(suit, over)) << 1) - 1)))
            .count();
    };
    bool exposes = false;
    switch (honour) {
        case Honour::pig: {
            const int shortest = std::min(length(Suit::diamonds), length(Suit::clubs));
            exposes = length(Suit::spades) >= 5 * Decks && shortest <= 2 * Decks;
            break;
        }
        case Honour::sheep:
            exposes = length(Suit::diamonds) >= 5 * Decks && heads(Suit::diamonds, rank_jack) >= 2 * Decks;
            break;
        case Honour::heart_leader: exposes = length(Suit::hearts) >= 8 * Decks; break;
        case Honour::transformer: break;
    }
    return exposes ? kinds.front() : Kind::none;
}

}  // namespace gongzhu
