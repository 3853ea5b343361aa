// SPDX-License-Identifier: MIT
//
// Options of a walk, as Python gives them, and handles that threads take turns with.
#ifndef BASEWALK_PYTHON_OPTIONS_H_
#define BASEWALK_PYTHON_OPTIONS_H_

#include <unistd.h>

#include <climits>
#include <string>
#include <vector>

#include "records.h"

namespace basewalk::python {

/// Calls `f`, and makes MemoryError of std::bad_alloc.  Null from there.
template <class F>
PyObject* guarded(F&& f) {
  try {
    return f();
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
}

/// Handles of a kind that one thread at a time may use: a thread takes one that is free, or a new
/// one, and gives it back.  Whoever calls holds Python's lock, which guards the list.
///
/// A child of fork() leaves alone what its parent had: workers behind such a handle are the
/// parent's.
template <class T, auto release>
class Pool {
 public:
  Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() {
    if (process_ != ::getpid()) return;
    for (T* handle : free_) release(handle);
  }

  /// Null where there is none that is free.
  T* take() {
    if (process_ != ::getpid()) {
      process_ = ::getpid();
      free_.clear();
    }
    if (free_.empty()) return nullptr;
    T* handle = free_.back();
    free_.pop_back();
    return handle;
  }
  /// Takes it over whatever happens.
  void give(T* handle) {
    try {
      free_.push_back(handle);
    } catch (const std::bad_alloc&) {
      release(handle);
    }
  }

 private:
  pid_t process_ = ::getpid();
  std::vector<T*> free_;
};

/// Reads a number that fits; false, and an exception, of another.  The format "I" makes another
/// number of one that does not.
inline bool read_number(PyObject* given, const char* what, unsigned int& number) {
  const Ref index(PyNumber_Index(given));
  if (!index) return false;
  const unsigned long value = PyLong_AsUnsignedLong(index.get());
  if (PyErr_Occurred() != nullptr) return false;
  if (value > UINT_MAX) {
    PyErr_Format(PyExc_OverflowError, "%s: at most %u", what, UINT_MAX);
    return false;
  }
  number = static_cast<unsigned int>(value);
  return true;
}

/// bw_walk_options with the texts that they view.
class WalkOptions {
 public:
  /// Reads the arguments of Walker(); false, and an exception, where one is wrong.
  bool read(PyObject* arguments, PyObject* keywords);
  const bw_walk_options& get() const { return options_; }

 private:
  bool read_text(PyObject* text, std::string& kept, bw_string& view);
  bool read_limits(PyObject* limits);

  bw_walk_options options_{};
  std::string retrieved_, scheme_;
  std::vector<std::string> limit_names_;
  std::vector<bw_limit> limits_;
};

// walker.cpp

bool add_walker(PyObject* module);
/// The options of a Walker; null, and an exception, of what is none.
const bw_walk_options* options_of(PyObject* walker);

// The other kinds of handle, each in a file of its own.
bool add_tree(PyObject* module);
bool add_rewriter(PyObject* module);
bool add_bundle(PyObject* module);
bool add_archive(PyObject* module);
bool add_urls(PyObject* module);

/// Appends to a std::string; not 0 where there is no memory.
inline int append(void* out, const char* bytes, std::size_t size) {
  try {
    static_cast<std::string*>(out)->append(bytes, size);
    return 0;
  } catch (const std::bad_alloc&) {
    return 1;
  }
}

/// Makes a type at run time, known to the module by its name behind the dot.
inline PyTypeObject* add_type(PyObject* module, PyType_Spec& spec) {
  auto* type = PyType_FromSpec(&spec);
  if (type == nullptr) return nullptr;
  Py_INCREF(type);
  if (PyModule_AddObject(module, std::string_view(spec.name).substr(10).data(), type) == 0)
    return reinterpret_cast<PyTypeObject*>(type);
  Py_DECREF(type);
  return nullptr;
}

/// An object of a type of ours that holds a C++ object: it is made by its constructor, and taken
/// apart by its destructor.
template <class T>
struct Holder {
  PyObject_HEAD T* held;

  static T& of(PyObject* self) { return *reinterpret_cast<Holder*>(self)->held; }
  static PyObject* make(PyTypeObject* type, T* held) {
    PyObject* self = PyType_GenericAlloc(type, 0);
    if (self == nullptr)
      delete held;
    else
      reinterpret_cast<Holder*>(self)->held = held;
    return self;
  }
  static void free(PyObject* self) {
    delete reinterpret_cast<Holder*>(self)->held;
    PyTypeObject* type = Py_TYPE(self);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
  }
};

}  // namespace basewalk::python

#endif  // BASEWALK_PYTHON_OPTIONS_H_
