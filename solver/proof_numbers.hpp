// Proof-number search, df-pn (Nagai 2002): of one side of a game it shows that it can get what it wants, going on
// wherever the fewest positions seem left to prove.
//
// A position is as hard as the hardest of the plays that must all be answered, and one more for each other one (Ueda,
// Hashimoto, Hashimoto and Iida 2008), not as all of them together: most positions are reached in many orders of the
// same tricks, and a sum would count them again for each.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include "limits.hpp"

namespace gongzhu::solver {

// How many positions must still be decided, at least, to show that the one side succeeds, and that it does not.
struct ProofNumbers {
    std::uint32_t proof = 1;
    std::uint32_t disproof = 1;
};

inline constexpr std::uint32_t never_proven = 1U << 30;
inline constexpr ProofNumbers proven{0, never_proven}, disproven{never_proven, 0};

// What is known of positions that are not decided. Its memory comes from calloc, which leaves it alone until it is
// used.
class ProofTable {
public:
    // A position and the question about it, compared in full.
    using Key = std::array<std::uint64_t, 5>;

    explicit ProofTable(std::int64_t mib)
        : buckets_(std::bit_floor((static_cast<std::size_t>(mib) << 20) / (sizeof(Entry) * bucket_size))),
          entries_(zeroed(buckets_ * bucket_size)) {
        if (entries_ == nullptr) throw std::bad_alloc();
    }

    // Nothing where the position is not stored.
    std::optional<ProofNumbers> find(const Key& key) const {
        const Entry* entry = place_of(key);
        if (entry == nullptr) return std::nullopt;
        return entry->numbers;
    }
    // In place of the position that took the least work, where there is no room.
    void store(const Key& key, ProofNumbers numbers, std::uint64_t nodes) {
        Entry* place = place_of(key);
        if (place == nullptr) {
            Entry* entries = bucket(key);
            place = std::ranges::min_element(entries, entries + bucket_size, {}, &Entry::nodes);
        }
        constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
        *place = {key, numbers, static_cast<std::uint32_t>(std::min(nodes, most))};
    }

private:
    struct Entry {
        Key key{};
        ProofNumbers numbers;
        std::uint32_t nodes = 0;  // searched below it the last time
    };
    static constexpr std::size_t bucket_size = 4;
    // NOLINTBEGIN(cppcoreguidelines-no-malloc, cppcoreguidelines-owning-memory)
    struct Free {
        void operator()(Entry* entries) const { std::free(entries); }
    };
    static Entry* zeroed(std::size_t count) { return static_cast<Entry*>(std::calloc(count, sizeof(Entry))); }
    // NOLINTEND(cppcoreguidelines-no-malloc, cppcoreguidelines-owning-memory)

    Entry* bucket(const Key& key) const {
        std::uint64_t mixed = 0;
        for (const std::uint64_t word : key) {
            mixed = (mixed ^ word) * 0x9e3779b97f4a7c15ULL;
            mixed ^= mixed >> 29;
        }
        mixed *= 0x94d049bb133111ebULL;
        return entries_.get() + ((mixed ^ mixed >> 31) & (buckets_ - 1)) * bucket_size;
    }
    Entry* place_of(const Key& key) const {
        Entry* entries = bucket(key);
        Entry* end = entries + bucket_size;
        Entry* found = std::ranges::find(entries, end, key, &Entry::key);
        return found == end ? nullptr : found;
    }

    std::size_t buckets_;
    std::unique_ptr<Entry[], Free> entries_;
};

// `Game` has
//   State; Move; Moves               a position; a play; a list of plays that can grow
//   moves(state, list)               the plays to try, to an empty list
//   after(state, move)               the state then
//   outcome(state)                   whether the one side has succeeded, where that is known
//   proves(state)                    whether it is that side's turn
//   key(state)
//   guess(before, move, after)       the numbers of a position that is not stored
//   learn(state, move, outcome)      told what became of a play of that side: whether it succeeded, or nothing yet
template <class Game>
class ProofNumberSearch {
public:
    using State = typename Game::State;
    using Move = typename Game::Move;

    ProofNumberSearch(Game& game, ProofTable& table, Limits& limits) : game_(&game), table_(&table), limits_(&limits) {}

    // Whether the side succeeds; nothing once a limit is reached. Asked again it goes on where it stopped.
    std::optional<bool> run(const State& state) {
        if (const std::optional<bool> known = game_->outcome(state)) return known;
        const ProofNumbers numbers = search(state, {never_proven, never_proven});
        if (numbers.proof == 0) return true;
        if (numbers.disproof == 0) return false;
        return std::nullopt;
    }

private:
    struct Child {
        Move move;
        ProofNumbers numbers;
    };

    ProofNumbers search(const State& state, ProofNumbers most) {
        const bool either = game_->proves(state);  // one proven play is enough
        const std::uint64_t nodes_before = limits_->nodes();
        // As seen by the player: his own side's number, of which the least counts, and the other's.
        const auto own = [either](const ProofNumbers& numbers) { return either ? numbers.proof : numbers.disproof; };
        const auto other = [either](const ProofNumbers& numbers) { return either ? numbers.disproof : numbers.proof; };
        const auto numbers_of = [either](std::uint32_t mine, std::uint32_t theirs) {
            return either ? ProofNumbers{mine, theirs} : ProofNumbers{theirs, mine};
        };
        typename Game::Moves moves;
        game_->moves(state, moves);
        std::vector<Child> children;
        children.reserve(moves.size());
        for (const Move& move : moves) {
            if (limits_->count_node()) return {};
            const State then = game_->after(state, move);
            const ProofNumbers numbers = first_look(state, move, then);
            if (other(numbers) == 0) continue;
            children.push_back({move, numbers});
            if (own(numbers) == 0) break;
        }
        while (true) {
            Child* best = nullptr;
            std::uint32_t least = never_proven, second = never_proven, hardest = 0, open = 0;
            for (Child& child : children) {
                const std::uint32_t mine = own(child.numbers);
                const std::uint32_t theirs = other(child.numbers);
                if (theirs == 0) continue;
                ++open;
                hardest = std::max(hardest, theirs);
                if (mine < least || (mine == least && best != nullptr && theirs > other(best->numbers))) {
                    second = least;
                    least = mine;
                    best = &child;
                } else {
                    second = std::min(second, mine);
                }
            }
            const ProofNumbers now = least == 0  ? numbers_of(0, never_proven)
                                     : open == 0 ? numbers_of(never_proven, 0)
                                                 : numbers_of(least, std::min(hardest + open - 1, never_proven / 2));
            const bool decided = now.proof == 0 || now.disproof == 0;
            if (decided || now.proof >= most.proof || now.disproof >= most.disproof || limits_->reached()) {
                table_->store(game_->key(state), now, limits_->nodes() - nodes_before);
                return now;
            }
            const std::uint32_t most_own = std::min(own(most), second + second / 4 + 1);
            const std::uint32_t most_other = other(most) - (open - 1);
            best->numbers = search(game_->after(state, best->move), numbers_of(most_own, most_other));
            if (limits_->reached()) return now;
            if (either) {
                const bool known = best->numbers.proof == 0 || best->numbers.disproof == 0;
                game_->learn(state, best->move, known ? std::optional(best->numbers.proof == 0) : std::nullopt);
            }
        }
    }

    ProofNumbers first_look(const State& before, const Move& move, const State& then) {
        if (const std::optional<bool> known = game_->outcome(then)) return *known ? proven : disproven;
        if (const std::optional<ProofNumbers> stored = table_->find(game_->key(then))) return *stored;
        return game_->guess(before, move, then);
    }

    Game* game_;
    ProofTable* table_;
    Limits* limits_;
};

}  // namespace gongzhu::solver
