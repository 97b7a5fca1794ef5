#include <pybind11/gil_safe_call_once.h>

#include "bindings.hpp"
#include "core/errors.hpp"

namespace gongzhu::bindings {

py::object python_class(const char* module, const char* name) { return py::module_::import(module).attr(name); }

Label to_label(py::handle card) {
    if (py::isinstance<Label>(card)) return card.cast<Label>();
    if (py::isinstance<py::str>(card)) return parse_label(to<std::string>(card, "card", "a text in Unicode"));
    throw py::type_error("expected a Card or its text, not " + py::repr(card).cast<std::string>());
}

std::vector<Label> to_labels(py::handle cards, const std::string& what) {
    if (py::isinstance<py::str>(cards) || !py::isinstance<py::iterable>(cards)) {
        throw py::type_error(what + ": expected a list of cards, not " + py::repr(cards).cast<std::string>());
    }
    std::vector<Label> labels;
    for (const py::handle card : cards) labels.push_back(to_label(card));
    return labels;
}

SeatLabels to_seat_labels(py::handle lists, const std::string& what) {
    if (py::isinstance<py::str>(lists) || !py::isinstance<py::sequence>(lists)) {
        throw py::type_error(what + ": expected four lists of cards, not " + py::repr(lists).cast<std::string>());
    }
    const auto sequence = py::reinterpret_borrow<py::sequence>(lists);
    if (sequence.size() != seat_count) {
        throw RulesError(what + ": expected four lists of cards, one a seat, not " + std::to_string(sequence.size()));
    }
    SeatLabels labels;
    for (std::size_t seat = 0; seat < seat_count; ++seat) labels[seat] = to_labels(sequence[seat], what);
    return labels;
}

std::vector<DealText::ExposedLabel> to_exposed(py::handle triples) {
    std::vector<DealText::ExposedLabel> exposed;
    for (const py::handle triple : triples) {
        const auto parts = py::isinstance<py::sequence>(triple) && !py::isinstance<py::str>(triple)
                               ? py::reinterpret_borrow<py::sequence>(triple)
                               : py::sequence(py::tuple());
        if (parts.size() != 3) {
            throw py::type_error("exposed: expected (seat, card, kind), not " + py::repr(triple).cast<std::string>());
        }
        const int seat = to<int>(parts[0], "exposed", "a seat");
        if (seat < 0 || seat >= seat_count) {
            throw RulesError("exposed: seat " + std::to_string(seat) + " is out of range, expected 0 to 3");
        }
        exposed.push_back({seat, to_label(parts[1]), parse_kind(to<std::string>(parts[2], "exposed", "a kind"))});
    }
    return exposed;
}

py::object to_python(const MoveLabel& move) {
    if (move.is_double()) return py::cast(move);
    constexpr std::size_t marks = 7;
    using Singles = std::array<py::object, 64 * marks>;
    PYBIND11_CONSTINIT static py::gil_safe_call_once_and_store<Singles> storage;
    Singles& singles = storage.call_once_and_store_result([] { return Singles{}; }).get_stored();
    py::object& single = singles[move.first.card * marks + static_cast<std::size_t>(move.first.mark)];
    if (!single) single = py::cast(move);
    return single;
}

py::tuple to_tuple(const std::vector<Label>& labels) {
    py::tuple tuple(labels.size());
    for (std::size_t i = 0; i < labels.size(); ++i) tuple[i] = py::cast(labels[i]);
    return tuple;
}

py::tuple to_tuples(const SeatLabels& lists) {
    return py::make_tuple(to_tuple(lists[0]), to_tuple(lists[1]), to_tuple(lists[2]), to_tuple(lists[3]));
}

py::object seat_or_none(int seat) { return seat < 0 ? py::object(py::none()) : py::object(py::int_(seat)); }

int seat_or_minus_one(const std::optional<int>& seat) {
    if (!seat) return -1;
    if (*seat < 0 || *seat >= seat_count) {
        throw RulesError("seat " + std::to_string(*seat) + " is out of range, expected 0 to 3");
    }
    return *seat;
}

std::string led_text(unsigned led) {
    std::string suits;
    for (int suit = 0; suit < suit_count; ++suit) {
        if ((led >> suit) & 1) suits += suit_letter(static_cast<Suit>(suit));
    }
    return suits;
}

const char* phase_name(Phase phase) {
    constexpr std::array<const char*, 3> names = {"exposing", "play", "over"};
    return names[static_cast<std::size_t>(phase)];
}

RulesHolder default_rules(int cards_each) {
    PYBIND11_CONSTINIT static py::gil_safe_call_once_and_store<std::array<RulesHolder, 2>> storage;
    const auto& presets = storage
                              .call_once_and_store_result([] {
                                  const py::object preset = python_class("gongzhu._core", "Ruleset").attr("preset");
                                  return std::array{preset("traditional").cast<RulesHolder>(),
                                                    preset("traditional-double").cast<RulesHolder>()};
                              })
                              .get_stored();
    return presets[cards_each > 13 ? 1 : 0];
}

}  // namespace gongzhu::bindings
