// When a search has to end early: a number of nodes, a time, or a wish from outside.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

namespace gongzhu::solver {

class Limits {
public:
    using Clock = std::chrono::steady_clock;

    Limits(std::optional<double> seconds, std::optional<std::int64_t> nodes, const std::atomic<bool>* stop)
        : start_(Clock::now()), stop_(stop) {
        if (seconds) seconds_ = *seconds;
        if (nodes) nodes_allowed_ = static_cast<std::uint64_t>(*nodes);
        reached_ = nodes_allowed_ == 0 || seconds_ <= 0 || stop_requested();
    }

    // Counts a node unless a limit is reached; whether one is.
    bool count_node() {
        if (reached_) return true;
        ++nodes_;
        if (nodes_ >= nodes_allowed_) {
            reached_ = true;
        } else if ((nodes_ & check_mask) == 0) {
            reached_ = stop_requested() || elapsed() >= seconds_;
        }
        return reached_;
    }
    bool reached() const { return reached_; }
    std::uint64_t nodes() const { return nodes_; }
    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
    static constexpr std::uint64_t check_mask = 1023;  // the clock and the flag are looked at every 1024 nodes
    bool stop_requested() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }

    Clock::time_point start_;
    const std::atomic<bool>* stop_;
    double seconds_ = std::numeric_limits<double>::infinity();
    std::uint64_t nodes_allowed_ = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t nodes_ = 0;
    bool reached_ = false;
};

}  // namespace gongzhu::solver
