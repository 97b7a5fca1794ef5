// How far apart the values of two positions can be that differ only in what their hearts are worth and in the points
// taken: the same plays lead to the same takers.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "bounds.hpp"
#include "past.hpp"
#include "table.hpp"

namespace gongzhu::solver {

class Likeness {
public:
    Likeness(const Worth& worth, const std::array<CardSet<1>, seat_count>& dealt);

    // The hearts in play, as a number that fits a table entry: a bit for each, by owner and then by rank.
    std::uint16_t hearts(Lane held) const {
        std::uint64_t number = 0;
        for (int seat = seat_count - 1; seat >= 0; --seat) {
            number = number << count_bits(dealt_hearts_[seat]) | extract_bits(held, dealt_hearts_[seat]);
        }
        return static_cast<std::uint16_t>(number);
    }

    // Where the entry's position is worth v from the points taken on, this one of the same shape is worth between
    // v + lower and v + upper. False where nothing is known.
    bool shift(const Entry& entry, std::uint16_t hearts, const Past& past, bool transformer_out, Bounds& by) const {
        if (!transformer_out) {
            const bool alike = entry.hearts == hearts || kinds_[entry.hearts] == kinds_[hearts];
            const int taker = past.multiplied();
            if (taker == nobody || ((entry.company ^ past.company) >> taker & 1) == 0) {
                if (alike) return by = {}, true;
                return shift_of_hearts(entry, hearts, past, by);
            }
            by = alike ? Bounds{} : hearts_if_taken(kinds_[entry.hearts], kinds_[hearts], taker);
            add_company(entry, past, taker, by);
            return true;
        }
        if (entry.hearts == hearts && entry.sums == past.sums && entry.company == past.company) return by = {}, true;
        return shift_of_points(entry, hearts, past, by);
    }

private:
    // For each heart in play its kind; 0 where there are no more.
    struct alignas(16) Kinds {
        std::array<std::uint8_t, 16> at{};

        std::uint8_t& operator[](std::size_t place) { return at[place]; }
        std::uint8_t operator[](std::size_t place) const { return at[place]; }
        // As two words: a comparison of arrays would be a call.
        friend bool operator==(const Kinds& a, const Kinds& b) {
            using Words = std::array<std::uint64_t, 2>;
            return std::bit_cast<Words>(a.at) == std::bit_cast<Words>(b.at);
        }
    };

    bool shift_of_hearts(const Entry& entry, std::uint16_t hearts, const Past& past, Bounds& by) const;
    bool shift_of_points(const Entry& entry, std::uint16_t hearts, const Past& past, Bounds& by) const;
    Bounds hearts_if_taken(const Kinds& theirs, const Kinds& ours, int transformer) const;
    // Allows for the transformer being alone in one of two piles that differ in their company.
    void add_company(const Entry& entry, const Past& past, int taker, Bounds& by) const {
        if (taker == nobody || ((entry.company ^ past.company) >> taker & 1) == 0) return;
        const int lone = worth_->aim().weights[taker] * worth_->lone_value(taker);
        const int change = ((past.company >> taker) & 1) == 0 ? lone : -lone;
        by.lower += std::min(change, 0);
        by.upper += std::max(change, 0);
    }
    bool same_company(const Kinds& theirs, const Kinds& ours) const;

    const Worth* worth_;
    std::array<Lane, seat_count> dealt_hearts_{};
    std::vector<Kinds> kinds_;          // by number of the hearts in play
    std::array<bool, 17> company_{};    // by kind
    std::vector<int> possible_takers_;  // of the transformer
    // What a heart of the second kind adds at least and at most to the value over one of the first, whoever takes it.
    std::array<std::array<std::array<Bounds, 17>, 17>, seat_count + 1> spread_{};
};

}  // namespace gongzhu::solver
