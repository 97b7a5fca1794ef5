#include "bindings.hpp"
#include "core/errors.hpp"

namespace gongzhu::bindings {
namespace {

unsigned parse_led(const std::string& suits) {
    unsigned led = 0;
    for (std::size_t at = 0; at < suits.size(); ++at) {
        if (suits[at] == ' ') continue;
        const std::size_t suit = std::string_view("SHDC").find(suits[at]);
        if (suit == std::string_view::npos) {
            throw RulesError("led: " + quoted_character(std::string_view(suits).substr(at)) +
                             " is not a suit, expected letters of S H D C");
        }
        led |= 1U << suit;
    }
    return led;
}

DealHolder make_deal(const SeatLabels& hands, const RulesHolder& rules, const py::object& first_cards,
                     const std::optional<int>& leader, const std::optional<int>& dealer, const py::object& taken,
                     const std::string& led, const py::object& exposed, const py::object& own,
                     const py::object& removed) {
    DealText text;
    text.hands = hands;
    if (!taken.is_none()) text.taken = to_seat_labels(taken, "taken");
    if (!own.is_none()) text.own = to_seat_labels(own, "own");
    if (!first_cards.is_none()) {
        const auto cards = to<py::sequence>(first_cards, "first_cards", "four cards");
        if (cards.size() != seat_count) throw RulesError("first_cards: expected four cards, one a seat");
        for (std::size_t seat = 0; seat < seat_count; ++seat) {
            const py::object card = cards[seat];
            if (!card.is_none()) text.first_cards[seat] = to_label(card);
        }
    }
    if (!removed.is_none()) text.removed = to_labels(removed, "removed");
    text.exposed = to_exposed(exposed);
    text.leader = seat_or_minus_one(leader);
    text.dealer = seat_or_minus_one(dealer);
    text.led = parse_led(led);
    const int each = static_cast<int>(hands[0].size());
    return std::make_shared<Deal>(rules ? rules : default_rules(each), text);
}

std::uint64_t to_seed(const py::object& number) {
    const auto seed = py::reinterpret_steal<py::object>(PyNumber_Index(number.ptr()));
    if (!seed) throw py::error_already_set();
    try {
        return seed.cast<std::uint64_t>();
    } catch (const py::cast_error&) {
        throw RulesError("seed: " + py::str(seed).cast<std::string>() + " is out of range, expected 0 to 2**64 - 1");
    }
}

py::tuple hands_of(const Deal& deal) { return to_tuples(deal.describe().hands); }
py::tuple taken_of(const Deal& deal) { return to_tuples(deal.describe().taken); }
py::tuple own_of(const Deal& deal) { return to_tuples(deal.describe().own); }

py::tuple first_cards_of(const Deal& deal) {
    py::tuple cards(seat_count);
    const auto first_cards = deal.describe().first_cards;
    for (std::size_t seat = 0; seat < seat_count; ++seat) {
        const auto& first = first_cards[seat];
        cards[seat] = first ? py::cast(*first) : py::object(py::none());
    }
    return cards;
}

py::tuple exposed_of(const Deal& deal) {
    const py::object exposure = python_class("gongzhu.values", "Exposure");
    py::list list;
    for (const auto& [seat, label, kind] : deal.describe().exposed) {
        list.append(exposure(seat, label, std::string(to_text(kind))));
    }
    return py::tuple(list);
}

std::string deal_repr(const Deal& deal) {
    return "Deal.parse('" + hands_text(deal.hands()) +
           "', rules=" + py::repr(py::cast(to_python(deal.rules()))).cast<std::string>() + ")";
}

}  // namespace

void register_deal(py::module_& module) {
    constexpr const char* options =
        "\n\nOptions: ``first_cards``, the first card dealt to each seat or None; ``leader`` and ``dealer``, seats; "
        "for\n"
        "an ending ``taken``, four lists of the cards taken so far, ``own``, those of them that had been dealt to "
        "their\n"
        "taker, ``led``, the suits already led, such as \"SH\", and ``exposed``, (seat, card, kind) of the exposures\n"
        "made; ``removed``, the cards taken out before dealing. Without ``rules`` the preset is traditional,\n"
        "or traditional-double for hands of more than 13 cards.";
    static const std::string constructor_doc = std::string("Four hands, lists of cards in order of play.") + options +
                                               "\n\nRaises RulesError that names seat and card where this is no deal "
                                               "of the rules, NotationError for bad text.";
    static const std::string parse_doc =
        std::string("A deal from text such as ``N:AKQ.T9.J4.T87532 …``: four hands in order of play, the first seat\n"
                    "named, each spades.hearts.diamonds.clubs; jokers are s and b among the hearts.") +
        options + "\n\nRaises NotationError with the column of what is wrong.";

    py::class_<Deal, DealHolder>(module, "Deal", constructor_doc.c_str())
        .def(py::init([](const py::object& hands, const RulesHolder& rules, const py::object& first_cards,
                         std::optional<int> leader, std::optional<int> dealer, const py::object& taken,
                         const std::string& led, const py::object& exposed, const py::object& own,
                         const py::object& removed) {
                 return make_deal(to_seat_labels(hands, "hands"), rules, first_cards, leader, dealer, taken, led,
                                  exposed, own, removed);
             }),
             py::arg("hands"), py::arg("rules") = py::none(), py::kw_only(), py::arg("first_cards") = py::none(),
             py::arg("leader") = py::none(), py::arg("dealer") = py::none(), py::arg("taken") = py::none(),
             py::arg("led") = "", py::arg("exposed") = py::tuple(), py::arg("own") = py::none(),
             py::arg("removed") = py::none())
        .def_static(
            "parse",
            [](const std::string& text, const RulesHolder& rules, const py::object& first_cards,
               std::optional<int> leader, std::optional<int> dealer, const py::object& taken, const std::string& led,
               const py::object& exposed, const py::object& own, const py::object& removed) {
                const SeatLabels hands = parse_hands(text);
                try {
                    return make_deal(hands, rules, first_cards, leader, dealer, taken, led, exposed, own, removed);
                } catch (const RulesError& error) {
                    throw NotationError(error.what());
                }
            },
            py::arg("text"), py::arg("rules") = py::none(), py::kw_only(), py::arg("first_cards") = py::none(),
            py::arg("leader") = py::none(), py::arg("dealer") = py::none(), py::arg("taken") = py::none(),
            py::arg("led") = "", py::arg("exposed") = py::tuple(), py::arg("own") = py::none(),
            py::arg("removed") = py::none(), parse_doc.c_str())
        .def_static(
            "random",
            [](const py::object& seed, const RulesHolder& rules, std::optional<int> cards, int first_dealt) {
                if (cards && *cards == 0) throw RulesError("cards: 0 is out of range, expected 1 or more");
                return std::make_shared<Deal>(Deal::random(rules ? rules : default_rules(cards.value_or(0)),
                                                           to_seed(seed), cards.value_or(0), first_dealt));
            },
            py::arg("seed") = 0, py::arg("rules") = py::none(), py::arg("cards") = py::none(),
            py::arg("first_dealt") = 0,
            "A deal shuffled from a seed (0 to 2**64 - 1), the same on every platform; ``cards`` a seat for an "
            "ending.\n\n"
            "Raises RulesError where seed, cards or first_dealt is out of range.")
        .def(
            "with_rules", [](const Deal& deal, const RulesHolder& rules) { return deal.with_rules(rules); },
            py::arg("rules").none(false), "The same cards under other rules. Raises RulesError where they do not fit.")
        .def_property_readonly("rules", [](const Deal& deal) { return to_python(deal.rules()); })
        .def_property_readonly("hands", &hands_of, "Four tuples of Card, by suit, high cards first.")
        .def_property_readonly("taken", &taken_of)
        .def_property_readonly("own", &own_of)
        .def_property_readonly("first_cards", &first_cards_of)
        .def_property_readonly("exposed", &exposed_of,
                               "Exposures made before an ending begins, as a tuple of Exposure.")
        .def_property_readonly("removed", [](const Deal& deal) { return to_tuple(deal.describe().removed); })
        .def_property_readonly("leader", [](const Deal& deal) { return seat_or_none(deal.leader()); })
        .def_property_readonly("dealer", [](const Deal& deal) { return seat_or_none(deal.dealer()); })
        .def_property_readonly("led", [](const Deal& deal) { return led_text(deal.led()); })
        .def_property_readonly("cards_each", &Deal::cards_each)
        .def_property_readonly("is_ending", &Deal::is_ending, "Whether cards of the deck are played or missing.")
        .def("__str__", [](const Deal& deal) { return hands_text(deal.hands()); })
        .def("_repr_svg_", [](const py::object& deal) { return python_class("gongzhu.drawing", "deal_svg")(deal); })
        .def("__repr__", &deal_repr)
        .def(
            "__eq__", [](const Deal& a, const Deal& b) { return a == b; }, py::is_operator())
        .def(
            "__ne__", [](const Deal& a, const Deal& b) { return !(a == b); }, py::is_operator())
        .def("__hash__", [](const Deal& deal) { return py::hash(py::str(hands_text(deal.hands()))); })
        .def("__copy__", [](DealHolder deal) { return deal; })
        .def(
            "__deepcopy__", [](DealHolder deal, const py::dict&) { return deal; }, py::arg("memo"))
        .def(py::pickle(
            [](const Deal& deal) {
                return py::make_tuple(to_python(deal.rules()), hands_of(deal), first_cards_of(deal), deal.leader(),
                                      deal.dealer(), taken_of(deal), led_text(deal.led()), exposed_of(deal),
                                      own_of(deal), to_tuple(deal.describe().removed));
            },
            [](const py::tuple& s) {
                const auto seat = [](int number) { return number < 0 ? std::nullopt : std::optional(number); };
                return make_deal(to_seat_labels(s[1], "hands"), s[0].cast<RulesHolder>(), s[2], seat(s[3].cast<int>()),
                                 seat(s[4].cast<int>()), s[5], s[6].cast<std::string>(), s[7], s[8], s[9]);
            }));
}

}  // namespace gongzhu::bindings
