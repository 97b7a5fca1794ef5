// Threads that answer one question by the same search.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "core/position.hpp"
#include "limits.hpp"
#include "search.hpp"

namespace gongzhu::solver {

// All search the same position, each trying plays in another order, and share the table: what one has proven the others
// find there. The first to finish has the answer. That never depends on how many there are.
template <class Search>
class Race {
public:
    using Position = gongzhu::Position<2>;

    // `variety` is that of the first thread.
    Race(typename Search::Problem& problem, const Limits& limits, int threads, Variety variety) {
        for (; variety.thread < threads; ++variety.thread) {
            members_.push_back(std::make_unique<Member>(problem, limits, variety));
        }
        problem.table.shared_by_threads = threads > 1;
    }

    // As Search::test(); nothing once a limit is reached.
    std::optional<int> test(const Position& position, int goal) {
        constexpr int cards_for_threads = 7;  // a hand; with fewer, one thread is done before others have started
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
        return answer;
    }

    // Until the next call, each thread gives up after so many nodes more.
    void give_up_after(std::uint64_t nodes) {
        for (const auto& member : members_) member->limits.give_up_after(nodes);
    }

    bool limit_reached() const { return members_.front()->limits.reached(); }
    std::uint64_t nodes() const {
        std::uint64_t sum = 0;
        for (const auto& member : members_) sum += member->limits.nodes();
        return sum;
    }
    const Search& search() const { return members_.front()->search; }

private:
    struct Member {
        Member(typename Search::Problem& problem, const Limits& shared, Variety variety)
            : limits(shared), search(problem, limits, variety) {}

        Limits limits;
        Search search;
    };

    std::vector<std::unique_ptr<Member>> members_;
};

}  // namespace gongzhu::solver
