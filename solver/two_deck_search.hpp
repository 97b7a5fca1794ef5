// The search of search.hpp for two decks: pairs are led, two cards are played to them, and of equal cards the one
// played first is higher. `Words`: of each suit's relations, see relations.hpp.
#pragma once

#include <optional>
#include <vector>

#include "limits.hpp"
#include "relations.hpp"
#include "search.hpp"
#include "sharing.hpp"
#include "static_bounds.hpp"
#include "table.hpp"
#include "two_deck_likeness.hpp"
#include "two_deck_order.hpp"
#include "two_deck_shape.hpp"

namespace gongzhu::solver {

// What searches of one deal and one aim share.
template <int Words>
struct TwoDeckProblem {
    TwoDeckProblem(const DeckWorth<2>& worth, const Position<2>& start, std::int64_t table_mib);

    // The value of the cards taken so far, as if nothing else came.
    int standing(const Position<2>& position) const;

    const DeckWorth<2>* worth;
    std::array<CardSet<2>, seat_count> dealt;  // held at the start
    TwoDeckShapeMaker shapes;
    Relations<Words> relations;
    TwoDeckLikeness likeness;
    DeckStaticBounds<2> static_bounds;
    ShapeTable<TwoDeckShape, TwoDeckEntry> table;
};

template <int Words>
class TwoDeckSearch {
public:
    using Problem = TwoDeckProblem<Words>;

    static constexpr int cards_for_threads = 7;

    // As Search.
    TwoDeckSearch(Problem& problem, Limits& limits, Variety variety, Worker* worker = nullptr);
    void help();
    int test(const Position<2>& position, int goal);
    Bounds known(const Position<2>& position) const;
    // All legal plays, those first that should be best.
    std::vector<Move> ordered(const Position<2>& position) const;

    // The position after both sides have played on by the order's habits, now and then by another of the better ones,
    // until a hand is down to so many cards.
    Position<2> played_on(Position<2> position, int cards, Random& random) const;

    const DeckWorth<2>& worth() const { return *problem_->worth; }

private:
    using Set = RelationSet<Words>;
    using Shard = TableShard<TwoDeckShape, TwoDeckEntry>;

    struct Node {
        DeckPast<2> past;
        Set left;  // of cards that are held
    };
    struct Entered {
        Node node;
        TwoDeckShape shape{};
        std::uint32_t hearts = 0;
        Card first = no_card;
    };
    // The legal plays of a node that are not decided yet.
    struct Choices {
        MoveList moves;
        std::array<int, MoveList::capacity> scores;
        std::array<bool, MoveList::capacity> open;
        std::array<std::size_t, MoveList::capacity> looked_up;  // at the end of a trick
    };
    // What the plays of a node have shown that have been tried.
    struct Tried {
        Tried(bool raises_value, int asked)
            : raises(raises_value), goal(asked), value(raises ? solver::Tried::lowest : -solver::Tried::lowest) {}

        bool raises;
        int goal;
        int value;
        Card best = no_card;
        Choices choices;  // those not yet tried are open
        Set proof;        // of the one that decided the question, or of all that did not
    };
    struct Split;  // a node that several threads search
    struct LookedUp {
        Entered entered;
        Set trick;  // what its taker rests on
    };
    // Two own cards that change places, their twins too where they have them.
    struct Swap {
        Card a = no_card;
        Card b = no_card;
        bool twins = false;
    };

    int between_tricks(const Node& node, int goal, Set& proof);
    int within_trick(const Node& node, int goal, Card first, Card& best, Set& proof);
    int play(const Node& node, Move move, int goal, Set& proof);
    bool look_up_last_plays(Tried& tried, const Node& node);
    // The open play that should be best, which is then no longer open.
    std::optional<int> next_play(Tried& tried) const;
    bool decides(Tried& tried, int number, int result, const Set& one) const;
    template <typename PlayNumber>
    void try_together(Tried& tried, const Node& node, PlayNumber play_number);
    template <typename PlayNumber>
    void work_on(Split& split, PlayNumber play_number);
    bool worth_sharing() const;
    int search_tricks(const Entered& entered, int goal, Set& proof);
    bool decided_beyond_bounds(Entered& entered, int goal, int& value, Set& proof);
    bool decided_by_takers(const DeckPast<2>& past, int goal, int& value, Set& proof) const;
    int last_trick(Set& proof) const;
    bool look_up(Entered& entered, int goal, int& value, Set& proof);
    void store(const Entered& entered, int goal, int value, Card best, const Set& proof);
    Bounds known(const Position<2>& position, const DeckPast<2>& past) const;
    Node node_of(const Position<2>& position) const;
    Node after_trick(const Node& node, const Trick<2>& before, Move last, Set& proof) const;
    void add_trick(Set& proof, const Trick<2>& before, const CardSet<2>& cards, int winner) const;
    void skip_alike(Choices& choices, int number, const Set& proof, Set& all) const;
    bool alike(Move one, Move other, Swap& swap) const;
    bool separates(const Set& proof, const Swap& swap) const;
    Set exchanged(const Set& proof, const Swap& swap) const;
    void put_in_order(const Node& node, Card first, Choices& choices);

    Problem* problem_;
    Limits* limits_;
    TwoDeckOrder order_;
    Variety variety_;
    Worker* worker_;
    Random random_;
    Position<2> position_;
    std::vector<LookedUp> looked_up_;  // plays that end tricks, of all the nodes that the search is in
};

}  // namespace gongzhu::solver
