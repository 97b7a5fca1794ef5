// Work on many deals at once. Row i depends on the seed and on i alone, so the number of threads (0: one a core)
// changes no result.
#pragma once

#include <cstdint>
#include <span>

#include "any_policy.hpp"
#include "core/rules.hpp"
#include "parallel.hpp"

namespace gongzhu {

// Random deals as ownership rows (columns.hpp), as many as `owners` has room for.
void deal_batch(const Rules& rules, std::uint64_t seed, int threads, std::span<std::uint8_t> owners,
                const Pause& pause = {});

// The four seats' own points of deals played at random, as many as `points` has room for: random hands, each seat's
// exposures at random if `expose`, every move uniform among the legal ones.
void playout_batch(const Rules& rules, std::uint64_t seed, bool expose, int threads, std::span<std::int32_t> points,
                   const Pause& pause = {});

// The same of deals exposed and played by a policy, every seat deciding from what it can know.
void rollout_batch(const Rules& rules, const AnyPolicy& policy, std::uint64_t seed, bool expose, int threads,
                   std::span<std::int32_t> points, const Pause& pause = {});

// Rows of arrays; an empty span stands for an array that is not given.
struct TakenRows {
    std::span<const std::uint8_t> taken;    // ownership of the tricks
    std::span<const std::uint8_t> exposed;  // kinds of the pig, sheep, transformer and heart leader, copy by copy
    std::span<const std::uint8_t> dealt;    // ownership of the hands, for self-capture
    std::span<const std::uint8_t> removed;  // 1 for a card that was drawn out of this deal, else 0
};

// The four seats' own points of each row. std::invalid_argument names an array of another size than `points` has room
// for, and the row and the column of a value out of range.
void score_batch(const Rules& rules, const TakenRows& rows, int threads, std::span<std::int32_t> points,
                 const Pause& pause = {});

}  // namespace gongzhu
