// What a seat exposes, decided as a play is: by worlds in which everybody exposes and plays on.
#pragma once

#include <cstdint>
#include <vector>

#include "any_policy.hpp"
#include "core/view.hpp"
#include "race.hpp"
#include "stakes.hpp"

namespace gongzhu {

using ExposureSet = std::vector<Exposable>;

// What a seat exposes: one card after the other, as long as one more is worth more than none in a race. In its worlds
// the seats after this one expose, and all play, by the policy. A limit of time is for the whole decision;
// `stakes` are those of the match, if there is one.
ExposureSet exposures_by_race(const View& view, std::uint64_t seed, const AnyPolicy& policy, const RaceOptions& options,
                              const Stakes* stakes, const Pause& pause);

}  // namespace gongzhu
