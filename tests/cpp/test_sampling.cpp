// Sampling: numbers of many digits, and that a world can be played on from.
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "check.hpp"
#include "core/scoring.hpp"
#include "games.hpp"
#include "play/continuation.hpp"
#include "play/random_play.hpp"
#include "play/replay.hpp"
#include "play/sampler.hpp"
#include "play/wide.hpp"

namespace gongzhu::test {
namespace {

void wide_numbers() {
    Wide factorial = 1;
    for (std::uint64_t n = 2; n <= 57; ++n) factorial = factorial * n;
    check_equal(
        factorial.to_hexadecimal(),
        std::string("59996c6ef58409a71b05be0bada2445eb7c017d09442e7d158e0000000000000"));  // 57!, the last that fits
    const Wide most = Wide(~std::uint64_t{0});
    check_equal((most * most + most + most).to_hexadecimal(), std::string(32, '0') + std::string(32, 'f'));
    check_equal((most + Wide(1)).to_double(), 0x1p64);
}
const Test wide_test{"sums and products carry over all words", wide_numbers};

// A move's cards by names that tell the copies apart where they differ.
template <int Decks>
MoveLabel label_in(const Setup<Decks>& setup, Move move) {
    const auto exact = [&](Card card) {
        Label label{first_copy(card), Label::Mark::none};
        const auto honour = setup.rules->honour_of(card);
        if (honour && Decks == 2) label.mark = mark_of(setup.exposures.kind(*honour, lane_of(card)));
        return label;
    };
    return {exact(move.first), move.is_double() ? exact(move.second) : Label{}};
}

// A continuation and the replayed game of a world are played on alike.
template <int Decks>
void continuations() {
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        Random random(seed);
        const Game game = game_at(rules_for(Decks, seed), seed, random);
        const View view = view_of(game, static_cast<int>(random.below(seat_count)));
        if (view.phase == Phase::over) continue;
        const Sampler sampler = sampler_of(view);
        const DealRecord& record = sampler.knowledge().record;
        const Present<Decks> present(sampler.knowledge());
        for (std::uint64_t i = 0; i < 3; ++i) {
            const World world = sampler.draw(seed, i);
            const Continuation<Decks> continuation(present, world);
            Position<Decks> position = continuation.position();
            Game replayed = game_of(view, record, world);
            check_equal(position.to_play(), replayed.to_play());
            check(position.opening() == replayed.position().opening());
            while (!position.is_over()) {
                MoveList moves;
                position.legal_moves(moves);
                check_equal(moves.size(), replayed.legal_moves().size());
                const Move move = moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
                replayed.play(replayed.find_move(label_in(continuation.setup(), move)));
                position.play(move);
            }
            check(score(continuation.setup(), position.taken()) == replayed.points());
        }
    }
}
const Test one_deck_test{"a world of one deck is played on as its game", continuations<1>};
const Test two_decks_test{"a world of two decks is played on as its game", continuations<2>};

// What the seats played is seen again in any world, legal at every step.
void history() {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        const Game game = game_at(rules_for(1, seed), seed, random);
        const Sampler sampler = sampler_of(view_of(game, 2));
        std::size_t plays = 0;
        for_each_play<1>(sampler.knowledge(), sampler.draw(random), [&](const Position<1>& position, Move move) {
            check(position.playable().has(move.first));
            check(move == game.history()[plays++]);
        });
        check_equal(plays, game.history().size());
    }
}
const Test history_test{"the plays seen are legal in every world", history};

// Worlds are drawn by their likelihood, tempered or not.
void likely_worlds() {
    Random random(3);
    const Game game(std::make_shared<const Deal>(Deal::random(rules_for(1, 1), 3)));
    const Sampler sampler = sampler_of(view_of(game, 0));
    Cards free = sampler.knowledge().record.unseen;
    const Card card = free.pop();
    const auto share = [&](double temper) {
        const auto likelihood = [&](const World& world) { return world.hands[1].has(card) ? std::log(9.0) : 0.0; };
        int held = 0;
        for (const World& world : draw_likely(sampler, 2000, 20'000, 5, likelihood, temper)) {
            held += world.hands[1].has(card);
        }
        return held / 2000.0;
    };
    check(std::abs(share(1) - 9.0 / 11) < 0.03);
    check(std::abs(share(0.5) - 3.0 / 5) < 0.03);
    check(std::abs(share(0) - 1.0 / 3) < 0.03);
}
const Test likely_test{"worlds come as often as their likelihood says", likely_worlds};

}  // namespace
}  // namespace gongzhu::test
