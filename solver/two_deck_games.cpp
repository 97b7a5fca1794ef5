#include "two_deck_games.hpp"

#include <algorithm>
#include <bit>

#include "two_deck_cards.hpp"
#include "two_deck_guards.hpp"
#include "two_deck_hearts.hpp"

namespace gongzhu::solver {
namespace {

// The card of a play that decides what it takes.
Card top_of(Move move, Suit led) {
    if (!move.is_double() || suit_of(move.second) != led) return move.first;
    return suit_of(move.first) != led || rank_of(move.second) > rank_of(move.first) ? move.second : move.first;
}

}  // namespace

TwoDeckState TwoDeckQuestion::state_of(const Position<2>& position) const {
    TwoDeckState state{position, past_of(*worth_, position.hands(), position.taken(), position.trick().cards), {}};
    const CardSet<2> in_play = (held(position) | position.trick().cards) & worth_->scoring_cards();
    state.bounds = bounds_of(state, in_play);
    return state;
}

Bounds TwoDeckQuestion::bounds_of(const TwoDeckState& state, const CardSet<2>& in_play) const {
    if (!in_play.empty()) return bounds_->bounds(state.past, in_play);
    const int value = worth_->aim().value(worth_->setup(), state.position.taken());
    return {value, value};
}

bool TwoDeckQuestion::shows(const TwoDeckState& state, std::initializer_list<Taking> takings) const {
    DeckPast<2> past = state.past;
    CardSet<2> in_play = held(state.position) & worth_->scoring_cards();
    for (const auto& [seat, card] : takings) {
        CardSet<2> taken;
        taken.add(card);
        past.take(*worth_, seat, taken);
        in_play -= taken;
    }
    return !in_play.empty() && outcome(bounds_->bounds(past, in_play)) == true;
}

bool TwoDeckQuestion::is_free_to_discard(const TwoDeckState& state) const {
    const Ruleset& ruleset = worth_->setup().rules->ruleset();
    return ruleset.discards == Discards::free && !state.position.must_open_with_lead_card() &&
           (!state.position.opening() || ruleset.first_trick_points);
}

void TwoDeckQuestion::take(TwoDeckState& state, const CardSet<2>& cards) const {
    if ((cards & worth_->scoring_cards()).empty()) return;
    state.past.take(*worth_, state.position.trick().leader, cards);
    state.bounds = bounds_of(state, held(state.position) & worth_->scoring_cards());
}

std::optional<bool> TwoDeckQuestion::outcome(const Bounds& bounds) const {
    if (bounds.lower >= goal_) return role_ > 0;
    if (bounds.upper < goal_) return role_ < 0;
    return std::nullopt;
}

ProofTable::Key TwoDeckQuestion::key(const TwoDeckState& state, unsigned game) const {
    const Position<2>& position = state.position;
    const DeckPast<2>& past = state.past;
    // The 16th bit of each suit is no card's.
    const CardSet<2> cards = held(position);
    ProofTable::Key key{cards.lane[0], cards.lane[1]};
    const Trick<2>& trick = position.trick();
    unsigned flags = trick.leader | (position.opening() ? 4U : 0U);
    for (int suit = 0; suit < suit_count; ++suit) {
        if (!position.barred().suit(static_cast<Suit>(suit)).empty()) flags |= 8U << suit;
    }
    for (unsigned bit = 0; bit < 8; ++bit) {
        if ((flags >> bit & 1) != 0) key[bit / 4] |= std::uint64_t{1} << (16 * (bit % 4) + 15);
    }
    for (const std::int16_t sum : past.sums) key[2] = key[2] << 16 | static_cast<std::uint16_t>(sum);
    std::uint64_t rest = std::uint64_t{trick.played} << 2 | game << 1 | (role_ > 0 ? 1U : 0U);
    rest = rest << 3 | past.hearts;
    rest = rest << 4 | past.company;
    for (const auto* takers : {&past.pig, &past.sheep, &past.transformer}) {
        rest = rest << 6 | static_cast<unsigned>((*takers)[0] << 3 | (*takers)[1]);
    }
    // The cards on the table by their places in the hands that were dealt.
    std::uint64_t table = 0;
    for (int seat = 0; seat < seat_count; ++seat) {
        const CardSet<2>& dealt = dealt_[seat];
        for (CardSet<2> own = trick.cards & dealt; !own.empty();) {
            const Card card = own.pop();
            const Lane lower = card_lane(card) - 1;
            const int place = lane_of(card) == 0 ? count_bits(dealt.lane[0] & lower)
                                                 : count_bits(dealt.lane[0]) + count_bits(dealt.lane[1] & lower);
            table = table << 7 | static_cast<unsigned>(seat << 5 | (place + 1));
        }
    }
    key[3] = table;
    key[4] = rest << 32 | static_cast<std::uint32_t>(goal_);
    return key;
}

void TwoDeckGame::moves(const State& state, Moves& moves) const {
    const MoveList plays = question_->kinds().plays(state.position);
    moves.assign(plays.begin(), plays.end());
}

TwoDeckState TwoDeckGame::after(const State& state, Move move) const {
    State then = state;
    const CardSet<2> table = state.position.trick().cards | cards_of<2>(move);
    then.position.play(move);
    if (then.position.trick().played == 0) question_->take(then, table);
    return then;
}

// The more plays, the more work for those who need an answer to all of them.
ProofNumbers TwoDeckGame::guess(const State&, Move, const State& after) const {
    const auto plays = static_cast<std::uint32_t>(after.position.legal_cards().count());
    return question_->proves(after) ? ProofNumbers{1, plays} : ProofNumbers{plays, 1};
}

RelaxedTwoDeckGame::RelaxedTwoDeckGame(const TwoDeckQuestion& question)
    : question_(&question), records_(std::size_t{2} * seat_count * contexts * card_codes) {
    constexpr int a_place = 3, for_hearts = 60;
    for (int seat = 0; seat < seat_count; ++seat) {
        const auto length = [&](int suit) { return question_->dealt(seat).suit(static_cast<Suit>(suit)).count(); };
        for (int suit = 0; suit < suit_count; ++suit) {
            int& cost = discard_cost_[seat][suit];
            if (static_cast<Suit>(suit) == Suit::hearts) {
                cost = for_hearts;
                continue;
            }
            for (int other = 0; other < suit_count; ++other) {
                if (static_cast<Suit>(other) != Suit::hearts && length(other) > length(suit)) cost += a_place;
            }
        }
    }
}

std::optional<bool> RelaxedTwoDeckGame::outcome(const State& state) const {
    const std::optional<bool> known = question_->outcome(state.bounds);
    if (known || state.position.trick().played != 0) return known;
    if (cards_left(state.position) == 0) return false;
    if (is_sure_by_guards(*question_, state) || can_divide_hearts(*question_, state)) return true;
    return std::nullopt;
}

void RelaxedTwoDeckGame::moves(const State& state, Moves& moves) const {
    const Position<2>& position = state.position;
    if (question_->proves(state)) return few_plays(position, question_->kinds().plays(position), moves);
    if (position.trick().played == 0) return leads(position, moves);
    moves.push_back({no_card, no_card});
    winning_plays(position, moves);
}

TwoDeckState RelaxedTwoDeckGame::after(const State& state, Move move) const {
    State then = state;
    const Trick<2>& before = state.position.trick();
    CardSet<2> table = before.cards;
    if (move.first == no_card) {
        then.position.pass();
    } else {
        table |= cards_of<2>(move);
        then.position.play(move);
    }
    if (then.position.trick().played != 0) return then;

    const int winner = then.position.trick().leader;
    const Suit led = before.suit;
    auto hands = then.position.hands();
    for (int seat = 0; seat < seat_count; ++seat) {
        if (question_->proves(seat)) continue;
        CardSet<2> back = (table & question_->dealt(seat)) - question_->worth().scoring_cards();
        if (seat == winner) {
            const Lane followers = ranks_of(table & question_->dealt(seat)) & suit_lane(led);
            back -= CardSet<2>::both(std::bit_floor(followers));
        }
        hands[seat] |= back;
        table -= back;
    }
    then.position = then.position.with_hands(then.position.setup(), hands);
    question_->take(then, table);
    return then;
}

// On lead the lowest and the highest card and pair of each suit. Otherwise the cheapest play, the cheapest and the
// highest that beat the table, and the cheapest with a heart that scores. Each honour in any case.
void RelaxedTwoDeckGame::few_plays(const Position<2>& position, const MoveList& plays, Moves& moves) const {
    const Trick<2>& trick = position.trick();
    const auto keep_least = [&](auto cost_of, auto is_meant) {
        const Move* least = nullptr;
        int least_cost = 0;
        for (const Move& play : plays) {
            if (!is_meant(play)) continue;
            const int cost = cost_of(play);
            if (least != nullptr && cost >= least_cost) continue;
            least = &play;
            least_cost = cost;
        }
        if (least != nullptr && std::ranges::find(moves, *least) == moves.end()) moves.push_back(*least);
    };
    const auto any = [&](Move play, auto test) { return test(play.first) || (play.is_double() && test(play.second)); };
    const auto cheap = [&](Move play) { return cost(position, play); };
    if (trick.played == 0) {
        for (int suit = 0; suit < suit_count; ++suit) {
            for (const bool pair : {false, true}) {
                const auto is_meant = [&](Move play) {
                    return static_cast<int>(suit_of(play.first)) == suit && play.is_double() == pair;
                };
                keep_least(cheap, is_meant);
                keep_least([](Move play) { return -int{rank_of(play.first)}; }, is_meant);
            }
        }
    } else {
        const auto beats = [&](Move play) { return position.strength_of(play) > trick.strength; };
        keep_least(cheap, [](Move) { return true; });
        keep_least(cheap, beats);
        keep_least([&](Move play) { return cost(position, play) / 8 - 64 * position.strength_of(play); }, beats);
        keep_least(cheap, [&](Move play) {
            return any(play, [&](Card card) { return suit_of(card) == Suit::hearts && scores(card); });
        });
    }
    for (CardSet<2> own = position.hand(position.to_play()) & question_->worth().scoring_cards(); !own.empty();) {
        const Card honour = own.pop();
        if (!is_honour(honour)) continue;
        keep_least(cheap, [&](Move play) { return any(play, [&](Card card) { return card == honour; }); });
    }
}

int RelaxedTwoDeckGame::cost(const Position<2>& position, Move move) const {
    constexpr int for_honours = 100;
    const Trick<2>& trick = position.trick();
    const auto& discard_cost = discard_cost_[position.to_play()];
    const auto of = [&](Card card) {
        int cost = rank_of(card);
        if (is_honour(card)) cost += for_honours;
        if (trick.played != 0 && suit_of(card) != trick.suit)
            cost += discard_cost[static_cast<std::size_t>(suit_of(card))];
        return cost;
    };
    return of(move.first) + (move.is_double() ? of(move.second) : 0);
}

int RelaxedTwoDeckGame::cards_left(const Position<2>& position) const {
    int cards = 0;
    for (int seat = 0; seat < seat_count; ++seat) {
        if (question_->proves(seat)) cards = std::max(cards, position.hand(seat).count());
    }
    return cards;
}

void RelaxedTwoDeckGame::leads(const Position<2>& position, Moves& moves) const {
    MoveList all;
    if (position.must_open_with_lead_card()) {
        position.legal_moves(all);
    } else {
        const CardSet<2>& hand = position.hand(position.to_play());
        for (CardSet<2> cards = hand; !cards.empty();) all.add({cards.pop(), no_card});
        // Cards that were kept make no pair that could be led when everybody has one card left.
        const bool may_be_two = cards_left(position) > 1;
        for (Lane pairs = may_be_two ? Position<2>::pairs_of(hand) : 0; pairs != 0; pairs &= pairs - 1) {
            const auto card = static_cast<Card>(std::countr_zero(pairs));
            all.add({card, twin_of(card)});
        }
    }
    for (const Move move : question_->kinds().first_of_kinds(position, all)) moves.push_back(move);
}

// Of those that differ only in a second card that scores nothing, which comes back, one.
void RelaxedTwoDeckGame::winning_plays(const Position<2>& position, Moves& moves) const {
    const CardSet<2>& hand = position.hand(position.to_play());
    const Trick<2>& trick = position.trick();
    MoveList all;
    if (!trick.doubled) {
        for (CardSet<2> cards = hand.suit(trick.suit); !cards.empty();) {
            const Move move{cards.pop(), no_card};
            if (position.strength_of(move) > trick.strength) all.add(move);
        }
        for (const Move move : question_->kinds().first_of_kinds(position, all)) moves.push_back(move);
        return;
    }
    const auto scoring = [&](Move move) {
        return scores(top_of(move, trick.suit) == move.first ? move.second : move.first);
    };
    for (CardSet<2> cards = hand; !cards.empty();) {
        const Card first = cards.pop();
        for (CardSet<2> rest = cards; !rest.empty();) {
            const Move move{first, rest.pop()};
            const int strength = position.strength_of(move);
            if (strength <= trick.strength) continue;
            const bool is_known = !scoring(move) && std::any_of(all.begin(), all.end(), [&](Move other) {
                return !scoring(other) && position.strength_of(other) == strength &&
                       top_of(other, trick.suit) == top_of(move, trick.suit);
            });
            if (!is_known) all.add(move);
        }
    }
    for (const Move move : question_->kinds().first_of_kinds(position, all)) moves.push_back(move);
}

// What is in the way of the side that shows something: tricks that the others can cash before it gets the lead, a hand
// of it without hearts, hearts that are still with one seat or untaken, honours that are gone, cards that are.
std::uint32_t RelaxedTwoDeckGame::difficulty(const State& state) const {
    constexpr unsigned without_hearts = 20, a_step = 8, an_honour = 5;
    const Position<2>& position = state.position;
    CardSet<2> own, others;
    unsigned poor = 0;
    for (int seat = 0; seat < seat_count; ++seat) {
        const CardSet<2>& hand = position.hand(seat);
        (question_->proves(seat) ? own : others) |= hand;
        if (question_->proves(seat) && hand.suit(Suit::hearts).empty()) ++poor;
    }
    unsigned cashable = 0;
    for (int suit = 0; suit < suit_count; ++suit) {
        const Lane lane = suit_lane(static_cast<Suit>(suit));
        const Lane highest = std::bit_floor(ranks_of(own) & lane);
        const Lane lower = highest == 0 ? 0 : highest - 1;
        cashable += static_cast<unsigned>((others & CardSet<2>::both(lane & ~lower)).count());
    }
    unsigned difficulty = 1 + cashable * cashable / 8 + without_hearts * poor;
    const Trick<2>& trick = position.trick();
    const int winning = trick.played == 0 ? trick.leader : trick.winning;
    if (question_->proves(winning)) difficulty = 1 + difficulty / 4;

    const bool hearts_out = !(trick.cards & question_->worth().scoring_cards()).suit(Suit::hearts).empty();
    const int taker = state.past.hearts;
    if (taker == hearts_untouched) {
        difficulty += hearts_out ? a_step : 2 * a_step;
    } else if (taker != hearts_split && !(hearts_out && winning != taker)) {
        difficulty += a_step;
    }
    for (const auto* takers : {&state.past.pig, &state.past.sheep, &state.past.transformer}) {
        for (const std::uint8_t honour_taker : *takers) {
            if (honour_taker != nobody) difficulty += an_honour;
        }
    }
    return difficulty + static_cast<unsigned>(question_->dealt(0).count() - cards_left(position));
}

ProofNumbers RelaxedTwoDeckGame::guess(const State& before, Move move, const State& after) const {
    constexpr std::uint32_t plays = 4;
    std::uint32_t proof = difficulty(after);
    if (question_->proves(before)) {
        const Record& known = records_[record_of(before.position, move)];
        const auto tries = static_cast<std::uint32_t>(known.succeeded + known.failed);
        proof = 1 + proof * (tries + 2 * static_cast<std::uint32_t>(known.failed)) / (2 * tries);
        const bool leads_hearts = suit_of(move.first) == Suit::hearts;
        if (before.position.trick().played == 0 && !leads_hearts) proof += proof / 2;
    }
    return {proof, question_->proves(after) ? plays : 1};
}

void RelaxedTwoDeckGame::learn(const State& state, Move move, std::optional<bool> outcome) {
    constexpr int known = 4, open = 1;
    Record& kept = records_[record_of(state.position, move)];
    if (outcome == true) {
        kept.succeeded += known;
    } else {
        kept.failed += outcome ? known : open;
    }
}

std::size_t RelaxedTwoDeckGame::record_of(const Position<2>& position, Move move) {
    const Trick<2>& trick = position.trick();
    const int context = trick.played == 0 ? suit_count : static_cast<int>(trick.suit);
    auto place = static_cast<std::size_t>(position.to_play());
    place = place * contexts + static_cast<std::size_t>(context);
    place = place * card_codes + first_copy(move.first);
    return 2 * place + (move.is_double() ? 1 : 0);
}

}  // namespace gongzhu::solver
