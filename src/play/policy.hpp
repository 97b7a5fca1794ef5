// Policies: how a seat plays and exposes at once, without looking ahead.
//
// A policy is any type with
//
//     Move choose(const Turn<Decks>& turn, Random& random) const;
//     Kind expose(const Offer<Decks>& offer, Honour honour, std::span<const Kind> kinds, Random& random) const;
//
// for one and two decks. The loops that use it are templates, so that nothing is decided at run time between the cards;
// where the policy is only known then, `AnyPolicy` is one too.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <variant>

#include "core/exposure.hpp"
#include "seen.hpp"

namespace gongzhu {

// What a seat knows that may expose.
template <int Decks>
struct Offer {
    const Rules& rules;
    int seat;
    int leader;  // of the first trick; -1: not known
    const CardSet<Decks>& hand;
    const Exposures& made;  // those that it can name, its own among them
    Seats side;             // itself and the partners that it knows of
};

// Any legal move, and any exposure or none, each as likely.
struct RandomPolicy {
    template <int Decks>
    Move choose(const Turn<Decks>& turn, Random& random) const {
        Draws draws(random.next());
        return turn.random_move(draws);
    }
    template <int Decks>
    Kind expose(const Offer<Decks>&, Honour, std::span<const Kind> kinds, Random& random) const {
        const std::uint32_t choice = random.below(static_cast<std::uint32_t>(kinds.size()) + 1);
        return choice == kinds.size() ? Kind::none : kinds[choice];
    }
};

template <class... Policies>
class OneOf {
public:
    template <class Policy>
        requires(std::is_same_v<Policy, Policies> || ...)
    OneOf(const Policy& policy) : policy_(policy) {}  // NOLINT(google-explicit-constructor): stands for any of them

    template <int Decks>
    Move choose(const Turn<Decks>& turn, Random& random) const {
        return std::visit([&](const auto& policy) { return policy.choose(turn, random); }, policy_);
    }
    template <int Decks>
    Kind expose(const Offer<Decks>& offer, Honour honour, std::span<const Kind> kinds, Random& random) const {
        return std::visit([&](const auto& policy) { return policy.expose(offer, honour, kinds, random); }, policy_);
    }
    // Calls with(policy) with the policy as the type that it is: once, outside of the loops.
    template <class With>
    decltype(auto) visit(const With& with) const {
        return std::visit(with, policy_);
    }

private:
    std::variant<Policies...> policy_;
};

// A policy for each seat.
template <class Policy>
struct PolicyOfSeat {
    std::array<Policy, seat_count> policies;

    template <int Decks>
    Move choose(const Turn<Decks>& turn, Random& random) const {
        return policies[turn.seat()].choose(turn, random);
    }
    template <int Decks>
    Kind expose(const Offer<Decks>& offer, Honour honour, std::span<const Kind> kinds, Random& random) const {
        return policies[offer.seat].expose(offer, honour, kinds, random);
    }
};

}  // namespace gongzhu
