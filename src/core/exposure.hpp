// The four cards that can be exposed, the kinds of exposure, and their factors (RULES §2 "Exposure").
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "cards.hpp"

namespace gongzhu {

enum class Kind : std::uint8_t { none, open, first, concealed, dark, bright };
inline constexpr int kind_count = 6;

enum class Honour : std::uint8_t { pig, sheep, transformer, heart_leader };
inline constexpr int honour_count = 4;

// What an exposure multiplies by (000-BD, 000-HP, 001, 004): first and bright by four, the others by two.
constexpr int factor_of(Kind kind) {
    constexpr std::array<std::uint8_t, kind_count> factors = {1, 2, 4, 2, 2, 4};
    return factors[static_cast<std::size_t>(kind)];
}

// Whether the others see which card it is, or only that there is one.
constexpr bool is_hidden(Kind kind) { return kind == Kind::concealed || kind == Kind::dark; }

// Whether the bars of the first round hold for such a card: not for first and concealed exposures.
constexpr bool is_barred(Kind kind) { return kind == Kind::open || kind == Kind::dark || kind == Kind::bright; }

// The kind of exposure of each copy of the four honours.
class Exposures {
public:
    constexpr Kind kind(Honour honour, int copy) const { return kinds_[index(honour, copy)]; }
    constexpr void set(Honour honour, int copy, Kind kind) { kinds_[index(honour, copy)] = kind; }

    constexpr int exposed_copies(Honour honour) const {
        return (kind(honour, 0) != Kind::none) + (kind(honour, 1) != Kind::none);
    }
    // The product and the sum of the exposed copies' factors, and the largest; 1, 0 and 1 with nothing exposed.
    constexpr int product(Honour honour) const { return factor_of(kind(honour, 0)) * factor_of(kind(honour, 1)); }
    constexpr int sum(Honour honour) const { return added(kind(honour, 0)) + added(kind(honour, 1)); }
    constexpr int largest(Honour honour) const {
        const int a = factor_of(kind(honour, 0));
        const int b = factor_of(kind(honour, 1));
        return a > b ? a : b;
    }
    constexpr bool any() const { return *this != Exposures{}; }

    friend constexpr auto operator<=>(const Exposures&, const Exposures&) = default;

private:
    static constexpr int index(Honour honour, int copy) { return copy * honour_count + static_cast<int>(honour); }
    static constexpr int added(Kind kind) { return kind == Kind::none ? 0 : factor_of(kind); }
    std::array<Kind, honour_count * 2> kinds_{};
};

}  // namespace gongzhu
