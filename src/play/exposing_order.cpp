#include "exposing_order.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace gongzhu {
namespace {

// Gives the hidden exposures of a view their cards, in an order in which the rules would have had them made.
class Search {
public:
    Search(const View& view, const DealRecord& record, const Exposures& exposures,
           const std::array<Cards, seat_count>& holders)
        : view_(view), record_(record), rules_(*record.rules), exposures_(exposures), holders_(holders),
          forces_(rules_.ruleset().forced == Forced::third_forces_fourth && record.whole) {
        for (int i = 0; i < honour_count * 2; ++i) {
            const auto honour = static_cast<Honour>(i % honour_count);
            const Kind kind = exposures.kind(honour, i / honour_count);
            const bool named = record.exposures.kind(honour, i / honour_count) != Kind::none;
            if (kind != Kind::none && !named) backs_.push_back({copy(honour, i / honour_count), kind});
        }
    }

    std::optional<ExposingOrder> find() {
        if (!place(0)) return std::nullopt;
        return ExposingOrder{std::move(cards_), before_};
    }

private:
    struct Back {
        Card card;
        Kind kind;
        bool used = false;
    };

    Card copy(Honour honour, int lane) const { return static_cast<Card>(rules_.honour(honour) + 64 * lane); }

    bool place(std::size_t index) {
        if (index == view_.exposures.size()) return (!forces_ || forced_next() == no_card) && can_be_stated();
        const SeenExposure& seen = view_.exposures[index];
        const auto try_card = [&](Card card) {
            if (forces_) {
                const Card forced = forced_next();
                if (forced != no_card && (forced != first_copy(card) || seen.kind != rules_.forced_kind()))
                    return false;
            }
            cards_.push_back(first_copy(card));
            if (place(index + 1)) return true;
            cards_.pop_back();
            return false;
        };
        if (seen.card) return try_card(first_copy(seen.card->card));
        for (Back& back : backs_) {
            if (back.used || back.kind != seen.kind || !holders_[seen.seat].has(back.card)) continue;
            if (is_second_copy(back.card, index)) continue;
            back.used = true;
            if (try_card(back.card)) return true;
            back.used = false;
        }
        return false;
    }

    // Of two copies that a seat exposed alike, it plays the one exposed first: whether the exposure after `index` of
    // the twin, which has been played, says that this card is not it.
    bool is_second_copy(Card card, std::size_t index) const {
        const SeenExposure& seen = view_.exposures[index];
        if (shows_exposures_by_seat(rules_) || !record_.played[seen.seat].has(twin_of(card))) return false;
        return std::any_of(view_.exposures.begin() + static_cast<std::ptrdiff_t>(index), view_.exposures.end(),
                           [&](const SeenExposure& later) {
                               return later.seat == seen.seat && later.kind == seen.kind && later.card &&
                                      first_copy(later.card->card) == first_copy(card);
                           });
    }

    // Where a seat exposed both copies of a card alike and one was gone before the ending, the ending takes the one
    // still held for the one exposed first. So if that is the one exposed later, it and all after it are exposed in the
    // ending's game, by those who hold the cards.
    bool can_be_stated() {
        before_ = record_.exposed_before;
        if (record_.whole || shows_exposures_by_seat(rules_)) return true;
        for (std::size_t later = 0; later < before_; ++later) {
            for (std::size_t earlier = 0; earlier < later; ++earlier) {
                if (is_held_after_gone(earlier, later)) before_ = later;
            }
        }
        std::array<Cards, seat_count> left = holders_;
        for (std::size_t i = before_; i < cards_.size(); ++i) {
            const SeenExposure& seen = view_.exposures[i];
            const Card card = copy_held(cards_[i], seen.kind, left[seen.seat]);
            if (card == no_card) return false;
            left[seen.seat].remove(card);
        }
        return true;
    }

    bool is_held_after_gone(std::size_t earlier, std::size_t later) const {
        const SeenExposure& gone = view_.exposures[earlier];
        const SeenExposure& held = view_.exposures[later];
        return gone.seat == held.seat && gone.kind == held.kind && cards_[earlier] == cards_[later] && gone.card &&
               !held.card && copy_held(cards_[earlier], gone.kind, record_.played[gone.seat]) == no_card;
    }

    // A copy of a card that is exposed in this kind and among `cards`.
    Card copy_held(Card first, Kind kind, const Cards& cards) const {
        for (const Card card : {first, twin_of(first)}) {
            if (cards.has(card) && exposures_.kind(*rules_.honour_of(first), lane_of(card)) == kind) return card;
        }
        return no_card;
    }

    // The fourth card where three are exposed and it is not yet (000-LZ; a rule of one deck).
    Card forced_next() const {
        if (cards_.size() != honour_count - 1) return no_card;
        for (int i = 0; i < honour_count; ++i) {
            const Card card = rules_.honour(static_cast<Honour>(i));
            if (std::ranges::find(cards_, card) == cards_.end() && record_.deck.has(card)) return card;
        }
        return no_card;
    }

    const View& view_;
    const DealRecord& record_;
    const Rules& rules_;
    const Exposures& exposures_;
    const std::array<Cards, seat_count>& holders_;
    bool forces_;
    std::vector<Back> backs_;
    std::vector<Card> cards_;
    std::size_t before_ = 0;
};

}  // namespace

std::optional<ExposingOrder> exposing_order(const View& view, const DealRecord& record, const Exposures& exposures,
                                            const std::array<Cards, seat_count>& holders) {
    return Search(view, record, exposures, holders).find();
}

}  // namespace gongzhu
