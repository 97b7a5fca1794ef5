// A learned policy: every card is scored by a few table lookups, and the highest score is played.
//
// The tables are learned by `training.hpp` and are data. Which entries a card looks up depends on what its seat can
// know. Its score is their sum: three by the card's place among the others, which are added for all cards of a suit at
// once, one by its rank, one by the cards outstanding above and below.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "policy.hpp"

namespace gongzhu {

// Entry numbers that one move looks up and adds.
using Lookups = std::array<std::uint32_t, 5>;

// The tables, one behind the other. The first row is always 0.
namespace tables {

inline constexpr std::uint32_t row = 8;     // entries: the place of a card, once for each of two cases
inline constexpr std::uint32_t places = 4;  // below the special card, itself, above
inline constexpr std::uint32_t ranks = 16;
inline constexpr std::uint32_t suits = suit_count * 16;  // suits, each in one of 16 states
inline constexpr std::uint32_t counts = 8;               // of cards: 0 … 4, 5 and more
inline constexpr std::uint32_t lengths = 8;
inline constexpr std::uint32_t contents = 8;  // of a trick
inline constexpr std::uint32_t modes = 4;     // whether somebody runs hearts
inline constexpr std::uint32_t rounds = 4;
inline constexpr std::uint32_t seats_left = 4;
inline constexpr std::uint32_t phases = 16;  // of a deal
inline constexpr int highest = 10'000;       // that an entry may be, so that a sum of three has room in 16 bits

struct Layout {
    std::uint32_t size = row;
    constexpr std::uint32_t add(std::uint32_t entries) {
        const std::uint32_t begin = size;
        size += entries;
        return begin;
    }
};

inline constexpr auto layout = [] {
    struct {
        std::uint32_t lead_length, lead_phase, lead_voids, lead_rank, lead_order;
        std::uint32_t pair_rank, pair_order;
        std::uint32_t follow_trick, follow_voids, follow_own, follow_rank, follow_order;
        std::uint32_t discard_length, discard_trick, discard_phase, discard_rank, discard_order;
        std::uint32_t expose_length, expose_hearts;
        std::uint32_t size;
    } at{};
    Layout all;
    at.lead_length = all.add(suits * lengths * 4 * row);
    at.lead_phase = all.add(suit_count * phases * modes * row);
    at.lead_voids = all.add(suits * 8 * row);
    at.lead_rank = all.add(suits * rounds * ranks);
    at.lead_order = all.add(suits * counts * counts);
    at.pair_rank = all.add(suits * rounds * ranks);
    at.pair_order = all.add(suits * counts * counts);
    at.follow_trick = all.add(suits * 2 * seats_left * contents * row);
    at.follow_voids = all.add(suit_count * modes * 4 * rounds * seats_left * contents * row);
    at.follow_own = all.add(suit_count * 2 * modes * 2 * 4 * lengths * ranks);
    at.follow_rank = all.add(suits * seats_left * 2 * ranks);
    at.follow_order = all.add(suits * seats_left * 2 * counts * counts);
    at.discard_length = all.add(2 * suits * lengths * row);
    at.discard_trick = all.add(2 * suit_count * contents * 3 * modes * row);
    at.discard_phase = all.add(2 * suit_count * phases * lengths * row);
    at.discard_rank = all.add(2 * seats_left * suits * ranks);
    at.discard_order = all.add(suits * counts * counts);
    at.expose_length = all.add(honour_count * 2 * 2 * 10 * 5 * 3);
    at.expose_hearts = all.add(honour_count * 2 * 10 * 3);
    at.size = all.size;
    return at;
}();

}  // namespace tables

using Tables = std::vector<std::int16_t>;  // of layout.size

// A policy's tables: for playing alone and with partners, one deck and two.
class LearnedWeights {
public:
    static constexpr std::size_t kinds = 4;
    static constexpr std::size_t kind_of(int decks, bool partners) {
        return static_cast<std::size_t>(decks - 1) * 2 + (partners ? 1 : 0);
    }
    static std::size_t kind_of(const Rules& rules) {
        return kind_of(rules.decks(), rules.ruleset().partnership == Partnership::opposite);
    }

    LearnedWeights() { tables_.fill(Tables(tables::layout.size)); }
    Tables& operator[](std::size_t kind) { return tables_[kind]; }
    const Tables& operator[](std::size_t kind) const { return tables_[kind]; }

    // A file of them. Throws std::invalid_argument where the bytes are none.
    std::vector<std::uint8_t> to_bytes() const;
    static LearnedWeights from_bytes(std::span<const std::uint8_t> bytes);

    friend bool operator==(const LearnedWeights&, const LearnedWeights&) = default;

private:
    std::array<Tables, kinds> tables_;
};

namespace learned {

using Ranks = std::uint32_t;

// The ranks of which a set has a copy, of all suits.
template <int Decks>
Lane lane_of_ranks(const CardSet<Decks>& cards) {
    Lane all = 0;
    for (const Lane lane : cards.lane) all |= lane;
    return all;
}

constexpr Ranks ranks_of(Lane cards, unsigned suit) { return static_cast<Ranks>(cards >> (suit * 16)) & 0x7fff; }

// Where a card stands to its suit's special card; of hearts, how dear it is.
inline constexpr auto place_of = [] {
    std::array<std::uint8_t, 64> table{};
    constexpr std::array<Rank, suit_count> specials = {rank_queen, rank_jack, rank_jack, rank_ten};
    for (std::size_t card = 0; card < table.size(); ++card) {
        const Rank rank = card % 16;
        const Rank special = specials[card / 16];
        table[card] = static_cast<std::uint8_t>(rank < special ? 0 : rank == special ? 1 : 2);
    }
    // Hearts: up to ten, J and Q, above.
    table[16 + rank_queen] = 1;
    return table;
}();

// The cards of its suit above each card, and below.
inline constexpr auto above = [] {
    std::array<Lane, 64> lanes{};
    for (unsigned card = 0; card < 64; ++card) lanes[card] = (Lane{0xfffe} << card % 16 & 0xffff) << (card & 48);
    return lanes;
}();
inline constexpr auto below = [] {
    std::array<Lane, 64> lanes{};
    for (unsigned card = 0; card < 64; ++card) lanes[card] = ((Lane{1} << card % 16) - 1) << (card & 48);
    return lanes;
}();

constexpr std::uint32_t at_most(int value, std::uint32_t most) {
    return std::min(static_cast<std::uint32_t>(value), most);
}

// What the cards of one suit have in common.
struct SuitSight {
    std::uint32_t plain = 0;  // the suit, and with its state
    std::uint32_t suit = 0;
    std::uint32_t length = 0;
    std::uint32_t rounds = 0;
    unsigned voids = 0;  // the seats behind this one that are out of it, nearest first
};

// Where the entries of a suit's cards begin.
struct Bases {
    std::array<std::uint32_t, 3> rows{};  // by a card's place
    std::uint32_t rank = 0;
    std::uint32_t order = 0;  // by the cards outstanding
};

// Where a card's entries are, from its suit's bases on.
struct Place {
    std::uint32_t row;
    std::uint32_t rank;
    std::uint32_t order;
};

// What a decision looks up, from the side of the seat to play. First what is common to a suit's cards, then for each
// card what is its own.
template <int Decks>
class Glance {
public:
    using Set = CardSet<Decks>;

    explicit Glance(const Turn<Decks>& turn)
        : turn_(turn), seen_(turn.seen()), own_(lane_of_ranks(turn.hand())), unseen_(lane_of_ranks(turn.unseen())),
          seat_(turn.seat()), side_(turn.mind().side), dear_(turn.mind().dear | (seen_.points(seat_) > 0 ? 8U : 0U)),
          phase_(at_most((turn.hand().count() - 1) / Decks, tables::phases - 1)) {
        const Seats takers = seen_.heart_takers();
        if (takers != 0 && (takers & (takers - 1)) == 0) {
            taker_ = std::countr_zero(static_cast<unsigned>(takers));
            if (seen_.hearts_taken(taker_) >= 4 * Decks) mode_ = taker_ == seat_ ? 1 : has_seat(side_, taker_) ? 0 : 2;
        }
        if (turn.trick().played > 0) look_at_trick();
    }

    // Inlined for each suit apart, so that what differs between suits is known when it is compiled.
    template <unsigned suit>
    [[gnu::always_inline]] SuitSight look() const {
        SuitSight sight;
        const auto name = static_cast<Suit>(suit);
        sight.plain = suit;
        sight.suit = suit * 16 + suit_state<suit>();
        const int length = Decks == 1 ? count_bits(ranks_of(own_, suit)) : (turn_.hand().suit(name).count() + 1) / 2;
        sight.length = at_most(length, tables::lengths - 1);
        sight.rounds = at_most(seen_.rounds(name), tables::rounds - 1);
        sight.voids = seats_behind(seen_.voids(name));
        return sight;
    }

    [[gnu::always_inline]] Bases lead_bases(const SuitSight& s) const {
        using namespace tables;
        const auto enemies = static_cast<std::uint32_t>(count_bits(s.voids & ~seats_behind(side_)));
        return {{layout.lead_length + ((s.suit * lengths + s.length) * 4 + enemies) * row,
                 layout.lead_phase + ((s.plain * phases + phase_) * modes + mode_) * row,
                 layout.lead_voids + (s.suit * 8 + s.voids) * row},
                layout.lead_rank + (s.suit * rounds + s.rounds) * ranks,
                layout.lead_order + s.suit * (counts * counts)};
    }
    static Bases pair_bases(const SuitSight& s) {
        using namespace tables;
        return {{},
                layout.pair_rank + (s.suit * rounds + s.rounds) * ranks,
                layout.pair_order + s.suit * (counts * counts)};
    }
    [[gnu::always_inline]] Bases discard_bases(const SuitSight& s) const {
        using namespace tables;
        const std::uint32_t to = friendly_ * suit_count + s.plain;
        return {{layout.discard_length + ((friendly_ * suits + s.suit) * lengths + s.length) * row,
                 layout.discard_trick + (((to * contents + content_) * 3 + winner_sign_) * modes + mode_) * row,
                 layout.discard_phase + ((to * phases + phase_) * lengths + s.length) * row},
                layout.discard_rank + ((friendly_ * seats_left + left_) * suits + s.suit) * ranks,
                layout.discard_order + s.suit * (counts * counts)};
    }
    // A card led or discarded; of its row the second half where somebody may have a higher one.
    Place place(std::uint32_t card) const {
        using namespace tables;
        const auto [higher, lower] = outstanding(card);
        const std::uint32_t place = place_of[card];
        return {(higher == 0 ? 0 : places) + place, card % 16, higher * counts + lower};
    }

    [[gnu::always_inline]] Bases follow_bases(const SuitSight& s) const {
        using namespace tables;
        const auto voids = static_cast<std::uint32_t>(count_bits(s.voids & ((1U << left_) - 1)));
        return {{layout.follow_trick + (((s.suit * 2 + friendly_) * seats_left + left_) * contents + content_) * row,
                 layout.follow_voids +
                     ((((s.plain * modes + mode_) * 4 + voids) * rounds + s.rounds) * seats_left * contents +
                      left_ * contents + content_) *
                         row,
                 0},
                layout.follow_rank + (s.suit * seats_left + left_) * (2 * ranks),
                layout.follow_order + (s.suit * seats_left + left_) * (2 * counts * counts)};
    }
    // A card that follows suit; second halves for those that take the trick as it is.
    Place following(std::uint32_t card, bool takes) const {
        using namespace tables;
        const auto [higher, lower] = outstanding(card);
        const std::uint32_t half = takes ? 1 : 0;
        return {half * places + place_of[card], half * ranks + card % 16, (half * counts + higher) * counts + lower};
    }
    // The entry of the lowest card among `size` that take the trick, or do not, beside `rest` others; the others'
    // entries follow.
    std::uint32_t follow_own(const SuitSight& s, bool takes, int size, int rest) const {
        using namespace tables;
        return layout.follow_own +
               (((((s.plain * 2 + friendly_) * modes + mode_) * 2 + (takes ? 1 : 0)) * 4 + at_most(rest, 3)) * lengths +
                at_most(size, lengths - 1)) *
                   ranks;
    }

private:
    struct Outstanding {
        std::uint32_t higher, lower;
    };
    // How many unseen cards of the suit are above a card, and below.
    Outstanding outstanding(std::uint32_t card) const {
        constexpr std::uint32_t most = 5;
        return {at_most(count_bits(unseen_ & above[card]), most), at_most(count_bits(unseen_ & below[card]), most)};
    }

    unsigned seats_behind(unsigned seats) const { return ((seats | seats << 4) >> (seat_ + 1)) & 7; }

    // Of hearts: who took some, and whether they count more. Of the others: where the special card is, and whether it
    // counts more; of clubs, whether the seat is ahead.
    std::uint32_t heart_state() const {
        const std::uint32_t dear = (dear_ >> 1 & 1) * 7;
        const Seats takers = seen_.heart_takers();
        if (takers == 0) return dear;
        if ((takers & (takers - 1)) != 0) return dear + 1;
        const bool many = seen_.hearts_taken(taker_) >= 4 * Decks;
        if (taker_ == seat_) return dear + (many ? 3 : 2);
        if (has_seat(side_, taker_)) return dear + 4;
        return dear + (many ? 6 : 5);
    }
    template <unsigned suit>
    std::uint32_t suit_state() const {
        if constexpr (suit == 1) return heart_state();
        constexpr std::array<Rank, suit_count> specials = {rank_queen, 0, rank_jack, rank_ten};
        constexpr unsigned special = suit * 16 + specials[suit];
        // 0 gone, 1 own, 2 out, with two decks 5 both.
        std::uint32_t where = (own_ >> special & 1) | (unseen_ >> special & 1) << 1;
        if (Decks == 2 && where == 3) where = 5;
        if (Decks == 1 && where == 3) where = 1;
        if (seen_.shows_any() && where == 2) where = shown_by(special);
        return where * 2 + ((dear_ >> suit) & 1);
    }
    // Who is known to have a card that is out: 2 nobody, 3 an enemy, 4 a friend.
    std::uint32_t shown_by(unsigned card) const {
        for (int seat = 0; seat < seat_count; ++seat) {
            if ((lane_of_ranks(seen_.shown(seat)) >> card & 1) != 0) return has_seat(side_, seat) ? 4 : 3;
        }
        return 2;
    }

    void look_at_trick() {
        const auto& trick = turn_.trick();
        friendly_ = has_seat(side_, trick.winning) ? 1 : 0;
        left_ = static_cast<std::uint32_t>(seat_count - 1 - trick.played);
        const int points = seen_.points(trick.winning);
        winner_sign_ = points > 0 ? 2 : points < 0 ? 1 : 0;
        if ((trick.cards & Set::both(turn_.rules().scoring_lane())).empty()) return;
        const Lane cards = lane_of_ranks(trick.cards);
        const bool pig = (ranks_of(cards, 0) >> rank_queen & 1) != 0;
        const bool sheep = (ranks_of(cards, 2) >> rank_jack & 1) != 0;
        const bool transformer = (ranks_of(cards, 3) >> rank_ten & 1) != 0;
        const Ranks hearts = ranks_of(cards, 1);
        if (transformer) {
            content_ = pig || sheep ? 7 : 6;
        } else if (pig || sheep) {
            content_ = pig && sheep ? 5 : pig ? 3 : 4;
        } else {
            content_ = hearts >= (Ranks{1} << rank_jack) || count_bits(hearts) >= 3 ? 2 : 1;
        }
    }

    const Turn<Decks>& turn_;
    const Seen<Decks>& seen_;
    Lane own_;
    Lane unseen_;
    int seat_;
    Seats side_;
    unsigned dear_;  // suits whose special card counts more, a bit each; of clubs, whether the seat is ahead
    std::uint32_t phase_;
    int taker_ = 0;
    std::uint32_t mode_ = 0;
    std::uint32_t friendly_ = 0;
    std::uint32_t left_ = 0;
    std::uint32_t content_ = 0;
    std::uint32_t winner_sign_ = 0;
};

// Reads what a move looks up: here the entries' numbers.
struct Listing {
    using Suit = Bases;

    static Bases suit(const Bases& bases) { return bases; }
    static Lookups value(const Bases& bases, const Place& place, std::uint32_t own = 0) {
        const bool follows = own != 0;
        return {bases.rows[0] + place.row, bases.rows[1] + place.row, follows ? own : bases.rows[2] + place.row,
                bases.rank + place.rank, bases.order + place.order};
    }
};

// And here their sum; what a suit's rows add up to is found at once for all its cards.
class Scoring {
public:
    struct Suit {
        std::array<std::int16_t, tables::row> rows;
        const std::int16_t* rank;
        const std::int16_t* order;
    };

    explicit Scoring(const Tables& weights) : weights_(weights.data()) {}

    [[gnu::always_inline]] Suit suit(const Bases& bases) const {
        Suit suit;
        for (std::size_t i = 0; i < tables::row; ++i) {
            suit.rows[i] = static_cast<std::int16_t>(weights_[bases.rows[0] + i] + weights_[bases.rows[1] + i] +
                                                     weights_[bases.rows[2] + i]);
        }
        suit.rank = weights_ + bases.rank;
        suit.order = weights_ + bases.order;
        return suit;
    }
    static int value(const Suit& suit, const Place& place) {
        return suit.rows[place.row] + suit.rank[place.rank] + suit.order[place.order];
    }
    int value(const Suit& suit, const Place& place, std::uint32_t own) const {
        return value(suit, place) + weights_[own];
    }

private:
    const std::int16_t* weights_;
};

// What exposing a card looks up, with a factor of four or not.
template <int Decks>
Lookups exposing(const Offer<Decks>& offer, Honour honour, Kind kind) {
    using namespace tables;
    constexpr std::array<Suit, honour_count> suits_of = {Suit::spades, Suit::diamonds, Suit::clubs, Suit::hearts};
    const auto number = static_cast<std::uint32_t>(honour);
    const Suit suit = suits_of[number];
    const Card card = offer.rules.honour(honour);
    const auto length = [&](Suit other) { return offer.hand.suit(other).count() / Decks; };
    const Lane heads = lane_of_ranks(offer.hand) & above[card];
    int shorts = 0;
    for (const Suit other : {Suit::spades, Suit::hearts, Suit::diamonds, Suit::clubs}) {
        shorts += other != suit && length(other) <= 2;
    }
    const std::uint32_t fourfold = factor_of(kind) > 2 ? 1 : 0;
    int made = 0;
    for (int i = 0; i < honour_count; ++i) made += offer.made.exposed_copies(static_cast<Honour>(i)) > 0;
    const bool again = offer.made.exposed_copies(honour) > 0;
    return {layout.expose_length +
                ((((number * 2 + fourfold) * 2 + (again ? 1 : 0)) * 10 + at_most(length(suit), 9)) * 5 +
                 at_most(count_bits(heads), 4)) *
                    3 +
                at_most(shorts, 2),
            layout.expose_hearts + ((number * 2 + fourfold) * 10 + at_most(length(Suit::hearts), 9)) * 3 +
                at_most(made, 2),
            0, 0, 0};
}

inline int score_of(const Tables& weights, const Lookups& lookups) {
    int score = 0;
    for (const std::uint32_t entry : lookups) score += weights[entry];
    return score;
}

// The strength of the trick among single cards of its suit, where two cards are played to a pair: a card of that rank
// or above takes it, roughly.
template <int Decks>
unsigned single_strength(const Trick<Decks>& trick) {
    if (Decks == 1 || !trick.doubled) return trick.strength;
    constexpr unsigned singles = 32, high_pair = 96;  // as in pair_strength
    if (trick.strength >= high_pair) return 15;
    return trick.strength < singles ? 0 : (trick.strength - singles + 1U) / 2;
}

// Calls each(card, pair, value) for the moves of a turn that are one of `left`, each card by its first copy, and the
// pairs that may be led. One loop for all suits: where each of them ends cannot be predicted.
template <int Decks, class Reader, class Each>
void for_each_choice(const Turn<Decks>& turn, Lane left, const Reader& reader, const Each& each) {
    const Glance<Decks> glance(turn);
    const auto& trick = turn.trick();
    const auto lowest = [](Lane cards) { return static_cast<std::uint32_t>(std::countr_zero(cards)); };
    if ((left & suit_lane(trick.suit)) != 0 && trick.played > 0) {
        const SuitSight sight = trick.suit == Suit::spades     ? glance.template look<0>()
                                : trick.suit == Suit::hearts   ? glance.template look<1>()
                                : trick.suit == Suit::diamonds ? glance.template look<2>()
                                                               : glance.template look<3>();
        const auto suit = reader.suit(glance.follow_bases(sight));
        // The lowest card that takes the trick.
        const auto taking = static_cast<std::uint32_t>(trick.suit) * 16 + single_strength(trick);
        const int ducking = count_bits(left & below[std::min(taking, 63U)]);
        const int taken = count_bits(left) - ducking;
        std::uint32_t duck = glance.follow_own(sight, false, ducking, taken);
        std::uint32_t take = glance.follow_own(sight, true, taken, ducking);
        for (; left != 0; left &= left - 1) {
            const std::uint32_t card = lowest(left);
            const bool takes = card >= taking;
            each(static_cast<Card>(card), false,
                 reader.value(suit, glance.following(card, takes), takes ? take : duck));
            ++(takes ? take : duck);
        }
        return;
    }
    const std::array<SuitSight, suit_count> sights = {glance.template look<0>(), glance.template look<1>(),
                                                      glance.template look<2>(), glance.template look<3>()};
    if constexpr (Decks == 2) {
        Lane pairs = trick.played == 0 ? Position<Decks>::pairs_of(turn.playable()) : 0;
        for (; pairs != 0; pairs &= pairs - 1) {
            const std::uint32_t card = lowest(pairs);
            const auto suit = reader.suit(glance.pair_bases(sights[card / 16]));
            each(static_cast<Card>(card), true, reader.value(suit, glance.place(card)));
        }
    }
    const auto for_each_card = [&](const auto& bases) {
        const std::array<typename Reader::Suit, suit_count> suits = {
            reader.suit(bases(sights[0])), reader.suit(bases(sights[1])), reader.suit(bases(sights[2])),
            reader.suit(bases(sights[3]))};
        for (; left != 0; left &= left - 1) {
            const std::uint32_t card = lowest(left);
            each(static_cast<Card>(card), false, reader.value(suits[card / 16], glance.place(card)));
        }
    };
    if (trick.played > 0) {
        for_each_card([&](const SuitSight& sight) { return glance.discard_bases(sight); });
    } else {
        for_each_card([&](const SuitSight& sight) { return glance.lead_bases(sight); });
    }
}

}  // namespace learned

class LearnedPolicy {
public:
    explicit LearnedPolicy(std::shared_ptr<const LearnedWeights> weights) : weights_(std::move(weights)) {}

    template <int Decks>
    Move choose(const Turn<Decks>& turn, Random&) const {
        if (turn.follows_pair()) return follow_pair(turn);
        const CardSet<Decks> legal = turn.legal_cards();
        return best(turn, legal, learned::lane_of_ranks(legal));
    }

    // How likely a move is, were it drawn by the scores: 256 more make a move e times as likely, which is twice as
    // bold as in training. Of two cards to a pair nothing is known.
    template <int Decks>
    double chance(const Turn<Decks>& turn, Move move) const {
        if (turn.follows_pair()) return 1;
        const Lane choices = learned::lane_of_ranks(turn.legal_cards());
        if ((choices & (choices - 1)) == 0) return 1;
        const Tables& weights = tables_for(turn.rules());
        const Card card = first_copy(move.first);
        std::array<int, 64> scores;
        std::size_t size = 0;
        int own = 0;
        learned::for_each_choice(turn, choices, learned::Scoring(weights), [&](Card one, bool pair, int score) {
            if (one == card && pair == move.is_double()) own = score;
            scores[size++] = score;
        });
        double total = 0;
        for (std::size_t i = 0; i < size; ++i) total += std::exp((scores[i] - own) / 256.0);
        return 1 / total;
    }

    // The kind with the highest score, if that is above 0.
    template <int Decks>
    Kind expose(const Offer<Decks>& offer, Honour honour, std::span<const Kind> kinds, Random&) const {
        Kind chosen = Kind::none;
        int most = 0;
        for (const Kind kind : kinds) {
            const int score = learned::score_of(tables_for(offer.rules), learned::exposing(offer, honour, kind));
            if (score <= most) continue;
            most = score;
            chosen = kind;
        }
        return chosen;
    }

private:
    const Tables& tables_for(const Rules& rules) const { return (*weights_)[LearnedWeights::kind_of(rules)]; }

    // The best of `choices`, each card by its first copy, with the copy that is among `cards`.
    template <int Decks>
    Move best(const Turn<Decks>& turn, const CardSet<Decks>& cards, Lane choices) const {
        const bool may_lead_pair = Decks == 2 && turn.trick().played == 0;
        if ((choices & (choices - 1)) == 0 && !may_lead_pair) {
            return turn.as_held({static_cast<Card>(std::countr_zero(choices)), no_card}, cards);
        }
        const Tables& weights = tables_for(turn.rules());
        // The score with the card in the low bits, so that the choice is one comparison.
        int most = std::numeric_limits<int>::min();
        learned::for_each_choice(turn, choices, learned::Scoring(weights), [&](Card card, bool pair, int score) {
            most = std::max(most, score * 128 + card + (pair ? 64 : 0));
        });
        const Card card = static_cast<Card>(most & 63);
        const Move chosen{card, (most & 64) != 0 ? twin_of(card) : no_card};
        return turn.as_held(chosen, cards);
    }

    // Two cards to a pair: the best, and then the best beside it.
    template <int Decks>
    Move follow_pair(const Turn<Decks>& turn) const {
        const auto [pairs, tier, others] = turn.two_cards();
        if (pairs != 0) {
            CardSet<Decks> firsts;
            firsts.lane[0] = pairs;
            const Card card = best(turn, firsts, pairs).first;
            return {card, twin_of(card)};
        }
        const auto best_of = [&](const CardSet<Decks>& cards) {
            return best(turn, cards, learned::lane_of_ranks(cards)).first;
        };
        if (!others.empty()) return {tier.nth(0), best_of(others)};
        const Card first = best_of(tier);
        const Card second = best_of(tier - CardSet<Decks>::of(first));
        return {std::min(first, second), std::max(first, second)};
    }

    std::shared_ptr<const LearnedWeights> weights_;
};

}  // namespace gongzhu
