#include "record.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>

#include "core/errors.hpp"
#include "core/exposing.hpp"
#include "core/scoring.hpp"

namespace gongzhu {
namespace {

[[noreturn]] void refuse(const std::string& why) { throw IllegalMove("view: " + why); }

std::string name_of(int seat) { return std::string(1, seat_letters[static_cast<std::size_t>(seat)]); }

void expect_seat(const char* what, int seat) {
    if (seat < 0 || seat >= seat_count) refuse(std::string(what) + " " + std::to_string(seat) + " is no seat 0 to 3");
}

// Finds the physical cards that a view means by its labels, each once.
class Naming {
public:
    Naming(const View& view, DealRecord& record) : view_(view), record_(record), rules_(*view.rules) {}

    void name_all() {
        name_removed();
        check_exposures();
        record_.exposed_before = record_.whole ? 0 : exposed_before();
        name_exposed();
        for (const Label& label : view_.dealt) {
            const auto card = find(label, 1U << view_.seat);
            if (!card) refuse("the hand dealt has " + to_text(label) + ", which is not left to be in it");
            use(*card);
            record_.own.add(*card);
        }
        name_played();
        name_taken();
        record_.unseen = record_.deck - used_;
        for (const Exposed& exposed : exposed_) {
            if (!used_.has(exposed.card)) record_.open.push_back({exposed.card, exposed.seats, exposed.held});
        }
    }

private:
    struct Exposed {
        Card card;
        Kind kind;
        unsigned seats;
        bool held;
    };

    void use(Card card) { used_.add(card); }

    // The rules' own removed cards are named among the deal's.
    void name_removed() {
        record_.deck = rules_.deck();
        std::vector<Card> of_rules = rules_.ruleset().removed;
        for (const Label& label : view_.removed) {
            if (const auto found = std::ranges::find(of_rules, label.card); found != of_rules.end()) {
                of_rules.erase(found);
                continue;
            }
            const Card card = last_copy(record_.deck, label.card);
            if (!record_.deck.has(card)) refuse("removed: " + to_text(label) + " is not in the deck");
            record_.deck.remove(card);
        }
    }

    void check_exposures() const {
        for (const SeenExposure& seen : view_.exposures) {
            expect_seat("exposures:", seen.seat);
            if (seen.kind == Kind::none) refuse("exposures: a kind is missing");
            if (!seen.card && (!is_hidden(seen.kind) || seen.seat == view_.seat)) {
                refuse("exposures: a card that " + name_of(seen.seat) + " exposed is not named");
            }
        }
        if (std::ssize(view_.exposures) > honour_count * rules_.decks()) {
            refuse("exposures: there are " + std::to_string(view_.exposures.size()));
        }
    }

    // While exposing, what the seat may still expose or name tells who has exposed in an ending's own game.
    std::size_t exposed_before() const {
        std::size_t before = view_.exposures.size();
        if (view_.phase != Phase::exposing || shows_exposures_by_seat(rules_)) return before;
        while (!fits_choices(before)) {
            if (before-- == 0) refuse("exposable: these rules give other choices");
        }
        return before;
    }

    bool fits_choices(std::size_t before) const {
        const auto names = [&](const SeenExposure& seen, Card card) {
            return seen.seat == view_.seat && seen.card && seen.card->card == card;
        };
        std::array<Cards, seat_count> hands{};
        std::array<Card, seat_count> first_cards{no_card, no_card, no_card, no_card};
        if (view_.first_card) first_cards[view_.seat] = view_.first_card->card;
        std::array<int, honour_count> shown{};  // exposed copies in the own hand
        for (const Label& label : view_.dealt) {
            Cards& own = hands[view_.seat];
            own.add(own.has(label.card) ? twin_of(label.card) : label.card);
            const auto honour = rules_.honour_of(label.card);
            const bool named =
                std::ranges::any_of(view_.exposures, [&](const auto& e) { return names(e, label.card); });
            if (honour && named && (label.mark != Label::Mark::none || rules_.decks() == 1)) ++shown[index_of(*honour)];
        }
        const std::span later = std::span(view_.exposures).subspan(before);
        Exposures earlier;
        for (int i = 0; i < honour_count; ++i) {
            const auto honour = static_cast<Honour>(i);
            const auto made =
                std::ranges::count_if(later, [&](const auto& e) { return names(e, rules_.honour(honour)); });
            const auto left = shown[index_of(honour)] - made;
            if (left < 0) return false;
            for (int copy = 0; copy < left; ++copy) earlier.set(honour, copy, Kind::open);
        }
        Exposing<2> exposing(rules_, hands, first_cards, view_.dealer, earlier);
        for (const SeenExposure& seen : later) {
            const auto honour = seen.seat == view_.seat ? rules_.honour_of(seen.card->card) : std::nullopt;
            const int copies = honour ? exposing.made().exposed_copies(*honour) : 2;
            if (copies < rules_.decks()) {
                exposing.expose(seen.seat, static_cast<Card>(rules_.honour(*honour) + 64 * copies), seen.kind);
            } else {
                exposing.note(seen.seat, seen.kind);
            }
        }
        std::vector<Exposable> choices;
        exposing.for_each_choice(view_.seat, [&](Card card, Kind kind) {
            choices.push_back({{first_copy(card), Label::Mark::none}, kind});
        });
        const bool calls = rules_.ruleset().partnership == Partnership::called && !view_.called &&
                           view_.seat == view_.dealer && !exposing.has_chosen();
        return choices == view_.exposable && calls == view_.may_call;
    }

    static std::size_t index_of(Honour honour) { return static_cast<std::size_t>(honour); }

    void name_exposed() {
        Cards exposed;
        for (std::size_t i = 0; i < view_.exposures.size(); ++i) {
            const SeenExposure& seen = view_.exposures[i];
            if (!seen.card) {
                ++record_.hidden[seen.seat][static_cast<std::size_t>(seen.kind)];
                continue;
            }
            const Card first = first_copy(seen.card->card);
            const auto honour = rules_.honour_of(first);
            const Card card = exposed.has(first) ? twin_of(first) : first;
            if (!honour || exposed.has(card) || !record_.deck.has(card)) {
                refuse("exposures: " + name_of(seen.seat) + " cannot have exposed " + to_text(*seen.card));
            }
            exposed.add(card);
            exposed_.push_back({card, seen.kind, 1U << seen.seat, i >= record_.exposed_before});
            record_.exposures.set(*honour, lane_of(card), seen.kind);
        }
    }

    // A card that is not used and that one of `seats` may have had.
    std::optional<Card> find(const Label& label, unsigned seats) {
        const bool one_deck = rules_.decks() == 1;
        for (const Card card : {first_copy(label.card), twin_of(first_copy(label.card))}) {
            if (!record_.deck.has(card) || used_.has(card)) continue;
            const auto exposed = std::ranges::find(exposed_, card, &Exposed::card);
            if (exposed == exposed_.end()) {
                if (label.mark == Label::Mark::none) return card;
                continue;
            }
            const bool marked = label.mark == Label::Mark::exposed || label.mark == mark_of(exposed->kind) || one_deck;
            if (marked && (exposed->seats & seats) != 0) return card;
        }
        return std::nullopt;
    }

    Card own_card(const Label& label, const Cards& left) const {
        return copy_meant(label, left, record_.exposures, rules_);
    }

    void name_played() {
        int next = view_.leader;
        for (const SeenTrick& seen : view_.tricks) {
            const std::string where = record_.place_of(record_.tricks.size(), next) + ": ";
            const bool last = record_.tricks.size() + 1 == view_.tricks.size();
            if (seen.leader != next) refuse(where + "somebody else is said to lead");
            if (seen.moves.empty() || seen.moves.size() > seat_count || (!last && seen.moves.size() < seat_count)) {
                refuse(where + std::to_string(seen.moves.size()) + " plays");
            }
            record_.tricks.push_back({seen.leader, {}, -1});
            for (std::size_t i = 0; i < seen.moves.size(); ++i) {
                const int seat = next_seat(seen.leader, static_cast<int>(i));
                const MoveLabel& label = seen.moves[i];
                if (label.is_double() != seen.moves[0].is_double() || (label.is_double() && rules_.decks() == 1)) {
                    refuse(record_.place_of(record_.tricks.size() - 1, seat) + ": " + to_text(label) +
                           " is not as many cards as were led");
                }
                Move move{name_play(label.first, seat), no_card};
                if (label.is_double()) move.second = name_play(label.second, seat);
                record_.tricks.back().moves.push_back(move);
            }
            if (seen.moves.size() == seat_count) {
                expect_seat("tricks: winner", seen.winner);
                next = record_.tricks.back().winner = seen.winner;
            } else if (seen.winner >= 0) {
                refuse(where + "an unfinished trick has a winner");
            }
        }
    }

    Card name_play(const Label& label, int seat) {
        const std::string where = record_.place_of(record_.tricks.size() - 1, seat) + ": " + to_text(label);
        Cards& played = record_.played[seat];
        if (seat == view_.seat) {
            const Card card = own_card(label, record_.own - played);
            if (card == no_card) refuse(where + " is not in the hand");
            played.add(card);
            return card;
        }
        const auto card = find(label, 1U << seat);
        if (!card) refuse(where + " is not left to be played");
        use(*card);
        played.add(*card);
        if (played.count() > record_.cards_each) refuse(where + " is more than the hand had");
        return *card;
    }

    // What is in the piles besides the tricks of the record.
    void name_taken() {
        for (int seat = 0; seat < seat_count; ++seat) {
            std::vector<Label> before = view_.taken[seat];
            for (const SeenTrick& trick : view_.tricks) {
                if (trick.winner != seat) continue;
                for (const MoveLabel& move : trick.moves) {
                    remove(before, move.first, seat);
                    if (move.is_double()) remove(before, move.second, seat);
                }
            }
            for (const Label& label : before) {
                const auto card = find(label, (1U << seat_count) - 1);
                if (!card || record_.whole) {
                    refuse("taken: " + name_of(seat) + " cannot have taken " + to_text(label));
                }
                use(*card);
                record_.taken_before[seat].add(*card);
                merge_exposed(*card);
            }
        }
    }

    void remove(std::vector<Label>& labels, const Label& label, int seat) const {
        const auto found = std::ranges::find(labels, label);
        if (found == labels.end()) {
            refuse("taken: " + to_text(label) + " is missing in the pile of " + name_of(seat));
        }
        labels.erase(found);
    }

    // Of two copies exposed in one kind either may be the one in the pile.
    void merge_exposed(Card card) {
        const auto one = std::ranges::find(exposed_, card, &Exposed::card);
        const auto other = std::ranges::find(exposed_, twin_of(card), &Exposed::card);
        if (one == exposed_.end() || other == exposed_.end() || used_.has(other->card)) return;
        if (one->kind == other->kind) other->seats |= one->seats;
    }

    const View& view_;
    DealRecord& record_;
    const Rules& rules_;
    Cards used_;
    std::vector<Exposed> exposed_;
};

// The cards taken before an ending that were dealt to their takers, as far as they matter: for the partners to be who
// they are, and once the deal is over for the points. What the view does not bear out was not.
void find_own_before(const View& view, DealRecord& record) {
    const Rules& rules = *record.rules;
    Cards deciding;
    if (rules.ruleset().partnership == Partnership::pig_sheep) {
        deciding = Cards::of(rules.honour(Honour::pig)) | Cards::of(rules.honour(Honour::sheep));
    } else if (view.called) {
        deciding = Cards::both(card_lane(view.called->card));
    }
    for (int seat = 0; seat < seat_count; ++seat) {
        const bool together = view.sides && (*view.sides)[seat] == 0 && !(view.called && seat == view.dealer);
        if (together) record.own_before[seat] = record.taken_before[seat] & deciding;
    }
    if (record.whole || !view.points || rules.ruleset().self_capture == 1) return;

    Setup<2> setup;
    setup.rules = &rules;
    setup.deck = record.deck;
    setup.set_exposures(record.exposures);
    std::array<Cards, seat_count> taken = record.taken_before;
    for (const DealRecord::Trick& trick : record.tricks) {
        if (trick.winner < 0) return;
        for (const Move move : trick.moves) taken[trick.winner] |= cards_of<2>(move);
    }
    std::vector<std::pair<int, Card>> doubtful;
    for (int seat = 0; seat < seat_count; ++seat) {
        for (Cards rest = record.taken_before[seat] - record.own_before[seat]; !rest.empty();) {
            if (const Card card = rest.pop(); rules.honour_of(card)) doubtful.emplace_back(seat, card);
        }
    }
    for (unsigned chosen = 0; chosen < (1U << doubtful.size()); ++chosen) {
        std::array<Cards, seat_count> own = record.own_before;
        for (std::size_t i = 0; i < doubtful.size(); ++i) {
            if ((chosen >> i) & 1) own[doubtful[i].first].add(doubtful[i].second);
        }
        for (int seat = 0; seat < seat_count; ++seat) setup.dealt[seat] = record.played[seat] | own[seat];
        const bool fits =
            view.colours
                ? score(setup, taken, false) == (*view.colours)[0] && score(setup, taken, true) == (*view.colours)[1]
                : score(setup, taken) == *view.points || score(setup, taken, true) == *view.points;
        if (fits) {
            record.own_before = own;
            return;
        }
    }
}

// A leader who was named may lead anything. Whether he was is seen by his own legal moves, or once he has led.
bool is_bound_to_lead_card(const View& view, const DealRecord& record) {
    const auto card = view.rules->lead_card();
    if (!card || !view.rules->ruleset().must_lead_it || !record.whole) return false;
    if (!record.tricks.empty()) return first_copy(record.tricks[0].moves[0].first) == *card;
    return std::ranges::all_of(view.legal_moves, [&](const MoveLabel& move) { return move.first.card == *card; });
}

}  // namespace

std::string DealRecord::place_of(std::size_t trick, int other) const {
    return "trick " + std::to_string(trick + 1) + ", " + name_of(other);
}

DealRecord record_of(const View& view) {
    expect_seat("seat", view.seat);
    expect_seat("leader", view.leader);
    expect_seat("dealer", view.dealer);
    if (view.phase > Phase::over) refuse("there is no such phase");
    if (view.phase == Phase::over && !view.hand.empty()) {
        refuse("the deal ended by a claim: nothing is left to be played");
    }
    if (view.phase == Phase::exposing && !view.tricks.empty()) refuse("cards are played before play has begun");
    DealRecord record;
    record.rules = view.rules;
    record.seat = view.seat;
    record.phase = view.phase;
    record.leader = view.leader;
    record.dealer = view.dealer;
    if (view.called) record.called = view.called->card;
    record.cards_each = static_cast<int>(view.dealt.size());
    record.whole = record.cards_each == view.rules->hand_size();
    record.led = view.led;
    if (record.cards_each == 0 || record.cards_each > view.rules->hand_size()) {
        refuse("a hand of " + std::to_string(record.cards_each) + " cards was dealt, expected 1 to " +
               std::to_string(view.rules->hand_size()));
    }
    if (view.led >= (1U << suit_count)) refuse("led: expected letters of S H D C");
    Naming(view, record).name_all();
    find_own_before(view, record);
    record.must_lead_card = is_bound_to_lead_card(view, record);
    return record;
}

}  // namespace gongzhu
