#include "bindings.hpp"
#include "core/errors.hpp"
#include "core/game.hpp"
#include "core/view.hpp"
#include "direct_methods.hpp"

namespace gongzhu::bindings {
namespace {

Game make_game(const DealHolder& deal, const RulesHolder& rules, std::optional<int> leader, std::optional<int> dealer) {
    const bool other_rules = rules && rules->ruleset() != deal->rules()->ruleset();
    const auto dealt =
        other_rules ? std::make_shared<const Deal>(deal->with_rules(rules)) : std::shared_ptr<const Deal>(deal);
    return Game(dealt, seat_or_minus_one(leader), seat_or_minus_one(dealer));
}

py::tuple labels_by_seat(const Game& game, const std::array<Cards, seat_count>& sets) {
    SeatLabels labels;
    for (int seat = 0; seat < seat_count; ++seat) labels[seat] = labels_of(sets[seat], game.exposures(), game.rules());
    return to_tuples(labels);
}

MoveLabel label(const Game& game, Move move) { return label_of(move, game.exposures(), game.rules()); }

MoveLabel to_move(py::handle move) {
    if (py::isinstance<MoveLabel>(move)) return move.cast<MoveLabel>();
    if (py::isinstance<Label>(move)) return {move.cast<Label>(), {}};
    return parse_move_label(to<std::string>(move, "play", "a Move or its text"));
}

py::object play(Game& game, py::handle move) {
    game.play(game.find_move(to_move(move)));
    return py::none();
}

py::object is_over(const Game& game) { return py::bool_(game.is_over()); }

py::list legal_moves(const Game& game) {
    if (const auto cards = game.legal_cards()) {  // much the most frequent case
        py::list list(static_cast<std::size_t>(cards->count()));
        py::ssize_t i = 0;
        for (Cards rest = *cards; !rest.empty(); ++i) {
            const MoveLabel move{label_of(rest.pop(), game.exposures(), game.rules()), {}};
            PyList_SET_ITEM(list.ptr(), i, to_python(move).release().ptr());
        }
        return list;
    }
    const MoveList moves = game.legal_moves();
    py::list list(static_cast<std::size_t>(moves.size()));
    for (int i = 0; i < moves.size(); ++i)
        PyList_SET_ITEM(list.ptr(), i, to_python(label(game, moves[i])).release().ptr());
    return list;
}

py::tuple moves_of(const Game& game, const std::vector<Move>& moves) {
    py::tuple tuple(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) tuple[i] = to_python(label(game, moves[i]));
    return tuple;
}

py::tuple finished_tricks(const Game& game) {
    const py::object trick = python_class("gongzhu.values", "Trick");
    py::list list;
    for (const PlayedTrick& played : game.tricks()) {
        if (played.winner >= 0) list.append(trick(played.leader, moves_of(game, played.moves), played.winner));
    }
    return py::tuple(list);
}

py::tuple current_trick(const Game& game) {
    const std::vector<PlayedTrick> tricks = game.tricks();
    return moves_of(game, tricks.empty() || tricks.back().winner >= 0 ? std::vector<Move>{} : tricks.back().moves);
}

py::tuple exposures_of(const Game& game) {
    const py::object exposure = python_class("gongzhu.values", "Exposure");
    py::list list;
    for (const auto& [seat, card, kind] : game.exposed()) {
        list.append(exposure(seat, Label{first_copy(card), Label::Mark::none}, std::string(to_text(kind))));
    }
    return py::tuple(list);
}

py::list exposable(const Game& game, int seat) {
    py::list list;
    for (const auto& [card, kind] : game.exposable(seat)) {
        list.append(py::make_tuple(Label{first_copy(card), Label::Mark::none}, std::string(to_text(kind))));
    }
    return list;
}

// takes: "all", or {seat: [cards]}.
void claim(Game& game, int seat, const py::object& takes) {
    Claim claim{seat, {}};
    Cards left = game.scoring_in_play();
    if (py::isinstance<py::str>(takes)) {
        if (!takes.equal(py::str("all"))) {
            throw IllegalMove("claim: takes must be 'all' or a dict of seats and cards, not " +
                              py::repr(takes).cast<std::string>());
        }
        if (seat >= 0 && seat < seat_count) claim.takes[static_cast<std::size_t>(seat)] = left;
    } else {
        for (const auto& [taker, cards] : to<py::dict>(takes, "claim", "'all' or a dict of seats and cards")) {
            const int number = to<int>(taker, "claim", "a seat");
            if (number < 0 || number >= seat_count) {
                throw IllegalMove("claim: seat " + std::to_string(number) + " is out of range, expected 0 to 3");
            }
            for (const Label& card : to_labels(cards, "claim")) {
                const Card meant = copy_meant(card, left, game.exposures(), game.rules());
                if (meant == no_card) {
                    throw IllegalMove("claim: " + to_text(card) +
                                      " is not a scoring card in play, or is claimed twice");
                }
                left.remove(meant);
                claim.takes[static_cast<std::size_t>(number)].add(meant);
            }
        }
    }
    game.claim(claim);
}

py::object claimed(const Game& game) {
    if (!game.claimed()) return py::none();
    return py::make_tuple(game.claimed()->seat, labels_by_seat(game, game.claimed()->takes));
}

py::tuple points(const Game& game) {
    const Points points = game.points();
    return py::make_tuple(points[0], points[1], points[2], points[3]);
}

py::object sides(const Game& game) {
    const auto sides = game.sides();
    if (!sides) return py::none();
    return py::make_tuple((*sides)[0], (*sides)[1], (*sides)[2], (*sides)[3]);
}

py::object taken_by(const Game& game, int seat) {
    if (seat < 0 || seat >= seat_count) {
        throw IllegalMove("taken: seat " + std::to_string(seat) + " is out of range, expected 0 to 3");
    }
    return to_tuple(labels_of(game.taken()[static_cast<std::size_t>(seat)], game.exposures(), game.rules()));
}

// What is printed or drawn is Python's business; the methods are here so that a game shows itself wherever it turns up.
template <class... Arguments>
py::object delegate(const char* module, const char* function, Arguments&&... arguments) {
    return python_class(module, function)(std::forward<Arguments>(arguments)...);
}

}  // namespace

void register_game(py::module_& module) {
    py::class_<Game> type(
        module, "Game",
        "A deal in play: exposing, then play to the end, with undo.\n\n"
        "``leader`` and ``dealer`` are seats; by default the rules and the deal tell. Raises RulesError where\n"
        "they do not, or where the deal does not fit the rules.");
    define_direct_property<Game, &is_over>(type, "is_over", "Whether the deal is over.");
    define_direct<Game, &legal_moves>(
        type, "legal_moves",
        "legal_moves(self: gongzhu._core.Game) -> list\n\n"
        "Every legal Move, copies that look alike once; empty once over. Raises IllegalMove before begin().");
    define_direct_of_one<Game, &play>(
        type, "play",
        "play(self: gongzhu._core.Game, move: object) -> None\n\n"
        "Plays a Move, or its text: \"SQ\", a pair \"SQ SQ\". Raises IllegalMove with the rule that is broken.");
    type.def(py::init(&make_game), py::arg("deal").none(false), py::arg("rules") = py::none(),
             py::arg("leader") = py::none(), py::arg("dealer") = py::none())
        .def_property_readonly("deal", [](const Game& game) { return to_python(game.deal_pointer()); })
        .def_property_readonly("rules", [](const Game& game) { return to_python(game.deal().rules()); })
        .def_property_readonly("leader", &Game::leader, "The seat that leads the first trick.")
        .def_property_readonly("leader_given", &Game::leader_given,
                               "Whether the leader was named, and so does not lead by the lead card.")
        .def_property_readonly("dealer", &Game::dealer)
        .def_property_readonly(
            "phase", [](const Game& game) { return phase_name(game.phase()); }, "\"exposing\", \"play\" or \"over\".")
        .def("exposable", &exposable, py::arg("seat"), "The (card, kind) that a seat may expose now.")
        .def(
            "expose",
            [](Game& game, int seat, const py::object& card, const std::string& kind) {
                game.expose(seat, to_label(card), parse_kind(kind));
            },
            py::arg("seat"), py::arg("card"), py::arg("kind") = "open",
            "Exposes one copy of a card. Raises IllegalMove with the rule that is broken.")
        .def_property_readonly("exposures", &exposures_of, "Every exposure, as a tuple of Exposure in the order made.")
        .def(
            "call", [](Game& game, const py::object& card) { game.call(to_label(card)); }, py::arg("card"),
            "The dealer names his partner's card, before exposing (called partnership, 003). Raises IllegalMove.")
        .def_property_readonly("called",
                               [](const Game& game) -> py::object {
                                   if (game.called() == no_card) return py::none();
                                   return py::cast(Label{game.called(), Label::Mark::none});
                               })
        .def_property_readonly(
            "caller", [](const Game& game) { return seat_or_none(game.caller()); },
            "Who may name a card now (called partnership, 003), or None.")
        .def("begin", &Game::begin, "Ends the exposing phase. Raises IllegalMove where it has ended.")
        .def_property_readonly(
            "to_play", [](const Game& game) { return seat_or_none(game.to_play()); },
            "The seat whose turn it is; None unless in play.")
        .def("undo", &Game::undo, "Takes back the last play, or a claim. Raises IllegalMove where there is none.")
        .def("points", &points, "Each seat's own points, a tuple of four. Raises IllegalMove before the end.")
        .def("taken", &taken_by, py::arg("seat"), "All cards of the tricks that a seat took.")
        .def_property_readonly("hands", [](const Game& game) { return labels_by_seat(game, game.hands()); })
        .def_property_readonly(
            "dealt", [](const Game& game) { return labels_by_seat(game, game.deal().hands()); },
            "The four hands at the start.")
        .def_property_readonly("tricks", &finished_tricks, "The finished tricks, as a tuple of Trick.")
        .def_property_readonly("current_trick", &current_trick, "The moves of the unfinished trick.")
        .def_property_readonly("history", [](const Game& game) { return moves_of(game, game.history()); })
        .def("view", &view_of, py::arg("seat"),
             "What a seat may know, and nothing else. Raises IllegalMove for a bad seat.")
        .def("claim", &claim, py::arg("seat"), py::arg("takes"),
             "Ends the deal by consent (000-BD, 000-HP): ``takes`` is \"all\" for the claimer, or {seat: [cards]} that "
             "gives\n"
             "every scoring card still in play to a seat. Raises IllegalMove where it does not.")
        .def_property_readonly("claimed", &claimed, "(seat, four tuples of cards), or None.")
        .def("swap_colours", &Game::swap_colours, py::arg("swap"),
             "The choice of the taker of all hearts under colour_change = \"choice\". Raises IllegalMove elsewhere.")
        .def_property_readonly("swapped", &Game::swapped)
        .def_property_readonly(
            "colour_chooser", [](const Game& game) { return seat_or_none(game.colour_chooser()); },
            "Who may change the colours now that the deal is over, or None.")
        .def_property_readonly(
            "pig_taker", [](const Game& game) { return seat_or_none(game.pig_taker()); },
            "Who took the first pig, or None.")
        .def_property_readonly("sides", &sides,
                               "Four side numbers, the same for partners; None where they are not determined.")
        .def("copy", [](const Game& game) { return game; })
        .def("__copy__", [](const Game& game) { return game; })
        .def(
            "__deepcopy__", [](const Game& game, const py::dict&) { return game; }, py::arg("memo"))
        .def(
            "to_string", [](const py::object& game) { return delegate("gongzhu.compact", "to_string", game); },
            "The whole game in progress as one line, safe in a URL.")
        .def_static(
            "from_string", [](const py::str& text) { return delegate("gongzhu.compact", "from_string", text); },
            py::arg("text"), "The game of such a line. Raises NotationError with the column.")
        .def("__str__", [](const py::object& game) { return delegate("gongzhu.drawing", "game_text", game); })
        .def("_repr_svg_", [](const py::object& game) { return delegate("gongzhu.drawing", "game_svg", game); })
        .def("__repr__",
             [](const py::object& game) {
                 return "Game.from_string('" + game.attr("to_string")().cast<std::string>() + "')";
             })
        .def(
            "__eq__", [](const Game& a, const Game& b) { return a == b; }, py::is_operator())
        .def(
            "__ne__", [](const Game& a, const Game& b) { return !(a == b); }, py::is_operator())
        .def("__hash__",
             [](const Game& game) {
                 return py::hash(py::make_tuple(to_python(game.deal_pointer()), moves_of(game, game.history())));
             })
        .def("__reduce__", [](const py::object& game) {
            return py::make_tuple(python_class("gongzhu.compact", "from_string"),
                                  py::make_tuple(game.attr("to_string")()));
        });
}

}  // namespace gongzhu::bindings
