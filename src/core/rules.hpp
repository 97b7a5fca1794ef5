// A validated ruleset with the tables that play and scoring read, made once and shared by everything that uses it.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>

#include "cards.hpp"
#include "exposure.hpp"
#include "ruleset.hpp"

namespace gongzhu {

class Rules {
public:
    // Throws RulesError where the ruleset contradicts itself.
    static std::shared_ptr<const Rules> make(const Ruleset& ruleset);

    const Ruleset& ruleset() const { return ruleset_; }
    int decks() const { return static_cast<int>(ruleset_.decks); }
    std::size_t hash() const { return hash_; }

    // The cards dealt from, before a deal's own draw of removed cards, as a set and in order.
    const Cards& deck() const { return deck_; }
    std::span<const Card> deck_list() const { return {deck_list_.data(), deck_size_}; }
    int hand_size() const { return deck_.count() / seat_count - static_cast<int>(ruleset_.removed_drawn); }

    // The first copy of an exposable card, whether or not it is in the deck.
    Card honour(Honour honour) const { return honours_[static_cast<std::size_t>(honour)]; }
    std::optional<Honour> honour_of(Card card) const { return honour_of_[first_copy(card)]; }

    // Ranks of the scoring cards (pig, sheep, transformer, every heart), the same in every lane.
    Lane scoring_lane() const { return scoring_lane_; }

    bool bars(Bar bar) const { return bars_[static_cast<std::size_t>(bar)]; }
    bool has_kind(Kind kind) const { return has_kind_[static_cast<std::size_t>(kind)]; }
    // The kind in which a ruleset forces exposures; Kind::none where it forces none.
    Kind forced_kind() const { return forced_kind_; }

    // The card whose holder leads the first trick, where the ruleset names one (always a first copy).
    std::optional<Card> lead_card() const { return lead_card_; }

    int heart_value(Rank rank) const { return heart_values_[rank]; }
    // The sum of heart_value over one lane's hearts (bits 0 … 14).
    int heart_sum(unsigned ranks) const { return heart_sums_low_[ranks & 255] + heart_sums_high_[(ranks >> 8) & 127]; }

    // The hearts worth nothing.
    Lane pointless_hearts() const { return pointless_hearts_; }

    // Totals that end a game; 0 where there is none.
    std::int64_t negative_limit() const;
    std::int64_t positive_limit() const;

private:
    explicit Rules(const Ruleset& ruleset);

    Ruleset ruleset_;
    Cards deck_;
    std::array<Card, 104> deck_list_{};
    std::size_t deck_size_ = 0;
    std::array<Card, honour_count> honours_{};
    std::array<std::optional<Honour>, 64> honour_of_;
    Lane scoring_lane_ = 0;
    std::array<bool, 3> bars_{};
    std::array<bool, kind_count> has_kind_{};
    Kind forced_kind_ = Kind::none;
    std::optional<Card> lead_card_;
    std::array<int, rank_count> heart_values_{};
    Lane pointless_hearts_ = 0;
    std::array<short, 256> heart_sums_low_{};
    std::array<short, 128> heart_sums_high_{};
    std::size_t hash_ = 0;
};

}  // namespace gongzhu
