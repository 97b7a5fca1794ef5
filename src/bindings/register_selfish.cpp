#include "bindings.hpp"
#include "interruptible.hpp"
#include "solver/selfish.hpp"

namespace gongzhu::bindings {
namespace {

template <class Value>
py::tuple each_seat(Value value) {
    return py::make_tuple(value(0), value(1), value(2), value(3));
}

py::tuple lower(const PointsBounds& bounds) {
    return each_seat([&](std::size_t seat) { return bounds[seat].lower; });
}

py::tuple upper(const PointsBounds& bounds) {
    return each_seat([&](std::size_t seat) { return bounds[seat].upper; });
}

// `game` is a copy: another thread may play on in the meantime.
py::dict solve_selfishly(Game game, std::optional<double> time_limit, std::optional<std::int64_t> nodes,
                         std::int64_t hash_mb, const std::shared_ptr<StopFlag>& stop) {
    const auto search = [&](const std::atomic<bool>* flag) {
        return solve_selfish(game, {time_limit, nodes, hash_mb, flag});
    };
    const SelfishSolution solution = run_interruptibly(search, (stop ? stop : std::make_shared<StopFlag>())->value);
    const auto label = [&](Move move) { return to_python(label_of(move, game.exposures(), game.rules())); };
    py::dict moves;
    for (const auto& [move, bounds] : solution.moves) {
        const py::tuple least = lower(bounds);
        const py::tuple most = upper(bounds);
        moves[label(move)] = least.equal(most) ? least : py::make_tuple(least, most);
    }
    py::list line;
    for (const Move move : solution.line) line.append(label(move));
    py::dict result;
    result["points"] = solution.points ? py::object(lower(solution.bounds)) : py::object(py::none());
    result["lower"] = lower(solution.bounds);
    result["upper"] = upper(solution.bounds);
    result["exact"] = solution.exact();
    result["moves"] = moves;
    result["line"] = line;
    result["tie_break"] = selfish_tie_break;
    result["nodes"] = solution.nodes;
    result["seconds"] = solution.seconds;
    result["table_fill"] = solution.table_fill;
    return result;
}

}  // namespace

void register_selfish(py::module_& module) {
    module.def("solve_selfish", &solve_selfishly, py::arg("game"), py::kw_only(), py::arg("time_limit"),
               py::arg("nodes"), py::arg("hash_mb"), py::arg("stop") = py::none(),
               "max^n, behind gongzhu.solve: what is proven of the four seats' points.");
}

}  // namespace gongzhu::bindings
