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
// game. Where a seat exposed both copies of a card in one kind, an ending takes the copy that is still held for the one
// exposed first, so that the other must be exposed later.
std::pair<std::vector<Made>, std::size_t> exposing_of(const View& view, const DealRecord& record, const World& world) {
    const std::vector<Card> cards = exposed_cards(view, record, world.exposures, hands_before(record, world));
    if (cards.size() != view.exposures.size()) throw IllegalMove("view: the exposures contradict the rules");
    std::vector<Made> made;
    for (std::size_t i = 0; i < cards.size(); ++i) {
        made.push_back(
            {view.exposures[i].seat, first_copy(cards[i]), view.exposures[i].kind, view.exposures[i].card.has_value()});
    }
    const std::size_t before = record.exposed_before;
    if (before < made.size()) return {made, before};
    if (shows_exposures_by_seat(*record.rules)) {
        std::ranges::stable_sort(made, {}, &Made::named);
        return {made, made.size()};
    }
    for (std::size_t later = 0; later < made.size(); ++later) {
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            const Made& a = made[earlier];
            const Made& b = made[later];
            if (a.seat == b.seat && a.card == b.card && a.kind == b.kind && a.named && !b.named) return {made, later};
        }
    }
    return {made, made.size()};
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
