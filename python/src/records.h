// SPDX-License-Identifier: MIT
//
// Records: the structs of the C API as Python objects, and the handles that they belong to.
#ifndef BASEWALK_PYTHON_RECORDS_H_
#define BASEWALK_PYTHON_RECORDS_H_

#include "py.h"
#include "tables.h"

namespace basewalk::python {

/// Makes the types of all records and enumerations known to the module.
bool add_records(PyObject* module);

/// A member of a struct as it is in Python.  `owner` keeps the struct alive.
PyObject* value_of(const Field& field, const void* data, PyObject* owner);
/// A struct; null data is None.
PyObject* record_of(Struct what, const void* data, PyObject* owner);
/// Where the struct of a record is; null, and an exception, of one that was unpickled.
const void* data_of(PyObject* record, Struct what);
/// The object that keeps the struct of a record alive.
PyObject* owner_of(PyObject* record);
/// An enumerator; None for a value that is none.
PyObject* word_of(Word word, int value);
/// The value of an enumerator, or of its word; -1, and an exception, for what is none.
int number_of(Word word, PyObject* name);
/// The bits of a set of enumerators; false, and an exception, where one is none.
bool bits_of(Word word, PyObject* names, std::uint32_t& bits);

/// An object that owns a handle of any type; own() is what is called.
Ref own_any(void* handle, void (*release)(void*), PyObject* keeps);
void* handle_of_owner(PyObject* owner);

/// An object that owns a handle of the C API, and keeps what that views.  Null, and the handle
/// freed, where there is no memory.
template <auto release, class Handle>
Ref own(Handle* handle, PyObject* keeps = nullptr) {
  return own_any(
      handle, [](void* owned) { release(static_cast<Handle*>(owned)); }, keeps);
}
template <class Handle>
Handle* handle_of(PyObject* owner) {
  return static_cast<Handle*>(handle_of_owner(owner));
}

}  // namespace basewalk::python

#endif  // BASEWALK_PYTHON_RECORDS_H_
