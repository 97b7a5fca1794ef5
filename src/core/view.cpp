#include "view.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "errors.hpp"

namespace gongzhu {
namespace {

Cards played_cards(const Game& game) {
    Cards played = game.deal().deck();  // or gone before an ending began
    for (const Cards& hand : game.deal().hands()) played -= hand;
    for (const Move move : game.history()) played |= cards_of<2>(move);
    return played;
}

// The exposures a seat can see: open ones, its own, and those of cards that have been played.
Exposures visible_exposures(const Game& game, int seat, const Cards& played) {
    Exposures visible;
    for (const Exposed& exposed : game.exposed()) {
        const bool seen = !is_hidden(exposed.kind) || exposed.seat == seat || played.has(exposed.card);
        if (seen || game.is_over()) {
            visible.set(*game.rules().honour_of(exposed.card), lane_of(exposed.card), exposed.kind);
        }
    }
    return visible;
}

// The partners, where the cards that decide them are in this seat's hand or have been played.
std::optional<std::array<int, seat_count>> known_sides(const Game& game, int seat, const Cards& played) {
    Cards deciding;
    switch (game.rules().ruleset().partnership) {
        case Partnership::pig_sheep:
            deciding = Cards::of(game.rules().honour(Honour::pig)) | Cards::of(game.rules().honour(Honour::sheep));
            break;
        case Partnership::called:
            if (game.called() != no_card) {
                deciding = Cards::both(card_lane(game.called())) & game.deal().deck();
            } else if (game.phase() == Phase::exposing) {
                return std::nullopt;
            }
            break;
        default: return game.sides();
    }
    const bool known = (deciding - played - game.dealt()[seat]).empty() || game.is_over();
    return known ? game.sides() : std::nullopt;
}

}  // namespace

bool shows_exposures_by_seat(const Rules& rules) {
    const Forced forced = rules.ruleset().forced;
    return forced == Forced::all || forced == Forced::all_but_sheep;
}

View view_of(const Game& game, int seat) {
    if (seat < 0 || seat >= seat_count) {
        throw IllegalMove("view: seat " + std::to_string(seat) + " is out of range, expected 0 to 3");
    }
    const Rules& rules = game.rules();
    const Cards played = played_cards(game);
    const Exposures visible = visible_exposures(game, seat, played);

    View view;
    view.rules = game.deal().rules();
    view.seat = seat;
    view.phase = game.phase();
    view.leader = game.leader();
    view.dealer = game.dealer();
    view.to_play = game.to_play();
    view.hand = labels_of(game.hands()[seat], visible, rules);
    view.dealt = labels_of(game.deal().hands()[seat], visible, rules);
    if (const Card first = game.deal().first_cards()[seat]; first != no_card) {
        view.first_card = Label{first_copy(first), Label::Mark::none};
    }
    for (const Card card : rules.ruleset().removed) view.removed.push_back({card, Label::Mark::none});
    for (const Label& label : labels_of(game.deal().removed(), {}, rules)) view.removed.push_back(label);
    for (const Exposed& exposed : game.exposed()) {
        const bool seen = visible.kind(*rules.honour_of(exposed.card), lane_of(exposed.card)) != Kind::none;
        std::optional<Label> label;
        if (seen) label = Label{first_copy(exposed.card), Label::Mark::none};
        view.exposures.push_back({exposed.seat, label, exposed.kind});
    }
    if (shows_exposures_by_seat(rules)) {
        std::ranges::stable_sort(view.exposures, {}, [](const SeenExposure& e) { return std::pair(e.seat, !e.card); });
    }
    if (game.called() != no_card) view.called = Label{game.called(), Label::Mark::none};
    for (const PlayedTrick& trick : game.tricks()) {
        SeenTrick seen{trick.leader, {}, trick.winner};
        for (const Move move : trick.moves) seen.moves.push_back(label_of(move, visible, rules));
        view.tricks.push_back(std::move(seen));
    }
    for (int other = 0; other < seat_count; ++other) {
        view.taken[other] = labels_of(game.taken()[other], visible, rules);
    }
    view.led = game.deal().led();
    if (view.to_play == seat) {
        for (const Move move : game.legal_moves()) view.legal_moves.push_back(label_of(move, visible, rules));
        // In the order of the copies they would tell who has a card's twin.
        std::ranges::sort(view.legal_moves, {}, [](const MoveLabel& m) { return std::pair(m.first, m.second); });
    }
    view.sides = known_sides(game, seat, played);
    for (const auto& [card, kind] : game.exposable(seat)) {
        view.exposable.push_back({{first_copy(card), Label::Mark::none}, kind});
    }
    view.may_call = game.caller() == seat;
    if (game.is_over()) view.points = game.points();
    if (game.colour_chooser() == seat) view.colours = {game.points_if(false), game.points_if(true)};
    return view;
}

bool operator==(const View& a, const View& b) {
    const auto rest = [](const View& v) {
        return std::tie(v.seat, v.phase, v.leader, v.dealer, v.to_play, v.hand, v.dealt, v.first_card, v.removed,
                        v.exposures, v.called, v.tricks, v.taken, v.led, v.legal_moves, v.sides, v.exposable,
                        v.may_call, v.points, v.colours);
    };
    return a.rules->ruleset() == b.rules->ruleset() && rest(a) == rest(b);
}

}  // namespace gongzhu
