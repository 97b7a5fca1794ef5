#include "root.hpp"

#include <algorithm>

namespace gongzhu::solver {
namespace {

// The nearest goal that a test can decide: above the lower bound, and not above the upper one.
int within(const Bounds& bounds, int goal) { return std::max(std::min(goal, bounds.upper), bounds.lower + 1); }

}  // namespace

Root::Root(Search& search, const Position<1>& position)
    : search_(&search), position_(position), role_(search.worth().aim().roles[position.to_play()]) {
    const Lane legal = position.legal_cards().lane[0];
    for (auto cards = CardSet<1>::both(search.alike().representatives(position, legal)); !cards.empty();) {
        Play play{cards.pop(), position, {}};
        play.after.play({play.card, no_card});
        play.bounds = search.known(play.after);
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
    Lane kept = 0;
    for (const Play& play : plays_) kept |= card_lane(play.card);
    const Card representative = search_->alike().representative(position_, kept, card);
    return std::ranges::find(plays_, representative, &Play::card)->bounds;
}

void Root::test(Play& play, int goal) {
    if (goal <= play.bounds.lower || goal > play.bounds.upper) return;
    const int value = search_->test(play.after, goal);
    if (search_->limits().reached()) return;
    if (value >= goal) {
        play.bounds.lower = std::max(play.bounds.lower, value);
    } else {
        play.bounds.upper = std::min(play.bounds.upper, value);
    }
}

// The next goal after a test has moved the bounds: a step beyond the one that moved, as far as is possible.
int Root::next_goal(const Bounds& before, const Bounds& after) {
    constexpr int step = 50;  // points; from 20 to 100 the node counts hardly differ
    const bool risen = after.lower > before.lower;
    return within(after, risen ? after.lower + step : after.upper - step);
}

void Root::ask(int goal) {
    for (Play& play : plays_) {
        test(play, goal);
        const bool decided = raises() ? play.bounds.lower >= goal : play.bounds.upper < goal;
        if (decided || search_->limits().reached()) return;
    }
}

void Root::find_value() {
    int goal = within(bounds(), search_->standing(position_));
    while (!bounds().exact() && !search_->limits().reached()) {
        const Bounds before = bounds();
        ask(goal);
        goal = next_goal(before, bounds());
    }
}

void Root::find_every_play() {
    const int value = bounds().lower;
    for (Play& play : plays_) {
        int goal = within(play.bounds, value);
        while (!play.bounds.exact() && !search_->limits().reached()) {
            const Bounds before = play.bounds;
            test(play, goal);
            goal = next_goal(before, play.bounds);
        }
    }
}

std::vector<Card> Root::line() {
    std::vector<Card> line;
    if (!bounds().exact()) return line;
    const int value = bounds().lower;
    Position<1> position = position_;
    while (!position.is_over()) {
        Root here(*search_, position);
        if (line.empty()) here.plays_ = plays_;
        const auto is_best = [&](const Play& play) {
            return here.raises() ? play.bounds.lower >= value : play.bounds.upper <= value;
        };
        auto best = std::ranges::find_if(here.plays_, is_best);
        const auto last = here.plays_.end() - 1;  // best if no other is
        for (auto play = here.plays_.begin(); best == here.plays_.end() && play != last; ++play) {
            here.test(*play, here.raises() ? value : value + 1);
            if (search_->limits().reached()) return line;
            if (is_best(*play)) best = play;
        }
        if (best == here.plays_.end()) best = last;
        line.push_back(best->card);
        position = best->after;
    }
    return line;
}

}  // namespace gongzhu::solver
