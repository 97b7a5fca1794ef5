// A game of many deals: totals, who leads and is dealt to next, when it ends and how it is settled.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "game.hpp"
#include "settlement.hpp"

namespace gongzhu {

class Match {
public:
    // What a match remembers of its deals.
    struct State {
        int first_dealt = 0;
        Totals totals{};
        std::vector<Totals> deals;
        int pig_taker = -1;
        int last_leader = -1;
        int dealer = -1;
        friend bool operator==(const State&, const State&) = default;
    };

    // `first_dealt`: who is dealt to first, the loser of the last game or seat 0.
    explicit Match(std::shared_ptr<const Rules> rules, int first_dealt = 0);
    // A match as it was stored.
    Match(std::shared_ptr<const Rules> rules, State state) : rules_(std::move(rules)), state_(std::move(state)) {}

    const Rules& rules() const { return *rules_; }
    const std::shared_ptr<const Rules>& rules_pointer() const { return rules_; }

    // Enters a deal that is over, under the same rules. IllegalMove where it is not or the match is over.
    void record(const Game& game);
    // Enters a deal by each player's points, with partners who record their side's sum that sum. Under zero_sum what
    // goes into the records is settled deal by deal. `pig_taker`, `leader` −1: unknown.
    void add(const Totals& points, int pig_taker = -1, int leader = -1);
    // Penalty points (000-HP), added as they are given.
    void penalize(int seat, std::int64_t points);

    const State& state() const { return state_; }
    const Totals& totals() const { return state_.totals; }
    // What each deal entered into the records.
    const std::vector<Totals>& deals() const { return state_.deals; }
    bool is_over() const;

    // For the next deal; −1: by the lead card, or by lot.
    int leader() const;
    int dealer() const;
    int first_dealt() const;

    // The totals under zero_sum, which settles each deal; else what they are worth once the match is over.
    std::optional<Totals> settlement() const;
    // Seats, once the match is over.
    std::vector<int> losers() const;
    std::vector<int> winners() const;
    // The last deal's lowest, and under double_pig its highest too.
    std::vector<int> pigs() const;
    // The rank title of each player's total (001 §8, 002).
    std::array<std::string, seat_count> titles() const;

    friend bool operator==(const Match& a, const Match& b);

private:
    void expect_open(const char* what) const;

    std::shared_ptr<const Rules> rules_;
    State state_;
};

}  // namespace gongzhu
