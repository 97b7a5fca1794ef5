#include "learned.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gongzhu {
namespace {

constexpr std::string_view magic = "GZW1";

[[noreturn]] void refuse(const char* why) { throw std::invalid_argument(std::string("weights: ") + why); }

void put(std::vector<std::uint8_t>& bytes, std::uint32_t value, int size) {
    for (int i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    std::uint32_t get(std::size_t size) {
        if (bytes_.size() < size) refuse("the file ends too early");
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < size; ++i) value |= static_cast<std::uint32_t>(bytes_[i]) << (8 * i);
        bytes_ = bytes_.subspan(size);
        return value;
    }
    bool is_at_end() const { return bytes_.empty(); }

private:
    std::span<const std::uint8_t> bytes_;
};

}  // namespace

// "GZW1", the number of entries of a table (4 bytes), then the tables: two bytes an entry, low byte first, and after an
// entry of 0 two more with the number of further ones.
std::vector<std::uint8_t> LearnedWeights::to_bytes() const {
    std::vector<std::uint8_t> bytes(magic.begin(), magic.end());
    put(bytes, tables::layout.size, 4);
    for (const Tables& table : tables_) {
        for (std::size_t i = 0; i < table.size(); ++i) {
            put(bytes, static_cast<std::uint16_t>(table[i]), 2);
            if (table[i] != 0) continue;
            std::uint32_t more = 0;
            while (more < 0xffff && i + 1 < table.size() && table[i + 1] == 0) ++i, ++more;
            put(bytes, more, 2);
        }
    }
    return bytes;
}

LearnedWeights LearnedWeights::from_bytes(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < magic.size() || !std::equal(magic.begin(), magic.end(), bytes.begin())) {
        refuse("the file does not begin as one of weights does");
    }
    Reader reader(bytes.subspan(magic.size()));
    if (reader.get(4) != tables::layout.size) refuse("the file is for tables of another size");
    LearnedWeights weights;
    for (Tables& table : weights.tables_) {
        for (std::size_t i = 0; i < table.size(); ++i) {
            table[i] = static_cast<std::int16_t>(reader.get(2));
            if (std::abs(table[i]) > tables::highest) refuse("an entry is out of range");
            if (table[i] == 0) i += reader.get(2);
            if (i >= table.size()) refuse("a table is longer than its size");
        }
    }
    if (!reader.is_at_end()) refuse("the file goes on after its end");
    return weights;
}

}  // namespace gongzhu
