// What a seat exposes, decided as a play is: by worlds in which everybody exposes and plays on.
#pragma once

#include <cstdint>
#include <vector>

#include "any_policy.hpp"
#include "core/view.hpp"
#include "race.hpp"

namespace gongzhu {

using ExposureSet = std::vector<Exposable>;

// What a seat exposes: one card after the other, as long as one more is worth more than none in a race. In its worlds
// the seats after this one expose, and all play, by the policy. A limit of time is for the whole decision.
ExposureSet exposures_by_race(const View& view, std::uint64_t seed, const AnyPolicy& policy, RaceOptions options,
                              const Pause& pause);

}  // namespace gongzhu
