// SPDX-License-Identifier: MIT
//
// Handles of the C API as Python objects.
//
// A list becomes a tuple when it is first asked for, and stays: records are owned by what owns the
// handle, and not by this object, so that nothing goes round in a circle.
#include "handles.h"

#include <array>
#include <string>
#include <vector>

namespace basewalk::python {

namespace {

constexpr std::size_t kMostLists = 8;

struct Object {
  PyObject_HEAD const HandleRow* row;
  PyObject* owner;
  PyObject* lists[kMostLists];
};

std::array<PyTypeObject*, static_cast<std::size_t>(Handle::none)> g_types;

Object* object(PyObject* self) { return reinterpret_cast<Object*>(self); }

void free_object(PyObject* self) {
  for (PyObject* list : object(self)->lists) Py_XDECREF(list);
  Py_XDECREF(object(self)->owner);
  PyTypeObject* type = Py_TYPE(self);
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

PyObject* make_list(const Object* of, const ListRow& row) {
  std::size_t count = 0;
  const void* const* all = row.all(handle_of<void>(of->owner), &count);
  Ref list(PyTuple_New(static_cast<Py_ssize_t>(count)));
  for (std::size_t i = 0; list && i < count; ++i) {
    PyObject* one = record_of(row.of, all[i], of->owner);
    if (one == nullptr) return nullptr;
    PyTuple_SetItem(list.get(), static_cast<Py_ssize_t>(i), one);
  }
  return list.release();
}

PyObject* get_list(PyObject* self, void* closure) {
  Object* of = object(self);
  const auto* row = static_cast<const ListRow*>(closure);
  PyObject*& list = of->lists[row - of->row->lists];
  if (list == nullptr) {
    // Memory may be had by a run of the collector, which may come back here.
    Ref made(make_list(of, *row));
    if (list == nullptr) list = made.release();
  }
  return Ref::share(list).release();
}

PyObject* get_field(PyObject* self, void* closure) {
  const Object* of = object(self);
  return value_of(*static_cast<const Field*>(closure), of->row->info(handle_of<void>(of->owner)),
                  of->owner);
}

PyTypeObject* make_type(const HandleRow& row, Own own) {
  // CPython keeps both, which live as long as the process.
  auto* members = new std::vector<PyGetSetDef>;
  for (std::size_t i = 0; i < row.list_count; ++i)
    members->push_back({row.lists[i].name, get_list, nullptr, row.lists[i].doc,
                        const_cast<ListRow*>(&row.lists[i])});
  for (std::size_t i = 0; i < row.field_count; ++i)
    members->push_back({row.fields[i].name, get_field, nullptr, row.fields[i].doc,
                        const_cast<Field*>(&row.fields[i])});
  for (const PyGetSetDef* more = own.members; more != nullptr && more->name != nullptr; ++more)
    members->push_back(*more);
  members->push_back({nullptr, nullptr, nullptr, nullptr, nullptr});
  static PyMethodDef no_methods[] = {{nullptr, nullptr, 0, nullptr}};
  auto* name = new std::string("basewalk." + std::string(row.name));
  PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char*>(row.doc)},
      {Py_tp_new, slot(not_callable)},
      {Py_tp_dealloc, slot(free_object)},
      {Py_tp_getset, members->data()},
      {Py_tp_methods, own.methods == nullptr ? no_methods : own.methods},
      {0, nullptr},
  };
  PyType_Spec spec = {name->c_str(), sizeof(Object), 0, Py_TPFLAGS_DEFAULT, slots};
  return reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
}

}  // namespace

bool add_handle(PyObject* module, Handle what, Own own) {
  const auto index = static_cast<std::size_t>(what);
  const HandleRow& row = kHandles[index];
  static_assert([] {
    for (const HandleRow& each : kHandles)
      if (each.list_count > kMostLists) return false;
    return true;
  }());
  g_types[index] = make_type(row, own);
  if (g_types[index] == nullptr) return false;
  auto* type = reinterpret_cast<PyObject*>(g_types[index]);
  Py_INCREF(type);
  if (PyModule_AddObject(module, row.name, type) == 0) return true;
  Py_DECREF(type);
  return false;
}

PyObject* handle_object(Handle what, Ref owner) {
  if (!owner) return nullptr;
  const auto index = static_cast<std::size_t>(what);
  PyObject* made = PyType_GenericAlloc(g_types[index], 0);
  if (made == nullptr) return nullptr;
  object(made)->row = &kHandles[index];
  object(made)->owner = owner.release();
  return made;
}

PyObject* owner_of_handle(PyObject* self) { return object(self)->owner; }

}  // namespace basewalk::python
