// A game of many deals: totals, who leads and is dealt to next, when it ends and how it is settled.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "game.hpp"
#include "settlement.hpp"

namespace gongzhu {

class Match {
public:
    // `first_dealt`: who is dealt to first, the loser of the last game or seat 0.
    explicit Match(std::shared_ptr<const Rules> rules, int first_dealt = 0);

    const Rules& rules() const { return *rules_; }
    const std::shared_ptr<const Rules>& rules_pointer() const { return rules_; }

    // Enters a deal that is over, under the same rules. IllegalMove where it is not or the match is over.
    void record(const Game& game);
    // Enters a deal by what goes into each record. `pig_taker`, `leader` −1: unknown.
    void add(const Totals& points, int pig_taker = -1, int leader = -1);
    // Penalty points (000-HP), added as they are given.
    void penalize(int seat, std::int64_t points);

    const Totals& totals() const { return totals_; }
    const std::vector<Totals>& deals() const { return deals_; }
    bool is_over() const;

    // For the next deal; −1: by the lead card, or by lot.
    int leader() const;
    int dealer() const;
    int first_dealt() const;

    // Settlement points so far under zero_sum, which settles each deal; else once the match is over.
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
    int first_dealt_;
    Totals totals_{};
    Totals settled_{};
    Totals penalties_{};
    std::vector<Totals> deals_;
    int pig_taker_ = -1;
    int last_leader_ = -1;
    int dealer_ = -1;
};

}  // namespace gongzhu
