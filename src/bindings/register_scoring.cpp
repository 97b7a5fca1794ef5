#include "bindings.hpp"
#include "core/errors.hpp"
#include "core/settlement.hpp"

namespace gongzhu::bindings {
namespace {

py::tuple score_taken(const py::object& taken, const Rules& rules, const py::object& exposed, const py::object& dealt,
                      const py::object& removed) {
    const SeatLabels from = dealt.is_none() ? SeatLabels{} : to_seat_labels(dealt, "dealt");
    const std::vector<Label> out = removed.is_none() ? std::vector<Label>{} : to_labels(removed, "removed");
    return py::tuple(py::cast(score_labels(rules, to_seat_labels(taken, "taken"), to_exposed(exposed), from, out)));
}

int winner_of(const py::object& plays, const Rules& rules) {
    const SeatLabels labels = to_seat_labels(plays, "plays");
    std::array<std::array<Label, 2>, seat_count> pairs{};
    for (std::size_t i = 0; i < seat_count; ++i) {
        if (labels[i].size() != 2) {
            throw RulesError("plays: two cards are played to a pair, not " + std::to_string(labels[i].size()));
        }
        pairs[i] = {labels[i][0], labels[i][1]};
    }
    return pair_winner(pairs, rules);
}

py::object settle_totals(const Totals& totals, const Rules& rules) {
    const auto points = settle(totals, rules);
    return points ? py::object(py::tuple(py::cast(*points))) : py::object(py::none());
}

}  // namespace

void register_scoring(py::module_& module) {
    module.def("score", &score_taken, py::arg("taken"), py::arg("rules"), py::arg("exposed") = py::tuple(),
               py::arg("dealt") = py::none(), py::arg("removed") = py::none(),
               "Each seat's points for the cards it took, a tuple of four.\n\n"
               "``taken`` are four lists of cards, ``exposed`` (seat, card, kind) triples, ``dealt`` four lists (which "
               "may be\n"
               "partial) of cards dealt to each seat, for self-capture, ``removed`` the cards drawn out of this deal.\n"
               "Raises RulesError that names the card, NotationError where a text is no card.");
    module.def(
        "settle", &settle_totals, py::arg("totals"), py::arg("rules"),
        "Settlement points for four totals, or None while nobody has passed a limit; zero_sum settles any totals.");
    module.def(
        "pair_winner", &winner_of, py::arg("plays"), py::arg("rules"),
        "Which of four plays of two cards takes the trick, 0 to 3 in order of play; the first is the pair led.\n\n"
        "Raises RulesError where the first is no pair or a play has not two cards.");
}

}  // namespace gongzhu::bindings
