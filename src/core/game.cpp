#include "game.hpp"

#include <algorithm>

#include "errors.hpp"

namespace gongzhu {
namespace {

constexpr std::array<const char*, suit_count> suit_names = {"spades", "hearts", "diamonds", "clubs"};

const char* name_of(Suit suit) { return suit_names[static_cast<std::size_t>(suit)]; }

std::string name_of(int seat) { return std::string(1, seat_letters[static_cast<std::size_t>(seat)]); }

void expect_seat(int seat) {
    if (seat < 0 || seat >= seat_count) {
        throw IllegalMove("seat " + std::to_string(seat) + " is out of range, expected 0 to 3");
    }
}

std::string why_refused(Refusal refusal, int seat, const std::string& card, Kind kind, const Rules& rules) {
    const std::string kind_name(to_text(kind));
    switch (refusal) {
        case Refusal::forbidden: return "these rules have no exposures";
        case Refusal::all_forced: return "these rules expose the cards themselves: nothing is left to choose";
        case Refusal::kind_missing: {
            std::string known;
            for (const Kind other : rules.ruleset().kinds)
                known.append(known.empty() ? "" : ", ").append(to_text(other));
            return "these rules have no exposure of kind " + kind_name + " (they have: " + known + ")";
        }
        case Refusal::not_honour:
            return card + " cannot be exposed: only SQ, DJ, CT and " +
                   to_text(Label{rules.honour(Honour::heart_leader), Label::Mark::none}) + " can";
        case Refusal::not_held: return name_of(seat) + " does not hold " + card;
        case Refusal::exposed_already: return card + " is exposed already";
        case Refusal::not_first_card: return card + " was not the first card dealt to " + name_of(seat);
        case Refusal::too_late_first: return name_of(seat) + " has exposed another card: too late for a first exposure";
        case Refusal::out_of_order:
            return "exposing goes round from the dealer, and a seat after " + name_of(seat) + " has exposed";
        case Refusal::none: break;
    }
    return {};
}

}  // namespace

Game::Game(std::shared_ptr<const Deal> deal, int leader, int dealer)
    : deal_(std::move(deal)), leader_given_(leader >= 0), dealer_(dealer >= 0 ? dealer : std::max(deal_->dealer(), 0)),
      exposing_(*deal_->rules(), deal_->hands(), deal_->first_cards(), dealer_, deal_->exposures()) {
    if (leader < -1 || leader >= seat_count || dealer < -1 || dealer >= seat_count) {
        throw RulesError("leader and dealer: expected seats 0 to 3");
    }
    leader_ = leader >= 0 ? leader : leader_by_rules();
}

int Game::leader_by_rules() const {
    if (deal_->leader() >= 0) return deal_->leader();
    if (rules().ruleset().first_lead == FirstLead::lot) {
        throw RulesError("leader: these rules draw the leader by lot, so the deal or the game must say who leads");
    }
    const std::optional<Card> card = rules().lead_card();
    if (!card) return 0;
    int holder = -1;
    for (int seat = 0; seat < seat_count; ++seat) {
        if ((deal_->hands()[seat] & Cards::both(card_lane(*card))).empty()) continue;
        if (holder >= 0) {
            throw RulesError("leader: both " + name_of(holder) + " and " + name_of(seat) + " hold " + name(*card) +
                             ", and the dealing order is not known: say who leads");
        }
        holder = seat;
    }
    return std::max(holder, 0);
}

Phase Game::phase() const {
    if (!setup_) return Phase::exposing;
    return claim_ || position_.is_over() ? Phase::over : Phase::play;
}

void Game::expect_phase(Phase expected, const char* what) const {
    if (phase() == expected) return;
    switch (phase()) {
        case Phase::exposing: throw IllegalMove(std::string(what) + ": the exposing phase is open, begin() ends it");
        case Phase::play: throw IllegalMove(std::string(what) + ": play has begun and is not over");
        case Phase::over: throw IllegalMove(std::string(what) + ": the deal is over");
    }
}

std::vector<Game::Choice> Game::exposable(int seat) const {
    expect_seat(seat);
    std::vector<Choice> choices;
    if (phase() != Phase::exposing) return choices;
    exposing_.for_each_choice(seat, [&](Card card, Kind kind) { choices.push_back({card, kind}); });
    return choices;
}

void Game::expose(int seat, Label label, Kind kind) {
    expect_seat(seat);
    expect_phase(Phase::exposing, "expose");
    if (label.mark != Label::Mark::none) throw IllegalMove(to_text(label) + " is exposed already");
    // Of two copies the unexposed one is meant.
    const Card twin = twin_of(label.card);
    const Card card = exposing_.refusal(seat, twin, kind) == Refusal::none &&
                              exposing_.refusal(seat, label.card, kind) != Refusal::none
                          ? twin
                          : label.card;
    const Refusal refusal = exposing_.refusal(seat, card, kind);
    if (refusal != Refusal::none) throw IllegalMove(why_refused(refusal, seat, name(label.card), kind, rules()));
    exposing_.expose(seat, card, kind);
}

std::vector<Exposed> Game::exposed() const {
    std::vector<Exposed> list = deal_->exposed();
    for (const auto& event : exposing_) list.push_back({event.seat, event.card, event.kind});
    return list;
}

void Game::call(Label label) {
    expect_phase(Phase::exposing, "call");
    if (rules().ruleset().partnership != Partnership::called) {
        throw IllegalMove("call: only in the called partnership does the dealer name a card");
    }
    if (called_ != no_card) throw IllegalMove("call: " + name(called_) + " has been named already");
    if (exposing_.has_chosen()) throw IllegalMove("call: the dealer names a card before any exposure");
    Cards held;
    for (const Cards& hand : deal_->hands()) held |= hand;
    if (!held.has(label.card)) throw IllegalMove("call: nobody holds " + name(label.card));
    if (label.mark != Label::Mark::none) throw IllegalMove("call: nothing is exposed yet, so not " + to_text(label));
    called_ = label.card;
}

int Game::caller() const {
    const bool open = phase() == Phase::exposing && called_ == no_card && !exposing_.has_chosen();
    return open && rules().ruleset().partnership == Partnership::called ? dealer_ : -1;
}

void Game::begin() {
    expect_phase(Phase::exposing, "begin");
    auto setup = std::make_shared<Setup<2>>();
    setup->rules = &rules();
    setup->deck = deal_->deck();
    for (int seat = 0; seat < seat_count; ++seat) setup->dealt[seat] = deal_->hands()[seat] | deal_->own()[seat];
    setup->must_lead_card = rules().ruleset().must_lead_it && !leader_given_ && !deal_->is_ending();
    setup->set_exposures(exposures());
    setup_ = std::move(setup);
    history_.reserve(static_cast<std::size_t>(deal_->cards_each()) * seat_count);
    set_up_play();
}

void Game::set_up_play() {
    position_ = Position<2>(*setup_, deal_->hands(), deal_->taken(), leader_, deal_->led(), !deal_->is_ending());
}

const Position<2>& Game::position() const {
    if (!setup_) throw IllegalMove("the exposing phase is open: begin() ends it");
    return position_;
}

int Game::to_play() const { return phase() == Phase::play ? position_.to_play() : -1; }

MoveList Game::legal_moves() const {
    MoveList moves;
    if (phase() == Phase::exposing) throw IllegalMove("legal_moves: the exposing phase is open, begin() ends it");
    if (phase() == Phase::play) position_.legal_moves(moves);
    return moves;
}

std::optional<Cards> Game::legal_cards() const {
    if (phase() != Phase::play) return std::nullopt;
    const bool single = rules().decks() == 1 || (position_.trick().played > 0 && !position_.trick().doubled);
    return single ? std::optional(position_.legal_cards()) : std::nullopt;
}

Move Game::find_move(const MoveLabel& label) const {
    expect_phase(Phase::play, "play");
    if (const auto legal = legal_cards(); legal && rules().decks() == 1 && !label.is_double()) {
        // Names and cards are one here, and a legal card needs no further thought.
        if (label.first.mark == Label::Mark::none && legal->has(label.first.card)) return {label.first.card, no_card};
    }
    const Cards& hand = position_.hand(position_.to_play());
    Move move{copy_meant(label.first, hand, exposures(), rules()), no_card};
    if (move.first != no_card && label.is_double()) {
        move.second = copy_meant(label.second, hand - Cards::of(move.first), exposures(), rules());
    }
    const bool held = move.first != no_card && (!label.is_double() || move.second != no_card);
    if (held && !label.is_double() && !(position_.trick().played > 0 && position_.trick().doubled)) {
        const Cards legal = position_.legal_cards();
        if (legal.has(move.first)) return move;
        const bool alike = (setup_->unlike & card_lane(move.first)) == 0;
        if (alike && legal.has(twin_of(move.first))) return {twin_of(move.first), no_card};
    } else if (held) {
        const MoveLabel wanted = label_of(move, exposures(), rules());
        MoveList moves;
        position_.legal_moves(moves);
        for (const Move legal : moves) {
            if (label_of(legal, exposures(), rules()) == wanted) return legal;
        }
    }
    throw IllegalMove(why_illegal(label));
}

std::string Game::name(Card card) const { return to_text(Label{first_copy(card), Label::Mark::none}); }

std::string Game::why_illegal(const MoveLabel& label) const {
    const int seat = position_.to_play();
    const Trick<2>& trick = position_.trick();
    const Cards& hand = position_.hand(seat);
    const std::string text = to_text(label);
    const Card first = copy_meant(label.first, hand, exposures(), rules());
    if (first == no_card) return name_of(seat) + " does not hold " + to_text(label.first);
    Cards cards = Cards::of(first);
    if (label.is_double()) {
        const Card second = copy_meant(label.second, hand - cards, exposures(), rules());
        if (second == no_card) return name_of(seat) + " does not hold " + text;
        cards.add(second);
    }
    if (trick.played == 0) {
        if (label.is_double() && first_copy(label.first.card) != first_copy(label.second.card)) {
            return text + " cannot be led: two cards are led only as a pair of identical ones";
        }
    } else if (label.is_double() != trick.doubled) {
        return trick.doubled ? "a pair was led, so two cards must be played, not " + text
                             : "one card was led, so one must be played, not " + text;
    }
    return why_barred_or_wrong(cards);
}

// For cards that are held, and as many as the trick asks for.
std::string Game::why_barred_or_wrong(const Cards& cards) const {
    const Trick<2>& trick = position_.trick();
    const Cards& hand = position_.hand(position_.to_play());
    const std::string text = [&] {
        std::string list;
        for (Cards rest = cards; !rest.empty();) list.append(list.empty() ? "" : " ").append(name(rest.pop()));
        return list;
    }();
    if (trick.played == 0 && position_.must_open_with_lead_card()) {
        return "the first lead must be " + name(*rules().lead_card());
    }
    const int asked = trick.played > 0 && trick.doubled ? 2 : 1;
    if (trick.played > 0) {
        const Cards followers = hand.suit(trick.suit);
        const int must = std::min(asked, followers.count());
        if ((cards & followers).count() < must) {
            return text + " does not follow suit: " + name_of(position_.to_play()) + " holds " + name_of(trick.suit);
        }
    }
    if (Cards held_back = cards & position_.held_back(); !held_back.empty()) {
        const Card card = held_back.pop();
        return name(card) + " was exposed and this is " +
               (trick.played > 0 && suit_of(card) != trick.suit ? "before the first round of "
                                                                : "the first round of ") +
               name_of(suit_of(card));
    }
    const bool scoring = !(cards & Cards::both(rules().scoring_lane())).empty();
    if (position_.opening() && !rules().ruleset().first_trick_points && scoring) {
        return text + " scores, and no scoring card may be played to the first trick while another card can be";
    }
    if (asked == 2 && (cards - hand.suit(trick.suit)).empty()) {
        return text + " is no pair: a pair of " + std::string(name_of(trick.suit)) + " must be played to a led pair";
    }
    return text + " is of the wrong colour: discards must have the colour of the led suit while the hand has it";
}

void Game::play(Move legal) {
    position_.play(legal);
    history_.push_back(legal);
}

void Game::undo() {
    if (history_.empty()) throw IllegalMove("undo: nothing has been played");
    swapped_ = false;
    if (claim_) {
        claim_.reset();
        return;
    }
    history_.pop_back();
    set_up_play();
    for (const Move move : history_) position_.play(move);
}

std::vector<PlayedTrick> Game::tricks() const {
    std::vector<PlayedTrick> tricks;
    if (!setup_) return tricks;
    Position<2> position(*setup_, deal_->hands(), deal_->taken(), leader_, deal_->led(), !deal_->is_ending());
    for (const Move move : history_) {
        if (position.trick().played == 0) tricks.push_back({position.to_play(), {}, -1});
        position.play(move);
        tricks.back().moves.push_back(move);
        if (position.trick().played == 0) tricks.back().winner = position.trick().leader;
    }
    return tricks;
}

Cards Game::scoring_in_play() const {
    Cards in_play = position().trick().cards;
    for (const Cards& hand : position_.hands()) in_play |= hand;
    return in_play & Cards::both(rules().scoring_lane());
}

void Game::claim(const Claim& claim) {
    expect_seat(claim.seat);
    expect_phase(Phase::play, "claim");
    if (history_.empty()) throw IllegalMove("claim: only after the first lead (000-BD)");
    Cards left = scoring_in_play();
    for (const Cards& takes : claim.takes) {
        const Cards wrong = takes - left;
        if (!wrong.empty()) {
            throw IllegalMove("claim: " + name(Cards(wrong).pop()) +
                              " is not a scoring card in play, or is claimed twice");
        }
        left -= takes;
    }
    if (!left.empty()) throw IllegalMove("claim: it does not say who takes " + name(left.pop()));
    claim_ = claim;
    place_twins(*claim_);
}

// Of two copies that look alike each goes to the taker who was dealt it; else the first copy to the first seat.
void Game::place_twins(Claim& claim) const {
    for (int a = 0; a < seat_count; ++a) {
        for (int b = a + 1; b < seat_count; ++b) {
            Cards& one = claim.takes[a];
            Cards& other = claim.takes[b];
            Lane shared = ((one.lane[0] & other.lane[1]) | (one.lane[1] & other.lane[0])) & ~setup_->unlike;
            for (; shared != 0; shared &= shared - 1) {
                const Card card = static_cast<Card>(std::countr_zero(shared));
                const Card twin = twin_of(card);
                const int straight = dealt()[a].has(card) + dealt()[b].has(twin);
                const int crossed = dealt()[a].has(twin) + dealt()[b].has(card);
                one -= Cards::both(card_lane(card));
                other -= Cards::both(card_lane(card));
                one.add(straight >= crossed ? card : twin);
                other.add(straight >= crossed ? twin : card);
            }
        }
    }
}

void Game::swap_colours(bool swap) {
    if (rules().ruleset().colour_change != ColourChange::choice) {
        throw IllegalMove("swap_colours: these rules leave nobody the choice");
    }
    expect_phase(Phase::over, "swap_colours");
    if (colour_chooser() < 0) {
        throw IllegalMove("swap_colours: nobody took all hearts without a slam");
    }
    swapped_ = swap;
}

int Game::colour_chooser() const {
    const bool choice = is_over() && rules().ruleset().colour_change == ColourChange::choice;
    return choice ? colour_changer(*setup_, taken()) : -1;
}

std::array<Cards, seat_count> Game::hands() const { return setup_ ? position_.hands() : deal_->hands(); }

std::array<Cards, seat_count> Game::taken() const {
    if (!setup_) return deal_->taken();
    std::array<Cards, seat_count> taken = position_.taken();
    if (claim_) {
        for (int seat = 0; seat < seat_count; ++seat) taken[seat] |= claim_->takes[seat];
    }
    return taken;
}

std::array<Cards, seat_count> Game::dealt() const {
    std::array<Cards, seat_count> dealt = deal_->hands();
    for (int seat = 0; seat < seat_count; ++seat) dealt[seat] |= deal_->own()[seat];
    return dealt;
}

Points Game::points() const { return points_if(swapped_); }

Points Game::points_if(bool swap) const {
    expect_phase(Phase::over, "points");
    return score(*setup_, taken(), swap);
}

std::optional<Sides> Game::sides() const { return sides_of(rules(), dealt(), called_, dealer_); }

int Game::pig_taker() const {
    const Cards pigs = Cards::both(card_lane(rules().honour(Honour::pig)));
    for (int seat = 0; seat < seat_count; ++seat) {
        if (!(deal_->taken()[seat] & pigs).empty()) return seat;
    }
    for (const PlayedTrick& trick : tricks()) {
        for (const Move move : trick.moves) {
            if (!(cards_of<2>(move) & pigs).empty() && trick.winner >= 0) return trick.winner;
        }
    }
    if (claim_) {
        for (int seat = 0; seat < seat_count; ++seat) {
            if (!(claim_->takes[seat] & pigs).empty()) return seat;
        }
    }
    return -1;
}

bool operator==(const Game& a, const Game& b) {
    return *a.deal_ == *b.deal_ && a.leader_ == b.leader_ && a.leader_given_ == b.leader_given_ &&
           a.dealer_ == b.dealer_ && a.phase() == b.phase() && a.exposed() == b.exposed() && a.called_ == b.called_ &&
           a.history_ == b.history_ && a.claim_ == b.claim_ && a.swapped_ == b.swapped_;
}

}  // namespace gongzhu
