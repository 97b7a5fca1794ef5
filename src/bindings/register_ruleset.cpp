#include "bindings.hpp"
#include "core/errors.hpp"

namespace gongzhu::bindings {
namespace {

template <class T>
py::object list_or_tuple(const std::vector<T>& items, bool as_list) {
    py::list list;
    for (const T& item : items) {
        if constexpr (std::is_same_v<T, RankTitle>) {
            if (as_list) {
                py::list pair;
                pair.append(item.points);
                pair.append(item.title);
                list.append(pair);
            } else {
                list.append(py::make_tuple(item.points, item.title));
            }
        } else {
            list.append(item);
        }
    }
    return as_list ? py::object(list) : py::object(py::tuple(list));
}

py::object value_to_python(const ParameterValue& value, bool as_list) {
    return std::visit(
        [&]<class T>(const T& held) -> py::object {
            if constexpr (requires { typename T::value_type; } && !std::is_same_v<T, std::string>) {
                return list_or_tuple(held, as_list);
            } else {
                return py::cast(held);
            }
        },
        value);
}

bool is_whole_number(py::handle value) { return py::isinstance<py::int_>(value) && !py::isinstance<py::bool_>(value); }

std::int64_t whole_number(const std::string& name, py::handle value) {
    try {
        return value.cast<std::int64_t>();
    } catch (const py::cast_error&) {
        throw RulesError(name + ": " + py::repr(value).cast<std::string>() + " is out of range");
    }
}

std::optional<RankTitle> rank_title(const std::string& name, py::handle value) {
    if (!py::isinstance<py::list>(value) && !py::isinstance<py::tuple>(value)) return std::nullopt;
    const auto pair = py::reinterpret_borrow<py::sequence>(value);
    if (pair.size() != 2 || !is_whole_number(pair[0]) || !py::isinstance<py::str>(pair[1])) return std::nullopt;
    return RankTitle{whole_number(name, pair[0]), to<std::string>(pair[1], name, "a text in Unicode")};
}

ParameterValue list_from_python(const std::string& name, const py::sequence& list, const std::string& shown) {
    std::vector<std::string> texts;
    std::vector<std::int64_t> numbers;
    std::vector<RankTitle> titles;
    for (const py::handle item : list) {
        if (py::isinstance<py::str>(item)) {
            texts.push_back(to<std::string>(item, name, "a text in Unicode"));
        } else if (py::isinstance<Label>(item)) {
            texts.push_back(to_text(item.cast<Label>()));
        } else if (is_whole_number(item)) {
            numbers.push_back(whole_number(name, item));
        } else if (const auto title = rank_title(name, item)) {
            titles.push_back(*title);
        } else {
            throw RulesError(name + ": cannot be " + shown);
        }
    }
    const std::size_t size = list.size();
    if (texts.size() == size) return texts;
    if (numbers.size() == size) return numbers;
    if (titles.size() == size) return titles;
    throw RulesError(name + ": cannot be " + shown);
}

ParameterValue value_from_python(const std::string& name, py::handle value) {
    if (py::isinstance<py::bool_>(value)) return value.cast<bool>();
    if (is_whole_number(value)) return whole_number(name, value);
    if (py::isinstance<py::str>(value)) return to<std::string>(value, name, "a text in Unicode");
    const std::string shown = py::repr(value).cast<std::string>();
    if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) {
        return list_from_python(name, py::reinterpret_borrow<py::sequence>(value), shown);
    }
    throw RulesError(name + ": cannot be " + shown);
}

RulesHolder make_rules(Ruleset ruleset, const py::dict& changes) {
    for (const auto& [key, value] : changes) {
        const auto name = to<std::string>(key, "parameters", "names in Unicode");
        if (name == "name") {
            if (!py::isinstance<py::str>(value)) throw RulesError("name: expected a text");
            ruleset.name = to<std::string>(value, name, "a text in Unicode");
        } else {
            set_parameter(ruleset, name, value_from_python(name, value));
        }
    }
    return to_python(Rules::make(ruleset));
}

py::dict to_dict(const Rules& rules) {
    py::dict dict;
    dict["name"] = rules.ruleset().name;
    for (const auto& [name, value] : parameters_of(rules.ruleset())) dict[py::str(name)] = value_to_python(value, true);
    return dict;
}

bool is_preset(const std::string& name) { return python_class("gongzhu.rules", "presets")().contains(name); }

py::dict differences(const Rules& rules) {
    const std::string& name = rules.ruleset().name;
    const RulesHolder base = is_preset(name) ? make_rules({}, python_class("gongzhu.rules", "preset_dict")(name))
                                             : to_python(Rules::make(Ruleset{}));
    py::dict dict;
    const auto theirs = parameters_of(base->ruleset());
    const auto ours = parameters_of(rules.ruleset());
    for (std::size_t i = 0; i < ours.size(); ++i) {
        if (ours[i].second != theirs[i].second) dict[py::str(ours[i].first)] = value_to_python(ours[i].second, true);
    }
    return dict;
}

std::string rules_repr(const Rules& rules) {
    const std::string& name = rules.ruleset().name;
    std::string text =
        (is_preset(name) ? "Ruleset.preset(" : "Ruleset(name=") + py::repr(py::cast(name)).cast<std::string>();
    for (const auto& [parameter, value] : differences(rules)) {
        text += ", " + py::str(parameter).cast<std::string>() + "=" + py::repr(value).cast<std::string>();
    }
    return text + ")";
}

}  // namespace

void register_ruleset(py::module_& module) {
    py::class_<Rules, RulesHolder> ruleset(
        module, "Ruleset",
        "Every parameter of the game as one frozen value; docs/rules.md says what each means and where it comes "
        "from.\n\n"
        "Equality and hash are by the parameters; ``name``, the preset it came from, is a label.\n"
        "Raises RulesError that names an unknown parameter, a value out of range, or two that contradict each other.");
    ruleset.def(py::init([](const py::kwargs& parameters) { return make_rules({}, parameters); }))
        .def_static(
            "preset",
            [](const std::string& name, const py::kwargs& changes) {
                const py::dict stated = python_class("gongzhu.rules", "preset_dict")(name);
                const RulesHolder rules = make_rules({}, stated);
                return changes.empty() ? rules : make_rules(rules->ruleset(), changes);
            },
            py::arg("name"), "A named preset, with any parameter changed. Raises RulesError where there is none such.")
        .def_static(
            "from_toml",
            [](const py::object& path) {
                const py::dict stated = python_class("gongzhu.rules", "load_toml")(path);
                try {
                    return make_rules({}, stated);
                } catch (const RulesError& error) {
                    throw RulesError(py::str(path).cast<std::string>() + ": " + error.what());
                }
            },
            py::arg("path"),
            "The ruleset of a TOML file in the form of the presets. Raises RulesError that names file and key.")
        .def_static(
            "from_dict", [](const py::dict& parameters) { return make_rules({}, parameters); }, py::arg("parameters"),
            "The ruleset with these parameters; those not given have their defaults.")
        .def("to_dict", &to_dict, "Every parameter by name; lists are Python lists.")
        .def(
            "replace",
            [](const Rules& rules, const py::kwargs& changes) { return make_rules(rules.ruleset(), changes); },
            "A ruleset with some parameters changed.")
        .def("differences", &differences,
             "What deviates from the preset ``name``, or from the defaults where it is none.")
        .def_property_readonly("name", [](const Rules& rules) { return rules.ruleset().name; })
        .def_property_readonly("hand_size", &Rules::hand_size, "Cards dealt to each seat.")
        .def(
            "__eq__", [](const Rules& a, const Rules& b) { return a.ruleset() == b.ruleset(); }, py::is_operator())
        .def(
            "__ne__", [](const Rules& a, const Rules& b) { return !(a.ruleset() == b.ruleset()); }, py::is_operator())
        .def("__hash__", &Rules::hash)
        .def("__repr__", &rules_repr)
        .def("__copy__", [](RulesHolder rules) { return rules; })
        .def(
            "__deepcopy__", [](RulesHolder rules, const py::dict&) { return rules; }, py::arg("memo"))
        .def(py::pickle(&to_dict, [](const py::dict& state) { return make_rules({}, state); }));

    const auto parameters = parameters_of(Ruleset{});
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        ruleset.def_property_readonly(parameters[i].first.c_str(), [i](const Rules& rules) {
            return value_to_python(parameters_of(rules.ruleset())[i].second, false);
        });
    }
}

}  // namespace gongzhu::bindings
