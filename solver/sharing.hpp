// How several threads share one search: each may take plays of nodes that others have opened.
//
// A thread opens a node once its first play has not decided the question: then most likely all are needed. A thread
// that has nothing to do takes plays of an open node, of that with the most cards. Who finds the play that decides a
// node calls back all who are at work below it. Who is out of plays while others still search some helps them below.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

#include "limits.hpp"
#include "spin_lock.hpp"

namespace gongzhu::solver {

// An open node. A search derives from it what its plays and their results are; those are guarded by Sharing like this.
struct SplitPoint {
    int cards = 0;                      // in all hands
    const SplitPoint* above = nullptr;  // the node below which it was opened
    int helpers = 0;
    bool exhausted = false;  // no play is left to be taken
    bool decided = false;
    bool incomplete = false;  // a play was taken and its search given up

    bool is_below(const SplitPoint& other) const;  // or the same
};

class Worker;

class Sharing {
    friend Worker;
    void decide(SplitPoint& point, const Worker& by);

    SpinLock mutex_;
    std::vector<Worker*> workers_;
    std::vector<SplitPoint*> open_;
    std::atomic<int> open_count_ = 0;
};

// One thread's part.
class Worker {
public:
    static constexpr int fewest_cards = 6;  // a hand; opening nodes with fewer costs more than it brings

    Worker(Sharing& sharing, Limits& limits);

    void open(SplitPoint& point);
    // Ends the taking of plays. Whether others are still at work on some.
    bool is_waiting(SplitPoint& point);
    void close(SplitPoint& point);

    // An open node below the one this thread is at work on, or anywhere if on none; an empty pointer if there is none.
    SplitPoint* join();
    // `before`: the node this thread was at work on when it joined.
    void leave(SplitPoint& point, const SplitPoint* before);
    const SplitPoint* inside() const { return inside_; }

    // The next play, as `next` gives it; none if there is none or the thread has been called back.
    template <typename Next>
    auto take(SplitPoint& point, Next next) -> decltype(next()) {
        const std::lock_guard lock(sharing_->mutex_);
        if (called_back_) limits_->give_up();
        if (called_back_ || point.decided) return std::nullopt;
        const auto play = next();
        point.exhausted = !play;
        return play;
    }
    // What came of it. `decides`: whether that decides the node's question.
    template <typename Decides>
    void report(SplitPoint& point, Decides decides) {
        const std::lock_guard lock(sharing_->mutex_);
        if (!point.decided && decides()) sharing_->decide(point, *this);
    }
    // Nothing came of it.
    void give_up(SplitPoint& point);

private:
    friend Sharing;
    void go_back(const SplitPoint* to, bool incomplete);

    Sharing* sharing_;
    Limits* limits_;
    const SplitPoint* inside_ = nullptr;  // the innermost node it is at work on
    std::atomic<bool> called_back_ = false;
};

}  // namespace gongzhu::solver
