#include "team.hpp"

#include <system_error>
#include <thread>

namespace gongzhu::solver {
namespace {

constexpr int cards_for_threads = 8;  // a hand; with fewer, one thread is done before others have started

}  // namespace

Team::Team(Problem& problem, const Limits& limits, int threads, Variety variety) {
    for (int thread = 0; thread < threads; ++thread) {
        members_.push_back(std::make_unique<Member>(problem, limits, variety, threads > 1 ? &sharing_ : nullptr));
    }
    problem.table.shared_by_threads = threads > 1;
}

std::optional<int> Team::test(const Position<1>& position, int goal) {
    std::vector<std::jthread> others;
    if (position.hand(position.to_play()).count() >= cards_for_threads) {
        try {
            for (std::size_t i = 1; i < members_.size(); ++i) {
                others.emplace_back([&search = members_[i]->search](const std::stop_token& done) {
                    while (!done.stop_requested()) search.help();
                });
            }
        } catch (const std::system_error&) {
            // The system gives no more threads: those there are do the work.
        }
    }
    Member& first = *members_.front();
    const int value = first.search.test(position, goal);
    return first.limits.reached() ? std::nullopt : std::optional(value);
}

std::uint64_t Team::nodes() const {
    std::uint64_t sum = 0;
    for (const auto& member : members_) sum += member->limits.nodes();
    return sum;
}

}  // namespace gongzhu::solver
