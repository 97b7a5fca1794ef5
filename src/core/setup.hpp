// What is fixed in a deal once play has begun: the rules, who was dealt what, the exposures.
#pragma once

#include <array>

#include "cards.hpp"
#include "exposure.hpp"
#include "rules.hpp"

namespace gongzhu {

template <int Decks>
struct Setup {
    using Set = CardSet<Decks>;

    const Rules* rules = nullptr;
    Exposures exposures;
    Set deck;                             // the cards of this deal, wherever they are: hearts and scoring cards in full
    std::array<Set, seat_count> dealt{};  // for self-capture
    bool must_lead_card = false;          // the first lead is the rules' lead card (000-LZ)
    Lane unlike = 0;                      // ranks whose two copies differ by their exposure

    // Derives what follows from the exposures.
    void set_exposures(const Exposures& made) {
        exposures = made;
        unlike = 0;
        for (int i = 0; i < honour_count; ++i) {
            const Honour honour = static_cast<Honour>(i);
            if (made.kind(honour, 0) != made.kind(honour, 1)) unlike |= card_lane(rules->honour(honour));
        }
    }

    // Every copy that is exposed in a kind that the bars hold for.
    Set barred_copies() const {
        Set barred;
        for (int copy = 0; copy < Decks; ++copy) {
            for (int i = 0; i < honour_count; ++i) {
                const Honour honour = static_cast<Honour>(i);
                if (is_barred(exposures.kind(honour, copy))) {
                    barred.lane[copy] |= card_lane(rules->honour(honour));
                }
            }
        }
        return barred;
    }

    // The same for one deck, where the second lane is empty.
    Setup<1> for_one_deck() const {
        Setup<1> setup;
        setup.rules = rules;
        setup.deck = narrow<1>(deck);
        for (int seat = 0; seat < seat_count; ++seat) setup.dealt[seat] = narrow<1>(dealt[seat]);
        setup.must_lead_card = must_lead_card;
        setup.set_exposures(exposures);
        return setup;
    }

    // Keeps one of two copies that nothing tells apart.
    Set without_twins(Set cards) const {
        if constexpr (Decks == 2) cards.lane[1] &= ~(cards.lane[0] & ~unlike);
        return cards;
    }
};

}  // namespace gongzhu
