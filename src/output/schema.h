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

/// Appends the schema of an object; `kind` is empty for one that is no record of its own.
template <const auto& kColumns>
void append_kind_object_schema(std::string_view kind, std::string& out) {
  out += "{\"type\":\"object\",\"properties\":{";
  if (!kind.empty()) out.append("\"kind\":{\"const\":\"").append(kind).append("\"}");
  std::string required = kind.empty() ? "" : "\"kind\"";
  columns::for_each<kColumns, kJson>([&]<std::size_t kIndex>() {
    constexpr const auto& kColumn = kColumns[kIndex];
    if (!out.ends_with('{')) out += ',';
    text::append_json(out, kColumn.name);
    out += ':';
    auto* names = kColumn.names;
    if constexpr (kColumn.form == Form::objects) {
      out += "{\"type\":\"array\",\"items\":";
      kColumn.schema(out);
      out += '}';
    } else if (names != nullptr) {
      out += "{\"enum\":";
      names(out);
      if constexpr (may_be_null(kColumn.form)) {
        out.pop_back();
        out += ",null]";
      }
      out += '}';
    } else {
      out += schema_of(kColumn.form);
    }
    if constexpr (!kColumn.optional) {
      if (!required.empty()) required += ',';
      text::append_json(required, kColumn.name);
    }
  });
  out.append("},\"required\":[").append(required).append("],\"additionalProperties\":false}");
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
