// The solver against plain max/min search, over rules drawn at random.
#include <algorithm>
#include <atomic>
#include <memory>

#include "check.hpp"
#include "core/errors.hpp"
#include "core/game.hpp"
#include "core/random.hpp"
#include "solver/solve.hpp"

namespace {

using namespace gongzhu;
using test::check;
using test::check_equal;
using test::check_throws;
using test::Test;

template <typename Choice>
Choice draw(Random& random, std::initializer_list<Choice> choices) {
    return choices.begin()[random.below(static_cast<std::uint32_t>(choices.size()))];
}

// Leaves few cards, so that all hearts and slams are common.
void shorten_deck(Random& random, Ruleset& ruleset) {
    const bool few_hearts = random.below(2) == 0;
    for (const Suit suit : {Suit::spades, Suit::hearts, Suit::diamonds, Suit::clubs}) {
        const bool hearts = suit == Suit::hearts;
        const Rank lowest_left = hearts ? rank_ten : rank_ten - 1;
        for (Rank rank = ruleset.jokers && hearts ? rank_three + 1 : rank_two; rank < lowest_left; ++rank) {
            const Card card = make_card(suit, rank);
            if (card != make_card(Suit::spades, rank_three)) ruleset.removed.push_back(card);  // it may have to be led
        }
    }
    if (few_hearts) {
        for (const Rank rank : {rank_jack, rank_queen, rank_king}) {
            ruleset.removed.push_back(make_card(Suit::hearts, rank));
        }
    }
    while (ruleset.removed.size() % seat_count != 0) ruleset.removed.pop_back();
}

// Rules that no source has, so that every parameter that play or scoring reads meets every other.
std::shared_ptr<const Rules> draw_rules(Random& random) {
    Ruleset ruleset;
    ruleset.jokers = random.below(4) == 0;
    ruleset.partnership = draw(random, {Partnership::solo, Partnership::opposite, Partnership::pig_sheep});
    if (ruleset.partnership == Partnership::pig_sheep) {
        ruleset.record = Record::side;
        ruleset.forced = Forced::forbidden;
    }
    ruleset.kinds = {Kind::open, Kind::dark, Kind::bright, Kind::concealed};
    if (!ruleset.jokers) ruleset.heart_leader = draw(random, {HeartLeader::ace, HeartLeader::three});
    for (const Bar bar : {Bar::follow, Bar::lead, Bar::discard}) {
        if (random.below(2) == 0) ruleset.bars.push_back(bar);
    }
    ruleset.first_trick_points = random.below(2) == 0;
    ruleset.first_lead = FirstLead::spade_three;
    ruleset.must_lead_it = random.below(2) == 0;
    ruleset.discards = draw(random, {Discards::free, Discards::free, Discards::same_colour});
    ruleset.heart_table = draw(random, {HeartTable::standard, HeartTable::graded, HeartTable::flat});
    ruleset.lone_rule = draw(random, {LoneRule::no_cards, LoneRule::no_points});
    ruleset.pig_flip = draw(random, {PigFlip::slam, PigFlip::all_hearts, PigFlip::never});
    ruleset.slam = draw(random, {Slam::natural, Slam::fixed});
    ruleset.self_capture = 1 + static_cast<int>(random.below(2));
    ruleset.colour_change = draw(random, {ColourChange::none, ColourChange::automatic, ColourChange::choice});
    if (random.below(2) == 0) shorten_deck(random, ruleset);
    return Rules::make(ruleset);
}

void expose_some(Random& random, Game& game) {
    for (int seat = 0; seat < seat_count; ++seat) {
        for (const Game::Choice& choice : game.exposable(seat)) {
            const Label label{first_copy(choice.card), Label::Mark::none};
            if (random.below(6) == 0 &&
                std::ranges::none_of(game.exposed(), [&](const Exposed& made) { return made.card == choice.card; })) {
                game.expose(seat, label, choice.kind);
            }
        }
    }
}

// A game of random plays up to `cards` a hand, and some plays into the next trick; or an ending dealt as such.
Game draw_game(Random& random, int cards) {
    const auto rules = draw_rules(random);
    cards = std::min(cards, rules->hand_size());
    const bool dealt_short = random.below(3) == 0;  // of a short deck, sometimes a whole deal
    Game game(std::make_shared<Deal>(Deal::random(rules, random.next(), dealt_short ? cards : 0)));
    expose_some(random, game);
    game.begin();
    const int left = seat_count * cards - static_cast<int>(random.below(seat_count));
    const auto held = [&] {
        int count = 0;
        for (const Cards& hand : game.hands()) count += hand.count();
        return count;
    };
    while (held() > left) {
        const MoveList moves = game.legal_moves();
        game.play(moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]);
    }
    return game;
}

// What the solver is checked against: weights and roles, no table, no bounds, no order.
struct Plain {
    std::array<int, seat_count> weights{};
    std::array<int, seat_count> roles{};

    int value(const Points& points) const {
        int sum = 0;
        for (int seat = 0; seat < seat_count; ++seat) sum += weights[seat] * points[seat];
        return sum;
    }
    int final_value(const Position<2>& position) const {
        const int kept = value(score(position.setup(), position.taken(), false));
        const int changer = colour_changer(position.setup(), position.taken());
        const auto change = position.setup().rules->ruleset().colour_change;
        if (change != ColourChange::choice || changer < 0) return kept;
        const int swapped = value(score(position.setup(), position.taken(), true));
        return roles[changer] > 0 ? std::max(kept, swapped) : std::min(kept, swapped);
    }
    int search(Position<2>& position) const {
        if (position.is_over()) return final_value(position);
        const int role = roles[position.to_play()];
        MoveList moves;
        position.legal_moves(moves);
        int best = 0;
        bool first = true;
        for (const Move move : moves) {
            const auto undo = position.play(move);
            const int value = search(position);
            position.undo(undo);
            if (first || role * value > role * best) best = value;
            first = false;
        }
        return best;
    }
};

Plain plain_for(const Game& game, const SolveOptions& options) {
    Plain plain;
    const auto sides = game.sides();
    const bool opposite = !sides || game.rules().ruleset().partnership == Partnership::solo;
    for (int seat = 0; seat < seat_count; ++seat) {
        if (options.objective == Objective::solo) {
            plain.weights[seat] = seat == options.seat ? 1 : 0;
            plain.roles[seat] = seat == options.seat ? 1 : -1;
        } else {
            const bool own = opposite ? (seat - options.seat) % 2 == 0 : (*sides)[seat] == (*sides)[options.seat];
            plain.weights[seat] = plain.roles[seat] = own ? 1 : -1;
        }
    }
    return plain;
}

template <typename Visit>
void for_random_games(std::uint64_t seed, int games, int cards, Visit visit) {
    for (int i = 0; i < games; ++i) {
        Random random(seed, static_cast<std::uint64_t>(i));
        const Game game = draw_game(random, cards);
        SolveOptions options;
        options.objective = draw(random, {Objective::partners, Objective::solo});
        options.seat = static_cast<int>(random.below(seat_count));
        visit(game, options);
    }
}

const Test exact{"every play of a short ending is worth what plain search says, whatever the rules", [] {
                     for_random_games(1, 400, 3, [](const Game& game, const SolveOptions& options) {
                         const Plain plain = plain_for(game, options);
                         Position<2> position = game.position();
                         const Solution solution = solve(game, options);
                         check(solution.exact && solution.bounds.exact());
                         check_equal(solution.value, plain.search(position));
                         check_equal(static_cast<int>(solution.moves.size()), game.legal_moves().size());
                         for (const auto& [move, bounds] : solution.moves) {
                             const auto undo = position.play(move);
                             const int expected = plain.search(position);
                             position.undo(undo);
                             check_equal(bounds.lower, expected);
                             check_equal(bounds.upper, expected);
                         }
                     });
                 }};

const Test signature{
    "fixed endings cost a fixed number of nodes: a change of the search changes it, nothing else may", [] {
        std::uint64_t nodes = 0;
        for_random_games(6, 50, 6,
                         [&](const Game& game, const SolveOptions& options) { nodes += solve(game, options).nodes; });
        check_equal(nodes, std::uint64_t{737479});
    }};

const Test lines{"the line of best play ends the deal with the points that make the value", [] {
                     for_random_games(2, 200, 5, [](const Game& game, const SolveOptions& options) {
                         const Solution solution = solve(game, options);
                         Game played = game;
                         for (const Move move : solution.line) {
                             const MoveList legal = played.legal_moves();
                             check(std::ranges::find(legal, move) != legal.end());
                             played.play(move);
                         }
                         check(played.is_over());
                         check(solution.points.has_value());
                         check_equal(plain_for(game, options).value(*solution.points), solution.value);
                     });
                 }};

const Test limited{"a search that a limit ends has proven bounds around the value", [] {
                       for_random_games(3, 100, 5, [](const Game& game, const SolveOptions& options) {
                           const Solution full = solve(game, options);
                           for (const std::int64_t nodes : {0, 10, 100, 1000}) {
                               SolveOptions limited_options = options;
                               limited_options.nodes = nodes;
                               const Solution part = solve(game, limited_options);
                               check(part.bounds.lower <= full.value && full.value <= part.bounds.upper);
                               check(part.exact == part.bounds.exact());
                               check(part.nodes <= static_cast<std::uint64_t>(nodes));
                               for (std::size_t i = 0; i < part.moves.size(); ++i) {
                                   check(part.moves[i].bounds.lower <= full.moves[i].bounds.lower);
                                   check(part.moves[i].bounds.upper >= full.moves[i].bounds.upper);
                               }
                           }
                       });
                   }};

const Test table_size{"a small table changes no value", [] {
                          for_random_games(4, 20, 7, [](const Game& game, const SolveOptions& options) {
                              SolveOptions small = options;
                              const Solution one = solve(game, options);
                              const Solution other = solve(game, small, 1);
                              check_equal(one.value, other.value);
                              for (std::size_t i = 0; i < one.moves.size(); ++i)
                                  check(one.moves[i].bounds == other.moves[i].bounds);
                          });
                      }};

const Test stopped{"a search asked to stop returns at once with bounds", [] {
                       for_random_games(5, 1, 13, [](const Game& game, const SolveOptions& options) {
                           const std::atomic<bool> stop = true;
                           SolveOptions stopping = options;
                           stopping.stop = &stop;
                           const Solution solution = solve(game, stopping);
                           check_equal(solution.nodes, std::uint64_t{0});
                           check(solution.bounds.lower < solution.bounds.upper);
                           check(!solution.exact);
                       });
                   }};

const Test refused{"options out of range, two decks and a finished deal are refused", [] {
                       const auto game_with = [](std::int64_t decks) {
                           Ruleset ruleset;
                           ruleset.decks = decks;
                           return Game(std::make_shared<Deal>(Deal::random(Rules::make(ruleset), 1, 2)), 0);
                       };
                       const auto refuses = [&](auto change) {
                           SolveOptions options;
                           change(options);
                           check_throws<RulesError>([&] { solve(game_with(1), options); });
                       };
                       refuses([](SolveOptions& options) { options.seat = 7; });
                       refuses([](SolveOptions& options) { options.nodes = -1; });
                       refuses([](SolveOptions& options) { options.time_limit = -0.5; });
                       check_throws<RulesError>([] { Solver(0); });
                       refuses([](SolveOptions& options) { options.threads = -1; });
                       check_throws<RulesError>([] { parse_objective("selfish"); });
                       check_throws<RulesError>([&] { solve(game_with(2)); });
                       Game finished = game_with(1);
                       finished.begin();
                       while (!finished.is_over()) finished.play(finished.legal_moves()[0]);
                       check_throws<IllegalMove>([&] { solve(finished); });
                   }};

}  // namespace
