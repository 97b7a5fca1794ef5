// Whole numbers of 256 bits, for counting deals: two decks have more of them than 128 bits can tell.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace gongzhu {

class Wide {
public:
    constexpr Wide() = default;
    constexpr Wide(std::uint64_t number) : words_{number, 0, 0, 0} {}  // NOLINT(google-explicit-constructor)

    constexpr Wide& operator+=(const Wide& other) {
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < words; ++i) {
            const std::uint64_t sum = words_[i] + carry;
            carry = sum < carry;
            words_[i] = sum + other.words_[i];
            carry += words_[i] < sum;
        }
        return *this;
    }
    friend constexpr Wide operator+(Wide a, const Wide& b) { return a += b; }

    // By halves of words, which any compiler multiplies without loss.
    friend constexpr Wide operator*(const Wide& a, const Wide& b) {
        Wide product;
        for (std::size_t i = 0; i < halves; ++i) {
            std::uint64_t carry = 0;
            for (std::size_t j = 0; i + j < halves; ++j) {
                carry += a.half(i) * b.half(j) + product.half(i + j);
                product.set_half(i + j, carry);
                carry >>= 32;
            }
        }
        return product;
    }

    constexpr double to_double() const {
        double value = 0;
        for (std::size_t i = words; i-- > 0;) value = value * 0x1p64 + static_cast<double>(words_[i]);
        return value;
    }

    // Sixteen digits a word, the highest first.
    std::string to_hexadecimal() const {
        constexpr const char* digits = "0123456789abcdef";
        std::string text;
        for (std::size_t i = words; i-- > 0;) {
            for (int shift = 60; shift >= 0; shift -= 4) text += digits[(words_[i] >> shift) & 15];
        }
        return text;
    }

    friend constexpr bool operator==(const Wide&, const Wide&) = default;

private:
    static constexpr std::size_t words = 4, halves = 2 * words;

    constexpr std::uint64_t half(std::size_t i) const { return (words_[i / 2] >> (32 * (i % 2))) & 0xffffffff; }
    constexpr void set_half(std::size_t i, std::uint64_t value) {
        const int shift = 32 * static_cast<int>(i % 2);
        words_[i / 2] = (words_[i / 2] & ~(std::uint64_t{0xffffffff} << shift)) | ((value & 0xffffffff) << shift);
    }

    std::array<std::uint64_t, words> words_{};
};

}  // namespace gongzhu
