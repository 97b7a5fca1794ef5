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
constexpr Ranks highest(Ranks ranks) { return ranks == 0 ? 0 : std::bit_floor(ranks); }
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
        int points = 0;
        const Factors<Decks>& factors = turn_.mind().factors;
        const Rules& rules = turn_.rules();
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

    // A card of the set with this rank: of two that look alike, the first copy.
    static Move move_of(const Set& legal, Suit suit, Ranks rank) {
        const Card card = make_card(suit, static_cast<Rank>(rank_of_bit(rank)));
        return {legal.has(card) ? card : twin_of(card), no_card};
    }

    Ranks choose_follower(Suit suit, Ranks ranks, unsigned strength) const;
    int discard_score(Suit suit, Rank rank, bool friendly) const;
    Card best_discard(const Set& legal) const;
    int lead_score(Suit suit, Ranks card) const;

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
    if (suit == Suit::clubs && (under & transformer) != 0 && !friend_wins &&
        seen_.points(trick.winning) + worth(trick.cards) <= 0) {
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

// How gladly a card is thrown on somebody's trick.
template <int Decks>
int Sight<Decks>::discard_score(Suit suit, Rank rank, bool friendly) const {
    const Ranks card = bit_of(rank);
    const Factors<Decks>& factors = turn_.mind().factors;
    const int length = std::popcount(mine(suit));
    int score = 40 - 8 * length + 2 * rank;
    switch (suit) {
        case Suit::spades:
            if (card == pig) return friendly ? -500 : 1000;
            if (card > pig && is_out(suit, pig)) score += length <= 3 ? 250 : 80;
            return score;
        case Suit::hearts: {
            const int value = -turn_.rules().heart_value(rank) * factors.hearts;
            if (turn_.trick().winning == runner_) return -300 - rank;
            if (runs_) return -400;
            if (runner_ >= 0) return 400 - rank;
            return score + (friendly ? -3 * value : 20 + 3 * value);
        }
        case Suit::diamonds:
            if (card == sheep) return friendly ? 600 : -600;
            return score - (card > sheep && is_out(suit, sheep) ? 60 : 0);
        case Suit::clubs:
            if (card == transformer) {
                const int points = seen_.points(turn_.trick().winning);
                return (points > 0) == friendly ? 300 : -200;
            }
            if (card > transformer && is_out(suit, transformer)) score += 60;
            return score;
    }
    return score;
}

template <int Decks>
Card Sight<Decks>::best_discard(const Set& legal) const {
    const bool friendly = is_friend(turn_.trick().winning);
    int best = -10'000;
    Move move;
    for (int i = 0; i < suit_count; ++i) {
        const auto suit = static_cast<Suit>(i);
        const Ranks ranks = ranks_of(legal, suit);
        if (ranks == 0) continue;
        constexpr std::array<Ranks, suit_count> specials = {pig, 0, sheep, transformer};
        // The highest, the special card, and the highest below that.
        const Ranks special = ranks & specials[static_cast<std::size_t>(i)];
        Ranks candidates = highest(ranks) | highest(ranks & ~special) | special;
        if (suit == Suit::hearts || suit == Suit::diamonds) {
            candidates |= lowest(ranks) | highest(ranks & below(rank_jack));
        }
        for (; candidates != 0; candidates &= candidates - 1) {
            const Ranks card = lowest(candidates);
            const int score = discard_score(suit, static_cast<Rank>(rank_of_bit(card)), friendly);
            if (score > best) {
                best = score;
                move = move_of(legal, suit, card);
            }
        }
    }
    return move.first;
}

template <int Decks>
Move Sight<Decks>::discard(const Set& legal) const {
    return {best_discard(legal), no_card};
}

template <int Decks>
int Sight<Decks>::lead_score(Suit suit, Ranks card) const {
    const Ranks unseen = theirs(suit);
    const Ranks own = mine(suit);
    const int higher = std::popcount(unseen & ~(card | (card - 1)));
    const int lower = std::popcount(unseen & (card - 1));
    const int length = std::popcount(own);
    const Seats others = static_cast<Seats>(~side_ & 15);
    const int voids = std::popcount(static_cast<unsigned>(seen_.voids(suit) & others));
    int score = 10 - 12 * voids - 2 * length;
    if (suit == Suit::hearts) {
        if (runs_) return 200 + rank_of_bit(card);
        if (runner_ >= 0 && higher == 0) return 150;
        return higher == 0 ? -120 : score + 8 * std::min(higher, 4) - 6 * std::min(lower, 6);
    }
    if (suit == Suit::spades && ((own | unseen) & pig) != 0) {
        if ((own & pig) != 0) return card == pig ? -400 : length >= 6 ? score : score - 40;
        if (card > pig) return -250;
        return (own & ~below(rank_queen)) == 0 ? 60 + rank_of_bit(card) : score - 40;
    }
    if (suit == Suit::diamonds && ((own | unseen) & sheep) != 0) {
        if ((own & sheep) != 0) {
            if (card == sheep) return higher == 0 ? 150 : -300;
            return length >= 5 ? score + 10 : score - 20;
        }
        if (card > sheep) return higher == 0 ? 50 - 5 * length : -30;
        return (own & ~below(rank_jack)) != 0 ? score - 25 : score - 5;
    }
    if (suit == Suit::clubs && ((own | unseen) & transformer) != 0) {
        if ((own & transformer) != 0) return card == transformer ? -150 : score;
        if (card > transformer) return -60;
        return (own & ~below(rank_ten)) == 0 ? 35 + rank_of_bit(card) : score - 20;
    }
    if (higher > 0) return score + 20 + std::min(higher, 3) * 4 - std::min(lower, 3) * 4;
    return seen_.rounds(suit) == 0 && voids == 0 ? score + 20 : score - 30;
}

template <int Decks>
Move Sight<Decks>::lead() const {
    const Set playable = turn_.playable();
    constexpr std::array<Ranks, suit_count> specials = {pig, 0, sheep, transformer};
    int best = -10'000;
    Move move;
    for (int i = 0; i < suit_count; ++i) {
        const auto suit = static_cast<Suit>(i);
        const Ranks ranks = ranks_of(playable, suit);
        if (ranks == 0) continue;
        const Ranks special = specials[static_cast<std::size_t>(i)];
        Ranks candidates = lowest(ranks) | highest(ranks) | (ranks & special) | highest(ranks & (special - 1));
        for (; candidates != 0; candidates &= candidates - 1) {
            const Ranks card = lowest(candidates);
            const int score = lead_score(suit, card);
            if (score > best) {
                best = score;
                move = move_of(playable, suit, card);
            }
        }
    }
    return move;
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
