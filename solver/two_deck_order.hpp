// The order in which plays of two decks are tried: a score made by hand of what the trick will bring, and of how often
// the play made a cutoff before. It never changes a result.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/position.hpp"
#include "past.hpp"

namespace gongzhu::solver {

class TwoDeckOrder {
public:
    explicit TwoDeckOrder(const DeckWorth<2>& worth);

    // What the moves of the seat to play have in common.
    struct View {
        std::array<int, seat_count> values{};  // of the cards on the table, to each seat
        Move reply;                            // that last made a cutoff with this hand and this table
        int holders = 0;
        int tricks = 0;
    };
    View view(const Position<2>& position, const DeckPast<2>& past) const;

    // The higher, the sooner it should be tried. `hint`: a card that was best in a similar position, or no_card.
    int score(const Position<2>& position, const View& view, Move move, Card hint) const;

    // Learns that a move made a cutoff in this position, …
    void cutoff(const Position<2>& position, Move move);
    // … or did not.
    void failed(const Position<2>& position, Move move) { learn(position, move, 0); }

private:
    int trick_value(const Position<2>& position, const View& view, Move move) const;
    void add_to_values(std::array<int, seat_count>& values, int holders, Card card) const;
    void learn(const Position<2>& position, Move move, int target);
    std::size_t reply_place(const Position<2>& position) const;

    // How often, of 1024 times, a card cut off: by way of playing it and seat, and by tricks to play and seat.
    using History = std::array<std::array<std::array<std::int16_t, card_codes>, seat_count>, 4>;
    using ByTricks = std::array<std::array<std::array<std::int16_t, card_codes>, seat_count>, 27>;
    static constexpr int reply_bits = 14;
    History history_;
    ByTricks by_tricks_;
    std::vector<Move> replies_ = std::vector<Move>(std::size_t{1} << reply_bits, Move{no_card, no_card});
    const DeckWorth<2>* worth_;
    int unit_ = 1;  // a tenth of what a scoring card is worth on average
};

}  // namespace gongzhu::solver
