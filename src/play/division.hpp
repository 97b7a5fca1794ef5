// Dividing cards among four places: how many ways there are, and one of them, each as likely.
//
// Cards that may go to the same places are one group, of which only the numbers matter: how many go where is drawn with
// the weight of the ways there are, counted by dynamic programming, and then which, by a shuffle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/cards.hpp"
#include "core/random.hpp"
#include "wide.hpp"

namespace gongzhu {

inline constexpr int place_count = 4;

// A set of places, a bit each.
using Places = std::uint8_t;

struct Division {
    // Cards of which each may go to any of the places, whatever the others do.
    struct Group {
        Places places = 0;
        std::vector<Card> cards;
    };
    // Two cards of which only some ways of going are allowed: bit 4 * i + j for the first to i, the second to j.
    struct Couple {
        Card first = no_card;
        Card second = no_card;
        std::uint16_t ways = 0;
    };

    std::array<std::uint8_t, place_count> room{};  // filled exactly
    std::vector<Group> groups;
    std::vector<Couple> couples;
};

// How likely each card is in each place.
using Chances = std::array<std::array<double, 128>, place_count>;

// The number of ways, with every card a card of its own.
Wide count_ways(const Division& division);

// Draws from the ways of a division. It only reads, so any number of threads may share one.
class DivisionSampler {
public:
    explicit DivisionSampler(const Division& division);

    // The number of ways, rounded.
    double ways() const { return ways_; }
    // Adds the cards of one way to the sets. There must be one.
    void draw(Random& random, std::array<Cards, place_count>& sets) const;
    // Adds `weight` times the chances. What is possible adds more than nothing.
    void add_chances(double weight, Chances& chances) const;

private:
    static constexpr int draws_a_word = 4;

    // A choice: how many cards of a group go to a place, or which way a couple goes.
    struct Option {
        std::uint64_t threshold;  // chosen by a random word that is below it and not below the last; 0: the last option
        std::uint32_t next;       // the node that follows
        std::uint8_t value;
        std::uint8_t rest;  // how many cards go to the group's last place
    };
    struct Node {
        std::uint32_t first;  // of its options
    };
    struct Step {
        std::uint8_t item;   // the group, or the couple
        std::uint8_t place;  // of a group: whose number is chosen
        std::uint8_t rest;   // of a group, at its last step: the place that gets what is left; else place_count
        bool couple;
    };
    struct Group {
        std::vector<Card> cards;
        Cards all;
    };

    const Option& choose(std::uint32_t node, Random& random) const {
        const Option* option = &options_[nodes_[node].first];
        if (option->threshold == 0) return *option;
        for (const std::uint64_t word = random.next(); word >= option->threshold && option->threshold != 0;) ++option;
        return *option;
    }
    static void deal_out(const Group& group, const std::array<std::uint8_t, place_count>& numbers, Random& random,
                         std::array<Cards, place_count>& sets);

    std::vector<Group> groups_;
    std::vector<Division::Couple> couples_;
    std::vector<Step> steps_;
    std::vector<Node> nodes_;
    std::vector<Option> options_;
    std::array<Cards, place_count> fixed_{};  // cards that can go to one place only
    std::uint32_t root_ = 0;
    double ways_ = 0;
};

}  // namespace gongzhu
