// The exposing phase: who may expose what, in which kind, and what the rules force (RULES §2 "Exposure").
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "cards.hpp"
#include "exposure.hpp"
#include "rules.hpp"

namespace gongzhu {

// Why an exposure is refused.
enum class Refusal : std::uint8_t {
    none,
    forbidden,     // the rules have no exposure
    all_forced,    // the rules expose the cards themselves
    kind_missing,  // the rules lack this kind
    not_honour,    // the card is none of the four
    not_held,
    exposed_already,
    not_first_card,  // a first exposure of a card that was not the first dealt
    too_late_first,  // a first exposure after the seat exposed otherwise
    out_of_order,    // a seat later in the exposing order has exposed
};

template <int Decks>
class Exposing {
public:
    using Set = CardSet<Decks>;

    struct Event {
        std::uint8_t seat;
        Card card;
        Kind kind;
    };

    // Exposes at once what the rules force from the start.
    Exposing(const Rules& rules, const std::array<Set, seat_count>& hands,
             const std::array<Card, seat_count>& first_cards, int dealer, const Exposures& earlier = {})
        : rules_(&rules), hands_(hands), first_cards_(first_cards), dealer_(dealer), made_(earlier) {
        const Forced forced = rules.ruleset().forced;
        if (forced != Forced::all && forced != Forced::all_but_sheep) return;
        for (int i = 0; i < honour_count; ++i) {
            if (forced == Forced::all_but_sheep && static_cast<Honour>(i) == Honour::sheep) continue;
            force(static_cast<Honour>(i));
        }
    }

    const Exposures& made() const { return made_; }
    // Whether anybody has exposed a card of his own will.
    bool has_chosen() const { return has_exposed_ != std::array<bool, seat_count>{}; }
    const Event* begin() const { return events_.data(); }
    const Event* end() const { return events_.data() + size_; }

    Refusal refusal(int seat, Card card, Kind kind) const {
        switch (rules_->ruleset().forced) {
            case Forced::forbidden: return Refusal::forbidden;
            case Forced::all:
            case Forced::all_but_sheep: return Refusal::all_forced;
            default: break;
        }
        if (!rules_->has_kind(kind)) return Refusal::kind_missing;
        const std::optional<Honour> honour = rules_->honour_of(card);
        if (!honour) return Refusal::not_honour;
        if (!hands_[seat].has(card)) return Refusal::not_held;
        if (made_.kind(*honour, lane_of(card)) != Kind::none) return Refusal::exposed_already;
        if (kind == Kind::first) {
            if (first_cards_[seat] == no_card || first_copy(card) != first_copy(first_cards_[seat])) {
                return Refusal::not_first_card;
            }
            if (has_exposed_[seat]) return Refusal::too_late_first;
        } else if (rules_->ruleset().exposure_order == ExposureOrder::from_dealer && place_of(seat) < furthest_) {
            return Refusal::out_of_order;
        }
        return Refusal::none;
    }

    // Calls each(card, kind) for what a seat may expose; of two copies that look alike, for one.
    template <class Each>
    void for_each_choice(int seat, const Each& each) const {
        for (int i = 0; i < honour_count; ++i) {
            const Card first = rules_->honour(static_cast<Honour>(i));
            for (const Kind kind : rules_->ruleset().kinds) {
                if (refusal(seat, first, kind) == Refusal::none) {
                    each(first, kind);
                } else if (Decks == 2 && refusal(seat, twin_of(first), kind) == Refusal::none) {
                    each(twin_of(first), kind);
                }
            }
        }
    }

    // An exposure that is not refused, and the one it forces.
    void expose(int seat, Card card, Kind kind) {
        record(seat, *rules_->honour_of(card), card, kind);
        note(seat, kind);
        if (rules_->ruleset().forced == Forced::third_forces_fourth) force_fourth();
    }

    // That a seat has exposed something; of a card that is not known, the whole of exposing it.
    void note(int seat, Kind kind) {
        has_exposed_[seat] = true;
        if (kind != Kind::first) furthest_ = std::max(furthest_, place_of(seat));
    }

private:
    int place_of(int seat) const { return (seat - dealer_) & 3; }

    void record(int seat, Honour honour, Card card, Kind kind) {
        made_.set(honour, lane_of(card), kind);
        events_[size_++] = {static_cast<std::uint8_t>(seat), card, kind};
    }

    // Exposes every copy of an honour that somebody holds.
    void force(Honour honour) {
        for (int seat = 0; seat < seat_count; ++seat) {
            for (Set copies = hands_[seat] & Set::both(card_lane(rules_->honour(honour))); !copies.empty();) {
                const Card card = copies.pop();
                if (made_.kind(honour, lane_of(card)) == Kind::none) record(seat, honour, card, rules_->forced_kind());
            }
        }
    }

    void force_fourth() {
        int exposed = 0;
        Honour last = Honour::pig;
        for (int i = 0; i < honour_count; ++i) {
            const Honour honour = static_cast<Honour>(i);
            if (made_.exposed_copies(honour) > 0) {
                ++exposed;
            } else {
                last = honour;
            }
        }
        if (exposed == honour_count - 1) force(last);
    }

    const Rules* rules_;
    std::array<Set, seat_count> hands_;
    std::array<Card, seat_count> first_cards_;
    int dealer_;
    Exposures made_;
    std::array<bool, seat_count> has_exposed_{};
    int furthest_ = 0;
    std::array<Event, honour_count * 2> events_{};
    int size_ = 0;
};

}  // namespace gongzhu
