// A whole deal as people play it: exposing, play with its history, claims, the points.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "deal.hpp"
#include "exposing.hpp"
#include "position.hpp"
#include "scoring.hpp"
#include "sides.hpp"

namespace gongzhu {

enum class Phase : std::uint8_t { exposing, play, over };

// A finished trick; its leader and what each seat played, in order of play.
struct PlayedTrick {
    int leader = 0;
    std::vector<Move> moves;
    int winner = -1;  // -1: still on the table
};

// Who takes each scoring card that is still in play.
struct Claim {
    int seat = 0;
    std::array<Cards, seat_count> takes{};
    friend bool operator==(const Claim&, const Claim&) = default;
};

class Game {
public:
    // `leader`, `dealer` −1: by the rules and the deal. Throws RulesError where neither tells who leads.
    explicit Game(std::shared_ptr<const Deal> deal, int leader = -1, int dealer = -1);

    const Deal& deal() const { return *deal_; }
    const std::shared_ptr<const Deal>& deal_pointer() const { return deal_; }
    const Rules& rules() const { return *deal_->rules(); }
    int leader() const { return leader_; }
    // Whether the leader was named, as after another deal, and so does not lead by holding the lead card.
    bool leader_given() const { return leader_given_; }
    int dealer() const { return dealer_; }
    Phase phase() const;

    // Exposing. A call that is refused throws IllegalMove with the rule it breaks.
    struct Choice {
        Card card;
        Kind kind;
    };
    std::vector<Choice> exposable(int seat) const;
    void expose(int seat, Label label, Kind kind);
    std::vector<Exposed> exposed() const;  // in the order made, the deal's earlier ones first
    const Exposures& exposures() const { return exposing_.made(); }
    // Called partnership: the dealer names a card before exposing (003).
    void call(Label label);
    Card called() const { return called_; }
    // Who may name a card now; −1: nobody.
    int caller() const;
    void begin();

    // Play.
    const Position<2>& position() const;
    int to_play() const;  // −1 unless in play
    MoveList legal_moves() const;
    // The cards that are the legal moves, where no move is of two cards.
    std::optional<Cards> legal_cards() const;
    // The legal move that a text means; IllegalMove with the rule that is broken where there is none.
    Move find_move(const MoveLabel& label) const;
    void play(Move legal);
    void undo();
    const std::vector<Move>& history() const { return history_; }
    std::vector<PlayedTrick> tricks() const;  // the last one may be unfinished

    // Claims (000-BD, 000-HP): the claimer states who takes each scoring card still in play; the others consent.
    void claim(const Claim& claim);
    const std::optional<Claim>& claimed() const { return claim_; }
    Cards scoring_in_play() const;

    // colour_change = choice: the taker of all hearts decides once the deal is over (000-BD).
    void swap_colours(bool swap);
    bool swapped() const { return swapped_; }
    // Who may make that choice now; −1: nobody.
    int colour_chooser() const;

    bool is_over() const { return phase() == Phase::over; }
    std::array<Cards, seat_count> hands() const;
    std::array<Cards, seat_count> taken() const;
    // Cards dealt to each seat, as far as the deal tells.
    std::array<Cards, seat_count> dealt() const;
    Points points() const;  // IllegalMove before the end
    // The points if who may change the colours chose so, whatever was chosen.
    Points points_if(bool swap) const;
    // Empty where the partners are not determined.
    std::optional<Sides> sides() const;
    // Who took the (first) pig; −1: nobody.
    int pig_taker() const;

    friend bool operator==(const Game& a, const Game& b);

private:
    void expect_phase(Phase phase, const char* what) const;
    void set_up_play();
    void place_twins(Claim& claim) const;
    int leader_by_rules() const;
    std::string why_illegal(const MoveLabel& label) const;
    std::string why_barred_or_wrong(const Cards& cards) const;
    std::string name(Card card) const;

    std::shared_ptr<const Deal> deal_;
    int leader_ = 0;
    bool leader_given_;
    int dealer_ = 0;
    Exposing<2> exposing_;
    Card called_ = no_card;
    std::shared_ptr<const Setup<2>> setup_;  // from begin() on
    Position<2> position_;
    std::vector<Move> history_;
    std::optional<Claim> claim_;
    bool swapped_ = false;
};

}  // namespace gongzhu
