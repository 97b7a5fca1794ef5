// Random games for tests of what is played with hidden hands.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "core/game.hpp"
#include "core/random.hpp"

namespace gongzhu::test {

// Rules with all kinds of duties, bars and exposures.
inline std::shared_ptr<const Rules> rules_for(int decks, std::uint64_t variant) {
    Ruleset ruleset;
    ruleset.decks = decks;
    ruleset.first_lead = FirstLead::club_two;
    ruleset.must_lead_it = variant % 2 == 0;
    ruleset.kinds = {Kind::open, Kind::dark, Kind::concealed};
    ruleset.bars = {Bar::follow, Bar::lead, Bar::discard};
    ruleset.self_capture = 2;
    ruleset.discards = variant % 3 == 0 ? Discards::same_colour : Discards::free;
    ruleset.first_trick_points = variant % 5 != 0;
    return Rules::make(ruleset);
}

// A game that was dealt, exposed and played at random for a while.
inline Game game_at(std::shared_ptr<const Rules> rules, std::uint64_t seed, Random& random) {
    Game game(std::make_shared<const Deal>(Deal::random(std::move(rules), seed)));
    for (int seat = 0; seat < seat_count; ++seat) {
        for (const Game::Choice& choice : game.exposable(seat)) {
            const bool still = !game.exposable(seat).empty() && random.below(3) == 0;
            const Exposures& made = game.exposures();
            const Honour honour = *game.rules().honour_of(choice.card);
            if (still && made.kind(honour, lane_of(choice.card)) == Kind::none) {
                game.expose(seat, {first_copy(choice.card), Label::Mark::none}, choice.kind);
            }
        }
    }
    game.begin();
    for (auto plays = random.below(static_cast<std::uint32_t>(4 * game.deal().cards_each() - 4)); plays > 0; --plays) {
        if (game.is_over()) break;
        const MoveList moves = game.legal_moves();
        game.play(moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]);
    }
    return game;
}

}  // namespace gongzhu::test
