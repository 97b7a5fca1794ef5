// Cards that differ in rank only, and what that makes equal: plays within a hand, whole positions.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/position.hpp"

namespace gongzhu::solver {

// Who holds what between two tricks, in a form that positions of equal futures share: the cards left, those of a run
// of one kind by their number only, and the owner of each from the lowest card to the highest.
struct Holdings {
    static constexpr int spare_bits = 24;  // of the last word, for whatever else a key must tell apart

    Lane cards = 0;
    std::array<std::uint64_t, 2> owners{};

    void set_spare(std::uint64_t bits) { owners[1] |= bits << (64 - spare_bits); }
    std::uint64_t hash() const {
        std::uint64_t mixed = cards * 0x9e3779b97f4a7c15ULL;
        mixed = (mixed ^ (mixed >> 32) ^ owners[0]) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ (mixed >> 29) ^ owners[1]) * 0x94d049bb133111ebULL;
        return mixed ^ (mixed >> 32);
    }
    friend bool operator==(const Holdings&, const Holdings&) = default;
};

// The cards of a lane as plays.
class LanePlays {
public:
    explicit LanePlays(Lane cards) : cards_(cards) {}
    class Iterator {
    public:
        explicit Iterator(Lane left) : left_(left) {}
        Move operator*() const { return {static_cast<Card>(std::countr_zero(left_)), no_card}; }
        Iterator& operator++() {
            left_ &= left_ - 1;
            return *this;
        }
        bool operator!=(const Iterator& other) const { return left_ != other.left_; }

    private:
        Lane left_;
    };
    Iterator begin() const { return Iterator(cards_); }
    Iterator end() const { return Iterator(0); }

private:
    Lane cards_;
};

class Kinds {
public:
    // A number below rank_count for each card: those of one suit with equal numbers differ in nothing but their rank.
    using Numbers = std::array<std::uint8_t, 64>;
    explicit Kinds(const Numbers& kind);

    // Own cards of one suit and kind are alike when no card that another seat still holds, and not the card that is
    // taking the trick, lies between them. The lowest of each such group among `cards`, of the seat to play.
    Lane representatives(const Position<1>& position, Lane cards) const;
    // The lowest card that is alike with `card`.
    Card representative(const Position<1>& position, Lane cards, Card card) const;
    // The same of the legal plays.
    LanePlays plays(const Position<1>& position) const {
        return LanePlays(representatives(position, position.legal_cards().lane[0]));
    }
    Move representative(const Position<1>& position, Move move) const {
        return {representative(position, position.legal_cards().lane[0], move.first), no_card};
    }

    // Of a position between two tricks.
    Holdings holdings(const Position<1>& position) const;

private:
    Numbers kind_;
    std::vector<Lane> runs_;  // neighbouring ranks of one kind, two at least
    Lane single_ = 0;
    std::vector<Lane> of_kind_;  // all cards of one number, where a suit has several
};

}  // namespace gongzhu::solver
