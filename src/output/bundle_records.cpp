// SPDX-License-Identifier: MIT
#include "output/bundle_records.h"

#include <array>

#include "output/columns.h"
#include "output/schema.h"

namespace basewalk::output {
namespace {

std::optional<std::string_view> unless_empty(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

constexpr auto kPartColumns = std::to_array<Column<BundlePart>>({
    {.name = "source",
     .form = Form::text,
     .value = [](const BundlePart& row) -> Value { return row.source; }},
    {.name = "part",
     .form = Form::section,
     .value = [](const BundlePart& row) -> Value { return row.section; }},
    {.name = "type",
     .form = Form::text,
     .value = [](const BundlePart& row) -> Value { return row.type; }},
    {.name = "depth",
     .form = Form::number,
     .value = [](const BundlePart& row) -> Value { return std::uint64_t{row.part.depth}; }},
    {.name = "size",
     .form = Form::number,
     .value = [](const BundlePart& row) -> Value { return row.part.body.size(); }},
    {.name = "root",
     .form = Form::truth,
     .value = [](const BundlePart& row) -> Value { return std::uint64_t{row.is_root}; }},
    {.name = "content_id",
     .form = Form::text_or_null,
     .value = [](const BundlePart& row) -> Value { return unless_empty(row.labels.content_id); }},
    {.name = "location",
     .form = Form::text_or_null,
     .value = [](const BundlePart& row) -> Value { return unless_empty(row.labels.location); }},
    {.name = "label",
     .form = Form::text_or_null,
     .value = [](const BundlePart& row) -> Value { return unless_empty(row.labels.resolved); }},
    {.name = "base",
     .form = Form::text_or_null,
     .value = [](const BundlePart& row) -> Value { return unless_empty(row.use.base); }},
    {.name = "base_from",
     .form = Form::word,
     .value = [](const BundlePart& row) -> Value { return name(row.use.base_from); },
     .names = append_names<BaseFrom>},
    {.name = "references",
     .form = Form::number,
     .value = [](const BundlePart& row) -> Value { return std::uint64_t{row.use.references}; }},
});

constexpr auto kEndColumns = std::to_array<Column<BundleEnd>>({
    {.name = "source",
     .form = Form::text,
     .value = [](const BundleEnd& row) -> Value { return row.source; }},
    {.name = "root",
     .form = Form::section_or_null,
     .value = [](const BundleEnd& row) -> Value { return row.root; }},
    {.name = "parts",
     .form = Form::number,
     .value = [](const BundleEnd& row) -> Value { return row.parts; }},
    {.name = "inside",
     .form = Form::number,
     .value = [](const BundleEnd& row) -> Value { return row.survey.inside; }},
    {.name = "external",
     .form = Form::number,
     .value = [](const BundleEnd& row) -> Value { return row.survey.external; }},
});

constexpr auto kFindingColumns = std::to_array<Column<FindingAt>>({
    {.name = "source",
     .form = Form::text,
     .value = [](const FindingAt& row) -> Value { return row.source; }},
    {.name = "offset",
     .form = Form::number,
     .value = [](const FindingAt& row) -> Value { return row.offset + row.finding.offset; }},
    {.name = "part",
     .form = Form::section,
     .value = [](const FindingAt& row) -> Value { return row.finding.section; }},
    {.name = "code",
     .form = Form::word,
     .value = [](const FindingAt& row) -> Value { return name(row.finding.code); }},
    {.name = "level",
     .form = Form::word,
     .value = [](const FindingAt& row) -> Value { return name(severity(row.finding.code)); },
     .names = append_names<bundle::Severity>},
    {.name = "clause",
     .form = Form::word,
     .value = [](const FindingAt& row) -> Value { return clause(row.finding.code); }},
    {.name = "refused",
     .form = Form::truth,
     .value = [](const FindingAt& row) -> Value {
       return std::uint64_t{is_refused(row.finding.code)};
     }},
    {.name = "text",
     .form = Form::text,
     .value = [](const FindingAt& row) -> Value { return row.finding.text; }},
});

constexpr auto kCheckColumns = std::to_array<Column<CheckEnd>>({
    {.name = "source",
     .form = Form::text,
     .value = [](const CheckEnd& row) -> Value { return row.source; }},
    {.name = "parts",
     .form = Form::number,
     .value = [](const CheckEnd& row) -> Value { return row.report.parts; }},
    {.name = "inside",
     .form = Form::number,
     .value = [](const CheckEnd& row) -> Value { return row.report.inside; }},
    {.name = "external",
     .form = Form::number,
     .value = [](const CheckEnd& row) -> Value { return row.report.external; }},
    {.name = "errors",
     .form = Form::number,
     .value = [](const CheckEnd& row) -> Value { return row.report.errors; }},
    {.name = "warnings",
     .form = Form::number,
     .value = [](const CheckEnd& row) -> Value { return row.report.warnings; }},
    {.name = "omitted",
     .form = Form::number,
     .value = [](const CheckEnd& row) -> Value { return row.report.omitted; }},
});

// A loss, with the names of its parts.
struct LossRow {
  std::string part, target;
  const bundle::Loss& loss;
};

constexpr auto kLossColumns = std::to_array<Column<LossRow>>({
    {.name = "part",
     .form = Form::section,
     .value = [](const LossRow& row) -> Value { return row.part; }},
    {.name = "where",
     .form = Form::text_or_null,
     .value = [](const LossRow& row) -> Value { return unless_empty(row.loss.where); }},
    {.name = "target",
     .form = Form::section,
     .value = [](const LossRow& row) -> Value { return row.target; }},
    {.name = "reason",
     .form = Form::word,
     .value = [](const LossRow& row) -> Value { return name(row.loss.reason); },
     .names = append_names<bundle::LossReason>},
});

std::vector<LossRow> losses_of(const BundleMade& row) {
  std::vector<LossRow> losses;
  if (row.summary == nullptr || row.bundle == nullptr) return losses;
  for (const bundle::Loss& loss : row.summary->losses)
    losses.push_back({row.bundle->section(loss.part), row.bundle->section(loss.target), loss});
  return losses;
}

constexpr auto kDifferenceColumns = std::to_array<Column<Difference>>({
    {.name = "aspect",
     .form = Form::word,
     .value = [](const Difference& row) -> Value { return row.aspect; }},
    {.name = "text",
     .form = Form::text,
     .value = [](const Difference& row) -> Value { return row.text; }},
});

template <class Member>
std::optional<std::uint64_t> counted(const BundleMade& row, Member member) {
  if (row.summary == nullptr) return {};
  return static_cast<std::uint64_t>(member(*row.summary));
}

Value page_fact(const BundleMade& row, std::string bundle::PageFacts::*fact) {
  return unless_empty(row.summary == nullptr ? std::string_view() : row.summary->page.*fact);
}

constexpr auto
    kMadeColumns =
        std::to_array<Column<BundleMade>>(
            {
                {.name = "source",
                 .form = Form::text,
                 .value = [](const BundleMade& row) -> Value { return row.at.source; }},
                {.name = "message",
                 .form = Form::ordinal_or_null,
                 .value = [](const BundleMade& row) -> Value { return row.at.number; }},
                {.name = "offset",
                 .form = Form::number,
                 .value = [](const BundleMade& row) -> Value { return row.at.offset; }},
                {.name = "output",
                 .form = Form::text_or_null,
                 .value = [](const BundleMade& row) -> Value { return unless_empty(row.output); }},
                {.name = "verdict",
                 .form = Form::word,
                 .value = [](const BundleMade& row) -> Value { return name(row.verdict); },
                 .names = append_names<MadeVerdict>},
                {.name = "title",
                 .form = Form::text_or_null,
                 .value = [](const BundleMade& row) -> Value {
                   return page_fact(row, &bundle::PageFacts::title);
                 }},
                {.name = "url",
                 .form = Form::text_or_null,
                 .value = [](const BundleMade& row) -> Value {
                   return page_fact(row, &bundle::PageFacts::url);
                 }},
                {.name = "date",
                 .form = Form::text_or_null,
                 .value = [](const BundleMade& row) -> Value {
                   return page_fact(row, &bundle::PageFacts::date);
                 }},
                {.name = "language",
                 .form = Form::text_or_null,
                 .value = [](const BundleMade& row) -> Value {
                   return page_fact(row, &bundle::PageFacts::language);
                 }},
                {.name = "parts",
                 .form = Form::number_or_null,
                 .value = [](const BundleMade& row) -> Value {
                   if (row.bundle == nullptr) return std::optional<std::uint64_t>();
                   return std::optional<std::uint64_t>(row.bundle->message().parts.size());
                 }},
                {.name = "files",
                 .form = Form::number_or_null,
                 .value = [](const BundleMade& row) -> Value {
                   return counted(row, [](const auto& s) { return s.files.size(); });
                 }},
                {.name = "bytes",
                 .form = Form::number_or_null,
                 .value = [](const BundleMade& row) -> Value {
                   return counted(row, [](const auto& s) { return s.bytes; });
                 }},
                {.name = "repeated_bytes",
                 .form = Form::number_or_null,
                 .value = [](const BundleMade& row) -> Value {
                   return counted(row, [](const auto& s) { return s.repeated_bytes; });
                 }},
                {.name = "left_out_count",
                 .form = Form::number_or_null,
                 .value = [](const BundleMade& row) -> Value {
                   return counted(row, [](const auto& s) { return s.left_out_count; });
                 }},
                {.name = "missing_count",
                 .form = Form::number_or_null,
                 .value = [](const BundleMade& row) -> Value {
                   return counted(row, [](const auto& s) { return s.loss_count; });
                 }},
                {.name = "missing",
                 .form = Form::objects,
                 .in = kJson,
                 .append =
                     [](const BundleMade& row, std::string& out) {
                       append_json_objects<kLossColumns>(losses_of(row), out);
                     },
                 .schema = append_object_schema<kLossColumns>},
                {.name = "limits",
                 .form = Form::texts,
                 .value = [](const BundleMade& row) -> Value {
                   Value value(std::string_view{});
                   value.texts = row.limits;
                   return value;
                 }},
                {.name = "damaged",
                 .form = Form::texts,
                 .value = [](const BundleMade& row) -> Value {
                   Value value(std::string_view{});
                   value.texts = row.damaged;
                   return value;
                 }},
                {.name = "error",
                 .form = Form::text_or_null,
                 .value = [](const BundleMade& row) -> Value { return unless_empty(row.error); }},
                {.name = "verified",
                 .form = Form::word_or_null,
                 .value = [](const BundleMade& row) -> Value {
                   return unless_empty(row.verified);
                 }},
                {.name = "not_verified",
                 .form = Form::text_or_null,
                 .value = [](const BundleMade& row) -> Value {
                   return unless_empty(row.not_verified);
                 }},
                {.name = "difference_count",
                 .form = Form::number_or_null,
                 .value = [](const BundleMade& row) -> Value {
                   if (row.verified.empty()) return std::optional<std::uint64_t>();
                   return std::optional<std::uint64_t>(row.difference_count);
                 }},
                {.name = "differences",
                 .form = Form::objects,
                 .in = kJson,
                 .append =
                     [](const BundleMade& row, std::string& out) {
                       append_json_objects<kDifferenceColumns>(row.differences, out);
                     },
                 .schema = append_object_schema<kDifferenceColumns>},
            });

using bundle::NotPackedReference;

constexpr auto kNotPackedColumns = std::to_array<Column<NotPackedReference>>({
    {.name = "page",
     .form = Form::text,
     .value = [](const NotPackedReference& row) -> Value { return row.page; }},
    {.name = "where",
     .form = Form::text_or_null,
     .value = [](const NotPackedReference& row) -> Value { return unless_empty(row.where); }},
    {.name = "raw",
     .form = Form::text_or_null,
     .value = [](const NotPackedReference& row) -> Value { return unless_empty(row.raw); }},
    {.name = "reason",
     .form = Form::word,
     .value = [](const NotPackedReference& row) -> Value { return name(row.reason); },
     .names = append_names<bundle::NotPacked>},
    {.name = "detail",
     .form = Form::text_or_null,
     .value = [](const NotPackedReference& row) -> Value { return unless_empty(row.detail); }},
});

template <class Member>
std::optional<std::uint64_t> counted(const BundlePacked& row, Member member) {
  if (row.packing == nullptr) return {};
  return static_cast<std::uint64_t>(member(*row.packing));
}

constexpr auto kPackedColumns = std::to_array<Column<BundlePacked>>({
    {.name = "source",
     .form = Form::text,
     .value = [](const BundlePacked& row) -> Value { return row.source; }},
    {.name = "output",
     .form = Form::text_or_null,
     .value = [](const BundlePacked& row) -> Value { return unless_empty(row.output); }},
    {.name = "verdict",
     .form = Form::word,
     .value = [](const BundlePacked& row) -> Value { return name(row.verdict); },
     .names = append_names<MadeVerdict>},
    {.name = "parts",
     .form = Form::number_or_null,
     .value = [](const BundlePacked& row) -> Value {
       return counted(row, [](const auto& packing) { return packing.files().size(); });
     }},
    {.name = "bytes",
     .form = Form::number_or_null,
     .value = [](const BundlePacked& row) -> Value {
       return counted(row, [&](const auto&) { return row.bytes; });
     }},
    {.name = "shown_elsewhere",
     .form = Form::number_or_null,
     .value = [](const BundlePacked& row) -> Value {
       return counted(row, [](const auto& packing) { return packing.shown_elsewhere(); });
     }},
    {.name = "missing_count",
     .form = Form::number_or_null,
     .value = [](const BundlePacked& row) -> Value {
       return counted(row, [](const auto& packing) { return packing.not_packed_count(); });
     }},
    {.name = "missing",
     .form = Form::objects,
     .in = kJson,
     .append =
         [](const BundlePacked& row, std::string& out) {
           append_json_objects<kNotPackedColumns>(row.packing != nullptr
                                                      ? row.packing->not_packed()
                                                      : std::vector<NotPackedReference>(),
                                                  out);
         },
     .schema = append_object_schema<kNotPackedColumns>},
    {.name = "error",
     .form = Form::text_or_null,
     .value = [](const BundlePacked& row) -> Value { return unless_empty(row.error); }},
});

constexpr std::string_view kVerdictNames[] = {"complete", "incomplete", "failed"};

}  // namespace

std::string_view name(MadeVerdict verdict) {
  return kVerdictNames[static_cast<std::size_t>(verdict)];
}

void append_record(const BundleMade& made, std::string& out) {
  append_json_record<kMadeColumns>("made", made, out);
}
void append_record(const BundlePacked& packed, std::string& out) {
  append_json_record<kPackedColumns>("packed", packed, out);
}
void append_record(const BundlePart& part, std::string& out) {
  append_json_record<kPartColumns>("bundle-part", part, out);
}
void append_record(const BundleEnd& end, std::string& out) {
  append_json_record<kEndColumns>("bundle", end, out);
}
void append_record(const FindingAt& finding, std::string& out) {
  append_json_record<kFindingColumns>("finding", finding, out);
}
void append_record(const CheckEnd& end, std::string& out) {
  append_json_record<kCheckColumns>("check", end, out);
}

void append_bundle_schemas(std::string& out) {
  append_kind_schema<kPartColumns>("bundle-part", out);
  append_kind_schema<kEndColumns>("bundle", out);
  append_kind_schema<kFindingColumns>("finding", out);
  append_kind_schema<kCheckColumns>("check", out);
  append_kind_schema<kMadeColumns>("made", out);
  append_kind_schema<kPackedColumns>("packed", out);
}

}  // namespace basewalk::output
