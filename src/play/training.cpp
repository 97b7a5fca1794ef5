#include "training.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <mutex>
#include <span>
#include <utility>

#include "margin.hpp"
#include "offering.hpp"
#include "random_play.hpp"
#include "rollout.hpp"

namespace gongzhu {
namespace {

constexpr std::size_t deals_a_step = 256, part = 8;
constexpr int score_unit = 128;        // a difference of scores that makes a move e times as likely
constexpr std::uint32_t taken_up = 5;  // one decision in so many

// 2^20 exp(-d / score_unit). By multiplications alone, which every processor rounds alike.
const std::vector<std::uint32_t>& likelihoods() {
    static const std::vector<std::uint32_t> table = [] {
        constexpr double step = 0.99221793826024351;  // exp(-1 / 128)
        std::vector<std::uint32_t> values;
        double value = 1 << 20;
        while (value > 1) {
            values.push_back(static_cast<std::uint32_t>(value));
            value *= step;
        }
        return values;
    }();
    return table;
}

// Adds up whole numbers, so that their order does not matter.
using Sums = std::vector<std::int64_t>;

// What may be chosen, with the scores and how likely each is.
class Choices {
public:
    void clear() { size_ = 0; }
    void add(Move move, const Lookups& lookups, int score) {
        moves_[size_] = move;
        lookups_[size_] = lookups;
        scores_[size_++] = score;
    }
    int size() const { return size_; }
    Move move(int i) const { return moves_[i]; }

    void weigh() {
        const int most = *std::max_element(scores_.begin(), scores_.begin() + size_);
        total_ = 0;
        for (int i = 0; i < size_; ++i) {
            const auto below = static_cast<std::size_t>(most - scores_[i]);
            likely_[i] = below < likelihoods().size() ? likelihoods()[below] : 0;
            total_ += likely_[i];
        }
    }
    int draw(Random& random) const {
        auto left = static_cast<std::int64_t>((random.next() >> 32) * static_cast<std::uint64_t>(total_) >> 32);
        for (int i = 0; i < size_; ++i) {
            left -= likely_[i];
            if (left < 0) return i;
        }
        return size_ - 1;
    }

    // Towards one move.
    void learn_choice(int chosen, Sums& sums) const {
        for (int i = 0; i < size_; ++i) {
            move_score(i, ((i == chosen ? total_ : 0) - likely_[i]) * 1024 / total_, sums);
        }
    }
    // Towards the moves that are worth more, in whole units.
    void learn_worth(std::span<const std::int64_t> worth, Sums& sums) const {
        std::int64_t mean = 0;
        for (int i = 0; i < size_; ++i) mean += likely_[i] * worth[i];
        mean /= total_;
        for (int i = 0; i < size_; ++i) move_score(i, likely_[i] * (worth[i] - mean) / total_, sums);
    }

private:
    void move_score(int i, std::int64_t by, Sums& sums) const {
        if (by == 0) return;
        for (const std::uint32_t entry : lookups_[i]) sums[entry] += by;
    }

    static constexpr std::size_t most_moves = 64;  // 26 cards and 13 pairs, and room
    std::array<Move, most_moves> moves_;
    std::array<Lookups, most_moves> lookups_;
    std::array<int, most_moves> scores_;
    std::array<std::int64_t, most_moves> likely_{};
    std::int64_t total_ = 0;
    int size_ = 0;
};

// Exposes as a policy does, but at one offer as told.
template <class Policy>
struct Told {
    const Policy& policy;
    int offer;  // its number; -1: none
    Kind kind = Kind::none;
    mutable int offers = 0;

    template <int Decks>
    Kind expose(const Offer<Decks>& given, Honour honour, std::span<const Kind> kinds, Random& random) const {
        const Kind kind_chosen = policy.expose(given, honour, kinds, random);
        return offers++ == offer ? kind : kind_chosen;
    }
};

// Exposes by the policy, but now and then at random, and lists the offers.
template <int Decks>
struct Listed {
    struct One {
        int seat;
        Choices choices;  // none first
        std::array<Kind, kind_count> kinds;
        Kind chosen;
    };
    const Tables& weights;
    const LearnedPolicy* learned;  // else careful
    std::uint32_t random_one_in;
    std::vector<One>& offers;

    Kind expose(const Offer<Decks>& offer, Honour honour, std::span<const Kind> kinds, Random& random) const {
        One one{offer.seat, {}, {}, Kind::none};
        one.choices.add({}, {}, 0);
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            const Lookups lookups = learned::exposing(offer, honour, kinds[i]);
            one.choices.add({}, lookups, learned::score_of(weights, lookups));
            one.kinds[i + 1] = kinds[i];
        }
        one.chosen = learned != nullptr ? learned->expose(offer, honour, kinds, random)
                                        : CarefulPolicy{}.expose(offer, honour, kinds, random);
        offers.push_back(one);
        if (random.below(random_one_in) == 0) return RandomPolicy{}.expose(offer, honour, kinds, random);
        return one.chosen;
    }
};

template <int Decks>
void list_choices(const Turn<Decks>& turn, const Tables& weights, Choices& choices) {
    choices.clear();
    if (turn.follows_pair()) return;
    const CardSet<Decks> legal = turn.legal_cards();
    const auto add = [&](Card card, bool pair, const Lookups& lookups) {
        const Move move{card, pair ? twin_of(card) : no_card};
        choices.add(turn.as_held(move, legal), lookups, learned::score_of(weights, lookups));
    };
    learned::for_each_choice(turn, learned::lane_of_ranks(legal), learned::Listing{}, add);
}

template <int Decks>
void imitate_deal(const Rules& rules, const Tables& weights, Random& random, Sums& sums) {
    std::vector<typename Listed<Decks>::One> offers;
    const Listed<Decks> listed{weights, nullptr, 4, offers};
    const Start<Decks> start = policy_start<Decks>(rules, listed, random, true);
    for (auto& offer : offers) {
        offer.choices.weigh();
        int chosen = 0;
        for (int i = 1; i < offer.choices.size(); ++i) chosen = offer.kinds[i] == offer.chosen ? i : chosen;
        offer.choices.learn_choice(offer.chosen == Kind::none ? 0 : chosen, sums);
    }
    Position<Decks> position = start.position();
    Seen<Decks> seen(position);
    Choices choices;
    while (!position.is_over()) {
        const Turn<Decks> turn(position, seen);
        const Move move = CarefulPolicy{}.choose(turn, random);
        list_choices(turn, weights, choices);
        if (choices.size() > 1) {
            choices.weigh();
            for (int i = 0; i < choices.size(); ++i) {
                if (choices.move(i) == move) choices.learn_choice(i, sums);
            }
        }
        seen.play(position, move);
    }
}

template <int Decks>
void improve_deal(const Rules& rules, const Tables& weights, const LearnedPolicy& policy, Random& random, Sums& sums) {
    std::vector<typename Listed<Decks>::One> offers;
    const Listed<Decks> listed{weights, &policy, 8, offers};
    const Random before = random;
    const Start<Decks> start = policy_start<Decks>(rules, listed, random, true);
    std::array<std::int64_t, 64> worth{};
    if (!offers.empty()) {
        const int number = static_cast<int>(random.below(static_cast<std::uint32_t>(offers.size())));
        auto& offer = offers[static_cast<std::size_t>(number)];
        for (int i = 0; i < offer.choices.size(); ++i) {
            Random again = before;
            const Told<LearnedPolicy> told{policy, number, i == 0 ? Kind::none : offer.kinds[i]};
            const Start<Decks> other = policy_start<Decks>(rules, told, again, true);
            Position<Decks> position = other.position();
            Seen<Decks> seen(position);
            const Margin margin(offer.seat, sides_of(other.setup, {})[offer.seat]);
            worth[static_cast<std::size_t>(i)] = margin.of(roll_out(position, seen, policy, again));
        }
        offer.choices.weigh();
        offer.choices.learn_worth(worth, sums);
    }
    Position<Decks> position = start.position();
    Seen<Decks> seen(position);
    const auto sides = sides_of(start.setup, seen.call());
    Choices choices;
    while (!position.is_over()) {
        const Turn<Decks> turn(position, seen);
        list_choices(turn, weights, choices);
        if (choices.size() == 0) {
            seen.play(position, policy.choose(turn, random));
            continue;
        }
        choices.weigh();
        if (choices.size() > 1 && random.below(taken_up) == 0) {
            const Margin margin(turn.seat(), sides[turn.seat()]);
            for (int i = 0; i < choices.size(); ++i) {
                Position<Decks> after = position;
                Seen<Decks> seen_after = seen;
                seen_after.play(after, choices.move(i));
                worth[static_cast<std::size_t>(i)] = margin.of(roll_out(after, seen_after, policy, random));
            }
            choices.learn_worth(worth, sums);
        }
        seen.play(position, choices.move(choices.draw(random)));
    }
}

}  // namespace

Trainer::Trainer(std::vector<std::shared_ptr<const Rules>> rules, std::uint64_t seed)
    : rules_(std::move(rules)), seed_(seed), weights_(tables::layout.size), squares_(tables::layout.size),
      sums_(tables::layout.size), rounded_(std::make_shared<LearnedWeights>()) {}

namespace {

std::int16_t rounded(double weight) {
    constexpr double most = tables::highest;
    return static_cast<std::int16_t>(std::lround(std::clamp(weight, -most, most)));
}

}  // namespace

// Adaptive steps (Duchi, Hazan, Singer, 2011): an entry moves the less, the more it has moved.
template <class Deal>
void Trainer::step(double rate, int threads, const Pause& pause, const Deal& deal) {
    Sums total(weights_.size());
    std::mutex mutex;
    std::vector<Sums> pool;
    const auto work = [&](std::size_t begin, std::size_t end) {
        Sums sums;
        {
            const std::lock_guard lock(mutex);
            if (pool.empty()) {
                sums.resize(weights_.size());
            } else {
                sums = std::move(pool.back());
                pool.pop_back();
            }
        }
        for (std::size_t i = begin; i < end; ++i) {
            Random random(seed_, deals_ + i);
            deal(*rules_[(deals_ + i) % rules_.size()], random, sums);
        }
        const std::lock_guard lock(mutex);
        pool.push_back(std::move(sums));
    };
    for_each_part(deals_a_step, part, threads, work, pause);
    deals_ += deals_a_step;
    for (const Sums& sums : pool) {
        for (std::size_t i = 0; i < total.size(); ++i) total[i] += sums[i];
    }
    Tables& table = (*rounded_)[LearnedWeights::kind_of(*rules_.front())];
    for (std::size_t i = tables::row; i < total.size(); ++i) {
        if (total[i] == 0) continue;
        const auto gradient = static_cast<double>(total[i]);
        squares_[i] = std::fma(gradient, gradient, squares_[i]);
        weights_[i] += rate * gradient / std::sqrt(squares_[i]);
        table[i] = rounded(weights_[i]);
    }
    if (summed_ < 0) return;
    if (summed_++ == 0) sums_.assign(sums_.size(), 0);
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += weights_[i];
}

void Trainer::imitate(int steps, double rate, int threads, const Pause& pause) {
    const Tables& weights = (*rounded_)[LearnedWeights::kind_of(*rules_.front())];
    for (int i = 0; i < steps; ++i) {
        step(rate, threads, pause, [&](const Rules& rules, Random& random, Sums& sums) {
            rules.decks() == 2 ? imitate_deal<2>(rules, weights, random, sums)
                               : imitate_deal<1>(rules, weights, random, sums);
        });
    }
}

void Trainer::improve(int steps, double rate, int threads, const Pause& pause) {
    const Tables& weights = (*rounded_)[LearnedWeights::kind_of(*rules_.front())];
    const LearnedPolicy policy(rounded_);
    for (int i = 0; i < steps; ++i) {
        step(rate, threads, pause, [&](const Rules& rules, Random& random, Sums& sums) {
            rules.decks() == 2 ? improve_deal<2>(rules, weights, policy, random, sums)
                               : improve_deal<1>(rules, weights, policy, random, sums);
        });
    }
}

void Trainer::write(LearnedWeights& weights) const {
    const std::size_t kind = LearnedWeights::kind_of(*rules_.front());
    weights[kind] = (*rounded_)[kind];
    if (summed_ <= 0) return;
    for (std::size_t i = 0; i < sums_.size(); ++i) {
        weights[kind][i] = rounded(sums_[i] / summed_);
    }
}

namespace {

// Twice the points of seats 0 and 2 minus those of 1 and 3, in one deal with the first policy in the seats 0 and 2 and
// once in the others.
template <int Decks>
std::int64_t compare_deal(const Rules& rules, const AnyPolicy& first, const AnyPolicy& second, std::uint64_t seed,
                          std::size_t index) {
    std::int64_t difference = 0;
    for (const bool exchanged : {false, true}) {
        const AnyPolicy& even = exchanged ? second : first;
        const AnyPolicy& odd = exchanged ? first : second;
        const PolicyOfSeat<AnyPolicy> seats{{even, odd, even, odd}};
        Random random(seed, index);
        const Start<Decks> start = policy_start<Decks>(rules, seats, random, true);
        Position<Decks> position = start.position();
        Seen<Decks> seen(position);
        const Points points = roll_out(position, seen, seats, random);
        const int more = points[0] + points[2] - points[1] - points[3];
        difference += exchanged ? -more : more;
    }
    return difference;
}

}  // namespace

Comparison compare(const Rules& rules, const AnyPolicy& first, const AnyPolicy& second, std::uint64_t seed,
                   std::size_t deals, int threads, const Pause& pause) {
    std::atomic<std::int64_t> sum = 0;
    std::atomic<std::int64_t> squares = 0;
    const auto work = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const std::int64_t difference = rules.decks() == 2 ? compare_deal<2>(rules, first, second, seed, i)
                                                               : compare_deal<1>(rules, first, second, seed, i);
            sum += difference;
            squares += difference * difference;
        }
    };
    for_each_part(deals, 64, threads, work, pause);
    const auto n = static_cast<double>(deals);
    const double mean = static_cast<double>(sum) / n / 2;
    const double square = static_cast<double>(squares) / n / 4;
    return {mean, std::sqrt(std::max(square - mean * mean, 0.0) / n)};
}

}  // namespace gongzhu
