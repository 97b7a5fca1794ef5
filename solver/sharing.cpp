#include "sharing.hpp"

#include <algorithm>

namespace gongzhu::solver {
bool SplitPoint::is_below(const SplitPoint& other) const {
    const SplitPoint* point = this;
    while (point != nullptr && point != &other) point = point->above;
    return point != nullptr;
}

void Sharing::decide(SplitPoint& point, const Worker& by) {
    point.decided = true;
    for (Worker* worker : workers_) {
        if (worker != &by && worker->inside_ != nullptr && worker->inside_->is_below(point))
            worker->called_back_ = true;
    }
}

Worker::Worker(Sharing& sharing, Limits& limits) : sharing_(&sharing), limits_(&limits) {
    constexpr std::size_t most_open = 64;  // by one thread, at most one for every card it plays
    sharing.workers_.push_back(this);
    sharing.open_.reserve(sharing.workers_.size() * most_open);  // opening cannot fail
    limits.give_up_on(called_back_);
}

void Worker::open(SplitPoint& point) {
    const std::lock_guard lock(sharing_->mutex_);
    point.above = inside_;
    inside_ = &point;
    sharing_->open_.push_back(&point);
    sharing_->open_count_ = static_cast<int>(sharing_->open_.size());
}

bool Worker::is_waiting(SplitPoint& point) {
    const std::lock_guard lock(sharing_->mutex_);
    std::erase(sharing_->open_, &point);
    sharing_->open_count_ = static_cast<int>(sharing_->open_.size());
    return point.helpers > 0;
}

void Worker::close(SplitPoint& point) {
    const std::lock_guard lock(sharing_->mutex_);
    go_back(point.above, point.incomplete && !point.decided);
}

SplitPoint* Worker::join() {
    if (sharing_->open_count_.load(std::memory_order_relaxed) == 0) return nullptr;
    const std::unique_lock lock(sharing_->mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return nullptr;
    SplitPoint* best = nullptr;
    for (SplitPoint* point : sharing_->open_) {
        if (point->exhausted || point->decided || (inside_ != nullptr && !point->is_below(*inside_))) continue;
        if (best == nullptr || point->cards > best->cards) best = point;
    }
    if (best == nullptr) return nullptr;
    ++best->helpers;
    inside_ = best;
    return best;
}

void Worker::leave(SplitPoint& point, const SplitPoint* before) {
    const std::lock_guard lock(sharing_->mutex_);
    --point.helpers;
    go_back(before, false);
}

void Worker::give_up(SplitPoint& point) {
    const std::lock_guard lock(sharing_->mutex_);
    point.incomplete = true;
}

// The search goes on there, unless a node above has been decided in the meantime or the one left is incomplete.
void Worker::go_back(const SplitPoint* to, bool incomplete) {
    inside_ = to;
    bool decided = false;
    for (; to != nullptr; to = to->above) decided |= to->decided;
    called_back_ = decided;
    if (decided || incomplete) {
        limits_->give_up();
    } else {
        limits_->go_on();
    }
}

}  // namespace gongzhu::solver
