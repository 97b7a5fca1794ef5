// A lock for what is held for well under a microsecond.
#pragma once

#include <atomic>
#include <thread>

namespace gongzhu::solver {

// Waits without going to sleep; gives way to other threads only where the one that holds the lock may need the
// processor.
class SpinLock {
public:
    void lock() {
        while (held_.exchange(true, std::memory_order_acquire)) wait();
    }
    bool try_lock() { return !held_.exchange(true, std::memory_order_acquire); }
    void unlock() { held_.store(false, std::memory_order_release); }

private:
    void wait() const {
        constexpr int looks = 1000;
        for (int look = 0; held_.load(std::memory_order_relaxed); ++look) {
            if (look >= looks) std::this_thread::yield();
        }
    }

    std::atomic<bool> held_ = false;
};

}  // namespace gongzhu::solver
