#include "two_deck_proof.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <new>

namespace gongzhu::solver {
namespace {

CardSet<2> held(const Position<2>& position) {
    CardSet<2> cards;
    for (const CardSet<2>& hand : position.hands()) cards |= hand;
    return cards;
}

}  // namespace

TwoDeckProof::TwoDeckProof(const DeckWorth<2>& worth, const DeckStaticBounds<2>& bounds, const Position<2>& start,
                           std::int64_t table_mib)
    : worth_(&worth), bounds_(&bounds), kinds_(worth.kinds()), dealt_(start.hands()),
      buckets_(std::bit_floor((static_cast<std::size_t>(table_mib) << 20) / (sizeof(Entry) * bucket_size))),
      table_(zeroed(buckets_ * bucket_size)) {
    if (table_ == nullptr) throw std::bad_alloc();
}

std::optional<bool> TwoDeckProof::at_least(const Position<2>& position, int goal, Limits& limits) {
    goal_ = goal;
    position_ = position;
    limits_ = &limits;
    const DeckPast<2> past = past_of(*worth_, position.hands(), position.taken(), position.trick().cards);
    const Numbers numbers = search(past, {never, never});
    if (numbers.proof == 0) return true;
    if (numbers.disproof == 0) return false;
    return std::nullopt;
}

TwoDeckProof::Numbers TwoDeckProof::search(const DeckPast<2>& past, Numbers most) {
    struct Child {
        Move move;
        Numbers numbers;
    };
    const bool either = raises();  // one proven play is enough
    const std::uint64_t nodes_before = limits_->nodes();
    const MoveList moves = kinds_.plays(position_);
    std::array<Child, MoveList::capacity> children;
    int count = 0;
    // As seen by the player: his own side's number, of which the least counts, and the other's.
    const auto own = [either](const Numbers& numbers) { return either ? numbers.proof : numbers.disproof; };
    const auto other = [either](const Numbers& numbers) { return either ? numbers.disproof : numbers.proof; };
    const auto numbers_of = [either](std::uint32_t mine, std::uint32_t theirs) {
        return either ? Numbers{mine, theirs} : Numbers{theirs, mine};
    };
    for (const Move move : moves) {
        if (limits_->count_node()) return guess();
        const auto undo = position_.play(move);
        DeckPast<2> then = past;
        const Numbers numbers = first_look(then, undo.trick, move);
        position_.undo(undo);
        if (other(numbers) == 0) continue;
        children[count++] = {move, numbers};
        if (own(numbers) == 0) break;
    }
    const Key here = key(past);
    while (true) {
        Child* best = nullptr;
        std::uint32_t least = never, second = never, together = 0, open = 0;
        for (int i = 0; i < count; ++i) {
            const std::uint32_t mine = own(children[i].numbers);
            const std::uint32_t theirs = other(children[i].numbers);
            if (theirs == 0) continue;
            ++open;
            together = std::min(together + theirs, never / 2);
            if (mine < least || (mine == least && best != nullptr && theirs > other(best->numbers))) {
                second = least;
                least = mine;
                best = &children[i];
            } else {
                second = std::min(second, mine);
            }
        }
        const Numbers now = least == 0  ? numbers_of(0, never)
                            : open == 0 ? numbers_of(never, 0)
                                        : numbers_of(least, together);
        const bool decided = now.proof == 0 || now.disproof == 0;
        if (decided || now.proof >= most.proof || now.disproof >= most.disproof || limits_->reached()) {
            store(here, now, limits_->nodes() - nodes_before);
            return now;
        }
        const std::uint32_t most_own = std::min(own(most), second + second / 4 + 1);
        const std::uint32_t most_other = other(most) - together + other(best->numbers);
        const auto undo = position_.play(best->move);
        DeckPast<2> then = past;
        if (position_.trick().played == 0) {
            then.take(*worth_, position_.trick().leader, undo.trick.cards | cards_of<2>(best->move));
        }
        best->numbers = search(then, numbers_of(most_own, most_other));
        position_.undo(undo);
        if (limits_->reached()) {
            return now;
        }
    }
}

TwoDeckProof::Numbers TwoDeckProof::first_look(DeckPast<2>& past, const Trick<2>& before, Move move) const {
    if (position_.trick().played == 0) {
        const CardSet<2> cards = before.cards | cards_of<2>(move);
        // A trick that brings nothing leaves the bounds as they were.
        if (!(cards & worth_->scoring_cards()).empty()) {
            past.take(*worth_, position_.trick().leader, cards);
            const CardSet<2> in_play = held(position_) & worth_->scoring_cards();
            Bounds bounds;
            if (in_play.empty()) {
                bounds.lower = bounds.upper = worth_->aim().value(worth_->setup(), position_.taken());
            } else {
                bounds = bounds_->bounds(past, in_play);
            }
            if (bounds.lower >= goal_) return proven;
            if (bounds.upper < goal_) return disproven;
        }
    }
    const Entry* entry = find(key(past));
    return entry != nullptr ? entry->numbers : guess();
}

// The more plays, the more work for those who need an answer to all of them.
TwoDeckProof::Numbers TwoDeckProof::guess() const {
    const auto plays = static_cast<std::uint32_t>(position_.legal_cards().count());
    return raises() ? Numbers{1, plays} : Numbers{plays, 1};
}

TwoDeckProof::Key TwoDeckProof::key(const DeckPast<2>& past) const {
    // The 16th bit of each suit is no card's.
    const CardSet<2> cards = held(position_);
    Key key{cards.lane[0], cards.lane[1]};
    const Trick<2>& trick = position_.trick();
    unsigned flags = trick.leader | (position_.opening() ? 4U : 0U);
    for (int suit = 0; suit < suit_count; ++suit) {
        if (!position_.barred().suit(static_cast<Suit>(suit)).empty()) flags |= 8U << suit;
    }
    for (unsigned bit = 0; bit < 8; ++bit) {
        if ((flags >> bit & 1) != 0) key[bit / 4] |= std::uint64_t{1} << (16 * (bit % 4) + 15);
    }
    for (const std::int16_t sum : past.sums) key[2] = key[2] << 16 | static_cast<std::uint16_t>(sum);
    std::uint64_t rest = 1U << 3 | past.hearts;
    rest = rest << 4 | past.company;
    for (const auto* takers : {&past.pig, &past.sheep, &past.transformer}) {
        rest = rest << 6 | static_cast<unsigned>((*takers)[0] << 3 | (*takers)[1]);
    }
    // The cards on the table by their places in the hands that were dealt.
    std::uint64_t table = 0;
    for (int i = 0; i < trick.played; ++i) {
        const CardSet<2>& dealt = dealt_[next_seat(trick.leader, i)];
        int number = 0;
        for (CardSet<2> own = trick.cards & dealt; !own.empty(); ++number) {
            const Card card = own.pop();
            const Lane lower = card_lane(card) - 1;
            const int place = lane_of(card) == 0 ? count_bits(dealt.lane[0] & lower)
                                                 : count_bits(dealt.lane[0]) + count_bits(dealt.lane[1] & lower);
            table = table << 5 | static_cast<unsigned>(place + 1);
        }
    }
    key[3] = table << 32 | rest;
    return key;
}

TwoDeckProof::Entry* TwoDeckProof::bucket(const Key& key) const {
    std::uint64_t mixed = 0;
    for (const std::uint64_t word : key) {
        mixed = (mixed ^ word) * 0x9e3779b97f4a7c15ULL;
        mixed ^= mixed >> 29;
    }
    mixed *= 0x94d049bb133111ebULL;
    return table_.get() + ((mixed ^ mixed >> 31) & (buckets_ - 1)) * bucket_size;
}

// Nothing where the position is not stored.
TwoDeckProof::Entry* TwoDeckProof::find(const Key& key) const {
    Entry* entries = bucket(key);
    Entry* end = entries + bucket_size;
    Entry* found =
        std::find_if(entries, end, [&](const Entry& entry) { return entry.key == key && entry.goal == goal_; });
    return found == end ? nullptr : found;
}

// In place of the position that took the least work, where there is no room; of other questions that counts less.
void TwoDeckProof::store(const Key& key, Numbers numbers, std::uint64_t nodes) {
    constexpr std::uint32_t others = 16;
    Entry* place = find(key);
    if (place == nullptr) {
        const auto worth = [&](const Entry& entry) { return entry.goal == goal_ ? entry.nodes : entry.nodes / others; };
        Entry* entries = bucket(key);
        place = std::ranges::min_element(entries, entries + bucket_size, {}, worth);
    }
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    *place = {key, numbers, static_cast<std::uint32_t>(std::min(nodes, most)), goal_};
}

}  // namespace gongzhu::solver
