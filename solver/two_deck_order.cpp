#include "two_deck_order.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "two_deck_cards.hpp"

namespace gongzhu::solver {
namespace {

constexpr std::int16_t history_start = 384;
constexpr int history_steps = 16;

// How a card is played.
enum Way : std::uint8_t { lead, win, duck, discard };

Way way_of(const Trick<2>& trick, Card card) {
    if (trick.played == 0) return lead;
    if (suit_of(card) != trick.suit) return discard;
    return !trick.doubled && 1 + rank_of(card) > trick.strength ? win : duck;
}

}  // namespace

TwoDeckOrder::TwoDeckOrder(const DeckWorth<2>& worth) : worth_(&worth) {
    for (auto& by_seat : history_) {
        for (auto& by_card : by_seat) by_card.fill(history_start);
    }
    for (auto& by_seat : by_tricks_) {
        for (auto& by_card : by_seat) by_card.fill(history_start);
    }
    int sum = 0;
    int count = 0;
    for (CardSet<2> rest = worth.scoring_cards(); !rest.empty();) {
        const Card card = rest.pop();
        for (int seat = 0; seat < seat_count; ++seat) {
            const int gain = std::abs(worth.gain(Holders<2>::none, seat, card));
            sum += gain;
            count += gain != 0 ? 1 : 0;
        }
    }
    if (count != 0) unit_ = std::max(1, sum / count / 10);
}

TwoDeckOrder::View TwoDeckOrder::view(const Position<2>& position, const DeckPast<2>& past) const {
    View view;
    view.holders = past.multiplied();
    for (CardSet<2> cards = position.trick().cards & worth_->scoring_cards(); !cards.empty();) {
        add_to_values(view.values, view.holders, cards.pop());
    }
    view.tricks = position.hand(position.to_play()).count();
    view.reply = replies_[reply_place(position)];
    return view;
}

int TwoDeckOrder::score(const Position<2>& position, const View& view, Move move, Card hint) const {
    const int seat = position.to_play();
    const auto history = [&](Card card) {
        const Card code = first_copy(card);
        return history_[way_of(position.trick(), card)][seat][code] + by_tricks_[view.tricks][seat][code];
    };
    int score = history(move.first);
    if (move.is_double()) score = (score + history(move.second)) / 2;
    const int value = worth_->aim().roles[seat] * trick_value(position, view, move) / unit_;
    score += 24 * std::clamp(value, -40, 40);
    if (move == view.reply) score += 600;
    if (move.first == hint) score += 400;
    return score;
}

void TwoDeckOrder::add_to_values(std::array<int, seat_count>& values, int holders, Card card) const {
    const auto& gains = worth_->gains(holders, card);
    for (int seat = 0; seat < seat_count; ++seat) values[seat] += gains[seat];
}

// What the trick is worth if the seats still to play answer by simple habits.
int TwoDeckOrder::trick_value(const Position<2>& position, const View& view, Move move) const {
    const Trick<2>& trick = position.trick();
    const int mover = position.to_play();
    const Suit suit = trick.played == 0 ? suit_of(move.first) : trick.suit;
    const auto& aim = worth_->aim();
    std::array<int, seat_count> values = view.values;
    add_to_values(values, view.holders, move.first);
    if (move.is_double()) add_to_values(values, view.holders, move.second);

    int winner = trick.winning;
    int strength = trick.strength;
    const bool doubled = trick.played == 0 ? move.is_double() : trick.doubled;
    const int own = doubled ? pair_strength(move.first, move.second, suit, worth_->setup().rules->ruleset().pairs)
                    : suit_of(move.first) == suit ? 1 + rank_of(move.first)
                                                  : 0;
    if (trick.played == 0 || own > strength) {
        winner = mover;
        strength = own;
    }
    if (doubled) return values[winner];
    for (int i = 1; trick.played + i < seat_count; ++i) {
        const int seat = next_seat(mover, i);
        const CardSet<2>& hand = position.hand(seat);
        const Lane holding = ranks_of(hand) & suit_lane(suit);
        if (holding == 0) {
            int most = 0;
            Card best = no_card;
            for (CardSet<2> rest = hand & worth_->scoring_cards(); !rest.empty();) {
                const Card card = rest.pop();
                const int gain = aim.roles[seat] * worth_->gain(view.holders, winner, card);
                if (gain <= most) continue;
                most = gain;
                best = card;
            }
            if (best != no_card) add_to_values(values, view.holders, best);
            continue;
        }
        const auto highest = [](Lane cards) { return static_cast<Card>(63 - std::countl_zero(cards)); };
        const Lane beaten = holding & ((card_lane(make_card(suit, 0)) << strength) - 1);
        const bool wants = aim.roles[seat] * (values[seat] - values[winner]) > 0;
        const Card ranked = highest(wants || beaten == 0 ? holding : beaten);
        const Card card = hand.has(ranked) ? ranked : twin_of(ranked);
        add_to_values(values, view.holders, card);
        if (1 + rank_of(card) > strength) {
            strength = 1 + rank_of(card);
            winner = seat;
        }
    }
    return values[winner];
}

void TwoDeckOrder::cutoff(const Position<2>& position, Move move) {
    replies_[reply_place(position)] = move;
    learn(position, move, 1023);
}

void TwoDeckOrder::learn(const Position<2>& position, Move move, int target) {
    const int seat = position.to_play();
    const int tricks = position.hand(seat).count();
    const auto note = [&](Card card) {
        const auto nearer = [&](std::int16_t& average) {
            average = static_cast<std::int16_t>(average + (target - average) / history_steps);
        };
        nearer(history_[way_of(position.trick(), card)][seat][first_copy(card)]);
        nearer(by_tricks_[tricks][seat][first_copy(card)]);
    };
    note(move.first);
    if (move.is_double()) note(move.second);
}

std::size_t TwoDeckOrder::reply_place(const Position<2>& position) const {
    const Trick<2>& trick = position.trick();
    const auto seat = static_cast<unsigned>(position.to_play());
    const CardSet<2>& hand = position.hand(static_cast<int>(seat));
    const CardSet<2> followers = hand.suit(trick.suit);
    const CardSet<2>& choice = trick.played != 0 && !followers.empty() ? followers : hand;
    std::uint64_t key = (ranks_of(trick.cards) + seat) * 0xbf58476d1ce4e5b9ULL;
    key = (key ^ key >> 31 ^ choice.lane[0]) * 0x9e3779b97f4a7c15ULL;
    key = (key ^ key >> 32 ^ choice.lane[1]) * 0x94d049bb133111ebULL;
    return key >> (64 - reply_bits);
}

}  // namespace gongzhu::solver
