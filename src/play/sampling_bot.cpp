#include "sampling_bot.hpp"

#include "core/random.hpp"

namespace gongzhu {

std::uint64_t seed_of(const View& view, std::uint64_t seed) {
    std::uint64_t plays = 0;
    for (const SeenTrick& trick : view.tricks) plays += trick.moves.size();
    return Random(seed, 2 * plays + (view.phase == Phase::exposing ? 0 : 1)).next();
}

}  // namespace gongzhu
