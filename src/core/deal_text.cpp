#include <algorithm>

#include "deal.hpp"
#include "errors.hpp"

namespace gongzhu {

std::string hands_text(const std::array<Cards, seat_count>& hands) {
    std::string text = "N:";
    for (int seat = 0; seat < seat_count; ++seat) {
        if (seat > 0) text += ' ';
        for (int suit = 0; suit < suit_count; ++suit) {
            if (suit > 0) text += '.';
            for (int rank = rank_count - 1; rank >= 0; --rank) {
                for (int copy = 0; copy < 2; ++copy) {
                    if (!hands[seat].has(make_card(static_cast<Suit>(suit), static_cast<Rank>(rank), copy))) continue;
                    text += std::string_view("23456789TJQKAsb")[static_cast<std::size_t>(rank)];
                }
            }
        }
    }
    return text;
}

std::array<std::vector<Label>, seat_count> parse_hands(std::string_view text) {
    const auto fail = [](std::size_t at, const std::string& what) {
        throw NotationError(what, 1, static_cast<int>(at) + 1);
    };
    const std::size_t start = std::min(text.find_first_not_of(" \t"), text.size());
    const std::size_t first = start < text.size() ? seat_letters.find(text[start]) : std::string_view::npos;
    if (first == std::string_view::npos || start + 1 >= text.size() || text[start + 1] != ':') {
        fail(start, "expected the first seat and a colon, as in N:, then four hands");
    }
    std::array<std::vector<Label>, seat_count> hands;
    std::size_t at = start + 2;
    for (int i = 0; i < seat_count; ++i) {
        at = text.find_first_not_of(" \t", at);
        if (at == std::string_view::npos) {
            fail(text.size(), "expected four hands, found " + std::to_string(i));
        }
        auto& hand = hands[static_cast<std::size_t>(next_seat(static_cast<int>(first), i))];
        int suit = 0;
        for (; at < text.size() && text[at] != ' ' && text[at] != '\t'; ++at) {
            const char letter = text[at];
            if (letter == '.') {
                if (++suit == suit_count)
                    fail(at, "a hand has four suits, spades.hearts.diamonds.clubs; found a fifth");
                continue;
            }
            if (letter == '-') continue;
            const bool hearts = static_cast<Suit>(suit) == Suit::hearts;
            const std::size_t rank = std::string_view("23456789TJQKAsb").find(letter);
            if (rank == std::string_view::npos || (rank >= rank_small_joker && !hearts)) {
                fail(at, quoted_character(text.substr(at)) +
                             " is not a rank: expected 2-9 T J Q K A (s and b, the jokers, among the hearts)");
            }
            hand.push_back({make_card(static_cast<Suit>(suit), static_cast<Rank>(rank)), Label::Mark::none});
        }
        if (suit != suit_count - 1) {
            fail(at, "a hand has four suits, spades.hearts.diamonds.clubs; found " + std::to_string(suit + 1));
        }
    }
    const std::size_t rest = text.find_first_not_of(" \t", at);
    if (rest != std::string_view::npos) fail(rest, "expected four hands, found more");
    return hands;
}

}  // namespace gongzhu
