#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bindings.hpp"
#include "pausing.hpp"
#include "play/policy_player.hpp"
#include "play/training.hpp"

namespace gongzhu::bindings {
namespace {

using WeightsHolder = std::shared_ptr<LearnedWeights>;

AnyPolicy policy_by_name(const std::string& name) {
    if (name == "random") return RandomPolicy{};
    if (name == "careful") return CarefulPolicy{};
    throw std::invalid_argument("policy '" + name + "' is unknown; without weights there are random, careful");
}

WeightsHolder weights_of_bytes(const py::bytes& bytes) {
    const std::string_view view = bytes;
    return std::make_shared<LearnedWeights>(
        LearnedWeights::from_bytes({reinterpret_cast<const std::uint8_t*>(view.data()), view.size()}));
}

py::bytes bytes_of_weights(const LearnedWeights& weights) {
    const std::vector<std::uint8_t> bytes = weights.to_bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

py::list expose_by(PolicyPlayer& self, const View& view) {
    py::list chosen;
    for (const auto& [card, kind] : self.expose(view)) {
        chosen.append(py::make_tuple(card, std::string(to_text(kind))));
    }
    return chosen;
}

py::list explain_by(PolicyPlayer& self, const View& view) {
    const std::vector<MoveEstimate> found = [&] {
        const py::gil_scoped_release release;
        return self.explain(view);
    }();
    py::list list;
    for (const auto& [move, mean, error] : found) list.append(py::make_tuple(to_python(move), mean, error));
    return list;
}

Trainer new_trainer(const std::vector<RulesHolder>& rules, std::uint64_t seed) {
    if (rules.empty()) throw std::invalid_argument("rules: there are none to train for");
    for (const RulesHolder& one : rules) {
        if (LearnedWeights::kind_of(*one) != LearnedWeights::kind_of(*rules.front())) {
            throw std::invalid_argument("rules: all must have as many decks, and all fixed partners or none");
        }
    }
    return {{rules.begin(), rules.end()}, seed};
}

py::tuple compare_policies(const RulesHolder& rules, const AnyPolicy& first, const AnyPolicy& second,
                           std::uint64_t seed, std::size_t deals, int threads) {
    const Comparison found = [&] {
        const py::gil_scoped_release release;
        return compare(*rules, first, second, seed, deals, threads, pause_for_signals());
    }();
    return py::make_tuple(found.mean, found.error);
}

}  // namespace

void register_policy(py::module_& module) {
    py::class_<LearnedWeights, WeightsHolder>(module, "Weights", "The tables of the learned policy.")
        .def(py::init<>())
        .def(py::init(&weights_of_bytes), py::arg("data"))
        .def("to_bytes", &bytes_of_weights, "The weights as the bytes of a file.");

    py::class_<AnyPolicy>(module, "Policy", "How a seat plays and exposes at once: gongzhu.policies.policy.")
        .def(py::init(&policy_by_name), py::arg("name"))
        .def(py::init([](const WeightsHolder& weights) { return AnyPolicy(LearnedPolicy(weights)); }),
             py::arg("weights"));

    py::class_<PolicyPlayer>(module, "PolicyPlayer", "A policy that plays and exposes by views.")
        .def(py::init<const AnyPolicy&, std::uint64_t, std::size_t>(), py::arg("policy"), py::arg("seed"),
             py::arg("deals"))
        .def(
            "choose", [](PolicyPlayer& self, const View& view) { return to_python(self.choose(view)); },
            py::arg("view"), "The move to make.")
        .def("expose", &expose_by, py::arg("view"), "The cards to expose, each with its kind.")
        .def("explain", &explain_by, py::arg("view"), "Every legal move with its mean and the standard error of that.");

    py::class_<Trainer>(module, "Trainer", "Learns the tables of the learned policy: gongzhu.training.")
        .def(py::init(&new_trainer), py::arg("rules"), py::arg("seed"))
        .def(
            "imitate",
            [](Trainer& self, int steps, double rate, int threads) {
                const py::gil_scoped_release release;
                self.imitate(steps, rate, threads, pause_for_signals());
            },
            py::arg("steps"), py::arg("rate"), py::arg("threads"), "Steps towards the careful policy's choices.")
        .def(
            "improve",
            [](Trainer& self, int steps, double rate, int threads) {
                const py::gil_scoped_release release;
                self.improve(steps, rate, threads, pause_for_signals());
            },
            py::arg("steps"), py::arg("rate"), py::arg("threads"), "Steps of self-play.")
        .def("refresh", &Trainer::refresh, "Makes the next steps as large as the first.")
        .def("average_from_now", &Trainer::average_from_now,
             "From now on the weights are the mean of those after each step.")
        .def("write", &Trainer::write, py::arg("weights"), "Puts the tables among the weights.");

    module.def("compare_policies", &compare_policies, py::arg("rules"), py::arg("first"), py::arg("second"),
               py::arg("seed"), py::arg("deals"), py::arg("threads"),
               "How much more the first policy's seats get a deal than the second's, and the standard error: every "
               "deal is played twice, with the seats exchanged, 0 and 2 against 1 and 3.");
}

}  // namespace gongzhu::bindings
