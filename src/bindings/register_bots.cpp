#include "bindings.hpp"
#include "core/view.hpp"
#include "pausing.hpp"
#include "play/sampling_bot.hpp"

namespace gongzhu::bindings {
namespace {

using Holder = std::unique_ptr<SamplingBot>;

py::object choose(const SamplingBot& self, const View& view) {
    const MoveLabel move = [&] {
        const py::gil_scoped_release release;
        return self.choose(view, pause_for_signals());
    }();
    return to_python(move);
}

py::list explain(const SamplingBot& self, const View& view) {
    const std::vector<MoveEstimate> estimates = [&] {
        const py::gil_scoped_release release;
        return self.explain(view, pause_for_signals());
    }();
    py::list list;
    for (const auto& [move, mean, error] : estimates) list.append(py::make_tuple(to_python(move), mean, error));
    return list;
}

py::list expose(const SamplingBot& self, const View& view) {
    const std::vector<Exposable> exposures = [&] {
        const py::gil_scoped_release release;
        return self.expose(view, pause_for_signals());
    }();
    py::list list;
    for (const auto& [card, kind] : exposures) list.append(py::make_tuple(card, std::string(to_text(kind))));
    return list;
}

}  // namespace

void register_bots(py::module_& module) {
    py::class_<SamplingBot, Holder>(module, "SamplingBot", "A bot that decides by sampled deals: gongzhu.players.")
        .def_static(
            "greedy", [](std::uint64_t seed, std::size_t samples) { return make_greedy(seed, {samples}); },
            py::arg("seed"), py::kw_only(), py::arg("samples"))
        .def_static(
            "pimc",
            [](std::uint64_t seed, std::size_t samples, double seconds, int threads, const AnyPolicy& policy,
               bool racing, std::size_t nested, int pool, double trust, const std::optional<Totals>& totals,
               int deals) {
                const auto match = totals ? std::optional(MatchStanding{*totals, deals}) : std::nullopt;
                return make_pimc(seed, {.match = match,
                                        .budget = {samples, seconds, threads},
                                        .policy = policy,
                                        .racing = racing,
                                        .nested = nested,
                                        .pool = pool,
                                        .trust = trust});
            },
            py::arg("seed"), py::kw_only(), py::arg("samples"), py::arg("seconds"), py::arg("threads"),
            py::arg("policy"), py::arg("racing"), py::arg("nested"), py::arg("pool"), py::arg("trust"),
            py::arg("totals") = py::none(), py::arg("deals") = 0)
        .def_static(
            "ismcts",
            [](std::uint64_t seed, std::size_t samples, double seconds, const AnyPolicy& policy, double exploration,
               double urgency) {
                return make_ismcts(seed, {.budget = {samples, seconds, 1},
                                          .policy = policy,
                                          .exploration = exploration,
                                          .urgency = urgency});
            },
            py::arg("seed"), py::kw_only(), py::arg("samples"), py::arg("seconds"), py::arg("policy"),
            py::arg("exploration"), py::arg("urgency"))
        .def("choose", &choose, py::arg("view"), "The move to make.")
        .def("explain", &explain, py::arg("view"), "Every legal move with its mean and the standard error of that.")
        .def("expose", &expose, py::arg("view"), "The cards to expose, each with its kind.");
}

}  // namespace gongzhu::bindings
