// SPDX-License-Identifier: MIT
//
// URLs and references alone.
#include <memory>
#include <string>

#include "handles.h"
#include "options.h"

namespace basewalk::python {

namespace {

struct Base {
  ~Base() { bw_base_free(handle); }
  bw_base* handle = nullptr;
};
using Held = Holder<Base>;

PyObject* g_resolution = nullptr;

// A str as UTF-8.  A byte that is none stands in a str as in names of files (PEP 383), and goes
// back the same way; any other surrogate is what no decoder takes, so that a text of a hostile mail
// raises nothing.
constexpr char kBytes[] = "surrogateescape";

Ref utf8(PyObject* text, bw_string& view) {
  if (!PyUnicode_Check(text)) {
    PyErr_Format(PyExc_TypeError, "a str, not %R", reinterpret_cast<PyObject*>(Py_TYPE(text)));
    return Ref();
  }
  Ref bytes(PyUnicode_AsEncodedString(text, "utf-8", kBytes));
  if (!bytes && PyErr_ExceptionMatches(PyExc_UnicodeEncodeError) != 0) {
    PyErr_Clear();
    bytes = Ref(PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass"));
  }
  return bytes && view_of(bytes.get(), view) ? std::move(bytes) : Ref();
}

// What a call appends to a buffer, as str.
template <class F>
PyObject* appended(F&& call) {
  bw_buffer* made = nullptr;
  bw_error error = BW_ERROR_INIT;
  if (bw_buffer_new(&made, &error) != BW_OK) return fail(error);
  const Ref buffer(own<bw_buffer_free>(made));
  if (!buffer) return nullptr;
  if (call(made, &error) != BW_OK) return fail(error);
  const bw_string text = bw_buffer_bytes(made);
  return PyUnicode_DecodeUTF8(text.data, static_cast<Py_ssize_t>(text.size), kBytes);
}

PyObject* make(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  static const char* names[] = {"text", "rules", nullptr};
  PyObject *text = nullptr, *rules = nullptr;
  bw_string view{};
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|O:Base", const_cast<char**>(names),
                                   &text, &rules))
    return nullptr;
  const int chosen = rules == nullptr ? BW_RULES_RFC1808 : number_of(Word::rules, rules);
  if (chosen < 0) return nullptr;
  const Ref bytes = utf8(text, view);
  if (!bytes) return nullptr;
  return guarded([&]() -> PyObject* {
    auto base = std::make_unique<Base>();
    bw_error error = BW_ERROR_INIT;
    if (bw_base_new(view.data, view.size, static_cast<bw_rules>(chosen), &base->handle, &error) !=
        BW_OK)
      return fail(error);
    return Held::make(type, base.release());
  });
}

struct Asked {
  Ref bytes;
  bw_string reference{};
  bw_resolve_options options{};
};

bool read(PyObject* arguments, PyObject* keywords, const char* format, Asked& asked) {
  static const char* names[] = {"reference", "surplus_dots", "same_scheme_is_relative", nullptr};
  PyObject *reference = nullptr, *dots = nullptr;
  bw_resolve_options_init(&asked.options, sizeof asked.options);
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, format, const_cast<char**>(names),
                                   &reference, &dots, &asked.options.same_scheme_is_relative))
    return false;
  if (dots != nullptr) {
    const int chosen = number_of(Word::surplus_dots, dots);
    if (chosen < 0) return false;
    asked.options.surplus_dots = static_cast<bw_surplus_dots>(chosen);
  }
  asked.bytes = utf8(reference, asked.reference);
  return static_cast<bool>(asked.bytes);
}

PyObject* resolve(PyObject* self, PyObject* arguments, PyObject* keywords) {
  Asked asked;
  if (!read(arguments, keywords, "O|$Op:resolve", asked)) return nullptr;
  return appended([&](bw_buffer* out, bw_error* error) {
    return bw_base_resolve(Held::of(self).handle, asked.reference.data, asked.reference.size,
                           &asked.options, out, nullptr, error);
  });
}

PyObject* resolution(PyObject* self, PyObject* arguments, PyObject* keywords) {
  Asked asked;
  if (!read(arguments, keywords, "O|$Op:resolution", asked)) return nullptr;
  bw_resolution told{};
  told.size = sizeof told;
  Ref url(appended([&](bw_buffer* out, bw_error* error) {
    const bw_status status =
        bw_base_resolve(Held::of(self).handle, asked.reference.data, asked.reference.size,
                        &asked.options, out, &told, error);
    return status == BW_ERROR_NO_ANSWER ? BW_OK : status;
  }));
  if (!url) return nullptr;
  if (told.outcome == BW_OUTCOME_ERROR) url = Ref::share(Py_None);
  return PyObject_CallFunction(
      g_resolution, "ONNNn", url.get(), word_of(Word::outcome, told.outcome),
      truth(told.current_document != 0), word_of(Word::failure, told.failure),
      static_cast<Py_ssize_t>(told.failure_offset));
}

PyObject* relate(PyObject* self, PyObject* text) {
  bw_string view{};
  const Ref bytes = utf8(text, view);
  if (!bytes) return nullptr;
  int found = 0;
  Ref made(appended([&](bw_buffer* out, bw_error* error) {
    return bw_base_relate(Held::of(self).handle, view.data, view.size, out, &found, error);
  }));
  return !made || found != 0 ? made.release() : none();
}

PyObject* get_text(PyObject* self, void*) { return str(bw_base_text(Held::of(self).handle)); }
PyObject* get_is_absolute(PyObject* self, void*) {
  return truth(bw_base_is_absolute(Held::of(self).handle) != 0);
}
PyObject* get_failure(PyObject* self, void*) {
  return word_of(Word::failure, bw_base_failure(Held::of(self).handle));
}

PyObject* repr(PyObject* self) {
  const Ref text(get_text(self, nullptr));
  return text ? PyUnicode_FromFormat("Base(%R)", text.get()) : nullptr;
}

PyMethodDef kMethods[] = {
    {"resolve", method(resolve), METH_VARARGS | METH_KEYWORDS,
     "resolve($self, reference, *, surplus_dots='keep', same_scheme_is_relative=False)\n--\n\n"
     "What a reference means.\n\n"
     "    >>> Base('http://a/b/c/d;p?q').resolve('../g')\n"
     "    'http://a/b/g'\n\n"
     "NoAnswer where the rules have none."},
    {"resolution", method(resolution), METH_VARARGS | METH_KEYWORDS,
     "resolution($self, reference, *, surplus_dots='keep', same_scheme_is_relative=False)\n--\n\n"
     "The same with how it came about, as a Resolution; raises nothing where there is no answer."},
    {"relate", relate, METH_O,
     "relate($self, url, /)\n--\n\n"
     "The shortest reference that means a URL, or None where there is none."},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef kMembers[] = {
    {"text", get_text, nullptr,
     "As it was given; by the rules ``whatwg`` as browsers write it, where it parses.", nullptr},
    {"is_absolute", get_is_absolute, nullptr,
     "Has it a scheme (RFC 1808 3.1); by the rules ``whatwg``: does it parse?", nullptr},
    {"failure", get_failure, nullptr,
     "Why it does not parse by the rules ``whatwg``.  The other rules take every base.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

// split(text, rules)
PyObject* split(PyObject*, PyObject* arguments) {
  PyObject *text = nullptr, *rules = nullptr;
  if (!PyArg_ParseTuple(arguments, "OO:split", &text, &rules)) return nullptr;
  const int chosen = number_of(Word::rules, rules);
  if (chosen < 0) return nullptr;
  bw_string view{};
  const Ref bytes = utf8(text, view);
  if (!bytes) return nullptr;
  return guarded([&]() -> PyObject* {
    auto parts = std::make_unique<bw_components>();
    parts->size = sizeof *parts;
    bw_error error = BW_ERROR_INIT;
    if (bw_split(view.data, view.size, static_cast<bw_rules>(chosen), parts.get(), &error) != BW_OK)
      return fail(error);
    constexpr auto release = [](bw_components* owned) { delete owned; };
    bw_components* made = parts.release();
    const Ref owner(own<release>(made, bytes.get()));
    return owner ? record_of(Struct::components, made, owner.get()) : nullptr;
  });
}

PyObject* url(PyObject*, PyObject* text) {
  bw_string view{};
  const Ref bytes = utf8(text, view);
  if (!bytes) return nullptr;
  bw_url* made = nullptr;
  bw_error error = BW_ERROR_INIT;
  if (bw_url_new(view.data, view.size, &made, &error) != BW_OK) return fail(error);
  const Ref owner(own<bw_url_free>(made));
  return owner ? record_of(Struct::url, bw_url_get_info(made), owner.get()) : nullptr;
}

// normalize(url, rungs)
PyObject* normalize(PyObject*, PyObject* arguments) {
  PyObject *text = nullptr, *rungs = nullptr;
  bw_string view{};
  std::uint32_t bits = 0;
  if (!PyArg_ParseTuple(arguments, "OO:normalize", &text, &rungs) ||
      !bits_of(Word::normal_form, rungs, bits))
    return nullptr;
  const Ref bytes = utf8(text, view);
  if (!bytes) return nullptr;
  return appended([&](bw_buffer* out, bw_error* error) {
    return bw_normalize(view.data, view.size, bits, out, error);
  });
}

PyObject* unwrap(PyObject*, PyObject* text) {
  bw_string view{};
  const Ref bytes = utf8(text, view);
  if (!bytes) return nullptr;
  return appended(
      [&](bw_buffer* out, bw_error* error) { return bw_unwrap(view.data, view.size, out, error); });
}

PyObject* seen_host(PyObject*, PyObject* text) {
  bw_string view{};
  const Ref bytes = utf8(text, view);
  if (!bytes) return nullptr;
  return appended([&](bw_buffer* out, bw_error* error) {
    return bw_seen_host(view.data, view.size, out, error);
  });
}

const Field kFlags = {"flags", Kind::bits, 0, "", Word::flag};

// url_flags(raw, url, clicked)
PyObject* url_flags(PyObject*, PyObject* arguments) {
  PyObject* given[3];
  bw_string views[3];
  Ref kept[3];
  if (!PyArg_ParseTuple(arguments, "OOO:url_flags", &given[0], &given[1], &given[2]))
    return nullptr;
  for (int i = 0; i < 3; ++i) {
    kept[i] = utf8(given[i], views[i]);
    if (!kept[i]) return nullptr;
  }
  std::uint32_t flags = 0;
  bw_error error = BW_ERROR_INIT;
  if (bw_url_flags(views[0], views[1], views[2], &flags, &error) != BW_OK) return fail(error);
  return value_of(kFlags, &flags, nullptr);
}

PyMethodDef kFunctions[] = {
    {"split", split, METH_VARARGS, nullptr},
    {"url", url, METH_O, nullptr},
    {"normalize", normalize, METH_VARARGS, nullptr},
    {"unwrap", unwrap, METH_O, nullptr},
    {"seen_host", seen_host, METH_O, nullptr},
    {"url_flags", url_flags, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

bool add_urls(PyObject* module) {
  const Ref types(PyImport_ImportModule("basewalk._types"));
  g_resolution = types ? PyObject_GetAttrString(types.get(), "Resolution") : nullptr;
  static PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char*>("Base(text, rules='rfc1808')\n--\n\n"
                                    "A base taken apart once, for many references.")},
      {Py_tp_new, slot(make)},
      {Py_tp_dealloc, slot(Held::free)},
      {Py_tp_methods, kMethods},
      {Py_tp_getset, kMembers},
      {Py_tp_repr, slot(repr)},
      {0, nullptr},
  };
  PyType_Spec spec = {"basewalk.Base", sizeof(Held), 0, Py_TPFLAGS_DEFAULT, slots};
  if (g_resolution == nullptr) return false;
  PyObject* type = PyType_FromSpec(&spec);
  if (type == nullptr || PyModule_AddObject(module, "Base", type) != 0) {
    Py_XDECREF(type);
    return false;
  }
  return PyModule_AddFunctions(module, kFunctions) == 0;
}

}  // namespace basewalk::python
