// SPDX-License-Identifier: MIT
//
// Records: the structs of the C API as Python objects.
//
// A record is a pointer to the struct and a reference to what owns it; its members become Python
// objects when they are asked for.  So a list of a thousand links costs a thousand small objects,
// and no text that nobody reads.  One that was unpickled has a tuple of its values instead.
#include "records.h"

#include <array>
#include <cstring>
#include <string>
#include <vector>

namespace basewalk::python {

namespace {

constexpr std::size_t kStructCount = static_cast<std::size_t>(Struct::none);
constexpr std::size_t kWordCount = static_cast<std::size_t>(Word::none);

// What the types and enumerations are in Python; there until the process ends.
struct Known {
  PyTypeObject* owner = nullptr;
  std::array<PyTypeObject*, kStructCount> types{};
  std::array<PyObject*, kWordCount> members{};  // tuples of enumerators
  std::array<PyObject*, kWordCount> values{};   // tuples of their words
  PyObject* empty = nullptr;                    // ()
  PyObject* revive = nullptr;
} g;

struct Owner {
  PyObject_HEAD void* handle;
  void (*release)(void*);
  PyObject* keeps;
};

struct Record {
  PyObject_HEAD const void* data;  // null of one that was unpickled
  PyObject* owner;                 // of data; else a tuple of the values
  Struct what;
};

Record* record(PyObject* self) { return reinterpret_cast<Record*>(self); }
const StructRow& row_of(const Record* self) { return python::row_of(self->what); }

// Objects of types that are made at run time own their type.
void free_object(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

void free_owner(PyObject* self) {
  auto* owner = reinterpret_cast<Owner*>(self);
  if (owner->handle != nullptr) owner->release(owner->handle);
  Py_XDECREF(owner->keeps);
  free_object(self);
}

void free_record(PyObject* self) {
  Py_XDECREF(record(self)->owner);
  free_object(self);
}

template <class T>
T read(const void* data, std::size_t at) {
  T value;
  std::memcpy(&value, static_cast<const char*>(data) + at, sizeof value);
  return value;
}

// A tuple of what `f` makes of 0 ... count - 1.
template <class F>
PyObject* tuple_of(std::size_t count, F&& f) {
  Ref all(PyTuple_New(static_cast<Py_ssize_t>(count)));
  for (std::size_t i = 0; all && i < count; ++i) {
    PyObject* one = f(i);
    if (one == nullptr) return nullptr;
    PyTuple_SetItem(all.get(), static_cast<Py_ssize_t>(i), one);
  }
  return all.release();
}

// From a tuple that is there for each enumeration.
PyObject* word_from(const std::array<PyObject*, kWordCount>& tuples, Word word, int value) {
  PyObject* all = tuples[static_cast<std::size_t>(word)];
  if (value < 0 || value >= PyTuple_Size(all)) return none();
  return Ref::share(PyTuple_GetItem(all, value)).release();
}

PyObject* words_from(const std::array<PyObject*, kWordCount>& tuples, Word word,
                     std::uint32_t bits) {
  if (bits == 0) return Ref::share(g.empty).release();
  std::array<int, 32> set{};
  std::size_t count = 0;
  for (int i = 0; i < 32; ++i)
    if ((bits >> i & 1) != 0) set[count++] = i;
  return tuple_of(count, [&](std::size_t i) { return word_from(tuples, word, set[i]); });
}

PyObject* span(bw_span range) {
  return Py_BuildValue("(nn)", static_cast<Py_ssize_t>(range.begin),
                       static_cast<Py_ssize_t>(range.end));
}

// A member; enumerators come from `tuples`.
PyObject* value_from(const std::array<PyObject*, kWordCount>& tuples, const Field& field,
                     const void* data, PyObject* owner) {
  const auto text = [&] { return read<bw_string>(data, field.at); };
  switch (field.kind) {
    case Kind::text:
      return text().data == nullptr ? none() : str(text());
    case Kind::sure:
      return str(text());
    case Kind::name:
      return text().data == nullptr || text().size == 0 ? none() : str(text());
    case Kind::file:
      return text().data == nullptr ? none()
                                    : PyUnicode_DecodeFSDefaultAndSize(
                                          text().data, static_cast<Py_ssize_t>(text().size));
    case Kind::bytes:
      return bytes(text());
    case Kind::size:
      return PyLong_FromSize_t(read<std::size_t>(data, field.at));
    case Kind::offset: {
      const auto offset = read<std::size_t>(data, field.at);
      return offset == BW_NONE ? none() : PyLong_FromSize_t(offset);
    }
    case Kind::u32:
      return PyLong_FromUnsignedLong(read<std::uint32_t>(data, field.at));
    case Kind::u64:
      return PyLong_FromUnsignedLongLong(read<std::uint64_t>(data, field.at));
    case Kind::ordinal: {
      const auto number = read<std::uint64_t>(data, field.at);
      return number == 0 ? none() : PyLong_FromUnsignedLongLong(number);
    }
    case Kind::truth:
      return truth(read<int>(data, field.at) != 0);
    case Kind::word:
      return word_from(tuples, field.word, read<int>(data, field.at));
    case Kind::level:
      return word_from(tuples, field.word,
                       bw_note_level(static_cast<bw_note_code>(read<int>(data, field.at))));
    case Kind::bits:
      return words_from(tuples, field.word, read<std::uint32_t>(data, field.at));
    case Kind::span:
      return span(read<bw_span>(data, field.at));
    case Kind::texts: {
      const auto* items = read<const bw_string*>(data, field.at);
      return tuple_of(read<std::size_t>(data, field.count),
                      [&](std::size_t i) { return str(items[i]); });
    }
    case Kind::record:
      return record_of(field.of, read<const void*>(data, field.at), owner);
    case Kind::records: {
      const auto* all = read<const void* const*>(data, field.at);
      return tuple_of(read<std::size_t>(data, field.count),
                      [&](std::size_t i) { return record_of(field.of, all[i], owner); });
    }
  }
  return none();
}

PyObject* value_at(PyObject* self, std::size_t index) {
  const Record* of = record(self);
  if (of->data == nullptr)
    return Ref::share(PyTuple_GetItem(of->owner, static_cast<Py_ssize_t>(index))).release();
  return value_from(g.members, row_of(of).fields[index], of->data, of->owner);
}

PyObject* values(PyObject* self) {
  return tuple_of(row_of(record(self)).count, [&](std::size_t i) { return value_at(self, i); });
}

PyObject* get_member(PyObject* self, void* field) {
  const StructRow& row = row_of(record(self));
  return value_at(self, static_cast<std::size_t>(static_cast<const Field*>(field) - row.fields));
}

// A value without types of ours: what json, pandas and polars take.
PyObject* plain(PyObject* value);

PyObject* plain_list(PyObject* all) {
  const Py_ssize_t count = PyTuple_Size(all);
  Ref list(PyList_New(count));
  for (Py_ssize_t i = 0; list && i < count; ++i) {
    PyObject* one = plain(PyTuple_GetItem(all, i));
    if (one == nullptr) return nullptr;
    PyList_SetItem(list.get(), i, one);
  }
  return list.release();
}

PyObject* as_dict(PyObject* self, PyObject*);

PyObject* plain(PyObject* value) {
  if (PyTuple_Check(value)) return plain_list(value);
  for (PyTypeObject* type : g.types)
    if (Py_TYPE(value) == type) return as_dict(value, nullptr);
  if (PyUnicode_Check(value) && !PyUnicode_CheckExact(value))
    return PyObject_GetAttrString(value, "value");
  return Ref::share(value).release();
}

PyObject* plain_at(PyObject* self, std::size_t index) {
  const Record* of = record(self);
  const Field& field = row_of(of).fields[index];
  // Most members are plain as they are.
  const bool is_deep = field.kind == Kind::bits || field.kind == Kind::span ||
                       field.kind == Kind::texts || field.kind >= Kind::record;
  if (of->data != nullptr && field.kind == Kind::bits) {
    const auto bits = read<std::uint32_t>(of->data, field.at);
    if (bits == 0) return PyList_New(0);
    const Ref words(words_from(g.values, field.word, bits));
    return words ? PySequence_List(words.get()) : nullptr;
  }
  if (of->data != nullptr && !is_deep) return value_from(g.values, field, of->data, of->owner);
  const Ref value(value_at(self, index));
  return value ? plain(value.get()) : nullptr;
}

PyObject* as_dict(PyObject* self, PyObject*) {
  const StructRow& row = row_of(record(self));
  Ref all(PyDict_New());
  for (std::size_t i = 0; all && i < row.count; ++i) {
    const Ref value(plain_at(self, i));
    if (!value || PyDict_SetItemString(all.get(), row.fields[i].name, value.get()) != 0)
      return nullptr;
  }
  return all.release();
}

// Link(part='1', type='text/html', ...): what is absent, empty or false is not shown.
PyObject* repr(PyObject* self) {
  const StructRow& row = row_of(record(self));
  Ref shown(PyList_New(0));
  for (std::size_t i = 0; shown && i < row.count; ++i) {
    const Ref value(plain_at(self, i));
    if (!value) return nullptr;
    const int is_told = PyObject_IsTrue(value.get());
    if (is_told < 0) return nullptr;
    if (is_told == 0) continue;
    const Ref one(PyUnicode_FromFormat("%s=%R", row.fields[i].name, value.get()));
    if (!one || PyList_Append(shown.get(), one.get()) != 0) return nullptr;
  }
  const Ref comma(PyUnicode_FromString(", "));
  const Ref all(shown && comma ? PyUnicode_Join(comma.get(), shown.get()) : nullptr);
  return all ? PyUnicode_FromFormat("%s(%U)", row.name, all.get()) : nullptr;
}

PyObject* compare(PyObject* self, PyObject* other, int how) {
  if (Py_TYPE(self) != Py_TYPE(other) || (how != Py_EQ && how != Py_NE))
    return Ref::share(Py_NotImplemented).release();
  const Ref mine(values(self)), theirs(values(other));
  return mine && theirs ? PyObject_RichCompare(mine.get(), theirs.get(), how) : nullptr;
}

Py_hash_t hash(PyObject* self) {
  const Ref all(values(self));
  return all ? PyObject_Hash(all.get()) : -1;
}

// For pickle and copy.
PyObject* reduce(PyObject* self, PyObject*) {
  PyObject* all = values(self);
  return all == nullptr ? nullptr
                        : Py_BuildValue("O(sN)", g.revive, row_of(record(self)).name, all);
}

PyMethodDef kMethods[] = {
    {"asdict", as_dict, METH_NOARGS,
     "asdict($self, /)\n--\n\n"
     "All of it as a dict of plain values: str, int, bool, None, lists and dicts of these."},
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

Ref new_record(Struct what, const void* data, PyObject* owner) {
  Ref made(PyType_GenericAlloc(g.types[static_cast<std::size_t>(what)], 0));
  if (!made) return made;
  record(made.get())->what = what;
  record(made.get())->data = data;
  record(made.get())->owner = Ref::share(owner).release();
  return made;
}

PyTypeObject* make_type(const StructRow& row) {
  // CPython keeps both tables, which live as long as the process.
  auto* members = new std::vector<PyGetSetDef>;
  for (std::size_t i = 0; i < row.count; ++i)
    members->push_back({row.fields[i].name, get_member, nullptr, row.fields[i].doc,
                        const_cast<Field*>(&row.fields[i])});
  members->push_back({nullptr, nullptr, nullptr, nullptr, nullptr});
  auto* name = new std::string("basewalk." + std::string(row.name));
  PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char*>(row.doc)},
      {Py_tp_new, slot(not_callable)},
      {Py_tp_dealloc, slot(free_record)},
      {Py_tp_getset, members->data()},
      {Py_tp_methods, kMethods},
      {Py_tp_repr, slot(repr)},
      {Py_tp_richcompare, slot(compare)},
      {Py_tp_hash, slot(hash)},
      {0, nullptr},
  };
  PyType_Spec spec = {name->c_str(), sizeof(Record), 0, Py_TPFLAGS_DEFAULT, slots};
  auto* type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  if (type == nullptr) return nullptr;
  // For `match`, and for whoever wants to know.
  const Ref names(
      tuple_of(row.count, [&](std::size_t i) { return PyUnicode_FromString(row.fields[i].name); }));
  if (!names ||
      PyObject_SetAttrString(reinterpret_cast<PyObject*>(type), "__match_args__", names.get()) != 0)
    return nullptr;
  return type;
}

// The enumerators, which basewalk/_words.py has in the order of C.
bool load_words() {
  const Ref module(PyImport_ImportModule("basewalk._words"));
  for (std::size_t i = 0; module && i < kWordCount; ++i) {
    const Ref all(PyObject_GetAttrString(module.get(), kWords[i].name));
    const Ref list(all ? PySequence_List(all.get()) : nullptr);
    if (!list) return false;
    g.members[i] = PyList_AsTuple(list.get());
    g.values[i] = tuple_of(static_cast<std::size_t>(PyList_Size(list.get())), [&](std::size_t j) {
      return PyObject_GetAttrString(PyList_GetItem(list.get(), static_cast<Py_ssize_t>(j)),
                                    "value");
    });
    if (g.members[i] == nullptr || g.values[i] == nullptr) return false;
  }
  return static_cast<bool>(module);
}

PyObject* revive(PyObject*, PyObject* arguments) {
  const char* name = nullptr;
  PyObject* all = nullptr;
  if (!PyArg_ParseTuple(arguments, "sO:_revive", &name, &all)) return nullptr;
  for (std::size_t i = 0; i < kStructCount; ++i)
    if (std::string_view(kStructs[i].name) == name && PyTuple_Check(all) &&
        static_cast<std::size_t>(PyTuple_Size(all)) == kStructs[i].count)
      return new_record(static_cast<Struct>(i), nullptr, all).release();
  PyErr_SetString(PyExc_ValueError, "basewalk: this pickle is of another version");
  return nullptr;
}

PyMethodDef kRevive = {"_revive", revive, METH_VARARGS, nullptr};

bool add(PyObject* module, const char* name, PyObject* what) {
  Py_XINCREF(what);
  if (what != nullptr && PyModule_AddObject(module, name, what) == 0) return true;
  Py_XDECREF(what);
  return false;
}

}  // namespace

PyObject* value_of(const Field& field, const void* data, PyObject* owner) {
  return value_from(g.members, field, data, owner);
}

PyObject* word_of(Word word, int value) { return word_from(g.members, word, value); }

int number_of(Word word, PyObject* name) {
  PyObject* all = g.members[static_cast<std::size_t>(word)];
  if (!PyUnicode_Check(name)) {
    PyErr_Format(PyExc_TypeError, "basewalk.%s or its word, not %R", python::row_of(word).name,
                 name);
    return -1;
  }
  const Py_ssize_t index = PySequence_Index(all, name);
  if (index < 0 && PyErr_ExceptionMatches(PyExc_ValueError)) {
    PyErr_Clear();
    PyErr_Format(PyExc_ValueError, "no basewalk.%s: %R", python::row_of(word).name, name);
  }
  return static_cast<int>(index);
}

bool bits_of(Word word, PyObject* names, std::uint32_t& bits) {
  bits = 0;
  // A text is a sequence of texts, and never what is meant.
  if (PyUnicode_Check(names)) {
    PyErr_Format(PyExc_TypeError, "a set of basewalk.%s, not a text", python::row_of(word).name);
    return false;
  }
  const Ref list(PySequence_List(names));
  if (!list) return false;
  for (Py_ssize_t i = 0; i < PyList_Size(list.get()); ++i) {
    const int bit = number_of(word, PyList_GetItem(list.get(), i));
    if (bit < 0) return false;
    bits |= std::uint32_t{1} << bit;
  }
  return true;
}

PyObject* record_of(Struct what, const void* data, PyObject* owner) {
  return data == nullptr ? none() : new_record(what, data, owner).release();
}

const void* data_of(PyObject* self, Struct what) {
  if (Py_TYPE(self) != g.types[static_cast<std::size_t>(what)] || record(self)->data == nullptr) {
    PyErr_Format(PyExc_TypeError, "this is no basewalk.%s of a source", python::row_of(what).name);
    return nullptr;
  }
  return record(self)->data;
}

PyObject* owner_of(PyObject* self) { return record(self)->owner; }

Ref own_any(void* handle, void (*release)(void*), PyObject* keeps) {
  Ref made(PyType_GenericAlloc(g.owner, 0));
  if (!made) {
    release(handle);
    return made;
  }
  auto* owner = reinterpret_cast<Owner*>(made.get());
  owner->handle = handle;
  owner->release = release;
  owner->keeps = Ref::share(keeps).release();
  return made;
}

void* handle_of_owner(PyObject* owner) { return reinterpret_cast<Owner*>(owner)->handle; }

bool add_records(PyObject* module) {
  PyType_Slot slots[] = {
      {Py_tp_new, slot(not_callable)}, {Py_tp_dealloc, slot(free_owner)}, {0, nullptr}};
  PyType_Spec spec = {"basewalk._Owner", sizeof(Owner), 0, Py_TPFLAGS_DEFAULT, slots};
  g.owner = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  g.empty = PyTuple_New(0);
  // pickle finds the function by its module's name and its own.
  const Ref name(PyUnicode_FromString("basewalk._basewalk"));
  g.revive = name ? PyCFunction_NewEx(&kRevive, nullptr, name.get()) : nullptr;
  if (g.owner == nullptr || g.empty == nullptr || !load_words()) return false;
  if (!add(module, "_revive", g.revive)) return false;
  for (std::size_t i = 0; i < kStructCount; ++i) {
    g.types[i] = make_type(kStructs[i]);
    if (!add(module, kStructs[i].name, reinterpret_cast<PyObject*>(g.types[i]))) return false;
  }
  return true;
}

}  // namespace basewalk::python
