// SPDX-License-Identifier: MIT
#include "output/rewrite_report.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "basewalk/rewrite/signatures.h"
#include "output/columns.h"
#include "output/records.h"
#include "output/schema.h"

namespace basewalk::output {
namespace {

using rewrite::Edit;
using rewrite::ForgedMark;
using rewrite::Kept;
using rewrite::LeftDoubt;
using rewrite::LeftUnread;
using rewrite::Mark;
using rewrite::Rewritten;
using rewrite::SettledDoubt;
using rewrite::Signature;

// An entry of a list and the section number of its part.
template <class Entry>
struct InPart {
  const Entry& entry;
  std::string section;
};

constexpr auto kEditColumns = std::to_array<Column<InPart<Edit>>>({
    {.name = "kind",
     .form = Form::word,
     .value = [](const InPart<Edit>& row) -> Value { return name(row.entry.kind); },
     .names = append_names<Edit::Kind>},
    {.name = "part",
     .form = Form::section,
     .value = [](const InPart<Edit>& row) -> Value { return row.section; }},
    {.name = "where",
     .form = Form::some_text,
     .value = [](const InPart<Edit>& row) -> Value { return row.entry.where; }},
    {.name = "from",
     .form = Form::text,
     .value = [](const InPart<Edit>& row) -> Value { return row.entry.from; }},
    {.name = "to",
     .form = Form::text,
     .value = [](const InPart<Edit>& row) -> Value { return row.entry.to; }},
    {.name = "offset",
     .form = Form::number,
     .value = [](const InPart<Edit>& row) -> Value { return row.entry.offset; }},
    {.name = "reading",
     .form = Form::word_or_null,
     .value = [](const InPart<Edit>& row) -> Value { return row.entry.reading; },
     .names = append_names<Doubt>},
});

constexpr auto kKeptColumns = std::to_array<Column<InPart<Kept>>>({
    {.name = "why",
     .form = Form::word,
     .value = [](const InPart<Kept>& row) -> Value { return name(row.entry.why); },
     .names = append_names<Kept::Why>},
    {.name = "part",
     .form = Form::section,
     .value = [](const InPart<Kept>& row) -> Value { return row.section; }},
    {.name = "where",
     .form = Form::text,
     .value = [](const InPart<Kept>& row) -> Value { return row.entry.where; }},
    {.name = "from",
     .form = Form::text,
     .value = [](const InPart<Kept>& row) -> Value { return row.entry.from; }},
    {.name = "offset",
     .form = Form::number,
     .value = [](const InPart<Kept>& row) -> Value { return row.entry.offset; }},
});

constexpr auto kDoubtColumns = std::to_array<Column<InPart<LeftDoubt>>>({
    {.name = "reading",
     .form = Form::word,
     .value = [](const InPart<LeftDoubt>& row) -> Value { return name(row.entry.doubt); },
     .names = append_names<Doubt>},
    {.name = "part",
     .form = Form::section,
     .value = [](const InPart<LeftDoubt>& row) -> Value { return row.section; }},
    {.name = "offset",
     .form = Form::number,
     .value = [](const InPart<LeftDoubt>& row) -> Value { return row.entry.offset; }},
    {.name = "links",
     .form = Form::number,
     .value = [](const InPart<LeftDoubt>& row) -> Value { return row.entry.links; }},
});

constexpr auto kSettledColumns = std::to_array<Column<InPart<SettledDoubt>>>({
    {.name = "reading",
     .form = Form::word,
     .value = [](const InPart<SettledDoubt>& row) -> Value { return name(row.entry.doubt); },
     .names = append_names<Doubt>},
    {.name = "part",
     .form = Form::section,
     .value = [](const InPart<SettledDoubt>& row) -> Value { return row.section; }},
    {.name = "offset",
     .form = Form::number,
     .value = [](const InPart<SettledDoubt>& row) -> Value { return row.entry.offset; }},
});

constexpr auto kUnreadColumns = std::to_array<Column<LeftUnread>>({
    {.name = "offset",
     .form = Form::number,
     .value = [](const LeftUnread& row) -> Value { return row.offset; }},
    {.name = "part",
     .form = Form::section,
     .value = [](const LeftUnread& row) -> Value { return row.section; }},
    {.name = "type",
     .form = Form::text,
     .value = [](const LeftUnread& row) -> Value { return row.type; }},
    {.name = "name",
     .form = Form::text,
     .value = [](const LeftUnread& row) -> Value { return row.name; }},
    {.name = "size",
     .form = Form::number,
     .value = [](const LeftUnread& row) -> Value { return row.size; }},
    {.name = "why",
     .form = Form::word,
     .value = [](const LeftUnread& row) -> Value { return row.why; }},
});

constexpr auto kMarkColumns = std::to_array<Column<Mark>>({
    {.name = "name",
     .form = Form::some_text,
     .value = [](const Mark& mark) -> Value { return mark.name; }},
    {.name = "value",
     .form = Form::text,
     .value = [](const Mark& mark) -> Value { return mark.value; }},
});

constexpr auto kForgedColumns = std::to_array<Column<ForgedMark>>({
    {.name = "name",
     .form = Form::some_text,
     .value = [](const ForgedMark& mark) -> Value { return mark.name; }},
    {.name = "occurrence",
     .form = Form::ordinal,
     .value = [](const ForgedMark& mark) -> Value { return mark.occurrence; }},
});

constexpr auto kSignatureColumns = std::to_array<Column<InPart<Signature>>>({
    {.name = "kind",
     .form = Form::word,
     .value = [](const InPart<Signature>& row) -> Value { return name(row.entry.kind); },
     .names = append_names<Signature::Kind>},
    {.name = "verdict",
     .form = Form::word,
     .value = [](const InPart<Signature>& row) -> Value { return name(row.entry.verdict); },
     .names = append_names<Signature::Verdict>},
    {.name = "reason",
     .form = Form::text,
     .value = [](const InPart<Signature>& row) -> Value { return row.entry.reason; }},
    {.name = "domain",
     .form = Form::text,
     .value = [](const InPart<Signature>& row) -> Value { return row.entry.domain; }},
    {.name = "selector",
     .form = Form::text,
     .value = [](const InPart<Signature>& row) -> Value { return row.entry.selector; }},
    {.name = "instance",
     .form = Form::number,
     .value = [](const InPart<Signature>& row) -> Value {
       return std::uint64_t{row.entry.instance};
     }},
    {.name = "part",
     .form = Form::section,
     .value = [](const InPart<Signature>& row) -> Value { return row.section; }},
    {.name = "offset",
     .form = Form::number,
     .value = [](const InPart<Signature>& row) -> Value { return row.entry.offset; }},
});

struct ReportRow {
  std::string_view source;
  const Rewritten& rewritten;
  const std::optional<std::string>& message_id;
  const std::vector<Signature>& signatures;
  std::uint64_t broken;
  InSource where;
  const OnItsWay& way;
  const std::vector<ForgedMark>& forged;

  std::uint64_t more() const { return way.size ? *way.size - rewritten.message.bytes.size() : 0; }
};

std::optional<std::string_view> text_or_null(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

template <class Entry>
std::vector<InPart<Entry>> in_parts(const Rewritten& rewritten, const std::vector<Entry>& entries) {
  std::vector<InPart<Entry>> rows;
  rows.reserve(entries.size());
  for (const Entry& entry : entries) rows.push_back({entry, rewritten.message.section(entry.part)});
  return rows;
}

constexpr auto kReportColumns =
    std::to_array<Column<ReportRow>>({
        {.name = "source",
         .form = Form::text,
         .value = [](const ReportRow& row) -> Value { return row.source; }},
        {.name = "message_id",
         .form = Form::text_or_null,
         .value = [](const ReportRow& row) -> Value {
           return row.message_id ? std::optional<std::string_view>(*row.message_id) : std::nullopt;
         }},
        {.name = "size",
         .form = Form::number,
         .value = [](const ReportRow& row) -> Value {
           return row.rewritten.message.bytes.size() + row.more();
         }},
        {.name = "size_after",
         .form = Form::number,
         .value = [](const ReportRow& row) -> Value { return row.rewritten.size() + row.more(); }},
        {.name = "links",
         .form = Form::number,
         .value = [](const ReportRow& row) -> Value { return row.rewritten.links; }},
        {.name = "flags",
         .form = Form::flags,
         .value = [](const ReportRow& row) -> Value { return row.rewritten.flags; }},
        {.name = "edits",
         .form = Form::objects,
         .in = kJson,
         .append =
             [](const ReportRow& row, std::string& out) {
               append_json_objects<kEditColumns>(in_parts(row.rewritten, row.rewritten.edits), out);
             },
         .schema = append_object_schema<kEditColumns>},
        {.name = "edit_count",
         .form = Form::number,
         .value = [](const ReportRow& row) -> Value { return row.rewritten.edit_count; }},
        {.name = "kept",
         .form = Form::objects,
         .in = kJson,
         .append =
             [](const ReportRow& row, std::string& out) {
               append_json_objects<kKeptColumns>(in_parts(row.rewritten, row.rewritten.kept), out);
             },
         .schema = append_object_schema<kKeptColumns>},
        {.name = "kept_count",
         .form = Form::number,
         .value = [](const ReportRow& row) -> Value { return row.rewritten.kept_count; }},
        {.name = "marks_added",
         .form = Form::objects,
         .in = kJson,
         .append =
             [](const ReportRow& row, std::string& out) {
               append_json_objects<kMarkColumns>(row.rewritten.marks, out);
             },
         .schema = append_object_schema<kMarkColumns>},
        {.name = "marks_removed",
         .form = Form::objects,
         .in = kJson,
         .append = [](const ReportRow& row,
                      std::string& out) { append_json_objects<kForgedColumns>(row.forged, out); },
         .schema = append_object_schema<kForgedColumns>},
        {.name = "signatures",
         .form = Form::objects,
         .in = kJson,
         .append =
             [](const ReportRow& row, std::string& out) {
               append_json_objects<kSignatureColumns>(in_parts(row.rewritten, row.signatures), out);
             },
         .schema = append_object_schema<kSignatureColumns>},
        {.name = "broken_count",
         .form = Form::number,
         .value = [](const ReportRow& row) -> Value { return row.broken; }},
        {.name = "verdict",
         .form = Form::word,
         .value = [](const ReportRow& row) -> Value { return name(row.rewritten.verdict); },
         .names = append_names<Verdict>},
        {.name = "doubts",
         .form = Form::objects,
         .in = kJson,
         .append =
             [](const ReportRow& row, std::string& out) {
               append_json_objects<kDoubtColumns>(in_parts(row.rewritten, row.rewritten.doubts),
                                                  out);
             },
         .schema = append_object_schema<kDoubtColumns>},
        {.name = "doubt_count",
         .form = Form::number,
         .value = [](const ReportRow& row) -> Value { return row.rewritten.doubt_count; }},
        {.name = "unread",
         .form = Form::objects,
         .in = kJson,
         .append =
             [](const ReportRow& row, std::string& out) {
               append_json_objects<kUnreadColumns>(row.rewritten.unread, out);
             },
         .schema = append_object_schema<kUnreadColumns>},
        {.name = "unread_count",
         .form = Form::number,
         .value = [](const ReportRow& row) -> Value { return row.rewritten.unread_count; }},
        {.name = "settled",
         .form = Form::objects,
         .in = kJson,
         .append =
             [](const ReportRow& row, std::string& out) {
               append_json_objects<kSettledColumns>(in_parts(row.rewritten, row.rewritten.settled),
                                                    out);
             },
         .schema = append_object_schema<kSettledColumns>},
        {.name = "message",
         .form = Form::number,
         .value = [](const ReportRow& row) -> Value { return row.where.number; }},
        {.name = "offset",
         .form = Form::number,
         .value = [](const ReportRow& row) -> Value { return row.where.offset; }},
        {.name = "time",
         .form = Form::text_or_null,
         .value = [](const ReportRow& row) -> Value { return text_or_null(row.way.time); }},
        {.name = "rule",
         .form = Form::text_or_null,
         .value = [](const ReportRow& row) -> Value { return text_or_null(row.way.rule); }},
    });

}  // namespace

std::string rewrite_report(const Rewritten& rewritten, std::string_view source, InSource where,
                           const OnItsWay& way) {
  const std::optional<std::string> message_id = message_id_of(rewritten.message);
  std::vector<Signature> all;
  if (!way.size) all = signatures(rewritten);
  const auto broken = std::count_if(all.begin(), all.end(), [](const Signature& each) {
    return each.verdict == Signature::Verdict::broken;
  });
  std::vector<ForgedMark> forged = rewritten.forged;
  forged.insert(forged.end(), way.forged.begin(), way.forged.end());
  std::string line;
  append_json_record<kReportColumns>(
      "rewrite",
      ReportRow{source, rewritten, message_id, all, static_cast<std::uint64_t>(broken), where, way,
                forged},
      line);
  return line;
}

void append_rewrite_schema(std::string& out) { append_kind_schema<kReportColumns>("rewrite", out); }

}  // namespace basewalk::output
