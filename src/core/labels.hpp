// How cards are written: "SQ", "HT", "HSJ"; with two decks "SQ*" and "SQ*dark" for exposed copies.
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "cards.hpp"
#include "exposure.hpp"

namespace gongzhu {

class Rules;

// A card as text: copies that look alike are one label.
struct Label {
    enum class Mark : std::uint8_t { none, exposed, open, first, concealed, dark, bright };

    Card card = no_card;  // always a first copy
    Mark mark = Mark::none;

    friend constexpr auto operator<=>(const Label&, const Label&) = default;
};

// The mark of a card exposed in a kind; none for Kind::none.
constexpr Label::Mark mark_of(Kind kind) {
    return kind == Kind::none ? Label::Mark::none : static_cast<Label::Mark>(static_cast<int>(kind) + 1);
}

// One or two labels; "S5 HK" and "HK S5" are the same play.
struct MoveLabel {
    Label first;
    Label second;  // card == no_card: a single card

    bool is_double() const { return second.card != no_card; }
    friend bool operator==(const MoveLabel& a, const MoveLabel& b) {
        return (a.first == b.first && a.second == b.second) || (a.first == b.second && a.second == b.first);
    }
};

char suit_letter(Suit suit);
std::string_view rank_text(Rank rank);
inline constexpr std::string_view seat_letters = "NESW";

std::string to_text(Label label);
std::string to_text(const MoveLabel& move);
// Throws NotationError that names the text and the forms that are understood.
Label parse_label(std::string_view text);
MoveLabel parse_move_label(std::string_view text);

// The label of a physical card: with two decks an exposed copy carries a star, and its kind where the twin is exposed
// by another kind.
Label label_of(Card card, const Exposures& exposures, const Rules& rules);
// Two labels in their own order, which tells nothing of the copies.
MoveLabel label_of(Move move, const Exposures& exposures, const Rules& rules);

// The copy among `held` that a label means: with a plain name the unexposed one where there is one. no_card where there
// is none; NotationError where a name fits two copies exposed by different kinds.
Card copy_meant(Label label, const Cards& held, const Exposures& exposures, const Rules& rules);

// Labels of a set in display order: by suit, high cards first.
std::vector<Label> labels_of(const Cards& cards, const Exposures& exposures, const Rules& rules);

}  // namespace gongzhu
