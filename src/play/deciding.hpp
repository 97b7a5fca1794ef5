// What a seat decides between when it is to play, and the worlds by which it does.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "alike.hpp"
#include "continuation.hpp"
#include "margin.hpp"
#include "race.hpp"
#include "replay.hpp"

namespace gongzhu {

// What a bot thinks that a move is worth: the margin at the end of the deal (margin.hpp), points.
struct MoveEstimate {
    MoveLabel move;
    double mean = 0;
    double error = 0;  // standard error of the mean
};

// Calls decide<Decks>() for a view's number of decks.
template <class Decide>
auto for_decks(const View& view, const Decide& decide) {
    return view.rules->decks() == 1 ? decide.template operator()<1>() : decide.template operator()<2>();
}

template <int Decks>
class Deciding {
public:
    // Throws IllegalMove where it is not the seat's turn, or no deal leads to the view.
    explicit Deciding(const View& view);

    const Sampler& sampler() const { return sampler_; }
    // The moves to choose from: of those that no play can tell apart, one.
    const std::vector<Move>& moves() const { return moves_; }
    // The present position in a world.
    Continuation<Decks> in(const World& world) const { return {present_, world}; }
    const DealRecord& record() const { return sampler_.knowledge().record; }
    // The name of one of moves().
    const MoveLabel& label(int index) const;
    // An estimate for every legal move, in the order of the view, from one for each of moves().
    std::vector<MoveEstimate> spread(std::span<const Standing> standings) const;

private:
    void find_moves();

    const View& view_;
    Sampler sampler_;
    Present<Decks> present_;
    std::vector<Move> moves_;
    std::vector<std::size_t> standing_for_;  // for each legal move of the view one of moves()
};

}  // namespace gongzhu
