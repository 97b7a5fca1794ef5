#include "two_deck_search.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <thread>
#include <utility>

#include "two_deck_cards.hpp"

namespace gongzhu::solver {
namespace {

constexpr int unbounded = std::numeric_limits<int>::max() / 2;

DeckPast<2> past_of(const DeckWorth<2>& worth, const Position<2>& position) {
    return past_of(worth, position.hands(), position.taken(), position.trick().cards);
}

CardSet<2> scoring_in_play(const DeckWorth<2>& worth, const Position<2>& position) {
    return (held(position) | position.trick().cards) & worth.scoring_cards();
}

// Whether a hand can take a trick that another one leads: it has a card above the lowest of that in a suit, or one of a
// suit in which the other can lead a pair.
bool can_beat(const CardSet<2>& hand, const CardSet<2>& leader) {
    const Lane own = ranks_of(hand);
    const Lane lead = ranks_of(leader);
    const Lane lowest = lead & (suit_ends - lead);  // of each suit
    if ((own & (suit_ends - lowest) & ~suit_ends & ~lowest) != 0) return true;
    for (Lane pairs = leader.lane[0] & leader.lane[1]; pairs != 0;) {
        const Lane suit = suit_lane(suit_of(static_cast<Card>(std::countr_zero(pairs))));
        if ((own & suit) != 0) return true;
        pairs &= ~suit;
    }
    return false;
}

// The seats that can still take a trick, and perhaps some that cannot.
unsigned takers(const Position<2>& position) {
    unsigned seats = 1U << position.trick().leader;
    for (unsigned left = seats; left != 0 && seats != all_seats;) {
        const CardSet<2>& lead = position.hand(std::countr_zero(left));
        left &= left - 1;
        for (int seat = 0; seat < seat_count; ++seat) {
            const unsigned bit = 1U << seat;
            if ((seats & bit) != 0 || !can_beat(position.hand(seat), lead)) continue;
            seats |= bit;
            left |= bit;
        }
    }
    return seats;
}

}  // namespace

template <int Words>
TwoDeckProblem<Words>::TwoDeckProblem(const DeckWorth<2>& worth_of_deal, const Position<2>& start,
                                      std::int64_t table_mib)
    : worth(&worth_of_deal), dealt(start.hands()), shapes(worth_of_deal), relations(start.hands()),
      likeness(worth_of_deal, start.hands()),
      static_bounds(worth_of_deal, past_of(worth_of_deal, start), scoring_in_play(worth_of_deal, start)),
      table(table_mib) {}

template <int Words>
int TwoDeckProblem<Words>::standing(const Position<2>& position) const {
    const DeckPast<2> past = past_of(*worth, position);
    return past.value(*worth, past.multiplied());
}

template <int Words>
TwoDeckSearch<Words>::TwoDeckSearch(Problem& problem, Limits& limits, Variety variety, Worker* worker)
    : problem_(&problem), limits_(&limits), order_(*problem.worth), variety_(variety), worker_(worker),
      random_(variety.shuffle) {}

template <int Words>
int TwoDeckSearch<Words>::test(const Position<2>& position, int goal) {
    position_ = position;
    const Node node = node_of(position);
    Set proof;
    if (position.trick().played == 0) return between_tricks(node, goal, proof);
    Card best = no_card;
    return within_trick(node, goal, no_card, best, proof);
}

template <int Words>
typename TwoDeckSearch<Words>::Node TwoDeckSearch<Words>::node_of(const Position<2>& position) const {
    // Cards on the table are compared too, until the trick ends.
    auto hands = position.hands();
    for (int seat = 0; seat < seat_count; ++seat) hands[seat] |= position.trick().cards & problem_->dealt[seat];
    return {past_of(worth(), position), problem_->relations.among(hands)};
}

template <int Words>
Bounds TwoDeckSearch<Words>::known(const Position<2>& position) const {
    return known(position, past_of(worth(), position));
}

template <int Words>
Bounds TwoDeckSearch<Words>::known(const Position<2>& position, const DeckPast<2>& past) const {
    const CardSet<2> in_play = scoring_in_play(worth(), position);
    if (!in_play.empty()) return problem_->static_bounds.bounds(past, in_play);
    const int value = worth().aim().value(worth().setup(), position.taken());
    return {value, value};
}

template <int Words>
std::vector<Move> TwoDeckSearch<Words>::ordered(const Position<2>& position) const {
    MoveList list;
    position.legal_moves(list);
    std::vector<Move> moves(list.begin(), list.end());
    const TwoDeckOrder::View view = order_.view(position, past_of(worth(), position));
    std::ranges::stable_sort(moves, std::ranges::greater{},
                             [&](Move move) { return order_.score(position, view, move, no_card); });
    return moves;
}

template <int Words>
Position<2> TwoDeckSearch<Words>::played_on(Position<2> position, int cards, Random& random) const {
    constexpr std::uint32_t variation = 300;
    while (!position.is_over() && (position.trick().played != 0 || position.hand(position.to_play()).count() > cards)) {
        MoveList moves;
        position.legal_moves(moves);
        const TwoDeckOrder::View view = order_.view(position, past_of(worth(), position));
        Move best = moves[0];
        int most = -unbounded;
        for (const Move move : moves) {
            const int score = order_.score(position, view, move, no_card) + static_cast<int>(random.below(variation));
            if (score <= most) continue;
            most = score;
            best = move;
        }
        position.play(best);
    }
    return position;
}

template <int Words>
int TwoDeckSearch<Words>::between_tricks(const Node& node, int goal, Set& proof) {
    const Bounds bounds = known(position_, node.past);
    if (bounds.lower >= goal) return bounds.lower;
    if (bounds.upper < goal) return bounds.upper;
    Entered entered{node};
    int value = 0;
    if (decided_beyond_bounds(entered, goal, value, proof)) return value;
    return search_tricks(entered, goal, proof);
}

template <int Words>
bool TwoDeckSearch<Words>::decided_beyond_bounds(Entered& entered, int goal, int& value, Set& proof) {
    const int tricks = position_.hand(position_.trick().leader).count();
    if (tricks == 1) {
        value = last_trick(proof);
        return true;
    }
    constexpr int few_tricks = 3;
    if (tricks <= few_tricks && decided_by_takers(entered.node.past, goal, value, proof)) return true;
    return !position_.opening() && look_up(entered, goal, value, proof);
}

template <int Words>
bool TwoDeckSearch<Words>::decided_by_takers(const DeckPast<2>& past, int goal, int& value, Set& proof) const {
    const unsigned seats = takers(position_);
    if (seats == all_seats) return false;
    const Bounds bounds = problem_->static_bounds.bounds(past, scoring_in_play(worth(), position_), seats);
    if (bounds.lower < goal && bounds.upper >= goal) return false;
    value = bounds.lower >= goal ? bounds.lower : bounds.upper;
    problem_->relations.add_apart(proof, position_.hands(), seats);
    return true;
}

// The value where every hand is down to one card.
template <int Words>
int TwoDeckSearch<Words>::last_trick(Set& proof) const {
    Trick<2> trick = position_.trick();
    CardSet<2> lead = position_.hand(trick.leader);
    trick.suit = suit_of(lead.pop());
    int winner = trick.leader;
    Rank highest = 0;
    for (int i = 0; i < seat_count; ++i) {
        const int seat = next_seat(trick.leader, i);
        CardSet<2> hand = position_.hand(seat);
        const Card card = hand.pop();
        if (suit_of(card) != trick.suit || (i != 0 && rank_of(card) <= highest)) continue;
        winner = seat;
        highest = rank_of(card);
    }
    const CardSet<2> cards = held(position_);
    add_trick(proof, trick, cards, winner);
    std::array<CardSet<2>, seat_count> taken = position_.taken();
    taken[winner] |= cards;
    return worth().aim().value(worth().setup(), taken);
}

template <int Words>
int TwoDeckSearch<Words>::search_tricks(const Entered& entered, int goal, Set& proof) {
    Card best = no_card;
    Set rests_on;
    const int value = within_trick(entered.node, goal, entered.first, best, rests_on);
    if (limits_->reached()) return value;
    if (!position_.opening()) store(entered, goal, value, best, rests_on);
    proof |= rests_on;
    return value;
}

template <int Words>
bool TwoDeckSearch<Words>::look_up(Entered& entered, int goal, int& value, Set& proof) {
    const Node& node = entered.node;
    const CardSet<2> cards = held(position_);
    entered.shape = problem_->shapes.shape(position_, node.past, cards);
    entered.hearts = problem_->likeness.hearts(cards);
    Shard& shard = problem_->table.shard(entered.shape);
    const auto lock = problem_->table.lock(shard);
    const typename Shard::Slot* slot = shard.find(entered.shape);
    if (slot == nullptr) return false;
    entered.first = card_at_place(position_.hand(position_.trick().leader), slot->best);
    const int before = node.past.value(worth(), node.past.multiplied());
    const auto outcomes = problem_->relations.outcomes(node.left);
    const unsigned open = open_places<2>(worth(), node.past.transformer, cards, Honour::transformer);
    const auto entries = shard.entries(*slot);
    for (int i = entries.next_covering(0, outcomes); i < entries.count(); i = entries.next_covering(i + 1, outcomes)) {
        TwoDeckEntry& entry = entries[i];
        Bounds by;
        if (!problem_->likeness.shift(entry, entered.hearts, node.past, open, by)) continue;
        const int lower = entry.lower + before + by.lower;
        const int upper = entry.upper + before + by.upper;
        if (lower < goal && upper >= goal) continue;
        entry.used = true;
        value = lower >= goal ? lower : upper;
        proof |=
            Relations<Words>::unpack(entries.template mask_pattern<typename Relations<Words>::Pattern>(i), node.left);
        return true;
    }
    return false;
}

template <int Words>
void TwoDeckSearch<Words>::store(const Entered& entered, int goal, int value, Card best, const Set& proof) {
    const Node& node = entered.node;
    Shard& shard = problem_->table.shard(entered.shape);
    const auto lock = problem_->table.lock(shard);
    typename Shard::Slot* slot = shard.find(entered.shape);
    const int before = node.past.value(worth(), node.past.multiplied());
    const auto mask = Relations<Words>::pack(proof, node.left);
    const auto outcomes = problem_->relations.outcomes(node.left);
    const int words = Relations<Words>::word_count(node.left);
    const CardSet<2>& hand = position_.hand(position_.trick().leader);
    const Bounds bounds = known(position_, node.past);

    TwoDeckEntry entry;
    entry.lower = (value >= goal ? value : bounds.lower) - before;
    entry.upper = (value >= goal ? bounds.upper : value) - before;
    entry.sums = node.past.sums;
    entry.hearts = entered.hearts;
    entry.company = problem_->shapes.company(node.past, held(position_));
    TwoDeckEntry* stored = nullptr;
    std::uint64_t* words_of_entry = nullptr;
    if (slot != nullptr) {
        const auto entries = shard.entries(*slot);
        for (int i = entries.next_covering(0, outcomes); i < entries.count();
             i = entries.next_covering(i + 1, outcomes)) {
            // An entry for fewer positions with bounds that are no better goes.
            const TwoDeckEntry& other = entries[i];
            if (other.hearts != entry.hearts || other.sums != entry.sums || other.company != entry.company) continue;
            bool narrower = true;
            bool equal = true;
            for (int word = 0; word < words; ++word) {
                narrower &= (mask.words[word] & ~entries.mask(i)[word]) == 0;
                equal &= mask.words[word] == entries.mask(i)[word];
            }
            if (!narrower) continue;
            if (equal) {
                entry.lower = std::max(entry.lower, other.lower);
                entry.upper = std::min(entry.upper, other.upper);
            } else if (other.lower > entry.lower || other.upper < entry.upper) {
                continue;
            }
            stored = &entries[i];
            words_of_entry = entries.mask(i);
            break;
        }
    }
    if (stored == nullptr) {
        stored = shard.append(entered.shape, words, hand.count(), slot);
        if (stored == nullptr) return;
        words_of_entry = shard.entries(*slot).mask(slot->count - 1);
    }
    *stored = entry;
    for (int word = 0; word < words; ++word) {
        words_of_entry[word] = mask.words[word];
        words_of_entry[words + word] = mask.words[word] & outcomes.words[word];
    }
    slot->best = place_in_holding(hand, best);
}

template <int Words>
void TwoDeckSearch<Words>::put_in_order(const Node& node, Card first, Choices& choices) {
    const TwoDeckOrder::View view = order_.view(position_, node.past);
    for (int i = 0; i < choices.moves.size(); ++i) {
        int& score = choices.scores[i];
        score = order_.score(position_, view, choices.moves[i], first);
        if (variety_.shuffle != 0) score = static_cast<int>(random_.below(1 << 20));
    }
}

template <int Words>
int TwoDeckSearch<Words>::within_trick(const Node& node, int goal, Card first, Card& best, Set& proof) {
    const bool last = position_.trick().played == seat_count - 1;
    Tried tried(worth().aim().roles[position_.to_play()] > 0, goal);
    Choices& choices = tried.choices;
    position_.legal_moves(choices.moves);
    const int count = choices.moves.size();
    std::fill_n(choices.open.begin(), count, true);
    const auto play_number = [&](int number, Set& one) {
        if (!last) return play(node, choices.moves[number], goal, one);
        const LookedUp here = looked_up_[choices.looked_up[number]];
        const auto undo = position_.play(choices.moves[number]);
        one = here.trick;
        const int result = search_tricks(here.entered, goal, one);
        position_.undo(undo);
        return result;
    };
    const auto try_all = [&] {
        if (std::none_of(choices.open.begin(), choices.open.begin() + count, [](bool open) { return open; })) return;
        if (count > 1) put_in_order(node, first, choices);
        std::array<int, MoveList::capacity> failed;
        int failed_count = 0;
        while (failed_count < variety_.width) {
            if (failed_count > 0 && worth_sharing()) return try_together(tried, node, play_number);
            const std::optional<int> number = next_play(tried);
            if (!number) return;
            Set one;
            const int result = play_number(*number, one);
            if (limits_->reached()) return;
            if (decides(tried, *number, result, one)) {
                for (int i = 0; i < failed_count; ++i) order_.failed(position_, choices.moves[failed[i]]);
                if (count > 1) order_.cutoff(position_, choices.moves[*number]);
                return;
            }
            failed[failed_count++] = *number;
        }
    };
    // At the end of a trick every play is looked up before any is searched.
    const std::size_t looked_up_before = looked_up_.size();
    if (!last || !look_up_last_plays(tried, node)) try_all();
    looked_up_.resize(looked_up_before);
    best = tried.best;
    proof |= tried.proof;
    return tried.value;
}

// Whether that decides the question, or a limit is reached.
template <int Words>
bool TwoDeckSearch<Words>::look_up_last_plays(Tried& tried, const Node& node) {
    Choices& choices = tried.choices;
    const int goal = tried.goal;
    for (int i = 0; i < choices.moves.size(); ++i) {
        if (!choices.open[i]) continue;
        if (limits_->count_node()) return true;
        const auto undo = position_.play(choices.moves[i]);
        LookedUp here;
        here.entered.node = after_trick(node, undo.trick, choices.moves[i], here.trick);
        const Bounds bounds = known(position_, here.entered.node.past);
        int result = bounds.lower >= goal ? bounds.lower : bounds.upper;
        Set one = here.trick;
        const bool decided =
            bounds.lower >= goal || bounds.upper < goal || decided_beyond_bounds(here.entered, goal, result, one);
        position_.undo(undo);
        if (!decided) {
            choices.looked_up[i] = looked_up_.size();
            looked_up_.push_back(here);
            continue;
        }
        choices.open[i] = false;
        if (decides(tried, i, result, one)) return true;
    }
    return false;
}

template <int Words>
std::optional<int> TwoDeckSearch<Words>::next_play(Tried& tried) const {
    Choices& choices = tried.choices;
    std::optional<int> number;
    for (int i = 0; i < choices.moves.size(); ++i) {
        if (choices.open[i] && (!number || choices.scores[i] > choices.scores[*number])) number = i;
    }
    if (number) choices.open[*number] = false;
    return number;
}

template <int Words>
bool TwoDeckSearch<Words>::decides(Tried& tried, int number, int result, const Set& one) const {
    if (tried.raises ? result > tried.value : result < tried.value) {
        tried.value = result;
        tried.best = tried.choices.moves[number].first;
    }
    if ((result >= tried.goal) == tried.raises) {
        tried.proof = one;
        return true;
    }
    tried.proof |= one;
    skip_alike(tried.choices, number, one, tried.proof);
    return false;
}

template <int Words>
bool TwoDeckSearch<Words>::worth_sharing() const {
    return worker_ != nullptr && position_.hand(position_.to_play()).count() >= Worker::fewest_cards;
}

template <int Words>
struct TwoDeckSearch<Words>::Split : SplitPoint {
    Split(const Position<2>& here, const Node& known, Tried& so_far) : position(here), node(known), tried(so_far) {
        cards = held(here).count();
    }

    Position<2> position;
    const Node& node;
    Tried& tried;
};

template <int Words>
template <typename PlayNumber>
void TwoDeckSearch<Words>::try_together(Tried& tried, const Node& node, PlayNumber play_number) {
    Split split(position_, node, tried);
    worker_->open(split);
    work_on(split, play_number);
    while (worker_->is_waiting(split)) help();
    worker_->close(split);
}

template <int Words>
void TwoDeckSearch<Words>::help() {
    const SplitPoint* before = worker_->inside();
    auto* split = static_cast<Split*>(worker_->join());
    if (split == nullptr) return std::this_thread::yield();
    const Position<2> position = std::exchange(position_, split->position);
    work_on(*split, [&](int number, Set& one) {
        return play(split->node, split->tried.choices.moves[number], split->tried.goal, one);
    });
    position_ = position;
    worker_->leave(*split, before);
}

template <int Words>
template <typename PlayNumber>
void TwoDeckSearch<Words>::work_on(Split& split, PlayNumber play_number) {
    while (const std::optional<int> number = worker_->take(split, [&] { return next_play(split.tried); })) {
        Set one;
        const int result = play_number(*number, one);
        if (limits_->reached()) return worker_->give_up(split);
        worker_->report(split, [&] {
            if (!decides(split.tried, *number, result, one)) return false;
            order_.cutoff(split.position, split.tried.choices.moves[*number]);
            return true;
        });
    }
}

template <int Words>
int TwoDeckSearch<Words>::play(const Node& node, Move move, int goal, Set& proof) {
    if (limits_->count_node()) return 0;
    const auto undo = position_.play(move);
    int value = 0;
    if (position_.trick().played == 0) {
        value = between_tricks(after_trick(node, undo.trick, move, proof), goal, proof);
    } else {
        Card best = no_card;
        value = within_trick(node, goal, no_card, best, proof);
    }
    position_.undo(undo);
    return value;
}

// What is known after a trick; adds to `proof` who took it.
template <int Words>
typename TwoDeckSearch<Words>::Node TwoDeckSearch<Words>::after_trick(const Node& node, const Trick<2>& before,
                                                                      Move last, Set& proof) const {
    const CardSet<2> cards = before.cards | cards_of<2>(last);
    const int winner = position_.trick().leader;
    Node next = node;
    next.past.take(worth(), winner, cards);
    problem_->relations.remove(next.left, cards);
    add_trick(proof, before, cards, winner);
    return next;
}

// Adds what decided a trick: how the highest card of the play that took it compares with those of the others. Of the
// others every card of the suit is named: which of a seat's own cards is the higher changes where two change places.
template <int Words>
void TwoDeckSearch<Words>::add_trick(Set& proof, const Trick<2>& before, const CardSet<2>& cards, int winner) const {
    struct Play {
        CardSet<2> followers;
        PairClass kind{0, 0};
    };
    const auto play_of = [&](int seat) {
        CardSet<2> own = cards & problem_->dealt[seat];
        Play play{own.suit(before.suit)};
        if (play.followers.empty()) return play;
        if (!before.doubled) return play.kind = {1, 0}, play;
        const Card first = own.pop();
        const Card second = own.pop();
        play.kind =
            class_of_pair_strength(pair_strength(first, second, before.suit, worth().setup().rules->ruleset().pairs));
        return play;
    };
    const Play winning = play_of(winner);
    const auto top_rank = static_cast<Card>(63 - std::countl_zero(ranks_of(winning.followers)));
    const Card top = winning.followers.has(top_rank) ? top_rank : twin_of(top_rank);
    bool later = false;
    for (int i = 0; i < seat_count; ++i) {
        const int seat = next_seat(before.leader, i);
        if (seat == winner) {
            later = true;
            continue;
        }
        Play other = play_of(seat);
        if (other.kind.rank == 0 || other.kind.rank != winning.kind.rank) continue;
        const int precedence = winning.kind.precedence - other.kind.precedence;
        const bool wins_if_equal = precedence > 0 || (precedence == 0 && later);
        while (!other.followers.empty()) {
            const Card card = other.followers.pop();
            if (wins_if_equal) {
                problem_->relations.add(proof, card, top);
            } else {
                problem_->relations.add(proof, top, card);
            }
        }
    }
}

// Decides the plays that the proof for one holds for as well, once two own cards have changed places, and those for
// which theirs then does.
template <int Words>
void TwoDeckSearch<Words>::skip_alike(Choices& choices, int number, const Set& proof, Set& all) const {
    for (int i = 0; i < choices.moves.size(); ++i) {
        Swap swap;
        if (!choices.open[i] || !alike(choices.moves[number], choices.moves[i], swap)) continue;
        if (separates(proof, swap)) continue;
        const Set other = exchanged(proof, swap);
        choices.open[i] = false;
        all |= other;
        skip_alike(choices, i, other, all);
    }
}

// Whether one play becomes the other when two cards of equal kind change places, with their twins where both have them.
template <int Words>
bool TwoDeckSearch<Words>::alike(Move one, Move other, Swap& swap) const {
    if (one.is_double() != other.is_double()) return false;
    const auto is_pair = [](Move move) { return move.is_double() && move.second == twin_of(move.first); };
    if (!one.is_double() || (is_pair(one) && is_pair(other))) {
        swap = {one.first, other.first};
    } else if (is_pair(one) || is_pair(other)) {
        return false;
    } else {
        const bool keeps_first = one.first == other.first || one.first == other.second;
        const Card kept = keeps_first ? one.first : one.second;
        if (kept != other.first && kept != other.second) return false;
        swap = {keeps_first ? one.second : one.first, kept == other.first ? other.second : other.first};
    }
    const auto [a, b, unset] = swap;
    if (suit_of(a) != suit_of(b) || worth().kind(a) != worth().kind(b) || first_copy(a) == first_copy(b)) return false;
    const CardSet<2>& hand = position_.hand(position_.to_play());
    swap.twins = hand.has(twin_of(a));
    if (swap.twins != hand.has(twin_of(b))) return false;
    return !swap.twins || worth().kind(twin_of(a)) == worth().kind(twin_of(b));
}

template <int Words>
bool TwoDeckSearch<Words>::separates(const Set& proof, const Swap& swap) const {
    const Relations<Words>& relations = problem_->relations;
    return relations.separates(proof, swap.a, swap.b) ||
           (swap.twins && relations.separates(proof, twin_of(swap.a), twin_of(swap.b)));
}

template <int Words>
typename TwoDeckSearch<Words>::Set TwoDeckSearch<Words>::exchanged(const Set& proof, const Swap& swap) const {
    const Relations<Words>& relations = problem_->relations;
    const Set once = relations.exchanged(proof, swap.a, swap.b);
    return swap.twins ? relations.exchanged(once, twin_of(swap.a), twin_of(swap.b)) : once;
}

template struct TwoDeckProblem<1>;
template struct TwoDeckProblem<2>;
template struct TwoDeckProblem<8>;
template class TwoDeckSearch<1>;
template class TwoDeckSearch<2>;
template class TwoDeckSearch<8>;

}  // namespace gongzhu::solver
