// What a seat decides between when it is to play, and the worlds by which it does.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "alike.hpp"
#include "continuation.hpp"
#include "core/sides.hpp"
#include "race.hpp"
#include "replay.hpp"
#include "worth.hpp"

namespace gongzhu {

// What a bot thinks that a move is worth: the margin at the end of the deal (worth.hpp), points.
struct MoveEstimate {
    MoveLabel move;
    double mean = 0;
    double error = 0;  // standard error of the mean
};

template <int Decks>
class Deciding {
public:
    // Throws IllegalMove where it is not the seat's turn, or no deal leads to the view.
    explicit Deciding(const View& view);

    const Sampler& sampler() const { return sampler_; }
    int seat() const { return view_.seat; }
    // The moves to choose from: of those that no play can tell apart, one.
    const std::vector<Move>& moves() const { return moves_; }
    World world(std::uint64_t seed, std::uint64_t index) const { return sampler_.draw(seed, index); }
    // The present position in a world.
    Continuation<Decks> in(const World& world) const { return {present_, world}; }
    // What points are worth to a seat in a world.
    Worth worth_in(const Setup<Decks>& setup, int seat) const;
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
