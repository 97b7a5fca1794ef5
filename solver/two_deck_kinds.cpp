#include "two_deck_kinds.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "two_deck_cards.hpp"

namespace gongzhu::solver {
namespace {

// Numbers the plays of a position so that those that are alike have equal numbers.
class Codes {
public:
    Codes(const TwoDeckKinds::Numbers& kind, const Position<2>& position)
        : kind_(kind), hand_(position.hand(position.to_play())), separators_(ranks_of(position.trick().cards)) {
        for (int i = 1; i < seat_count; ++i) separators_ |= ranks_of(position.hand(next_seat(position.to_play(), i)));
    }

    std::uint64_t code(Move move) const {
        if (!move.is_double()) return code(move.first);
        const std::uint64_t a = code(move.first);
        const std::uint64_t b = code(move.second);
        const std::uint64_t pair = move.second == twin_of(move.first) ? 1 : 0;
        return (std::max(a, b) << 31 | std::min(a, b)) << 1 | pair;
    }

private:
    // Not 0, and of 31 bits at most.
    std::uint64_t code(Card card) const {
        const Lane suit = suit_lane(suit_of(card));
        const Lane below = separators_ & suit & (card_lane(card) - 1);
        const bool has_twin = hand_.has(twin_of(card));
        std::uint64_t code = 1;
        code = code << 2 | static_cast<std::uint64_t>(suit_of(card));
        code = code << 5 | static_cast<std::uint64_t>(count_bits(below));
        code = code << 1 | ((separators_ & card_lane(card)) != 0 ? 1 : 0);
        code = code << 5 | kind_[card];
        return code << 6 | (has_twin ? 1U + kind_[twin_of(card)] : 0U);
    }

    const TwoDeckKinds::Numbers& kind_;
    const CardSet<2>& hand_;
    Lane separators_;
};

}  // namespace

std::uint64_t TwoDeckHoldings::hash() const {
    std::uint64_t mixed = spare * 0x9e3779b97f4a7c15ULL ^ lengths;
    for (std::size_t i = 0; i < cards.size(); i += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, &cards[i], sizeof word);
        if (word == 0) break;
        mixed = (mixed ^ mixed >> 29 ^ word) * 0xbf58476d1ce4e5b9ULL;
    }
    mixed *= 0x94d049bb133111ebULL;
    return mixed ^ mixed >> 32;
}

MoveList TwoDeckKinds::plays(const Position<2>& position) const {
    MoveList legal;
    position.legal_moves(legal);
    return first_of_kinds(position, legal);
}

MoveList TwoDeckKinds::first_of_kinds(const Position<2>& position, const MoveList& moves) const {
    if (moves.size() <= 1) return moves;
    const Codes codes(kind_, position);
    MoveList plays;
    std::array<std::uint64_t, MoveList::capacity> seen;
    for (const Move move : moves) {
        const std::uint64_t code = codes.code(move);
        const auto end = seen.begin() + plays.size();
        if (std::find(seen.begin(), end, code) != end) continue;
        *end = code;
        plays.add(move);
    }
    return plays;
}

Move TwoDeckKinds::representative(const Position<2>& position, Move move) const {
    MoveList legal;
    position.legal_moves(legal);
    const Codes codes(kind_, position);
    const std::uint64_t code = codes.code(move);
    return *std::find_if(legal.begin(), legal.end(), [&](Move other) { return codes.code(other) == code; });
}

TwoDeckHoldings TwoDeckKinds::holdings(const Position<2>& position) const {
    assert(position.trick().played == 0);
    Lane held = 0;
    for (const CardSet<2>& hand : position.hands()) held |= ranks_of(hand);
    TwoDeckHoldings holdings;
    std::size_t place = 0;
    std::array<unsigned, suit_count> lengths{};
    for (; held != 0; held &= held - 1) {
        const auto rank = static_cast<Card>(std::countr_zero(held));
        std::array<unsigned, 2> copies{};
        std::size_t count = 0;
        for (const Card card : {rank, twin_of(rank)}) {
            for (unsigned seat = 0; seat < seat_count; ++seat) {
                if (position.hand(static_cast<int>(seat)).has(card)) copies[count++] = 1U + (kind_[card] << 2 | seat);
            }
        }
        if (count == 2 && copies[1] < copies[0]) std::swap(copies[0], copies[1]);
        for (std::size_t i = 0; i < count; ++i) {
            holdings.cards[place++] = static_cast<std::uint8_t>(copies[i] | (i == 1 ? 128U : 0U));
        }
        lengths[static_cast<std::size_t>(suit_of(rank))] += static_cast<unsigned>(count);
    }
    for (const unsigned length : lengths) holdings.lengths = holdings.lengths << 5 | length;
    return holdings;
}

}  // namespace gongzhu::solver
