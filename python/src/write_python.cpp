// SPDX-License-Identifier: MIT
//
// Writes what Python reads of tables.h: the enumerations, or the rest of the module's stub.
//
//     write_python words > basewalk/_words.py
//     write_python stub >> basewalk/_basewalk.pyi
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>

#include "tables.h"

namespace basewalk::python {

namespace {

std::string member_name(std::string_view word) {
  std::string name;
  for (const char c : word)
    name += c == '-' || c == '.'   ? '_'
            : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A')
                                   : c;
  return name;
}

std::string quoted(std::string_view text) {
  std::string all = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') all += '\\';
    all += c;
  }
  return all + '"';
}

void write_words() {
  std::cout << "# Made by python/src/write_python.cpp; what is changed here is lost.\n"
               "\"\"\"The words of basewalk: what its command-line tool prints, too.\"\"\"\n"
               "from ._types import Word\n";
  for (const Words& words : kWords) {
    std::cout << "\n\nclass " << words.name << "(Word):\n    \"\"\"" << words.doc << "\"\"\"\n\n";
    for (std::size_t i = 0;; ++i) {
      const std::string word = words.word(i);
      if (word.empty()) break;
      std::cout << "    " << member_name(word) << " = " << quoted(word);
      if (words.meaning != nullptr) std::cout << ", " << quoted(words.meaning(i));
      std::cout << '\n';
    }
  }
  std::cout << "\n\n__all__ = [\n";
  for (const Words& words : kWords) std::cout << "    " << quoted(words.name) << ",\n";
  std::cout << "]\n";
}

std::string type_of(const Field& field) {
  const auto record = [&] { return std::string(row_of(field.of).name); };
  switch (field.kind) {
    case Kind::text:
    case Kind::name:
    case Kind::file:
      return field.kind == Kind::file ? "str" : "str | None";
    case Kind::sure:
      return "str";
    case Kind::bytes:
      return "bytes";
    case Kind::size:
    case Kind::u32:
    case Kind::u64:
      return "int";
    case Kind::offset:
    case Kind::ordinal:
      return "int | None";
    case Kind::truth:
      return "bool";
    case Kind::word:
      // Of the first reading there is no doubt; all else has a value.
      return std::string(row_of(field.word).name) +
             (std::string_view(field.name) == "reading" ? " | None" : "");
    case Kind::level:
      return row_of(field.word).name;
    case Kind::bits:
      return std::string("tuple[") + row_of(field.word).name + ", ...]";
    case Kind::span:
      return "tuple[int, int]";
    case Kind::texts:
      return "tuple[str, ...]";
    case Kind::record:
      return record();
    case Kind::records:
      return "tuple[" + record() + ", ...]";
  }
  return "object";
}

void write_member(std::string_view name, std::string_view type, std::string_view doc) {
  std::cout << "    @property\n    def " << name << "(self) -> " << type << ":\n        \"\"\""
            << doc << "\"\"\"\n";
}

// What handles have beside their tables.
std::string_view more_of(Handle what) {
  switch (what) {
    case Handle::walk:
      return "    @property\n    def summary(self) -> Summary:\n"
             "        \"\"\"The message in numbers.\"\"\"\n";
    case Handle::tree:
      return "    def decode(self, index: int, /) -> bytes: ...\n"
             "    def find(self, index: int, name: str, /) -> Field | None: ...\n";
    case Handle::rewritten:
      return "    @property\n    def bytes(self) -> builtins.bytes:\n"
             "        \"\"\"The message as it is now, whole.\"\"\"\n";
    case Handle::bundle:
      return "    def _unpack(self, folder: bytes, keep_scripts: bool, max_bytes: int, /) -> "
             "Unpacked: ...\n"
             "    def _inline(self, keep_scripts: bool, max_bytes: int, /) -> tuple[bytes, "
             "Unpacked]: ...\n";
    default:
      return "";
  }
}

void write_stub() {
  // Names that are imported so are not of the module itself.
  std::cout << "\nfrom ._words import (\n";
  for (const Words& words : kWords) std::cout << "    " << words.name << ",\n";
  std::cout << ")\n";
  for (const StructRow& row : kStructs) {
    std::cout << "\n@final\nclass " << row.name << ":\n    \"\"\"" << row.doc
              << "\"\"\"\n    __match_args__: ClassVar[tuple[str, ...]]\n";
    for (std::size_t i = 0; i < row.count; ++i) {
      std::string type = type_of(row.fields[i]);
      // Within a class that has a member `bytes`, that is what the word means.
      if (type == "bytes") type = "builtins.bytes";
      write_member(row.fields[i].name, type, row.fields[i].doc);
    }
    std::cout << "    def asdict(self) -> dict[str, Any]:\n"
                 "        \"\"\"All of it as a dict of plain values.\"\"\"\n"
                 "    def __eq__(self, other: object, /) -> bool: ...\n"
                 "    def __ne__(self, other: object, /) -> bool: ...\n"
                 "    def __hash__(self) -> int: ...\n";
  }
  for (std::size_t which = 0; which < static_cast<std::size_t>(Handle::none); ++which) {
    const HandleRow& row = kHandles[which];
    std::cout << "\n@final\nclass " << row.name << ":\n    \"\"\"" << row.doc << "\"\"\"\n";
    for (std::size_t i = 0; i < row.list_count; ++i)
      write_member(row.lists[i].name,
                   std::string("tuple[") + row_of(row.lists[i].of).name + ", ...]",
                   row.lists[i].doc);
    for (std::size_t i = 0; i < row.field_count; ++i)
      write_member(row.fields[i].name, type_of(row.fields[i]), row.fields[i].doc);
    std::cout << more_of(static_cast<Handle>(which));
  }
}

}  // namespace

}  // namespace basewalk::python

int main(int count, char** arguments) {
  const std::string_view what = count == 2 ? arguments[1] : "";
  if (what == "words")
    basewalk::python::write_words();
  else if (what == "stub")
    basewalk::python::write_stub();
  else
    return 2;
  return std::cout.flush() ? 0 : 1;
}
