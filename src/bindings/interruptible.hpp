// Long searches that Ctrl-C can end.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

#include "bindings.hpp"

namespace gongzhu::bindings {

// Ends the searches that were given it once it is set, from any thread.
struct StopFlag {
    std::atomic<bool> value{false};
};

// Whether this is the thread that hears Ctrl-C.
inline bool is_main_thread() {
    return python_class("threading", "current_thread")().is(python_class("threading", "main_thread")());
}

// What `search(const std::atomic<bool>* stop)` returns or throws, with the interpreter lock released: it must not touch
// Python. In the main thread it runs on a thread of its own, so that this one can look for Ctrl-C now and then: that
// sets `stop`, and once the search has returned raises KeyboardInterrupt. Others may set `stop` too.
template <class Search>
auto run_interruptibly(Search search, std::atomic<bool>& stop)
    -> std::invoke_result_t<Search&, const std::atomic<bool>*> {
    if (!is_main_thread()) {
        const py::gil_scoped_release release;
        return search(&stop);
    }
    std::optional<std::invoke_result_t<Search&, const std::atomic<bool>*>> result;
    std::exception_ptr failure;
    std::mutex mutex;
    std::condition_variable finished;
    bool done = false;

    const py::gil_scoped_release release;
    std::thread worker([&] {
        try {
            result.emplace(search(&stop));
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        done = true;
        finished.notify_one();
    });
    bool interrupted = false;
    std::unique_lock lock(mutex);
    while (!finished.wait_for(lock, std::chrono::milliseconds(50), [&] { return done; })) {
        lock.unlock();
        {
            const py::gil_scoped_acquire acquire;
            if (!interrupted && PyErr_CheckSignals() != 0) {
                interrupted = true;
                stop = true;
            }
        }
        lock.lock();
    }
    lock.unlock();
    worker.join();
    if (interrupted) {
        const py::gil_scoped_acquire acquire;
        throw py::error_already_set();
    }
    if (failure) std::rethrow_exception(failure);
    return std::move(*result);
}

template <class Search>
auto run_interruptibly(Search search) -> std::invoke_result_t<Search&, const std::atomic<bool>*> {
    std::atomic<bool> stop{false};
    return run_interruptibly(std::move(search), stop);
}

}  // namespace gongzhu::bindings
