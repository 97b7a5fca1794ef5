#include "ordering.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "order_weights.hpp"

namespace gongzhu::solver {
namespace {

constexpr std::int16_t history_start = 384;
constexpr int history_steps = 16;

Card highest(Lane cards) { return static_cast<Card>(63 - std::countl_zero(cards)); }
Card lowest(Lane cards) { return static_cast<Card>(std::countr_zero(cards)); }
constexpr Lane above(Card card) { return ~Lane{0} << card << 1; }

// How a card is played.
enum Way : std::uint8_t { lead, win, duck, discard };

Way way_of(const Trick<1>& trick, Card card) {
    if (trick.played == 0) return lead;
    if (suit_of(card) != trick.suit) return discard;
    return 1 + rank_of(card) > trick.strength ? win : duck;
}

// The cards on the table, as each seat would value them if it took the trick.
class TableCards {
public:
    TableCards(const Worth& worth, const Past& past) : worth_(&worth), past_(&past) {}

    void add(Lane cards) {
        for (cards &= worth_->scoring(); cards != 0; cards &= cards - 1) {
            const Card card = lowest(cards);
            const auto& gains = worth_->gains(past_->multiplied(), card);
            for (int seat = 0; seat < seat_count; ++seat) values_[seat] += gains[seat];
            if (card_lane(card) == worth_->honour(Honour::transformer)) add_transformer();
        }
    }
    int value(int seat) const { return values_[seat]; }

private:
    void add_transformer() {
        for (int seat = 0; seat < seat_count; ++seat) {
            const bool alone = ((past_->company >> seat) & 1) == 0;
            const int points =
                alone ? worth_->lone_value(seat) / 2 : (worth_->multiplier(seat) - 1) * past_->sums[seat];
            values_[seat] += worth_->aim().weights[seat] * points;
        }
    }

    const Worth* worth_;
    const Past* past_;
    std::array<int, seat_count> values_{};
};

// Values, in points, in eleven steps from bad to good.
constexpr int value_step_count = 11;
constexpr auto value_steps = [] {
    std::array<std::uint8_t, 65> steps{};
    for (int i = 0; i <= 64; ++i) {
        const int tens = i - 32;
        const int size = tens < 0 ? -tens : tens;
        const int step = size == 0 ? 0 : size < 2 ? 1 : size < 5 ? 2 : size < 10 ? 3 : size < 20 ? 4 : 5;
        steps[i] = static_cast<std::uint8_t>(tens < 0 ? 5 - step : 5 + step);
    }
    return steps;
}();

}  // namespace

// What all plays of a node have in common.
struct MoveOrder::View {
    View(const Position<1>& here, const Worth& worth, const Past& taken, int goal, Card best_before)
        : position(here), past(taken), hint(best_before), table(worth, taken), seat(here.to_play()),
          role(worth.aim().roles[seat]) {
        table.add(here.trick().cards.lane[0]);
        hand = here.hand(seat).lane[0];
        for (int i = 1; i < seat_count; ++i) {
            const int other = next_seat(seat, i);
            hands[i] = here.hand(other).lane[0];
            others |= hands[i];
            if (here.trick().played + i < seat_count) later |= hands[i];
            friends[i] = worth.aim().roles[other] == role;
        }
        tricks = std::min(count_bits(hand), 13);
        missing = role * (goal - taken.value(worth, taken.multiplied()));
    }

    const Position<1>& position;
    const Past& past;
    Card hint;
    TableCards table;
    int seat;
    int role;
    Lane hand;
    std::array<Lane, seat_count> hands{};  // of the others, by steps from the seat to play
    std::array<bool, seat_count> friends{};
    Lane others = 0;
    Lane later = 0;  // of the others who are still to play to this trick
    int tricks;
    int missing;  // that this side would still have to win to have its way
};

MoveOrder::MoveOrder(const Worth& worth) : worth_(&worth) {
    for (auto& by_seat : history_) {
        for (auto& by_card : by_seat) by_card.fill(history_start);
    }
    for (auto& by_winner : answers_) {
        for (auto& by_card : by_winner) by_card.fill(history_start);
    }
    for (const int weight : worth.aim().weights) scale_ = std::max(scale_, std::abs(weight));
}

OrderedCards MoveOrder::order(const Position<1>& position, const Past& past, int goal, Lane cards, Card hint) const {
    OrderedCards ordered;
    if ((cards & (cards - 1)) == 0) {
        ordered.insert(lowest(cards), 0);
        return ordered;
    }
    const View view(position, *worth_, past, goal, hint);
    for (; cards != 0; cards &= cards - 1) {
        const Card card = lowest(cards);
        int score = 0;
        for (const std::uint16_t place : describe(view, card)) score += order_weights[place];
        ordered.insert(card, score);
    }
    return ordered;
}

MoveOrder::Description MoveOrder::describe(const Position<1>& position, const Past& past, int goal, Card card,
                                           Card hint) const {
    return describe(View(position, *worth_, past, goal, hint), card);
}

void MoveOrder::cutoff(const Position<1>& position, const OrderedCards& tried, Card card) {
    const int seat = position.to_play();
    const Trick<1>& trick = position.trick();
    const auto learn = [&](Card other, int target) {
        const auto move = [&](std::int16_t& average) {
            average = static_cast<std::int16_t>(average + (target - average) / history_steps);
        };
        move(history_[way_of(trick, other)][seat][other]);
        if (trick.played > 0) {
            const Card winning = make_card(trick.suit, static_cast<Rank>(trick.strength - 1));
            move(answers_[trick.played == 3 ? 1 : 0][winning][other]);
        }
    };
    for (const Card other : tried) {
        learn(other, other == card ? 1023 : 0);
        if (other == card) return;
    }
}

int MoveOrder::bucket(int value) const { return value_steps[std::clamp(value / (10 * scale_), -32, 32) + 32]; }

MoveOrder::Description MoveOrder::describe(const View& view, Card card) const {
    const Trick<1>& trick = view.position.trick();
    const Suit suit = suit_of(card);
    const Lane lane = suit_lane(suit);
    const Way way = way_of(trick, card);
    const int kind = way == lead ? 0 : 1 + (way - 1) * 3 + (trick.played - 1);  // ten kinds of plays
    Description places;
    int used = 0;
    int base = kind * weights_per_kind;
    const auto add = [&](int value, int size) {
        places[used++] = static_cast<std::uint16_t>(base + value);
        base += size;
    };
    const auto up_to = [](int value, int most) { return value < most ? value : most; };

    const Lane holding = view.hand & lane;
    const Lane outstanding = view.others & lane;
    const int higher = count_bits(outstanding & above(card));
    const int lower = count_bits(outstanding) - higher;
    const int own_higher = count_bits(holding & above(card));
    const int own_lower = count_bits(holding) - own_higher - 1;

    // 1. Its place among the suit's cards.
    add(((up_to(higher, 4) * 5 + up_to(lower, 4)) * 3 + up_to(own_higher, 2)) * 3 + up_to(own_lower, 2), 225);

    // 2. The suit's special card: whose it is, and whether this card is above it.
    constexpr std::array honours = {Honour::pig, Honour::pig, Honour::sheep, Honour::transformer};
    int special = 0;
    if (suit == Suit::hearts) {
        const int step = bucket(view.role * worth_->gain(view.past.multiplied(), view.seat, card));
        const int left = up_to(count_bits((outstanding | holding) & worth_->scoring()), 5);
        special = step * 6 + left;  // 66
    } else {
        const Lane honour = worth_->honour(honours[static_cast<std::size_t>(suit)]);
        int owner = 5;
        if ((view.hand & honour) != 0) owner = 0;
        for (int i = 1; i < seat_count; ++i) {
            if ((view.hands[i] & honour) != 0) owner = i;
        }
        if ((trick.cards.lane[0] & honour) != 0) owner = 4;
        const int relation = card_lane(card) == honour ? 1 : card_lane(card) > honour ? 2 : 0;
        special = 66 + ((static_cast<int>(suit) - (suit == Suit::spades ? 0 : 1)) * 6 + owner) * 3 + relation;
    }
    add(special, 66 + 54);

    // 3. What the trick brings if everybody answers by habit, and who takes it.
    int winner = 0;
    const int completed = bucket(view.role * completed_trick(view, card, winner));
    const int to_whom = winner == view.seat ? 0 : worth_->aim().roles[winner] == view.role ? 1 : 2;
    add((completed * 3 + to_whom) * value_step_count + bucket(view.missing), 3 * value_step_count * value_step_count);

    // 4. Who has how many of the suit.
    int lengths = 0;
    for (int i = 1; i < seat_count; ++i) lengths = lengths * 3 + up_to(count_bits(view.hands[i] & lane), 2);
    add(lengths * 4 + static_cast<int>(suit), 108);

    // 5., 6. What it did before.
    add(history_[way][view.seat][card] >> 5, 32);
    const Card winning = trick.played == 0 ? no_card : make_card(trick.suit, static_cast<Rank>(trick.strength - 1));
    add(winning == no_card ? 0 : answers_[trick.played == 3 ? 1 : 0][winning][card] >> 5, 32);

    // 7. What the table is worth to this seat and to the one that is winning, with this card.
    const int own =
        bucket(view.role * (view.table.value(view.seat) + worth_->gain(view.past.multiplied(), view.seat, card)));
    const int theirs = trick.played == 0
                           ? 0
                           : bucket(view.role * (view.table.value(trick.winning) +
                                                 worth_->gain(view.past.multiplied(), trick.winning, card)));
    add(own * 11 + theirs, 121);

    // 8. Who can still beat it, or the card that is winning now.
    int beaten = 0;
    const Card to_beat = way == lead || way == win ? card : winning;
    const Lane led = suit_lane(way == lead ? suit : trick.suit);
    for (int i = 1; i < seat_count; ++i) {
        if (trick.played + i >= seat_count) break;
        const Lane followers = view.hands[i] & led;
        const int state = followers == 0                       ? 0
                          : (followers & above(to_beat)) == 0  ? 1
                          : (followers & ~above(to_beat)) == 0 ? 3
                                                               : 2;
        beaten = beaten * 4 + state;
    }
    const bool friend_wins = trick.played != 0 && worth_->aim().roles[trick.winning] == view.role;
    add(beaten * 2 + (friend_wins ? 1 : 0), 128);

    // 9. The length of the suit and of the hand.
    add(view.tricks * 5 + up_to(count_bits(holding), 5) - 1, 70);

    // 10. Whether it was best in a similar position.
    add((card == view.hint ? 1 : 0) + (view.hint == no_card ? 2 : 0), 4);
    return places;
}

// What the trick is worth if the seats still to play answer `card` by simple habits.
int MoveOrder::completed_trick(const View& view, Card card, int& winner) const {
    const Position<1>& position = view.position;
    const Trick<1>& trick = position.trick();
    const Suit suit = trick.played == 0 ? suit_of(card) : trick.suit;
    winner = trick.winning;
    int strength = trick.strength;
    TableCards table = view.table;
    const auto put = [&](int seat, Card played) {
        table.add(card_lane(played));
        if (suit_of(played) == suit && 1 + rank_of(played) > strength) {
            strength = 1 + rank_of(played);
            winner = seat;
        }
    };
    put(view.seat, card);
    for (int played = trick.played + 1; played < seat_count; ++played) {
        const int seat = next_seat(trick.leader, played);
        const bool wants = worth_->aim().roles[seat] * (table.value(seat) - table.value(winner)) > 0;
        put(seat, reply(position.hand(seat).lane[0], suit, strength, wants, seat, winner, view.past.multiplied()));
    }
    return table.value(winner);
}

// Follows high to win or just below the winning card, and discards what suits the winner best or worst.
Card MoveOrder::reply(Lane hand, Suit suit, int strength, bool wants_trick, int seat, int winner,
                      int transformer) const {
    const Lane holding = hand & suit_lane(suit);
    if (holding != 0) {
        const Lane beaten = holding & (card_lane(make_card(suit, static_cast<Rank>(strength - 1))) - 1);
        if (wants_trick || beaten == 0) return highest(holding);
        return highest(beaten);
    }
    Card best = lowest(hand);
    int most = 0;
    for (Lane rest = hand & worth_->scoring(); rest != 0; rest &= rest - 1) {
        const Card card = lowest(rest);
        const int gain = worth_->aim().roles[seat] * worth_->gain(transformer, winner, card);
        if (gain > most) {
            most = gain;
            best = card;
        }
    }
    return best;
}

}  // namespace gongzhu::solver
