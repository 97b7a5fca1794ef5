#include "rules.hpp"

#include <algorithm>

namespace gongzhu {
namespace {

// RULES §2 "Scoring one deal", by rank from 2 to A, then the small and the big joker (003).
using HeartValues = std::array<int, rank_count>;
constexpr HeartValues standard_hearts = {0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50, -60, -70};
constexpr HeartValues graded_hearts = {-2, -3, -10, -5, -6, -7, -8, -9, -10, -20, -30, -40, -50, -60, -70};
constexpr HeartValues flat_hearts = {10, 10, 10, 10, 10, 10, 10, 10, 10, 20, 30, 40, 50, -60, -70};

const HeartValues& heart_table(HeartTable table) {
    switch (table) {
        case HeartTable::graded: return graded_hearts;
        case HeartTable::flat: return flat_hearts;
        default: return standard_hearts;
    }
}

Lane full_lane(bool jokers) {
    constexpr Lane thirteen = 0x1fff;
    constexpr Lane with_jokers = 0x7ffc;  // ♥4 … ♥A and the jokers
    Lane lane = 0;
    for (int suit = 0; suit < suit_count; ++suit) {
        const bool hearts = static_cast<Suit>(suit) == Suit::hearts;
        lane |= (hearts && jokers ? with_jokers : thirteen) << (suit * 16);
    }
    return lane;
}

std::optional<Card> lead_card_of(FirstLead lead) {
    switch (lead) {
        case FirstLead::club_two: return make_card(Suit::clubs, rank_two);
        case FirstLead::spade_three: return make_card(Suit::spades, rank_three);
        case FirstLead::spade_two: return make_card(Suit::spades, rank_two);
        case FirstLead::spade_seven: return make_card(Suit::spades, rank_seven);
        case FirstLead::club_three: return make_card(Suit::clubs, rank_three);
        default: return std::nullopt;
    }
}

Kind forced_kind_of(const Ruleset& ruleset) {
    if (ruleset.forced == Forced::none || ruleset.forced == Forced::forbidden) return Kind::none;
    const auto& kinds = ruleset.kinds;
    if (ruleset.forced == Forced::third_forces_fourth && std::ranges::find(kinds, Kind::open) != kinds.end()) {
        return Kind::open;
    }
    return *std::ranges::find_if(kinds, [](Kind kind) { return kind != Kind::first; });
}

}  // namespace

std::shared_ptr<const Rules> Rules::make(const Ruleset& ruleset) {
    validate(ruleset);
    return std::shared_ptr<const Rules>(new Rules(ruleset));
}

Rules::Rules(const Ruleset& ruleset) : ruleset_(ruleset) {
    for (int lane = 0; lane < ruleset.decks; ++lane) deck_.lane[lane] = full_lane(ruleset.jokers);
    for (const Card card : ruleset.removed) deck_.remove(last_copy(deck_, card));
    for (Cards rest = deck_; !rest.empty();) deck_list_[deck_size_++] = rest.pop();

    const Rank leader = ruleset.heart_leader == HeartLeader::ace ? rank_ace : rank_three;
    honours_ = {make_card(Suit::spades, rank_queen), make_card(Suit::diamonds, rank_jack),
                make_card(Suit::clubs, rank_ten), make_card(Suit::hearts, leader)};
    for (int i = 0; i < honour_count; ++i) honour_of_[honours_[i]] = static_cast<Honour>(i);
    scoring_lane_ = suit_lane(Suit::hearts);
    for (const Card card : honours_) scoring_lane_ |= card_lane(card);

    for (const Bar bar : ruleset.bars) bars_[static_cast<std::size_t>(bar)] = true;
    for (const Kind kind : ruleset.kinds) has_kind_[static_cast<std::size_t>(kind)] = true;
    forced_kind_ = forced_kind_of(ruleset);
    lead_card_ = lead_card_of(ruleset.first_lead);

    heart_values_ = heart_table(ruleset.heart_table);
    for (Rank rank = 0; rank < rank_count; ++rank) {
        if (heart_values_[rank] == 0) pointless_hearts_ |= card_lane(make_card(Suit::hearts, rank));
    }
    for (unsigned ranks = 0; ranks < 256; ++ranks) {
        for (int bit = 0; bit < 8; ++bit) {
            if ((ranks >> bit) & 1) {
                heart_sums_low_[ranks] = static_cast<short>(heart_sums_low_[ranks] + heart_values_[bit]);
            }
        }
    }
    for (unsigned ranks = 0; ranks < 128; ++ranks) {
        for (int bit = 0; bit < 7; ++bit) {
            if ((ranks >> bit) & 1) {
                heart_sums_high_[ranks] = static_cast<short>(heart_sums_high_[ranks] + heart_values_[8 + bit]);
            }
        }
    }
    hash_ = hash_of(ruleset);
}

std::int64_t Rules::negative_limit() const {
    const auto found = std::ranges::find_if(ruleset_.limits, [](std::int64_t limit) { return limit < 0; });
    return found == ruleset_.limits.end() ? 0 : *found;
}

std::int64_t Rules::positive_limit() const {
    const auto found = std::ranges::find_if(ruleset_.limits, [](std::int64_t limit) { return limit > 0; });
    return found == ruleset_.limits.end() ? 0 : *found;
}

}  // namespace gongzhu
