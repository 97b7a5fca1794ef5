// Policies: they play by the rules in every position, and by nothing that a seat cannot know.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "check.hpp"
#include "games.hpp"
#include "play/any_policy.hpp"
#include "play/continuation.hpp"
#include "play/offering.hpp"
#include "play/policy_player.hpp"
#include "play/replay.hpp"
#include "play/rollout.hpp"
#include "play/rollout_policy.hpp"

namespace gongzhu::test {
namespace {

// Tables of nonsense: what a learned policy must play legally by, whatever it has learned.
AnyPolicy learned_nonsense() {
    LearnedWeights weights;
    Random random(5);
    for (std::size_t kind = 0; kind < LearnedWeights::kinds; ++kind) {
        for (std::int16_t& weight : weights[kind]) weight = static_cast<std::int16_t>(random.below(1000)) - 500;
    }
    return LearnedPolicy(std::make_shared<const LearnedWeights>(weights));
}

const std::array<AnyPolicy, 3> policies = {RandomPolicy{}, CarefulPolicy{}, learned_nonsense()};

// Plays by a policy and makes sure that each move is legal.
template <class Policy>
struct Checked {
    const Policy& policy;

    template <int Decks>
    Move choose(const Turn<Decks>& turn, Random& random) const {
        const Move move = policy.choose(turn, random);
        MoveList moves;
        turn.legal_moves(moves);
        check(std::find(moves.begin(), moves.end(), move) != moves.end());
        return move;
    }
};

template <int Decks>
void whole_deals() {
    for (const AnyPolicy& policy : policies) {
        for (std::uint64_t seed = 0; seed < 400; ++seed) {
            Random random(seed);
            const auto rules = rules_for(Decks, seed);
            const Start<Decks> start = policy_start<Decks>(*rules, policy, random, true);
            Position<Decks> position = start.position();
            Seen<Decks> seen(position);
            const Points points = roll_out(position, seen, Checked{policy}, random);

            // Whatever is played after that changes nothing.
            check(position.trick().played == 0);
            play_at_random(position, random, [](Move) {});
            check(points == score(start.setup, position.taken()));
        }
    }
}
const Test one_deck_test{"policies play deals of one deck by the rules until the points are known", whole_deals<1>};
const Test two_decks_test{"policies play deals of two decks by the rules until the points are known", whole_deals<2>};

// The game as it is, with the hands that nobody sees.
template <int Decks>
struct Truth {
    Setup<Decks> setup;
    Position<Decks> position;
    Seen<Decks> seen;

    explicit Truth(const Game& game) {
        const Deal& deal = game.deal();
        setup.rules = &game.rules();
        setup.deck = narrow<Decks>(deal.deck());
        setup.must_lead_card = game.position().setup().must_lead_card;
        setup.set_exposures(game.exposures());
        for (int seat = 0; seat < seat_count; ++seat) setup.dealt[seat] = narrow<Decks>(deal.hands()[seat]);
        position = Position<Decks>(setup, setup.dealt, {}, game.leader(), 0, true);
        seen = Seen<Decks>(position);
        for (const Move move : game.history()) seen.play(position, move);
    }
    Truth(const Truth&) = delete;
    Truth& operator=(const Truth&) = delete;
};

// The same move in the true game, in every world that the seat must reckon with, and from its view.
template <int Decks>
void hidden_cards_for(const AnyPolicy& policy) {
    int asked = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        const Game game = game_at(rules_for(Decks, seed), seed, random);
        if (game.to_play() < 0) continue;
        const View view = view_of(game, game.to_play());
        const MoveLabel chosen = PolicyPlayer(policy, 1, 2).choose(view);
        const Sampler sampler = sampler_of(view);
        const Exposures& named = sampler.knowledge().record.exposures;

        const Truth<Decks> truth(game);
        const Turn<Decks> turn(truth.position, truth.seen);
        const MoveLabel label = label_of(policy.choose(turn, random), turn.mind().exposures, game.rules());
        check_equal(to_text(label), to_text(chosen));

        const Present<Decks> present(sampler.knowledge());
        for (std::uint64_t i = 0; i < 8; ++i) {
            const Continuation<Decks> world(present, sampler.draw(seed, i));
            const Move same = policy.choose(Turn<Decks>(world.position(), world.seen()), random);
            check_equal(to_text(label_of(same, named, game.rules())), to_text(chosen));
        }
        ++asked;
    }
    check(asked > 200);
}
template <int Decks>
void hidden_cards() {
    hidden_cards_for<Decks>(CarefulPolicy{});
    hidden_cards_for<Decks>(learned_nonsense());
}
const Test one_deck_hidden_test{"hidden cards of one deck change no move of a policy", hidden_cards<1>};
const Test two_decks_hidden_test{"hidden cards of two decks change no move of a policy", hidden_cards<2>};

// A policy that looks ahead imagines the same in every world that fits, and plays by the rules.
template <int Decks>
void hidden_cards_for_rollouts() {
    const RolloutPolicy<CarefulPolicy> rollouts(CarefulPolicy{}, 16);
    int differs = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        Random random(seed);
        const Game game = game_at(rules_for(Decks, seed), seed, random);
        if (game.to_play() < 0 || game.position().hand(game.to_play()).count() > 6 * Decks) continue;
        const Truth<Decks> truth(game);
        const Sampler sampler = sampler_of(view_of(game, game.to_play()));
        const Exposures& named = sampler.knowledge().record.exposures;
        const auto choose = [&](const Position<Decks>& position, const Seen<Decks>& seen) {
            Random same(seed);
            return Checked{rollouts}.choose(Turn<Decks>(position, seen), same);
        };
        const Turn<Decks> turn(truth.position, truth.seen);
        const Move move = choose(truth.position, truth.seen);
        const std::string chosen = to_text(label_of(move, turn.mind().exposures, game.rules()));
        differs += move != CarefulPolicy{}.choose(turn, random);
        const Present<Decks> present(sampler.knowledge());
        for (std::uint64_t i = 0; i < 4; ++i) {
            const Continuation<Decks> world(present, sampler.draw(seed, i));
            check_equal(to_text(label_of(choose(world.position(), world.seen()), named, game.rules())), chosen);
        }
    }
    check(differs > 3);
}
const Test one_deck_rollouts_test{"hidden cards of one deck change no move by rollouts", hidden_cards_for_rollouts<1>};
const Test two_decks_rollouts_test{"hidden cards of two decks change no move by rollouts",
                                   hidden_cards_for_rollouts<2>};

// To look ahead by a policy beats the policy.
template <class Even, class Odd>
struct EvenAndOdd {
    const Even& even;
    const Odd& odd;

    template <int Decks>
    Move choose(const Turn<Decks>& turn, Random& random) const {
        return turn.seat() % 2 == 0 ? even.choose(turn, random) : odd.choose(turn, random);
    }
};
void rollouts_gain() {
    const RandomPolicy base;
    const RolloutPolicy<RandomPolicy> rollouts(base, 16);
    const auto rules = rules_for(1, 0);
    std::int64_t gain = 0;
    constexpr int deals = 60;
    for (std::uint64_t seed = 0; seed < deals; ++seed) {
        Random random(seed);
        const Start<1> start = policy_start<1>(*rules, base, random, false);
        Position<1> position = start.position();
        Seen<1> seen(position);
        const Points points = roll_out(position, seen, EvenAndOdd{rollouts, base}, random);
        gain += points[0] + points[2] - points[1] - points[3];
    }
    check(gain > 50 * deals);
}
const Test gain_test{"rollouts by a policy play better than it", rollouts_gain};

// What a seat imagines fits what it knows by hand sizes, voids and exposures; all of it comes up.
void imagined_worlds_fit() {
    std::size_t hands = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        const Game game = game_at(rules_for(1, seed), seed, random);
        if (game.to_play() < 0) continue;
        const Truth<1> truth(game);
        const Turn<1> turn(truth.position, truth.seen);
        Imagination<1> imagination(turn);
        std::set<std::array<Lane, seat_count>> found;
        for (int i = 0; i < 20; ++i) {
            Position<1> position;
            Seen<1> seen;
            imagination.draw(random, position, seen);
            CardSet<1> all;
            std::array<Lane, seat_count> lanes{};
            for (int seat = 0; seat < seat_count; ++seat) {
                const CardSet<1>& hand = position.hand(seat);
                check_equal(hand.count(), truth.position.hand(seat).count());
                check((truth.seen.shown(seat) - hand).empty());
                for (const Suit suit : {Suit::spades, Suit::hearts, Suit::diamonds, Suit::clubs}) {
                    check(!has_seat(truth.seen.voids(suit), seat) || hand.suit(suit).empty());
                }
                check((all & hand).empty());
                all |= hand;
                lanes[seat] = hand.lane[0];
            }
            check(position.hand(turn.seat()) == turn.hand());
            check((all - truth.seen.out()).empty());
            check(position.trick() == truth.position.trick());
            found.insert(lanes);
        }
        hands += found.size();
    }
    check(hands > 600);
}
const Test imagined_test{"imagined worlds fit what is known", imagined_worlds_fit};

// What was seen is the same, however one comes to it.
void seen_alike() {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        const Game game = game_at(rules_for(1, seed), seed, random);
        if (game.to_play() < 0) continue;
        const Truth<1> truth(game);
        const Sampler sampler = sampler_of(view_of(game, game.to_play()));
        const Continuation<1> world(Present<1>(sampler.knowledge()), sampler.draw(random));
        check(world.seen().out() == truth.seen.out());
        for (int seat = 0; seat < seat_count; ++seat) {
            check_equal(world.seen().points(seat), truth.seen.points(seat));
            check_equal(world.seen().hearts_taken(seat), truth.seen.hearts_taken(seat));
            check(world.seen().shown(seat) == truth.seen.shown(seat));
        }
        for (const Suit suit : {Suit::spades, Suit::hearts, Suit::diamonds, Suit::clubs}) {
            check_equal(int{world.seen().voids(suit)}, int{truth.seen.voids(suit)});
            check_equal(world.seen().rounds(suit), truth.seen.rounds(suit));
        }
    }
}
const Test seen_test{"a world remembers what was seen in the game", seen_alike};

// Partners by the cards: known to who has them all, then to all.
void partners() {
    Ruleset ruleset;
    ruleset.partnership = Partnership::pig_sheep;
    ruleset.record = Record::side;
    ruleset.forced = Forced::forbidden;
    const auto rules = Rules::make(ruleset);
    int known = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        Game game(std::make_shared<const Deal>(Deal::random(rules, seed)), 0);
        game.begin();
        while (!game.is_over()) {
            const Truth<1> truth(game);
            const int seat = game.to_play();
            const auto sides = view_of(game, seat).sides;
            const Mind<1>& mind = Turn<1>(truth.position, truth.seen).mind();
            check_equal(mind.sides_known, sides.has_value());
            for (int other = 0; other < seat_count && sides; ++other) {
                check_equal(has_seat(mind.side, other), (*sides)[other] == (*sides)[seat]);
            }
            known += sides.has_value();
            const MoveList moves = game.legal_moves();
            game.play(moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]);
        }
    }
    check(known > 100);
}
const Test partners_test{"a seat knows its partners when its view does", partners};

}  // namespace
}  // namespace gongzhu::test
