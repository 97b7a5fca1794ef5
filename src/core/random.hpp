// Random numbers that are the same on every platform: splitmix64 to spread a seed, xoshiro256** (Blackman and Vigna).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace gongzhu {

class Random {
public:
    explicit Random(std::uint64_t seed) {
        for (std::uint64_t& word : state_) word = splitmix(seed);
    }
    // An independent stream for item `index` of a batch.
    Random(std::uint64_t seed, std::uint64_t index) : Random(splitmix(seed) ^ (index * 0xd1342543de82ef95ULL + 1)) {}

    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // 0 … bound − 1. The bias of multiplying instead of rejecting is below 2^-24 for the bounds of a card game.
    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32); }

private:
    static std::uint64_t splitmix(std::uint64_t& state) {
        std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    std::array<std::uint64_t, 4> state_;
};

// A few draws from one random word, each leaving the rest of the word to the next (Brackett-Rozinsky and Lemire,
// "Batched ranged random integer generation", 2024). The bias is below the product of the bounds / 2^54.
class Draws {
public:
    explicit Draws(std::uint64_t word) : fraction_(word >> (64 - bits)) {}

    // 0 … bound − 1, for a bound up to 1024.
    std::uint32_t below(std::uint32_t bound) {
        const std::uint64_t product = fraction_ * bound;
        fraction_ = product & ((std::uint64_t{1} << bits) - 1);
        return static_cast<std::uint32_t>(product >> bits);
    }

private:
    static constexpr int bits = 54;
    std::uint64_t fraction_;  // of 2^54
};

}  // namespace gongzhu
