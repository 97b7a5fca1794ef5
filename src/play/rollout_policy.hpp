// The rollout policy of another (Tesauro and Galperin, 1996): every move is played on by the base policy in a few
// worlds that the seat can imagine. What the base policy would play is played unless another move is better beyond its
// error: to go by so few worlds alone is worse than not to look at all.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "imagination.hpp"
#include "margin.hpp"
#include "rollout.hpp"

namespace gongzhu {

template <class Base>
class RolloutPolicy {
public:
    explicit RolloutPolicy(Base base, int samples = 32) : base_(std::move(base)), samples_(samples) {}

    template <int Decks>
    Move choose(const Turn<Decks>& turn, Random& random) const {
        MoveList legal;
        turn.legal_moves(legal);
        if (legal.size() == 1) return legal[0];
        const Move usual = base_.choose(turn, random);
        if (legal.size() > most_moves) return usual;
        Candidates candidates;
        list(turn, legal, usual, candidates);
        if (candidates.size > 0) compare(turn, random, candidates);
        const Candidate* best = nullptr;
        for (const Candidate& candidate : candidates) {
            if (candidate.gain() > (best == nullptr ? 0 : best->gain())) best = &candidate;
        }
        return best == nullptr ? usual : best->move;
    }

private:
    static constexpr int most_moves = 26;  // else the base policy's is played
    static constexpr int first_check = 4;  // samples; then at twice as many and so on
    static constexpr double cautious = 1;  // standard errors

    // A move by its differences from what the base policy would play.
    struct Candidate {
        Move move;
        int samples = 0;
        double sum = 0;
        double squares = 0;

        void add(double difference) {
            ++samples;
            sum += difference;
            squares += difference * difference;
        }
        // What it surely gains.
        double gain() const {
            const double mean = sum / samples;
            const double variance = std::max(0.0, squares / samples - mean * mean);
            return mean - cautious * std::sqrt(variance / std::max(1, samples - 1));
        }
    };
    struct Candidates {
        std::array<Candidate, most_moves> all;
        std::size_t size = 0;
        Move usual;

        auto begin() { return all.begin(); }
        auto end() { return all.begin() + static_cast<std::ptrdiff_t>(size); }
    };

    template <int Decks>
    static void list(const Turn<Decks>& turn, const MoveList& legal, Move usual, Candidates& candidates) {
        candidates.usual = usual;
        const std::array<Card, 128> alike = turn.alike_cards();
        for (const Move move : legal) {
            if (move == usual) continue;
            const bool stands_for_others = move.is_double() || alike[move.first] == move.first;
            const bool like_usual = !move.is_double() && !usual.is_double() && alike[move.first] == alike[usual.first];
            if (stands_for_others && !like_usual) candidates.all[candidates.size++].move = move;
        }
    }

    template <int Decks>
    void compare(const Turn<Decks>& turn, Random& random, Candidates& candidates) const {
        Imagination<Decks> imagination(turn);
        const Margin margin(turn.seat(), turn.mind().side);
        Position<Decks> position;
        Seen<Decks> seen;
        const auto value = [&](Move move) {
            Position<Decks> after = position;
            Seen<Decks> seen_after = seen;
            Random same = random;  // for every move
            seen_after.play(after, move);
            return margin.of(roll_out(after, seen_after, base_, same));
        };
        int check = first_check;
        for (int sample = 1; sample <= samples_ && candidates.size > 0; ++sample) {
            imagination.draw(random, position, seen);
            const int usual = value(candidates.usual);
            for (Candidate& candidate : candidates) candidate.add(value(candidate.move) - usual);
            random.next();
            if (sample != check) continue;
            check *= 2;
            const auto kept = std::remove_if(candidates.begin(), candidates.end(),
                                             [](const Candidate& candidate) { return candidate.sum <= 0; });
            candidates.size = static_cast<std::size_t>(kept - candidates.begin());
        }
    }

    Base base_;
    int samples_;
};

}  // namespace gongzhu
