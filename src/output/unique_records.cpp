// SPDX-License-Identifier: MIT
#include "output/unique_records.h"

#include <array>

#include "output/columns.h"
#include "output/schema.h"
#include "text/visible.h"

namespace basewalk::output {
namespace {

constexpr auto kUniqueColumns = std::to_array<Column<UniqueValue>>({
    {.name = "links",
     .form = Form::number_or_null,
     .in = kJson | kCsv,
     .value = [](const UniqueValue& row) -> Value { return row.links; }},
    {.name = "what",
     .form = Form::word,
     .in = kJson | kCsv,
     .value = [](const UniqueValue& row) -> Value { return row.what; }},
    {.name = "value",
     .form = Form::text_or_null,
     .in = kJson | kCsv,
     .value = [](const UniqueValue& row) -> Value {
       return row.value.empty() ? std::nullopt : std::optional(row.value);
     }},
});

}  // namespace

std::string unique_header(text::Separated how) { return separated_header<kUniqueColumns>(how); }

void append_unique_json(const UniqueValue& value, std::string& out) {
  append_json_record<kUniqueColumns>("unique", value, out);
}

void append_unique_fields(const UniqueValue& value, text::Separated how, std::string& out) {
  const std::size_t begin = out.size();
  append_separated_fields<kUniqueColumns>(value, false, how, out);
  out.erase(begin, 1);  // what stands before the first
  out += text::line_end(how);
}

void append_unique_text(const UniqueValue& value, std::string& out) {
  if (value.links) out.append(std::to_string(*value.links)).append("\t");
  text::append_visible(out, value.value.empty() ? "-" : value.value);
  out += '\n';
}

void append_unique_schema(std::string& out) { append_kind_schema<kUniqueColumns>("unique", out); }

}  // namespace basewalk::output
