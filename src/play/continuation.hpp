// A world as a position to play on from.
#pragma once

#include <cstddef>

#include "core/position.hpp"
#include "core/setup.hpp"
#include "sampler.hpp"
#include "seen.hpp"

namespace gongzhu {

// What the continuations of one view have in common.
template <int Decks>
class Present {
public:
    explicit Present(const Knowledge& knowledge) : Present(knowledge.record) {}
    explicit Present(const DealRecord& record);

private:
    template <int>
    friend class Continuation;

    Setup<Decks> setup_;
    std::array<CardSet<Decks>, seat_count> gone_{};  // of the cards dealt to each seat
    std::array<CardSet<Decks>, seat_count> taken_{};
    DealRecord::Trick trick_;  // on the table
    unsigned led_ = 0;
    bool opening_ = false;
    Seen<Decks> seen_;
};

// The position that a view is of, in a world. It refers to itself, and so is neither copied nor moved.
template <int Decks>
class Continuation {
public:
    Continuation(const Present<Decks>& present, const World& world);
    Continuation(const Continuation&) = delete;
    Continuation& operator=(const Continuation&) = delete;

    const Setup<Decks>& setup() const { return setup_; }
    const Position<Decks>& position() const { return position_; }
    // What the seats have seen so far, and what each makes of it in this world.
    const Seen<Decks>& seen() const { return seen_; }

private:
    Setup<Decks> setup_;
    Position<Decks> position_;
    Seen<Decks> seen_;
};

template <int Decks>
Present<Decks>::Present(const DealRecord& record) {
    setup_.rules = record.rules.get();
    setup_.deck = narrow<Decks>(record.deck);
    setup_.must_lead_card = record.must_lead_card;
    setup_.set_exposures(record.exposures);
    led_ = record.led;
    opening_ = record.whole;
    trick_.leader = record.leader;
    std::array<CardSet<Decks>, seat_count> played;
    for (int seat = 0; seat < seat_count; ++seat) {
        played[seat] = narrow<Decks>(record.played[seat]);
        gone_[seat] = narrow<Decks>(record.played[seat] | record.own_before[seat]);
        taken_[seat] = narrow<Decks>(record.taken_before[seat]);
    }
    Position<Decks> position(setup_, played, taken_, record.leader, record.led, record.whole);
    seen_ = Seen<Decks>(position, {record.called, record.dealer});
    for (const DealRecord::Trick& trick : record.tricks) {
        for (const Move move : trick.moves) seen_.play(position, move);
    }
    for (const DealRecord::Trick& trick : record.tricks) {
        trick_ = trick;
        if (trick.winner < 0) break;
        for (const Move move : trick.moves) taken_[trick.winner] |= cards_of<Decks>(move);
        led_ |= 1U << static_cast<unsigned>(suit_of(trick.moves[0].first));
        opening_ = false;
        trick_ = {trick.winner, {}, -1};
    }
}

template <int Decks>
Continuation<Decks>::Continuation(const Present<Decks>& present, const World& world) : setup_(present.setup_) {
    std::array<CardSet<Decks>, seat_count> hands;
    for (int seat = 0; seat < seat_count; ++seat) {
        hands[seat] = narrow<Decks>(world.hands[seat]);
        setup_.dealt[seat] = hands[seat] | present.gone_[seat];
    }
    setup_.set_exposures(world.exposures);
    const auto& [leader, moves, winner] = present.trick_;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        hands[next_seat(leader, static_cast<int>(i))] |= cards_of<Decks>(moves[i]);
    }
    position_ = Position<Decks>(setup_, hands, present.taken_, leader, present.led_, present.opening_);
    for (const Move move : moves) position_.play(move);
    seen_ = present.seen_;
    seen_.inform(setup_);
}

// Calls each(position, move) for every play of the record as it was in a world, before it is made: for the likelihood
// of what was seen.
template <int Decks, class Each>
void for_each_play(const Knowledge& knowledge, const World& world, const Each& each) {
    const DealRecord& record = knowledge.record;
    Setup<Decks> setup;
    setup.rules = record.rules.get();
    setup.deck = narrow<Decks>(record.deck);
    setup.must_lead_card = record.must_lead_card;
    std::array<CardSet<Decks>, seat_count> taken;
    for (int seat = 0; seat < seat_count; ++seat) {
        setup.dealt[seat] = narrow<Decks>(world.hands[seat] | record.played[seat]);
        taken[seat] = narrow<Decks>(record.taken_before[seat]);
    }
    setup.set_exposures(world.exposures);
    Position<Decks> position(setup, setup.dealt, taken, record.leader, record.led, record.whole);
    for (const DealRecord::Trick& trick : record.tricks) {
        for (const Move move : trick.moves) {
            each(position, move);
            position.play(move);
        }
    }
}

}  // namespace gongzhu
