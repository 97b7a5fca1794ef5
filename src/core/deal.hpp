// A deal before anything is exposed or played: four hands and what is known of how they came to be.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cards.hpp"
#include "exposure.hpp"
#include "labels.hpp"
#include "rules.hpp"

namespace gongzhu {

// A card exposed by a seat.
struct Exposed {
    int seat = 0;
    Card card = no_card;
    Kind kind = Kind::none;
    friend bool operator==(const Exposed&, const Exposed&) = default;
};

// How a caller describes a deal: labels, before copies of two decks are told apart.
struct DealText {
    std::array<std::vector<Label>, seat_count> hands;
    std::array<std::vector<Label>, seat_count> taken;
    std::array<std::vector<Label>, seat_count> own;
    std::array<std::optional<Label>, seat_count> first_cards;
    std::vector<Label> removed;
    struct ExposedLabel {
        int seat;
        Label label;
        Kind kind;
    };
    std::vector<ExposedLabel> exposed;
    int leader = -1;
    int dealer = -1;
    unsigned led = 0;
};

class Deal {
public:
    // Throws RulesError that names the seat or the card where the cards make no deal of the ruleset.
    Deal(std::shared_ptr<const Rules> rules, const DealText& text);

    // `cards` each (0: whole hands), dealt one by one beginning with seat `first`.
    static Deal random(std::shared_ptr<const Rules> rules, std::uint64_t seed, int cards = 0, int first = 0);

    // The same cards under other rules. Who leads is forgotten where the rules name another lead card.
    Deal with_rules(std::shared_ptr<const Rules> rules) const;

    const std::shared_ptr<const Rules>& rules() const { return rules_; }
    const std::array<Cards, seat_count>& hands() const { return hands_; }
    // An ending may say what each seat has taken, and which of those cards it had been dealt itself.
    const std::array<Cards, seat_count>& taken() const { return taken_; }
    const std::array<Cards, seat_count>& own() const { return own_; }
    // Exposures made before an ending begins.
    const std::vector<Exposed>& exposed() const { return exposed_; }
    // The first card dealt to each seat; no_card where unknown.
    const std::array<Card, seat_count>& first_cards() const { return first_cards_; }
    const Cards& removed() const { return removed_; }
    int leader() const { return leader_; }  // -1: not said
    int dealer() const { return dealer_; }  // -1: not said
    unsigned led() const { return led_; }   // suits already led, a bit each

    // What describes this deal: Deal(rules(), describe()) is equal to it.
    DealText describe() const;

    int cards_each() const { return hands_[0].count(); }
    // Whether cards of the deck are already played or missing.
    bool is_ending() const;
    // The cards of this deal's deck.
    Cards deck() const { return rules_->deck() - removed_; }
    // Exposures made earlier, by copy.
    Exposures exposures() const;

    friend bool operator==(const Deal& a, const Deal& b);

private:
    Deal() = default;
    void place_copies(const DealText& text);
    void place_exposed(const DealText& text);
    void order_twins();
    int fit(const DealText::ExposedLabel& exposed, Card card, Label::Mark mark) const;
    void validate(const DealText& text) const;

    std::shared_ptr<const Rules> rules_;
    std::array<Cards, seat_count> hands_{};
    std::array<Cards, seat_count> taken_{};
    std::array<Cards, seat_count> own_{};
    std::vector<Exposed> exposed_;
    std::array<Card, seat_count> first_cards_{no_card, no_card, no_card, no_card};
    Cards removed_;
    int leader_ = -1;
    int dealer_ = -1;
    unsigned led_ = 0;
};

// "N:AKQ.T9.J4.T87532 …": four hands in order of play, spades.hearts.diamonds.clubs, the first seat named.
std::string hands_text(const std::array<Cards, seat_count>& hands);
// The hands of such a text; "?" is refused. Throws NotationError with the column.
std::array<std::vector<Label>, seat_count> parse_hands(std::string_view text);

}  // namespace gongzhu
