#include "two_deck_proof.hpp"

#include <limits>

namespace gongzhu::solver {

std::optional<bool> TwoDeckProof::at_least(const Position<2>& position, int goal, bool likely, std::uint64_t nodes,
                                           Limits& limits) {
    constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
    question_.ask(goal, likely);
    const TwoDeckState state = question_.state_of(position);
    const auto succeeds = [&](auto& game) {
        limits.give_up_after(nodes);
        const std::optional<bool> answer = ProofNumberSearch(game, table_, limits).run(state);
        limits.give_up_after(unlimited);
        return answer;
    };
    const std::optional<bool> shown = succeeds(relaxed_);
    if (shown == true) return likely;
    constexpr int most_cards = 20;  // a hand; with more, the game itself is too large while there is another way
    if (!shown && position.hand(position.to_play()).count() > most_cards) return std::nullopt;
    if (const std::optional<bool> answer = succeeds(game_)) return *answer == likely;
    return std::nullopt;
}

}  // namespace gongzhu::solver
