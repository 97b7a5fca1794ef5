#include <atomic>
#include <memory>

#include "bindings.hpp"
#include "core/errors.hpp"
#include "interruptible.hpp"
#include "solver/solve.hpp"

namespace gongzhu::bindings {
namespace {

// A number, or a pair where they differ.
py::object value_within(const Bounds& bounds) {
    if (bounds.exact()) return py::int_(bounds.lower);
    return py::make_tuple(bounds.lower, bounds.upper);
}

py::dict fields_of(const Solution& solution, const Game& game) {
    const auto label = [&](Move move) { return to_python(label_of(move, game.exposures(), game.rules())); };
    py::dict moves;
    for (const auto& [move, bounds] : solution.moves) moves[label(move)] = value_within(bounds);
    py::tuple line(solution.line.size());
    for (std::size_t i = 0; i < solution.line.size(); ++i) line[i] = label(solution.line[i]);
    py::dict result;
    result["value"] = solution.value;
    result["lower"] = solution.bounds.lower;
    result["upper"] = solution.bounds.upper;
    result["exact"] = solution.exact;
    result["at_least"] = solution.at_least;
    result["estimate"] = solution.estimate;
    result["best"] = label(solution.best);
    result["moves"] = moves;
    result["line"] = line;
    result["points"] = solution.points ? py::object(py::tuple(py::cast(*solution.points))) : py::object(py::none());
    result["nodes"] = solution.nodes;
    result["seconds"] = solution.seconds;
    result["table_fill"] = solution.table_fill;
    return result;
}

py::dict solve(Solver& solver, const Game& game, const std::string& objective, const std::string& measure,
               std::optional<int> seat, std::optional<double> time_limit, std::optional<std::int64_t> nodes,
               std::optional<int> at_least, bool every_move, std::int64_t threads,
               const std::shared_ptr<StopFlag>& stop) {
    SolveOptions options;
    options.objective = parse_objective(objective);
    options.measure = parse_measure(measure);
    options.seat = seat_or_minus_one(seat);
    options.time_limit = time_limit;
    options.nodes = nodes;
    options.at_least = at_least;
    options.every_play = every_move;
    options.threads = threads;
    Game asked = game;  // another thread may play on in the meantime
    if (asked.phase() == Phase::exposing) asked.begin();
    const auto search = [&](const std::atomic<bool>* flag) {
        options.stop = flag;
        return solver.solve(asked, options);
    };
    return fields_of(run_interruptibly(search, stop->value), asked);
}

// The weight of each seat's points in the value, and whether each seat raises (1) or lowers (−1) it.
py::tuple aim_of(const Game& game, const std::string& objective, const std::string& measure, int seat) {
    if (seat < 0 || seat >= seat_count) {
        throw RulesError("seat " + std::to_string(seat) + " is out of range, expected 0 to 3");
    }
    const solver::Aim aim = solver::make_aim(parse_objective(objective), parse_measure(measure), seat, game.sides());
    return py::make_tuple(py::tuple(py::cast(aim.weights)), py::tuple(py::cast(aim.roles)));
}

}  // namespace

void register_solver(py::module_& module) {
    py::class_<StopFlag, std::shared_ptr<StopFlag>>(module, "StopFlag", "Ends the searches that were given it.")
        .def(py::init<>())
        .def("set", [](StopFlag& flag) { flag.value = true; }, "Ends them, from any thread.");
    py::class_<Solver>(module, "Solver", "The solver behind gongzhu.Solver.")
        .def(py::init<std::int64_t>(), py::arg("hash_mb"))
        .def("solve", &solve, py::arg("game"), py::kw_only(), py::arg("objective"), py::arg("measure"), py::arg("seat"),
             py::arg("time_limit"), py::arg("nodes"), py::arg("at_least"), py::arg("every_move"), py::arg("threads"),
             py::arg("stop").none(false),
             "The fields of a Solution, values in units of the measure: points, or thirds of a point.")
        .def("clear", &Solver::clear, py::call_guard<py::gil_scoped_release>());
    module.def("aim_of", &aim_of, py::arg("game"), py::kw_only(), py::arg("objective"), py::arg("measure"),
               py::arg("seat"),
               "What a value is made of: the weight of each seat's points, in units of the measure, and whether each "
               "seat raises (1) or lowers (-1) it.");
}

}  // namespace gongzhu::bindings
