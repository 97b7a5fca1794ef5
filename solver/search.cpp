#include "search.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace gongzhu::solver {
namespace {

constexpr int unbounded = std::numeric_limits<int>::max() / 2;

Past past_of(const Worth& worth, const Position<1>& position) {
    return past_of(worth, position.hands(), position.taken(), position.trick().cards.lane[0]);
}

Lane scoring_in_play(const Worth& worth, const Position<1>& position) {
    Lane cards = position.trick().cards.lane[0];
    for (const CardSet<1>& hand : position.hands()) cards |= hand.lane[0];
    return cards & worth.scoring();
}

}  // namespace

Search::Search(const Worth& worth, const Position<1>& root, Table& table, Limits& limits)
    : worth_(&worth), table_(&table), limits_(&limits), keys_(worth),
      static_bounds_(worth, past_of(worth, root), scoring_in_play(worth, root)), alike_(worth), order_(worth) {}

int Search::test(const Position<1>& position, int goal) {
    position_ = position;
    const Past past = past_of(*worth_, position);
    if (position.trick().played == 0) return between_tricks(past, goal - 1, goal);
    Card best = no_card;
    return within_trick(past, goal - 1, goal, no_card, best);
}

Bounds Search::known(const Position<1>& position) const { return known(position, past_of(*worth_, position)); }

int Search::standing(const Position<1>& position) const { return keys_.value_before(past_of(*worth_, position)); }

Bounds Search::known(const Position<1>& position, const Past& past) const {
    const Lane in_play = scoring_in_play(*worth_, position);
    if (in_play != 0) return static_bounds_.bounds(past, in_play);
    const int value = worth_->aim().value(worth_->setup(), position.taken());
    return {value, value};
}

int Search::between_tricks(const Past& past, int alpha, int beta) {
    const Bounds bounds = known(position_, past);
    if (bounds.lower >= beta || bounds.exact()) return bounds.lower;
    if (bounds.upper <= alpha) return bounds.upper;

    const Lane hand = position_.hand(position_.trick().leader).lane[0];
    const int before = keys_.value_before(past);
    Entry entry;
    entry.key = keys_.key(position_, past);
    entry.lower = bounds.lower - before;
    entry.upper = bounds.upper - before;
    entry.cards = static_cast<std::uint8_t>(std::popcount(hand));
    Card first = no_card;
    if (const Entry* found = table_->find(entry.key)) {
        if (found->lower + before >= beta) return found->lower + before;
        if (found->upper + before <= alpha) return found->upper + before;
        if (found->lower == found->upper) return found->lower + before;
        entry.lower = found->lower;
        entry.upper = found->upper;
        first = card_at_place(hand, found->best);
    }

    Card best = no_card;
    const int value = within_trick(past, alpha, beta, first, best);
    if (limits_->reached()) return value;
    if (value > alpha) entry.lower = std::max(entry.lower, value - before);
    if (value < beta) entry.upper = std::min(entry.upper, value - before);
    entry.best = place_in_holding(hand, best);
    table_->store(entry);
    return value;
}

int Search::within_trick(const Past& past, int alpha, int beta, Card first, Card& best) {
    const int role = worth_->aim().roles[position_.to_play()];
    const Lane cards = alike_.representatives(position_, position_.legal_cards().lane[0]);
    const OrderedCards ordered = order_.order(position_, past, cards, first);
    int best_value = -unbounded;  // as the seat to play sees it
    const int goal = role > 0 ? beta : -alpha;
    int floor = role > 0 ? alpha : -beta;
    for (const Card card : ordered) {
        const int value = role > 0 ? play(past, card, floor, goal) : -play(past, card, -goal, -floor);
        if (limits_->reached()) return 0;
        if (value <= best_value) continue;
        best_value = value;
        best = card;
        if (value >= goal) {
            if (ordered.size() > 1) order_.cutoff(position_, ordered, card);
            break;
        }
        floor = std::max(floor, value);
    }
    return role * best_value;
}

int Search::play(const Past& past, Card card, int alpha, int beta) {
    if (limits_->count_node()) return 0;
    const auto undo = position_.play({card, no_card});
    int value = 0;
    if (position_.trick().played == 0) {
        Past next = past;
        next.take(*worth_, position_.trick().leader, undo.trick.cards.lane[0] | card_lane(card));
        value = between_tricks(next, alpha, beta);
    } else {
        Card best = no_card;
        value = within_trick(past, alpha, beta, no_card, best);
    }
    position_.undo(undo);
    return value;
}

}  // namespace gongzhu::solver
