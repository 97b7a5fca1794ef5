// The position asked about: bounds for each of its plays, its value, and a line of best play.
#pragma once

#include <vector>

#include "team.hpp"

namespace gongzhu::solver {

class Root {
public:
    Root(Team& team, const Position<1>& position);

    // Decides whether the value is at least `goal`.
    void ask(int goal);
    // Narrow the bounds, until they meet or a limit is reached: those of the position, or those of every play too.
    // `guess`: what the value is likely to be.
    void find_value(int guess);
    void find_every_play();

    Bounds bounds() const;
    Bounds bounds(Card card) const;

    // Best play from here to the end of the deal. Shorter where a limit or an unknown value stops it.
    std::vector<Card> line();

private:
    // A play that stands for all that are alike.
    struct Play {
        Card card = no_card;
        Position<1> after;
        Bounds bounds;
    };

    void test(Play& play, int goal);
    bool raises() const { return role_ > 0; }

    Team* team_;
    Position<1> position_;
    int role_;
    std::vector<Play> plays_;
};

}  // namespace gongzhu::solver
