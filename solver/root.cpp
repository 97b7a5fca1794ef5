#include "root.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace gongzhu::solver {
namespace {

// What to ask for, one goal after the other. First whether the value is the guess: at least that, and not more. Then
// away from the guess by growing steps, and back by halves.
class Goals {
public:
    explicit Goals(int guess) : guess_(guess) {}

    int next(const Bounds& bounds) {
        int goal = 0;
        if (bounds.upper < guess_) {
            goal = bounds.upper - step(bounds);
        } else if (bounds.lower < guess_) {
            goal = guess_;
        } else if (bounds.lower == guess_) {
            goal = guess_ + 1;
        } else {
            goal = bounds.lower + step(bounds);
        }
        return std::clamp(goal, bounds.lower + 1, bounds.upper);
    }

private:
    // The first step is for a guess that is nearly right.
    int step(const Bounds& bounds) {
        const int step = std::min(step_, (bounds.upper - bounds.lower) / 2);
        step_ *= 2;
        return step;
    }

    static constexpr int first_step = 10;
    int guess_;
    int step_ = first_step;
};

}  // namespace

template <class Team, int Decks>
DeckRoot<Team, Decks>::DeckRoot(Team& team, const Position<Decks>& position)
    : team_(&team), position_(position), role_(team.search().worth().aim().roles[position.to_play()]) {
    const auto as_move = [](auto play) {
        if constexpr (Decks == 1)
            return Move{play, no_card};
        else
            return play;
    };
    for (const auto each : team.search().ordered(position)) {
        Play play;
        play.move = as_move(each);
        play.after = position;
        play.after.play(play.move);
        play.bounds = team.search().known(play.after);
        plays_.push_back(play);
    }
}

template <class Team, int Decks>
Bounds DeckRoot<Team, Decks>::bounds() const {
    Bounds best = plays_.front().bounds;
    for (const Play& play : plays_) {
        best.lower = raises() ? std::max(best.lower, play.bounds.lower) : std::min(best.lower, play.bounds.lower);
        best.upper = raises() ? std::max(best.upper, play.bounds.upper) : std::min(best.upper, play.bounds.upper);
    }
    return best;
}

template <class Team, int Decks>
Bounds DeckRoot<Team, Decks>::bounds(Move move) const {
    if constexpr (Decks == 1) move = team_->search().kinds().representative(position_, move);
    return std::ranges::find(plays_, move, &Play::move)->bounds;
}

template <class Team, int Decks>
void DeckRoot<Team, Decks>::test(Play& play, int goal) {
    if (goal <= play.bounds.lower || goal > play.bounds.upper) return;
    const std::optional<int> value = team_->test(play.after, goal);
    if (!value) return;
    if (*value >= goal) {
        play.bounds.lower = std::max(play.bounds.lower, *value);
    } else {
        play.bounds.upper = std::min(play.bounds.upper, *value);
    }
}

template <class Team, int Decks>
void DeckRoot<Team, Decks>::ask(int goal) {
    for (auto play = plays_.begin(); play != plays_.end(); ++play) {
        test(*play, goal);
        if (raises() ? play->bounds.lower >= goal : play->bounds.upper < goal) {
            std::rotate(plays_.begin(), play, play + 1);  // likely to do next time, too
            return;
        }
        if (team_->limit_reached()) return;
    }
}

template <class Team, int Decks>
void DeckRoot<Team, Decks>::find_value(int guess) {
    Goals goals(guess);
    while (bounds().lower < bounds().upper && !team_->limit_reached()) ask(goals.next(bounds()));
}

template <class Team, int Decks>
void DeckRoot<Team, Decks>::find_every_play() {
    const int value = bounds().lower;
    for (Play& play : plays_) {
        Goals goals(value);
        while (!play.bounds.exact() && !team_->limit_reached()) test(play, goals.next(play.bounds));
    }
}

template <class Team, int Decks>
void DeckRoot<Team, Decks>::narrow(int guess, TwoDeckProof& proof, Limits& limits)
    requires(Decks == 2)
{
    constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
    constexpr std::uint64_t first_budget = 1024;                      // nodes a question
    constexpr std::uint64_t patient_budget = std::uint64_t{1} << 18;  // steps get smaller from there on
    constexpr std::int64_t first_share = 64;                          // of the interval, one part in so many
    constexpr int most_cards_to_test = 13;  // a hand; with more, hardly anything is found that way
    const bool tests = position_.hand(position_.to_play()).count() <= most_cards_to_test;
    const Bounds known = bounds();
    const std::int64_t first_step = 1 + (std::int64_t{known.upper} - known.lower) / first_share;
    std::array<std::int64_t, 2> steps = {first_step, first_step};  // from the upper bound, from the lower bound
    const auto stopped = [&] { return bounds().exact() || limits.reached() || team_->limit_reached(); };
    const auto learn = [&](Play& play, int goal, std::optional<bool> reached) {
        if (!reached || goal <= play.bounds.lower || goal > play.bounds.upper) return;
        (*reached ? play.bounds.lower : play.bounds.upper) = *reached ? goal : goal - 1;
    };
    const auto decides = [&](const Play& play, int goal) {
        return raises() ? play.bounds.lower >= goal : play.bounds.upper < goal;
    };
    // Asks `about` one play after the other; one that decides is asked about first the next time.
    const auto ask_in_turn = [&](int goal, auto about) {
        for (auto play = plays_.begin(); play != plays_.end() && !stopped(); ++play) {
            if (goal > play->bounds.lower && goal <= play->bounds.upper) about(*play);
            if (!decides(*play, goal)) continue;
            std::rotate(plays_.begin(), play, play + 1);
            return true;
        }
        return false;
    };
    // Whether the goal moved a bound.
    const auto moves_bound = [&](int goal, std::uint64_t budget) {
        const std::optional<bool> reached = proof.at_least(position_, goal, goal <= guess, budget, limits);
        const Bounds before = bounds();
        if (!reached) {
            if (tests) {
                team_->give_up_after(budget);
                ask_in_turn(goal, [&](Play& play) { test(play, goal); });
                team_->give_up_after(unlimited);
            }
        } else if (*reached != raises()) {
            for (Play& play : plays_) learn(play, goal, reached);
        } else {
            // By one of the plays: which, the table knows, unless it forgot.
            constexpr std::uint64_t few_nodes = 64;
            const auto finds_play = [&](std::uint64_t nodes) {
                return ask_in_turn(goal, [&](Play& play) {
                    learn(play, goal, proof.at_least(play.after, goal, *reached, nodes, limits));
                });
            };
            for (std::uint64_t nodes = few_nodes; !stopped() && !finds_play(nodes);) nodes *= 4;
        }
        return bounds() != before;
    };
    // The easiest question of each side first: what is told without search is often told of no other.
    for (const int goal : {known.upper, known.lower + 1}) {
        if (!stopped() && goal > bounds().lower && goal <= bounds().upper) moves_bound(goal, 1);
    }
    for (std::uint64_t budget = first_budget; !stopped(); budget *= 2) {
        for (std::size_t side = 0; side < steps.size(); ++side) {
            for (bool moved = true; moved && !stopped();) {
                const Bounds now = bounds();
                guess = std::clamp(guess, now.lower, now.upper);
                const std::int64_t room = side == 0 ? now.upper - guess : guess - now.lower;
                const auto step =
                    static_cast<int>(std::clamp<std::int64_t>(steps[side], 1, std::max<std::int64_t>(room, 1)));
                if (room == 0 && (side == 0 ? now.lower : now.upper) == guess) break;
                const int goal = side == 0 ? now.upper - step + 1 : now.lower + step;
                // A bound that nothing is known of yet is worth more than one that could be a little better.
                const bool is_first = side == 0 ? now.upper == known.upper : now.lower == known.lower;
                const std::uint64_t nodes = is_first ? 4 * budget : budget;
                moved = moves_bound(std::clamp(goal, now.lower + 1, now.upper), nodes);
                // A question that goes on where it stopped is worth more than an easier one.
                const std::int64_t least = budget < patient_budget ? first_step : 1;
                steps[side] = moved ? 2 * std::int64_t{step} : std::max(least, std::int64_t{step} / 4);
            }
        }
    }
}

template <class Team, int Decks>
Move DeckRoot<Team, Decks>::best() const {
    const auto promise = [&](const Play& play) {
        return raises() ? std::pair(play.bounds.lower, play.bounds.upper)
                        : std::pair(-play.bounds.upper, -play.bounds.lower);
    };
    return std::ranges::max_element(plays_, {}, promise)->move;
}

template <class Team, int Decks>
std::vector<Move> DeckRoot<Team, Decks>::line() {
    std::vector<Move> line;
    if (!bounds().exact()) return line;
    const int value = bounds().lower;
    Position<Decks> position = position_;
    while (!position.is_over()) {
        DeckRoot here(*team_, position);
        if (line.empty()) here.plays_ = plays_;
        const auto is_best = [&](const Play& play) {
            return here.raises() ? play.bounds.lower >= value : play.bounds.upper <= value;
        };
        auto best = std::ranges::find_if(here.plays_, is_best);
        const auto last = here.plays_.end() - 1;  // best if no other is
        for (auto play = here.plays_.begin(); best == here.plays_.end() && play != last; ++play) {
            here.test(*play, here.raises() ? value : value + 1);
            if (team_->limit_reached()) return line;
            if (is_best(*play)) best = play;
        }
        if (best == here.plays_.end()) best = last;
        line.push_back(best->move);
        position = best->after;
    }
    return line;
}

template class DeckRoot<Team, 1>;
template class DeckRoot<TeamOf<TwoDeckSearch<1>>, 2>;
template class DeckRoot<TeamOf<TwoDeckSearch<2>>, 2>;
template class DeckRoot<TeamOf<TwoDeckSearch<8>>, 2>;

}  // namespace gongzhu::solver
