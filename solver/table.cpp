#include "table.hpp"

#include <algorithm>
#include <bit>

namespace gongzhu::solver {
namespace {

constexpr std::size_t growth = 4;
constexpr std::size_t first_capacity = 1024;

// The largest power of two of entries that fits beside the table it grew from.
std::size_t capacity_for(std::int64_t limit_mib) {
    const std::size_t bytes = static_cast<std::size_t>(limit_mib) << 20;
    return std::bit_floor(bytes / sizeof(Entry) * growth / (growth + 1));
}

}  // namespace

Table::Table(std::int64_t limit_mib) : entries_(first_capacity), capacity_limit_(capacity_for(limit_mib)) {}

const Entry* Table::find(const Key& key) const {
    const std::size_t first = bucket(key);
    for (std::size_t i = first; i < first + 2; ++i) {
        if (entries_[i].used() && entries_[i].key == key) return &entries_[i];
    }
    return nullptr;
}

void Table::store(const Entry& entry) {
    if (used_ > entries_.size() / 2 && entries_.size() < capacity_limit_) grow();
    put(entry);
}

void Table::put(const Entry& entry) {
    Entry& deep = entries_[bucket(entry.key)];
    Entry& recent = entries_[bucket(entry.key) + 1];
    for (Entry* place : {&deep, &recent}) {
        if (place->used() && place->key == entry.key) {
            *place = entry;
            return;
        }
    }
    if (!deep.used() || entry.cards >= deep.cards) {
        if (deep.used()) {
            if (!recent.used()) ++used_;
            recent = deep;
        } else {
            ++used_;
        }
        deep = entry;
        return;
    }
    if (!recent.used()) ++used_;
    recent = entry;
}

void Table::grow() {
    std::vector<Entry> old(std::min(entries_.size() * growth, capacity_limit_));
    old.swap(entries_);
    used_ = 0;
    for (const Entry& entry : old) {
        if (entry.used()) put(entry);
    }
}

}  // namespace gongzhu::solver
