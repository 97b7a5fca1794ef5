// The transposition table: what is proven of positions between two tricks, for all positions that a proof covers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

#include "comparisons.hpp"
#include "spin_lock.hpp"

namespace gongzhu::solver {

// What positions that share proofs have in common; compared in full, never by a hash alone.
struct Shape {
    std::uint64_t lengths;  // of every seat's holding in every suit
    std::uint64_t context;  // see shape.hpp

    friend bool operator==(const Shape&, const Shape&) = default;
    std::uint64_t hash() const {
        std::uint64_t mixed = (lengths ^ lengths >> 32) * 0x9e3779b97f4a7c15ULL;
        mixed = (mixed ^ mixed >> 29 ^ context) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ mixed >> 32) * 0x94d049bb133111ebULL;
        return mixed ^ mixed >> 31;
    }
};

// Bounds of what is still to come, counted from Past::value(), that hold wherever the outcomes of the comparisons in
// the mask are those of the entry; with other hearts or other points taken, they shift (see likeness.hpp). The mask and
// the outcomes follow in memory, a Pattern's words each.
struct alignas(std::uint64_t) Entry {
    std::int32_t lower = 0;
    std::int32_t upper = 0;
    std::array<std::int16_t, seat_count> sums{};  // points taken, as in Past
    std::uint16_t hearts = 0;                     // those in play, numbered as in Likeness
    std::uint8_t company = 0;                     // see ShapeMaker::company()
    bool used = false;                            // has answered a question since the last clearing
};

// All entries of one shape, in one block of memory: first every entry's mask and outcomes, which a search runs through,
// then what the entries say.
template <class Entry>
class EntryList {
public:
    EntryList() = default;
    EntryList(std::uint64_t* block, int block_words, int count, int words)
        : patterns_(block), heads_(block + capacity(block_words, words) * 2 * words), count_(count), words_(words) {}

    static constexpr int head_words = sizeof(Entry) / sizeof(std::uint64_t);
    static int words_needed(int count, int words) { return count * (head_words + 2 * words); }

    int count() const { return count_; }
    Entry& operator[](int i) const { return *reinterpret_cast<Entry*>(heads_ + head_words * std::ptrdiff_t{i}); }
    std::uint64_t* mask(int i) const { return patterns_ + 2 * words_ * std::ptrdiff_t{i}; }
    std::uint64_t* outcomes(int i) const { return mask(i) + words_; }

    // The next entry, from the i-th on, whose mask asks only for what is so here; count() if there is none.
    template <class Pattern>
    int next_covering(int i, const Pattern& here) const {
        if (words_ == 1) {
            while (i < count_ && (here.words[0] & *mask(i)) != *outcomes(i)) ++i;
            return i;
        }
        while (i < count_ && !covers(i, here)) ++i;
        return i;
    }
    template <class Pattern>
    Pattern mask_pattern(int i) const {
        Pattern pattern;
        for (int word = 0; word < words_; ++word) pattern.words[word] = mask(i)[word];
        return pattern;
    }
    // Puts the entry at `from` in the place of another.
    void move(int from, int to) const {
        (*this)[to] = (*this)[from];
        std::memmove(mask(to), mask(from), 2 * static_cast<std::size_t>(words_) * sizeof(std::uint64_t));
    }
    // All of them to another block, which may begin below this one and overlap it.
    void move_to(const EntryList& other) const {
        const auto count = static_cast<std::size_t>(count_);
        std::memmove(other.patterns_, patterns_, count * 2 * static_cast<std::size_t>(words_) * sizeof(std::uint64_t));
        std::memmove(other.heads_, heads_, count * sizeof(Entry));
    }

private:
    static std::ptrdiff_t capacity(int block_words, int words) { return block_words / (head_words + 2 * words); }

    template <class Pattern>
    bool covers(int i, const Pattern& here) const {
        const std::uint64_t* ask = mask(i);
        std::uint64_t differing = 0;
        for (int word = 0; word < words_; ++word) differing |= (here.words[word] & ask[word]) ^ ask[words_ + word];
        return differing == 0;
    }

    std::uint64_t* patterns_ = nullptr;
    std::uint64_t* heads_ = nullptr;
    int count_ = 0;
    int words_ = 1;
};

// A part of the table that is locked as a whole: shapes in buckets, each with its entries in one block of memory.
template <class Shape, class Entry>
class TableShard {
public:
    using Entries = EntryList<Entry>;

    explicit TableShard(std::size_t bytes);

    // Without initial values: unused slots are not written to.
    struct Slot {
        Shape shape;
        std::uint32_t block;  // offset in the pool, words
        std::uint16_t count;
        std::uint8_t block_size;  // a power of two, as its exponent
        std::uint8_t words;
        std::uint8_t cards;  // in each hand; 0 marks an empty slot
        std::uint8_t best;   // the lead that was best last, by its place in the holding
    };

    Slot* find(const Shape& shape);
    Entries entries(const Slot& slot) const {
        return {pool_.get() + slot.block, 1 << slot.block_size, slot.count, slot.words};
    }
    // Room for one entry more; an empty pointer where memory is too small for it.
    Entry* append(const Shape& shape, int words, int cards, Slot*& slot);
    double fill() const { return static_cast<double>(pool_used_) / static_cast<double>(pool_size_); }

    SpinLock mutex;

private:
    static constexpr std::size_t bucket_slots = 4;

    Slot* bucket(const Shape& shape) const { return &slots_[((shape.hash() >> 16) & (buckets_ - 1)) * bucket_slots]; }
    Slot* add_slot(const Shape& shape, int words, int cards);
    void double_buckets();
    bool make_room(Slot& slot);
    bool move_to_block(Slot& slot, int size);
    bool allocate(int size, std::uint32_t& block);
    void release(std::uint32_t block, int size);
    void release(Slot& slot);
    void clear_out();
    void close_gaps();

    // Neither is cleared before it is used, so that a large table costs a short search nothing.
    std::unique_ptr<Slot[]> slots_;
    std::unique_ptr<std::uint64_t[]> pool_;
    std::size_t most_buckets_;
    std::size_t pool_size_;
    std::size_t buckets_ = 1;
    std::size_t used_slots_ = 0;
    std::size_t pool_end_ = 1;              // of what has ever been given out; offset 0 means none
    std::size_t pool_used_ = 0;             // words in blocks
    std::array<std::uint32_t, 32> free_{};  // lists of blocks by size, linked through their first word; 0: none
};

template <class Shape, class Entry>
class ShapeTable {
public:
    using Shard = TableShard<Shape, Entry>;

    // `limit_mib` bounds the memory.
    explicit ShapeTable(std::int64_t limit_mib);

    bool shared_by_threads = false;

    // To be held while a shard is used.
    std::unique_lock<SpinLock> lock(Shard& shard) const {
        return shared_by_threads ? std::unique_lock<SpinLock>(shard.mutex) : std::unique_lock<SpinLock>();
    }
    Shard& shard(const Shape& shape) { return *shards_[shape.hash() % shards_.size()]; }
    // The part of the memory that is in use.
    double fill() const;

private:
    std::vector<std::unique_ptr<Shard>> shards_;
};

using Entries = EntryList<Entry>;
using Shard = TableShard<Shape, Entry>;
using Table = ShapeTable<Shape, Entry>;

}  // namespace gongzhu::solver
