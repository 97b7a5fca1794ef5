#include "arrays.hpp"
#include "bindings.hpp"
#include "core/view.hpp"
#include "pausing.hpp"
#include "play/columns.hpp"
#include "play/replay.hpp"
#include "play/sampler.hpp"

namespace gongzhu::bindings {
namespace {

// A sampler beside the view that it is for.
struct ViewSampler {
    View view;
    Sampler sampler;

    const DealRecord& record() const { return sampler.knowledge().record; }
};

py::object count(const ViewSampler& self) {
    const std::string digits = [&] {
        const py::gil_scoped_release release;
        return self.sampler.count().to_hexadecimal();
    }();
    return py::reinterpret_steal<py::object>(PyLong_FromString(digits.c_str(), nullptr, 16));
}

DealHolder deal(const ViewSampler& self, std::uint64_t seed, std::uint64_t index) {
    return std::make_shared<Deal>(deal_of(self.view, self.record(), self.sampler.draw(seed, index)));
}

Game game(const ViewSampler& self, std::uint64_t seed, std::uint64_t index) {
    return game_of(self.view, self.record(), self.sampler.draw(seed, index));
}

void fill(const ViewSampler& self, std::uint64_t seed, bool dealt, int threads, Bytes owners, Bytes exposed) {
    const std::span owner_room = room_of(owners);
    const std::span exposed_room = room_of(exposed);
    const py::gil_scoped_release release;
    sample_batch(self.sampler, seed, dealt, threads, owner_room, exposed_room, pause_for_signals());
}

void chances(const ViewSampler& self, Doubles out) {
    const Columns columns(*self.record().rules);
    const Chances found = self.sampler.chances();
    const std::span room = room_of(out);
    for (std::size_t seat = 0; seat < seat_count; ++seat) {
        for (const Card card : self.record().rules->deck_list()) {
            room[seat * columns.size() + columns.column(card)] = found[seat][card];
        }
    }
}

std::vector<std::size_t> resample_candidates(const Doubles& weights, std::size_t count, std::uint64_t seed) {
    Random random(seed, static_cast<std::uint64_t>(weights.size()));
    return resample({weights.data(), static_cast<std::size_t>(weights.size())}, count, random);
}

}  // namespace

void register_sample(py::module_& module) {
    py::class_<ViewSampler>(module, "Sampler", "The deals that a view allows: gongzhu.Sampler.")
        .def(py::init([](const View& view, bool leads_by_card) {
                 return ViewSampler{view, sampler_of(view, {leads_by_card})};
             }),
             py::arg("view"), py::kw_only(), py::arg("leads_by_card"))
        .def("count", &count, "How many there are.")
        .def("deal", &deal, py::arg("seed"), py::arg("index"), "A deal of the row that a seed gives.")
        .def("game", &game, py::arg("seed"), py::arg("index"), "The same exposed and played as the view tells.")
        .def("fill", &fill, py::arg("seed"), py::arg("dealt"), py::arg("threads"), py::arg("owners").noconvert(),
             py::arg("exposed").noconvert(), "Fills the arrays with the row's deals: gongzhu.Sampler.arrays.")
        .def("chances", &chances, py::arg("out").noconvert(),
             "Fills ``out`` with how likely each seat holds each card: gongzhu.Sampler.chances.");
    module.def("resample", &resample_candidates, py::arg("weights"), py::arg("count"), py::arg("seed"),
               "The candidates taken by their weights.\n\n"
               "Raises ValueError where a weight is negative or not finite, or all are 0.");
}

}  // namespace gongzhu::bindings
