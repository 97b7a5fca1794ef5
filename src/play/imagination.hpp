// The worlds that a seat in a rollout can imagine: where the others' cards may be, by what was seen of the deal.
//
// What it goes by are hand sizes, voids and cards shown, as Seen has them. That is less than Knowledge says of a view,
// and costs a few microseconds.
#pragma once

#include <algorithm>
#include <array>

#include "division.hpp"
#include "seen.hpp"

namespace gongzhu {

// It refers to the turn's position, which must not change meanwhile.
template <int Decks>
class Imagination {
public:
    using Set = CardSet<Decks>;

    explicit Imagination(const Turn<Decks>& turn)
        : turn_(turn), setup_(turn.position_->setup()), others_(divide(turn)) {
        setup_.set_exposures(turn.mind().exposures);
        for (int seat = 0; seat < seat_count; ++seat) gone_[seat] = setup_.dealt[seat] - turn.position_->hand(seat);
    }
    Imagination(const Imagination&) = delete;
    Imagination& operator=(const Imagination&) = delete;

    // Puts the present position into another world, and what was seen so far. Both refer to this object until the next
    // draw.
    void draw(Random& random, Position<Decks>& position, Seen<Decks>& seen) {
        std::array<Cards, place_count> divided{};
        others_.draw(random, divided);
        std::array<Set, seat_count> hands;
        for (int seat = 0; seat < seat_count; ++seat) {
            hands[seat] = seat == turn_.seat() ? turn_.hand() : narrow<Decks>(divided[seat]) | turn_.seen().shown(seat);
            setup_.dealt[seat] = gone_[seat] | hands[seat];
        }
        position = turn_.position_->with_hands(setup_, hands);
        seen = turn_.seen();
        seen.inform(setup_);
    }

private:
    // The place of the seat itself is what nobody holds in an ending.
    static Division divide(const Turn<Decks>& turn) {
        const Seen<Decks>& seen = turn.seen();
        Division division;
        Set unseen = turn.unseen();
        int held = 0;
        for (int seat = 0; seat < seat_count; ++seat) {
            if (seat == turn.seat()) continue;
            const int room = turn.held_by(seat) - seen.shown(seat).count();
            division.room[seat] = static_cast<std::uint8_t>(room);
            held += room;
            unseen -= seen.shown(seat);
        }
        const int nowhere = unseen.count() - held;
        division.room[turn.seat()] = static_cast<std::uint8_t>(nowhere);
        for (int number = 0; number < suit_count; ++number) {
            const auto suit = static_cast<Suit>(number);
            Set cards = unseen.suit(suit);
            if (cards.empty()) continue;
            Places places = nowhere > 0 ? seat_bit(turn.seat()) : 0;
            for (int seat = 0; seat < seat_count; ++seat) {
                if (seat != turn.seat() && !has_seat(seen.voids(suit), seat)) places |= seat_bit(seat);
            }
            auto group = std::ranges::find(division.groups, places, &Division::Group::places);
            if (group == division.groups.end()) group = division.groups.insert(group, {places, {}});
            while (!cards.empty()) group->cards.push_back(cards.pop());
        }
        // By their names: which of two copies a card is must not decide how they are dealt out.
        if constexpr (Decks == 2) {
            for (Division::Group& group : division.groups) std::ranges::sort(group.cards, {}, first_copy);
        }
        return division;
    }

    Turn<Decks> turn_;
    Setup<Decks> setup_;
    std::array<Set, seat_count> gone_;
    DivisionSampler others_;
};

}  // namespace gongzhu
