// Alpha–beta over the plays of one deal, with a table between tricks.
#pragma once

#include "alike.hpp"
#include "bounds.hpp"
#include "key.hpp"
#include "limits.hpp"
#include "ordering.hpp"
#include "static_bounds.hpp"
#include "table.hpp"

namespace gongzhu::solver {

class Search {
public:
    // Positions given to the other functions come from `root`; `limits` and `table` outlive the search, and the table
    // serves one deal and one aim.
    Search(const Worth& worth, const Position<1>& root, Table& table, Limits& limits);

    // A bound of the value against `goal`: a result of at least `goal` is a lower bound, a smaller one an upper
    // bound. Once a limit is reached the result means nothing.
    int test(const Position<1>& position, int goal);

    // What is known without search.
    Bounds known(const Position<1>& position) const;

    // The value of the cards taken so far, as if nothing else came.
    int standing(const Position<1>& position) const;

    const Worth& worth() const { return *worth_; }
    const Alike& alike() const { return alike_; }
    Limits& limits() { return *limits_; }

private:
    int between_tricks(const Past& past, int alpha, int beta);
    int within_trick(const Past& past, int alpha, int beta, Card first, Card& best);
    int play(const Past& past, Card card, int alpha, int beta);
    Bounds known(const Position<1>& position, const Past& past) const;

    const Worth* worth_;
    Table* table_;
    Limits* limits_;
    KeyMaker keys_;
    StaticBounds static_bounds_;
    Alike alike_;
    MoveOrder order_;
    Position<1> position_;
};

}  // namespace gongzhu::solver
