#include "scoring.hpp"

#include <algorithm>

namespace gongzhu {
namespace {

constexpr int lone_unit = 25;  // a lone transformer scores this times its multiplier: 50, exposed 100 or 200

bool scores_by_copy(const Rules& rules) { return rules.decks() == 2 && rules.ruleset().copies == CopyScoring::by_copy; }

// The scoring of one deal, with what the exposures make of the values worked out first.
template <int Decks>
class Scorer {
public:
    using Set = CardSet<Decks>;

    explicit Scorer(const Setup<Decks>& setup)
        : setup_(setup), two_decks_(Decks == 2 && setup.rules->decks() == 2), by_copy_(scores_by_copy(*setup.rules)),
          factors_(factors_of<Decks>(*setup.rules, setup.exposures)),
          hearts_(setup.deck & Set::both(suit_lane(Suit::hearts))),
          scoring_(setup.deck & Set::both(setup.rules->scoring_lane())) {}

    bool has_all_hearts(const Set& taken) const { return !hearts_.empty() && (hearts_ - taken).empty(); }
    bool has_slam(const Set& taken) const { return !scoring_.empty() && (scoring_ - taken).empty(); }

    int points(const Set& taken, const Set& dealt, bool swapped) const {
        const bool slam = has_slam(taken);
        if (slam && ruleset().slam == Slam::fixed) return fixed_slam();

        const Set own = ruleset().self_capture == 2 ? taken & dealt : Set{};
        const Set transformers = taken & copies(Honour::transformer);
        const int sum = heart_points(taken, own) + pig_and_sheep(taken, own, slam, swapped);
        if (transformers.empty()) return sum;
        const Set own_transformers = own & transformers;
        if (is_lone(taken)) return lone_value(transformers, own_transformers);
        const int total = sum * multiplier(transformers) << own_transformers.count();
        const bool halved = slam && two_decks_ && !by_copy_;  // 1600 with nothing exposed (000-LZ, 002)
        return halved ? total / 2 : total;
    }

private:
    const Ruleset& ruleset() const { return setup_.rules->ruleset(); }
    const Exposures& exposures() const { return setup_.exposures; }
    Card card(Honour honour) const { return setup_.rules->honour(honour); }
    Set copies(Honour honour) const { return Set::both(card_lane(card(honour))); }

    int heart_points(const Set& taken, const Set& own) const {
        int sum = 0;
        for (const Lane lane : taken.lane) {
            sum +=
                setup_.rules->heart_sum(static_cast<unsigned>(lane >> (static_cast<int>(Suit::hearts) * 16)) & 0x7fff);
        }
        if (!own.empty()) {
            sum += setup_.rules->heart_value(rank_of(card(Honour::heart_leader))) *
                   (own & copies(Honour::heart_leader)).count();
        }
        sum *= factors_.hearts;
        if (!has_all_hearts(taken)) return sum;
        constexpr int flat_bonus = 200;
        return ruleset().heart_table == HeartTable::flat ? sum + flat_bonus : -sum;
    }

    int pig_and_sheep(const Set& taken, const Set& own, bool slam, bool swapped) const {
        if (swapped) {
            // By rank the factors change places too; by copy every card keeps its own (ours: nothing says which do).
            return sheep_value * weight(taken, own, Honour::pig, by_copy_ ? factors_.pigs : factors_.sheep) +
                   pig_value * weight(taken, own, Honour::sheep, by_copy_ ? factors_.sheep : factors_.pigs);
        }
        const bool flips = ruleset().pig_flip == PigFlip::slam
                               ? slam
                               : ruleset().pig_flip == PigFlip::all_hearts && has_all_hearts(taken);
        const int pig = flips ? -pig_value : pig_value;
        return pig * weight(taken, own, Honour::pig, factors_.pigs) +
               sheep_value * weight(taken, own, Honour::sheep, factors_.sheep);
    }

    // The sum of the factors of the taken copies of `honour`; own copies count double.
    int weight(const Set& taken, const Set& own, Honour honour, const std::array<int, Decks>& factors) const {
        const int place = card(honour);
        int sum = 0;
        for (int copy = 0; copy < Decks; ++copy) {
            const int times =
                static_cast<int>(taken.lane[copy] >> place & 1) + static_cast<int>(own.lane[copy] >> place & 1);
            sum += times * factors[copy];
        }
        return sum;
    }

    bool is_lone(const Set& taken) const {
        Set others = taken & Set::both(setup_.rules->scoring_lane());
        others -= copies(Honour::transformer);
        if (ruleset().lone_rule == LoneRule::no_points) others -= Set::both(setup_.rules->pointless_hearts());
        return others.empty();
    }

    int multiplier(const Set& transformers) const {
        if (by_copy_) {
            int sum = 0;
            for (int copy = 0; copy < Decks; ++copy) {
                if (transformers.lane[copy] != 0) sum += factors_.transformers[copy];
            }
            return sum;
        }
        return transformers.count() == 2 ? 4 * exposures().product(Honour::transformer) : factors_.transformers[0];
    }

    int lone_value(const Set& transformers, const Set& own) const {
        if (!by_copy_) {
            const int each = lone_unit * factors_.transformers[0];
            return each * (transformers.count() + own.count());
        }
        const bool both = transformers.count() == 2;
        const bool exposed = exposures().exposed_copies(Honour::transformer) > 0;
        const int units = both && exposed ? 2 * multiplier(transformers) : multiplier(transformers);
        return lone_unit * units << own.count();
    }

    // China Games (004): pig and sheep exposures do not count.
    int fixed_slam() const {
        const int hearts = std::max(1, exposures().sum(Honour::heart_leader));
        return static_cast<int>(ruleset().slam_base) * hearts * fixed_transformer_factor();
    }

    int fixed_transformer_factor() const {
        const int sum = exposures().sum(Honour::transformer);
        if (!two_decks_ || sum == 0) return std::max(1, sum);
        return exposures().exposed_copies(Honour::transformer) == 2 ? 2 * sum : 4 * sum;
    }

    const Setup<Decks>& setup_;
    bool two_decks_;
    bool by_copy_;
    Factors<Decks> factors_;
    Set hearts_;
    Set scoring_;
};

}  // namespace

// By rank a copy has its rank's factor; by copy its own, dark 4 and bright 8 (004).
template <int Decks>
Factors<Decks> factors_of(const Rules& rules, const Exposures& exposures) {
    const bool by_copy = scores_by_copy(rules);
    const auto factor = [&](Honour honour, int copy) {
        if (!by_copy) return exposures.product(honour);
        const Kind kind = exposures.kind(honour, copy);
        return kind == Kind::none ? 1 : 2 * factor_of(kind);
    };
    Factors<Decks> factors;
    factors.hearts =
        by_copy ? std::max(1, exposures.sum(Honour::heart_leader)) : exposures.product(Honour::heart_leader);
    for (int copy = 0; copy < Decks; ++copy) {
        factors.pigs[copy] = factor(Honour::pig, copy);
        factors.sheep[copy] = factor(Honour::sheep, copy);
        factors.transformers[copy] =
            2 * (by_copy ? factor(Honour::transformer, copy) : exposures.largest(Honour::transformer));
    }
    return factors;
}

template <int Decks>
int colour_changer(const Setup<Decks>& setup, const std::array<CardSet<Decks>, seat_count>& taken) {
    if (setup.rules->ruleset().colour_change == ColourChange::none) return -1;
    const Scorer<Decks> scorer(setup);
    for (int seat = 0; seat < seat_count; ++seat) {
        if (scorer.has_all_hearts(taken[seat]) && !scorer.has_slam(taken[seat])) return seat;
    }
    return -1;
}

template <int Decks>
Points score(const Setup<Decks>& setup, const std::array<CardSet<Decks>, seat_count>& taken, bool swap) {
    const ColourChange change = setup.rules->ruleset().colour_change;
    const bool swapped = (change == ColourChange::automatic || (change == ColourChange::choice && swap)) &&
                         colour_changer(setup, taken) >= 0;
    const Scorer<Decks> scorer(setup);
    Points points{};
    for (int seat = 0; seat < seat_count; ++seat) {
        points[seat] = scorer.points(taken[seat], setup.dealt[seat], swapped);
    }
    return points;
}

template Factors<1> factors_of(const Rules&, const Exposures&);
template Factors<2> factors_of(const Rules&, const Exposures&);
template Points score(const Setup<1>&, const std::array<CardSet<1>, seat_count>&, bool);
template Points score(const Setup<2>&, const std::array<CardSet<2>, seat_count>&, bool);
template int colour_changer(const Setup<1>&, const std::array<CardSet<1>, seat_count>&);
template int colour_changer(const Setup<2>&, const std::array<CardSet<2>, seat_count>&);

}  // namespace gongzhu
