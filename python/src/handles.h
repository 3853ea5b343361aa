// SPDX-License-Identifier: MIT
//
// Handles of the C API as Python objects: their lists, and their numbers.
#ifndef BASEWALK_PYTHON_HANDLES_H_
#define BASEWALK_PYTHON_HANDLES_H_

#include "records.h"

namespace basewalk::python {

/// Methods and members of a type that no table has; each ends with a row of nulls.
struct Own {
  PyMethodDef* methods = nullptr;
  const PyGetSetDef* members = nullptr;
};

/// Makes the type of a handle known to the module.
bool add_handle(PyObject* module, Handle what, Own own = {});
/// An object of it; `owner` is what own() has made.
PyObject* handle_object(Handle what, Ref owner);
/// What owns the handle of an object.
PyObject* owner_of_handle(PyObject* self);

/// The handle of an object.
template <class T>
T* handle_of_object(PyObject* self) {
  return handle_of<T>(owner_of_handle(self));
}

}  // namespace basewalk::python

#endif  // BASEWALK_PYTHON_HANDLES_H_
