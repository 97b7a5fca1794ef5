// Greedy: the mean outcome of the present trick over sampled worlds, as the strongest published programs without a
// network decide (2102.07495).
#include <algorithm>

#include "sampling_bot.hpp"

namespace gongzhu {
namespace {

// How glad a seat is to be rid of a card before the cards that make it dangerous or useful are gone, points: rough
// numbers, for without them most plays would be alike.
template <int Decks>
class Burden {
public:
    Burden(const Rules& rules, const CardSet<Decks>& out) : rules_(rules) {
        const auto is_out = [&](Honour honour) {
            return !(out & CardSet<Decks>::both(card_lane(rules.honour(honour)))).empty();
        };
        pig_ = is_out(Honour::pig);
        sheep_ = is_out(Honour::sheep);
        transformer_ = is_out(Honour::transformer);
    }

    int of(Card card) const {
        const Rank rank = rank_of(card);
        switch (suit_of(card)) {
            case Suit::spades:
                return pig_ && rank == rank_queen ? 50 : pig_ && rank > rank_queen ? 8 * rank - 60 : rank / 2;
            case Suit::hearts: return rank + std::max(0, -rules_.heart_value(rank) / 3);
            case Suit::diamonds: return !sheep_ ? rank / 2 : rank == rank_jack ? -40 : rank > rank_jack ? -10 : rank;
            case Suit::clubs:
                return !transformer_ ? rank / 2 : rank == rank_ten ? 15 : rank > rank_ten ? 2 * rank : rank / 2;
        }
        return 0;
    }
    int of(Move move) const { return of(move.first) + (move.is_double() ? of(move.second) : 0); }

private:
    const Rules& rules_;
    bool pig_, sheep_, transformer_;
};

template <int Decks>
class GreedyTrick {
public:
    GreedyTrick(const Deciding<Decks>& deciding, const Continuation<Decks>& now)
        : position_(now.position()), setup_(now.setup()) {
        CardSet<Decks> out = position_.trick().cards;
        for (const auto& hand : position_.hands()) out |= hand;
        burden_.emplace(*setup_.rules, out);
        for (int seat = 0; seat < seat_count; ++seat) margins_.push_back(margin_in(deciding.record(), setup_, seat));
        before_ = score(setup_, position_.taken());
    }

    int value(Move move) {
        const int seat = position_.to_play();
        Position<Decks> position = position_;
        position.play(move);
        while (position.trick().played != 0) position.play(best(position));
        return gain(position.taken(), seat) + Margin::unit * burden_->of(move);
    }

private:
    // What a seat plays that thinks that the trick ends with it.
    Move best(const Position<Decks>& position) const {
        MoveList moves;
        position.legal_moves(moves);
        const int seat = position.to_play();
        Move chosen = moves[0];
        int most = 0;
        for (const Move move : moves) {
            Position<Decks> after = position;
            after.play(move);
            auto taken = after.taken();
            if (after.trick().played != 0) taken[after.trick().winning] |= after.trick().cards;
            const int value = gain(taken, seat) + Margin::unit * burden_->of(move);
            if (&move != moves.begin() && value <= most) continue;
            most = value;
            chosen = move;
        }
        return chosen;
    }

    int gain(const std::array<CardSet<Decks>, seat_count>& taken, int seat) const {
        return margins_[seat].of(score(setup_, taken)) - margins_[seat].of(before_);
    }

    const Position<Decks>& position_;
    const Setup<Decks>& setup_;
    std::optional<Burden<Decks>> burden_;
    std::vector<Margin> margins_;
    Points before_{};
};

class Greedy final : public SamplingBot {
public:
    Greedy(std::uint64_t seed, const GreedyOptions& options) : seed_(seed), options_(options) {}

    MoveLabel choose(const View& view, const Pause& pause) const override {
        if (view.legal_moves.size() == 1) return view.legal_moves[0];
        const std::vector<MoveEstimate> estimates = explain(view, pause);
        return std::ranges::max_element(estimates, {}, &MoveEstimate::mean)->move;
    }
    std::vector<MoveEstimate> explain(const View& view, const Pause& pause) const override {
        return for_decks(view, [&]<int Decks>() { return estimate<Decks>(view, pause); });
    }
    std::vector<Exposable> expose(const View&, const Pause&) const override { return {}; }

private:
    template <int Decks>
    std::vector<MoveEstimate> estimate(const View& view, const Pause& pause) const {
        const Deciding<Decks> deciding(view);
        const std::uint64_t seed = seed_of(view, seed_);
        const RaceOptions options{.budget = {options_.samples, 0, 1}, .drops = false};
        const auto value = [&](std::size_t sample, std::span<const int> candidates, std::span<int> values) {
            const Continuation<Decks> now = deciding.in(deciding.sampler().draw(seed, sample));
            GreedyTrick<Decks> trick(deciding, now);
            for (std::size_t i = 0; i < candidates.size(); ++i) {
                values[i] = trick.value(deciding.moves()[static_cast<std::size_t>(candidates[i])]);
            }
            return true;
        };
        return deciding.spread(race(static_cast<int>(deciding.moves().size()), options, value, pause));
    }

    std::uint64_t seed_;
    GreedyOptions options_;
};

}  // namespace

std::unique_ptr<SamplingBot> make_greedy(std::uint64_t seed, const GreedyOptions& options) {
    return std::make_unique<Greedy>(seed, options);
}

}  // namespace gongzhu
