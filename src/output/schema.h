// SPDX-License-Identifier: MIT
//
// docs/output.schema.json, made from the tables of columns: a test holds the file against it.
#ifndef BASEWALK_OUTPUT_SCHEMA_H_
#define BASEWALK_OUTPUT_SCHEMA_H_

#include <string>
#include <string_view>

#include "output/columns.h"

namespace basewalk::output {

/// The whole schema, as one line of JSON.
std::string output_schema();

/// What a form allows, as a schema.  Not of words with names, and of objects.
std::string_view schema_of(Form form);

/// An object's schema, member by member; the kind is empty for one that is no record of its own.
class ObjectSchema {
 public:
  ObjectSchema(std::string_view kind, std::string& out);
  /// Begins a member; its schema is to be appended.
  void member(std::string_view name, bool is_required);
  /// One of the names that `append_names` appends as a list of JSON.
  void names(void (*append_names)(std::string& out), bool or_null);
  void end();

 private:
  std::string& out_;
  std::string required_;
};

/// Appends the schema of an object; `kind` is empty for one that is no record of its own.
template <const auto& kColumns>
void append_kind_object_schema(std::string_view kind, std::string& out) {
  ObjectSchema object(kind, out);
  columns::for_each<kColumns, kJson>([&]<std::size_t kIndex>() {
    constexpr const auto& kColumn = kColumns[kIndex];
    object.member(kColumn.name, !kColumn.optional);
    // Sanitizers let no compiler decide whether a function has an address.
    auto* const names = kColumn.names;
    if constexpr (kColumn.form == Form::objects) {
      out += "{\"type\":\"array\",\"items\":";
      kColumn.schema(out);
      out += '}';
    } else if (names != nullptr) {
      object.names(names, may_be_null(kColumn.form));
    } else {
      out += schema_of(kColumn.form);
    }
  });
  object.end();
}

template <const auto& kColumns>
void append_object_schema(std::string& out) {
  append_kind_object_schema<kColumns>({}, out);
}

/// One of the kinds of records, behind those that stand there already.
template <const auto& kColumns>
void append_kind_schema(std::string_view kind, std::string& out) {
  if (out.ends_with('}')) out += ',';
  append_kind_object_schema<kColumns>(kind, out);
}

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_SCHEMA_H_
