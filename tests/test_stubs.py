"""The typed stubs of the engine say what the compiled module really has, and nothing else."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from types import GetSetDescriptorType

import pytest

from gongzhu import _core, rules

STUB = ast.parse(files("gongzhu").joinpath("_core.pyi").read_text(encoding="utf-8"))
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}
FUNCTIONS = {node.name: node for node in STUB.body if isinstance(node, ast.FunctionDef)}
ALIASES = {
    node.target.id: node.value
    for node in STUB.body
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None
}
INHERITED = {"__module__", "_pybind11_conduit_v1_", *vars(object)}

every_class = pytest.mark.parametrize("name", CLASSES)


def is_property(function: ast.FunctionDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "property" for mark in function.decorator_list)


def callables() -> dict[str, ast.FunctionDef]:
    """Every function and method with a signature of its own, by its dotted name."""
    methods = {
        f"{name}.{node.name}": node
        for name, stub in CLASSES.items()
        for node in stub.body
        if isinstance(node, ast.FunctionDef) and not is_property(node) and not node.name.startswith("__")
    }
    return FUNCTIONS | methods


def stub_arguments(function: ast.FunctionDef) -> list[str]:
    arguments = function.args
    named = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return [*named, *(["**"] if arguments.kwarg else [])]


def real_arguments(doc: str, name: str) -> list[str]:
    """The argument names in the signature that the binding library puts before a docstring."""
    signature = re.search(rf"^(?:1\. )?{name}\(((?!\*args, ).*)\) -> ", doc, re.MULTILINE)
    assert signature is not None, doc
    names = re.findall(r"(?:^|, )(\*\*|\w+(?=:))", signature[1])
    return [str(argument) for argument in names]


def literal_values(annotation: ast.expr) -> set[str]:
    """The values that the Literals of an annotation list, aliases followed."""
    values = set()
    for node in ast.walk(annotation):
        if isinstance(node, ast.Constant):
            values.add(str(node.value))
        elif isinstance(node, ast.Name) and node.id in ALIASES:
            values |= literal_values(ALIASES[node.id])
    return values - {"Ellipsis"}


def test_the_stub_names_every_class_and_function_of_the_engine() -> None:
    real = {name for name in vars(_core) if not name.startswith("__")}
    errors = {name for name in real if isinstance(getattr(_core, name), type) and name not in CLASSES}
    assert errors == {"IllegalMove", "NotationError", "RulesError"}
    assert real - errors == CLASSES.keys() | FUNCTIONS.keys()


@every_class
def test_a_class_has_the_attributes_that_its_stub_lists(name: str) -> None:
    real = {attribute for attribute in vars(getattr(_core, name)) if attribute not in INHERITED}
    pickling = {"__getstate__", "__setstate__"}
    listed = {node.name for node in CLASSES[name].body if isinstance(node, ast.FunctionDef)}
    assert real - pickling == listed - INHERITED


@every_class
def test_what_the_stub_calls_a_property_is_one(name: str) -> None:
    bound = getattr(_core, name)
    properties = {
        node.name for node in CLASSES[name].body if isinstance(node, ast.FunctionDef) and is_property(node)
    }
    assert properties == {
        attribute
        for attribute, value in vars(bound).items()
        if isinstance(value, property | GetSetDescriptorType)
    }


@pytest.mark.parametrize("name", callables())
def test_arguments_have_the_names_that_the_stub_gives_them(name: str) -> None:
    function = _core
    for part in name.split("."):
        function = getattr(function, part)
    short = name.rpartition(".")[2]
    assert stub_arguments(callables()[name]) == real_arguments(function.__doc__ or "", short)


@pytest.mark.parametrize("parameter", rules.parameters(), ids=lambda parameter: parameter.name)
def test_a_choice_of_the_rules_is_typed_with_the_values_that_it_can_have(parameter: rules.Parameter) -> None:
    [stub] = [
        node
        for node in CLASSES["Ruleset"].body
        if isinstance(node, ast.FunctionDef) and node.name == parameter.name
    ]
    assert stub.returns is not None
    listed = literal_values(stub.returns)
    documented = set(parameter.values.removeprefix("list from ").split(", "))
    assert listed in (set(), documented)
