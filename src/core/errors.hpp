// The three ways in which a caller can be wrong. Python sees them as ValueErrors of the same names.
#pragma once

#include <stdexcept>
#include <string>

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

}  // namespace gongzhu
