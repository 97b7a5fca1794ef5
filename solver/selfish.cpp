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

class SelfishSearch {
public:
    SelfishSearch(const Setup<1>& setup, std::int64_t hash_mb, Limits& limits)
        : worth_(setup, everyone_counts()), kinds_(worth_.kinds()), bounds_(worth_), table_(hash_mb), limits_(&limits) {
    }

    const Kinds& kinds() const { return kinds_; }
    double table_fill() const { return table_.fill(); }

    // What is known without search.
    PointsBounds known(const Position<1>& position) const {
        const Lane in_play = scoring_in_play(position);
        if (in_play == 0) return bounds_of(final_points(position));
        return bounds_.bounds(past(position), in_play);
    }

    // The points that a position leads to; nothing once a limit is reached.
    std::optional<Points> points(const Position<1>& position) {
        position_ = position;
        const Points points = value(past(position));
        return limits_->reached() ? std::nullopt : std::optional(points);
    }

    // The play of the seat to move that leads there; no_card once a limit is reached.
    Card best(const Position<1>& position) {
        position_ = position;
        Card best = no_card;
        best_of_plays(past(position), best);
        return limits_->reached() ? no_card : best;
    }

private:
    Past past(const Position<1>& position) const {
        return past_of(worth_, position.hands(), position.taken(), position.trick().cards);
    }

    Lane scoring_in_play(const Position<1>& position) const {
        Lane cards = position.trick().cards.lane[0];
        for (const auto& hand : position.hands()) cards |= hand.lane[0];
        return cards & worth_.scoring();
    }

    // Nothing in play scores. Where the rules let the taker of all hearts swap pig and sheep, he does as he prefers.
    Points final_points(const Position<1>& position) const {
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
        for (int seat = 0; seat < seat_count; ++seat) {
            points[seat] = past.sums[seat] * (seat == past.transformer ? worth_.multiplier(seat) : 1);
        }
        return points;
    }

    SelfishKey key(const Past& past) const {
        SelfishKey key{kinds_.holdings(position_), 0};
        const bool transformer_in_play = (key.holdings.cards & worth_.honour(Honour::transformer)) != 0;
        std::uint64_t spare = position_.trick().leader;
        const auto append = [&](int bits, unsigned value) { spare = spare << bits | value; };
        for (int i = 0; i < honour_count; ++i) {
            const Lane card = worth_.honour(static_cast<Honour>(i));
            append(1, (position_.barred().lane[0] & key.holdings.cards & card) != 0 ? 1 : 0);
        }
        append(3, past.transformer);
        append(3, past.hearts);
        append(3, past.hearts == hearts_split ? 0U : past.pig);
        append(3, past.hearts == hearts_split ? 0U : past.sheep);
        const unsigned alone_matters = transformer_in_play             ? 15U
                                       : past.transformer < seat_count ? 1U << past.transformer
                                                                       : 0U;
        append(4, past.company & alone_matters);
        key.holdings.set_spare(spare);
        if (transformer_in_play) {
            for (const std::int16_t sum : past.sums) key.sums = key.sums << 16 | static_cast<std::uint16_t>(sum);
        }
        return key;
    }

    Points value(const Past& past) {
        if (scoring_in_play(position_) == 0) return final_points(position_);
        Card best = no_card;
        if (position_.trick().played != 0 || position_.opening()) return best_of_plays(past, best);
        const SelfishKey position_key = key(past);
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

    Points best_of_plays(const Past& past, Card& best) {
        const int seat = position_.to_play();
        const bool last = position_.trick().played + 1 == seat_count;
        Points most{};
        Lane cards = kinds_.representatives(position_, position_.legal_cards().lane[0]);
        for (; cards != 0; cards &= cards - 1) {
            const auto card = static_cast<Card>(std::countr_zero(cards));
            if (limits_->count_node()) return most;
            const Lane trick = position_.trick().cards.lane[0] | card_lane(card);
            const auto undo = position_.play({card, no_card});
            Past after = past;
            if (last) after.take(worth_, position_.trick().leader, trick);
            if (best == no_card || !last || may_be_preferred(seat, after, most)) {
                const Points points = value(after);
                if (best == no_card || prefers(seat, points, most)) {
                    most = points;
                    best = card;
                }
            }
            position_.undo(undo);
            if (limits_->reached()) return most;
        }
        return most;
    }

    bool may_be_preferred(int seat, const Past& past, const Points& most) const {
        const Lane in_play = scoring_in_play(position_);
        return in_play == 0 || prefers(seat, ideal(seat, bounds_.bounds(past, in_play)), most);
    }

    Worth worth_;
    Kinds kinds_;
    OutcomeBounds bounds_;
    ExactTable<SelfishKey, Points> table_;
    Limits* limits_;
    Position<1> position_;
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

SelfishSolution solve_in_play(const Game& game, const SelfishOptions& options) {
    const Setup<1> setup = setup_of<1>(game);
    const Position<1> position = present_position(game, setup);
    const int seat = position.to_play();
    Limits limits(options.time_limit, options.nodes, options.stop);
    SelfishSearch search(setup, options.hash_mb, limits);

    SelfishSolution solution;
    const Lane legal = position.legal_cards().lane[0];
    for (const Move move : game.legal_moves()) {
        Position<1> after = position;
        after.play(move);
        PointsBounds bounds = search.known(after);
        const Card like = search.kinds().representative(position, legal, move.first);
        if (like != move.first) {
            bounds = std::ranges::find(solution.moves, like, [](const auto& play) { return play.move.first; })->bounds;
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
    Position<1> end = position;
    while (solution.points && !end.is_over()) {
        const Card card = search.best(end);
        if (card == no_card) break;
        solution.line.push_back({card, no_card});
        end.play({card, no_card});
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
    switch (game.phase()) {
        case Phase::exposing: {
            Game begun = game;
            begun.begin();
            return solver::solve_in_play(begun, options);
        }
        case Phase::play: return solver::solve_in_play(game, options);
        case Phase::over: throw IllegalMove("solve: the deal is over");
    }
    return {};
}

}  // namespace gongzhu
