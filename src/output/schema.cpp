// SPDX-License-Identifier: MIT
#include "output/schema.h"

#include "output/bundle_records.h"
#include "output/range_records.h"
#include "output/records.h"
#include "output/rewrite_report.h"
#include "output/unique_records.h"

namespace basewalk::output {

std::string_view schema_of(Form form) {
  switch (form) {
    case Form::text:
    case Form::reference:
    case Form::word:
      return R"({"type":"string"})";
    case Form::some_text:
      return R"({"type":"string","minLength":1})";
    case Form::text_or_null:
    case Form::again_or_null:
    case Form::word_or_null:
    case Form::section_or_null:
      return R"({"type":["string","null"]})";
    case Form::section:
      return R"({"type":"string","pattern":"^[0-9]+(\\.[0-9]+)*$"})";
    case Form::number:
      return R"({"type":"integer","minimum":0})";
    case Form::number_or_null:
      return R"({"type":["integer","null"],"minimum":0})";
    case Form::ordinal:
      return R"({"type":"integer","minimum":1})";
    case Form::ordinal_or_null:
      return R"({"type":["integer","null"],"minimum":1})";
    case Form::truth:
      return R"({"type":"boolean"})";
    case Form::flags:
      return R"({"type":"array","items":{"type":"string"},"uniqueItems":true})";
    case Form::texts:
      return R"({"type":"array","items":{"type":"string"}})";
    case Form::objects:
      break;
  }
  return "{}";
}

ObjectSchema::ObjectSchema(std::string_view kind, std::string& out) : out_(out) {
  out_ += "{\"type\":\"object\",\"properties\":{";
  if (kind.empty()) return;
  out_.append("\"kind\":{\"const\":\"").append(kind).append("\"}");
  required_ = "\"kind\"";
}

void ObjectSchema::member(std::string_view name, bool is_required) {
  if (!out_.ends_with('{')) out_ += ',';
  text::append_json(out_, name);
  out_ += ':';
  if (!is_required) return;
  if (!required_.empty()) required_ += ',';
  text::append_json(required_, name);
}

void ObjectSchema::names(void (*append_names)(std::string& out), bool or_null) {
  out_ += "{\"enum\":";
  append_names(out_);
  if (or_null) {
    out_.pop_back();
    out_ += ",null]";
  }
  out_ += '}';
}

void ObjectSchema::end() {
  out_.append("},\"required\":[").append(required_).append("],\"additionalProperties\":false}");
}

std::string output_schema() {
  std::string schema = R"({"$schema":"https://json-schema.org/draft/2020-12/schema",)"
                       R"("title":"A line of basewalk's JSON output, version 1","oneOf":[)";
  append_record_schemas(schema);
  append_bundle_schemas(schema);
  append_rewrite_schema(schema);
  append_range_schema(schema);
  append_unique_schema(schema);
  return schema + "]}\n";
}

}  // namespace basewalk::output
