#include "match.hpp"

#include <algorithm>

#include "errors.hpp"

namespace gongzhu {
namespace {

void expect_seat(int seat, int lowest, const char* what) {
    if (seat < lowest || seat >= seat_count) {
        throw IllegalMove(std::string(what) + ": seat " + std::to_string(seat) + " is out of range, expected 0 to 3");
    }
}

void expect_points(std::int64_t points, const char* what) {
    constexpr std::int64_t most = 1'000'000'000;  // far beyond any deal, and sums of them stay exact
    if (points < -most || points > most) {
        throw IllegalMove(std::string(what) + ": " + std::to_string(points) + " points are out of range");
    }
}

template <class Wanted>
std::vector<int> seats_where(Wanted wanted) {
    std::vector<int> seats;
    for (int seat = 0; seat < seat_count; ++seat) {
        if (wanted(seat)) seats.push_back(seat);
    }
    return seats;
}

}  // namespace

Match::Match(std::shared_ptr<const Rules> rules, int first_dealt) : rules_(std::move(rules)) {
    expect_seat(first_dealt, 0, "first_dealt");
    state_.first_dealt = first_dealt;
}

void Match::expect_open(const char* what) const {
    if (is_over()) throw IllegalMove(std::string(what) + ": the match is over");
}

void Match::record(const Game& game) {
    expect_open("record");
    if (game.rules().ruleset() != rules_->ruleset()) throw IllegalMove("record: the deal was played under other rules");
    const Points points = game.points();
    const auto sides = game.sides();
    if (rules_->ruleset().record == Record::side && !sides) {
        throw IllegalMove("record: the partners of this deal are not known");
    }
    state_.dealer = game.dealer();
    add(recorded_points(points, sides, *rules_), game.pig_taker(), game.leader());
}

void Match::add(const Totals& points, int pig_taker, int leader) {
    expect_open("add");
    expect_seat(pig_taker, -1, "pig_taker");
    expect_seat(leader, -1, "leader");
    for (const std::int64_t entry : points) expect_points(entry, "add");
    state_.deals.push_back(entry_of(points, *rules_));
    for (int seat = 0; seat < seat_count; ++seat) state_.totals[seat] += state_.deals.back()[seat];
    state_.last_leader = leader >= 0 ? leader : std::max(this->leader(), 0);
    if (pig_taker >= 0) state_.pig_taker = pig_taker;
}

void Match::penalize(int seat, std::int64_t points) {
    expect_seat(seat, 0, "penalize");
    expect_open("penalize");
    expect_points(points, "penalize");
    state_.totals[seat] += points;
}

bool Match::is_over() const {
    return match_is_over(state_.totals, static_cast<std::int64_t>(state_.deals.size()), *rules_);
}

int Match::leader() const {
    if (state_.deals.empty()) return -1;
    switch (rules_->ruleset().later_leads) {
        case LaterLeads::pig_taker: return state_.pig_taker;
        case LaterLeads::rotate: return next_seat(state_.last_leader);
        default: return -1;
    }
}

int Match::dealer() const {
    if (state_.deals.empty()) return -1;
    return state_.pig_taker >= 0 ? state_.pig_taker : state_.dealer;
}

int Match::first_dealt() const {
    const bool follows_pig = rules_->ruleset().first_dealt == FirstDealt::pig_taker;
    return follows_pig && state_.pig_taker >= 0 ? state_.pig_taker : state_.first_dealt;
}

std::optional<Totals> Match::settlement() const {
    if (rules_->ruleset().settlement == Settlement::zero_sum) return state_.totals;
    if (!is_over()) return std::nullopt;
    if (rules_->ruleset().settlement == Settlement::total) return state_.totals;
    return settle(state_.totals, *rules_);
}

std::vector<int> Match::losers() const {
    if (!is_over()) return {};
    const Totals limited = limited_totals(state_.totals, *rules_);
    auto passed = seats_where([&](int seat) { return passes_negative(limited[seat], *rules_); });
    if (!passed.empty()) return passed;
    return seats_where([&](int seat) { return limited[seat] == std::ranges::min(limited); });
}

std::vector<int> Match::winners() const {
    if (!is_over()) return {};
    const Totals limited = limited_totals(state_.totals, *rules_);
    return seats_where([&](int seat) { return limited[seat] == std::ranges::max(limited); });
}

std::vector<int> Match::pigs() const {
    if (state_.deals.empty()) return {};
    const auto [low, high] = std::ranges::minmax(state_.deals.back());
    const bool both = rules_->ruleset().double_pig;
    return seats_where([&, low = low, high = high](int seat) {
        const std::int64_t points = state_.deals.back()[seat];
        return points == low || (both && points == high);
    });
}

std::array<std::string, seat_count> Match::titles() const {
    std::array<std::string, seat_count> titles;
    const auto& ladder = rules_->ruleset().rank_titles;
    for (int seat = 0; seat < seat_count; ++seat) {
        for (const RankTitle& rank : ladder) {
            if (state_.totals[seat] >= rank.points || titles[seat].empty()) titles[seat] = rank.title;
        }
    }
    return titles;
}

bool operator==(const Match& a, const Match& b) {
    return a.rules_->ruleset() == b.rules_->ruleset() && a.state_ == b.state_;
}

}  // namespace gongzhu
