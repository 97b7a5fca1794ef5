#include "policy_player.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "continuation.hpp"
#include "core/errors.hpp"
#include "core/exposing.hpp"
#include "sampling_bot.hpp"

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

std::vector<MoveEstimate> PolicyPlayer::explain(const View& view) {
    const PimcOptions options{.budget = {.samples = deals_}, .policy = policy_, .racing = false};
    return make_pimc(random_.next(), options)->explain(view, {});
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
