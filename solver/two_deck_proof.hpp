// Answers to questions about two decks that are far from the likely value, "can one side get at least this much?", on
// deals too long to be searched to their end.
#pragma once

#include <cstdint>
#include <optional>

#include "core/position.hpp"
#include "limits.hpp"
#include "proof_numbers.hpp"
#include "two_deck_games.hpp"

namespace gongzhu::solver {

class TwoDeckProof {
public:
    // `start`: where the deal is searched from.
    TwoDeckProof(const DeckWorth<2>& worth, const DeckStaticBounds<2>& bounds, const Position<2>& start,
                 std::int64_t table_mib)
        : question_(worth, bounds, start), game_(question_), relaxed_(question_), table_(table_mib) {}
    TwoDeckProof(const TwoDeckProof&) = delete;
    TwoDeckProof& operator=(const TwoDeckProof&) = delete;
    ~TwoDeckProof() = default;

    // Whether the value is at least `goal`, which the static bounds leave open; nothing once `nodes` are spent on each
    // of two searches, or a limit is reached. `likely`: what the answer should be. A question asked again goes on where
    // it stopped.
    std::optional<bool> at_least(const Position<2>& position, int goal, bool likely, std::uint64_t nodes,
                                 Limits& limits);

private:
    TwoDeckQuestion question_;
    TwoDeckGame game_;
    RelaxedTwoDeckGame relaxed_;
    ProofTable table_;
};

}  // namespace gongzhu::solver
