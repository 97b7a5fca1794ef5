// What the register_* functions share: conversions between Python objects and the core's types.
#pragma once

#include <array>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "core/game.hpp"
#include "core/labels.hpp"
#include "core/rules.hpp"
#include "core/score_text.hpp"

namespace gongzhu::bindings {

namespace py = pybind11;

// Python holds rules and deals by non-const pointers, but binds nothing that changes them.
using RulesHolder = std::shared_ptr<Rules>;
using DealHolder = std::shared_ptr<Deal>;
inline RulesHolder to_python(const std::shared_ptr<const Rules>& rules) {
    return std::const_pointer_cast<Rules>(rules);
}
inline DealHolder to_python(const std::shared_ptr<const Deal>& deal) { return std::const_pointer_cast<Deal>(deal); }

// A Python value as a T; TypeError that says where it stands and what was expected there.
template <class T>
T to(py::handle value, const std::string& what, const char* expected) {
    if constexpr (std::is_base_of_v<py::object, T>) {
        if (py::isinstance<T>(value)) return py::reinterpret_borrow<T>(value);
    } else if (py::detail::make_caster<T> caster; caster.load(value, true)) {
        return py::detail::cast_op<T>(std::move(caster));
    }
    throw py::type_error(what + ": expected " + expected + ", not " + py::repr(value).cast<std::string>());
}

// A Card, or its text.
Label to_label(py::handle card);
std::vector<Label> to_labels(py::handle cards, const std::string& what);
// Four lists of cards, one a seat.
SeatLabels to_seat_labels(py::handle lists, const std::string& what);
// (seat, card, kind) triples.
std::vector<DealText::ExposedLabel> to_exposed(py::handle triples);

// The Python object for a move. Single cards are made once and shared: they are immutable, and a game asks for many.
py::object to_python(const MoveLabel& move);

py::tuple to_tuple(const std::vector<Label>& labels);
py::tuple to_tuples(const SeatLabels& lists);

// −1 stands for None in the core.
py::object seat_or_none(int seat);
int seat_or_minus_one(const std::optional<int>& seat);

// Suits as letters, "SH", from a bit each.
std::string led_text(unsigned led);

const char* phase_name(Phase phase);

// The ruleset that a call means which names none.
RulesHolder default_rules(int cards_each);

py::object python_class(const char* module, const char* name);

// Sets the Python error for one of the core's exceptions; false for any other, for which it does nothing.
bool raise_python_error(const std::exception_ptr& pointer);

void register_errors(py::module_& module);
void register_cards(py::module_& module);
void register_ruleset(py::module_& module);
void register_deal(py::module_& module);
void register_game(py::module_& module);
void register_view(py::module_& module);
void register_match(py::module_& module);
void register_scoring(py::module_& module);
void register_solver(py::module_& module);
void register_selfish(py::module_& module);
void register_claim_check(py::module_& module);
void register_batch(py::module_& module);
void register_sample(py::module_& module);
void register_policy(py::module_& module);
void register_bots(py::module_& module);

}  // namespace gongzhu::bindings
