#include <pybind11/operators.h>

#include "bindings.hpp"
#include "core/ruleset.hpp"

namespace gongzhu::bindings {
namespace {

std::string mark_text(const Label& label) {
    const std::string text = to_text(label);
    const std::size_t star = text.find('*');
    return star == std::string::npos ? std::string{} : text.substr(star);
}

std::size_t hash_of(const Label& label) {
    return static_cast<std::size_t>(label.card) * 8 + static_cast<std::size_t>(label.mark);
}

py::tuple cards_of_move(const MoveLabel& move) {
    if (move.is_double()) return py::make_tuple(move.first, move.second);
    return py::make_tuple(move.first);
}

}  // namespace

void register_cards(py::module_& module) {
    py::class_<Label>(module, "Card",
                      "A card by its text: ``Card(\"SQ\")``; with two decks ``Card(\"SQ*\")`` is an exposed copy.\n\n"
                      "Raises NotationError where the text is no card.")
        .def(py::init([](const std::string& text) { return parse_label(text); }), py::arg("text"))
        .def_property_readonly(
            "suit", [](const Label& label) { return std::string(1, suit_letter(suit_of(label.card))); },
            "One of S H D C.")
        .def_property_readonly(
            "rank", [](const Label& label) { return std::string(rank_text(rank_of(label.card))); },
            "One of 2-9 T J Q K A, or SJ and BJ for the jokers.")
        .def_property_readonly("mark", &mark_text, "Empty, or the star of an exposed copy, with its kind where told.")
        .def("__str__", py::overload_cast<Label>(&to_text))
        .def("__repr__", [](const Label& label) { return "Card('" + to_text(label) + "')"; })
        .def("__hash__", &hash_of)
        .def(py::self == py::self)
        .def(py::self != py::self)
        .def(py::self < py::self)
        .def(py::self <= py::self)
        .def(py::self > py::self)
        .def(py::self >= py::self)
        .def(py::pickle([](const Label& label) { return py::make_tuple(to_text(label)); },
                        [](const py::tuple& state) { return parse_label(state[0].cast<std::string>()); }));

    py::class_<MoveLabel>(
        module, "Move",
        "What a player puts on the table: one card, ``Move(\"SQ\")``, or two, ``Move(\"S5 HK\")``.\n\n"
        "The order of two cards does not matter. Raises NotationError where the text is no card.")
        .def(py::init([](const std::string& text) { return parse_move_label(text); }), py::arg("text"))
        .def_property_readonly("cards", &cards_of_move, "One or two cards.")
        .def("__str__", py::overload_cast<const MoveLabel&>(&to_text))
        .def("__repr__", [](const MoveLabel& move) { return "Move('" + to_text(move) + "')"; })
        .def("__hash__", [](const MoveLabel& move) { return hash_of(move.first) + hash_of(move.second); })
        .def(py::self == py::self)
        .def(
            "__ne__", [](const MoveLabel& a, const MoveLabel& b) { return !(a == b); }, py::is_operator())
        .def(py::pickle([](const MoveLabel& move) { return py::make_tuple(to_text(move)); },
                        [](const py::tuple& state) { return parse_move_label(state[0].cast<std::string>()); }));
}

}  // namespace gongzhu::bindings
