// Work on many like items, shared among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace gongzhu {

// Called now and then by the thread that waits for the work; may throw to end it.
using Pause = std::function<void()>;

// Calls work(begin, end) for the parts, `part` items each, of `count` items. The calling thread is one of `threads`;
// 0 means as many as there are cores. The first part that throws ends the work, and what it threw is thrown.
template <class Work>
void for_each_part(std::size_t count, std::size_t part, int threads, const Work& work, const Pause& pause = {}) {
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> stop = false;
    std::mutex mutex;
    std::exception_ptr failure;
    std::size_t failed = count;

    // Parts are begun in order, and each that was begun is finished: so the first to fail is always found.
    const auto run = [&](const Pause& after_each) {
        while (!stop) {
            const std::size_t begin = next.fetch_add(part);
            if (begin >= count) return;
            try {
                work(begin, std::min(begin + part, count));
                if (after_each) after_each();
            } catch (...) {
                const std::lock_guard lock(mutex);
                stop = true;
                if (begin >= failed) continue;
                failed = begin;
                failure = std::current_exception();
            }
        }
    };
    const std::size_t wanted = threads > 0 ? static_cast<std::size_t>(threads) : std::thread::hardware_concurrency();
    {
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < std::min(wanted, (count + part - 1) / part); ++i)
            helpers.emplace_back(run, Pause{});
        run(pause);
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace gongzhu
