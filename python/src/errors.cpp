// SPDX-License-Identifier: MIT
//
// What a call of the C API has failed with, as an exception of basewalk/_errors.py.
#include "py.h"

namespace basewalk::python {

namespace {
PyObject* g_from_status = nullptr;
}

bool load_errors() {
  const Ref module(PyImport_ImportModule("basewalk._errors"));
  if (!module) return false;
  g_from_status = PyObject_GetAttrString(module.get(), "from_status");
  return g_from_status != nullptr;
}

PyObject* fail(const bw_error& error) {
  if (error.status == BW_ERROR_MEMORY) return PyErr_NoMemory();
  const char* name = bw_status_name(error.status);
  const Ref made(PyObject_CallFunction(
      g_from_status, "szNn", name == nullptr ? "internal" : name, error.code,
      PyUnicode_DecodeUTF8(
          error.detail, static_cast<Py_ssize_t>(std::string_view(error.detail).size()), "replace"),
      static_cast<Py_ssize_t>(error.offset)));
  if (made) PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.get())), made.get());
  return nullptr;
}

}  // namespace basewalk::python
