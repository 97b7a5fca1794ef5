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

template <class Wanted>
std::vector<int> seats_where(Wanted wanted) {
    std::vector<int> seats;
    for (int seat = 0; seat < seat_count; ++seat) {
        if (wanted(seat)) seats.push_back(seat);
    }
    return seats;
}

}  // namespace

Match::Match(std::shared_ptr<const Rules> rules, int first_dealt) : rules_(std::move(rules)), first_dealt_(first_dealt) {
    expect_seat(first_dealt, 0, "first_dealt");
}

void Match::expect_open(const char* what) const {
    if (is_over()) throw IllegalMove(std::string(what) + ": the match is over");
}

void Match::record(const Game& game) {
    expect_open("record");
    if (game.rules().ruleset() != rules_->ruleset()) throw IllegalMove("record: the deal was played under other rules");
    const Points points = game.points();
    Totals entry{};
    const auto sides = game.sides();
    const bool by_side = rules_->ruleset().record == Record::side;
    if (by_side && !sides) throw IllegalMove("record: the partners of this deal are not known");
    for (int seat = 0; seat < seat_count; ++seat) {
        for (int other = 0; other < seat_count; ++other) {
            const bool counts = by_side ? (*sides)[other] == (*sides)[seat] : other == seat;
            if (counts) entry[seat] += points[other];
        }
    }
    dealer_ = game.dealer();
    add(entry, game.pig_taker(), game.leader());
}

void Match::add(const Totals& points, int pig_taker, int leader) {
    expect_open("add");
    expect_seat(pig_taker, -1, "pig_taker");
    expect_seat(leader, -1, "leader");
    deals_.push_back(points);
    for (int seat = 0; seat < seat_count; ++seat) totals_[seat] += points[seat];
    if (rules_->ruleset().settlement == Settlement::zero_sum) {
        const Totals settled = *settle(points, *rules_);
        for (int seat = 0; seat < seat_count; ++seat) settled_[seat] += settled[seat];
    }
    last_leader_ = leader >= 0 ? leader : std::max(this->leader(), 0);
    if (pig_taker >= 0) pig_taker_ = pig_taker;
}

void Match::penalize(int seat, std::int64_t points) {
    expect_seat(seat, 0, "penalize");
    expect_open("penalize");
    totals_[seat] += points;
    penalties_[seat] += points;
}

bool Match::is_over() const {
    const std::int64_t deals = rules_->ruleset().deals;
    const bool all_played = deals != 0 && static_cast<std::int64_t>(deals_.size()) >= deals;
    return all_played || limit_passed(totals_, *rules_);
}

int Match::leader() const {
    if (deals_.empty()) return -1;
    switch (rules_->ruleset().later_leads) {
        case LaterLeads::pig_taker: return pig_taker_;
        case LaterLeads::rotate: return next_seat(last_leader_);
        default: return -1;
    }
}

int Match::dealer() const {
    if (deals_.empty()) return -1;
    return pig_taker_ >= 0 ? pig_taker_ : dealer_;
}

int Match::first_dealt() const {
    const bool follows_pig = rules_->ruleset().first_dealt == FirstDealt::pig_taker;
    return follows_pig && pig_taker_ >= 0 ? pig_taker_ : first_dealt_;
}

std::optional<Totals> Match::settlement() const {
    if (rules_->ruleset().settlement == Settlement::zero_sum) {
        Totals points = settled_;
        for (int seat = 0; seat < seat_count; ++seat) points[seat] += penalties_[seat];
        return points;
    }
    if (!is_over()) return std::nullopt;
    const auto points = settle(totals_, *rules_);
    return points || rules_->ruleset().settlement != Settlement::total ? points : std::optional(totals_);
}

std::vector<int> Match::losers() const {
    if (!is_over()) return {};
    const Totals limited = limited_totals(totals_, *rules_);
    const auto passed = seats_where([&](int seat) { return passes_negative(limited[seat], *rules_); });
    if (!passed.empty()) return passed;
    return seats_where([&](int seat) { return limited[seat] == std::ranges::min(limited); });
}

std::vector<int> Match::winners() const {
    if (!is_over()) return {};
    const Totals limited = limited_totals(totals_, *rules_);
    return seats_where([&](int seat) { return limited[seat] == std::ranges::max(limited); });
}

std::vector<int> Match::pigs() const {
    if (deals_.empty()) return {};
    const auto [low, high] = std::ranges::minmax(deals_.back());
    const bool both = rules_->ruleset().double_pig;
    return seats_where([&, low = low, high = high](int seat) {
        const std::int64_t points = deals_.back()[seat];
        return points == low || (both && points == high);
    });
}

std::array<std::string, seat_count> Match::titles() const {
    const bool settles_deals = rules_->ruleset().settlement == Settlement::zero_sum;
    const Totals points = settles_deals ? *settlement() : totals_;
    std::array<std::string, seat_count> titles;
    const auto& ladder = rules_->ruleset().rank_titles;
    for (int seat = 0; seat < seat_count; ++seat) {
        for (const RankTitle& rank : ladder) {
            if (points[seat] >= rank.points || titles[seat].empty()) titles[seat] = rank.title;
        }
    }
    return titles;
}

bool operator==(const Match& a, const Match& b) {
    return a.rules_->ruleset() == b.rules_->ruleset() && a.first_dealt_ == b.first_dealt_ && a.totals_ == b.totals_ &&
           a.settled_ == b.settled_ && a.penalties_ == b.penalties_ && a.deals_ == b.deals_ &&
           a.pig_taker_ == b.pig_taker_ && a.last_leader_ == b.last_leader_ && a.dealer_ == b.dealer_;
}

}  // namespace gongzhu
