// The threads that work on one position.
#pragma once

#include <memory>
#include <vector>

#include "search.hpp"

namespace gongzhu::solver {

// All search the same position, each trying plays in another order, and share the table: what one has proven the others
// find there. The first to finish has the answer. That never depends on how many there are.
class Team {
public:
    // `variety` is that of the first thread.
    Team(Problem& problem, const Limits& limits, int threads, Variety variety);

    // As Search::test(); nothing once a limit is reached.
    std::optional<int> test(const Position<1>& position, int goal);

    // See Search; of the first thread.
    void take_samples(OrderSamples& samples) { members_.front()->search.take_samples(samples); }

    bool limit_reached() const { return limit_reached_ || members_.front()->limits.reached(); }
    std::uint64_t nodes() const;
    const Search& search() const { return members_.front()->search; }

private:
    struct Member {
        Member(Problem& problem, const Limits& shared, Variety variety)
            : limits(shared), search(problem, limits, variety) {}

        Limits limits;
        Search search;
    };

    std::vector<std::unique_ptr<Member>> members_;
    bool limit_reached_ = false;
};

}  // namespace gongzhu::solver
