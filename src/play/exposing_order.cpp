#include "exposing_order.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace gongzhu {
namespace {

// Gives the hidden exposures of a view their cards, in an order in which the rules would have had them made.
class ExposingOrder {
public:
    ExposingOrder(const View& view, const DealRecord& record, const Exposures& exposures,
                  const std::array<Cards, seat_count>& holders)
        : view_(view), rules_(*record.rules), deck_(record.deck), holders_(holders), played_(record.played),
          forces_(rules_.ruleset().forced == Forced::third_forces_fourth && record.whole) {
        for (int i = 0; i < honour_count * 2; ++i) {
            const auto honour = static_cast<Honour>(i % honour_count);
            const Kind kind = exposures.kind(honour, i / honour_count);
            const bool named = record.exposures.kind(honour, i / honour_count) != Kind::none;
            if (kind != Kind::none && !named) backs_.push_back({copy(honour, i / honour_count), kind});
        }
    }

    std::vector<Card> find() {
        if (!place(0)) cards_.clear();
        return std::move(cards_);
    }

private:
    struct Back {
        Card card;
        Kind kind;
        bool used = false;
    };

    Card copy(Honour honour, int lane) const { return static_cast<Card>(rules_.honour(honour) + 64 * lane); }

    bool place(std::size_t index) {
        if (index == view_.exposures.size()) return !forces_ || forced_next() == no_card;
        const SeenExposure& seen = view_.exposures[index];
        const auto try_card = [&](Card card) {
            if (forces_) {
                const Card forced = forced_next();
                if (forced != no_card && (forced != first_copy(card) || seen.kind != rules_.forced_kind()))
                    return false;
            }
            cards_.push_back(card);
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
        if (shows_exposures_by_seat(rules_) || !played_[seen.seat].has(twin_of(card))) return false;
        return std::any_of(view_.exposures.begin() + static_cast<std::ptrdiff_t>(index), view_.exposures.end(),
                           [&](const SeenExposure& later) {
                               return later.seat == seen.seat && later.kind == seen.kind && later.card &&
                                      first_copy(later.card->card) == first_copy(card);
                           });
    }

    // The fourth card where three are exposed and it is not yet (000-LZ; a rule of one deck).
    Card forced_next() const {
        if (cards_.size() != honour_count - 1) return no_card;
        for (int i = 0; i < honour_count; ++i) {
            const Card card = rules_.honour(static_cast<Honour>(i));
            if (std::ranges::find(cards_, card) == cards_.end() && deck_.has(card)) return card;
        }
        return no_card;
    }

    const View& view_;
    const Rules& rules_;
    const Cards& deck_;
    const std::array<Cards, seat_count>& holders_;
    const std::array<Cards, seat_count>& played_;
    bool forces_;
    std::vector<Back> backs_;
    std::vector<Card> cards_;
};

}  // namespace

std::vector<Card> exposed_cards(const View& view, const DealRecord& record, const Exposures& exposures,
                                const std::array<Cards, seat_count>& holders) {
    return ExposingOrder(view, record, exposures, holders).find();
}

}  // namespace gongzhu
