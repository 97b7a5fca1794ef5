// Counting, choosing and moving the set bits of a word.
//
// The instructions for it, popcnt, pext and pdep, are not in the x86-64 that every such processor understands. Where
// they are missing, a few steps on the word itself cost less than the library call that would stand in for popcnt
// (Vigna, "Broadword implementation of rank/select queries", 2008).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace gongzhu {

namespace broadword {

inline constexpr std::uint64_t ones = 0x0101010101010101;  // 1 in each byte
inline constexpr std::uint64_t tops = ones << 7;

// In each byte, how many bits are set in it and in the bytes below.
constexpr std::uint64_t running_counts(std::uint64_t bits) {
    bits -= (bits >> 1) & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333);
    return ((bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f) * ones;
}

// The places of the set bits of each byte, from the lowest.
inline constexpr auto places = [] {
    std::array<std::array<std::uint8_t, 8>, 256> table{};
    for (std::size_t byte = 0; byte < table.size(); ++byte) {
        std::size_t n = 0;
        for (std::uint8_t place = 0; place < 8; ++place) {
            if ((byte >> place) & 1) table[byte][n++] = place;
        }
    }
    return table;
}();

constexpr int nth_bit(std::uint64_t bits, int n) {
    const std::uint64_t counts = running_counts(bits);
    // The top bit of each byte whose running count exceeds n: the lowest of these bytes has the bit.
    const std::uint64_t reached = (counts + tops - ones * static_cast<unsigned>(n + 1)) & tops;
    const int byte = std::countr_zero(reached) & 56;
    const int below = static_cast<int>((counts << 8 >> byte) & 255);
    return byte + places[(bits >> byte) & 255][static_cast<std::size_t>(n - below)];
}

// A step for each set bit of the mask, from the lowest: for the few cards of an ending faster than a fixed sequence of
// steps on the whole word.
constexpr std::uint64_t extract_bits(std::uint64_t value, std::uint64_t mask) {
    std::uint64_t bits = 0;
    for (std::uint64_t bit = 1; mask != 0; mask &= mask - 1, bit <<= 1) {
        if ((value & mask & (~mask + 1)) != 0) bits |= bit;
    }
    return bits;
}

constexpr std::uint64_t deposit_bits(std::uint64_t bits, std::uint64_t mask) {
    std::uint64_t value = 0;
    for (; mask != 0; mask &= mask - 1, bits >>= 1) {
        if ((bits & 1) != 0) value |= mask & (~mask + 1);
    }
    return value;
}

}  // namespace broadword

constexpr int count_bits(std::uint64_t bits) {
#ifdef __POPCNT__
    return std::popcount(bits);
#else
    return static_cast<int>(broadword::running_counts(bits) >> 56);
#endif
}

// The place of the n-th set bit, from n = 0 for the lowest. There must be more than n.
inline int nth_bit(std::uint64_t bits, int n) {
#ifdef __BMI2__
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << n, bits));
#else
    return broadword::nth_bit(bits, n);
#endif
}

// The bits of the value that stand where the mask has its set bits, moved together to the low end.
constexpr std::uint64_t extract_bits(std::uint64_t value, std::uint64_t mask) {
#ifdef __BMI2__
    if (!std::is_constant_evaluated()) return _pext_u64(value, mask);
#endif
    return broadword::extract_bits(value, mask);
}

// The opposite: the low bits, in their order, moved to where the mask has its set bits. What is left over is dropped.
constexpr std::uint64_t deposit_bits(std::uint64_t bits, std::uint64_t mask) {
#ifdef __BMI2__
    if (!std::is_constant_evaluated()) return _pdep_u64(bits, mask);
#endif
    return broadword::deposit_bits(bits, mask);
}

}  // namespace gongzhu
