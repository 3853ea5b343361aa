// SPDX-License-Identifier: MIT
//
// Walker: options that were read once, and the walkers that threads take turns with.
#include <memory>
#include <string>

#include "handles.h"
#include "options.h"

namespace basewalk::python {

namespace {

struct Walker {
  WalkOptions options;
  Pool<bw_walker, bw_walker_free> pool;
};
using Held = Holder<Walker>;

PyTypeObject* g_type = nullptr;

bw_walker* take(Walker& walker) {
  if (bw_walker* handle = walker.pool.take()) return handle;
  bw_walker* made = nullptr;
  bw_error error = BW_ERROR_INIT;
  if (bw_walker_new(&walker.options.get(), &made, &error) != BW_OK) fail(error);
  return made;
}

PyObject* make(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    auto walker = std::make_unique<Walker>();
    if (!walker->options.read(arguments, keywords)) return nullptr;
    // What makes no sense is said here, and not by the first walk.
    bw_walker* first = take(*walker);
    if (first == nullptr) return nullptr;
    walker->pool.give(first);
    return Held::make(type, walker.release());
  });
}

// The bytes of a message: those of a bytes object, or of an item of an archive.  What is returned
// keeps them.
Ref message_of(PyObject* source, bw_string& view) {
  if (PyBytes_Check(source)) return view_of(source, view) ? Ref::share(source) : Ref();
  const auto* item = static_cast<const bw_item*>(data_of(source, Struct::item));
  if (item == nullptr) return Ref();
  view = item->bytes;
  return Ref::share(owner_of(source));
}

PyObject* read(PyObject* self, PyObject* arguments) {
  PyObject *source = nullptr, *wanted = nullptr;
  unsigned int want = BW_WANT_ALL;
  if (!PyArg_ParseTuple(arguments, "O|O:read", &source, &wanted) ||
      (wanted != nullptr && !read_number(wanted, "want", want)))
    return nullptr;
  bw_string view{};
  const Ref kept = message_of(source, view);
  if (!kept) return nullptr;
  Walker& walker = Held::of(self);
  bw_walker* handle = take(walker);
  if (handle == nullptr) return nullptr;
  bw_message* message = nullptr;
  bw_error error = BW_ERROR_INIT;
  {
    const Unlocked unlocked;
    bw_walker_read(handle, view.data, view.size, want, &message, &error);
  }
  walker.pool.give(handle);
  if (message == nullptr) return fail(error);
  return handle_object(Handle::walk, own<bw_message_free>(message));
}

PyMethodDef kMethods[] = {
    {"read", read, METH_VARARGS,
     "read($self, message, want=63, /)\n--\n\n"
     "Walks a message, which is bytes or an Item of an archive; other threads run meanwhile."},
    {nullptr, nullptr, 0, nullptr},
};

PyObject* get_summary(PyObject* self, void*) {
  return record_of(Struct::summary, bw_message_summary(handle_of_object<bw_message>(self)),
                   owner_of_handle(self));
}

const PyGetSetDef kWalkMembers[] = {
    {"summary", get_summary, nullptr, "The message in numbers.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

bool read_truth(PyObject* value, int& truth) {
  truth = PyObject_IsTrue(value);
  return truth >= 0;
}

}  // namespace

bool WalkOptions::read_text(PyObject* text, std::string& kept, bw_string& view) {
  if (text == Py_None) return true;
  const Ref utf8(PyUnicode_AsUTF8String(text));
  bw_string given{};
  if (!utf8 || !view_of(utf8.get(), given)) return false;
  kept.assign(given.data, given.size);
  view = {kept.data(), kept.size()};
  return true;
}

// A mapping of names to numbers.
bool WalkOptions::read_limits(PyObject* limits) {
  if (limits == Py_None) return true;
  const Ref items(PyMapping_Items(limits));
  for (Py_ssize_t i = 0; items && i < PyList_Size(items.get()); ++i) {
    const char* name = nullptr;
    Py_ssize_t value = 0;
    if (!PyArg_ParseTuple(PyList_GetItem(items.get(), i), "sn;a limit is a name and a number",
                          &name, &value))
      return false;
    if (value < 0) {
      PyErr_Format(PyExc_ValueError, "the limit %s is negative", name);
      return false;
    }
    limit_names_.emplace_back(name);
    limits_.push_back({nullptr, static_cast<std::size_t>(value)});
  }
  if (!items) return false;
  for (std::size_t i = 0; i < limits_.size(); ++i) limits_[i].name = limit_names_[i].c_str();
  options_.limits = limits_.data();
  options_.limit_count = limits_.size();
  return true;
}

bool WalkOptions::read(PyObject* arguments, PyObject* keywords) {
  static const char* names[] = {"rules",   "surplus_dots", "same_scheme_is_relative",
                                "honor",   "retrieved",    "assume_scheme",
                                "refang",  "linkify",      "open",
                                "targets", "profile",      "limits",
                                nullptr};
  PyObject* given[12];
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OOOOOOOOOOOO:Walker",
                                   const_cast<char**>(names), &given[0], &given[1], &given[2],
                                   &given[3], &given[4], &given[5], &given[6], &given[7], &given[8],
                                   &given[9], &given[10], &given[11]))
    return false;
  bw_walk_options_init(&options_, sizeof options_);
  const int rules = number_of(Word::rules, given[0]);
  const int dots = rules < 0 ? -1 : number_of(Word::surplus_dots, given[1]);
  const int profile = dots < 0 ? -1 : number_of(Word::profile, given[10]);
  if (profile < 0) return false;
  options_.rules = static_cast<bw_rules>(rules);
  options_.surplus_dots = static_cast<bw_surplus_dots>(dots);
  options_.profile = static_cast<bw_profile>(profile);
  if (given[3] != Py_None && !bits_of(Word::honor, given[3], options_.honor)) return false;
  return read_truth(given[2], options_.same_scheme_is_relative) &&
         read_text(given[4], retrieved_, options_.retrieved) &&
         read_text(given[5], scheme_, options_.assume_scheme) &&
         read_truth(given[6], options_.refang) && read_truth(given[7], options_.linkify) &&
         bits_of(Word::open, given[8], options_.open) && read_truth(given[9], options_.targets) &&
         read_limits(given[11]);
}

const bw_walk_options* options_of(PyObject* walker) {
  if (Py_TYPE(walker) == g_type) return &Held::of(walker).options.get();
  PyErr_SetString(PyExc_TypeError, "this is no Walker");
  return nullptr;
}

bool add_walker(PyObject* module) {
  static PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char*>("Walks messages; any number of threads may use it.")},
      {Py_tp_new, slot(make)},
      {Py_tp_dealloc, slot(Held::free)},
      {Py_tp_methods, kMethods},
      {0, nullptr},
  };
  PyType_Spec spec = {"_basewalk.Walker", sizeof(Held), 0, Py_TPFLAGS_DEFAULT, slots};
  g_type = add_type(module, spec);
  return g_type != nullptr && add_handle(module, Handle::walk, {nullptr, kWalkMembers});
}

}  // namespace basewalk::python
