#include "replay.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/errors.hpp"
#include "exposing_order.hpp"

namespace gongzhu {
namespace {

Label plain(Card card) { return {first_copy(card), Label::Mark::none}; }

// A physical card by a name that no other card of its holder fits, unless it looks the same.
Label exact(Card card, const World& world, const Rules& rules) {
    Label label = plain(card);
    const auto honour = rules.honour_of(label.card);
    if (honour && rules.decks() == 2) label.mark = mark_of(world.exposures.kind(*honour, lane_of(card)));
    return label;
}

std::array<Cards, seat_count> hands_before(const DealRecord& record, const World& world) {
    std::array<Cards, seat_count> hands = world.hands;
    for (int seat = 0; seat < seat_count; ++seat) hands[seat] |= record.played[seat];
    return hands;
}

// An exposure as it is made.
struct Made {
    int seat;
    Card card;
    Kind kind;
    bool named;  // by the view
};

// The exposures in an order that leads to the view's, and how many of them an ending states: the others are made in its
// game.
std::pair<std::vector<Made>, std::size_t> exposing_of(const View& view, const DealRecord& record, const World& world) {
    const auto order = exposing_order(view, record, world.exposures, hands_before(record, world));
    if (!order) throw IllegalMove("view: the exposures contradict the rules");
    std::vector<Made> made;
    for (std::size_t i = 0; i < order->cards.size(); ++i) {
        const auto& [seat, card, kind] = view.exposures[i];
        made.push_back({seat, order->cards[i], kind, card.has_value()});
    }
    // A view that lists them by seat has the hidden ones last; an ending takes the copy that is still held for the one
    // exposed first.
    if (!record.whole && shows_exposures_by_seat(*record.rules)) std::ranges::stable_sort(made, {}, &Made::named);
    return {std::move(made), order->before};
}

}  // namespace

Deal deal_of(const View& view, const DealRecord& record, const World& world) {
    DealText text;
    const std::array<Cards, seat_count> hands = hands_before(record, world);
    const auto [made, before] = exposing_of(view, record, world);
    for (int seat = 0; seat < seat_count; ++seat) {
        text.hands[seat] = labels_of(hands[seat], {}, *record.rules);
        text.taken[seat] = labels_of(record.taken_before[seat], world.exposures, *record.rules);
        text.own[seat] = labels_of(record.own_before[seat], world.exposures, *record.rules);
    }
    for (std::size_t i = 0; i < made.size(); ++i) {
        const auto& [seat, card, kind, named] = made[i];
        if (kind == Kind::first) text.first_cards[seat] = plain(card);
        if (i < before) text.exposed.push_back({seat, plain(card), kind});
    }
    text.first_cards[view.seat] = view.first_card;
    text.removed = view.removed;
    text.leader = view.leader;
    text.dealer = view.dealer;
    text.led = view.led;
    return {record.rules, text};
}

Game game_of(const View& view, const DealRecord& record, const World& world) {
    Game game(std::make_shared<const Deal>(deal_of(view, record, world)), record.must_lead_card ? -1 : view.leader,
              view.dealer);
    if (view.called) game.call(*view.called);
    const std::vector<Made> made = exposing_of(view, record, world).first;
    while (game.exposed().size() < made.size()) {  // some the rules make themselves
        const auto& [seat, card, kind, named] = made[game.exposed().size()];
        game.expose(seat, plain(card), kind);
    }
    if (view.phase == Phase::exposing) return game;
    game.begin();
    for (const DealRecord::Trick& trick : record.tricks) {
        for (const Move move : trick.moves) {
            MoveLabel label{exact(move.first, world, *record.rules), {}};
            if (move.is_double()) label.second = exact(move.second, world, *record.rules);
            game.play(game.find_move(label));
        }
    }
    // The choice of who may change the colours is seen in the points.
    if (game.colour_chooser() >= 0 && view.points && *view.points != game.points()) game.swap_colours(true);
    return game;
}

Sampler sampler_of(const View& view, const KnowledgeOptions& options) {
    Sampler sampler(knowledge_of(view, options));
    const auto shows_the_view = [&] {
        try {
            return view_of(game_of(view, sampler.knowledge().record, sampler.draw(0, 0)), view.seat) == view;
        } catch (const std::invalid_argument& error) {  // of whatever kind
            const std::string why = error.what();
            throw IllegalMove(why.starts_with("view: ") ? why : "view: " + why);
        }
    };
    if (!shows_the_view()) throw IllegalMove("view: what it says does not follow from what was played");
    return sampler;
}

}  // namespace gongzhu
