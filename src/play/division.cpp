#include "division.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace gongzhu {
namespace {

constexpr std::size_t most_cards = 104;

// Pascal's triangle.
template <class Number>
class Binomials {
public:
    Binomials() : rows_((most_cards + 1) * (most_cards + 1)) {
        for (std::size_t n = 0; n <= most_cards; ++n) {
            at(n, 0) = at(n, n) = Number(1);
            for (std::size_t k = 1; k < n; ++k) at(n, k) = at(n - 1, k - 1) + at(n - 1, k);
        }
    }
    const Number& operator()(std::size_t n, std::size_t k) const { return rows_[n * (most_cards + 1) + k]; }

private:
    Number& at(std::size_t n, std::size_t k) { return rows_[n * (most_cards + 1) + k]; }
    std::vector<Number> rows_;
};

template <class Number>
const Binomials<Number>& binomials() {
    static const Binomials<Number> table;
    return table;
}

// Numbers by a key above 0.
class KeyTable {
public:
    static constexpr std::uint32_t missing = 0xffffffff;

    std::uint32_t find(std::uint64_t key) const {
        for (std::size_t at = place(key);; at = (at + 1) & (entries_.size() - 1)) {
            if (entries_[at].first == key) return entries_[at].second;
            if (entries_[at].first == 0) return missing;
        }
    }
    void add(std::uint64_t key, std::uint32_t value) {
        if (2 * ++size_ > entries_.size()) grow();
        insert(key, value);
    }

private:
    using Entry = std::pair<std::uint64_t, std::uint32_t>;

    std::size_t place(std::uint64_t key) const { return (key * 0x9e3779b97f4a7c15ULL >> 32) & (entries_.size() - 1); }
    void insert(std::uint64_t key, std::uint32_t value) {
        std::size_t at = place(key);
        while (entries_[at].first != 0) at = (at + 1) & (entries_.size() - 1);
        entries_[at] = {key, value};
    }
    void grow() {
        std::vector<Entry> old(entries_.size() * 4);
        old.swap(entries_);
        for (const auto& [key, value] : old) {
            if (key != 0) insert(key, value);
        }
    }

    std::vector<Entry> entries_ = std::vector<Entry>(256);
    std::size_t size_ = 0;
};

// What is still to be divided: the room of the places, and how many cards of the group in hand are left.
struct State {
    std::array<std::uint8_t, place_count> room;
    std::uint8_t left;
};

struct Step {
    std::uint8_t item;
    std::uint8_t place;
    std::uint8_t rest;
    bool couple;
};

// One choice of a step: how many cards go to its place, or which way a couple goes, and what remains.
struct Choice {
    std::uint8_t value;
    std::uint8_t rest;  // how many go to the group's last place
    State after;
};

// The order in which a division is made: couples, then groups, the largest last, since a last group has no choice.
struct Plan {
    explicit Plan(Division given) : division(std::move(given)) {
        const auto total = std::accumulate(division.room.begin(), division.room.end(), std::size_t{0});
        std::size_t cards = 2 * division.couples.size();
        for (const Division::Group& group : division.groups) cards += group.cards.size();
        possible = cards == total;
        std::erase_if(division.groups, [&](const Division::Group& group) { return take_fixed(group); });
        std::ranges::stable_sort(division.groups, {}, [](const Division::Group& group) { return group.cards.size(); });
        for (std::size_t i = 0; i < division.couples.size(); ++i) {
            steps.push_back({static_cast<std::uint8_t>(i), 0, place_count, true});
        }
        for (std::size_t i = 0; i < division.groups.size(); ++i) add_group(i);
    }

    State start() const { return entering(0, {division.room, 0}); }

    // The state as the step finds it: with the cards of the group that it begins.
    State entering(std::size_t step, State state) const {
        const bool begins = step < steps.size() && !steps[step].couple &&
                            (step == 0 || steps[step - 1].couple || steps[step - 1].item != steps[step].item);
        if (begins) state.left = static_cast<std::uint8_t>(division.groups[steps[step].item].cards.size());
        return state;
    }

    // Calls each(choice, ways): `ways` in which the numbers can be had.
    template <class Number, class Each>
    void for_each_choice(std::size_t index, const State& state, const Each& each) const {
        const Step& step = steps[index];
        if (step.couple) {
            for (int way = 0; way < place_count * place_count; ++way) {
                if (((division.couples[step.item].ways >> way) & 1) == 0) continue;
                State after = state;
                if (after.room[way / place_count]-- == 0 || after.room[way % place_count]-- == 0) continue;
                each(Choice{static_cast<std::uint8_t>(way), 0, entering(index + 1, after)}, Number(1));
            }
            return;
        }
        const bool last = step.rest < place_count;
        const int most = std::min(state.left, state.room[step.place]);
        const int least = last ? std::max(0, state.left - state.room[step.rest]) : 0;
        for (int number = least; number <= most; ++number) {
            State after = state;
            after.room[step.place] = static_cast<std::uint8_t>(after.room[step.place] - number);
            after.left = static_cast<std::uint8_t>(after.left - number);
            const std::uint8_t rest = last ? after.left : std::uint8_t{0};
            if (last) {
                after.room[step.rest] = static_cast<std::uint8_t>(after.room[step.rest] - rest);
                after.left = 0;
            }
            each(Choice{static_cast<std::uint8_t>(number), rest, entering(index + 1, after)},
                 binomials<Number>()(state.left, static_cast<std::size_t>(number)));
        }
    }

    Division division;
    std::vector<Step> steps;
    std::array<Cards, place_count> fixed{};
    bool possible = false;  // as many cards as there is room, and room for those that may go to one place only

private:
    bool take_fixed(const Division::Group& group) {
        if (!std::has_single_bit(group.places)) {
            if (group.places == 0 && !group.cards.empty()) possible = false;
            return group.cards.empty();
        }
        const auto place = static_cast<std::size_t>(std::countr_zero(group.places));
        for (const Card card : group.cards) {
            if (division.room[place] == 0) {
                possible = false;
                break;
            }
            --division.room[place];
            fixed[place].add(card);
        }
        return true;
    }

    void add_group(std::size_t index) {
        std::vector<std::uint8_t> places;
        for (std::uint8_t place = 0; place < place_count; ++place) {
            if ((division.groups[index].places >> place) & 1) places.push_back(place);
        }
        for (std::size_t i = 0; i + 1 < places.size(); ++i) {
            const std::uint8_t rest = i + 2 == places.size() ? places.back() : std::uint8_t{place_count};
            steps.push_back({static_cast<std::uint8_t>(index), places[i], rest, false});
        }
    }
};

// Counts from the end; every state once.
template <class Number>
class Counter {
public:
    struct Counted {
        Choice choice;
        std::uint32_t next;  // the state after it, by number
        Number ways;
    };

    explicit Counter(const Plan& plan) : plan_(plan) {}

    // A number for the state, in the order in which they were finished; its ways are ways()[number].
    template <class Finished>
    std::uint32_t count(std::size_t step, const State& state, const Finished& finished) {
        const std::uint64_t key = key_of(step, state);
        if (const std::uint32_t known = known_.find(key); known != KeyTable::missing) return known;
        Number total(0);
        std::vector<Counted> choices;
        if (step == plan_.steps.size()) {
            total = Number(1);
        } else {
            plan_.for_each_choice<Number>(step, state, [&](const Choice& choice, const Number& ways) {
                const std::uint32_t next = count(step + 1, choice.after, finished);
                if (ways_[next] == Number(0)) return;
                choices.push_back({choice, next, ways * ways_[next]});
                total += choices.back().ways;
            });
        }
        const auto number = static_cast<std::uint32_t>(ways_.size());
        ways_.push_back(total);
        known_.add(key, number);
        finished(choices, total);
        return number;
    }

    const std::vector<Number>& ways() const { return ways_; }

private:
    static std::uint64_t key_of(std::size_t step, const State& state) {
        std::uint64_t key = step + 1;
        for (const std::uint8_t room : state.room) key = key << 7 | room;
        return key << 7 | state.left;
    }

    const Plan& plan_;
    KeyTable known_;
    std::vector<Number> ways_;
};

}  // namespace

Wide count_ways(const Division& division) {
    const Plan plan(division);
    if (!plan.possible) return 0;
    Counter<Wide> counter(plan);
    return counter.ways()[counter.count(0, plan.start(), [](const auto&, const Wide&) {})];
}

DivisionSampler::DivisionSampler(const Division& division) {
    Plan plan(division);
    if (!plan.possible) return;
    Counter<double> counter(plan);
    root_ = counter.count(0, plan.start(), [&](auto& choices, double total) {
        // The likely ones first: they are looked for from the first.
        std::ranges::stable_sort(choices, std::greater<>{}, &Counter<double>::Counted::ways);
        nodes_.push_back({static_cast<std::uint32_t>(options_.size())});
        double sum = 0;
        for (std::size_t i = 0; i < choices.size(); ++i) {
            const auto& [choice, next, ways] = choices[i];
            sum += ways;
            const double share = std::min(sum / total, 1 - 0x1p-53);
            const bool last = i + 1 == choices.size();
            options_.push_back(
                {last ? 0 : static_cast<std::uint64_t>(std::ldexp(share, 64)), next, choice.value, choice.rest});
        }
    });
    ways_ = counter.ways()[root_];
    groups_.reserve(plan.division.groups.size());
    for (Division::Group& group : plan.division.groups) {
        Cards all;
        for (const Card card : group.cards) all.add(card);
        groups_.push_back({std::move(group.cards), all});
    }
    couples_ = std::move(plan.division.couples);
    for (const auto& [item, place, rest, couple] : plan.steps) steps_.push_back({item, place, rest, couple});
    fixed_ = plan.fixed;
}

void DivisionSampler::draw(Random& random, std::array<Cards, place_count>& sets) const {
    for (std::size_t place = 0; place < place_count; ++place) sets[place] |= fixed_[place];
    std::uint32_t node = root_;
    std::array<std::uint8_t, place_count> numbers{};
    for (const Step& step : steps_) {
        const Option& option = choose(node, random);
        node = option.next;
        if (step.couple) {
            sets[option.value / place_count].add(couples_[step.item].first);
            sets[option.value % place_count].add(couples_[step.item].second);
            continue;
        }
        numbers[step.place] = option.value;
        if (step.rest == place_count) continue;
        numbers[step.rest] = option.rest;
        deal_out(groups_[step.item], numbers, random, sets);
        numbers = {};
    }
}

// Draws for all places but the one that gets most, which takes what is left.
void DivisionSampler::deal_out(const Group& group, const std::array<std::uint8_t, place_count>& numbers, Random& random,
                               std::array<Cards, place_count>& sets) {
    std::array<Card, most_cards> cards;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled as far as needed
    std::ranges::copy(group.cards, cards.begin());
    const auto most = static_cast<std::size_t>(std::ranges::max_element(numbers) - numbers.begin());
    auto left = static_cast<std::uint32_t>(group.cards.size());
    Cards drawn;
    Draws draws(0);
    int draws_left = 0;
    for (std::size_t place = 0; place < place_count; ++place) {
        if (place == most) continue;
        Cards set;
        for (int i = 0; i < numbers[place]; ++i) {
            if (draws_left-- == 0) {
                draws = Draws(random.next());
                draws_left = draws_a_word - 1;
            }
            const std::uint32_t pick = draws.below(left--);
            set.add(cards[pick]);
            cards[pick] = cards[left];
        }
        sets[place] |= set;
        drawn |= set;
    }
    sets[most] |= group.all - drawn;
}

void DivisionSampler::add_chances(double weight, Chances& chances) const {
    for (std::size_t place = 0; place < place_count; ++place) {
        for (Cards rest = fixed_[place]; !rest.empty();) chances[place][rest.pop()] += weight;
    }
    // The steps at which nodes stand, and how likely each is to be passed. What follows a node was finished before it.
    std::vector<double> passed(nodes_.size());
    std::vector<std::size_t> step_of(nodes_.size());
    std::vector<std::array<double, place_count>> numbers(groups_.size());
    passed[root_] = weight;
    for (std::size_t node = root_ + 1; node-- > 0;) {
        if (passed[node] == 0 || step_of[node] == steps_.size()) continue;
        const Step& step = steps_[step_of[node]];
        std::uint64_t below = 0;
        for (const Option* option = &options_[nodes_[node].first];; ++option) {
            // Never none: an option that is there is possible.
            const double share =
                std::ldexp(static_cast<double>(std::max<std::uint64_t>(option->threshold - below, 1)), -64);
            const double likely = passed[node] * (option->threshold == 0 && below == 0 ? 1 : share);
            passed[option->next] += likely;
            step_of[option->next] = step_of[node] + 1;
            if (step.couple) {
                chances[option->value / place_count][couples_[step.item].first] += likely;
                chances[option->value % place_count][couples_[step.item].second] += likely;
            } else {
                numbers[step.item][step.place] += likely * option->value;
                if (step.rest < place_count) numbers[step.item][step.rest] += likely * option->rest;
            }
            if (option->threshold == 0) break;
            below = option->threshold;
        }
    }
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        for (std::size_t place = 0; place < place_count; ++place) {
            const double chance = numbers[i][place] / static_cast<double>(groups_[i].cards.size());
            for (const Card card : groups_[i].cards) chances[place][card] += chance;
        }
    }
}

}  // namespace gongzhu
