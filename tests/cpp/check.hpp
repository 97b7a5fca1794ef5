// A unit test framework of three functions and one type: enough for what Python cannot reach.
//
//     void twins() { check_equal(first_copy(card), first_copy(twin_of(card))); }
//     const Test twins_test{"two copies of a card share their first copy", twins};
#pragma once

#include <source_location>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gongzhu::test {

// A test at namespace scope, which main.cpp runs. The name is a sentence about the game.
class Test {
public:
    using Body = void (*)();
    Test(std::string_view sentence, Body test_body) noexcept : name(sentence), body(test_body), next(last) {
        last = this;
    }

    const std::string_view name;
    const Body body;
    const Test* const next;  // the test registered before this one

    inline static const Test* last = nullptr;
};

// Ends the running test as failed.
class Failure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

inline void check(bool holds, std::source_location where = std::source_location::current()) {
    if (holds) return;
    std::ostringstream text;
    text << where.file_name() << ':' << where.line() << ": does not hold";
    throw Failure(text.str());
}

template <typename Left, typename Right>
void check_equal(const Left& actual, const Right& expected,
                 std::source_location where = std::source_location::current()) {
    if (actual == expected) return;
    std::ostringstream text;
    text << where.file_name() << ':' << where.line() << ": got " << actual << ", expected " << expected;
    throw Failure(text.str());
}

template <typename Error, typename Call>
void check_throws(Call call, std::source_location where = std::source_location::current()) {
    try {
        call();
    } catch (const Error&) {
        return;
    }
    std::ostringstream text;
    text << where.file_name() << ':' << where.line() << ": nothing was thrown";
    throw Failure(text.str());
}

}  // namespace gongzhu::test
