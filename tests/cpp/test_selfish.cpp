// max^n and the check of claims against plain search, over rules drawn at random.
#include <algorithm>
#include <atomic>

#include "check.hpp"
#include "core/errors.hpp"
#include "endings.hpp"
#include "solver/claim_check.hpp"
#include "solver/selfish.hpp"

namespace {

using namespace gongzhu;
using test::check;
using test::check_equal;
using test::check_throws;
using test::draw_game;
using test::draw_rules;
using test::draw_seat;
using test::play_randomly;
using test::Test;

// What a seat wants, most wanted first: its own points, then that those after it have few.
Points wishes(int seat, const Points& points) {
    Points wishes = {points[seat], 0, 0, 0};
    for (int i = 1; i < seat_count; ++i) wishes[i] = -points[next_seat(seat, i)];
    return wishes;
}

Points final_points(const Position<2>& position) {
    const Points kept = score(position.setup(), position.taken(), false);
    const int changer = colour_changer(position.setup(), position.taken());
    if (position.setup().rules->ruleset().colour_change != ColourChange::choice || changer < 0) return kept;
    const Points swapped = score(position.setup(), position.taken(), true);
    return wishes(changer, swapped) > wishes(changer, kept) ? swapped : kept;
}

Points plain_selfish(Position<2>& position) {
    if (position.is_over()) return final_points(position);
    const int seat = position.to_play();
    MoveList moves;
    position.legal_moves(moves);
    std::optional<Points> best;
    for (const Move move : moves) {
        const auto undo = position.play(move);
        const Points points = plain_selfish(position);
        position.undo(undo);
        if (!best || wishes(seat, points) > wishes(seat, *best)) best = points;
    }
    return *best;
}

bool goes_as_claimed(const Position<2>& position, const Claim& claim) {
    for (int seat = 0; seat < seat_count; ++seat) {
        for (int other = 0; other < seat_count; ++other) {
            if (other != seat && !(position.taken()[seat] & claim.takes[other]).empty()) return false;
        }
    }
    return true;
}

bool plain_claim(Position<2>& position, const Claim& claim) {
    if (!goes_as_claimed(position, claim)) return false;
    if (position.is_over()) return true;
    const bool claimer_plays = position.to_play() == claim.seat;
    MoveList moves;
    position.legal_moves(moves);
    for (const Move move : moves) {
        const auto undo = position.play(move);
        const bool holds = plain_claim(position, claim);
        position.undo(undo);
        if (holds == claimer_plays) return holds;
    }
    return !claimer_plays;
}

template <typename Visit>
void for_random_games(std::uint64_t seed, int games, int cards, Visit visit) {
    for (int i = 0; i < games; ++i) {
        Random random(seed, static_cast<std::uint64_t>(i));
        visit(draw_game(random, draw_rules(random), cards), random);
    }
}

// Ends a game by a claim: of what random play brings, or of everything.
void claim_at_random(Game& game, Random& random) {
    Claim claim{draw_seat(random), {}};
    if (random.below(3) == 0) {
        claim.takes[claim.seat] = game.scoring_in_play();
    } else {
        Game ahead = game;
        while (!ahead.is_over()) play_randomly(random, ahead);
        for (int seat = 0; seat < seat_count; ++seat) {
            claim.takes[seat] = ahead.taken()[seat] & game.scoring_in_play();
        }
    }
    game.claim(claim);
}

bool within(const Points& points, const PointsBounds& bounds) {
    for (int seat = 0; seat < seat_count; ++seat) {
        if (points[seat] < bounds[seat].lower || points[seat] > bounds[seat].upper) return false;
    }
    return true;
}

const Test exact{"every play of a short ending leads to the points that plain max^n finds, whatever the rules", [] {
                     for_random_games(1, 400, 3, [](const Game& game, Random&) {
                         Position<2> position = game.position();
                         const SelfishSolution solution = solve_selfish(game);
                         check(solution.exact());
                         check(*solution.points == plain_selfish(position));
                         check_equal(static_cast<int>(solution.moves.size()), game.legal_moves().size());
                         for (const auto& [move, bounds] : solution.moves) {
                             const auto undo = position.play(move);
                             const Points expected = plain_selfish(position);
                             position.undo(undo);
                             for (int seat = 0; seat < seat_count; ++seat) {
                                 check_equal(bounds[seat].lower, expected[seat]);
                                 check_equal(bounds[seat].upper, expected[seat]);
                             }
                         }
                     });
                 }};

const Test lines{"the line ends the deal with the points that it promises", [] {
                     for_random_games(2, 50, 5, [](const Game& game, Random&) {
                         const SelfishSolution solution = solve_selfish(game);
                         Game played = game;
                         for (const Move move : solution.line) {
                             const MoveList legal = played.legal_moves();
                             check(std::ranges::find(legal, move) != legal.end());
                             played.play(move);
                         }
                         check(played.is_over());
                         check(final_points(played.position()) == *solution.points);
                     });
                 }};

const Test limited{"max^n that a limit ends has bounds around the points, and a small table changes nothing", [] {
                       for_random_games(3, 60, 4, [](const Game& game, Random&) {
                           const SelfishSolution full = solve_selfish(game);
                           for (const std::int64_t nodes : {0, 10, 100, 1000}) {
                               SelfishOptions options;
                               options.nodes = nodes;
                               const SelfishSolution part = solve_selfish(game, options);
                               check(part.nodes <= static_cast<std::uint64_t>(nodes));
                               check(within(*full.points, part.bounds));
                               check(!part.exact() || *part.points == *full.points);
                               for (std::size_t i = 0; i < part.moves.size(); ++i) {
                                   Points points;
                                   for (int seat = 0; seat < seat_count; ++seat) {
                                       points[seat] = full.moves[i].bounds[seat].lower;
                                   }
                                   check(within(points, part.moves[i].bounds));
                               }
                           }
                           SelfishOptions small;
                           small.hash_mb = 1;
                           check(*solve_selfish(game, small).points == *full.points);
                       });
                   }};

const Test claims{"a claim holds exactly if no play breaks it, and its refutation does", [] {
                      int held = 0;
                      for_random_games(4, 600, 3, [&](Game game, Random& random) {
                          if (game.history().empty()) play_randomly(random, game);
                          if (game.is_over()) return;
                          claim_at_random(game, random);
                          Position<2> position = game.position();
                          const Claim& claim = *game.claimed();
                          const bool expected = plain_claim(position, claim);
                          const ClaimCheck found = check_claim(game);
                          check(found.holds == expected);
                          held += expected;
                          if (expected) {
                              check(found.refutation.empty());
                              return;
                          }
                          for (const Move move : found.refutation) {
                              check(goes_as_claimed(position, claim) || position.trick().played != 0);
                              MoveList legal;
                              position.legal_moves(legal);
                              check(std::ranges::find(legal, move) != legal.end());
                              position.play(move);
                          }
                          check(position.trick().played == 0);
                          check(!goes_as_claimed(position, claim));
                      });
                      check(held > 50);
                  }};

const Test stopped{"searches asked to stop return at once with nothing claimed", [] {
                       const std::atomic<bool> stop = true;
                       for_random_games(5, 1, 13, [&](Game game, Random& random) {
                           SelfishOptions options;
                           options.stop = &stop;
                           const SelfishSolution solution = solve_selfish(game, options);
                           check(!solution.exact() && solution.line.empty());
                           game.play(game.legal_moves()[0]);
                           claim_at_random(game, random);
                           ClaimOptions claim_options;
                           claim_options.stop = &stop;
                           check_equal(check_claim(game, claim_options).nodes, std::uint64_t{0});
                       });
                   }};

const Test refused{"limits out of range and games at the wrong stage are refused", [] {
                       Game game(std::make_shared<Deal>(Deal::random(Rules::make({}), 1, 2)), 0);
                       SelfishOptions options;
                       options.hash_mb = 0;
                       check_throws<RulesError>([&] { solve_selfish(game, options); });
                       game.begin();
                       check_throws<IllegalMove>([&] { check_claim(game); });
                       while (!game.is_over()) game.play(game.legal_moves()[0]);
                       check_throws<IllegalMove>([&] { solve_selfish(game); });
                       ClaimOptions claim_options;
                       claim_options.nodes = -1;
                       check_throws<RulesError>([&] { check_claim(game, claim_options); });
                   }};

}  // namespace
