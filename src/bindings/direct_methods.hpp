// Methods that CPython calls without pybind11's dispatcher. It costs as much again as a short call itself, which the
// three calls of a playing loop feel (docs/speed.md); everything else is bound the ordinary way.
#pragma once

#include <exception>

#include "bindings.hpp"

namespace gongzhu::bindings {

// Runs `call`, which returns a new reference, and turns what it throws into a Python error.
template <class Call>
PyObject* guarded(Call call) {
    try {
        return call();
    } catch (py::error_already_set& error) {
        error.restore();
    } catch (const py::builtin_exception& error) {
        error.set_error();
    } catch (const std::exception& error) {
        if (!raise_python_error(std::current_exception())) PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    return nullptr;
}

// `Method` takes the object, and returns a py::object.
template <class T, auto Method>
void define_direct(py::class_<T>& type, const char* name, const char* doc) {
    static PyMethodDef definition{name,
                                  [](PyObject* self, PyObject*) {
                                      return guarded(
                                          [&] { return Method(py::handle(self).cast<T&>()).release().ptr(); });
                                  },
                                  METH_NOARGS, doc};
    type.attr(name) =
        py::reinterpret_steal<py::object>(PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(type.ptr()), &definition));
}

// `Method` takes the object and one argument, positional.
template <class T, auto Method>
void define_direct_of_one(py::class_<T>& type, const char* name, const char* doc) {
    static PyMethodDef definition{
        name,
        [](PyObject* self, PyObject* argument) {
            return guarded([&] { return Method(py::handle(self).cast<T&>(), py::handle(argument)).release().ptr(); });
        },
        METH_O, doc};
    type.attr(name) =
        py::reinterpret_steal<py::object>(PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(type.ptr()), &definition));
}

template <class T, auto Getter>
void define_direct_property(py::class_<T>& type, const char* name, const char* doc) {
    static PyGetSetDef definition{name,
                                  [](PyObject* self, void*) {
                                      return guarded(
                                          [&] { return Getter(py::handle(self).cast<T&>()).release().ptr(); });
                                  },
                                  nullptr, doc, nullptr};
    type.attr(name) =
        py::reinterpret_steal<py::object>(PyDescr_NewGetSet(reinterpret_cast<PyTypeObject*>(type.ptr()), &definition));
}

}  // namespace gongzhu::bindings
