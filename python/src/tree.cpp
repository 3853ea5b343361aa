// SPDX-License-Identifier: MIT
//
// Tree: the structure of a message, and what its parts hold.
#include <string>

#include "handles.h"
#include "options.h"

namespace basewalk::python {

namespace {

// tree(bytes, walker): the limits are the walker's.
PyObject* tree(PyObject*, PyObject* arguments) {
  PyObject *mail = nullptr, *walker = nullptr;
  bw_string view{};
  if (!PyArg_ParseTuple(arguments, "OO:tree", &mail, &walker) || !view_of(mail, view))
    return nullptr;
  const bw_walk_options* options = options_of(walker);
  if (options == nullptr) return nullptr;
  bw_tree* made = nullptr;
  bw_error error = BW_ERROR_INIT;
  {
    const Unlocked unlocked;
    bw_tree_new(view.data, view.size, options->limits, options->limit_count, &made, &error);
  }
  if (made == nullptr) return fail(error);
  return handle_object(Handle::tree, own<bw_tree_free>(made, mail));
}

PyObject* decode(PyObject* self, PyObject* argument) {
  const std::size_t index = PyLong_AsSize_t(argument);
  if (PyErr_Occurred() != nullptr) return nullptr;
  std::string body;
  bw_error error = BW_ERROR_INIT;
  bw_status status = BW_OK;
  const auto* handle = handle_of_object<const bw_tree>(self);
  std::size_t count = 0;
  bw_tree_entities(handle, &count);
  if (index >= count) {
    PyErr_Format(PyExc_IndexError, "the tree has %zu entities", count);
    return nullptr;
  }
  {
    const Unlocked unlocked;
    status = bw_tree_decode(handle, index, append, &body, &error);
  }
  // It stops where there is no memory.
  if (status == BW_ERROR_STOPPED) return PyErr_NoMemory();
  if (status != BW_OK) return fail(error);
  return bytes({body.data(), body.size()});
}

PyObject* find(PyObject* self, PyObject* arguments) {
  Py_ssize_t index = 0, size = 0;
  const char* name = nullptr;
  if (!PyArg_ParseTuple(arguments, "ns#:find", &index, &name, &size)) return nullptr;
  if (index < 0) return none();
  return record_of(
      Struct::field,
      bw_tree_find(handle_of_object<const bw_tree>(self), static_cast<std::size_t>(index), name,
                   static_cast<std::size_t>(size)),
      owner_of_handle(self));
}

PyObject* decode_field(PyObject*, PyObject* value) {
  bw_string view{};
  if (!view_of(value, view)) return nullptr;
  bw_buffer* made = nullptr;
  bw_error error = BW_ERROR_INIT;
  if (bw_buffer_new(&made, &error) != BW_OK) return fail(error);
  const Ref buffer(own<bw_buffer_free>(made));
  if (!buffer) return nullptr;
  if (bw_decode_field(view.data, view.size, made, &error) != BW_OK) return fail(error);
  return str(bw_buffer_bytes(made));
}

PyMethodDef kMethods[] = {
    {"decode", decode, METH_O,
     "decode($self, index, /)\n--\n\nThe body of an entity without its transfer encoding."},
    {"find", find, METH_VARARGS,
     "find($self, index, name, /)\n--\n\n"
     "The first field of that name in the header of an entity (ASCII case does not matter), or "
     "None."},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef kFunctions[] = {
    {"tree", tree, METH_VARARGS, nullptr},
    {"decode_field", decode_field, METH_O,
     "decode_field($module, value, /)\n--\n\nThe value of a header field for people: unfolded, "
     "encoded words decoded (RFC 2047)."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

bool add_tree(PyObject* module) {
  return add_handle(module, Handle::tree, {kMethods, nullptr}) &&
         PyModule_AddFunctions(module, kFunctions) == 0;
}

}  // namespace basewalk::python
