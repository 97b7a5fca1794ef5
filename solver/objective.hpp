// What a solve maximises: a value of the final points, and which seats want it high.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/scoring.hpp"

namespace gongzhu {

enum class Objective : std::uint8_t {
    partners,  // two sides: own side's points − the other side's
    solo,      // one seat against the other three as one coalition: its own points
};

// What solo counts.
enum class Measure : std::uint8_t {
    points,   // the seat's own points
    settled,  // own − mean of the others', in thirds of a point
};

// "partners" or "solo". Throws RulesError that lists the objectives there are.
Objective parse_objective(std::string_view text);
// "points" or "settled", likewise.
Measure parse_measure(std::string_view text);

namespace solver {

// The value is a weighted sum of the final points; every seat plays to raise it or to lower it.
struct Aim {
    std::array<int, seat_count> weights{};
    std::array<int, seat_count> roles{};  // +1 raises the value, −1 lowers it

    friend bool operator==(const Aim&, const Aim&) = default;

    int value(const Points& points) const {
        int sum = 0;
        for (int seat = 0; seat < seat_count; ++seat) sum += weights[seat] * points[seat];
        return sum;
    }

    // The value of a finished deal. Where the rules let the taker of all hearts swap pig and sheep
    // (colour_change = choice), he does what is best for his role.
    template <int Decks>
    int value(const Setup<Decks>& setup, const std::array<CardSet<Decks>, seat_count>& taken) const {
        return value(points(setup, taken));
    }
    template <int Decks>
    Points points(const Setup<Decks>& setup, const std::array<CardSet<Decks>, seat_count>& taken) const;
};

// The aim from the point of view of `seat`. `sides`: a number for each seat, the same for partners; without it, and
// where every seat plays for itself, the partners are seats 0 and 2 against 1 and 3.
Aim make_aim(Objective objective, Measure measure, int seat, const std::optional<std::array<int, seat_count>>& sides);

}  // namespace solver
}  // namespace gongzhu
