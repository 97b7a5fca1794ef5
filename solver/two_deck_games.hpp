// Two games in which a side shows what a deal of two decks is worth at least, or at most: the game itself, and a
// relaxed one in which the others may do more. What the side reaches in that, it reaches in the other too.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "core/position.hpp"
#include "proof_numbers.hpp"
#include "static_bounds.hpp"
#include "two_deck_kinds.hpp"

namespace gongzhu::solver {

struct TwoDeckState {
    Position<2> position;
    DeckPast<2> past;
    Bounds bounds;  // static ones, of the position before the present trick
};

// What is asked of both games.
class TwoDeckQuestion {
public:
    TwoDeckQuestion(const DeckWorth<2>& worth, const DeckStaticBounds<2>& bounds, const Position<2>& start)
        : worth_(&worth), bounds_(&bounds), kinds_(worth.kinds()), dealt_(start.hands()) {}

    // The side that wants it to be so tries to show that the value is at least `goal`, or (`reached` false) that it is
    // not.
    void ask(int goal, bool reached) {
        goal_ = goal;
        role_ = reached ? 1 : -1;
    }
    TwoDeckState state_of(const Position<2>& position) const;

    const DeckWorth<2>& worth() const { return *worth_; }
    const TwoDeckKinds& kinds() const { return kinds_; }
    const CardSet<2>& dealt(int seat) const { return dealt_[seat]; }

    bool proves(int seat) const { return worth_->aim().roles[seat] == role_; }
    bool proves(const TwoDeckState& state) const { return proves(state.position.to_play()); }
    // Whether that side has shown it, by the static bounds.
    std::optional<bool> outcome(const Bounds& bounds) const;
    struct Taking {
        int seat;
        Card card;
    };
    // Between two tricks: whether scoring cards in hands show it when they are taken so, whoever takes the others.
    bool shows(const TwoDeckState& state, std::initializer_list<Taking> takings) const;
    // Whether a void seat that shows something may discard what it likes, and lead what it likes, bars aside.
    bool is_free_to_discard(const TwoDeckState& state) const;
    // Adds the cards of a trick that has just ended.
    void take(TwoDeckState& state, const CardSet<2>& cards) const;
    // `game`: 0 or 1, which of the two is played.
    ProofTable::Key key(const TwoDeckState& state, unsigned game) const;

private:
    Bounds bounds_of(const TwoDeckState& state, const CardSet<2>& in_play) const;

    const DeckWorth<2>* worth_;
    const DeckStaticBounds<2>* bounds_;
    TwoDeckKinds kinds_;
    std::array<CardSet<2>, seat_count> dealt_;
    int goal_ = 0;
    int role_ = 0;  // of the side that shows it
};

// The game itself.
class TwoDeckGame {
public:
    using State = TwoDeckState;
    using Move = gongzhu::Move;
    using Moves = std::vector<Move>;

    explicit TwoDeckGame(const TwoDeckQuestion& question) : question_(&question) {}

    void moves(const State& state, Moves& moves) const;
    State after(const State& state, Move move) const;
    std::optional<bool> outcome(const State& state) const { return question_->outcome(state.bounds); }
    bool proves(const State& state) const { return question_->proves(state); }
    ProofTable::Key key(const State& state) const { return question_->key(state, 0); }
    ProofNumbers guess(const State& before, Move move, const State& after) const;
    void learn(const State&, Move, std::optional<bool>) {}

private:
    const TwoDeckQuestion* question_;
};

// The others may keep their cards: to a trick that another seat leads they play nothing (no_card) or what beats the
// cards on the table, whether it follows suit or not; on lead the bars do not hold for them; and of what they play only
// the card or pair that takes a trick is used up, unless it scores. Whatever they can do in the game itself is then one
// of their choices, with no more cards taken and no fewer left to them. It is a much smaller game: all that matters of
// their hands is what takes tricks.
//
// The side that shows something has all its duties, but not all its choices: few plays of each sort are tried.
class RelaxedTwoDeckGame {
public:
    using State = TwoDeckState;
    using Move = gongzhu::Move;
    using Moves = std::vector<Move>;

    explicit RelaxedTwoDeckGame(const TwoDeckQuestion& question);

    void moves(const State& state, Moves& moves) const;
    State after(const State& state, Move move) const;
    std::optional<bool> outcome(const State& state) const;
    bool proves(const State& state) const { return question_->proves(state); }
    ProofTable::Key key(const State& state) const { return question_->key(state, 1); }
    ProofNumbers guess(const State& before, Move move, const State& after) const;
    void learn(const State& state, Move move, std::optional<bool> outcome);

private:
    // How often a play of a card, to a suit or on lead, succeeded and failed.
    struct Record {
        int succeeded = 4;
        int failed = 4;
    };
    static constexpr int contexts = suit_count + 1;

    // In a hand of the side that shows something.
    int cards_left(const Position<2>& position) const;
    void few_plays(const Position<2>& position, const MoveList& plays, Moves& moves) const;
    void leads(const Position<2>& position, Moves& moves) const;
    void winning_plays(const Position<2>& position, Moves& moves) const;
    bool scores(Card card) const { return question_->worth().scoring_cards().has(card); }
    bool is_honour(Card card) const { return suit_of(card) != Suit::hearts && scores(card); }
    // What a play costs: the rank of its cards, and more for those that may be needed.
    int cost(const Position<2>& position, Move move) const;
    std::uint32_t difficulty(const State& state) const;
    static std::size_t record_of(const Position<2>& position, Move move);

    const TwoDeckQuestion* question_;
    // Of each seat, how late a suit's turn comes when it discards.
    std::array<std::array<int, suit_count>, seat_count> discard_cost_{};
    std::vector<Record> records_;
};

}  // namespace gongzhu::solver
