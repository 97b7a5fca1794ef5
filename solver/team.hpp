// The threads that work on one position.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "search.hpp"
#include "sharing.hpp"

namespace gongzhu::solver {

// One searches it, the others take plays of nodes that it opens. The answer never depends on how many there are.
template <class Search>
class TeamOf {
public:
    using Problem = typename Search::Problem;

    TeamOf(Problem& problem, const Limits& limits, int threads, Variety variety) {
        for (int thread = 0; thread < threads; ++thread) {
            members_.push_back(std::make_unique<Member>(problem, limits, variety, threads > 1 ? &sharing_ : nullptr));
        }
        problem.table.shared_by_threads = threads > 1;
    }

    // As Search::test(); nothing once a limit is reached.
    template <class Position>
    std::optional<int> test(const Position& position, int goal) {
        if (position.hand(position.to_play()).count() >= Search::cards_for_threads) start_others();
        Member& first = *members_.front();
        const int value = first.search.test(position, goal);
        return first.limits.reached() ? std::nullopt : std::optional(value);
    }

    // Until the next call, each thread gives up after so many nodes more.
    void give_up_after(std::uint64_t nodes) {
        for (const auto& member : members_) member->limits.give_up_after(nodes);
    }

    // See Search; of the first thread.
    void take_samples(OrderSamples& samples) { members_.front()->search.take_samples(samples); }

    bool limit_reached() const { return members_.front()->limits.reached(); }
    std::uint64_t nodes() const {
        std::uint64_t sum = 0;
        for (const auto& member : members_) sum += member->limits.nodes();
        return sum;
    }
    const Search& search() const { return members_.front()->search; }

private:
    struct Member {
        Member(Problem& problem, const Limits& shared, Variety variety, Sharing* sharing)
            : limits(shared), worker(sharing == nullptr ? nullptr : std::make_unique<Worker>(*sharing, limits)),
              search(problem, limits, variety, worker.get()) {}

        Limits limits;
        std::unique_ptr<Worker> worker;
        Search search;
    };

    // They look for work until the team ends: a question is often shorter than a thread takes to start.
    void start_others() {
        if (std::exchange(started_, true)) return;
        for (std::size_t i = 1; i < members_.size(); ++i) {
            try {
                others_.emplace_back([&search = members_[i]->search](const std::stop_token& done) {
                    while (!done.stop_requested()) search.help();
                });
            } catch (const std::system_error&) {
                break;  // the system gives no more threads: those there are do the work
            }
        }
    }

    Sharing sharing_;
    std::vector<std::unique_ptr<Member>> members_;
    bool started_ = false;
    std::vector<std::jthread> others_;
};

using Team = TeamOf<Search>;

}  // namespace gongzhu::solver
