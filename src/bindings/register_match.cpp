#include "bindings.hpp"
#include "core/match.hpp"

namespace gongzhu::bindings {
namespace {

py::tuple points_tuple(const Totals& totals) { return py::tuple(py::cast(totals)); }

py::object to_optional_tuple(const std::optional<Totals>& totals) {
    return totals ? py::object(points_tuple(*totals)) : py::object(py::none());
}

py::list deals(const Match& match) {
    py::list list;
    for (const Totals& points : match.deals()) list.append(points_tuple(points));
    return list;
}

}  // namespace

void register_match(py::module_& module) {
    py::class_<Match>(
        module, "Match",
        "A game of many deals: totals, who leads and is dealt to next, when it ends, how it is settled.\n\n"
        "``first_dealt`` is the seat dealt to first, the loser of the last game or 0.")
        .def(py::init([](const RulesHolder& rules, int first_dealt) { return Match(rules, first_dealt); }),
             py::arg("rules").none(false), py::arg("first_dealt") = 0)
        .def_property_readonly("rules", [](const Match& match) { return to_python(match.rules_pointer()); })
        .def("record", &Match::record, py::arg("game"),
             "Enters a deal that is over. Raises IllegalMove where it is not, was played under other rules, or the "
             "match "
             "is over.")
        .def(
            "add",
            [](Match& match, const Totals& points, std::optional<int> pig_taker, std::optional<int> leader) {
                match.add(points, seat_or_minus_one(pig_taker), seat_or_minus_one(leader));
            },
            py::arg("points"), py::arg("pig_taker") = py::none(), py::arg("leader") = py::none(),
            "Enters a deal by the four players' points, or their sides' sums where the rules record those.")
        .def("penalize", &Match::penalize, py::arg("seat"), py::arg("points"),
             "Penalty points (000-HP), added to a total as they are given: negative ones hurt.")
        .def_property_readonly("totals", [](const Match& match) { return points_tuple(match.totals()); })
        .def_property_readonly("deals", &deals,
                               "What each deal entered into the four records; under zero_sum settled points.")
        .def_property_readonly("is_over", &Match::is_over)
        .def_property_readonly(
            "leader", [](const Match& match) { return seat_or_none(match.leader()); },
            "Who leads the next deal; None: by the lead card or by lot.")
        .def_property_readonly(
            "dealer", [](const Match& match) { return seat_or_none(match.dealer()); }, "The next dealer; None: by lot.")
        .def_property_readonly("first_dealt", &Match::first_dealt, "Who is dealt to first in the next deal.")
        .def_property_readonly(
            "settlement", [](const Match& match) { return to_optional_tuple(match.settlement()); },
            "The totals under zero_sum, which settles each deal; else what they are worth once the match is over, else "
            "None.")
        .def_property_readonly("losers", &Match::losers, "Seats, once the match is over.")
        .def_property_readonly("winners", &Match::winners, "Seats, once the match is over.")
        .def_property_readonly("pigs", &Match::pigs, "The last deal's lowest, under double_pig its highest too.")
        .def_property_readonly(
            "titles", [](const Match& match) { return py::tuple(py::cast(match.titles())); },
            "Each player's rank title (001 §8, 002).")
        .def("copy", [](const Match& match) { return match; })
        .def("__copy__", [](const Match& match) { return match; })
        .def(
            "__deepcopy__", [](const Match& match, const py::dict&) { return match; }, py::arg("memo"))
        .def("__repr__",
             [](const Match& match) {
                 return "<Match of " + match.rules().ruleset().name + ", " + std::to_string(match.deals().size()) +
                        " deals, totals " + py::str(points_tuple(match.totals())).cast<std::string>() + ">";
             })
        .def(
            "__eq__", [](const Match& a, const Match& b) { return a == b; }, py::is_operator())
        .def(
            "__ne__", [](const Match& a, const Match& b) { return !(a == b); }, py::is_operator())
        .def("__hash__", [](const Match& match) { return py::hash(points_tuple(match.totals())); })
        .def(py::pickle(
            [](const Match& match) {
                const Match::State& s = match.state();
                return py::make_tuple(to_python(match.rules_pointer()), s.first_dealt, s.totals, s.deals, s.pig_taker,
                                      s.last_leader, s.dealer);
            },
            [](const py::tuple& s) {
                return Match(s[0].cast<RulesHolder>(),
                             {s[1].cast<int>(), s[2].cast<Totals>(), s[3].cast<std::vector<Totals>>(), s[4].cast<int>(),
                              s[5].cast<int>(), s[6].cast<int>()});
            }));
}

}  // namespace gongzhu::bindings
