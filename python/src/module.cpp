// SPDX-License-Identifier: MIT
//
// basewalk._basewalk: the C API of basewalk as Python sees it.  The package basewalk (its
// __init__.py) is what programs use.
//
// It is made of tables (tables.h): records.cpp and handles.cpp make Python's types of them.  Beside
// these stand the functions, in a file for each header of handles: walker.cpp, tree.cpp,
// rewriting.cpp, bundle.cpp, archive.cpp, urls.cpp.  No file knows more of Python than its limited
// API has.  An exception of C++ never reaches Python, and none of Python's reaches the C API, which
// is called without Python's lock wherever a mail is read.
#include "handles.h"
#include "options.h"

namespace basewalk::python {

namespace {

PyObject* version(PyObject*, PyObject*) { return PyUnicode_FromString(bw_version()); }

PyObject* limits(PyObject*, PyObject*) {
  Ref all(PyDict_New());
  for (std::size_t i = 0; all; ++i) {
    const bw_limit limit = bw_limit_at(i);
    if (limit.name == nullptr) break;
    const Ref value(PyLong_FromSize_t(limit.value));
    if (!value || PyDict_SetItemString(all.get(), limit.name, value.get()) != 0) return nullptr;
  }
  return all.release();
}

PyObject* open_all(PyObject*, PyObject*) {
  static const Field bits = {"open", Kind::bits, 0, "", Word::open};
  const std::uint32_t all = bw_open_all();
  return value_of(bits, &all, nullptr);
}

PyMethodDef kFunctions[] = {
    {"version", version, METH_NOARGS,
     "version($module, /)\n--\n\nThe version of the library: ``0.1.0``."},
    {"limits", limits, METH_NOARGS,
     "limits($module, /)\n--\n\nThe limits that there are, with their defaults "
     "(docs/security.md)."},
    {"open_all", open_all, METH_NOARGS,
     "open_all($module, /)\n--\n\nAll kinds of documents that the library was built for."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef kModule = {
    PyModuleDef_HEAD_INIT,
    "basewalk._basewalk",
    "The C API of basewalk.",
    -1,
    kFunctions,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
};

}  // namespace

}  // namespace basewalk::python

PyMODINIT_FUNC PyInit__basewalk();
PyMODINIT_FUNC PyInit__basewalk() {
  using namespace basewalk::python;
  return guarded([]() -> PyObject* {
    Ref module(PyModule_Create(&kModule));
    const bool good = module && load_errors() && add_records(module.get()) &&
                      add_walker(module.get()) && add_tree(module.get()) &&
                      add_rewriter(module.get()) && add_bundle(module.get()) &&
                      add_archive(module.get()) && add_urls(module.get());
    return good ? module.release() : nullptr;
  });
}
