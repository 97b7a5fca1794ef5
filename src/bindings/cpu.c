// gongzhu._cpu: which levels of x86-64 this processor has. Compiled without any of their instructions.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject* levels(PyObject* module, PyObject* unused) {
    (void)module;
    (void)unused;
    __builtin_cpu_init();
    // True only where the operating system, too, keeps the wide registers.
    if (!__builtin_cpu_supports("x86-64-v3")) return Py_BuildValue("(s)", "baseline");
    // AMD processors before Zen 3 run pext and pdep as microcode, slower than the steps that replace them.
    if (__builtin_cpu_is("znver1") || __builtin_cpu_is("znver2"))
        return Py_BuildValue("(ss)", "baseline", "x86-64-v3");
    return Py_BuildValue("(ss)", "x86-64-v3", "baseline");
}

static PyMethodDef methods[] = {
    {"levels", levels, METH_NOARGS, "The levels that this processor has, the fastest first."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "_cpu", .m_doc = "What the processor has.", .m_size = 0, .m_methods = methods};

PyMODINIT_FUNC PyInit__cpu(void) { return PyModuleDef_Init(&definition); }
