#include "score_text.hpp"

#include <algorithm>

#include "errors.hpp"
#include "pairs.hpp"

namespace gongzhu {
namespace {

// Finds physical copies for names: the exposures made decide which copy a name can mean.
class Namer {
public:
    Namer(const Rules& rules, const Cards& deck, const std::vector<DealText::ExposedLabel>& exposed)
        : rules_(rules), free_(deck) {
        for (const auto& [seat, label, kind] : exposed) expose(seat, label, kind);
    }

    const Exposures& exposures() const { return exposures_; }

    // Of the copies that a seat took, the one it was dealt: one that it exposed, if there is such.
    Card own_copy(Card card, const Cards& held, int seat) const {
        const Card twin = twin_of(card);
        if (held.has(twin) && (!held.has(card) || exposer_[twin] == seat)) return twin;
        return held.has(card) ? card : no_card;
    }

    Card take(const Label& label, int seat) {
        const std::string where = std::string("taken by ") + seat_letters[static_cast<std::size_t>(seat)] + ": ";
        Card card = no_card;
        try {
            card = copy_meant(label, free_, exposures_, rules_);
        } catch (const NotationError& error) {
            throw RulesError(where + error.what());
        }
        if (card == no_card) {
            const bool marked = label.mark != Label::Mark::none;
            throw RulesError(
                where + to_text(label) +
                (marked ? " is not an exposed copy, or is taken twice" : " is taken more often than the deck has it"));
        }
        free_.remove(card);
        return card;
    }

private:
    void expose(int seat, const Label& label, Kind kind) {
        const std::string text = to_text(Label{label.card, Label::Mark::none});
        const auto honour = rules_.honour_of(label.card);
        if (!honour) throw RulesError("exposed: " + text + " cannot be exposed");
        if (!rules_.has_kind(kind)) {
            throw RulesError("exposed: these rules have no exposure of kind " + std::string(to_text(kind)));
        }
        int copy = 0;
        while (copy < 2 && exposures_.kind(*honour, copy) != Kind::none) ++copy;
        const Card card = static_cast<Card>(label.card + 64 * copy);
        if (copy == 2 || !free_.has(card)) {
            throw RulesError("exposed: " + text + " is exposed more often than the deck has it");
        }
        exposures_.set(*honour, copy, kind);
        exposer_[card] = seat;
    }

    const Rules& rules_;
    Cards free_;
    Exposures exposures_;
    std::array<int, 128> exposer_ = [] {
        std::array<int, 128> nobody{};
        nobody.fill(-1);
        return nobody;
    }();
};

// Whether lists of names, copies by any mark alike, name no card more often than a deck has it.
void expect_in_deck(const std::array<std::vector<Label>, seat_count>& lists, Cards deck, const std::string& what) {
    for (const std::vector<Label>& list : lists) {
        for (const Label& label : list) {
            const Card card = last_copy(deck, label.card);
            if (!deck.has(card)) throw RulesError(what + ": the deck of these rules has no other " + to_text(label));
            deck.remove(card);
        }
    }
}

}  // namespace

Points score_labels(const Rules& rules, const SeatLabels& taken, const std::vector<DealText::ExposedLabel>& exposed,
                    const SeatLabels& dealt, const std::vector<Label>& removed) {
    Setup<2> setup;
    setup.rules = &rules;
    setup.deck = rules.deck();
    for (const Label& label : removed) {
        const Card card = last_copy(setup.deck, label.card);
        if (!setup.deck.has(card))
            throw RulesError("removed: " + to_text(label) + " is not in the deck of these rules");
        setup.deck.remove(card);
    }
    Namer namer(rules, setup.deck, exposed);
    setup.set_exposures(namer.exposures());

    std::array<Cards, seat_count> sets{};
    for (const bool marked : {true, false}) {  // names with a star first: a plain one takes what is left
        for (int seat = 0; seat < seat_count; ++seat) {
            for (const Label& label : taken[seat]) {
                if ((label.mark != Label::Mark::none) == marked) sets[seat].add(namer.take(label, seat));
            }
        }
    }
    expect_in_deck(dealt, setup.deck, "dealt");
    for (int seat = 0; seat < seat_count; ++seat) {
        Cards left = sets[seat];
        for (const Label& label : dealt[seat]) {
            const Card own = namer.own_copy(label.card, left, seat);
            if (own == no_card) continue;
            left.remove(own);
            setup.dealt[seat].add(own);
        }
    }
    return score(setup, sets);
}

int pair_winner(const std::array<std::array<Label, 2>, seat_count>& plays, const Rules& rules) {
    if (plays[0][0].card != plays[0][1].card) {
        throw RulesError("plays: the first two cards must be a pair, not " + to_text(plays[0][0]) + " " +
                         to_text(plays[0][1]));
    }
    SeatLabels lists;
    for (int i = 0; i < seat_count; ++i) lists[i] = {plays[i][0], plays[i][1]};
    expect_in_deck(lists, rules.deck(), "plays");
    const Suit lead = suit_of(plays[0][0].card);
    int winner = 0;
    int best = 0;
    for (int i = 0; i < seat_count; ++i) {
        const int strength = pair_strength(plays[i][0].card, plays[i][1].card, lead, rules.ruleset().pairs);
        if (strength > best) {
            best = strength;
            winner = i;
        }
    }
    return winner;
}

}  // namespace gongzhu
