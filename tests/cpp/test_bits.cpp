// Counting, choosing and moving the bits of a word, with the processor's instructions and without.
#include <cstdint>

#include "check.hpp"
#include "core/bits.hpp"
#include "core/random.hpp"

namespace gongzhu::test {
namespace {

static_assert(extract_bits(0b101100, 0b111010) == 0b1010);
static_assert(deposit_bits(0b1010, 0b111010) == 0b101000);

// Every answer as it is defined, bit by bit.
void check_word(std::uint64_t value, std::uint64_t mask) {
    std::uint64_t extracted = 0;
    std::uint64_t deposited = 0;
    int n = 0;
    for (int place = 0; place < 64; ++place) {
        if (((mask >> place) & 1) == 0) continue;
        extracted |= ((value >> place) & 1) << n;
        deposited |= ((value >> n) & 1) << place;
        check_equal(nth_bit(mask, n), place);
        check_equal(broadword::nth_bit(mask, n), place);
        ++n;
    }
    check_equal(count_bits(mask), n);
    check_equal(extract_bits(value, mask), extracted);
    check_equal(broadword::extract_bits(value, mask), extracted);
    check_equal(deposit_bits(value, mask), deposited);
    check_equal(broadword::deposit_bits(value, mask), deposited);
    check_equal(deposit_bits(extract_bits(value, mask), mask), value & mask);
}

void corners() {
    constexpr std::uint64_t all = ~std::uint64_t{0};
    constexpr std::uint64_t alternating = 0x5555555555555555;
    for (const std::uint64_t mask : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 63, all, all << 1,
                                     all >> 1, alternating, ~alternating, std::uint64_t{0x1fff1fff1fff1fff}}) {
        check_word(0, mask);
        check_word(all, mask);
        check_word(0x0123456789abcdef, mask);
    }
}
const Test corners_test{"no bit, every bit, and masks that reach the ends", corners};

void random_words() {
    Random random(5);
    for (int i = 0; i < 2000; ++i) {
        const std::uint64_t dense = random.next() | random.next();
        check_word(random.next(), random.next());
        check_word(random.next(), dense);
        check_word(random.next(), ~dense);
    }
}
const Test random_words_test{"random words, few and many bits", random_words};

}  // namespace
}  // namespace gongzhu::test
