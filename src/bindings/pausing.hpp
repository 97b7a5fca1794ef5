// Long work on threads that Ctrl-C can end.
#pragma once

#include <chrono>

#include "bindings.hpp"
#include "play/parallel.hpp"

namespace gongzhu::bindings {

// Looks for Ctrl-C, a few times a second, from the thread that has let go of the interpreter lock.
inline Pause pause_for_signals() {
    using Clock = std::chrono::steady_clock;
    return [last = Clock::now()]() mutable {
        constexpr std::chrono::milliseconds interval(50);
        if (Clock::now() - last < interval) return;
        const py::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        last = Clock::now();
    };
}

}  // namespace gongzhu::bindings
