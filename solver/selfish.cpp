#include "selfish.hpp"

#include <algorithm>
#include <bit>

#include "core/errors.hpp"
#include "exact_table.hpp"
#include "kinds.hpp"
#include "limits.hpp"
#include "outcome_bounds.hpp"
#include "past.hpp"
#include "request.hpp"
#include "two_deck_kinds.hpp"

namespace gongzhu {

bool prefers(int seat, const Points& points, const Points& other) {
    if (points[seat] != other[seat]) return points[seat] > other[seat];
    for (int i = 1; i < seat_count; ++i) {
        const int rival = next_seat(seat, i);
        if (points[rival] != other[rival]) return points[rival] < other[rival];
    }
    return false;
}

namespace solver {
namespace {

// Positions between tricks with equal keys have the same plays, and all plays lead from standing() by the same points
// to the final ones.
template <class Holdings>
struct SelfishKey {
    Holdings holdings;
    std::uint64_t sums = 0;  // points taken, while the transformer may still multiply them

    std::uint64_t hash() const { return holdings.hash() ^ (sums * 0x94d049bb133111ebULL) >> 7; }
    friend bool operator==(const SelfishKey&, const SelfishKey&) = default;
};

Aim everyone_counts() {
    Aim aim;
    aim.weights.fill(1);
    return aim;
}

// The best that a seat can hope for within bounds, by its preferences.
Points ideal(int seat, const PointsBounds& bounds) {
    Points points;
    for (int other = 0; other < seat_count; ++other) {
        points[other] = other == seat ? bounds[other].upper : bounds[other].lower;
    }
    return points;
}

std::optional<Points> only_points(const PointsBounds& bounds) {
    Points points;
    for (int seat = 0; seat < seat_count; ++seat) {
        if (!bounds[seat].exact()) return std::nullopt;
        points[seat] = bounds[seat].lower;
    }
    return points;
}

PointsBounds bounds_of(const Points& points) {
    PointsBounds bounds;
    for (int seat = 0; seat < seat_count; ++seat) bounds[seat] = {points[seat], points[seat]};
    return bounds;
}

template <int Decks>
class SelfishSearch {
    using Position = gongzhu::Position<Decks>;
    using Set = CardSet<Decks>;
    using Past = DeckPast<Decks>;
    using Kinds = KindsOf<Decks>;
    using Key = SelfishKey<std::conditional_t<Decks == 1, Holdings, TwoDeckHoldings>>;

public:
    SelfishSearch(const Setup<Decks>& setup, std::int64_t hash_mb, Limits& limits)
        : worth_(setup, everyone_counts()), kinds_(worth_.kinds()), bounds_(worth_), table_(hash_mb), limits_(&limits) {
    }

    const Kinds& kinds() const { return kinds_; }
    double table_fill() const { return table_.fill(); }

    // What is known without search.
    PointsBounds known(const Position& position) const {
        const Set in_play = scoring_in_play(position);
        if (in_play.empty()) return bounds_of(final_points(position));
        return bounds_.bounds(past(position), in_play);
    }

    // The points that a position leads to; nothing once a limit is reached.
    std::optional<Points> points(const Position& position) {
        position_ = position;
        const Points points = value(past(position));
        return limits_->reached() ? std::nullopt : std::optional(points);
    }

    // The play of the seat to move that leads there; no card once a limit is reached.
    Move best(const Position& position) {
        position_ = position;
        Move best;
        best_of_plays(past(position), best);
        return limits_->reached() ? Move{} : best;
    }

private:
    Past past(const Position& position) const {
        return past_of(worth_, position.hands(), position.taken(), position.trick().cards);
    }

    Set scoring_in_play(const Position& position) const {
        Set cards = position.trick().cards;
        for (const Set& hand : position.hands()) cards |= hand;
        return cards & worth_.scoring_cards();
    }

    // Nothing in play scores. Where the rules let the taker of all hearts swap pig and sheep, he does as he prefers.
    Points final_points(const Position& position) const {
        const Points kept = score(worth_.setup(), position.taken(), false);
        if (worth_.setup().rules->ruleset().colour_change != ColourChange::choice) return kept;
        const int chooser = colour_changer(worth_.setup(), position.taken());
        if (chooser < 0) return kept;
        const Points swapped = score(worth_.setup(), position.taken(), true);
        return prefers(chooser, swapped, kept) ? swapped : kept;
    }

    // The points taken, multiplied, as if nothing else came.
    Points standing(const Past& past) const {
        Points points;
        const int holders = past.multiplied();
        for (int seat = 0; seat < seat_count; ++seat) points[seat] = past.sums[seat] * worth_.factor(holders, seat);
        return points;
    }

    Key key(const Past& past) const {
        Key key{kinds_.holdings(position_), 0};
        const Set in_play = scoring_in_play(position_);
        const bool transformer_in_play = !(in_play & Set::both(worth_.honour(Honour::transformer))).empty();
        std::uint64_t spare = position_.trick().leader;
        const auto append = [&](int bits, unsigned value) { spare = spare << bits | value; };
        const auto append_takers = [&](const Takers<Decks>& takers) {
            if constexpr (Decks == 1)
                append(3, takers);
            else
                append(6, static_cast<unsigned>(takers[0] << 3 | takers[1]));
        };
        for (int i = 0; i < honour_count; ++i) {
            const Set card = Set::both(worth_.honour(static_cast<Honour>(i)));
            append(1, (position_.barred() & in_play & card).empty() ? 0 : 1);
        }
        append_takers(past.transformer);
        append(3, past.hearts);
        append_takers(past.hearts == hearts_split ? Takers<Decks>{} : past.pig);
        append_takers(past.hearts == hearts_split ? Takers<Decks>{} : past.sheep);
        unsigned alone_matters = 0;
        for (int seat = 0; seat < seat_count; ++seat) {
            if (transformer_in_play || Holders<Decks>::copies(past.multiplied(), seat) != 0)
                alone_matters |= 1U << seat;
        }
        append(4, past.company & alone_matters);
        key.holdings.set_spare(spare);
        if (transformer_in_play) {
            for (const std::int16_t sum : past.sums) key.sums = key.sums << 16 | static_cast<std::uint16_t>(sum);
        }
        return key;
    }

    Points value(const Past& past) {
        if (scoring_in_play(position_).empty()) return final_points(position_);
        Move best;
        if (position_.trick().played != 0 || position_.opening()) return best_of_plays(past, best);
        const Key position_key = key(past);
        const Points before = standing(past);
        Points points;
        if (const Points* const coming = table_.find(position_key)) {
            for (int seat = 0; seat < seat_count; ++seat) points[seat] = before[seat] + (*coming)[seat];
            return points;
        }
        points = best_of_plays(past, best);
        if (limits_->reached()) return points;
        Points coming;
        for (int seat = 0; seat < seat_count; ++seat) coming[seat] = points[seat] - before[seat];
        table_.store(position_key, position_.hand(position_.trick().leader).count(), coming);
        return points;
    }

    Points best_of_plays(const Past& past, Move& best) {
        const int seat = position_.to_play();
        const bool last = position_.trick().played + 1 == seat_count;
        Points most{};
        for (const Move move : kinds_.plays(position_)) {
            if (limits_->count_node()) return most;
            const Set trick = position_.trick().cards | cards_of<Decks>(move);
            const auto undo = position_.play(move);
            Past after = past;
            if (last) after.take(worth_, position_.trick().leader, trick);
            if (best == Move{} || !last || may_be_preferred(seat, after, most)) {
                const Points points = value(after);
                if (best == Move{} || prefers(seat, points, most)) {
                    most = points;
                    best = move;
                }
            }
            position_.undo(undo);
            if (limits_->reached()) return most;
        }
        return most;
    }

    bool may_be_preferred(int seat, const Past& past, const Points& most) const {
        const Set in_play = scoring_in_play(position_);
        return in_play.empty() || prefers(seat, ideal(seat, bounds_.bounds(past, in_play)), most);
    }

    DeckWorth<Decks> worth_;
    Kinds kinds_;
    OutcomeBounds<Decks> bounds_;
    ExactTable<Key, Points> table_;
    Limits* limits_;
    Position position_;
};

// What the plays' bounds prove of the position: the seat to play takes what it prefers.
PointsBounds bounds_of_plays(int seat, const std::vector<SelfishSolution::Play>& plays) {
    const auto lower = [&](const auto& play) { return play.bounds[seat].lower; };
    const int least = lower(*std::ranges::max_element(plays, {}, lower));
    std::optional<PointsBounds> bounds;
    for (const auto& play : plays) {
        if (play.bounds[seat].upper < least) continue;
        if (!bounds) bounds = play.bounds;
        for (int other = 0; other < seat_count; ++other) (*bounds)[other].join(play.bounds[other]);
    }
    (*bounds)[seat].lower = least;
    return *bounds;
}

template <int Decks>
SelfishSolution solve_in_play(const Game& game, const SelfishOptions& options) {
    const Setup<Decks> setup = setup_of<Decks>(game);
    const Position<Decks> position = present_position(game, setup);
    const int seat = position.to_play();
    Limits limits(options.time_limit, options.nodes, options.stop);
    SelfishSearch<Decks> search(setup, options.hash_mb, limits);

    SelfishSolution solution;
    for (const Move move : game.legal_moves()) {
        Position<Decks> after = position;
        after.play(move);
        PointsBounds bounds = search.known(after);
        const Move like = search.kinds().representative(position, move);
        if (like != move) {
            bounds = std::ranges::find(solution.moves, like, [](const auto& play) { return play.move; })->bounds;
        } else if (!only_points(bounds) && !limits.count_node()) {
            if (const auto points = search.points(after)) bounds = bounds_of(*points);
        }
        solution.moves.push_back({move, bounds});
    }
    const bool all_known =
        std::ranges::all_of(solution.moves, [](const auto& play) { return only_points(play.bounds).has_value(); });
    if (all_known) {
        for (const auto& play : solution.moves) {
            const Points points = *only_points(play.bounds);
            if (!solution.points || prefers(seat, points, *solution.points)) solution.points = points;
        }
        solution.bounds = bounds_of(*solution.points);
    } else {
        solution.bounds = bounds_of_plays(seat, solution.moves);
        solution.points = only_points(solution.bounds);
    }
    Position<Decks> end = position;
    while (solution.points && !end.is_over()) {
        const Move move = search.best(end);
        if (move == Move{}) break;
        solution.line.push_back(move);
        end.play(move);
    }
    solution.nodes = limits.nodes();
    solution.seconds = limits.elapsed();
    solution.table_fill = search.table_fill();
    return solution;
}

}  // namespace
}  // namespace solver

SelfishSolution solve_selfish(const Game& game, const SelfishOptions& options) {
    solver::validate({"solve", options.time_limit, options.nodes, options.hash_mb});
    const auto solve_in_play = [&](const Game& begun) {
        return begun.rules().decks() == 1 ? solver::solve_in_play<1>(begun, options)
                                          : solver::solve_in_play<2>(begun, options);
    };
    switch (game.phase()) {
        case Phase::exposing: {
            Game begun = game;
            begun.begin();
            return solve_in_play(begun);
        }
        case Phase::play: return solve_in_play(game);
        case Phase::over: throw IllegalMove("solve: the deal is over");
    }
    return {};
}

}  // namespace gongzhu
