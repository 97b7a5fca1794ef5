// Proof-number search (df-pn; Nagai 2002) for questions about two decks that are far from the likely value, "can one
// side get at least this much?", on deals too long to be searched to their end. One good play of that side is enough
// at each node, whichever it is, so the search goes on where the fewest positions are left to prove.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>

#include "core/position.hpp"
#include "limits.hpp"
#include "static_bounds.hpp"
#include "two_deck_kinds.hpp"

namespace gongzhu::solver {

class TwoDeckProof {
public:
    // `start`: where the deal is searched from.
    TwoDeckProof(const DeckWorth<2>& worth, const DeckStaticBounds<2>& bounds, const Position<2>& start,
                 std::int64_t table_mib);

    // Whether the value is at least `goal`, which the static bounds leave open; nothing once a limit is reached. A
    // question asked again goes on where it stopped.
    std::optional<bool> at_least(const Position<2>& position, int goal, Limits& limits);

private:
    // How many positions must still be decided, at least, to show that the goal can be reached, and that it cannot.
    struct Numbers {
        std::uint32_t proof = 1;
        std::uint32_t disproof = 1;
    };
    static constexpr std::uint32_t never = 1U << 30;
    static constexpr Numbers proven{0, never}, disproven{never, 0};

    // A position, compared in full.
    using Key = std::array<std::uint64_t, 4>;
    struct Entry {
        Key key{};
        Numbers numbers;
        std::uint32_t nodes = 0;  // searched below it the last time
        int goal = 0;
    };
    static constexpr std::size_t bucket_size = 4;
    // The table comes from calloc, which leaves memory alone until it is used: most of a short search's never is.
    // NOLINTBEGIN(cppcoreguidelines-no-malloc, cppcoreguidelines-owning-memory)
    struct Free {
        void operator()(Entry* entries) const { std::free(entries); }
    };
    static Entry* zeroed(std::size_t count) { return static_cast<Entry*>(std::calloc(count, sizeof(Entry))); }
    // NOLINTEND(cppcoreguidelines-no-malloc, cppcoreguidelines-owning-memory)

    Numbers search(const DeckPast<2>& past, Numbers most);
    // Of the position after a play; `past` becomes what is known there.
    Numbers first_look(DeckPast<2>& past, const Trick<2>& before, Move move) const;
    Numbers guess() const;
    bool raises() const { return worth_->aim().roles[position_.to_play()] > 0; }
    Key key(const DeckPast<2>& past) const;
    Entry* bucket(const Key& key) const;
    Entry* find(const Key& key) const;
    void store(const Key& key, Numbers numbers, std::uint64_t nodes);

    const DeckWorth<2>* worth_;
    const DeckStaticBounds<2>* bounds_;
    TwoDeckKinds kinds_;
    std::array<CardSet<2>, seat_count> dealt_;
    std::size_t buckets_;
    std::unique_ptr<Entry[], Free> table_;
    Position<2> position_;
    Limits* limits_ = nullptr;
    int goal_ = 0;
};

}  // namespace gongzhu::solver
