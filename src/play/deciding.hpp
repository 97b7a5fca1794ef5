// What a seat decides between when it is to play, and the worlds by which it does.
#pragma once

#include <cstddef>
#include <numeric>
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
    // Those of moves() to search, by their numbers: all, or where they are very many (two cards to discard out of a
    // long hand) those that have a card in common with what a policy would play.
    template <class Policy>
    std::vector<int> moves_near(const Policy& policy, Random& random) const {
        std::vector<int> near(moves_.size());
        std::iota(near.begin(), near.end(), 0);
        if (moves_.size() <= many_moves) return near;
        const Continuation<Decks> now(present_, sampler_.draw(0, 0));
        const Move chosen = kind_of(policy.choose(Turn<Decks>(now.position(), now.seen()), random));
        std::erase_if(near, [&](int index) {
            const Move move = kinds_[static_cast<std::size_t>(index)];
            return move.first != chosen.first && move.first != chosen.second && move.second != chosen.first &&
                   move.second != chosen.second;
        });
        return near;
    }
    // The name of one of moves().
    const MoveLabel& label(int index) const;
    // An estimate for every legal move, in the order of the view, from one for each of moves().
    std::vector<MoveEstimate> spread(std::span<const Standing> standings) const;

private:
    static constexpr std::size_t many_moves = 40;

    void find_moves();
    // The same for moves that no play can tell apart.
    Move kind_of(Move move) const;

    const View& view_;
    Sampler sampler_;
    Present<Decks> present_;
    std::vector<Move> moves_;
    std::array<Card, 128> alike_{};
    std::vector<Move> kinds_;                // of moves()
    std::vector<std::size_t> standing_for_;  // for each legal move of the view one of moves()
};

}  // namespace gongzhu
