#include "ordering.hpp"

#include <algorithm>
#include <bit>
#include <limits>

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
    TableCards(const Worth& worth, const Past& past) : worth_(&worth), past_(&past), transformer_(past.multiplied()) {}

    void add(Card card) {
        if ((worth_->scoring() & card_lane(card)) == 0) return;
        const auto& gains = worth_->gains(transformer_, card);
        for (int seat = 0; seat < seat_count; ++seat) values_[seat] += gains[seat];
        if (card_lane(card) == worth_->honour(Honour::transformer)) add_transformer();
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
    int transformer_;
    std::array<int, seat_count> values_{};
};

constexpr int value_step_count = 11;

constexpr int up_to(int value, int most) { return value < most ? value : most; }

}  // namespace

// Alike are positions with the same cards on the table, and as many in each holding; or the same in the hand, or of the
// suit that it must follow; or as many in the hand.
MoveOrder::Keys MoveOrder::keys_of(const Position<1>& position, std::uint64_t lengths) {
    const Trick<1>& trick = position.trick();
    const auto seat = static_cast<unsigned>(position.to_play());
    const Lane hand = position.hand(static_cast<int>(seat)).lane[0];
    const Lane followers = hand & suit_lane(trick.suit);
    const Lane choice = trick.played != 0 && followers != 0 ? followers : hand;
    const std::uint64_t table = (trick.cards.lane[0] + seat) * 0xbf58476d1ce4e5b9ULL;
    const auto mixed = [&](std::uint64_t part) {
        const std::uint64_t product = (part ^ (table ^ table >> 31)) * 0x9e3779b97f4a7c15ULL;
        return product ^ product >> 32;
    };
    return {mixed(lengths), mixed(choice), mixed(static_cast<unsigned>(count_bits(hand)))};
}

// What all plays of a node have in common.
struct MoveOrder::View {
    View(const MoveOrder& order, const Position<1>& here, std::uint64_t lengths, const Past& past, int goal,
         Card best_before)
        : trick(here.trick()), table(*order.worth_, past), seat(here.to_play()), role(order.worth_->aim().roles[seat]),
          transformer(past.multiplied()), hand(here.hand(seat).lane[0]) {
        const Worth& worth = *order.worth_;
        for (Lane rest = trick.cards.lane[0]; rest != 0; rest &= rest - 1) table.add(lowest(rest));
        hands[0] = hand;
        for (int i = 1; i < seat_count; ++i) {
            hands[i] = here.hand(next_seat(seat, i)).lane[0];
            others |= hands[i];
        }
        for (auto& by_winner : discards) by_winner.fill(no_card);
        if (trick.played > 0) {
            winning = make_card(trick.suit, static_cast<Rank>(trick.strength - 1));
            friend_wins = worth.aim().roles[trick.winning] == role;
            can_beat = who_can_beat(trick.suit, winning);
        }
        tricks = count_bits(hand);
        missing = order.bucket(role * (goal - past.value(worth, transformer)));
        const Keys keys = keys_of(here, lengths);
        hints = {best_before, order.reply(keys[0]), order.reply(keys[1]), order.reply(keys[2])};
    }

    // For each seat still to play whether it is void, can only stay below the card, can do both or must beat it.
    int who_can_beat(Suit suit, Card card) const {
        int states = 0;
        for (int i = 1; trick.played + i < seat_count; ++i) {
            const Lane followers = hands[i] & suit_lane(suit);
            const bool over = (followers & above(card)) != 0;
            const bool under = (followers & ~above(card)) != 0;
            states = states * 4 + (over ? under ? 2 : 3 : under ? 1 : 0);
        }
        return states * 2 + (friend_wins ? 1 : 0);
    }

    const Trick<1>& trick;
    std::array<Card, 4> hints;  // plays that were best in similar positions
    Card winning = no_card;     // of the trick
    TableCards table;
    int seat;
    int role;
    int transformer;
    Lane hand;
    std::array<Lane, seat_count> hands{};  // by steps from the seat to play
    Lane others = 0;
    std::array<std::array<Card, seat_count>, seat_count> discards;  // by steps and by winner, once they are known
    bool friend_wins = false;
    int can_beat = 0;  // the card that is winning
    int tricks;
    int missing;  // that this side would still have to win to have its way, in steps
};

// What the plays of one suit have in common besides.
struct MoveOrder::SuitView {
    SuitView(const View& view, const Worth& worth, Suit suit)
        : holding(view.hand & suit_lane(suit)), outstanding(view.others & suit_lane(suit)),
          outstanding_count(count_bits(outstanding)), length(count_bits(holding)) {
        if (suit == Suit::hearts) {
            scoring = up_to(count_bits((outstanding | holding) & worth.scoring()), 5);
            return;
        }
        constexpr std::array honours = {Honour::pig, Honour::pig, Honour::sheep, Honour::transformer};
        special = worth.honour(honours[static_cast<std::size_t>(suit)]);
        owner = 5;
        for (int i = 0; i < seat_count; ++i) {
            if ((view.hands[i] & special) != 0) owner = i;
        }
        if ((view.trick.cards.lane[0] & special) != 0) owner = 4;
        if (owner < seat_count) guards = up_to(count_bits(view.hands[owner] & suit_lane(suit)), 4) - 1;
    }

    Lane holding;
    Lane outstanding;
    int outstanding_count;
    int length;
    int scoring = 0;  // hearts that score, if it is hearts
    Lane special = 0;
    int guards = 0;  // how many of the suit its owner has, four at most, less one
    int owner = 0;   // of the special card: by steps from the seat to play, 4 on the table, 5 gone
};

MoveOrder::MoveOrder(const Worth& worth) : worth_(&worth) {
    for (auto& by_seat : history_) {
        for (auto& by_card : by_seat) by_card.fill(history_start);
    }
    for (auto& by_seat : by_tricks_) {
        for (auto& by_card : by_seat) by_card.fill(history_start);
    }
    for (auto& by_winner : answers_) {
        for (auto& by_card : by_winner) by_card.fill(history_start);
    }
    number_steps();
}

// Values, in points, fall into eleven steps from bad to good.
void MoveOrder::number_steps() {
    int scale = 1;
    for (const int weight : worth_->aim().weights) scale = std::max(scale, std::abs(weight));
    const int tens = 10 * scale;
    most_ = 20 * tens;
    steps_.resize(2 * static_cast<std::size_t>(most_) + 1);
    for (int value = -most_; value <= most_; ++value) {
        int step = 0;
        for (const int least : {1, 2, 5, 10, 20}) step += std::abs(value) >= least * tens ? 1 : 0;
        steps_[value + most_] = static_cast<std::uint8_t>(value_step_count / 2 + (value < 0 ? -step : step));
    }
}

inline int MoveOrder::bucket(int value) const { return steps_[std::clamp(value, -most_, most_) + most_]; }

template <typename Add>
void MoveOrder::describe(View& view, const SuitView& suit_view, Card card, Add add_place) const {
    const Trick<1>& trick = view.trick;
    const Suit suit = suit_of(card);
    const Way way = way_of(trick, card);
    const int kind = way == lead ? 0 : 1 + (way - 1) * 3 + (trick.played - 1);  // ten kinds of plays
    int table = 0;
    int base = kind * weights_per_kind;
    const auto add = [&](int value) {
        add_place(base + value);
        base += tables[table++];
    };

    const int higher = count_bits(suit_view.outstanding & above(card));
    const int lower = suit_view.outstanding_count - higher;
    const int own_higher = count_bits(suit_view.holding & above(card));
    const int own_lower = suit_view.length - own_higher - 1;
    const int gain = view.role * worth_->gain(view.transformer, view.seat, card);

    // 1. Its place among the suit's cards.
    add(((up_to(higher, 4) * 5 + up_to(lower, 4)) * 3 + up_to(own_higher, 2)) * 3 + up_to(own_lower, 2));

    // 2. The suit's special card: whose it is, and whether this card is above it; what the card is worth, of hearts.
    int special = 0;
    if (suit == Suit::hearts) {
        special = bucket(gain) * 6 + suit_view.scoring;  // 66
    } else {
        const int relation = card_lane(card) == suit_view.special ? 1 : card_lane(card) > suit_view.special ? 2 : 0;
        const int which = static_cast<int>(suit) - (suit == Suit::spades ? 0 : 1);
        special = 66 + ((which * 6 + suit_view.owner) * 3 + relation) * 4 + suit_view.guards;
    }
    add(special);

    // 3. What the trick brings if everybody answers by habit, and who takes it.
    int winner = 0;
    const int completed = bucket(view.role * completed_trick(view, card, winner));
    const int to_whom = winner == view.seat ? 0 : worth_->aim().roles[winner] == view.role ? 1 : 2;
    add((completed * 3 + to_whom) * value_step_count + view.missing);

    // 4., 5., 6. What it did before.
    add(history_[way][view.seat][card] >> 5);
    add(by_tricks_[view.tricks][view.seat][card] >> 5);
    add(way == lead ? 0 : answers_[trick.played == 3 ? 1 : 0][view.winning][card] >> 5);

    // 7. Who can still beat it, or the card that is winning now.
    add(way == lead || way == win ? view.who_can_beat(suit, card) : view.can_beat);

    // 8. Whether it was best in similar positions.
    int hinted = 0;
    for (const Card hint : view.hints) hinted = hinted * 3 + (card == hint ? 1 : hint == no_card ? 2 : 0);
    add(hinted);
}

OrderedCards MoveOrder::order(const Position<1>& position, std::uint64_t lengths, const Past& past, int goal,
                              Lane cards, Card hint) const {
    OrderedCards ordered;
    if ((cards & (cards - 1)) == 0) {
        ordered.insert(lowest(cards), 0);
        return ordered;
    }
    View view(*this, position, lengths, past, goal, hint);
    while (cards != 0) {
        const Suit suit = suit_of(lowest(cards));
        const SuitView suit_view(view, *worth_, suit);
        for (Lane rest = cards & suit_lane(suit); rest != 0; rest &= rest - 1) {
            const Card card = lowest(rest);
            int score = 0;
            describe(view, suit_view, card, [&](int place) { score += (*weights_)[place]; });
            ordered.insert(card, score);
        }
        cards &= ~suit_lane(suit);
    }
    return ordered;
}

Card MoveOrder::agreed(const Position<1>& position, std::uint64_t lengths, Card hint) const {
    const Keys keys = keys_of(position, lengths);
    const Card by_lengths = reply(keys[0]);
    const Card by_choice = reply(keys[1]);
    if (hint == no_card) return by_lengths == by_choice ? by_lengths : no_card;
    return hint == by_lengths || hint == by_choice ? hint : no_card;
}

MoveOrder::Description MoveOrder::describe(const Position<1>& position, std::uint64_t lengths, const Past& past,
                                           int goal, Card card, Card hint) const {
    View view(*this, position, lengths, past, goal, hint);
    Description places;
    int used = 0;
    describe(view, SuitView(view, *worth_, suit_of(card)), card,
             [&](int place) { places[used++] = static_cast<std::uint16_t>(place); });
    return places;
}

void MoveOrder::cutoff(const Position<1>& position, std::uint64_t lengths, const OrderedCards& tried, Card card) {
    for (const std::uint64_t key : keys_of(position, lengths)) {
        replies_[place_of(key)] = {check_of(key), card};
    }
    const int seat = position.to_play();
    const Trick<1>& trick = position.trick();
    const int tricks = count_bits(position.hand(seat).lane[0]);
    const auto learn = [&](Card other, int target) {
        const auto move = [&](std::int16_t& average) {
            average = static_cast<std::int16_t>(average + (target - average) / history_steps);
        };
        move(history_[way_of(trick, other)][seat][other]);
        move(by_tricks_[tricks][seat][other]);
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

// What the trick is worth if the seats still to play answer `card` by simple habits.
int MoveOrder::completed_trick(View& view, Card card, int& winner) const {
    const Trick<1>& trick = view.trick;
    const Suit suit = trick.played == 0 ? suit_of(card) : trick.suit;
    winner = trick.winning;
    int strength = trick.strength;
    TableCards table = view.table;
    const auto put = [&](int seat, Card played) {
        table.add(played);
        if (suit_of(played) == suit && 1 + rank_of(played) > strength) {
            strength = 1 + rank_of(played);
            winner = seat;
        }
    };
    put(view.seat, card);
    for (int i = 1; trick.played + i < seat_count; ++i) {
        const int seat = next_seat(view.seat, i);
        const Lane holding = view.hands[i] & suit_lane(suit);
        if (holding == 0) {
            table.add(discard_of(view, i, winner));
            continue;
        }
        // Follows high to win or just below the winning card.
        const Lane beaten = holding & (card_lane(make_card(suit, static_cast<Rank>(strength - 1))) - 1);
        const bool wants = worth_->aim().roles[seat] * (table.value(seat) - table.value(winner)) > 0;
        put(seat, highest(wants || beaten == 0 ? holding : beaten));
    }
    return table.value(winner);
}

// What the seat so many steps on would discard: what suits the winner best or worst.
Card MoveOrder::discard_of(View& view, int steps, int winner) const {
    Card& best = view.discards[steps][winner];
    if (best != no_card) return best;
    best = lowest(view.hands[steps]);
    const int role = worth_->aim().roles[next_seat(view.seat, steps)];
    int most = 0;
    for (Lane rest = view.hands[steps] & worth_->scoring(); rest != 0; rest &= rest - 1) {
        const Card card = lowest(rest);
        const int gain = role * worth_->gain(view.transformer, winner, card);
        if (gain > most) {
            most = gain;
            best = card;
        }
    }
    return best;
}

}  // namespace gongzhu::solver
