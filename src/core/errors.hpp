// The three ways in which a caller can be wrong. Python sees them as ValueErrors of the same names.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace gongzhu {

// A call that the rules of the deal in play do not allow: a card, an exposure, a claim.
class IllegalMove : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

// A ruleset, or a use of one, that makes no sense; the text names the parameter.
class RulesError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

// Text that cannot be read. Lines and columns count from 1.
class NotationError : public std::invalid_argument {
public:
    explicit NotationError(const std::string& what, int line = 1, int column = 1)
        : std::invalid_argument(what), line_(line), column_(column) {}
    int line() const { return line_; }
    int column() const { return column_; }

private:
    int line_;
    int column_;
};

// A caller's text as a message shows it, in quotes: long ones cut short, and what is not UTF-8 or not printable as
// \x00.
std::string quoted(std::string_view text);
// The first character of such a text, so shown.
std::string quoted_character(std::string_view text);

}  // namespace gongzhu
