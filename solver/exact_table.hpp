// A table of finished searches, compared by their whole keys.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gongzhu::solver {

// Buckets of two: the position with more cards stays, the other is replaced. Grows from small to its limit, so that a
// table for a short ending costs nothing.
template <class Key, class Value>
class ExactTable {
public:
    // `limit_mib` bounds the memory, that used while growing included.
    explicit ExactTable(std::int64_t limit_mib)
        : entries_(std::size_t{first_capacity}),
          most_entries_(std::max(
              std::size_t{first_capacity},
              std::bit_floor((static_cast<std::size_t>(limit_mib) << 20) / sizeof(Entry) * growth / (growth + 1)))) {}

    const Value* find(const Key& key) const {
        const std::size_t first = bucket(key);
        for (std::size_t i = first; i < first + 2; ++i) {
            if (entries_[i].cards != 0 && entries_[i].key == key) return &entries_[i].value;
        }
        return nullptr;
    }

    // A position of `cards` a hand, one at least, that is not in the table.
    void store(const Key& key, int cards, const Value& value) {
        if (used_ > entries_.size() / 2 && entries_.size() < most_entries_) grow();
        put({key, value, static_cast<std::uint8_t>(cards)});
    }

    // The part of the largest table allowed that is in use.
    double fill() const { return static_cast<double>(used_) / static_cast<double>(most_entries_); }

private:
    struct Entry {
        Key key;
        Value value;
        std::uint8_t cards = 0;  // 0 marks an empty entry
    };

    static constexpr std::size_t growth = 4;
    static constexpr std::size_t first_capacity = 1024;

    std::size_t bucket(const Key& key) const { return key.hash() & (entries_.size() - 2); }

    void put(const Entry& entry) {
        Entry& deep = entries_[bucket(entry.key)];
        Entry& recent = entries_[bucket(entry.key) + 1];
        const bool stays = deep.cards > entry.cards;
        if (deep.cards == 0 || recent.cards == 0) ++used_;
        if (!stays && deep.cards != 0) recent = deep;
        (stays ? recent : deep) = entry;
    }

    void grow() {
        std::vector<Entry> old(std::min(entries_.size() * growth, most_entries_));
        old.swap(entries_);
        used_ = 0;
        for (const Entry& entry : old) {
            if (entry.cards != 0) put(entry);
        }
    }

    std::vector<Entry> entries_;
    std::size_t most_entries_;
    std::size_t used_ = 0;
};

}  // namespace gongzhu::solver
