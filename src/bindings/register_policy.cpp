#include <cstdint>
#include <string>

#include "bindings.hpp"
#include "play/policy_player.hpp"

namespace gongzhu::bindings {
namespace {

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

}  // namespace

void register_policy(py::module_& module) {
    py::class_<PolicyPlayer>(module, "PolicyPlayer", "A policy that plays and exposes by views.")
        .def(py::init([](const std::string& policy, std::uint64_t seed, std::size_t deals) {
                 return PolicyPlayer(policy_by_name(policy), seed, deals);
             }),
             py::arg("policy"), py::arg("seed"), py::arg("deals"))
        .def(
            "choose", [](PolicyPlayer& self, const View& view) { return to_python(self.choose(view)); },
            py::arg("view"), "The move to make.")
        .def("expose", &expose_by, py::arg("view"), "The cards to expose, each with its kind.")
        .def("explain", &explain_by, py::arg("view"), "Every legal move with its mean and the standard error of that.");
}

}  // namespace gongzhu::bindings
