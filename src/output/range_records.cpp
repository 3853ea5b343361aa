// SPDX-License-Identifier: MIT
//
// Before this: archive/source.cpp has told of a source and of what is wrong with it, and
// cli/verbs/verify.cpp has put that in order.
#include "output/range_records.h"

#include "output/columns.h"
#include "output/schema.h"
#include "text/visible.h"

namespace basewalk::output {
namespace {

struct Row {
  RangeState state;
  std::string_view name;
};
constexpr Row kRows[] = {{RangeState::read, "read"},
                         {RangeState::skipped, "skipped"},
                         {RangeState::doubtful, "doubtful"},
                         {RangeState::failed, "failed"}};
static_assert(is_table_of(kRows, &Row::state));

constexpr auto kRangeColumns = std::to_array<Column<Range>>({
    {.name = "source",
     .form = Form::text,
     .value = [](const Range& row) -> Value { return row.source; }},
    {.name = "state",
     .form = Form::word,
     .value = [](const Range& row) -> Value { return name(row.state); },
     .names = append_names<RangeState>},
    {.name = "extent_begin",
     .form = Form::number_or_null,
     .value = [](const Range& row) -> Value { return row.begin; }},
    {.name = "extent_bytes",
     .form = Form::number_or_null,
     .value = [](const Range& row) -> Value { return row.bytes; }},
    {.name = "content",
     .form = Form::word_or_null,
     .value = [](const Range& row) -> Value { return row.kind; }},
    {.name = "messages",
     .form = Form::number_or_null,
     .value = [](const Range& row) -> Value { return row.messages; }},
    {.name = "code",
     .form = Form::word_or_null,
     .value = [](const Range& row) -> Value {
       return row.trouble ? std::optional(name(*row.trouble)) : std::nullopt;
     },
     .names = append_names<archive::Trouble>},
    {.name = "text",
     .form = Form::text,
     .value = [](const Range& row) -> Value { return row.text; }},
});

}  // namespace

std::string_view name(RangeState state) { return kRows[static_cast<std::size_t>(state)].name; }

RangeState state_of(archive::Trouble trouble) {
  if (archive::is_skip(trouble)) return RangeState::skipped;
  return trouble == archive::Trouble::doubtful ? RangeState::doubtful : RangeState::failed;
}

void append_range_as_json(const Range& range, std::string& out) {
  append_json_record<kRangeColumns>("range", range, out);
}

void append_range_as_text(const Range& range, std::string& out) {
  const auto number = [&](const std::optional<std::uint64_t>& value) {
    out += '\t' + (value ? std::to_string(*value) : std::string("-"));
  };
  out += name(range.state);
  number(range.begin);
  number(range.bytes);
  out += '\t';
  text::append_visible(out, range.source);
  out += '\t';
  if (range.trouble) {
    out.append("[").append(name(*range.trouble)).append("] ");
    text::append_visible(out, range.text);
  } else {
    out += range.kind.value_or("");
    if (range.messages)
      out += ", " + std::to_string(*range.messages) +
             (*range.messages == 1 ? " message" : " messages");
  }
  out += '\n';
}

void append_range_schema(std::string& out) { append_kind_schema<kRangeColumns>("range", out); }

}  // namespace basewalk::output
