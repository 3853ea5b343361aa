// SPDX-License-Identifier: MIT
//
// Python objects that are let go of by themselves, and the small things that every file here does.
//
// The module uses Python's limited API of 3.9, so that one file serves all versions from there on.
#ifndef BASEWALK_PYTHON_PY_H_
#define BASEWALK_PYTHON_PY_H_

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cstddef>
#include <string_view>
#include <utility>

#include "basewalk/basewalk_c.h"

namespace basewalk::python {

/// Owns one reference to an object, or is null: then there is an exception, as everywhere in
/// Python.
class Ref {
 public:
  Ref() = default;
  /// Takes a reference over.
  explicit Ref(PyObject* object) : object_(object) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() { Py_XDECREF(object_); }

  /// One more reference to what somebody else owns.
  static Ref share(PyObject* object) {
    Py_XINCREF(object);
    return Ref(object);
  }
  PyObject* get() const { return object_; }
  PyObject* release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  PyObject* object_ = nullptr;
};

/// Lets other threads run Python while it lives.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  ~Unlocked() { PyEval_RestoreThread(state_); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  PyThreadState* state_;
};

/// A text as str.  What is not UTF-8 becomes U+FFFD, as it does wherever basewalk writes text.
inline PyObject* str(bw_string text) {
  return PyUnicode_DecodeUTF8(text.data == nullptr ? "" : text.data,
                              static_cast<Py_ssize_t>(text.size), "replace");
}
inline PyObject* bytes(bw_string text) {
  return PyBytes_FromStringAndSize(text.data, static_cast<Py_ssize_t>(text.size));
}
inline PyObject* none() { return Ref::share(Py_None).release(); }
inline PyObject* truth(bool value) { return PyBool_FromLong(value ? 1 : 0); }

/// bytes, which nobody changes while they are read: the view is good as long as the object is.
inline bool view_of(PyObject* object, bw_string& view) {
  char* data = nullptr;
  Py_ssize_t size = 0;
  if (PyBytes_AsStringAndSize(object, &data, &size) != 0) return false;
  view = {data, static_cast<std::size_t>(size)};
  return true;
}

/// For types of which only the library makes objects.
inline PyObject* not_callable(PyTypeObject* type, PyObject*, PyObject*) {
  Ref name(PyObject_GetAttrString(reinterpret_cast<PyObject*>(type), "__name__"));
  if (name) PyErr_Format(PyExc_TypeError, "basewalk.%U is made by basewalk alone", name.get());
  return nullptr;
}

/// A method or a getter of a slot, as CPython's tables want it.
template <class F>
void* slot(F* function) {
  return reinterpret_cast<void*>(function);
}
template <class F>
PyCFunction method(F* function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

// errors.cpp

/// Raises what a call has failed with; null, for `return fail(error)`.
PyObject* fail(const bw_error& error);
/// The classes of errors, which are Python's own (basewalk/_errors.py).
bool load_errors();

}  // namespace basewalk::python

#endif  // BASEWALK_PYTHON_PY_H_
