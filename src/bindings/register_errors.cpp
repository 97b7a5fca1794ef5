#include "bindings.hpp"
#include "core/errors.hpp"

namespace gongzhu::bindings {
namespace {

template <class... Arguments>
void raise(const char* name, const std::string& what, Arguments... arguments) {
    const py::object type = python_class("gongzhu.errors", name);
    const auto message = py::reinterpret_steal<py::object>(
        PyUnicode_DecodeUTF8(what.data(), static_cast<Py_ssize_t>(what.size()), "replace"));
    const py::object error = type(message, arguments...);
    PyErr_SetObject(type.ptr(), error.ptr());
}

}  // namespace

bool raise_python_error(const std::exception_ptr& pointer) {
    try {
        std::rethrow_exception(pointer);
    } catch (const IllegalMove& error) {
        raise("IllegalMove", error.what());
    } catch (const NotationError& error) {
        raise("NotationError", error.what(), error.line(), error.column());
    } catch (const RulesError& error) {
        raise("RulesError", error.what());
    } catch (...) {
        return false;
    }
    return true;
}

// The classes are Python's (gongzhu/errors.py), so that Python code can raise them too.
void register_errors(py::module_& module) {
    const py::module_ errors = py::module_::import("gongzhu.errors");
    for (const char* name : {"IllegalMove", "NotationError", "RulesError"}) module.attr(name) = errors.attr(name);

    py::register_local_exception_translator([](std::exception_ptr pointer) {
        if (!raise_python_error(pointer)) std::rethrow_exception(pointer);  // to the next translator
    });
}

}  // namespace gongzhu::bindings
