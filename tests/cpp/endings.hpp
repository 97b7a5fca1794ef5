// Endings drawn at random, under rules drawn at random.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>

#include "core/game.hpp"
#include "core/random.hpp"

namespace gongzhu::test {

template <typename Choice>
Choice draw(Random& random, std::initializer_list<Choice> choices) {
    return choices.begin()[random.below(static_cast<std::uint32_t>(choices.size()))];
}

inline int draw_seat(Random& random) { return static_cast<int>(random.below(seat_count)); }

// Leaves few cards, so that all hearts and slams are common.
inline void shorten_deck(Random& random, Ruleset& ruleset) {
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

inline void draw_partnership(Random& random, Ruleset& ruleset) {
    ruleset.partnership =
        draw(random, {Partnership::solo, Partnership::opposite, Partnership::pig_sheep, Partnership::called});
    const bool secret = ruleset.partnership == Partnership::pig_sheep || ruleset.partnership == Partnership::called;
    if (secret) ruleset.record = Record::side;
}

inline void draw_exposing(Random& random, Ruleset& ruleset) {
    ruleset.kinds = {Kind::open, Kind::first, Kind::dark, Kind::bright, Kind::concealed};
    if (!ruleset.jokers) ruleset.heart_leader = draw(random, {HeartLeader::ace, HeartLeader::three});
    for (const Bar bar : {Bar::follow, Bar::lead, Bar::discard}) {
        if (random.below(2) == 0) ruleset.bars.push_back(bar);
    }
    ruleset.forced = ruleset.partnership == Partnership::pig_sheep
                         ? Forced::forbidden
                         : draw(random, {Forced::none, Forced::none, Forced::none, Forced::third_forces_fourth,
                                         Forced::all, Forced::all_but_sheep});
}

// Rules that no source has, so that every parameter that play or scoring reads meets every other.
inline std::shared_ptr<const Rules> draw_rules(Random& random) {
    Ruleset ruleset;
    ruleset.jokers = random.below(4) == 0;
    draw_partnership(random, ruleset);
    draw_exposing(random, ruleset);
    ruleset.first_trick_points = random.below(2) == 0;
    ruleset.first_lead = FirstLead::spade_three;
    ruleset.must_lead_it = random.below(2) == 0;
    ruleset.discards = draw(random, {Discards::free, Discards::free, Discards::same_colour});
    ruleset.heart_table = draw(random, {HeartTable::standard, HeartTable::graded, HeartTable::flat});
    ruleset.lone_rule = draw(random, {LoneRule::no_cards, LoneRule::no_points});
    ruleset.pig_flip = draw(random, {PigFlip::slam, PigFlip::all_hearts, PigFlip::never});
    ruleset.slam = draw(random, {Slam::natural, Slam::fixed});
    ruleset.slam_base = draw(random, {0, 800, 1600});
    ruleset.self_capture = 1 + static_cast<int>(random.below(2));
    ruleset.colour_change = draw(random, {ColourChange::none, ColourChange::automatic, ColourChange::choice});
    if (random.below(2) == 0) shorten_deck(random, ruleset);
    return Rules::make(ruleset);
}

// Few cards, all four honours exposed and barred, and hearts below the leader of hearts: the bars decide much.
inline std::shared_ptr<const Rules> draw_barred_rules(Random& random) {
    Ruleset ruleset;
    ruleset.first_lead = FirstLead::spade_three;
    ruleset.heart_leader = HeartLeader::three;
    ruleset.forced = Forced::all;
    ruleset.bars = {Bar::discard};
    for (const Bar bar : {Bar::follow, Bar::lead}) {
        if (random.below(2) != 0) ruleset.bars.push_back(bar);
    }
    for (const Suit suit : {Suit::spades, Suit::hearts, Suit::diamonds, Suit::clubs}) {
        for (Rank rank = rank_two; rank <= rank_ace; ++rank) {
            const bool kept = suit == Suit::hearts ? rank <= rank_three + 3 || rank == rank_ace : rank >= rank_ten - 1;
            const Card card = make_card(suit, rank);
            if (!kept && card != make_card(Suit::spades, rank_three)) ruleset.removed.push_back(card);
        }
    }
    while (ruleset.removed.size() % seat_count != 0) ruleset.removed.pop_back();
    return Rules::make(ruleset);
}

// Rules as most sources have them, whose whole decks make large endings.
inline std::shared_ptr<const Rules> draw_usual_rules(Random& random) {
    Ruleset ruleset;
    ruleset.partnership = draw(random, {Partnership::solo, Partnership::opposite});
    ruleset.kinds = {Kind::open, Kind::first};
    ruleset.bars = draw(random, {std::vector<Bar>{}, std::vector{Bar::follow}, std::vector{Bar::follow, Bar::lead}});
    ruleset.first_lead = FirstLead::spade_three;
    ruleset.heart_table = draw(random, {HeartTable::standard, HeartTable::standard, HeartTable::graded});
    ruleset.self_capture = draw(random, {1, 1, 2});
    return Rules::make(ruleset);
}

// Lets a dealer call a card, and holders expose some of theirs.
inline void prepare(Random& random, Game& game) {
    const bool calls = game.rules().ruleset().partnership == Partnership::called && random.below(4) != 0;
    if (calls) {
        const Cards hand = game.hands()[draw_seat(random)];
        const Card card = hand.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(hand.count()))));
        game.call({card, Label::Mark::none});
    }
    for (int seat = 0; seat < seat_count; ++seat) {
        for (const Game::Choice& choice : game.exposable(seat)) {
            const auto possible = game.exposable(seat);
            const bool still = std::ranges::any_of(possible, [&](const Game::Choice& other) {
                return other.card == choice.card && other.kind == choice.kind;
            });
            if (still && random.below(6) == 0) game.expose(seat, {choice.card, Label::Mark::none}, choice.kind);
        }
    }
}

inline void play_randomly(Random& random, Game& game) {
    const MoveList moves = game.legal_moves();
    game.play(moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]);
}

// A game of random plays up to `cards` a hand, and up to three plays into the next trick; or an ending dealt as such.
inline Game draw_game(Random& random, const std::shared_ptr<const Rules>& rules, int cards) {
    cards = std::min(cards, rules->hand_size());
    const bool dealt_short = random.below(3) == 0;  // of a short deck, sometimes a whole deal
    Game game(std::make_shared<Deal>(Deal::random(rules, random.next(), dealt_short ? cards : 0)), -1,
              draw_seat(random));
    prepare(random, game);
    game.begin();
    const int left = seat_count * cards - draw_seat(random);
    const auto held = [&] {
        int count = 0;
        for (const Cards& hand : game.hands()) count += hand.count();
        return count;
    };
    while (held() > left) play_randomly(random, game);
    return game;
}

}  // namespace gongzhu::test
