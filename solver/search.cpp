#include "search.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <thread>
#include <utility>

#include "sharing.hpp"

namespace gongzhu::solver {
namespace {

Past past_of(const Worth& worth, const Position<1>& position) {
    return past_of(worth, position.hands(), position.taken(), position.trick().cards);
}

Card highest(Lane cards) { return static_cast<Card>(63 - std::countl_zero(cards)); }

Lane held(const Position<1>& position) {
    Lane cards = 0;
    for (const CardSet<1>& hand : position.hands()) cards |= hand.lane[0];
    return cards;
}

Lane scoring_in_play(const Worth& worth, const Position<1>& position) {
    return (held(position) | position.trick().cards.lane[0]) & worth.scoring();
}

// The cards of `hand` that are above the lowest of `other` in their suit.
Lane above_lowest(Lane hand, Lane other) { return hand & (suit_ends - other) & ~suit_ends; }

// The seats that can still take a trick: the leader, and whoever can beat a lead of one that can.
unsigned takers(const Position<1>& position) {
    unsigned seats = 1U << position.trick().leader;
    for (unsigned left = seats; left != 0 && seats != all_seats;) {
        const Lane lead = position.hand(std::countr_zero(left)).lane[0];
        left &= left - 1;
        for (int seat = 0; seat < seat_count; ++seat) {
            const unsigned bit = 1U << seat;
            if ((seats & bit) != 0 || above_lowest(position.hand(seat).lane[0], lead) == 0) continue;
            seats |= bit;
            left |= bit;
        }
    }
    return seats;
}

}  // namespace

Problem::Problem(const Worth& worth_of_deal, const Position<1>& start, std::int64_t table_mib)
    : worth(&worth_of_deal), dealt(start.hands()), shapes(worth_of_deal), comparisons(start.hands()),
      likeness(worth_of_deal, start.hands()), static_bounds(worth_of_deal, past_of(worth_of_deal, start),
                                                            CardSet<1>::both(scoring_in_play(worth_of_deal, start))),
      kinds(worth_of_deal.kinds()), table(table_mib) {}

int Problem::standing(const Position<1>& position) const {
    const Past past = past_of(*worth, position);
    return past.value(*worth, past.multiplied());
}

Search::Search(Problem& problem, Limits& limits, Variety variety, Worker* worker)
    : problem_(&problem), limits_(&limits), order_(*problem.worth), variety_(variety), worker_(worker),
      random_(variety.shuffle) {}

int Search::test(const Position<1>& position, int goal) {
    position_ = position;
    lengths_ = ShapeMaker::lengths(position.hands());
    const Node node = node_of(position);
    Pairs proof;
    if (position.trick().played == 0) return between_tricks(node, goal, proof);
    Card best = no_card;
    return within_trick(node, goal, no_card, best, proof);
}

Node Search::node_of(const Position<1>& position) const {
    return {past_of(worth(), position), problem_->comparisons.among(position.hands())};
}

Bounds Search::known(const Position<1>& position) const { return known(position, past_of(worth(), position)); }

OrderedCards Search::ordered(const Position<1>& position) const {
    const Lane cards = problem_->kinds.representatives(position, position.legal_cards().lane[0]);
    return order_.order(position, ShapeMaker::lengths(position.hands()), past_of(worth(), position),
                        problem_->standing(position), cards, no_card);
}

Bounds Search::known(const Position<1>& position, const Past& past) const {
    const Lane in_play = scoring_in_play(worth(), position);
    if (in_play != 0) return problem_->static_bounds.bounds(past, in_play);
    const int value = worth().aim().value(worth().setup(), position.taken());
    return {value, value};
}

int Search::between_tricks(const Node& node, int goal, Pairs& proof) {
    const Bounds bounds = known(position_, node.past);
    if (bounds.lower >= goal) return bounds.lower;
    if (bounds.upper < goal) return bounds.upper;
    Entered entered{node, {}, 0, no_card};
    int value = 0;
    if (decided_beyond_bounds(entered, goal, value, proof)) return value;
    return search_tricks(entered, goal, proof);
}

bool Search::decided_beyond_bounds(Entered& entered, int goal, int& value, Pairs& proof) {
    const int tricks = position_.hand(position_.trick().leader).count();
    if (tricks == 1) {
        value = last_trick(proof);
        return true;
    }
    // With more cards it hardly ever decides, and rests on too many comparisons to be worth it.
    constexpr int few_tricks = 3;
    if (tricks <= few_tricks && decided_by_takers(entered.node.past, goal, value, proof)) return true;
    return !position_.opening() && look_up(entered, goal, value, proof);
}

// Bounds that leave out the seats which cannot take a trick any more.
bool Search::decided_by_takers(const Past& past, int goal, int& value, Pairs& proof) const {
    const unsigned seats = takers(position_);
    if (seats == all_seats) return false;
    const Bounds bounds = problem_->static_bounds.bounds(past, scoring_in_play(worth(), position_), seats);
    if (bounds.lower < goal && bounds.upper >= goal) return false;
    value = bounds.lower >= goal ? bounds.lower : bounds.upper;
    problem_->comparisons.add_apart(proof, position_.hands(), seats);
    return true;
}

// The value where every hand is down to one card.
int Search::last_trick(Pairs& proof) const {
    const Lane cards = held(position_);
    const auto lead = static_cast<Card>(std::countr_zero(position_.hand(position_.trick().leader).lane[0]));
    const Card winning = highest(cards & suit_lane(suit_of(lead)));
    int winner = 0;
    while (!position_.hand(winner).has(winning)) ++winner;
    problem_->comparisons.add_trick(proof, winning, cards & ~card_lane(winning));
    std::array<CardSet<1>, seat_count> taken = position_.taken();
    taken[winner].lane[0] |= cards;
    return worth().aim().value(worth().setup(), taken);
}

int Search::search_tricks(const Entered& entered, int goal, Pairs& proof) {
    Card best = no_card;
    Pairs rests_on;
    const int value = within_trick(entered.node, goal, entered.first, best, rests_on);
    if (limits_->reached()) return value;
    if (!position_.opening()) store(entered, goal, value, best, rests_on);
    proof |= rests_on;
    return value;
}

bool Search::look_up(Entered& entered, int goal, int& value, Pairs& proof) {
    const Node& node = entered.node;
    entered.shape = problem_->shapes.shape(position_, node.past, lengths_);
    entered.hearts = problem_->likeness.hearts(held(position_));
    Shard& shard = problem_->table.shard(entered.shape);
    const auto lock = problem_->table.lock(shard);
    const Shard::Slot* slot = shard.find(entered.shape);
    if (slot == nullptr) return false;
    entered.first = card_at_place(position_.hand(position_.trick().leader).lane[0], slot->best);
    const int before = node.past.value(worth(), node.past.multiplied());
    const Pattern outcomes = problem_->comparisons.outcomes(node.left);
    const bool out = problem_->shapes.transformer_out(held(position_));
    const Entries entries = shard.entries(*slot);
    for (int i = entries.next_covering(0, outcomes); i < entries.count(); i = entries.next_covering(i + 1, outcomes)) {
        Entry& entry = entries[i];
        Bounds by;
        if (!problem_->likeness.shift(entry, entered.hearts, node.past, out, by)) continue;
        const int lower = entry.lower + before + by.lower;
        const int upper = entry.upper + before + by.upper;
        if (lower < goal && upper >= goal) continue;
        entry.used = true;
        value = lower >= goal ? lower : upper;
        proof |= Comparisons::unpack(entries.mask_pattern<Pattern>(i), node.left);
        return true;
    }
    return false;
}

void Search::store(const Entered& entered, int goal, int value, Card best, const Pairs& proof) {
    const auto& [node, shape, hearts, first] = entered;
    Shard& shard = problem_->table.shard(shape);
    const auto lock = problem_->table.lock(shard);
    Shard::Slot* slot = shard.find(shape);
    const int before = node.past.value(worth(), node.past.multiplied());
    const Pattern mask = Comparisons::pack(proof, node.left);
    const Pattern outcomes = problem_->comparisons.outcomes(node.left);
    const int words = Comparisons::word_count(node.left);
    const Lane hand = position_.hand(position_.trick().leader).lane[0];
    const Bounds bounds = known(position_, node.past);

    Entry entry;
    entry.lower = (value >= goal ? value : bounds.lower) - before;
    entry.upper = (value >= goal ? bounds.upper : value) - before;
    entry.sums = node.past.sums;
    entry.hearts = hearts;
    entry.company = problem_->shapes.company(node.past, held(position_));
    Entry* stored = nullptr;
    std::uint64_t* words_of_entry = nullptr;
    if (slot != nullptr) {
        const Entries entries = shard.entries(*slot);
        for (int i = entries.next_covering(0, outcomes); i < entries.count();
             i = entries.next_covering(i + 1, outcomes)) {
            // An entry for fewer positions with bounds that are no better goes.
            const bool same =
                entries[i].hearts == hearts && entries[i].sums == entry.sums && entries[i].company == entry.company;
            if (!same) continue;
            bool narrower = true;
            for (int word = 0; word < words; ++word) narrower &= (mask.words[word] & ~entries.mask(i)[word]) == 0;
            if (!narrower) continue;
            bool equal = true;
            for (int word = 0; word < words; ++word) equal &= mask.words[word] == entries.mask(i)[word];
            if (equal) {
                entry.lower = std::max(entry.lower, entries[i].lower);
                entry.upper = std::min(entry.upper, entries[i].upper);
            } else if (entries[i].lower > entry.lower || entries[i].upper < entry.upper) {
                continue;
            }
            stored = &entries[i];
            words_of_entry = entries.mask(i);
            break;
        }
    }
    if (stored == nullptr) {
        stored = shard.append(shape, words, count_bits(hand), slot);
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

int Search::within_trick(const Node& node, int goal, Card first, Card& best, Pairs& proof) {
    if (samples_ != nullptr) take_sample(node, goal, position_.legal_cards().lane[0], first);
    if (position_.trick().played == seat_count - 1) return last_of_trick(node, goal, best, proof);
    const Lane legal = position_.legal_cards().lane[0];
    const Lane different = problem_->kinds.representatives(position_, legal);
    const bool choice = (different & (different - 1)) != 0;
    Tried tried(worth().aim().roles[position_.to_play()] > 0, goal, legal);
    int number = 0;
    const auto play_card = [&](Card card, Pairs& one) { return play(node, card, goal, one); };
    // Whether nothing more is to be tried.
    const auto attempt = [&](const OrderedCards& cards, Card card) {
        ++number;
        tried.left &= ~card_lane(card);
        Pairs one;
        const int result = play_card(card, one);
        if (limits_->reached()) return true;
        if (!decides(tried, card, result, one)) return false;
        if (choice) order_.cutoff(position_, lengths_, cards, card);
        return true;
    };
    const auto try_all = [&] {
        OrderedCards cards;
        if (choice && variety_.shuffle == 0) {
            const Card agreed = order_.agreed(position_, lengths_, first);
            if (agreed != no_card && (different & card_lane(agreed)) != 0) {
                cards.insert(agreed, 0);
                if (attempt(cards, agreed)) return;
            }
        }
        if ((tried.left & different) == 0) return;
        cards = ordered(node, goal, tried.left & different, first);
        for (const Card card : cards) {
            if ((tried.left & card_lane(card)) == 0) continue;
            if (number == variety_.width) return;
            if (number > 0 && worth_sharing()) return try_together(tried, node, cards, play_card);
            if (attempt(cards, card)) return;
        }
    };
    try_all();
    best = tried.best;
    proof |= tried.proof;
    return tried.value;
}

// Every play is looked up before any is searched.
int Search::last_of_trick(const Node& node, int goal, Card& best, Pairs& proof) {
    struct Open {
        Entered entered;
        Pairs trick;
    };
    Tried tried(worth().aim().roles[position_.to_play()] > 0, goal, position_.legal_cards().lane[0]);
    Lane open_cards = 0;
    std::array<Open, 16> open;  // plays that are not decided yet
    std::array<std::uint8_t, card_codes> place;
    int open_count = 0;
    const auto look_at_all = [&] {
        for (Lane rest = problem_->kinds.representatives(position_, tried.left); rest != 0; rest &= rest - 1) {
            const auto card = static_cast<Card>(std::countr_zero(rest));
            if ((tried.left & card_lane(card)) == 0) continue;
            if (limits_->count_node()) return true;
            const auto undo = put(card);
            const Lane trick = undo.trick.cards.lane[0] | card_lane(card);
            const Suit led = undo.trick.suit;
            Pairs one;
            Open& here = open[open_count];
            int result = 0;
            bool known_already = ended_by_bounds(node.past, trick, led, goal, result, one);
            if (!known_already) {
                here.entered.first = no_card;
                here.entered.node = after_trick(node, trick, led, one);
                here.trick = one;
                known_already = decided_beyond_bounds(here.entered, goal, result, one);
            }
            take_back(undo);
            if (!known_already) {
                open_cards |= card_lane(card);
                place[card] = static_cast<std::uint8_t>(open_count++);
                continue;
            }
            tried.left &= ~card_lane(card);
            if (decides(tried, card, result, one)) return true;
        }
        return false;
    };
    const auto play_card = [&](Card card, Pairs& one) {
        const Open& here = open[place[card]];
        const auto undo = put(card);
        one = here.trick;
        const int result = search_tricks(here.entered, goal, one);
        take_back(undo);
        return result;
    };
    const auto try_all = [&] {
        const OrderedCards cards = ordered(node, goal, open_cards, no_card);
        int number = 0;
        for (const Card card : cards) {
            if ((tried.left & card_lane(card)) == 0) continue;
            if (number++ == variety_.width) return;
            if (number > 1 && worth_sharing()) return try_together(tried, node, cards, play_card);
            tried.left &= ~card_lane(card);
            Pairs one;
            const int result = play_card(card, one);
            if (limits_->reached()) return;
            if (decides(tried, card, result, one)) {
                if (cards.size() > 1) order_.cutoff(position_, lengths_, cards, card);
                return;
            }
        }
    };
    if (!look_at_all() && open_cards != 0) try_all();
    best = tried.best;
    proof |= tried.proof;
    return tried.value;
}

bool Search::decides(Tried& tried, Card card, int result, const Pairs& proof) const {
    if (tried.raises ? result > tried.value : result < tried.value) {
        tried.value = result;
        tried.best = card;
    }
    if ((result >= tried.goal) == tried.raises) {
        tried.proof = proof;
        return true;
    }
    tried.proof |= proof;
    tried.left = skip_alike(tried.left, card, proof, tried.proof);
    return false;
}

bool Search::worth_sharing() const {
    return worker_ != nullptr && position_.hand(position_.to_play()).count() >= Worker::fewest_cards;
}

struct Search::Split : SplitPoint {
    Split(const Position<1>& here, std::uint64_t holdings, const Node& known, const OrderedCards& order, Tried& so_far)
        : position(here), lengths(holdings), node(known), plays(order), tried(so_far) {
        cards = count_bits(held(here));
    }

    Position<1> position;
    std::uint64_t lengths;
    const Node& node;
    const OrderedCards& plays;
    Tried& tried;
};

template <typename PlayCard>
void Search::try_together(Tried& tried, const Node& node, const OrderedCards& cards, PlayCard play_card) {
    Split split(position_, lengths_, node, cards, tried);
    worker_->open(split);
    work_on(split, play_card);
    while (worker_->is_waiting(split)) help();
    worker_->close(split);
    if (split.decided) order_.cutoff(position_, lengths_, cards, tried.best);
}

void Search::help() {
    const SplitPoint* before = worker_->inside();
    auto* split = static_cast<Split*>(worker_->join());
    if (split == nullptr) return std::this_thread::yield();
    const Position<1> position = std::exchange(position_, split->position);
    const std::uint64_t lengths = std::exchange(lengths_, split->lengths);
    work_on(*split, [&](Card card, Pairs& proof) { return play(split->node, card, split->tried.goal, proof); });
    position_ = position;
    lengths_ = lengths;
    worker_->leave(*split, before);
}

template <typename PlayCard>
void Search::work_on(Split& split, PlayCard play_card) {
    const auto next = [&]() -> std::optional<Card> {
        for (const Card card : split.plays) {
            if ((split.tried.left & card_lane(card)) == 0) continue;
            split.tried.left &= ~card_lane(card);
            return card;
        }
        return std::nullopt;
    };
    while (const std::optional<Card> card = worker_->take(split, next)) {
        Pairs proof;
        const int result = play_card(*card, proof);
        if (limits_->reached()) return worker_->give_up(split);
        worker_->report(split, [&] { return decides(split.tried, *card, result, proof); });
    }
}

OrderedCards Search::ordered(const Node& node, int goal, Lane cards, Card first) {
    OrderedCards ordered = order_.order(position_, lengths_, node.past, goal, cards, first);
    if (variety_.shuffle != 0) ordered.shuffle(random_);
    return ordered;
}

// Whether bounds decide the question after a trick. The proof then leaves out the taker's friends for whom the bounds
// would say the same: which of them takes the trick does not matter.
bool Search::ended_by_bounds(const Past& before, Lane trick, Suit led, int goal, int& value, Pairs& proof) const {
    const int winner = position_.trick().leader;
    Past past = before;
    past.take(worth(), winner, trick);
    const Bounds bounds = known(position_, past);
    if (bounds.lower < goal && bounds.upper >= goal) return false;
    const bool reached = bounds.lower >= goal;
    value = reached ? bounds.lower : bounds.upper;
    const Card winning = highest(trick & suit_lane(led));
    Lane others = trick & ~card_lane(winning);
    for (int seat = 0; seat < seat_count; ++seat) {
        const Lane own = others & suit_lane(led) & problem_->dealt[seat].lane[0];
        if (own == 0 || worth().aim().roles[seat] != worth().aim().roles[winner]) continue;
        const Bounds otherwise = known_if_taken(before, seat, trick);
        if (reached ? otherwise.lower >= value : otherwise.upper <= value) others &= ~own;
    }
    problem_->comparisons.add_trick(proof, winning, others);
    return true;
}

// What is known if another seat had taken the trick that has just ended.
Bounds Search::known_if_taken(const Past& before, int seat, Lane cards) const {
    if (scoring_in_play(worth(), position_) != 0) {
        Past past = before;
        past.take(worth(), seat, cards);
        return known(position_, past);
    }
    auto taken = position_.taken();
    taken[position_.trick().leader].lane[0] &= ~cards;
    taken[seat].lane[0] |= cards;
    const int value = worth().aim().value(worth().setup(), taken);
    return {value, value};
}

// Takes away the cards that the proof for `card` holds for as well, once the two have changed places, and those for
// which theirs then does: a card left out of the order is alike to one of them.
Lane Search::skip_alike(Lane left, Card card, const Pairs& proof, Pairs& all) const {
    for (Lane others = left & suit_lane(suit_of(card)); others != 0; others &= others - 1) {
        const auto other = static_cast<Card>(std::countr_zero(others));
        if ((left & card_lane(other)) == 0 || worth().kind(other) != worth().kind(card)) continue;
        if (problem_->comparisons.separates(proof, card, other)) continue;
        const Pairs exchanged = problem_->comparisons.exchanged(proof, card, other);
        all |= exchanged;
        left = skip_alike(left & ~card_lane(other), other, exchanged, all);
    }
    return left;
}

Position<1>::Undo Search::put(Card card) {
    lengths_ -= ShapeMaker::length(position_.to_play(), card);
    return position_.play({card, no_card});
}

void Search::take_back(const Position<1>::Undo& undo) {
    position_.undo(undo);
    lengths_ += ShapeMaker::length(position_.to_play(), undo.move.first);
}

int Search::play(const Node& node, Card card, int goal, Pairs& proof) {
    if (limits_->count_node()) return 0;
    const auto undo = put(card);
    int value = 0;
    if (position_.trick().played == 0) {
        const Lane trick = undo.trick.cards.lane[0] | card_lane(card);
        value = between_tricks(after_trick(node, trick, undo.trick.suit, proof), goal, proof);
    } else {
        Card best = no_card;
        value = within_trick(node, goal, no_card, best, proof);
    }
    take_back(undo);
    return value;
}

// What is known after a trick; adds to `proof` who took it.
Node Search::after_trick(const Node& node, Lane trick, Suit led, Pairs& proof) const {
    Node next = node;
    next.past.take(worth(), position_.trick().leader, trick);
    problem_->comparisons.remove(next.left, trick);
    const Card winning = highest(trick & suit_lane(led));
    problem_->comparisons.add_trick(proof, winning, trick & ~card_lane(winning));
    return next;
}

void Search::take_sample(const Node& node, int goal, Lane cards, Card hint) {
    cards = problem_->kinds.representatives(position_, cards);
    const int tricks = position_.hand(position_.to_play()).count();
    if ((cards & (cards - 1)) == 0 || !samples_->wants(tricks)) return;
    samples_->busy = true;
    const bool raises = worth().aim().roles[position_.to_play()] > 0;
    OrderSample sample;
    sample.node = samples_->nodes++;
    sample.tricks = static_cast<std::uint8_t>(tricks);
    // In any order: a play that is searched later finds more in the table.
    while (cards != 0) {
        const Card card = samples_->draw(cards);
        cards &= ~card_lane(card);
        sample.description = order_.describe(position_, lengths_, node.past, goal, card, hint);
        const std::uint64_t before = limits_->nodes();
        Pairs proof;
        const int result = play(node, card, goal, proof);
        if (limits_->reached()) break;
        sample.cost = static_cast<std::uint32_t>(limits_->nodes() - before);
        sample.cutoff = (result >= goal) == raises;
        samples_->samples.push_back(sample);
    }
    samples_->busy = false;
}

}  // namespace gongzhu::solver
