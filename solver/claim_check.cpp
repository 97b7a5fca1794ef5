#include "claim_check.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "core/errors.hpp"
#include "exact_table.hpp"
#include "kinds.hpp"
#include "limits.hpp"
#include "request.hpp"
#include "two_deck_kinds.hpp"

namespace gongzhu {
namespace solver {
namespace {

constexpr std::int64_t table_mib = 256;
constexpr std::uint8_t no_taker = seat_count;

// Who is to take each card; no_taker for those that the claim does not name.
template <int Decks>
using TakerOf = std::array<std::uint8_t, std::size_t{64} * Decks>;

template <int Decks>
TakerOf<Decks> takers_of(const Claim& claim) {
    TakerOf<Decks> takers;
    takers.fill(no_taker);
    for (int seat = 0; seat < seat_count; ++seat) {
        for (Cards cards = claim.takes[seat]; !cards.empty();) takers[cards.pop()] = static_cast<std::uint8_t>(seat);
    }
    return takers;
}

// The cards of two decks whose copies look alike and are to go to two seats: either may take either.
template <int Decks>
Lane shared_cards([[maybe_unused]] const TakerOf<Decks>& takers, [[maybe_unused]] const Position<Decks>& position) {
    Lane shared = 0;
    if constexpr (Decks == 2) {
        for (Card card = 0; card < 64; ++card) {
            const bool named = takers[card] != no_taker && takers[twin_of(card)] != no_taker;
            if (named && takers[card] != takers[twin_of(card)]) shared |= card_lane(card);
        }
        shared &= ~position.setup().unlike;
    }
    return shared;
}

// Cards of a suit differ in rank only where the same seat is to take them and no bar is on either.
template <int Decks>
TakerOf<Decks> kinds_of(const TakerOf<Decks>& takers, Lane shared, const Position<Decks>& position) {
    TakerOf<Decks> numbers = takers;
    for (int i = 0; i < honour_count; ++i) {
        const Card first = position.setup().rules->honour(static_cast<Honour>(i));
        for (int copy = 0; copy < Decks; ++copy) {
            const auto card = static_cast<Card>(first + 64 * copy);
            if (position.barred().has(card)) numbers[card] = static_cast<std::uint8_t>(no_taker + 1 + i);
        }
    }
    if constexpr (Decks == 2) {
        constexpr std::uint8_t first_shared = 16;
        for (; shared != 0; shared &= shared - 1) {
            const auto card = static_cast<Card>(std::countr_zero(shared));
            const bool barred = position.barred().has(card) || position.barred().has(twin_of(card));
            if (!barred) numbers[card] = numbers[twin_of(card)] = first_shared + rank_of(card);
        }
    }
    return numbers;
}

template <int Decks>
struct ClaimKey {
    std::conditional_t<Decks == 1, Holdings, TwoDeckHoldings> holdings;
    std::uint64_t shared = 0;  // who has taken which of the copies that two seats may take

    std::uint64_t hash() const { return holdings.hash() ^ shared * 0x94d049bb133111ebULL >> 7; }
    friend bool operator==(const ClaimKey&, const ClaimKey&) = default;
};

template <int Decks>
class ClaimSearch {
    using Position = gongzhu::Position<Decks>;
    using Set = CardSet<Decks>;

public:
    ClaimSearch(const Claim& claim, const Position& position, Limits& limits)
        : claimer_(claim.seat), scoring_(Set::both(position.setup().rules->scoring_lane())),
          takers_(takers_of<Decks>(claim)), shared_(shared_cards<Decks>(takers_, position)),
          claimed_(narrow<Decks>(claim.takes[claim.seat])), kinds_(kinds_of<Decks>(takers_, shared_, position)),
          table_(table_mib), limits_(&limits), position_(position) {
        int cards = 0;
        for (const Cards& takes : claim.takes) cards += takes.count();
        high_first_ = 2 * claimed_.count() >= cards;
    }

    // Whether the claim holds from here on; means nothing once a limit is reached.
    bool holds() {
        const Set scoring_held = held() & scoring_;
        const bool between_tricks = position_.trick().played == 0;
        if (between_tricks && (scoring_held.empty() || wins_every_trick(scoring_held))) return true;
        if (!between_tricks || position_.opening()) return holds_for_plays();
        const ClaimKey<Decks> position_key = key();
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
            const Move move = contradicted ? any_play() : refuting_play();
            if (move == Move{}) break;
            line.push_back(move);
            play(move, contradicted);
        }
        return line;
    }

    bool stands_contradicted() const {
        const auto& trick = position_.trick();
        Set cards = (trick.cards & scoring_) - Set::both(shared_);
        if (cards.empty()) return false;
        const Set all = cards;
        const int taker = takers_[cards.pop()];
        const bool has_played = next_seat(taker, seat_count - trick.leader) < trick.played;
        return !goes_to(taker, all) || (has_played && trick.winning != taker);
    }

private:
    Set held() const {
        Set cards;
        for (const Set& hand : position_.hands()) cards |= hand;
        return cards;
    }

    ClaimKey<Decks> key() const {
        ClaimKey<Decks> key{kinds_.holdings(position_)};
        const Set barred = position_.barred() & held();
        std::uint64_t spare = position_.trick().leader;
        for (int i = 0; i < honour_count; ++i) {
            const Lane card = card_lane(position_.setup().rules->honour(static_cast<Honour>(i)));
            spare = spare << 1 | ((barred & Set::both(card)).empty() ? 0U : 1U);
        }
        key.holdings.set_spare(spare);
        for (Lane rest = shared_; rest != 0; rest &= rest - 1) {
            const auto card = static_cast<Card>(std::countr_zero(rest));
            key.shared = key.shared << 2 | (taken_by(takers_[card], card) ? 1U : 0U) |
                         (taken_by(takers_[twin_of(card) % takers_.size()], card) ? 2U : 0U);
        }
        return key;
    }

    // Whether a seat has taken a copy of the card.
    bool taken_by(int seat, Card card) const { return !(position_.taken()[seat] & Set::both(card_lane(card))).empty(); }

    // Whether the claim gives a seat all of these scoring cards, which it takes now.
    bool goes_to(int seat, const Set& cards) const {
        for (Set rest = cards - Set::both(shared_); !rest.empty();) {
            if (takers_[rest.pop()] != seat) return false;
        }
        if constexpr (Decks == 2) {
            const Set shared = cards & Set::both(shared_);
            if ((shared.lane[0] & shared.lane[1]) != 0) return false;
            for (Set rest = shared; !rest.empty();) {
                const Card card = rest.pop();
                const Card twin = twin_of(card);
                if (takers_[card] != seat && takers_[twin] != seat) return false;
                if (position_.taken()[seat].has(twin)) return false;  // it has its own already
            }
        }
        return true;
    }

    // Sets `contradicted` if the trick goes against the claim, whatever is still played to it.
    typename Position::Undo play(Move move, bool& contradicted) {
        const Set trick = position_.trick().cards | cards_of<Decks>(move);
        const auto undo = position_.play(move);
        const bool finished = position_.trick().played == 0;
        if (finished ? !goes_to(position_.trick().leader, trick & scoring_) : stands_contradicted())
            contradicted = true;
        return undo;
    }

    // The lead is the claimer's, who is to take everything left, and nobody can take a trick from him any more: in each
    // suit that he has, his top cards, led one by one, draw what the others hold.
    bool wins_every_trick(const Set& scoring_held) const {
        if (position_.to_play() != claimer_ || !(scoring_held - claimed_).empty()) return false;
        for (int suit = 0; suit < suit_count; ++suit) {
            const Set own = position_.hand(claimer_).suit(static_cast<Suit>(suit));
            Lane others = 0;
            int longest = 0;
            for (int i = 1; i < seat_count; ++i) {
                const Set holding = position_.hand(next_seat(claimer_, i)).suit(static_cast<Suit>(suit));
                for (const Lane lane : holding.lane) others |= lane;
                longest = std::max(longest, holding.count());
            }
            if (own.empty() || others == 0) continue;
            const Set top = own - Set::both(std::bit_floor(others) - 1);  // of equal cards the first wins
            if (own != top && (top.count() < longest || (top - position_.barred()).empty())) return false;
        }
        return true;
    }

    bool holds_for_plays() {
        const bool claimer_plays = position_.to_play() == claimer_;
        std::vector<Move> open;
        for (const Move move : plays_to_try()) {
            if (limits_->count_node()) return false;
            if (!contradicts(move)) {
                open.push_back(move);
            } else if (!claimer_plays) {
                return false;
            }
        }
        for (const Move move : open) {
            if (holds_after(move) == claimer_plays) return claimer_plays;
            if (limits_->reached()) return false;
        }
        return !claimer_plays;
    }

    bool contradicts(Move move) {
        bool contradicted = false;
        position_.undo(play(move, contradicted));
        return contradicted;
    }

    bool holds_after(Move move) {
        const auto undo = position_.play(move);
        const bool result = holds();
        position_.undo(undo);
        return result;
    }

    std::vector<Move> plays_to_try() const {
        std::vector<Move> moves;
        for (const Move move : kinds_.plays(position_)) moves.push_back(move);
        const auto rank = [](Move move) { return rank_of(move.first); };
        if (high_first_) {
            std::ranges::stable_sort(moves, std::ranges::greater{}, rank);
        } else {
            std::ranges::stable_sort(moves, std::ranges::less{}, rank);
        }
        return moves;
    }

    Move any_play() const {
        MoveList legal;
        position_.legal_moves(legal);
        return legal[0];
    }

    // Where the claim does not hold: the claimer's first play that does not contradict it at once, or another seat's
    // play after which it still does not hold. No card once a limit is reached.
    Move refuting_play() {
        const bool claimer_plays = position_.to_play() == claimer_;
        const std::vector<Move> moves = plays_to_try();
        const auto at_once = [&](Move move) { return contradicts(move); };
        const auto choice =
            claimer_plays ? std::ranges::find_if_not(moves, at_once) : std::ranges::find_if(moves, at_once);
        if (choice != moves.end()) return *choice;
        if (claimer_plays) return moves.front();
        for (const Move move : moves) {
            const bool refutes = !holds_after(move);
            if (limits_->reached()) return {};
            if (refutes) return move;
        }
        return {};
    }

    int claimer_;
    Set scoring_;
    TakerOf<Decks> takers_;
    Lane shared_;
    Set claimed_;  // by the claimer
    KindsOf<Decks> kinds_;
    ExactTable<ClaimKey<Decks>, bool> table_;
    Limits* limits_;
    Position position_;
    bool high_first_ = false;
};

template <int Decks>
ClaimCheck check(const Game& game, const ClaimOptions& options) {
    const Setup<Decks> setup = setup_of<Decks>(game);
    Limits limits(options.time_limit, options.nodes, options.stop);
    ClaimSearch<Decks> search(*game.claimed(), present_position(game, setup), limits);
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

}  // namespace
}  // namespace solver

ClaimCheck check_claim(const Game& game, const ClaimOptions& options) {
    solver::validate({"verify_claim", options.time_limit, options.nodes});
    if (!game.claimed()) throw IllegalMove("verify_claim: no claim has been made");
    return game.rules().decks() == 1 ? solver::check<1>(game, options) : solver::check<2>(game, options);
}

}  // namespace gongzhu
