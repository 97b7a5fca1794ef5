// Random play of whole deals: what one and two decks share, and what taking back must restore.
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "check.hpp"
#include "core/dealing.hpp"
#include "core/position.hpp"
#include "core/scoring.hpp"

namespace gongzhu::test {
namespace {

constexpr std::uint64_t deals = 200;

// A ruleset in which every duty of play matters.
std::shared_ptr<const Rules> strict_rules(int decks) {
    Ruleset ruleset;
    ruleset.decks = decks;
    ruleset.first_lead = FirstLead::club_two;
    ruleset.must_lead_it = true;
    ruleset.bars = {Bar::follow, Bar::lead, Bar::discard};
    ruleset.discards = Discards::same_colour;
    ruleset.first_trick_points = false;
    return Rules::make(ruleset);
}

// Everything is exposed, so that every bar holds.
template <int Decks>
Setup<Decks> exposed_setup(const Rules& rules, const Dealt<Decks>& dealt) {
    Setup<Decks> setup;
    setup.rules = &rules;
    setup.deck = narrow<Decks>(rules.deck());
    setup.dealt = dealt.hands;
    Exposures exposures;
    for (const Honour honour : {Honour::pig, Honour::sheep, Honour::transformer, Honour::heart_leader}) {
        for (int copy = 0; copy < static_cast<int>(rules.decks()); ++copy) exposures.set(honour, copy, Kind::open);
    }
    setup.set_exposures(exposures);
    return setup;
}

template <int Decks>
Move random_move(const Position<Decks>& position, Random& random) {
    MoveList moves;
    position.legal_moves(moves);
    check(moves.size() > 0);
    return moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
}

template <int Decks>
void taking_back() {
    const auto rules = strict_rules(Decks);
    for (std::uint64_t seed = 0; seed < deals; ++seed) {
        Random random(seed);
        const auto dealt = deal_cards<Decks>(*rules, random, rules->hand_size());
        const auto setup = exposed_setup<Decks>(*rules, dealt);
        Position<Decks> position(setup, dealt.hands, {}, dealt.leader, 0, true);

        std::vector<Position<Decks>> before;
        std::vector<typename Position<Decks>::Undo> undos;
        while (!position.is_over()) {
            before.push_back(position);
            undos.push_back(position.play(random_move(position, random)));
        }
        for (; !before.empty(); before.pop_back(), undos.pop_back()) {
            position.undo(undos.back());
            check(position == before.back());
        }
    }
}
const Test one_deck_test{"taking back restores every position of a deal", taking_back<1>};
const Test two_decks_test{"taking back restores every position of a deal with two decks", taking_back<2>};

void both_widths() {
    const auto rules = strict_rules(1);
    for (std::uint64_t seed = 0; seed < deals; ++seed) {
        Random random(seed);
        const auto dealt = deal_cards<1>(*rules, random, rules->hand_size());
        Dealt<2> wide;
        for (int seat = 0; seat < seat_count; ++seat) wide.hands[seat] = widen<1>(dealt.hands[seat]);
        const auto setup = exposed_setup<1>(*rules, dealt);
        const auto wide_setup = exposed_setup<2>(*rules, wide);
        Position<1> position(setup, dealt.hands, {}, dealt.leader, 0, true);
        Position<2> wide_position(wide_setup, wide.hands, {}, dealt.leader, 0, true);

        while (!position.is_over()) {
            check_equal(position.to_play(), wide_position.to_play());
            check(widen<1>(position.legal_cards()) == wide_position.legal_cards());
            const Move move = random_move(position, random);
            position.play(move);
            wide_position.play(move);
        }
        check(wide_position.is_over());
        check(score<1>(setup, position.taken()) == score<2>(wide_setup, wide_position.taken()));
    }
}
const Test both_widths_test{"a deal of one deck is the same in one lane and in two", both_widths};

}  // namespace
}  // namespace gongzhu::test
