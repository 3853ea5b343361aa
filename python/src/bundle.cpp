// SPDX-License-Identifier: MIT
//
// Bundle and Check: a page with what it uses, in one message.
#include <string>

#include "handles.h"
#include "options.h"

namespace basewalk::python {

namespace {

// bundle(bytes, walker)
PyObject* bundle(PyObject*, PyObject* arguments) {
  PyObject *mail = nullptr, *walker = nullptr;
  bw_string view{};
  if (!PyArg_ParseTuple(arguments, "OO:bundle", &mail, &walker) || !view_of(mail, view))
    return nullptr;
  const bw_walk_options* options = options_of(walker);
  if (options == nullptr) return nullptr;
  bw_bundle* made = nullptr;
  bw_error error = BW_ERROR_INIT;
  {
    const Unlocked unlocked;
    bw_bundle_new(view.data, view.size, options, &made, &error);
  }
  if (made == nullptr) return fail(error);
  return handle_object(Handle::bundle, own<bw_bundle_free>(made, mail));
}

// check(bytes, walker)
PyObject* check(PyObject*, PyObject* arguments) {
  PyObject *mail = nullptr, *walker = nullptr;
  bw_string view{};
  if (!PyArg_ParseTuple(arguments, "OO:check", &mail, &walker) || !view_of(mail, view))
    return nullptr;
  const bw_walk_options* options = options_of(walker);
  if (options == nullptr) return nullptr;
  bw_check* made = nullptr;
  bw_error error = BW_ERROR_INIT;
  {
    const Unlocked unlocked;
    bw_check_new(view.data, view.size, options, &made, &error);
  }
  if (made == nullptr) return fail(error);
  return handle_object(Handle::check, own<bw_check_free>(made));
}

bool read_options(int keep_scripts, Py_ssize_t max_bytes, bw_unpack_options& options) {
  bw_unpack_options_init(&options, sizeof options);
  options.keep_scripts = keep_scripts;
  if (max_bytes < 0) {
    PyErr_SetString(PyExc_ValueError, "max_bytes is negative");
    return false;
  }
  options.max_bytes = static_cast<std::size_t>(max_bytes);
  return true;
}

// unpack(folder, keep_scripts, max_bytes).  Unpacking changes nothing that the lists of a bundle
// view, but is for one thread at a time: Python's lock is held.
PyObject* unpack(PyObject* self, PyObject* arguments) {
  const char* folder = nullptr;
  int keep_scripts = 0;
  Py_ssize_t max_bytes = 0;
  bw_unpack_options options;
  if (!PyArg_ParseTuple(arguments, "ypn:unpack", &folder, &keep_scripts, &max_bytes) ||
      !read_options(keep_scripts, max_bytes, options))
    return nullptr;
  bw_unpacked* made = nullptr;
  bw_error error = BW_ERROR_INIT;
  if (bw_bundle_unpack_folder(handle_of_object<bw_bundle>(self), &options, folder, &made, &error) !=
      BW_OK)
    return fail(error);
  return handle_object(Handle::unpacked, own<bw_unpacked_free>(made));
}

// inline(keep_scripts, max_bytes): the page, and what was made of it.
PyObject* inline_page(PyObject* self, PyObject* arguments) {
  int keep_scripts = 0;
  Py_ssize_t max_bytes = 0;
  bw_unpack_options options;
  if (!PyArg_ParseTuple(arguments, "pn:inline", &keep_scripts, &max_bytes) ||
      !read_options(keep_scripts, max_bytes, options))
    return nullptr;
  std::string page;
  bw_unpacked* made = nullptr;
  bw_error error = BW_ERROR_INIT;
  const bw_status status =
      bw_bundle_inline(handle_of_object<bw_bundle>(self), &options, append, &page, &made, &error);
  if (status == BW_ERROR_STOPPED) return PyErr_NoMemory();
  if (status != BW_OK) return fail(error);
  PyObject* unpacked = handle_object(Handle::unpacked, own<bw_unpacked_free>(made));
  if (unpacked == nullptr) return nullptr;
  return Py_BuildValue("(NN)", bytes({page.data(), page.size()}), unpacked);
}

PyMethodDef kMethods[] = {
    {"_unpack", unpack, METH_VARARGS, nullptr},
    {"_inline", inline_page, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef kFunctions[] = {
    {"bundle", bundle, METH_VARARGS, nullptr},
    {"check", check, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

bool add_bundle(PyObject* module) {
  return add_handle(module, Handle::bundle, {kMethods, nullptr}) &&
         add_handle(module, Handle::check) && add_handle(module, Handle::unpacked) &&
         PyModule_AddFunctions(module, kFunctions) == 0;
}

}  // namespace basewalk::python
