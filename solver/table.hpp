// The transposition table: what is proven of positions between two tricks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gongzhu::solver {

// A position between tricks in a form that equal futures share; compared in full, never by its hash alone.
struct Key {
    std::array<std::uint64_t, 2> shape{};  // the holdings, see key.cpp
    std::uint64_t sums = 0;                // points taken, where they still matter
    std::uint32_t context = 0;             // bars, takers, which hearts are left

    friend bool operator==(const Key&, const Key&) = default;
    std::uint64_t hash() const {
        std::uint64_t mixed = shape[0] * 0x9e3779b97f4a7c15ULL;
        mixed = (mixed ^ (mixed >> 32) ^ shape[1]) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ (mixed >> 29) ^ sums) * 0x94d049bb133111ebULL;
        mixed = (mixed ^ (mixed >> 31) ^ context) * 0xd6e8feb86659fd93ULL;
        return mixed ^ (mixed >> 32);
    }
};

// Bounds of the value of what is still to come, and the lead that was best.
struct Entry {
    Key key;
    std::int32_t lower = 0;
    std::int32_t upper = 0;
    std::uint8_t best = 0;   // by its place in the leader's holding, see key.hpp
    std::uint8_t cards = 0;  // in each hand; 0 marks an empty entry

    bool used() const { return cards != 0; }
};

// Buckets of two: the position with more cards stays, the other is replaced. Grows from small to its limit, so that
// a table for a short ending costs nothing.
class Table {
public:
    // `limit_mib` bounds the memory, that used while growing included.
    explicit Table(std::int64_t limit_mib);

    const Entry* find(const Key& key) const;
    void store(const Entry& entry);
    // The part of the largest table allowed that is in use.
    double fill() const { return static_cast<double>(used_) / static_cast<double>(capacity_limit_); }

private:
    void put(const Entry& entry);
    void grow();
    std::size_t bucket(const Key& key) const { return key.hash() & (entries_.size() - 2); }

    std::vector<Entry> entries_;
    std::size_t capacity_limit_;
    std::size_t used_ = 0;
};

}  // namespace gongzhu::solver
