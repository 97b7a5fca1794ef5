#include "errors.hpp"

#include <algorithm>

namespace gongzhu {
namespace {

// The bytes of the UTF-8 character that a text begins with; 0 where it begins with none.
std::size_t leading_character(std::string_view text) {
    if (text.empty()) return 0;
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x80) return 1;
    const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
    const bool continues = std::ranges::all_of(text.substr(1, size - 1), [](char c) { return (c & 0xc0) == 0x80; });
    return continues ? size : 0;
}

}  // namespace

std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 60;
    constexpr std::string_view digits = "0123456789abcdef";
    std::string shown = "'";
    while (!text.empty() && shown.size() < longest) {
        const std::size_t size = leading_character(text);
        const auto first = static_cast<unsigned char>(text[0]);
        if (size == 0 || first < ' ' || first == 0x7f) {
            shown += {'\\', 'x', digits[first >> 4], digits[first & 15]};
        } else {
            shown += text.substr(0, size);
        }
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return shown + (text.empty() ? "'" : "…'");
}

std::string quoted_character(std::string_view text) {
    return quoted(text.substr(0, std::max<std::size_t>(leading_character(text), 1)));
}

}  // namespace gongzhu
