// Runs the tests that the other file of this program registered.
#include <exception>
#include <iostream>

#include "check.hpp"

namespace {

bool passes(const gongzhu::test::Test& test) {
    try {
        test.body();
        return true;
    } catch (const std::exception& error) {
        std::cout << "FAILED " << test.name << "\n  " << error.what() << '\n';
        return false;
    }
}

}  // namespace

int main() {
    int passed = 0;
    int failed = 0;
    for (const auto* test = gongzhu::test::Test::last; test != nullptr; test = test->next)
        ++(passes(*test) ? passed : failed);
    std::cout << passed << " passed, " << failed << " failed\n";
    return failed == 0 && passed > 0 ? 0 : 1;
}
