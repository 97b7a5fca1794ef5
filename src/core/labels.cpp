#include "labels.hpp"

#include <algorithm>
#include <utility>

#include "errors.hpp"
#include "rules.hpp"

namespace gongzhu {
namespace {

constexpr std::string_view suit_letters = "SHDC";
constexpr std::array<std::string_view, rank_count> rank_texts = {"2", "3", "4", "5", "6", "7",  "8", "9",
                                                                 "T", "J", "Q", "K", "A", "SJ", "BJ"};

[[noreturn]] void not_a_card(std::string_view text) {
    throw NotationError(quoted(text) +
                        " is not a card: expected a suit S H D C and a rank 2-9 T J Q K A, as in SQ, or HSJ, HBJ; a "
                        "star marks an exposed copy, as in SQ* or SQ*dark");
}

Kind exposed_kind(Card card, const Exposures& exposures, const Rules& rules) {
    const std::optional<Honour> honour = rules.honour_of(card);
    return honour ? exposures.kind(*honour, lane_of(card)) : Kind::none;
}

}  // namespace

char suit_letter(Suit suit) { return suit_letters[static_cast<std::size_t>(suit)]; }
std::string_view rank_text(Rank rank) { return rank_texts[rank]; }

std::string to_text(Label label) {
    std::string text{suit_letter(suit_of(label.card))};
    text += rank_text(rank_of(label.card));
    if (label.mark == Label::Mark::none) return text;
    text += '*';
    if (label.mark == Label::Mark::exposed) return text;
    return text += to_text(static_cast<Kind>(static_cast<int>(label.mark) - 1));
}

std::string to_text(const MoveLabel& move) {
    return move.is_double() ? to_text(move.first) + ' ' + to_text(move.second) : to_text(move.first);
}

Label parse_label(std::string_view text) {
    const std::size_t star = std::min(text.find('*'), text.size());
    const std::string_view name = text.substr(0, star);
    const std::size_t suit = name.empty() ? std::string_view::npos : suit_letters.find(name[0]);
    if (suit == std::string_view::npos) not_a_card(text);
    const auto rank = std::ranges::find(rank_texts, name.substr(1));
    const bool joker = rank >= rank_texts.begin() + rank_small_joker;
    if (rank == rank_texts.end() || (joker && static_cast<Suit>(suit) != Suit::hearts)) not_a_card(text);
    Label label{make_card(static_cast<Suit>(suit), static_cast<Rank>(rank - rank_texts.begin())), Label::Mark::none};
    if (star == text.size()) return label;
    const std::string_view kind = text.substr(star + 1);
    label.mark = Label::Mark::exposed;
    if (!kind.empty()) {
        try {
            label.mark = mark_of(parse_kind(kind));
        } catch (const RulesError&) {
            not_a_card(text);
        }
    }
    return label;
}

MoveLabel parse_move_label(std::string_view text) {
    const std::size_t space = text.find_first_of(" +");
    if (space == std::string_view::npos) return {parse_label(text), {}};
    return {parse_label(text.substr(0, space)), parse_label(text.substr(space + 1))};
}

Label label_of(Card card, const Exposures& exposures, const Rules& rules) {
    Label label{first_copy(card), Label::Mark::none};
    if (rules.decks() == 1) return label;
    const Kind kind = exposed_kind(card, exposures, rules);
    if (kind == Kind::none) return label;
    const Kind other = exposed_kind(twin_of(card), exposures, rules);
    label.mark = other != Kind::none && other != kind ? mark_of(kind) : Label::Mark::exposed;
    return label;
}

MoveLabel label_of(Move move, const Exposures& exposures, const Rules& rules) {
    MoveLabel label{label_of(move.first, exposures, rules), {}};
    if (!move.is_double()) return label;
    label.second = label_of(move.second, exposures, rules);
    if (label.second < label.first) std::swap(label.first, label.second);
    return label;
}

Card copy_meant(Label label, const Cards& held, const Exposures& exposures, const Rules& rules) {
    Card meant = no_card;
    for (int copy = 0; copy < 2; ++copy) {
        const Card card = static_cast<Card>(label.card + copy * 64);
        if (!held.has(card)) continue;
        const Kind kind = exposed_kind(card, exposures, rules);
        const bool plain = label.mark == Label::Mark::none;
        if (plain && kind == Kind::none) return card;
        const bool fits =
            plain || (kind != Kind::none && (label.mark == Label::Mark::exposed || label.mark == mark_of(kind)));
        if (!fits) continue;
        if (meant != no_card && exposed_kind(meant, exposures, rules) != kind) {
            throw NotationError("'" + to_text(label) + "' may be either of two copies: say " +
                                to_text(label_of(meant, exposures, rules)) + " or " +
                                to_text(label_of(card, exposures, rules)));
        }
        if (meant == no_card) meant = card;
    }
    return meant;
}

std::vector<Label> labels_of(const Cards& cards, const Exposures& exposures, const Rules& rules) {
    std::vector<Label> labels;
    for (int suit = 0; suit < suit_count; ++suit) {
        for (int rank = rank_count - 1; rank >= 0; --rank) {
            for (int copy = 0; copy < 2; ++copy) {
                const Card card = make_card(static_cast<Suit>(suit), static_cast<Rank>(rank), copy);
                if (cards.has(card)) labels.push_back(label_of(card, exposures, rules));
            }
        }
    }
    return labels;
}

}  // namespace gongzhu
