#include "root.hpp"

#include <algorithm>

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

Root::Root(Team& team, const Position<1>& position)
    : team_(&team), position_(position), role_(team.search().worth().aim().roles[position.to_play()]) {
    for (const Card card : team.search().ordered(position)) {
        Play play{card, position, {}};
        play.after.play({card, no_card});
        play.bounds = team.search().known(play.after);
        plays_.push_back(play);
    }
}

Bounds Root::bounds() const {
    Bounds best = plays_.front().bounds;
    for (const Play& play : plays_) {
        best.lower = raises() ? std::max(best.lower, play.bounds.lower) : std::min(best.lower, play.bounds.lower);
        best.upper = raises() ? std::max(best.upper, play.bounds.upper) : std::min(best.upper, play.bounds.upper);
    }
    return best;
}

Bounds Root::bounds(Card card) const {
    const Lane legal = position_.legal_cards().lane[0];
    const Card representative = team_->search().kinds().representative(position_, legal, card);
    return std::ranges::find(plays_, representative, &Play::card)->bounds;
}

void Root::test(Play& play, int goal) {
    if (goal <= play.bounds.lower || goal > play.bounds.upper) return;
    const std::optional<int> value = team_->test(play.after, goal);
    if (!value) return;
    if (*value >= goal) {
        play.bounds.lower = std::max(play.bounds.lower, *value);
    } else {
        play.bounds.upper = std::min(play.bounds.upper, *value);
    }
}

void Root::ask(int goal) {
    for (auto play = plays_.begin(); play != plays_.end(); ++play) {
        test(*play, goal);
        if (raises() ? play->bounds.lower >= goal : play->bounds.upper < goal) {
            std::rotate(plays_.begin(), play, play + 1);  // likely to do next time, too
            return;
        }
        if (team_->limit_reached()) return;
    }
}

void Root::find_value(int guess) {
    Goals goals(guess);
    while (bounds().lower < bounds().upper && !team_->limit_reached()) ask(goals.next(bounds()));
}

void Root::find_every_play() {
    const int value = bounds().lower;
    for (Play& play : plays_) {
        Goals goals(value);
        while (!play.bounds.exact() && !team_->limit_reached()) test(play, goals.next(play.bounds));
    }
}

std::vector<Card> Root::line() {
    std::vector<Card> line;
    if (!bounds().exact()) return line;
    const int value = bounds().lower;
    Position<1> position = position_;
    while (!position.is_over()) {
        Root here(*team_, position);
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
        line.push_back(best->card);
        position = best->after;
    }
    return line;
}

}  // namespace gongzhu::solver
