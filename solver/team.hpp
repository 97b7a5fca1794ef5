// The threads that work on one position.
#pragma once

#include <memory>
#include <vector>

#include "search.hpp"
#include "sharing.hpp"

namespace gongzhu::solver {

// One searches it, the others take plays of nodes that it opens. The answer never depends on how many there are.
class Team {
public:
    Team(Problem& problem, const Limits& limits, int threads, Variety variety);

    // As Search::test(); nothing once a limit is reached.
    std::optional<int> test(const Position<1>& position, int goal);

    // See Search; of the first thread.
    void take_samples(OrderSamples& samples) { members_.front()->search.take_samples(samples); }

    bool limit_reached() const { return members_.front()->limits.reached(); }
    std::uint64_t nodes() const;
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

    Sharing sharing_;
    std::vector<std::unique_ptr<Member>> members_;
};

}  // namespace gongzhu::solver
