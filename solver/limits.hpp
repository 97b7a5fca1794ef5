// When a search has to end early: a number of nodes, a time, or a wish from outside.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

namespace gongzhu::solver {

// Copies count towards the same number of nodes, one for each thread of a search.
class Limits {
public:
    using Clock = std::chrono::steady_clock;

    Limits(std::optional<double> seconds, std::optional<std::int64_t> nodes, const std::atomic<bool>* stop)
        : start_(Clock::now()), stop_(stop),
          left_(std::make_shared<std::atomic<std::int64_t>>(nodes.value_or(std::numeric_limits<std::int64_t>::max()))) {
        if (seconds) seconds_ = *seconds;
        reached_ = left_->load() == 0 || seconds_ <= 0 || stop_requested();
    }

    // Counts a node unless a limit is reached; whether one is.
    bool count_node() {
        if (allowed_ == 0 && !allow_more()) return true;
        --allowed_;
        ++nodes_;
        return false;
    }
    // Counts nodes that were searched elsewhere.
    void count_nodes(std::uint64_t nodes) { left_->fetch_sub(static_cast<std::int64_t>(nodes)); }
    bool reached() const { return reached_ || given_up_; }
    std::uint64_t nodes() const { return nodes_; }
    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    // `flag` ends the search as well, as if a limit were reached, until it is told to go on.
    void give_up_on(const std::atomic<bool>& flag) { give_up_ = &flag; }
    void give_up() { given_up_ = true; }
    void go_on() { given_up_ = false; }
    // Until the next call, so many nodes more end the search as well, as if a limit were reached.
    void give_up_after(std::uint64_t nodes) {
        give_up_at_ = nodes < std::numeric_limits<std::uint64_t>::max() - nodes_
                          ? nodes_ + nodes
                          : std::numeric_limits<std::uint64_t>::max();
        given_up_ = false;
    }

private:
    static constexpr std::int64_t batch = 1024;  // nodes between two looks at the clock and at what is shared
    static constexpr std::int64_t portion = 64;  // nodes between two looks at the search's own flag
    bool stop_requested() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }

    bool allow_more() {
        if (reached()) return false;
        given_up_ = nodes_ >= give_up_at_ || (give_up_ != nullptr && give_up_->load(std::memory_order_relaxed));
        if (given_up_) return false;
        if (granted_ == 0) {
            const std::int64_t left = left_->fetch_sub(batch, std::memory_order_relaxed);
            reached_ = left <= 0 || stop_requested() || elapsed() >= seconds_;
            if (reached_) return false;
            granted_ = std::min(left, batch);
        }
        allowed_ = std::min(granted_, portion);
        granted_ -= allowed_;
        return true;
    }

    Clock::time_point start_;
    const std::atomic<bool>* stop_;
    const std::atomic<bool>* give_up_ = nullptr;
    double seconds_ = std::numeric_limits<double>::infinity();
    std::shared_ptr<std::atomic<std::int64_t>> left_;  // nodes that no thread has been allowed
    std::int64_t granted_ = 0;                         // of these, not yet allowed
    std::int64_t allowed_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t give_up_at_ = std::numeric_limits<std::uint64_t>::max();
    bool reached_ = false;
    bool given_up_ = false;
};

}  // namespace gongzhu::solver
