#include "table.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "two_deck_shape.hpp"

namespace gongzhu::solver {
namespace {

constexpr std::size_t shard_count = 16;
constexpr std::size_t most_words = std::size_t{1} << 32;  // that a block's offset can reach
constexpr std::size_t slots_share = 4;                    // a quarter of the memory is for shapes, the rest for entries

int size_for(int words) { return std::bit_width(static_cast<unsigned>(words - 1)); }

}  // namespace

template <class Shape, class Entry>
TableShard<Shape, Entry>::TableShard(std::size_t bytes)
    : most_buckets_(std::bit_floor(bytes / slots_share / sizeof(Slot) / bucket_slots)),
      pool_size_(std::min((bytes - most_buckets_ * bucket_slots * sizeof(Slot)) / sizeof(std::uint64_t), most_words)) {
    slots_ = std::make_unique_for_overwrite<Slot[]>(most_buckets_ * bucket_slots);
    pool_ = std::make_unique_for_overwrite<std::uint64_t[]>(pool_size_);
    std::fill_n(slots_.get(), bucket_slots, Slot{});
}

template <class Shape, class Entry>
typename TableShard<Shape, Entry>::Slot* TableShard<Shape, Entry>::find(const Shape& shape) {
    Slot* first = bucket(shape);
    for (Slot* slot = first; slot != first + bucket_slots; ++slot) {
        if (slot->cards != 0 && slot->shape == shape) return slot;
    }
    return nullptr;
}

template <class Shape, class Entry>
Entry* TableShard<Shape, Entry>::append(const Shape& shape, int words, int cards, Slot*& slot) {
    if (slot == nullptr) slot = add_slot(shape, words, cards);
    if (!make_room(*slot)) {
        clear_out();
        slot = find(shape);
        if (slot == nullptr) slot = add_slot(shape, words, cards);
        if (!make_room(*slot)) return nullptr;
    }
    ++slot->count;
    return &entries(*slot)[slot->count - 1];
}

// Whether a slot's block has room for one entry more, or another block that has it is free.
template <class Shape, class Entry>
bool TableShard<Shape, Entry>::make_room(Slot& slot) {
    if (slot.count == std::numeric_limits<std::uint16_t>::max()) return false;
    const int needed = Entries::words_needed(slot.count + 1, slot.words);
    return (slot.count != 0 && needed <= (1 << slot.block_size)) || move_to_block(slot, size_for(needed));
}

template <class Shape, class Entry>
typename TableShard<Shape, Entry>::Slot* TableShard<Shape, Entry>::add_slot(const Shape& shape, int words, int cards) {
    if (used_slots_ > buckets_ * bucket_slots / 2 && buckets_ < most_buckets_) double_buckets();
    Slot* first = bucket(shape);
    Slot* chosen = first;
    for (Slot* slot = first; slot != first + bucket_slots; ++slot) {
        if (slot->cards < chosen->cards || (slot->cards == chosen->cards && slot->count < chosen->count)) chosen = slot;
    }
    if (chosen->cards != 0) release(*chosen);
    *chosen = {};
    chosen->shape = shape;
    chosen->words = static_cast<std::uint8_t>(words);
    chosen->cards = static_cast<std::uint8_t>(cards);
    ++used_slots_;
    return chosen;
}

template <class Shape, class Entry>
void TableShard<Shape, Entry>::double_buckets() {
    const std::size_t old = buckets_;
    buckets_ *= 2;
    for (std::size_t i = 0; i < old; ++i) {
        Slot* from = &slots_[i * bucket_slots];
        Slot* to = from + old * bucket_slots;
        for (std::size_t place = 0; place < bucket_slots; ++place) {
            to[place] = {};
            if (from[place].cards == 0 || bucket(from[place].shape) == from) continue;
            std::swap(to[place], from[place]);
        }
    }
}

// Moves a slot's entries to a block of another size; without one that is free the slot stays as it is.
template <class Shape, class Entry>
bool TableShard<Shape, Entry>::move_to_block(Slot& slot, int size) {
    std::uint32_t block = 0;
    if (!allocate(size, block)) return false;
    if (slot.count != 0) {
        entries(slot).move_to({pool_.get() + block, 1 << size, slot.count, slot.words});
        release(slot.block, slot.block_size);
    }
    slot.block = block;
    slot.block_size = static_cast<std::uint8_t>(size);
    return true;
}

template <class Shape, class Entry>
bool TableShard<Shape, Entry>::allocate(int size, std::uint32_t& block) {
    const std::size_t words = std::size_t{1} << size;
    int larger = size;
    while (larger < 32 && free_[larger] == 0) ++larger;
    const bool fresh = pool_end_ + words <= pool_size_;
    if (larger == 32 || (larger > size && fresh)) {
        if (!fresh) return false;
        block = static_cast<std::uint32_t>(pool_end_);
        pool_end_ += words;
    } else {
        block = free_[larger];
        free_[larger] = static_cast<std::uint32_t>(pool_.get()[block]);
        for (; larger > size; --larger) {
            const std::uint32_t half = block + (1U << (larger - 1));
            pool_.get()[half] = free_[larger - 1];
            free_[larger - 1] = half;
        }
    }
    pool_used_ += words;
    return true;
}

template <class Shape, class Entry>
void TableShard<Shape, Entry>::release(std::uint32_t block, int size) {
    pool_.get()[block] = free_[size];
    free_[size] = block;
    pool_used_ -= std::size_t{1} << size;
}

template <class Shape, class Entry>
void TableShard<Shape, Entry>::release(Slot& slot) {
    if (slot.count != 0) release(slot.block, slot.block_size);
    slot = {};
    --used_slots_;
}

// Drops a third of what is stored: entries that have not answered anything since the last time, those of the fewest
// cards first; if these do not do, those of the fewest cards altogether.
template <class Shape, class Entry>
void TableShard<Shape, Entry>::clear_out() {
    constexpr std::size_t levels = 32;
    std::array<std::array<std::size_t, levels>, 2> words{};  // by used, cards
    const std::size_t slot_count = buckets_ * bucket_slots;
    for (std::size_t i = 0; i < slot_count; ++i) {
        const Slot& slot = slots_[i];
        const Entries list = entries(slot);
        for (int entry = 0; entry < slot.count; ++entry) {
            words[list[entry].used ? 1 : 0][slot.cards % levels] +=
                static_cast<std::size_t>(Entries::words_needed(1, slot.words));
        }
    }
    std::size_t freed = 0;
    std::array<std::size_t, 2> drop_below{};  // by used: the cards from which on entries stay
    for (std::size_t used = 0; used < 2; ++used) {
        for (std::size_t cards = 0; cards < levels && freed < pool_used_ / 3; ++cards) {
            freed += words[used][cards];
            drop_below[used] = cards + 1;
        }
    }
    for (std::size_t i = 0; i < slot_count; ++i) {
        Slot& slot = slots_[i];
        if (slot.cards == 0) continue;
        const Entries list = entries(slot);
        int kept = 0;
        for (int entry = 0; entry < slot.count; ++entry) {
            if (slot.cards < drop_below[list[entry].used ? 1 : 0]) continue;
            list[entry].used = false;
            if (kept != entry) list.move(entry, kept);
            ++kept;
        }
        if (kept == 0) {
            release(slot);
            continue;
        }
        slot.count = static_cast<std::uint16_t>(kept);
    }
    close_gaps();
}

// Moves all blocks together, so that what is free is one piece.
template <class Shape, class Entry>
void TableShard<Shape, Entry>::close_gaps() {
    std::vector<Slot*> used;
    used.reserve(used_slots_);
    for (std::size_t i = 0; i < buckets_ * bucket_slots; ++i) {
        if (slots_[i].cards != 0 && slots_[i].count != 0) used.push_back(&slots_[i]);
    }
    std::ranges::sort(used, {}, &Slot::block);
    free_ = {};
    pool_end_ = 1;
    for (Slot* slot : used) {
        const int size = size_for(Entries::words_needed(slot->count, slot->words));
        entries(*slot).move_to({&pool_[pool_end_], 1 << size, slot->count, slot->words});
        slot->block = static_cast<std::uint32_t>(pool_end_);
        slot->block_size = static_cast<std::uint8_t>(size);
        pool_end_ += std::size_t{1} << slot->block_size;
    }
    pool_used_ = pool_end_ - 1;
}

template <class Shape, class Entry>
ShapeTable<Shape, Entry>::ShapeTable(std::int64_t limit_mib) {
    const std::size_t bytes = (static_cast<std::size_t>(limit_mib) << 20) / shard_count;
    for (std::size_t i = 0; i < shard_count; ++i) shards_.push_back(std::make_unique<Shard>(bytes));
}

template <class Shape, class Entry>
double ShapeTable<Shape, Entry>::fill() const {
    double sum = 0;
    for (const auto& shard : shards_) sum += shard->fill();
    return sum / static_cast<double>(shards_.size());
}

template class TableShard<Shape, Entry>;
template class ShapeTable<Shape, Entry>;
template class TableShard<TwoDeckShape, TwoDeckEntry>;
template class ShapeTable<TwoDeckShape, TwoDeckEntry>;

}  // namespace gongzhu::solver
