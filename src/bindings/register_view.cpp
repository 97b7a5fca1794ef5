#include "bindings.hpp"
#include "core/view.hpp"

namespace gongzhu::bindings {
namespace {

py::object card_or_none(const std::optional<Label>& label) { return label ? py::cast(*label) : py::object(py::none()); }

py::tuple moves_of(const std::vector<MoveLabel>& moves) {
    py::tuple tuple(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) tuple[i] = to_python(moves[i]);
    return tuple;
}

py::tuple seen_exposures(const View& view) {
    const py::object exposure = python_class("gongzhu.values", "Exposure");
    py::list list;
    for (const SeenExposure& seen : view.exposures) {
        list.append(exposure(seen.seat, card_or_none(seen.card), std::string(to_text(seen.kind))));
    }
    return py::tuple(list);
}

// The finished tricks; with `all` the one on the table too, whose winner is −1.
py::tuple tricks_of(const View& view, bool all) {
    const py::object trick = python_class("gongzhu.values", "Trick");
    py::list list;
    for (const SeenTrick& seen : view.tricks) {
        if (all || seen.winner >= 0) list.append(trick(seen.leader, moves_of(seen.moves), seen.winner));
    }
    return py::tuple(list);
}

py::tuple unfinished_trick(const View& view) {
    return view.tricks.empty() || view.tricks.back().winner >= 0 ? py::tuple() : moves_of(view.tricks.back().moves);
}

py::object four_or_none(const std::optional<std::array<int, seat_count>>& numbers) {
    return numbers ? py::object(py::tuple(py::cast(*numbers))) : py::object(py::none());
}

py::tuple exposable_of(const View& view) {
    py::tuple choices(view.exposable.size());
    for (std::size_t i = 0; i < view.exposable.size(); ++i) {
        choices[i] = py::make_tuple(view.exposable[i].card, std::string(to_text(view.exposable[i].kind)));
    }
    return choices;
}

py::object colours_of(const View& view) {
    if (!view.colours) return py::none();
    return py::make_tuple(four_or_none((*view.colours)[0]), four_or_none((*view.colours)[1]));
}

// Everything a view holds, as Python values in a fixed order: for equality's hash, and for pickling.
py::tuple contents(const View& view) {
    return py::make_tuple(to_python(view.rules), view.seat, static_cast<int>(view.phase), view.leader, view.dealer,
                          view.to_play, to_tuple(view.hand), to_tuple(view.dealt), card_or_none(view.first_card),
                          to_tuple(view.removed), seen_exposures(view), card_or_none(view.called),
                          tricks_of(view, true), to_tuples(view.taken), view.led, moves_of(view.legal_moves),
                          four_or_none(view.sides), exposable_of(view), view.may_call, four_or_none(view.points),
                          colours_of(view));
}

std::optional<Label> to_card_or_none(py::handle card) {
    return card.is_none() ? std::nullopt : std::optional(card.cast<Label>());
}

std::vector<MoveLabel> to_moves(py::handle moves) {
    std::vector<MoveLabel> list;
    for (const py::handle move : moves) list.push_back(move.cast<MoveLabel>());
    return list;
}

View from_contents(const py::tuple& s) {
    View view;
    view.rules = s[0].cast<RulesHolder>();
    view.seat = s[1].cast<int>();
    view.phase = static_cast<Phase>(s[2].cast<int>());
    view.leader = s[3].cast<int>();
    view.dealer = s[4].cast<int>();
    view.to_play = s[5].cast<int>();
    view.hand = to_labels(s[6], "hand");
    view.dealt = to_labels(s[7], "dealt");
    view.first_card = to_card_or_none(s[8]);
    view.removed = to_labels(s[9], "removed");
    for (const py::handle exposure : s[10]) {
        const auto parts = py::reinterpret_borrow<py::tuple>(exposure);
        view.exposures.push_back(
            {parts[0].cast<int>(), to_card_or_none(parts[1]), parse_kind(parts[2].cast<std::string>())});
    }
    view.called = to_card_or_none(s[11]);
    for (const py::handle trick : s[12]) {
        const auto parts = py::reinterpret_borrow<py::tuple>(trick);
        view.tricks.push_back({parts[0].cast<int>(), to_moves(parts[1]), parts[2].cast<int>()});
    }
    view.taken = to_seat_labels(s[13], "taken");
    view.led = s[14].cast<unsigned>();
    view.legal_moves = to_moves(s[15]);
    view.sides = s[16].cast<std::optional<std::array<int, seat_count>>>();
    for (const py::handle choice : s[17]) {
        const auto parts = py::reinterpret_borrow<py::tuple>(choice);
        view.exposable.push_back({parts[0].cast<Label>(), parse_kind(parts[1].cast<std::string>())});
    }
    view.may_call = s[18].cast<bool>();
    view.points = s[19].cast<std::optional<Points>>();
    view.colours = s[20].cast<std::optional<std::array<Points, 2>>>();
    return view;
}

}  // namespace

void register_view(py::module_& module) {
    py::class_<View>(module, "View", "What one seat may know of a game, made by ``game.view(seat)``; a value.")
        .def_property_readonly("rules", [](const View& view) { return to_python(view.rules); })
        .def_readonly("seat", &View::seat)
        .def_property_readonly("phase", [](const View& view) { return phase_name(view.phase); })
        .def_readonly("leader", &View::leader)
        .def_readonly("dealer", &View::dealer)
        .def_property_readonly("to_play", [](const View& view) { return seat_or_none(view.to_play); })
        .def_property_readonly(
            "hand", [](const View& view) { return to_tuple(view.hand); }, "The cards still held.")
        .def_property_readonly(
            "dealt", [](const View& view) { return to_tuple(view.dealt); }, "The hand at the start.")
        .def_property_readonly("first_card", [](const View& view) { return card_or_none(view.first_card); })
        .def_property_readonly("removed", [](const View& view) { return to_tuple(view.removed); })
        .def_property_readonly("exposures", &seen_exposures,
                               "A tuple of Exposure; the card is None where it is hidden from this seat.")
        .def_property_readonly("called", [](const View& view) { return card_or_none(view.called); })
        .def_property_readonly("tricks", [](const View& view) { return tricks_of(view, false); })
        .def_property_readonly("current_trick", &unfinished_trick)
        .def_property_readonly(
            "taken", [](const View& view) { return to_tuples(view.taken); },
            "Four tuples: the cards each seat has taken.")
        .def_property_readonly("led", [](const View& view) { return led_text(view.led); })
        .def(
            "legal_moves", [](const View& view) { return py::list(moves_of(view.legal_moves)); },
            "The legal moves when it is this seat's turn, else none.")
        .def_property_readonly(
            "sides", [](const View& view) { return four_or_none(view.sides); },
            "Four side numbers where this seat knows the partners, else None.")
        .def_property_readonly("exposable", &exposable_of, "What this seat may expose now, pairs of a card and a kind.")
        .def_readonly("may_call", &View::may_call, "Whether this seat is the dealer who names a card now (003).")
        .def_property_readonly(
            "points", [](const View& view) { return four_or_none(view.points); },
            "Each seat's own points once the deal is over, else None.")
        .def_property_readonly(
            "colours", &colours_of,
            "For who may change the colours (000-BD): the points if he leaves them and if he changes "
            "them; else None.")
        .def("__repr__",
             [](const View& view) {
                 return "<View of seat " + std::to_string(view.seat) + ", " + std::to_string(view.hand.size()) +
                        " cards in hand>";
             })
        .def(
            "__eq__", [](const View& a, const View& b) { return a == b; }, py::is_operator())
        .def(
            "__ne__", [](const View& a, const View& b) { return !(a == b); }, py::is_operator())
        .def("__hash__", [](const View& view) { return py::hash(contents(view)); })
        .def(py::pickle(&contents, &from_contents));
}

}  // namespace gongzhu::bindings
