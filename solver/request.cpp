#include "request.hpp"

#include <sstream>
#include <string>

#include "core/errors.hpp"

namespace gongzhu::solver {

void validate(const Request& request, const Rules& rules) {
    const auto refuse = [&](const auto& what) {
        std::ostringstream text;
        text << request.call << ": " << what;
        throw RulesError(text.str());
    };
    const auto out_of_range = [&](const char* name, auto given, const std::string& expected) {
        std::ostringstream text;
        text << name << ' ' << given << " is out of range, expected " << expected;
        refuse(text.str());
    };
    if (request.time_limit && !(*request.time_limit >= 0)) {
        out_of_range("time_limit", *request.time_limit, "0 seconds or more");
    }
    if (request.nodes && *request.nodes < 0) out_of_range("nodes", *request.nodes, "0 or more");
    constexpr std::int64_t most_mib = std::int64_t{1} << 24;
    if (request.hash_mb < 1 || request.hash_mb > most_mib) {
        out_of_range("hash_mb", request.hash_mb, "1 to " + std::to_string(most_mib) + " MiB");
    }
    if (rules.decks() != 1) refuse("two decks are not supported yet");
}

Position<1> one_deck_position(const Game& game, const Setup<1>& setup) {
    const Deal& deal = game.deal();
    std::array<CardSet<1>, seat_count> hands;
    std::array<CardSet<1>, seat_count> taken;
    for (int seat = 0; seat < seat_count; ++seat) {
        hands[seat] = narrow<1>(deal.hands()[seat]);
        taken[seat] = narrow<1>(deal.taken()[seat]);
    }
    Position<1> position(setup, hands, taken, game.leader(), deal.led(), !deal.is_ending());
    for (const Move move : game.history()) position.play(move);
    return position;
}

}  // namespace gongzhu::solver
