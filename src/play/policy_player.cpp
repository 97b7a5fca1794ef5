#include "policy_player.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "continuation.hpp"
#include "core/errors.hpp"
#include "core/exposing.hpp"
#include "replay.hpp"
#include "rollout.hpp"

namespace gongzhu {
namespace {

// The part of a world that the seat knows: its own cards, and those that others are known to hold by their exposures.
World known_world(const DealRecord& record) {
    World world;
    world.exposures = record.exposures;
    world.hands[record.seat] = record.own - record.played[record.seat];
    for (const DealRecord::Open& open : record.open) {
        for (int seat = 0; seat < seat_count; ++seat) {
            if (((open.seats >> seat) & 1) == 0) continue;
            world.hands[seat].add(open.card);
            break;
        }
    }
    return world;
}

void expect_turn(const View& view) {
    if (view.to_play != view.seat) throw IllegalMove("view: it is not the turn of the seat whose view it is");
}

template <int Decks>
MoveLabel choose_by(const AnyPolicy& policy, const View& view, Random& random) {
    const DealRecord record = record_of(view);
    const Continuation<Decks> now(Present<Decks>(record), known_world(record));
    const Turn<Decks> turn(now.position(), now.seen());
    return label_of(policy.choose(turn, random), record.exposures, *record.rules);
}

// Own side's points minus the other side's; who plays alone is against the mean of the three others.
double margin(const Points& points, Seats side) {
    const int own = count_bits(side);
    double sum = 0;
    for (int seat = 0; seat < seat_count; ++seat) {
        const double weight = has_seat(side, seat) ? 1 : own == 1 ? -1.0 / (seat_count - 1) : -1;
        sum += weight * points[seat];
    }
    return sum;
}

template <int Decks>
std::vector<Worth> explain_by(const AnyPolicy& policy, const View& view, std::size_t deals, std::uint64_t seed) {
    const Sampler sampler = sampler_of(view);
    const Present<Decks> present(sampler.knowledge());
    MoveList moves;
    std::vector<double> sums;
    std::vector<double> squares;
    for (std::size_t i = 0; i < deals; ++i) {
        Random random(seed, i);
        const Continuation<Decks> now(present, sampler.draw(random));
        if (i == 0) {
            now.position().legal_moves(moves);
            sums.resize(static_cast<std::size_t>(moves.size()));
            squares.resize(sums.size());
        }
        for (int m = 0; m < moves.size(); ++m) {
            Position<Decks> position = now.position();
            Seen<Decks> seen = now.seen();
            seen.play(position, moves[m]);
            const Seats side = sides_of(now.setup(), now.seen().call())[view.seat];
            const double worth =
                margin(policy.visit([&](const auto& one) { return roll_out(position, seen, one, random); }), side);
            sums[static_cast<std::size_t>(m)] += worth;
            squares[static_cast<std::size_t>(m)] += worth * worth;
        }
    }
    std::vector<Worth> found;
    const auto n = static_cast<double>(deals);
    for (int m = 0; m < moves.size(); ++m) {
        const double mean = sums[static_cast<std::size_t>(m)] / n;
        const double variance = std::max(squares[static_cast<std::size_t>(m)] / n - mean * mean, 0.0) * n / (n - 1);
        found.push_back(
            {label_of(moves[m], sampler.knowledge().record.exposures, *view.rules), mean, std::sqrt(variance / n)});
    }
    return found;
}

template <int Decks>
Kind expose_by_view(const AnyPolicy& policy, const View& view, const DealRecord& record, const Exposures& made,
                    Honour honour, std::span<const Kind> kinds, Random& random) {
    const CardSet<Decks> hand = narrow<Decks>(record.own);
    const Offer<Decks> offer{*view.rules, view.seat, view.leader, hand, made, fixed_side(*view.rules, view.seat)};
    return policy.expose(offer, honour, kinds, random);
}

}  // namespace

MoveLabel PolicyPlayer::choose(const View& view) {
    expect_turn(view);
    return view.rules->decks() == 2 ? choose_by<2>(policy_, view, random_) : choose_by<1>(policy_, view, random_);
}

std::vector<Worth> PolicyPlayer::explain(const View& view) {
    expect_turn(view);
    const std::uint64_t seed = random_.next();
    return view.rules->decks() == 2 ? explain_by<2>(policy_, view, deals_, seed)
                                    : explain_by<1>(policy_, view, deals_, seed);
}

std::vector<Exposable> PolicyPlayer::expose(const View& view) {
    std::vector<Exposable> chosen;
    if (view.exposable.empty()) return chosen;
    const DealRecord record = record_of(view);
    Exposures made = record.exposures;
    bool first = false;
    for (int i = 0; i < honour_count; ++i) {
        const auto honour = static_cast<Honour>(i);
        const Card card = view.rules->honour(honour);
        std::array<Kind, kind_count> kinds{};
        std::size_t size = 0;
        for (const Exposable& choice : view.exposable) {
            const bool allowed = choice.kind != Kind::first || !first;  // one card alone is dealt first
            if (choice.card.card == card && allowed) kinds[size++] = choice.kind;
        }
        for (int copy = 0; copy < view.rules->decks() && size > 0; ++copy) {
            const Card physical = static_cast<Card>(card + 64 * copy);
            if (!record.own.has(physical) || made.kind(honour, copy) != Kind::none) continue;
            const std::span choices(kinds.data(), size);
            const Kind kind = view.rules->decks() == 2
                                  ? expose_by_view<2>(policy_, view, record, made, honour, choices, random_)
                                  : expose_by_view<1>(policy_, view, record, made, honour, choices, random_);
            if (kind == Kind::none) continue;
            made.set(honour, copy, kind);
            first |= kind == Kind::first;
            chosen.push_back({{card, Label::Mark::none}, kind});
            if (kind == Kind::first)
                size = static_cast<std::size_t>(std::ranges::remove(kinds.data(), kinds.data() + size, kind).begin() -
                                                kinds.data());
        }
    }
    // A first exposure may not come after another.
    std::ranges::stable_partition(chosen, [](const Exposable& choice) { return choice.kind == Kind::first; });
    return chosen;
}

}  // namespace gongzhu
