#include "deal.hpp"

#include <algorithm>

#include "dealing.hpp"
#include "errors.hpp"

namespace gongzhu {
namespace {

// Gives the copies of each card to their owners in a fixed order, so that deals that look alike are equal.
class CopyPlacer {
public:
    Card place(Card card) { return static_cast<Card>(first_copy(card) + 64 * used_[first_copy(card)]++); }
    int used(Card card) const { return used_[first_copy(card)]; }

private:
    std::array<int, 64> used_{};
};

std::string seat_name(int seat) { return std::string(1, seat_letters[static_cast<std::size_t>(seat)]); }

int copies_in(const Cards& deck, Card card) { return deck.has(first_copy(card)) + deck.has(first_copy(card) | 64); }

std::string name_of(Card card) { return to_text(Label{first_copy(card), Label::Mark::none}); }

Cards place_all(const std::array<Cards, seat_count>& dealt, std::array<Cards, seat_count>& placed) {
    CopyPlacer placer;
    Cards all;
    for (int seat = 0; seat < seat_count; ++seat) {
        for (Cards rest = dealt[seat]; !rest.empty();) {
            const Card card = placer.place(rest.pop());
            placed[seat].add(card);
            all.add(card);
        }
    }
    return all;
}

void expect_seat(int seat, const char* what) {
    if (seat < -1 || seat >= seat_count) {
        throw RulesError(std::string(what) + ": seat " + std::to_string(seat) + " is out of range, expected 0 to 3");
    }
}

void expect_exposure(const DealText::ExposedLabel& exposed, const Rules& rules) {
    expect_seat(exposed.seat < 0 ? seat_count : exposed.seat, "exposed");
    if (!rules.honour_of(exposed.label.card)) {
        throw RulesError("exposed: " + to_text(exposed.label) + " cannot be exposed");
    }
    if (rules.ruleset().forced == Forced::forbidden || !rules.has_kind(exposed.kind)) {
        throw RulesError("exposed: these rules have no exposure of kind " + std::string(to_text(exposed.kind)));
    }
}

}  // namespace

Deal::Deal(std::shared_ptr<const Rules> rules, const DealText& text)
    : rules_(std::move(rules)), leader_(text.leader), dealer_(text.dealer), led_(text.led) {
    place_copies(text);
    for (int seat = 0; seat < seat_count; ++seat) {
        if (text.first_cards[seat]) first_cards_[seat] = text.first_cards[seat]->card;
    }
    validate(text);
    place_exposed(text);
}

Deal Deal::random(std::shared_ptr<const Rules> rules, std::uint64_t seed, int cards, int first) {
    const int whole = rules->hand_size();
    if (cards < 0 || cards > whole) {
        throw RulesError("cards: " + std::to_string(cards) + " is out of range, expected 1 to " +
                         std::to_string(whole));
    }
    if (first < 0 || first >= seat_count) expect_seat(first < 0 ? seat_count : first, "first");
    Random random(seed);
    const Dealt<2> dealt = [&] {
        if (rules->decks() == 2) return deal_cards<2>(*rules, random, cards == 0 ? whole : cards, first);
        const Dealt<1> one = deal_cards<1>(*rules, random, cards == 0 ? whole : cards, first);
        Dealt<2> two{{}, one.first_cards, widen(one.removed), one.leader, one.lot};
        for (int seat = 0; seat < seat_count; ++seat) two.hands[seat] = widen(one.hands[seat]);
        return two;
    }();
    Deal deal;
    deal.rules_ = std::move(rules);
    place_all(dealt.hands, deal.hands_);
    for (int seat = 0; seat < seat_count; ++seat) deal.first_cards_[seat] = first_copy(dealt.first_cards[seat]);
    for (Cards rest = dealt.removed; !rest.empty();) {
        const Card card = rest.pop();
        deal.removed_.add(last_copy(deal.deck(), card));
    }
    // Two holders of the lead card, or a lot, cannot be told from the hands.
    int holders = 0;
    for (const Cards& hand : deal.hands_) {
        holders += deal.rules_->lead_card() && !(hand & Cards::both(card_lane(*deal.rules_->lead_card()))).empty();
    }
    if (holders != 1) deal.leader_ = dealt.leader;
    const Ruleset& ruleset = deal.rules_->ruleset();
    const bool needs_dealer =
        ruleset.exposure_order == ExposureOrder::from_dealer || ruleset.partnership == Partnership::called;
    if (needs_dealer) deal.dealer_ = dealt.lot;
    return deal;
}

void Deal::place_copies(const DealText& text) {
    CopyPlacer placer;
    const auto place = [&](const Label& label, const std::string& where) {
        const Card card = label.card;
        if (placer.used(card) == copies_in(rules_->deck(), card)) {
            const bool known = copies_in(rules_->deck(), card) > 0;
            throw RulesError(
                where + ": " + name_of(card) +
                (known ? " appears more often than the deck has it" : " is not in the deck of these rules"));
        }
        return placer.place(card);
    };
    for (int seat = 0; seat < seat_count; ++seat) {
        for (const Label& label : text.hands[seat]) {
            if (label.mark != Label::Mark::none) {
                throw RulesError("hand of " + seat_name(seat) + ": " + to_text(label) +
                                 " is marked as exposed: exposures are made in a game");
            }
            hands_[seat].add(place(label, "hand of " + seat_name(seat)));
        }
    }
    for (int seat = 0; seat < seat_count; ++seat) {
        std::vector<Label> own = text.own[seat];
        for (const Label& label : text.taken[seat]) {
            const Card card = place(label, "taken by " + seat_name(seat));
            taken_[seat].add(card);
            const auto found = std::ranges::find(own, label);
            if (found != own.end()) {
                own_[seat].add(card);
                own.erase(found);
            }
        }
        if (!own.empty()) {
            throw RulesError("own cards of " + seat_name(seat) + ": " + to_text(own.front()) +
                             " is not among the cards taken");
        }
    }
    // The ruleset's own removals may be listed among the deal's; what remains was drawn for this deal.
    std::vector<Card> of_rules = rules_->ruleset().removed;
    for (const Label& label : text.removed) {
        const auto found = std::ranges::find(of_rules, label.card);
        if (found != of_rules.end()) {
            of_rules.erase(found);
            continue;
        }
        if (placer.used(label.card) == copies_in(rules_->deck(), label.card)) {
            throw RulesError("removed: " + name_of(label.card) + " is in play or not in the deck");
        }
        removed_.add(last_copy(deck(), label.card));
        placer.place(label.card);
    }
    if (text.removed.empty() && rules_->ruleset().removed_drawn > 0) {
        Cards held;
        for (const Cards& hand : hands_) held |= hand;
        if (hands_[0].count() == rules_->hand_size()) removed_ = rules_->deck() - held;
    }
}

void Deal::validate(const DealText& text) const {
    for (int seat = 1; seat < seat_count; ++seat) {
        if (hands_[seat].count() != hands_[0].count()) {
            throw RulesError("unequal hands: " + seat_name(0) + " has " + std::to_string(hands_[0].count()) +
                             " cards, " + seat_name(seat) + " has " + std::to_string(hands_[seat].count()));
        }
    }
    if (hands_[0].empty()) throw RulesError("the hands are empty");
    if (hands_[0].count() > rules_->hand_size()) {
        throw RulesError("hands of " + std::to_string(hands_[0].count()) + " cards: these rules deal " +
                         std::to_string(rules_->hand_size()));
    }
    const int drawn = removed_.count();
    if (drawn != 0 && drawn != seat_count * rules_->ruleset().removed_drawn) {
        throw RulesError("removed: " + std::to_string(drawn) + " cards beyond the ruleset's own, expected " +
                         std::to_string(seat_count * rules_->ruleset().removed_drawn));
    }
    if (led_ >= (1U << suit_count)) throw RulesError("led: expected letters of S H D C");
    if (led_ != 0 && !is_ending()) throw RulesError("led: nothing has been led in a whole deal");
    expect_seat(leader_, "leader");
    expect_seat(dealer_, "dealer");
    for (int seat = 0; seat < seat_count; ++seat) {
        const Card first = first_cards_[seat];
        if (first == no_card || is_ending()) continue;
        if (!hands_[seat].has(first) && !hands_[seat].has(twin_of(first))) {
            throw RulesError("first card of " + seat_name(seat) + ": " + name_of(first) + " is not in the hand");
        }
    }
    if (!text.exposed.empty() && !is_ending()) {
        throw RulesError("exposed: the exposures of a whole deal are made in the game");
    }
}

// How well a copy fits an earlier exposure: one that was taken and is marked so, that its seat still holds, that is
// missing, or that was taken without a mark; 0: not at all.
int Deal::fit(const DealText::ExposedLabel& exposed, Card card, Label::Mark mark) const {
    bool held = false, taken = false;
    for (int seat = 0; seat < seat_count; ++seat) {
        held = held || (seat != exposed.seat && hands_[seat].has(card));
        taken = taken || taken_[seat].has(card);
    }
    const bool exact = mark == static_cast<Label::Mark>(static_cast<int>(exposed.kind) + 1);
    const bool other_kind = !exact && mark > Label::Mark::exposed;
    if (card == no_card || !rules_->deck().has(card) || held || other_kind) return 0;
    if (taken) return exact ? 5 : mark == Label::Mark::exposed ? 4 : 1;
    return hands_[exposed.seat].has(card) ? 3 : 2;
}

// Gives each earlier exposure a copy. Two exposures of one card are placed together, the better of two ways.
void Deal::place_exposed(const DealText& text) {
    std::array<Label::Mark, 128> marks{};
    CopyPlacer placer;  // places the copies as place_copies did
    for (const std::vector<Label>& hand : text.hands) {
        for (const Label& label : hand) placer.place(label.card);
    }
    for (const std::vector<Label>& taken : text.taken) {
        for (const Label& label : taken) marks[placer.place(label.card)] = label.mark;
    }
    exposed_.assign(text.exposed.size(), {});
    Cards used;
    for (std::size_t i = 0; i < text.exposed.size(); ++i) {
        const DealText::ExposedLabel& exposed = text.exposed[i];
        expect_exposure(exposed, *rules_);
        if (exposed_[i].card != no_card) continue;  // placed with the other of its card
        std::size_t other = i + 1;
        while (other < text.exposed.size() && text.exposed[other].label.card != exposed.label.card) ++other;
        Card chosen = no_card, chosen_other = no_card;
        int best = 0;
        for (const Card card : {exposed.label.card, twin_of(exposed.label.card)}) {
            int total = used.has(card) ? 0 : fit(exposed, card, marks[card]);
            if (other < text.exposed.size()) {
                const Card twin = twin_of(card);
                const int second = fit(text.exposed[other], twin, marks[twin]);
                total = total > 0 && second > 0 ? total + second : 0;
            }
            if (total > best) {
                best = total;
                chosen = card;
                chosen_other = other < text.exposed.size() ? twin_of(card) : no_card;
            }
        }
        if (chosen == no_card) {
            throw RulesError("exposed: " + seat_name(exposed.seat) + " did not expose " + name_of(exposed.label.card) +
                             ": it is in another hand, or exposed already");
        }
        exposed_[i] = {exposed.seat, chosen, exposed.kind};
        used.add(chosen);
        if (chosen_other != no_card) {
            exposed_[other] = {text.exposed[other].seat, chosen_other, text.exposed[other].kind};
            used.add(chosen_other);
        }
    }
    for (int seat = 0; seat < seat_count; ++seat) {
        for (Cards rest = taken_[seat]; !rest.empty();) {
            const Card card = rest.pop();
            if (marks[card] != Label::Mark::none && !used.has(card)) {
                throw RulesError("taken by " + seat_name(seat) + ": " + name_of(card) +
                                 " is marked as exposed, but no exposure of it is given");
            }
        }
    }
    order_twins();
}

// Of two copies in one pile the less exposed one is the first, in whatever order they were listed.
void Deal::order_twins() {
    for (int i = 0; i < honour_count; ++i) {
        const Honour honour = static_cast<Honour>(i);
        if (exposures().kind(honour, 0) <= exposures().kind(honour, 1)) continue;
        const Cards twins = Cards::both(card_lane(rules_->honour(honour)));
        for (int seat = 0; seat < seat_count; ++seat) {
            if (!(twins - taken_[seat]).empty()) continue;
            for (Exposed& exposed : exposed_) {
                if (twins.has(exposed.card)) exposed.card = twin_of(exposed.card);
            }
            const Cards own = own_[seat] & twins;
            if (own.count() != 1) continue;
            own_[seat] -= own;
            own_[seat].add(twin_of(Cards(own).pop()));
        }
    }
}

bool Deal::is_ending() const {
    Cards held;
    for (const Cards& hand : hands_) held |= hand;
    return held != deck();
}

Exposures Deal::exposures() const {
    Exposures made;
    for (const Exposed& exposed : exposed_)
        made.set(*rules_->honour_of(exposed.card), lane_of(exposed.card), exposed.kind);
    return made;
}

DealText Deal::describe() const {
    DealText text;
    const Exposures made = exposures();
    for (int seat = 0; seat < seat_count; ++seat) {
        text.hands[seat] = labels_of(hands_[seat], {}, *rules_);
        text.taken[seat] = labels_of(taken_[seat], made, *rules_);
        text.own[seat] = labels_of(own_[seat], made, *rules_);
        if (first_cards_[seat] != no_card)
            text.first_cards[seat] = Label{first_copy(first_cards_[seat]), Label::Mark::none};
    }
    for (const Card card : rules_->ruleset().removed) text.removed.push_back({card, Label::Mark::none});
    for (const Label& label : labels_of(removed_, {}, *rules_)) text.removed.push_back(label);
    for (const Exposed& exposed : exposed_) {
        text.exposed.push_back({exposed.seat, {first_copy(exposed.card), Label::Mark::none}, exposed.kind});
    }
    text.leader = leader_;
    text.dealer = dealer_;
    text.led = led_;
    return text;
}

Deal Deal::with_rules(std::shared_ptr<const Rules> rules) const {
    DealText text = describe();
    if (rules->ruleset().first_lead != rules_->ruleset().first_lead) text.leader = -1;
    if (rules->ruleset().removed != rules_->ruleset().removed) text.removed.clear();
    return Deal(std::move(rules), text);
}

bool operator==(const Deal& a, const Deal& b) {
    return a.hands_ == b.hands_ && a.taken_ == b.taken_ && a.own_ == b.own_ && a.exposed_ == b.exposed_ &&
           a.first_cards_ == b.first_cards_ && a.removed_ == b.removed_ && a.leader_ == b.leader_ &&
           a.dealer_ == b.dealer_ && a.led_ == b.led_ &&
           (a.rules_ == b.rules_ || a.rules_->ruleset() == b.rules_->ruleset());
}

}  // namespace gongzhu
