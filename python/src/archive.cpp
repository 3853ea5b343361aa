// SPDX-License-Identifier: MIT
//
// Archive: the messages of files, folders and archives, batch by batch.
#include <memory>
#include <string>
#include <vector>

#include "handles.h"
#include "options.h"

namespace basewalk::python {

namespace {

struct Archive {
  ~Archive() { bw_archive_free(handle); }
  bw_archive* handle = nullptr;
  bool busy = false;
};
using Held = Holder<Archive>;

bool read_options(PyObject* as, Py_ssize_t message_bytes, Py_ssize_t unpack_factor, int unpack_here,
                  bw_archive_options& options) {
  bw_archive_options_init(&options, sizeof options);
  const int kind = number_of(Word::archive_kind, as);
  if (kind < 0) return false;
  if (message_bytes < 0) {
    PyErr_SetString(PyExc_ValueError, "message_bytes is negative");
    return false;
  }
  options.as = static_cast<bw_archive_kind>(kind);
  options.message_bytes = static_cast<std::size_t>(message_bytes);
  options.unpack_factor = static_cast<std::size_t>(unpack_factor);
  options.unpack_here = unpack_here;
  return true;
}

// Archive(names, kind, measure, message_bytes, unpack_factor, unpack_here): names are a list of
// bytes.
PyObject* make(PyTypeObject* type, PyObject* arguments, PyObject*) {
  return guarded([&]() -> PyObject* {
    PyObject *names = nullptr, *as = nullptr;
    int measure = 0, unpack_here = 0;
    Py_ssize_t message_bytes = 0, unpack_factor = 0;
    bw_archive_options options;
    if (!PyArg_ParseTuple(arguments, "OOpnnp:Archive", &names, &as, &measure, &message_bytes,
                          &unpack_factor, &unpack_here) ||
        !read_options(as, message_bytes, unpack_factor, unpack_here, options))
      return nullptr;
    options.measure = measure;
    const Ref list(PySequence_List(names));
    std::vector<bw_string> views;
    for (Py_ssize_t i = 0; list && i < PyList_Size(list.get()); ++i) {
      views.emplace_back();
      if (!view_of(PyList_GetItem(list.get(), i), views.back())) return nullptr;
    }
    if (!list) return nullptr;
    auto archive = std::make_unique<Archive>();
    bw_error error = BW_ERROR_INIT;
    if (bw_archive_new(views.data(), views.size(), &options, &archive->handle, &error) != BW_OK)
      return fail(error);
    return Held::make(type, archive.release());
  });
}

PyObject* next(PyObject* self, PyObject*) {
  Archive& archive = Held::of(self);
  if (archive.busy) {
    PyErr_SetString(PyExc_RuntimeError, "another thread reads this archive");
    return nullptr;
  }
  archive.busy = true;
  bw_batch* batch = nullptr;
  bw_error error = BW_ERROR_INIT;
  bw_status status = BW_OK;
  {
    const Unlocked unlocked;
    status = bw_archive_next(archive.handle, &batch, &error);
  }
  archive.busy = false;
  if (status != BW_OK) return fail(error);
  if (batch == nullptr) return none();
  return handle_object(Handle::batch, own<bw_batch_free>(batch));
}

PyObject* progress(PyObject* self, PyObject*) {
  bw_progress told{};
  told.size = sizeof told;
  bw_error error = BW_ERROR_INIT;
  if (bw_archive_progress(Held::of(self).handle, &told, &error) != BW_OK) return fail(error);
  return Py_BuildValue("(KK)", static_cast<unsigned long long>(told.done),
                       static_cast<unsigned long long>(told.total));
}

// message_at(source, offset, kind, message_bytes, unpack_factor, unpack_here): a batch.
PyObject* message_at(PyObject*, PyObject* arguments) {
  const char* source = nullptr;
  Py_ssize_t size = 0, message_bytes = 0, unpack_factor = 0;
  PyObject* wanted = nullptr;
  PyObject* as = nullptr;
  int unpack_here = 0;
  bw_archive_options options;
  if (!PyArg_ParseTuple(arguments, "y#OOnnp:message_at", &source, &size, &wanted, &as,
                        &message_bytes, &unpack_factor, &unpack_here) ||
      !read_options(as, message_bytes, unpack_factor, unpack_here, options))
    return nullptr;
  // The format "K" makes another number of one that is too large.
  const unsigned long long offset = PyLong_AsUnsignedLongLong(wanted);
  if (PyErr_Occurred() != nullptr) return nullptr;
  bw_batch* batch = nullptr;
  bw_error error = BW_ERROR_INIT;
  {
    const Unlocked unlocked;
    bw_message_at(source, static_cast<std::size_t>(size), offset, &options, &batch, &error);
  }
  if (batch == nullptr) return fail(error);
  return handle_object(Handle::batch, own<bw_batch_free>(batch));
}

PyMethodDef kMethods[] = {
    {"next", next, METH_NOARGS,
     "next($self, /)\n--\n\nThe next batch, or None at the end; other threads run meanwhile."},
    {"progress", progress, METH_NOARGS,
     "progress($self, /)\n--\n\nBytes read, and bytes there are (0 where that is not known)."},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef kFunctions[] = {
    {"message_at", message_at, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

bool add_archive(PyObject* module) {
  static PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char*>("Reads sources in their order.")},
      {Py_tp_new, slot(make)},
      {Py_tp_dealloc, slot(Held::free)},
      {Py_tp_methods, kMethods},
      {0, nullptr},
  };
  PyType_Spec spec = {"_basewalk.Archive", sizeof(Held), 0, Py_TPFLAGS_DEFAULT, slots};
  return add_type(module, spec) != nullptr && add_handle(module, Handle::batch) &&
         PyModule_AddFunctions(module, kFunctions) == 0;
}

}  // namespace basewalk::python
