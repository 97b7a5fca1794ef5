#include "key.hpp"

#include <bit>
#include <cassert>

namespace gongzhu::solver {
namespace {

constexpr int word_bits = 32;
// The owners of a suit take at most 13 pairs of bits and a leading one; the word's other five bits serve otherwise.
constexpr int owner_bits = 27;

constexpr int shift_of(Suit suit) { return static_cast<int>(suit) * 16; }
constexpr std::uint32_t suit_bits(Lane lane, Suit suit) { return (lane >> shift_of(suit)) & 0x7fff; }

}  // namespace

KeyMaker::KeyMaker(const Worth& worth) : worth_(&worth) {
    const Ruleset& ruleset = worth.setup().rules->ruleset();
    takers_matter_ = ruleset.pig_flip != PigFlip::never || ruleset.slam == Slam::fixed ||
                     ruleset.colour_change != ColourChange::none;
    for (Rank first = 0, next = 0; first < rank_count; first = next) {
        const int kind = worth.kind(make_card(Suit::hearts, first));
        while (next < rank_count && worth.kind(make_card(Suit::hearts, next)) == kind) ++next;
        const std::uint32_t run = (1U << next) - (1U << first);
        if (next - first > 1) {
            heart_runs_.push_back(run);
        } else {
            single_hearts_ |= run;
        }
    }
}

Key KeyMaker::key(const Position<1>& position, const Past& past) const {
    assert(position.trick().played == 0 && !position.opening());
    const auto& hands = position.hands();
    const std::array<Lane, 2> planes = {hands[1].lane[0] | hands[3].lane[0], hands[2].lane[0] | hands[3].lane[0]};
    const Lane held = hands[0].lane[0] | planes[0] | planes[1];

    const auto hearts_extra = static_cast<std::uint64_t>(position.trick().leader | past.transformer << 2);
    Key key;
    key.shape[0] = suit_word(planes, held, Suit::spades) << word_bits | suit_word(planes, held, Suit::hearts) |
                   hearts_extra << owner_bits;
    key.shape[1] = suit_word(planes, held, Suit::diamonds) << word_bits | suit_word(planes, held, Suit::clubs);
    key.sums = sums(past, held);
    key.context = context(position, past, held);
    return key;
}

// The owners of a suit's cards from the lowest to the highest, and which of them is the pig, sheep or transformer.
std::uint64_t KeyMaker::suit_word(const std::array<Lane, 2>& planes, Lane held, Suit suit) const {
    const std::uint32_t low = suit_bits(planes[0], suit);
    const std::uint32_t high = suit_bits(planes[1], suit);
    std::uint64_t word = 1;
    for (std::uint32_t cards = suit_bits(held, suit); cards != 0; cards &= cards - 1) {
        const int rank = std::countr_zero(cards);
        word = word << 2 | ((low >> rank) & 1) | ((high >> rank) & 1) << 1;
    }
    if (suit == Suit::hearts) return word;
    constexpr std::uint64_t no_honour = 15;
    constexpr std::array honours = {Honour::pig, Honour::pig, Honour::sheep, Honour::transformer};
    const Lane honour = worth_->honour(honours[static_cast<std::size_t>(suit)]) & held;
    const auto below = static_cast<std::uint64_t>(std::popcount(suit_bits(honour - 1, suit) & suit_bits(held, suit)));
    return word | (honour == 0 ? no_honour : below) << owner_bits;
}

// Which hearts are left, those of equal value interchangeable: the lowest of each run stand for as many of them.
std::uint32_t KeyMaker::hearts_by_value(Lane held) const {
    const std::uint32_t hearts = suit_bits(held, Suit::hearts);
    std::uint32_t standing = hearts & single_hearts_;
    for (const std::uint32_t run : heart_runs_) {
        const int count = std::popcount(hearts & run);
        standing |= ((1U << count) - 1) << std::countr_zero(run);
    }
    return standing;
}

std::uint32_t KeyMaker::context(const Position<1>& position, const Past& past, Lane held) const {
    const Lane barred = position.barred().lane[0] & held;
    std::uint32_t bars = 0;
    if (barred != 0) {
        for (int i = 0; i < honour_count; ++i) {
            if ((barred & worth_->honour(static_cast<Honour>(i))) != 0) bars |= 1U << i;
        }
    }
    std::uint32_t company = 0;
    if (past.multiplied() != nobody) {
        company = past.company & 1U << past.transformer;
    } else if ((held & worth_->honour(Honour::transformer)) != 0) {
        company = past.company;
    }
    const bool takers = takers_matter_ && past.hearts != hearts_split;
    return hearts_by_value(held) | bars << 15 | company << 19 | std::uint32_t{past.hearts} << 23 |
           (takers ? std::uint32_t{past.pig} << 26 | std::uint32_t{past.sheep} << 29 : 0U);
}

// While the transformer is out, what it will multiply counts; afterwards only what is still to come.
std::uint64_t KeyMaker::sums(const Past& past, Lane held) const {
    if ((held & worth_->honour(Honour::transformer)) == 0) return 0;
    std::uint64_t packed = 0;
    for (int seat = 0; seat < seat_count; ++seat) {
        packed = packed << 16 | static_cast<std::uint16_t>(past.sums[seat]);
    }
    return packed;
}

std::uint8_t place_in_holding(Lane hand, Card card) {
    const Lane below = hand & suit_lane(suit_of(card)) & (card_lane(card) - 1);
    return static_cast<std::uint8_t>(static_cast<int>(suit_of(card)) << 4 | std::popcount(below));
}

Card card_at_place(Lane hand, std::uint8_t place) {
    Lane holding = hand & suit_lane(static_cast<Suit>(place >> 4));
    for (int below = place & 15; below > 0; --below) holding &= holding - 1;
    return static_cast<Card>(std::countr_zero(holding));
}

}  // namespace gongzhu::solver
