#include "arrays.hpp"
#include "bindings.hpp"
#include "pausing.hpp"
#include "play/batch.hpp"

namespace gongzhu::bindings {
namespace {

std::span<const std::uint8_t> rows_of(const std::optional<Bytes>& array) {
    if (!array) return {};
    return {array->data(), static_cast<std::size_t>(array->size())};
}

void deal_out(const RulesHolder& rules, std::uint64_t seed, int threads, Bytes out) {
    const std::span owners = room_of(out);
    const py::gil_scoped_release release;
    deal_batch(*rules, seed, threads, owners, pause_for_signals());
}

void play_out(const RulesHolder& rules, std::uint64_t seed, bool expose, int threads, Integers out) {
    const std::span points = room_of(out);
    const py::gil_scoped_release release;
    playout_batch(*rules, seed, expose, threads, points, pause_for_signals());
}

void roll_out(const RulesHolder& rules, const AnyPolicy& policy, std::uint64_t seed, bool expose, int threads,
              Integers out) {
    const std::span points = room_of(out);
    const py::gil_scoped_release release;
    rollout_batch(*rules, policy, seed, expose, threads, points, pause_for_signals());
}

void score(const RulesHolder& rules, const Bytes& taken, const std::optional<Bytes>& exposed,
           const std::optional<Bytes>& dealt, const std::optional<Bytes>& removed, int threads, Integers out) {
    const TakenRows rows{rows_of(taken), rows_of(exposed), rows_of(dealt), rows_of(removed)};
    const std::span points = room_of(out);
    const py::gil_scoped_release release;
    score_batch(*rules, rows, threads, points, pause_for_signals());
}

}  // namespace

void register_batch(py::module_& module) {
    module.def("batch_deal", &deal_out, py::arg("rules"), py::arg("seed"), py::arg("threads"),
               py::arg("out").noconvert(), "Fills ``out`` with random deals: gongzhu.batch.deal.");
    module.def("batch_playouts", &play_out, py::arg("rules"), py::arg("seed"), py::arg("expose"), py::arg("threads"),
               py::arg("out").noconvert(), "Fills ``out`` with the points of random playouts: gongzhu.batch.playouts.");
    module.def("batch_rollouts", &roll_out, py::arg("rules"), py::arg("policy"), py::arg("seed"), py::arg("expose"),
               py::arg("threads"), py::arg("out").noconvert(),
               "Fills ``out`` with the points of deals played by a policy: gongzhu.batch.rollouts.");
    module.def("batch_score", &score, py::arg("rules"), py::arg("taken").noconvert(), py::arg("exposed").noconvert(),
               py::arg("dealt").noconvert(), py::arg("removed").noconvert(), py::arg("threads"),
               py::arg("out").noconvert(), "Fills ``out`` with the points of the rows: gongzhu.batch.score.");
}

}  // namespace gongzhu::bindings
