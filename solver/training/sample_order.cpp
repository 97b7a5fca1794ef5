// Plays random deals down to some number of cards, searches them, and writes examples from which train_order.py learns
// the order of plays:
//
//     sample_order OUTPUT WEIGHTS FIRST COUNT CARDS NODES
//
// for the deals FIRST … FIRST + COUNT − 1, each searched up to so many nodes, the order by the weights in a file of
// 16-bit integers. OUTPUT has a row of 32-bit integers for each play of an example: deal, node, nodes that the play
// cost, whether it made a cutoff, tricks to play, and its description. The same arguments give the same bytes.
//
//     sample_order --tables
//
// prints the number of kinds of plays and the sizes of the tables.
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"
#include "solver/objective.hpp"
#include "solver/request.hpp"
#include "solver/root.hpp"

namespace {

using namespace gongzhu;
using namespace gongzhu::solver;

constexpr std::int64_t table_mib = 256;
constexpr std::uint64_t play_stream = 0x6f72646572;

// Rules that differ in what a solver sees: bars, exposures, hearts, what all hearts and the transformer alone do.
Ruleset ruleset_for(std::uint64_t deal) {
    Ruleset rules;
    rules.kinds = {Kind::open, Kind::first};
    rules.bars = {Bar::follow, Bar::lead};
    switch (deal % 8) {
        case 1: rules.pig_flip = PigFlip::all_hearts; break;
        case 3: rules.bars.clear(); break;
        case 5: rules.heart_table = HeartTable::graded; break;
        case 7: rules.self_capture = 2; break;
        default: break;
    }
    return rules;
}

Aim aim_for(std::uint64_t deal, const Game& game) {
    const int seat = static_cast<int>(deal / 8 % seat_count);
    if (deal % 4 != 2) return make_aim(Objective::partners, Measure::points, seat, game.sides());
    return make_aim(Objective::solo, deal % 8 == 2 ? Measure::points : Measure::settled, seat, game.sides());
}

Game play_down(std::uint64_t seed, int cards) {
    Random draws(seed, play_stream);
    const auto rules = Rules::make(ruleset_for(seed));
    Game game(std::make_shared<Deal>(Deal::random(rules, seed)));
    for (int seat = 0; seat < seat_count; ++seat) {
        for (const auto& choice : game.exposable(seat)) {
            if (choice.kind != Kind::open || draws.below(4) != 0) continue;
            game.expose(seat, label_of(choice.card, game.exposures(), *rules), choice.kind);
        }
    }
    game.begin();
    while (game.hands()[0].count() > cards || game.position().trick().played != 0) {
        const auto moves = game.legal_moves();
        game.play(moves[static_cast<int>(draws.below(static_cast<std::uint32_t>(moves.size())))]);
    }
    return game;
}

OrderWeights read_weights(const std::string& path) {
    OrderWeights weights;
    std::ifstream file(path, std::ios::binary);
    if (!file.read(reinterpret_cast<char*>(weights.data()), sizeof weights)) {
        throw std::runtime_error(path + ": too short");
    }
    return weights;
}

void write(std::ofstream& file, const std::vector<std::int32_t>& row) {
    file.write(reinterpret_cast<const char*>(row.data()), static_cast<std::streamsize>(row.size() * sizeof row[0]));
}

void sample(std::uint64_t deal, int cards, std::int64_t nodes, const OrderWeights& weights, std::ofstream& file) {
    const Game game = play_down(deal, cards);
    const Setup<1> setup = setup_of<1>(game);
    const Position<1> start = present_position(game, setup);
    const Worth worth(setup, aim_for(deal, game));
    Problem problem(worth, start, table_mib);
    Team team(problem, Limits(std::nullopt, nodes, nullptr), 1, {});
    OrderSamples samples(deal, weights);
    team.take_samples(samples);
    Root(team, start).find_value(problem.standing(start));
    for (const OrderSample& sample : samples.samples) {
        std::vector<std::int32_t> row = {static_cast<std::int32_t>(deal), static_cast<std::int32_t>(sample.node),
                                         static_cast<std::int32_t>(sample.cost), sample.cutoff ? 1 : 0, sample.tricks};
        row.insert(row.end(), sample.description.begin(), sample.description.end());
        write(file, row);
    }
}

int run(const std::vector<std::string>& words) {
    if (words == std::vector<std::string>{"--tables"}) {
        std::cout << kinds_of_plays;
        for (const int size : tables) std::cout << ' ' << size;
        std::cout << '\n';
        return EXIT_SUCCESS;
    }
    if (words.size() != 6) throw std::runtime_error("usage: sample_order OUTPUT WEIGHTS FIRST COUNT CARDS NODES");
    std::ofstream file(words[0], std::ios::binary);
    const OrderWeights weights = read_weights(words[1]);
    const std::uint64_t first = std::stoull(words[2]);
    const std::uint64_t deals = std::stoull(words[3]);
    for (std::uint64_t deal = first; deal < first + deals; ++deal) {
        sample(deal, std::stoi(words[4]), std::stoll(words[5]), weights, file);
    }
    if (!file) throw std::runtime_error(words[0] + ": cannot be written");
    return EXIT_SUCCESS;
}

}  // namespace

int main(int count, char** arguments) {
    try {
        return run({arguments + 1, arguments + count});
    } catch (const std::exception& failure) {
        std::cerr << failure.what() << '\n';
        return EXIT_FAILURE;
    }
}
