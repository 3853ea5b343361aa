// SPDX-License-Identifier: MIT
//
// Rewriter: options that were read once, and the rewriters that threads take turns with.
#include <memory>
#include <string>
#include <vector>

#include "handles.h"
#include "options.h"

namespace basewalk::python {

namespace {

// A list of bytes.
struct Texts {
  Ref list;
  std::vector<bw_string> views;

  bool read(PyObject* given) {
    list = Ref(PySequence_List(given));
    if (!list) return false;
    for (Py_ssize_t i = 0; i < PyList_Size(list.get()); ++i)
      if (!view_of(PyList_GetItem(list.get(), i), views.emplace_back())) return false;
    return true;
  }
};

struct Rewriter {
  bw_rewrite_options options{};
  Ref walker, wrap, wrap_key;  // what the options view
  Texts only, previous_keys, unwrap_from;
  Pool<bw_rewriter, bw_rewriter_free> pool;
};
using Held = Holder<Rewriter>;

bw_rewriter* take(Rewriter& rewriter) {
  if (bw_rewriter* handle = rewriter.pool.take()) return handle;
  bw_rewriter* made = nullptr;
  bw_error error = BW_ERROR_INIT;
  if (bw_rewriter_new(&rewriter.options, &made, &error) != BW_OK) fail(error);
  return made;
}

// bytes, or None.
bool read_bytes(PyObject* given, Ref& kept, bw_string& view) {
  if (given == Py_None) return true;
  kept = Ref::share(given);
  return view_of(given, view);
}

bool read(Rewriter& to, PyObject* arguments, PyObject* keywords) {
  static const char* names[] = {
      "walker",        "absolute",      "drop_base",   "unwrap",     "defang", "cid_inline",
      "edit_signed",   "settle",        "mark",        "signatures", "wrap",   "wrap_key",
      "previous_keys", "wrap_lifetime", "unwrap_from", "only",       nullptr};
  PyObject *walker = nullptr, *wrap = nullptr, *key = nullptr, *previous = nullptr,
           *lifetime = nullptr, *unwrap_from = nullptr, *only = nullptr;
  bw_rewrite_options& o = to.options;
  bw_rewrite_options_init(&o, sizeof o);
  if (!PyArg_ParseTupleAndKeywords(
          arguments, keywords, "OpppppppppOOOOOO:Rewriter", const_cast<char**>(names), &walker,
          &o.absolute, &o.drop_base, &o.unwrap, &o.defang, &o.cid_inline, &o.edit_signed, &o.settle,
          &o.mark, &o.signatures, &wrap, &key, &previous, &lifetime, &unwrap_from, &only) ||
      !read_number(lifetime, "wrap_lifetime", o.wrap_lifetime))
    return false;
  o.walk = options_of(walker);
  if (o.walk == nullptr) return false;
  to.walker = Ref::share(walker);
  if (!read_bytes(wrap, to.wrap, o.wrap) || !read_bytes(key, to.wrap_key, o.wrap_key) ||
      !to.only.read(only) || !to.previous_keys.read(previous) || !to.unwrap_from.read(unwrap_from))
    return false;
  o.only = to.only.views.data();
  o.only_count = to.only.views.size();
  o.previous_keys = to.previous_keys.views.data();
  o.previous_key_count = to.previous_keys.views.size();
  o.unwrap_from = to.unwrap_from.views.data();
  o.unwrap_from_count = to.unwrap_from.views.size();
  return true;
}

PyObject* make(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    auto rewriter = std::make_unique<Rewriter>();
    if (!read(*rewriter, arguments, keywords)) return nullptr;
    bw_rewriter* first = take(*rewriter);
    if (first == nullptr) return nullptr;
    rewriter->pool.give(first);
    return Held::make(type, rewriter.release());
  });
}

PyObject* rewrite(PyObject* self, PyObject* mail) {
  bw_string view{};
  if (!view_of(mail, view)) return nullptr;
  Rewriter& rewriter = Held::of(self);
  bw_rewriter* handle = take(rewriter);
  if (handle == nullptr) return nullptr;
  bw_rewritten* made = nullptr;
  bw_error error = BW_ERROR_INIT;
  {
    const Unlocked unlocked;
    bw_rewriter_rewrite(handle, view.data, view.size, &made, &error);
  }
  rewriter.pool.give(handle);
  if (made == nullptr) return fail(error);
  return handle_object(Handle::rewritten, own<bw_rewritten_free>(made, mail));
}

PyMethodDef kMethods[] = {
    {"rewrite", rewrite, METH_O,
     "rewrite($self, message, /)\n--\n\n"
     "Rewrites a message, which is bytes; other threads run meanwhile."},
    {nullptr, nullptr, 0, nullptr},
};

PyObject* get_bytes(PyObject* self, void*) {
  bw_buffer* made = nullptr;
  bw_error error = BW_ERROR_INIT;
  if (bw_buffer_new(&made, &error) != BW_OK) return fail(error);
  const Ref buffer(own<bw_buffer_free>(made));
  if (!buffer) return nullptr;
  if (bw_rewritten_append(handle_of_object<const bw_rewritten>(self), made, &error) != BW_OK)
    return fail(error);
  return bytes(bw_buffer_bytes(made));
}

const PyGetSetDef kMembers[] = {
    {"bytes", get_bytes, nullptr, "The message as it is now, whole.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

bool add_rewriter(PyObject* module) {
  static PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char*>("Rewrites messages; any number of threads may use it.")},
      {Py_tp_new, slot(make)},
      {Py_tp_dealloc, slot(Held::free)},
      {Py_tp_methods, kMethods},
      {0, nullptr},
  };
  PyType_Spec spec = {"_basewalk.Rewriter", sizeof(Held), 0, Py_TPFLAGS_DEFAULT, slots};
  return add_type(module, spec) != nullptr &&
         add_handle(module, Handle::rewritten, {nullptr, kMembers});
}

}  // namespace basewalk::python
