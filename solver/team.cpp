#include "team.hpp"

#include <atomic>
#include <exception>
#include <thread>

namespace gongzhu::solver {
namespace {

constexpr int cards_for_threads = 8;  // a hand; with fewer, one thread is done before others have started

}  // namespace

Team::Team(Problem& problem, const Limits& limits, int threads, Variety variety) {
    for (; variety.thread < threads; ++variety.thread) {
        members_.push_back(std::make_unique<Member>(problem, limits, variety));
    }
    problem.table.shared_by_threads = threads > 1;
}

std::optional<int> Team::test(const Position<1>& position, int goal) {
    if (members_.size() == 1 || position.hand(position.to_play()).count() < cards_for_threads) {
        Member& only = *members_.front();
        const int value = only.search.test(position, goal);
        return only.limits.reached() ? std::nullopt : std::optional(value);
    }
    std::atomic<bool> answered{false};
    std::optional<int> answer;
    std::exception_ptr failure;
    const auto work = [&](Member& member) {
        std::exception_ptr mine;
        int value = 0;
        try {
            value = member.search.test(position, goal);
        } catch (...) {
            mine = std::current_exception();
        }
        if ((mine || !member.limits.reached()) && !answered.exchange(true)) {
            failure = mine;
            if (!mine) answer = value;
        }
    };
    for (const auto& member : members_) member->limits.give_up_on(&answered);
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < members_.size(); ++i) others.emplace_back(work, std::ref(*members_[i]));
        work(*members_.front());
    }
    for (const auto& member : members_) member->limits.give_up_on(nullptr);
    if (failure) std::rethrow_exception(failure);
    limit_reached_ = !answer;
    return answer;
}

std::uint64_t Team::nodes() const {
    std::uint64_t sum = 0;
    for (const auto& member : members_) sum += member->limits.nodes();
    return sum;
}

}  // namespace gongzhu::solver
