// Partition search over the plays of one deal: alpha–beta with zero windows, in which every result comes with the
// comparisons of cards it rests on.
#pragma once

#include <limits>

#include "bounds.hpp"
#include "comparisons.hpp"
#include "kinds.hpp"
#include "likeness.hpp"
#include "limits.hpp"
#include "order_samples.hpp"
#include "ordering.hpp"
#include "shape.hpp"
#include "static_bounds.hpp"
#include "table.hpp"

namespace gongzhu::solver {

// What searches of one deal and one aim share.
struct Problem {
    Problem(const Worth& worth, const Position<1>& start, std::int64_t table_mib);

    // The value of the cards taken so far, as if nothing else came.
    int standing(const Position<1>& position) const;

    const Worth* worth;
    std::array<CardSet<1>, seat_count> dealt;  // held at the start
    ShapeMaker shapes;
    Comparisons comparisons;
    Likeness likeness;
    StaticBounds static_bounds;
    Kinds kinds;
    Table table;
};

// What makes a search of one position differ from others: the order of plays and, where the result need not be exact,
// their number.
struct Variety {
    std::uint64_t shuffle = 0;       // unless 0, the seed of a random order
    int width = MoveList::capacity;  // plays tried at each node
};

// A position between tricks, besides the cards: what is known of it as the search goes down.
struct Node {
    Past past;
    Pairs left;  // of cards that are held
};

// What the plays of a node have shown that have been tried.
struct Tried {
    Tried(bool raises_value, int asked, Lane plays)
        : raises(raises_value), goal(asked), left(plays), value(raises ? lowest : -lowest) {}

    static constexpr int lowest = std::numeric_limits<int>::min() / 2;
    bool raises;
    int goal;
    Lane left;  // still to be tried
    int value;
    Card best = no_card;
    Pairs proof;  // of the one that decided the question, or of all that did not
};

class Worker;

class Search {
public:
    using Problem = solver::Problem;
    static constexpr int cards_for_threads = 8;  // a hand; with fewer, one is done before others have started

    // Positions given to the other functions come from the problem's start. `worker`: this thread's, of several.
    Search(Problem& problem, Limits& limits, Variety variety, Worker* worker = nullptr);

    // A bound of the value against `goal`: a result of at least `goal` is a lower bound, a smaller one an upper
    // bound. Once a limit is reached the result means nothing.
    int test(const Position<1>& position, int goal);

    // What is known without search.
    Bounds known(const Position<1>& position) const;

    // Takes examples for learning the order of plays, from now on.
    void take_samples(OrderSamples& samples) {
        samples_ = &samples;
        order_.use(samples.weights());
    }

    // The plays, one of each group that is alike, those first that should be best.
    OrderedCards ordered(const Position<1>& position) const;

    const Worth& worth() const { return *problem_->worth; }
    const Kinds& kinds() const { return problem_->kinds; }

    // Takes plays of a node that another thread has opened, if there is one.
    void help();

private:
    struct Split;  // a node that several threads search

    // A node once it has been looked up.
    struct Entered {
        Node node;
        Shape shape;
        std::uint16_t hearts = 0;
        Card first = no_card;  // the lead to try before the others
    };

    // Each returns a bound as test() does, and adds to `proof` what it rests on.
    int between_tricks(const Node& node, int goal, Pairs& proof);
    int within_trick(const Node& node, int goal, Card first, Card& best, Pairs& proof);
    int last_of_trick(const Node& node, int goal, Card& best, Pairs& proof);
    int play(const Node& node, Card card, int goal, Pairs& proof);
    // Whether `card`, with its result, decides the question.
    bool decides(Tried& tried, Card card, int result, const Pairs& proof) const;
    // Tries the other plays of a node, in the given order, together with the threads that are free.
    template <typename PlayCard>
    void try_together(Tried& tried, const Node& node, const OrderedCards& cards, PlayCard play_card);
    template <typename PlayCard>
    void work_on(Split& split, PlayCard play_card);
    bool worth_sharing() const;
    int search_tricks(const Entered& entered, int goal, Pairs& proof);

    // Whether the question is decided, once it has not been by bounds, and then the answer.
    bool decided_beyond_bounds(Entered& entered, int goal, int& value, Pairs& proof);
    bool decided_by_takers(const Past& past, int goal, int& value, Pairs& proof) const;
    int last_trick(Pairs& proof) const;
    bool look_up(Entered& entered, int goal, int& value, Pairs& proof);
    bool ended_by_bounds(const Past& before, Lane trick, Suit led, int goal, int& value, Pairs& proof) const;
    Bounds known_if_taken(const Past& before, int seat, Lane cards) const;
    void store(const Entered& entered, int goal, int value, Card best, const Pairs& proof);
    Bounds known(const Position<1>& position, const Past& past) const;
    Node after_trick(const Node& node, Lane trick, Suit led, Pairs& proof) const;
    OrderedCards ordered(const Node& node, int goal, Lane cards, Card first);
    void take_sample(const Node& node, int goal, Lane cards, Card hint);
    Node node_of(const Position<1>& position) const;
    Position<1>::Undo put(Card card);
    void take_back(const Position<1>::Undo& undo);
    Lane skip_alike(Lane left, Card card, const Pairs& proof, Pairs& all) const;

    Problem* problem_;
    Limits* limits_;
    MoveOrder order_;
    Variety variety_;
    Worker* worker_;
    Random random_;
    OrderSamples* samples_ = nullptr;
    Position<1> position_;
    std::uint64_t lengths_ = 0;  // of the position's holdings, see shape.hpp
};

}  // namespace gongzhu::solver
