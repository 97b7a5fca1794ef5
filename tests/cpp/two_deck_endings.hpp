// Endings of two decks drawn at random, under rules drawn at random, and a plain search for them.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

#include "endings.hpp"
#include "goal.hpp"
#include "pile.hpp"

namespace gongzhu::test {

// Leaves few ranks, so that pairs, all hearts and slams are common.
inline void shorten_two_decks(Random& random, Ruleset& ruleset) {
    const Rank kept_from = draw(random, {Rank{rank_ten - 1}, rank_ten, rank_ten});
    for (const Suit suit : {Suit::spades, Suit::hearts, Suit::diamonds, Suit::clubs}) {
        const bool hearts = suit == Suit::hearts;
        for (Rank rank = ruleset.jokers && hearts ? rank_three + 1 : rank_two; rank <= rank_ace; ++rank) {
            const Card card = make_card(suit, rank);
            const bool kept = hearts ? rank >= rank_king || rank == rank_three + 1 : rank >= kept_from;
            if (kept || card == make_card(Suit::spades, rank_three)) continue;  // that may have to be led
            ruleset.removed.push_back(card);
            ruleset.removed.push_back(card);
        }
    }
    while (ruleset.removed.size() % seat_count != 0) ruleset.removed.pop_back();
}

// Rules that no source has, so that every parameter that play or scoring reads meets every other.
inline std::shared_ptr<const Rules> draw_two_deck_rules(Random& random) {
    Ruleset ruleset;
    ruleset.decks = 2;
    ruleset.jokers = random.below(6) == 0;
    ruleset.partnership = draw(random, {Partnership::solo, Partnership::opposite});
    ruleset.kinds = draw(random, {std::vector{Kind::open, Kind::first}, std::vector{Kind::dark, Kind::bright},
                                  std::vector{Kind::open, Kind::concealed}});
    for (const Bar bar : {Bar::follow, Bar::lead, Bar::discard}) {
        if (random.below(2) == 0) ruleset.bars.push_back(bar);
    }
    ruleset.forced = draw(random, {Forced::none, Forced::none, Forced::none, Forced::all, Forced::all_but_sheep});
    ruleset.pairs = draw(random, {PairRanking::traditional, PairRanking::china_games});
    ruleset.copies = draw(random, {CopyScoring::by_rank, CopyScoring::by_copy});
    ruleset.first_trick_points = random.below(4) != 0;
    ruleset.first_lead = FirstLead::spade_three;
    ruleset.must_lead_it = random.below(2) == 0;
    ruleset.discards = draw(random, {Discards::free, Discards::free, Discards::same_colour});
    ruleset.heart_table = draw(random, {HeartTable::standard, HeartTable::graded, HeartTable::flat});
    ruleset.lone_rule = draw(random, {LoneRule::no_cards, LoneRule::no_points});
    ruleset.pig_flip = draw(random, {PigFlip::slam, PigFlip::all_hearts, PigFlip::never});
    ruleset.slam = draw(random, {Slam::natural, Slam::fixed});
    ruleset.slam_base = draw(random, {0, 800, 1600});
    ruleset.self_capture = 1 + static_cast<int>(random.below(2));
    ruleset.colour_change =
        draw(random, {ColourChange::none, ColourChange::none, ColourChange::automatic, ColourChange::choice});
    if (random.below(3) != 0) shorten_two_decks(random, ruleset);
    return Rules::make(ruleset);
}

// Alpha–beta with a memo, from Position and score() alone.
class TwoDeckPlainSearch {
public:
    TwoDeckPlainSearch(const Game& game, const Goal& goal) : goal_(goal), position_(game.position()) {}

    int value() {
        int lower = -infinity;
        int upper = infinity;
        for (int guess = goal_.value(position_); lower < upper;) {
            const int found = search(guess, guess + 1);
            (found > guess ? lower : upper) = found;
            guess = found > guess ? found : found - 1;
        }
        return lower;
    }
    int value_after(Move move) {
        const auto undo = position_.play(move);
        const int after = value();
        position_.undo(undo);
        return after;
    }

private:
    static constexpr int infinity = 10'000'000;

    using Key = std::array<Lane, 4 * seat_count + 2>;
    struct Known {
        int lower = -infinity;
        int upper = infinity;
    };

    int search(int alpha, int beta) {
        const CardSet<2> scoring = CardSet<2>::both(position_.setup().rules->scoring_lane());
        CardSet<2> in_play = position_.trick().cards;
        for (const CardSet<2>& hand : position_.hands()) in_play |= hand;
        if ((in_play & scoring).empty()) return goal_.value(position_);  // score() reads no other cards
        if (position_.trick().played > 0) return best_play(alpha, beta);
        Key key{};
        std::size_t place = 0;
        for (std::size_t seat = 0; seat < seat_count; ++seat) {
            for (std::size_t lane = 0; lane < 2; ++lane) {
                key[place++] = position_.hands()[seat].lane[lane];
                key[place++] = (position_.taken()[seat] & scoring).lane[lane];
            }
        }
        key[place++] = position_.barred().lane[0] ^ position_.barred().lane[1] << 1;
        key[place] = position_.trick().leader | (position_.opening() ? 4U : 0U);
        Known& known = memo_[key];  // stays where it is while others are added
        if (known.lower >= beta) return known.lower;
        if (known.upper <= alpha) return known.upper;
        const int value = best_play(alpha, beta);
        if (value > alpha) known.lower = value;
        if (value < beta) known.upper = value;
        return value;
    }
    int best_play(int alpha, int beta) {
        const bool raises = goal_.roles[position_.to_play()] > 0;
        int best = raises ? -infinity : infinity;
        MoveList moves;
        position_.legal_moves(moves);
        for (const Move move : moves) {
            const auto undo = position_.play(move);
            const int value = search(alpha, beta);
            position_.undo(undo);
            best = raises ? std::max(best, value) : std::min(best, value);
            (raises ? alpha : beta) = raises ? std::max(alpha, best) : std::min(beta, best);
            if (alpha >= beta) break;
        }
        return best;
    }

    Goal goal_;
    Position<2> position_;
    std::unordered_map<Key, Known, LaneHash> memo_;
};

}  // namespace gongzhu::test
