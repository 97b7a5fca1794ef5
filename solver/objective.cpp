#include "objective.hpp"

#include <string>

#include "core/errors.hpp"

namespace gongzhu {

Objective parse_objective(std::string_view text) {
    if (text == "partners") return Objective::partners;
    if (text == "solo") return Objective::solo;
    throw RulesError("objective: '" + std::string(text) + "' is unknown, expected partners or solo");
}

Measure parse_measure(std::string_view text) {
    if (text == "points") return Measure::points;
    if (text == "settled") return Measure::settled;
    throw RulesError("measure: '" + std::string(text) + "' is unknown, expected points or settled");
}

namespace solver {
namespace {

template <int Decks>
bool swaps_colours(const Aim& aim, const Setup<Decks>& setup, const std::array<CardSet<Decks>, seat_count>& taken) {
    if (setup.rules->ruleset().colour_change != ColourChange::choice) return false;
    const int chooser = colour_changer(setup, taken);
    if (chooser < 0) return false;
    const int gain = aim.value(score(setup, taken, true)) - aim.value(score(setup, taken, false));
    return aim.roles[chooser] * gain > 0;
}

}  // namespace

template <int Decks>
Points Aim::points(const Setup<Decks>& setup, const std::array<CardSet<Decks>, seat_count>& taken) const {
    return score(setup, taken, swaps_colours(*this, setup, taken));
}

template Points Aim::points(const Setup<1>&, const std::array<CardSet<1>, seat_count>&) const;
template Points Aim::points(const Setup<2>&, const std::array<CardSet<2>, seat_count>&) const;

Aim make_aim(Objective objective, Measure measure, int seat, const std::optional<std::array<int, seat_count>>& sides) {
    Aim aim;
    if (objective == Objective::solo) {
        aim.roles.fill(-1);
        aim.roles[seat] = 1;
        if (measure == Measure::settled) aim.weights.fill(-1);
        aim.weights[seat] = measure == Measure::settled ? 3 : 1;
        return aim;
    }
    constexpr std::array opposite = {0, 1, 0, 1};
    const bool everyone_alone = !sides || *sides == std::array{0, 1, 2, 3};
    const auto& side = everyone_alone ? opposite : *sides;
    for (int other = 0; other < seat_count; ++other) aim.roles[other] = side[other] == side[seat] ? 1 : -1;
    aim.weights = aim.roles;
    return aim;
}

}  // namespace solver
}  // namespace gongzhu
