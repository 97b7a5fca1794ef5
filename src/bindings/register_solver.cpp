#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "bindings.hpp"
#include "solver/solve.hpp"

namespace gongzhu::bindings {
namespace {

// Runs a search on a thread of its own, so that this one can look for Ctrl-C now and then.
Solution solve_interruptibly(const Game& game, SolveOptions options, std::int64_t hash_mb) {
    std::atomic<bool> stop{false};
    options.stop = &stop;
    Solution solution;
    std::exception_ptr failure;
    std::mutex mutex;
    std::condition_variable finished;
    bool done = false;

    const py::gil_scoped_release release;
    std::thread worker([&] {
        try {
            solution = solve(game, options, hash_mb);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        done = true;
        finished.notify_one();
    });
    bool interrupted = false;
    std::unique_lock lock(mutex);
    while (!finished.wait_for(lock, std::chrono::milliseconds(50), [&] { return done; })) {
        lock.unlock();
        {
            const py::gil_scoped_acquire acquire;
            if (!interrupted && PyErr_CheckSignals() != 0) {
                interrupted = true;
                stop = true;
            }
        }
        lock.lock();
    }
    lock.unlock();
    worker.join();
    if (interrupted) {
        const py::gil_scoped_acquire acquire;
        throw py::error_already_set();
    }
    if (failure) std::rethrow_exception(failure);
    return solution;
}

py::dict solve_to_dict(const Game& game, const std::string& objective, std::optional<int> seat,
                       std::optional<double> time_limit, std::optional<std::int64_t> nodes, std::int64_t hash_mb,
                       std::int64_t threads) {
    SolveOptions options;
    options.objective = parse_objective(objective);
    options.seat = seat_or_minus_one(seat);
    options.time_limit = time_limit;
    options.nodes = nodes;
    options.threads = threads;
    const Solution solution = solve_interruptibly(game, options, hash_mb);

    const auto label = [&](Move move) { return label_of(move, game.exposures(), game.rules()); };
    py::dict moves;
    for (const auto& [move, bounds] : solution.moves) {
        moves[py::cast(label(move))] = bounds.exact() ? py::object(py::int_(bounds.lower))
                                                      : py::object(py::make_tuple(bounds.lower, bounds.upper));
    }
    py::list line;
    for (const Move move : solution.line) line.append(label(move));
    py::dict result;
    result["value"] = solution.value;
    result["lower"] = solution.bounds.lower;
    result["upper"] = solution.bounds.upper;
    result["exact"] = solution.exact;
    result["moves"] = moves;
    result["line"] = line;
    result["points"] = solution.points ? py::object(py::tuple(py::cast(*solution.points))) : py::object(py::none());
    result["nodes"] = solution.nodes;
    result["seconds"] = solution.seconds;
    result["table_fill"] = solution.table_fill;
    return result;
}

}  // namespace

void register_solver(py::module_& module) {
    module.def("solve", &solve_to_dict, py::arg("game"), py::kw_only(), py::arg("objective"), py::arg("seat"),
               py::arg("time_limit"), py::arg("nodes"), py::arg("hash_mb"), py::arg("threads"),
               "The solver behind gongzhu.solve: the fields of a Solution.");
}

}  // namespace gongzhu::bindings
