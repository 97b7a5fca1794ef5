#include "request.hpp"

#include <sstream>
#include <string>

#include "core/errors.hpp"

namespace gongzhu::solver {

namespace {

[[noreturn]] void refuse(std::string_view call, const std::string& what) {
    throw RulesError(std::string(call) + ": " + what);
}

template <class Number>
[[noreturn]] void out_of_range(std::string_view call, const char* name, Number given, const char* expected) {
    std::ostringstream text;
    text << name << ' ' << given << " is out of range, expected " << expected;
    refuse(call, text.str());
}

}  // namespace

void validate_hash_mb(std::string_view call, std::int64_t hash_mb) {
    constexpr std::int64_t most_mib = std::int64_t{1} << 24;
    if (hash_mb < 1 || hash_mb > most_mib) out_of_range(call, "hash_mb", hash_mb, "1 to 16777216 MiB");
}

void validate(const Request& request) {
    if (request.time_limit && !(*request.time_limit >= 0)) {
        out_of_range(request.call, "time_limit", *request.time_limit, "0 seconds or more");
    }
    if (request.nodes && *request.nodes < 0) out_of_range(request.call, "nodes", *request.nodes, "0 or more");
    validate_hash_mb(request.call, request.hash_mb);
}

template <int Decks>
Position<Decks> first_position(const Game& game, const Setup<Decks>& setup) {
    const Deal& deal = game.deal();
    std::array<CardSet<Decks>, seat_count> hands;
    std::array<CardSet<Decks>, seat_count> taken;
    for (int seat = 0; seat < seat_count; ++seat) {
        hands[seat] = narrow<Decks>(deal.hands()[seat]);
        taken[seat] = narrow<Decks>(deal.taken()[seat]);
    }
    return {setup, hands, taken, game.leader(), deal.led(), !deal.is_ending()};
}

template Position<1> first_position(const Game&, const Setup<1>&);
template Position<2> first_position(const Game&, const Setup<2>&);

}  // namespace gongzhu::solver
