// What has been seen of a deal in play, kept up to date play by play.
//
// `Seen` holds what everybody knows and, apart for each seat, what that seat makes of it together with its own cards:
// the factors of the exposures that it knows of, and who its partners are. `Turn` is what a policy decides from: the
// seat to play with its own hand, and what has been seen. The other hands cannot be reached through it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "alike.hpp"
#include "core/position.hpp"
#include "core/random.hpp"
#include "core/scoring.hpp"
#include "core/sides.hpp"
#include "random_play.hpp"

namespace gongzhu {

// A set of seats, a bit each.
using Seats = std::uint8_t;
constexpr Seats seat_bit(int seat) { return static_cast<Seats>(1U << static_cast<unsigned>(seat)); }
constexpr bool has_seat(Seats seats, int seat) { return ((seats >> seat) & 1) != 0; }

// A seat and its partners, where the rules alone tell who they are; else the seat itself.
inline Seats fixed_side(const Rules& rules, int seat) {
    const bool opposite = rules.ruleset().partnership == Partnership::opposite;
    return static_cast<Seats>(seat_bit(seat) | (opposite ? seat_bit(next_seat(seat, 2)) : 0));
}

// The card that the dealer named as his partner's (003).
struct Call {
    Card card = no_card;
    int dealer = 0;
};

// The cards whose holders are partners, or the dealer's; none where the rules alone tell who is whose.
template <int Decks>
CardSet<Decks> cards_deciding_sides(const Setup<Decks>& setup, const Call& call) {
    using Set = CardSet<Decks>;
    const Rules& rules = *setup.rules;
    switch (rules.ruleset().partnership) {
        case Partnership::pig_sheep: return Set::of(rules.honour(Honour::pig)) | Set::of(rules.honour(Honour::sheep));
        case Partnership::called: return call.card == no_card ? Set{} : Set::both(card_lane(call.card)) & setup.deck;
        default: return {};
    }
}

// Who is on each seat's side, itself among them, whether or not it knows.
template <int Decks>
std::array<Seats, seat_count> sides_of(const Setup<Decks>& setup, const Call& call) {
    std::array<Cards, seat_count> dealt;
    for (int seat = 0; seat < seat_count; ++seat) dealt[seat] = widen(setup.dealt[seat]);
    const std::optional<Sides> numbers = sides_of(*setup.rules, dealt, call.card, call.dealer);
    std::array<Seats, seat_count> sides;
    for (int seat = 0; seat < seat_count; ++seat) {
        sides[seat] = seat_bit(seat);
        for (int other = 0; other < seat_count && numbers; ++other) {
            if ((*numbers)[other] == (*numbers)[seat]) sides[seat] |= seat_bit(other);
        }
    }
    return sides;
}

// What one seat knows from its own cards and what was seen.
template <int Decks>
struct Mind {
    Exposures exposures;      // those that it can name
    Factors<Decks> factors;   // by them
    Seats side = 0;           // itself and the partners that it knows of
    bool sides_known = true;  // else somebody may turn out to be one
    std::uint8_t dear = 0;    // the suits whose pig, sheep or hearts count more, a bit each
};

template <int Decks>
class Turn;

template <int Decks>
class Seen {
public:
    using Set = CardSet<Decks>;

    Seen() = default;
    // At a position of which no earlier play is known but by the piles and the trick on the table.
    explicit Seen(const Position<Decks>& position, const Call& call = {}) : call_(call) {
        out_ = position.setup().deck - position.trick().cards;
        for (int seat = 0; seat < seat_count; ++seat) {
            out_ -= position.taken()[seat];
            count(position.setup(), position.taken()[seat], seat);
        }
        inform(position.setup());
    }

    // Works out anew what each seat knows by its own cards: after putting what was seen into another world.
    void inform(const Setup<Decks>& setup);

    // Makes a move, in the position too.
    void play(Position<Decks>& position, Move move);

    const Call& call() const { return call_; }
    // Cards not yet played; in an ending those too that nobody has and nobody took.
    const Set& out() const { return out_; }
    // The seats seen to be out of a suit.
    Seats voids(Suit suit) const { return voids_[static_cast<std::size_t>(suit)]; }
    // How often a suit was led.
    int rounds(Suit suit) const { return rounds_[static_cast<std::size_t>(suit)]; }
    // Exposed cards that everybody can name and that a seat has not played.
    Set shown(int seat) const { return shown_[seat] & out_; }
    bool shows_any() const { return shows_any_; }
    // The seats that took hearts, and how many.
    Seats heart_takers() const { return heart_takers_; }
    int hearts_taken(int seat) const { return hearts_taken_[seat]; }
    // What a seat has taken is worth so far, without all hearts, transformers and self-capture, by what all know.
    int points(int seat) const { return points_[seat]; }
    // The factors that everybody knows.
    const Factors<Decks>& factors() const { return factors_; }

private:
    friend class Turn<Decks>;

    static constexpr std::size_t index_of(Suit suit) { return static_cast<std::size_t>(suit); }

    // Adds scoring cards that a seat took.
    void count(const Setup<Decks>& setup, const Set& cards, int seat);
    Exposures known_exposures(const Setup<Decks>& setup, const Set& own) const;
    void find_sides(const Setup<Decks>& setup);

    Call call_;
    Set out_;
    Set watched_;  // cards that tell something when they are played
    std::array<Set, seat_count> shown_{};
    bool shows_any_ = false;
    std::array<Seats, suit_count> voids_{};
    std::array<std::uint8_t, suit_count> rounds_{};
    std::array<std::uint8_t, seat_count> hearts_taken_{};
    Seats heart_takers_ = 0;
    std::array<std::int16_t, seat_count> points_{};
    Factors<Decks> factors_;
    std::array<Mind<Decks>, seat_count> minds_;
};

// The seat to play, and all that it may decide by.
template <int Decks>
class Turn {
public:
    using Set = CardSet<Decks>;

    Turn(const Position<Decks>& position, const Seen<Decks>& seen)
        : position_(&position), seen_(&seen), seat_(position.to_play()) {}

    int seat() const { return seat_; }
    const Set& hand() const { return position_->hand(seat_); }
    int held_by(int seat) const { return position_->hand(seat).count(); }
    // The cards that the others' are among.
    Set unseen() const { return seen_->out() - hand(); }
    const Rules& rules() const { return *position_->setup().rules; }
    const Trick<Decks>& trick() const { return position_->trick(); }
    const Set& taken(int seat) const { return position_->taken()[seat]; }
    const Seen<Decks>& seen() const { return *seen_; }
    const Mind<Decks>& mind() const { return seen_->minds_[seat_]; }

    // The legal moves, as Position has them.
    bool follows_pair() const { return Decks == 2 && trick().played > 0 && trick().doubled; }
    Set legal_cards() const { return position_->legal_cards(); }
    Set playable() const { return position_->playable(); }
    typename Position<Decks>::TwoCards two_cards() const { return position_->two_cards(); }
    void legal_moves(MoveList& moves) const { position_->legal_moves(moves); }
    // The copy of a card that is in a set; of two, the one that is exposed in the higher kind, else the first.
    Card card_of(const Set& cards, Card card) const {
        const Card twin = twin_of(card);
        if (Decks == 1 || !cards.has(twin)) return card;
        if (!cards.has(card)) return twin;
        const auto honour = rules().honour_of(card);
        const Exposures& known = mind().exposures;
        return honour && known.kind(*honour, 1) > known.kind(*honour, 0) ? twin : card;
    }
    // A move of one card by its first copy, with the copy that is in a set.
    Move as_held(Move move, const Set& cards) const {
        return move.is_double() ? move : Move{card_of(cards, move.first), no_card};
    }
    Move random_move(Draws& draws) const { return gongzhu::random_move(*position_, draws); }
    // For each own card the one that stands for it (alike.hpp).
    std::array<Card, 128> alike_cards() const { return gongzhu::alike_cards(*position_, seen_->out()); }

private:
    template <int>
    friend class Imagination;

    const Position<Decks>* position_;
    const Seen<Decks>* seen_;
    int seat_;
};

template <int Decks>
void Seen<Decks>::play(Position<Decks>& position, Move move) {
    const int seat = position.to_play();
    const Trick<Decks> trick = position.trick();
    const Set cards = cards_of<Decks>(move);
    position.play(move);
    out_ -= cards;
    if (trick.played > 0) {
        const bool follows =
            suit_of(move.first) == trick.suit && (!move.is_double() || suit_of(move.second) == trick.suit);
        voids_[index_of(trick.suit)] |= static_cast<Seats>(!follows << seat);
    }
    if (trick.played == seat_count - 1) {
        ++rounds_[index_of(trick.suit)];
        count(position.setup(), trick.cards | cards, position.trick().leader);
    }
    if (!(cards & watched_).empty()) inform(position.setup());
}

template <int Decks>
void Seen<Decks>::count(const Setup<Decks>& setup, const Set& cards, int seat) {
    const Set scoring = cards & Set::both(setup.rules->scoring_lane());
    if (scoring.empty()) return;
    int points = 0;
    for (int copy = 0; copy < Decks; ++copy) {
        const Lane lane = scoring.lane[copy];
        points += setup.rules->heart_sum(static_cast<unsigned>(lane >> 16) & 0x7fff) * factors_.hearts;
        if ((lane & card_lane(setup.rules->honour(Honour::pig))) != 0) points += pig_value * factors_.pigs[copy];
        if ((lane & card_lane(setup.rules->honour(Honour::sheep))) != 0) points += sheep_value * factors_.sheep[copy];
    }
    points_[seat] = static_cast<std::int16_t>(points_[seat] + points);
    if (const int hearts = scoring.suit(Suit::hearts).count(); hearts > 0) {
        hearts_taken_[seat] = static_cast<std::uint8_t>(hearts_taken_[seat] + hearts);
        heart_takers_ |= seat_bit(seat);
    }
}

template <int Decks>
Exposures Seen<Decks>::known_exposures(const Setup<Decks>& setup, const Set& own) const {
    Exposures known;
    for (int copy = 0; copy < Decks; ++copy) {
        for (int i = 0; i < honour_count; ++i) {
            const auto honour = static_cast<Honour>(i);
            const Kind kind = setup.exposures.kind(honour, copy);
            const Card card = static_cast<Card>(setup.rules->honour(honour) + 64 * copy);
            if (!is_hidden(kind) || own.has(card) || !out_.has(card)) known.set(honour, copy, kind);
        }
    }
    return known;
}

template <int Decks>
void Seen<Decks>::inform(const Setup<Decks>& setup) {
    const Exposures open = known_exposures(setup, {});
    factors_ = factors_of<Decks>(*setup.rules, open);
    watched_ = {};
    shown_ = {};
    shows_any_ = open.any();
    for (int copy = 0; copy < Decks; ++copy) {
        for (int i = 0; i < honour_count; ++i) {
            const auto honour = static_cast<Honour>(i);
            const Kind kind = setup.exposures.kind(honour, copy);
            const Card card = static_cast<Card>(setup.rules->honour(honour) + 64 * copy);
            if (kind == Kind::none || !out_.has(card)) continue;
            if (is_hidden(kind)) watched_.add(card);
            for (int seat = 0; seat < seat_count && !is_hidden(kind); ++seat) {
                if (setup.dealt[seat].has(card)) shown_[seat].add(card);
            }
        }
    }
    for (int seat = 0; seat < seat_count; ++seat) {
        Mind<Decks>& mind = minds_[seat];
        mind.exposures = watched_.empty() ? open : known_exposures(setup, setup.dealt[seat]);
        mind.factors = watched_.empty() ? factors_ : factors_of<Decks>(*setup.rules, mind.exposures);
        const auto most = [](const auto& copies) { return *std::ranges::max_element(copies); };
        mind.dear =
            static_cast<std::uint8_t>((most(mind.factors.pigs) > 1 ? 1 : 0) | (mind.factors.hearts > 1 ? 2 : 0) |
                                      (most(mind.factors.sheep) > 1 ? 4 : 0));
    }
    find_sides(setup);
}

// As View::sides: a seat knows the partners once the cards that decide are its own or have been played.
template <int Decks>
void Seen<Decks>::find_sides(const Setup<Decks>& setup) {
    const Set deciding = cards_deciding_sides(setup, call_);
    const std::array<Seats, seat_count> sides = sides_of(setup, call_);
    watched_ |= deciding & out_;
    Set dealt;
    for (const Set& hand : setup.dealt) dealt |= hand;
    for (int seat = 0; seat < seat_count; ++seat) {
        Mind<Decks>& mind = minds_[seat];
        mind.sides_known = (((deciding & out_) - setup.dealt[seat]) | (deciding - dealt)).empty();
        mind.side = mind.sides_known ? sides[seat] : seat_bit(seat);
    }
}

}  // namespace gongzhu
