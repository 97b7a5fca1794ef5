// The position asked about: bounds for each of its plays, its value, and a line of best play.
#pragma once

#include <vector>

#include "team.hpp"
#include "two_deck_proof.hpp"
#include "two_deck_search.hpp"

namespace gongzhu::solver {

// `Team`: of the threads that search.
template <class Team, int Decks>
class DeckRoot {
public:
    DeckRoot(Team& team, const Position<Decks>& position);

    // Decides whether the value is at least `goal`.
    void ask(int goal);
    // Narrow the bounds, until they meet or a limit is reached: those of the position, or those of every play too.
    // `guess`: what the value is likely to be.
    void find_value(int guess);
    void find_every_play();
    // As find_value(), for positions that cannot be searched to the end: questions far from the guess, which are easy,
    // come first, and all are given the same number of nodes, or four times as many where nothing is known of a bound
    // yet. `limits` are those of `proof`.
    void narrow(int guess, TwoDeckProof& proof, Limits& limits)
        requires(Decks == 2);

    Bounds bounds() const;
    Bounds bounds(Move move) const;
    // The play whose bounds promise most.
    Move best() const;

    // Best play from here to the end of the deal. Shorter where a limit or an unknown value stops it.
    std::vector<Move> line();

private:
    // A play that stands for all that are alike.
    struct Play {
        Move move;
        Position<Decks> after;
        Bounds bounds;
    };

    void test(Play& play, int goal);
    bool raises() const { return role_ > 0; }

    Team* team_;
    Position<Decks> position_;
    int role_;
    std::vector<Play> plays_;
};

using Root = DeckRoot<Team, 1>;
template <int Words>
using TwoDeckRoot = DeckRoot<TeamOf<TwoDeckSearch<Words>>, 2>;

}  // namespace gongzhu::solver
