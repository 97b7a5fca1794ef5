#include "claim_check.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "core/errors.hpp"
#include "exact_table.hpp"
#include "kinds.hpp"
#include "limits.hpp"
#include "request.hpp"

namespace gongzhu {
namespace solver {
namespace {

constexpr std::int64_t table_mib = 256;
constexpr std::uint8_t no_taker = seat_count;

// Who is to take each card; no_taker for those that the claim does not name.
using Takers = std::array<std::uint8_t, 64>;

Takers takers_of(const Claim& claim) {
    Takers takers;
    takers.fill(no_taker);
    for (int seat = 0; seat < seat_count; ++seat) {
        for (Cards cards = claim.takes[seat]; !cards.empty();) takers[cards.pop()] = static_cast<std::uint8_t>(seat);
    }
    return takers;
}

// Cards of a suit differ in rank only where the same seat is to take them and no bar is on either.
Kinds::Numbers kinds_of(const Takers& takers, const Position<1>& position) {
    Kinds::Numbers numbers = takers;
    for (int i = 0; i < honour_count; ++i) {
        const Card card = position.setup().rules->honour(static_cast<Honour>(i));
        if (position.barred().has(card)) numbers[card] = static_cast<std::uint8_t>(no_taker + 1 + i);
    }
    return numbers;
}

class ClaimSearch {
public:
    ClaimSearch(const Claim& claim, const Position<1>& position, Limits& limits)
        : claimer_(claim.seat), scoring_(position.setup().rules->scoring_lane()), takers_(takers_of(claim)),
          claimed_(claim.takes[claim.seat].lane[0]), kinds_(kinds_of(takers_, position)), table_(table_mib),
          limits_(&limits), position_(position) {
        int cards = 0;
        for (const Cards& takes : claim.takes) cards += takes.count();
        high_first_ = 2 * count_bits(claimed_) >= cards;
    }

    // Whether the claim holds from here on; means nothing once a limit is reached.
    bool holds() {
        const Lane scoring_held = held() & scoring_;
        const bool between_tricks = position_.trick().played == 0;
        if (between_tricks && (scoring_held == 0 || wins_every_trick(scoring_held))) return true;
        if (!between_tricks || position_.opening()) return holds_for_plays();
        const Holdings position_key = key();
        if (const bool* const known = table_.find(position_key)) return *known;
        const bool result = holds_for_plays();
        if (!limits_->reached()) table_.store(position_key, position_.hand(position_.to_play()).count(), result);
        return result;
    }

    // Of a claim that does not hold; see ClaimCheck.
    std::vector<Move> refutation() {
        std::vector<Move> line;
        bool contradicted = stands_contradicted();
        while (!contradicted || position_.trick().played != 0) {
            const Card card = contradicted ? any_card() : refuting_card();
            if (card == no_card) break;
            line.push_back({card, no_card});
            play(card, contradicted);
        }
        return line;
    }

    bool stands_contradicted() const {
        const Trick<1>& trick = position_.trick();
        const Lane cards = trick.cards.lane[0] & scoring_;
        if (cards == 0) return false;
        const int taker = takers_[std::countr_zero(cards)];
        const bool has_played = next_seat(taker, seat_count - trick.leader) < trick.played;
        return !goes_to(taker, cards) || (has_played && trick.winning != taker);
    }

private:
    Lane held() const {
        Lane cards = 0;
        for (const auto& hand : position_.hands()) cards |= hand.lane[0];
        return cards;
    }

    Holdings key() const {
        Holdings key = kinds_.holdings(position_);
        std::uint64_t spare = position_.trick().leader;
        for (int i = 0; i < honour_count; ++i) {
            const bool barred = position_.barred().has(position_.setup().rules->honour(static_cast<Honour>(i)));
            spare = spare << 1 | static_cast<std::uint64_t>(barred);
        }
        key.set_spare(spare);
        return key;
    }

    // Whether the claim gives a seat all of these scoring cards.
    bool goes_to(int seat, Lane cards) const {
        for (; cards != 0; cards &= cards - 1) {
            if (takers_[std::countr_zero(cards)] != seat) return false;
        }
        return true;
    }

    // Sets `contradicted` if the trick goes against the claim, whatever is still played to it.
    Position<1>::Undo play(Card card, bool& contradicted) {
        const Lane trick = position_.trick().cards.lane[0] | card_lane(card);
        const auto undo = position_.play({card, no_card});
        const bool finished = position_.trick().played == 0;
        if (finished ? !goes_to(position_.trick().leader, trick & scoring_) : stands_contradicted())
            contradicted = true;
        return undo;
    }

    // The lead is the claimer's, who is to take everything left, and nobody can take a trick from him any more: in each
    // suit that he has, his top cards draw what the others hold.
    bool wins_every_trick(Lane scoring_held) const {
        if (position_.to_play() != claimer_ || (scoring_held & ~claimed_) != 0) return false;
        for (int suit = 0; suit < suit_count; ++suit) {
            const Lane lane = suit_lane(static_cast<Suit>(suit));
            const Lane own = position_.hand(claimer_).lane[0] & lane;
            Lane others = 0;
            int longest = 0;
            for (int i = 1; i < seat_count; ++i) {
                const Lane holding = position_.hand(next_seat(claimer_, i)).lane[0] & lane;
                others |= holding;
                longest = std::max(longest, count_bits(holding));
            }
            if (own == 0 || others == 0) continue;
            const Lane top = own & ~(std::bit_floor(others) * 2 - 1);
            if (own != top && (count_bits(top) < longest || (top & ~position_.barred().lane[0]) == 0)) return false;
        }
        return true;
    }

    bool holds_for_plays() {
        const bool claimer_plays = position_.to_play() == claimer_;
        std::vector<Card> open;
        for (const Card card : cards_to_try()) {
            if (limits_->count_node()) return false;
            if (!contradicts(card)) {
                open.push_back(card);
            } else if (!claimer_plays) {
                return false;
            }
        }
        for (const Card card : open) {
            if (holds_after(card) == claimer_plays) return claimer_plays;
            if (limits_->reached()) return false;
        }
        return !claimer_plays;
    }

    bool contradicts(Card card) {
        bool contradicted = false;
        position_.undo(play(card, contradicted));
        return contradicted;
    }

    bool holds_after(Card card) {
        const auto undo = position_.play({card, no_card});
        const bool result = holds();
        position_.undo(undo);
        return result;
    }

    std::vector<Card> cards_to_try() const {
        std::vector<Card> cards;
        const Lane legal = position_.legal_cards().lane[0];
        for (Lane rest = kinds_.representatives(position_, legal); rest != 0; rest &= rest - 1) {
            cards.push_back(static_cast<Card>(std::countr_zero(rest)));
        }
        const auto rank = [](Card card) { return rank_of(card); };
        if (high_first_) {
            std::ranges::stable_sort(cards, std::ranges::greater{}, rank);
        } else {
            std::ranges::stable_sort(cards, std::ranges::less{}, rank);
        }
        return cards;
    }

    Card any_card() const { return static_cast<Card>(std::countr_zero(position_.legal_cards().lane[0])); }

    // Where the claim does not hold: the claimer's first card that does not contradict it at once, or another seat's
    // card after which it still does not hold. no_card once a limit is reached.
    Card refuting_card() {
        const bool claimer_plays = position_.to_play() == claimer_;
        const std::vector<Card> cards = cards_to_try();
        const auto at_once = [&](Card card) { return contradicts(card); };
        const auto choice =
            claimer_plays ? std::ranges::find_if_not(cards, at_once) : std::ranges::find_if(cards, at_once);
        if (choice != cards.end()) return *choice;
        if (claimer_plays) return cards.front();
        for (const Card card : cards) {
            const bool refutes = !holds_after(card);
            if (limits_->reached()) return no_card;
            if (refutes) return card;
        }
        return no_card;
    }

    int claimer_;
    Lane scoring_;
    Takers takers_;
    Lane claimed_;  // by the claimer
    Kinds kinds_;
    ExactTable<Holdings, bool> table_;
    Limits* limits_;
    Position<1> position_;
    bool high_first_ = false;
};

}  // namespace
}  // namespace solver

ClaimCheck check_claim(const Game& game, const ClaimOptions& options) {
    solver::validate({"verify_claim", options.time_limit, options.nodes});
    if (!game.claimed()) throw IllegalMove("verify_claim: no claim has been made");
    const Setup<1> setup = solver::setup_of<1>(game);
    solver::Limits limits(options.time_limit, options.nodes, options.stop);
    solver::ClaimSearch search(*game.claimed(), solver::present_position(game, setup), limits);

    ClaimCheck check;
    const bool holds = !search.stands_contradicted() && search.holds();
    if (!limits.reached()) {
        check.holds = holds;
        if (!holds) check.refutation = search.refutation();
    }
    check.nodes = limits.nodes();
    check.seconds = limits.elapsed();
    return check;
}

}  // namespace gongzhu
