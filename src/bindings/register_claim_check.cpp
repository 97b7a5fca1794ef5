#include "bindings.hpp"
#include "interruptible.hpp"
#include "solver/claim_check.hpp"

namespace gongzhu::bindings {
namespace {

// `claimed` is a copy: another thread may play on in the meantime.
py::dict check(Game claimed, std::optional<double> time_limit, std::optional<std::int64_t> nodes) {
    const auto search = [&](const std::atomic<bool>* flag) { return check_claim(claimed, {time_limit, nodes, flag}); };
    const ClaimCheck found = run_interruptibly(search);
    py::list refutation;
    for (const Move move : found.refutation) {
        refutation.append(to_python(label_of(move, claimed.exposures(), claimed.rules())));
    }
    py::dict result;
    result["holds"] = found.holds ? py::object(py::bool_(*found.holds)) : py::object(py::none());
    result["refutation"] = py::tuple(refutation);
    result["nodes"] = found.nodes;
    result["seconds"] = found.seconds;
    return result;
}

}  // namespace

void register_claim_check(py::module_& module) {
    module.def("check_claim", &check, py::arg("claimed"), py::kw_only(), py::arg("time_limit"), py::arg("nodes"),
               "Checks the claim that ended a game, behind gongzhu.verify_claim: the fields of a ClaimCheck.");
}

}  // namespace gongzhu::bindings
