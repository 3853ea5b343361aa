// SPDX-License-Identifier: MIT
//
// Before this: url/resolve.cpp has made the URL, and a verb is told of the link
// (cli/verbs/links.cpp).  After it: run/order.cpp takes the lines of a batch.
#include "output/records.h"

#include <array>
#include <cassert>
#include <cstring>

#include "output/columns.h"
#include "output/schema.h"

namespace basewalk::output {
namespace {

// What the records of a message have in common.
struct Origin {
  const run::MessageAt& at;
  const std::optional<std::string>& message_id;

  Value id() const {
    return message_id ? std::optional<std::string_view>(*message_id) : std::nullopt;
  }
};
struct LinkRow {
  Origin of;
  const Link& link;
  std::string_view where;  // its place as text
  LinkFacts facts{};
};
struct NoteRow {
  Origin of;
  const NoteReport& note;
};
struct UnreadRow {
  Origin of;
  const UnreadReport& unread;
};
struct DocumentRow {
  Origin of;
  const DocumentReport& document;
  bool shows_password = false;
};
struct PartRow {
  Origin of;
  const PartReport& part;
  PartFacts facts{};
};
struct MessageRow {
  Origin of;
  const WalkSummary& summary;
  MessageFacts facts{};
};

// The columns that say which message a record belongs to.  In the database that is a table.
template <class Row>
consteval std::array<Column<Row>, 4> origin_columns(std::uint8_t in) {
  return {{{.name = "source",
            .form = Form::text,
            .in = in,
            .value = [](const Row& row) -> Value { return row.of.at.source; },
            .shared = true},
           {.name = "message",
            .form = Form::ordinal_or_null,
            .in = in,
            .value = [](const Row& row) -> Value { return row.of.at.number; },
            .sql_name = "number",
            .shared = true},
           {.name = "offset",
            .form = Form::number,
            .in = in,
            .value = [](const Row& row) -> Value { return row.of.at.offset; },
            .shared = true},
           {.name = "message_id",
            .form = Form::text_or_null,
            .in = in,
            .value = [](const Row& row) { return row.of.id(); },
            .shared = true}}};
}

template <class T, std::size_t kA, std::size_t kB>
consteval std::array<T, kA + kB> both(const std::array<T, kA>& a, const std::array<T, kB>& b) {
  return [&]<std::size_t... kI, std::size_t... kJ>(std::index_sequence<kI...>,
                                                   std::index_sequence<kJ...>) {
    return std::array<T, kA + kB>{a[kI]..., b[kJ]...};
  }
  (std::make_index_sequence<kA>(), std::make_index_sequence<kB>());
}

Value unless_empty(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

// The order is that of JSON's keys, of CSV's fields and of the tables' columns.
constexpr auto kLinkColumns = both(
    origin_columns<LinkRow>(kJson | kCsv),
    std::to_array<Column<LinkRow>>({
        {.name = "part",
         .form = Form::section,
         .value = [](const LinkRow& row) -> Value { return row.link.part; }},
        {.name = "type",
         .form = Form::text,
         .in = kJson | kCsv | kSql,
         .value = [](const LinkRow& row) -> Value { return row.link.type; }},
        {.name = "where",
         .form = Form::some_text,
         .value = [](const LinkRow& row) -> Value { return row.where; },
         .sql_name = "place"},
        {.name = "raw",
         .form = Form::reference,
         .in = kJson | kCsv | kSql,
         .value = [](const LinkRow& row) -> Value { return row.facts.raw; }},
        {.name = "base",
         .form = Form::text_or_null,
         .in = kJson | kCsv | kSql,
         .value = [](const LinkRow& row) -> Value { return row.link.base; }},
        {.name = "base_from",
         .form = Form::word,
         .in = kJson | kCsv | kSql,
         .value = [](const LinkRow& row) -> Value { return name(row.link.base_from); },
         .names = append_names<BaseFrom>},
        {.name = "base_part",
         .form = Form::section_or_null,
         .in = kJson | kCsv | kSql,
         .value = [](const LinkRow& row) -> Value { return row.link.base_part; }},
        {.name = "status",
         .form = Form::word,
         .value = [](const LinkRow& row) -> Value { return name(row.link.status); },
         .names = append_names<Status>},
        {.name = "url",
         .form = Form::again_or_null,
         .in = kJson | kCsv | kSql,
         .value = [](const LinkRow& row) -> Value { return row.facts.url; }},
        {.name = "shown",
         .form = Form::text,
         .in = kText,
         .value = [](const LinkRow& row) -> Value { return row.link.url.value_or(row.link.raw); }},
        {.name = "clicked",
         .form = Form::again_or_null,
         .in = kJson | kCsv | kSql,
         .value = [](const LinkRow& row) -> Value { return row.facts.clicked; }},
        {.name = "target",
         .form = Form::word_or_null,
         .in = kJson | kCsv | kSql,
         .value = [](const LinkRow& row) -> Value { return row.link.target; }},
        {.name = "flags",
         .form = Form::flags,
         .in = kJson | kCsv | kSql,
         .value = [](const LinkRow& row) -> Value { return row.link.flags; }},
        {.name = "text",
         .form = Form::text_or_null,
         .value = [](const LinkRow& row) -> Value { return row.link.text; },
         .optional = true},
        {.name = "reading",
         .form = Form::word_or_null,
         .in = kJson | kCsv | kSql,
         .value = [](const LinkRow& row) -> Value { return row.link.reading; },
         .names = append_names<Doubt>},
        {.name = "host",  // of `url` ([R5])
         .form = Form::text_or_null,
         .in = kJson | kCsv | kSql,
         .value = [](const LinkRow& row) { return unless_empty(row.facts.to.host); }},
        {.name = "domain",
         .form = Form::text_or_null,
         .in = kJson | kCsv | kSql,
         .value = [](const LinkRow& row) { return unless_empty(row.facts.to.domain); }},
        {.name = "path",
         .form = Form::text_or_null,
         .in = kJson | kCsv | kSql,
         .value = [](const LinkRow& row) -> Value {
           if (!row.facts.to.has_host) return std::optional<std::string_view>();
           return row.facts.to.path;
         }},
        {.name = "byte_offset",
         .form = Form::number_or_null,
         .in = kJson | kCsv | kSql,
         .value = [](const LinkRow& row) -> Value { return row.facts.byte_offset; }},
        {.name = "line",
         .form = Form::ordinal_or_null,
         .in = kJson | kCsv | kSql,
         .value = [](const LinkRow& row) -> Value { return row.facts.line; }},
    }));

constexpr auto kNoteColumns = std::to_array<Column<NoteRow>>({
    {.name = "source",
     .form = Form::text,
     .in = kJson,
     .value = [](const NoteRow& row) -> Value { return row.of.at.source; },
     .shared = true},
    {.name = "message",
     .form = Form::ordinal_or_null,
     .in = kJson,
     .value = [](const NoteRow& row) -> Value { return row.of.at.number; },
     .shared = true},
    {.name = "offset",
     .form = Form::number,
     .in = kJson | kSql,
     .value = [](const NoteRow& row) -> Value { return row.of.at.offset + row.note.offset; }},
    {.name = "part",
     .form = Form::section,
     .in = kJson | kSql,
     .value = [](const NoteRow& row) -> Value { return row.note.part; }},
    {.name = "code",
     .form = Form::word,
     .in = kJson | kSql,
     .value = [](const NoteRow& row) -> Value { return name(row.note.code); }},
    {.name = "level",
     .form = Form::word,
     .in = kJson | kSql,
     .value = [](const NoteRow& row) -> Value { return name(level(row.note.code)); },
     .names = append_names<Level>},
    {.name = "text",
     .form = Form::text,
     .in = kJson | kSql,
     .value = [](const NoteRow& row) -> Value { return row.note.text; }},
});

constexpr auto kPartColumns =
    both(origin_columns<PartRow>(kJson),
         std::to_array<Column<PartRow>>({
             {.name = "part",
              .form = Form::section,
              .in = kJson | kSql,
              .value = [](const PartRow& row) -> Value { return row.part.section; }},
             {.name = "type",
              .form = Form::text,
              .in = kJson | kSql,
              .value = [](const PartRow& row) -> Value { return row.part.type; }},
             {.name = "depth",
              .form = Form::number,
              .in = kJson | kSql,
              .value = [](const PartRow& row) -> Value { return row.part.depth; }},
             {.name = "size",
              .form = Form::number,
              .in = kJson | kSql,
              .value = [](const PartRow& row) -> Value { return row.part.size; }},
             {.name = "base",
              .form = Form::text_or_null,
              .in = kJson | kSql,
              .value = [](const PartRow& row) -> Value { return row.part.base; }},
             {.name = "base_from",
              .form = Form::word,
              .in = kJson | kSql,
              .value = [](const PartRow& row) -> Value { return name(row.part.base_from); },
              .names = append_names<BaseFrom>},
             {.name = "base_part",
              .form = Form::section_or_null,
              .in = kJson | kSql,
              .value = [](const PartRow& row) -> Value { return row.part.base_part; }},
             {.name = "filename",
              .form = Form::text_or_null,
              .in = kJson | kSql,
              .value = [](const PartRow& row) -> Value { return row.facts.file_name; }},
             {.name = "disposition",
              .form = Form::text_or_null,
              .in = kJson | kSql,
              .value = [](const PartRow& row) -> Value { return row.facts.disposition; }},
             {.name = "sha256",
              .form = Form::word_or_null,
              .in = kJson | kSql,
              .value = [](const PartRow& row) -> Value { return row.facts.sha256; }},
             {.name = "base_domain",
              .form = Form::text_or_null,
              .in = kJson | kSql,
              .value = [](const PartRow& row) -> Value { return row.facts.base_domain; }},
         }));

constexpr auto kMessageColumns =
    both(origin_columns<MessageRow>(kJson | kSql),
         std::to_array<Column<MessageRow>>({
             {.name = "size",
              .form = Form::number,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.of.at.bytes.size(); }},
             {.name = "parts",
              .form = Form::number,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.summary.parts; }},
             {.name = "links",
              .form = Form::number,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.summary.links; }},
             {.name = "notes",
              .form = Form::number,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.summary.notes; }},
             {.name = "verdict",
              .form = Form::word,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return name(row.summary.verdict()); },
              .names = append_names<Verdict>},
             {.name = "other_links",
              .form = Form::number,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.summary.other_links; }},
             {.name = "unread",
              .form = Form::number,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.summary.unread; }},
             {.name = "date",
              .form = Form::word_or_null,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.facts.date; }},
             {.name = "received",
              .form = Form::word_or_null,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.facts.received; }},
             {.name = "from",
              .form = Form::text_or_null,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.facts.from; },
              .sql_name = "sender"},
             {.name = "from_domain",
              .form = Form::text_or_null,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.facts.from_domain; },
              .sql_name = "sender_domain"},
             {.name = "to_count",
              .form = Form::number,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.facts.to_count; }},
             {.name = "to_domains",
              .form = Form::texts,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.facts.to_domains; }},
             {.name = "subject",
              .form = Form::text_or_null,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.facts.subject; }},
             {.name = "list_id",
              .form = Form::text_or_null,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.facts.list_id; }},
             {.name = "in_reply_to",
              .form = Form::text_or_null,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.facts.in_reply_to; }},
             {.name = "references",
              .form = Form::texts,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.facts.references; },
              .sql_name = "reference_ids"},
             {.name = "sha256",
              .form = Form::word,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.facts.sha256; }},
             {.name = "text_sha256",
              .form = Form::word_or_null,
              .in = kJson | kSql,
              .value = [](const MessageRow& row) -> Value { return row.facts.text_sha256; }},
         }));

constexpr auto kUnreadColumns = std::to_array<Column<UnreadRow>>({
    {.name = "source",
     .form = Form::text,
     .in = kJson,
     .value = [](const UnreadRow& row) -> Value { return row.of.at.source; },
     .shared = true},
    {.name = "message",
     .form = Form::ordinal_or_null,
     .in = kJson,
     .value = [](const UnreadRow& row) -> Value { return row.of.at.number; },
     .shared = true},
    {.name = "offset",
     .form = Form::number,
     .in = kJson | kSql,
     .value = [](const UnreadRow& row) -> Value { return row.of.at.offset + row.unread.offset; }},
    {.name = "part",
     .form = Form::section,
     .in = kJson | kSql,
     .value = [](const UnreadRow& row) -> Value { return row.unread.section; }},
    {.name = "type",
     .form = Form::text,
     .in = kJson | kSql,
     .value = [](const UnreadRow& row) -> Value { return row.unread.type; }},
    {.name = "name",
     .form = Form::text,
     .in = kJson | kSql,
     .value = [](const UnreadRow& row) -> Value { return row.unread.file_name; }},
    {.name = "size",
     .form = Form::number,
     .in = kJson | kSql,
     .value = [](const UnreadRow& row) -> Value { return row.unread.size; }},
    {.name = "why",
     .form = Form::word,
     .in = kJson | kSql,
     .value = [](const UnreadRow& row) -> Value { return name(row.unread); }},
    {.name = "text",
     .form = Form::text,
     .in = kJson | kSql,
     .value = [](const UnreadRow& row) -> Value { return row.unread.text; }},
});

constexpr auto kDocumentColumns = std::to_array<Column<DocumentRow>>({
    {.name = "source",
     .form = Form::text,
     .in = kJson,
     .value = [](const DocumentRow& row) -> Value { return row.of.at.source; },
     .shared = true},
    {.name = "message",
     .form = Form::ordinal_or_null,
     .in = kJson,
     .value = [](const DocumentRow& row) -> Value { return row.of.at.number; },
     .shared = true},
    {.name = "offset",
     .form = Form::number,
     .in = kJson | kSql,
     .value = [](const DocumentRow& row) -> Value {
       return row.of.at.offset + row.document.offset;
     }},
    {.name = "part",
     .form = Form::section,
     .in = kJson | kSql,
     .value = [](const DocumentRow& row) -> Value { return row.document.section; }},
    {.name = "format",
     .form = Form::word,
     .in = kJson | kSql,
     .value = [](const DocumentRow& row) -> Value { return row.document.format; }},
    {.name = "name",
     .form = Form::text,
     .in = kJson | kSql,
     .value = [](const DocumentRow& row) -> Value { return row.document.file_name; }},
    {.name = "size",
     .form = Form::number,
     .in = kJson | kSql,
     .value = [](const DocumentRow& row) -> Value { return row.document.size; }},
    {.name = "base",
     .form = Form::text_or_null,
     .in = kJson | kSql,
     .value = [](const DocumentRow& row) -> Value { return row.document.base; }},
    {.name = "references",
     .form = Form::number,
     .in = kJson | kSql,
     .value = [](const DocumentRow& row) -> Value { return row.document.references; },
     .sql_name = "reference_count"},
    {.name = "parts",
     .form = Form::number,
     .in = kJson | kSql,
     .value = [](const DocumentRow& row) -> Value { return row.document.parts; }},
    {.name = "opened_with",
     .form = Form::text_or_null,
     .in = kJson | kSql,
     .value = [](const DocumentRow& row) -> Value { return row.document.opened_with; }},
    {.name = "password",
     .form = Form::text_or_null,
     .in = kJson | kSql,
     .value = [](const DocumentRow& row) -> Value {
       return row.shows_password && row.document.opened_with
                  ? std::optional<std::string_view>(row.document.password)
                  : std::nullopt;
     }},
});

using Item = archive::Item;
constexpr auto kProblemColumns = std::to_array<Column<Item>>({
    {.name = "source",
     .form = Form::text,
     .in = kJson | kSql,
     .value = [](const Item& item) -> Value { return *item.source; }},
    {.name = "message",
     .form = Form::ordinal_or_null,
     .in = kJson | kSql,
     .value = [](const Item& item) -> Value { return item.number; },
     .sql_name = "number"},
    {.name = "offset",
     .form = Form::number,
     .in = kJson | kSql,
     .value = [](const Item& item) -> Value { return item.offset; }},
    {.name = "text",
     .form = Form::some_text,
     .in = kJson | kSql,
     .value = [](const Item& item) -> Value { return item.problem; }},
    {.name = "code",
     .form = Form::word,
     .in = kJson | kSql,
     .value = [](const Item& item) -> Value { return name(item.trouble); },
     .names = append_names<archive::Trouble>},
    {.name = "extent_begin",
     .form = Form::number_or_null,
     .in = kJson | kSql,
     .value = [](const Item& item) -> Value {
       return item.extent ? std::optional(item.extent->begin) : std::nullopt;
     }},
    {.name = "extent_bytes",
     .form = Form::number_or_null,
     .in = kJson | kSql,
     .value = [](const Item& item) -> Value {
       return item.extent ? std::optional(item.extent->length) : std::nullopt;
     }},
});

// Where a link's own columns begin.
constexpr std::size_t kLinkBegin = columns::shared_at_front<kLinkColumns>();

// Rows: see RowRecords.
constexpr std::uint32_t kNullText = 0xFFFFFFFF;
constexpr std::uint64_t kNullNumber = ~std::uint64_t{0};

// SQLite refuses a row of more than 1,000,000,000 bytes (sqlite.org/limits.html), and one message
// of that size must not end the run.
constexpr std::size_t kLongest = std::size_t{64} << 20;

template <class T>
void append_raw(std::string& out, T value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof bytes);
}

template <class T>
T take_raw(std::string_view& rest) {
  T value{};
  assert(rest.size() >= sizeof value);
  std::memcpy(&value, rest.data(), sizeof value);
  rest.remove_prefix(sizeof value);
  return value;
}

// What `append` appends, behind its length.
template <class F>
void append_sized(std::string& out, F&& append) {
  const std::size_t at = out.size();
  append_raw(out, std::uint32_t{0});
  append();
  const auto length = static_cast<std::uint32_t>(out.size() - at - sizeof(std::uint32_t));
  std::memcpy(out.data() + at, &length, sizeof length);
}

void append_number(const Value& value, std::string& out) {
  append_raw(out, value.present ? value.number : kNullNumber);
}

// A word needs no second look.
void append_text(const Value& value, bool is_null, bool is_word, std::string& out) {
  if (is_null)
    append_raw(out, kNullText);
  else if (is_word)
    append_sized(out, [&] { out += value.text; });
  else
    append_sized(out, [&] { text::append_utf8(out, value.text.substr(0, kLongest)); });
}

template <const auto& kColumns, class Row>
void append_row(char letter, const Row& row, bool with_optional, std::string& out) {
  out += letter;
  columns::for_each<kColumns, kSql>([&]<std::size_t kIndex>() {
    constexpr const auto& kColumn = kColumns[kIndex];
    constexpr Form kForm = kColumn.form;
    const Value value = kColumn.value(row);
    if constexpr (is_number(kForm)) {
      append_number(value, out);
    } else if constexpr (kForm == Form::flags || kForm == Form::texts) {
      append_sized(out, [&] {
        if constexpr (kForm == Form::flags)
          append_flags(value.flags, " ", out);
        else
          text::append_utf8(out, joined(value.texts));
      });
    } else {
      bool is_null = !value.present;
      if constexpr (kForm == Form::section_or_null) is_null = is_null || value.text.empty();
      if constexpr (kColumn.optional) is_null = is_null || !with_optional;
      append_text(value, is_null, kForm == Form::word || kForm == Form::word_or_null, out);
    }
  });
}

// No name there is a word of SQL.
template <class Row>
constexpr std::string_view sql_name(const Column<Row>& column) {
  if (!column.sql_name.empty()) return column.sql_name;
  return column.name == "offset" ? "byte_offset" : column.name;
}

template <const auto& kColumns>
SqlTable sql_table(std::string_view name, char letter, SqlId id) {
  SqlTable table{name, letter, id, {}};
  columns::for_each<kColumns, kSql>([&]<std::size_t kIndex>() {
    constexpr const auto& kColumn = kColumns[kIndex];
    table.columns.push_back({sql_name(kColumn), is_number(kColumn.form),
                             may_be_null(kColumn.form) || kColumn.optional,
                             kColumn.form == Form::flags});
  });
  return table;
}

constexpr char kMessageRow = 'm', kPartRow = 'p', kLinkRow = 'l', kNoteRow = 'n', kUnreadRow = 'u',
               kDocumentRow = 'd', kProblemRow = 'x', kSkippedRow = 's';

const std::optional<std::string> kNoId;

}  // namespace

void JsonRecords::begin(const run::MessageAt& at, const std::optional<std::string>& message_id) {
  at_ = at;
  message_id_ = message_id;
  links_.begin(at.bytes, at.offset);
  messages_.begin();
  link_head_ = "{\"kind\":\"link\"";
  static const Link kAny;
  text::JsonPieces pieces(link_head_);
  add_json_members<kLinkColumns, 0, kLinkBegin>(LinkRow{{at_, message_id_}, kAny, {}}, false,
                                                pieces);
  pieces.flush();
}

void JsonRecords::link(const Link& link, std::string& out) {
  text::JsonPieces pieces(out);
  pieces.raw(link_head_);
  add_json_members<kLinkColumns, kLinkBegin>(
      LinkRow{{at_, message_id_}, link, where_.of(link), links_.of(link)}, what_.text, pieces);
  pieces.raw("}\n");
  pieces.flush();
}

void JsonRecords::note(const NoteReport& note, std::string& out) const {
  append_json_record<kNoteColumns>("note", NoteRow{{at_, message_id_}, note}, out);
}

void JsonRecords::unread(const UnreadReport& unread, std::string& out) const {
  append_json_record<kUnreadColumns>("unread", UnreadRow{{at_, message_id_}, unread}, out);
}

void JsonRecords::document(const DocumentReport& document, std::string& out) const {
  append_json_record<kDocumentColumns>(
      "document", DocumentRow{{at_, message_id_}, document, what_.passwords}, out);
}

void JsonRecords::part(const PartReport& part, std::string& out) {
  append_json_record<kPartColumns>("part", PartRow{{at_, message_id_}, part, parts_.of(part)}, out);
}

void JsonRecords::message(const Message& message, const WalkSummary& summary, std::string& out) {
  append_json_record<kMessageColumns>(
      "message", MessageRow{{at_, message_id_}, summary, messages_.of(message)}, out);
}

void JsonRecords::problem(const archive::Item& item, std::string& out) {
  if (archive::is_skip(item.trouble))
    append_json_record<kProblemColumns>("skipped", item, out);
  else
    append_json_record<kProblemColumns>("problem", item, out);
}

std::string CsvRecords::header(text::Separated how) { return separated_header<kLinkColumns>(how); }

void CsvRecords::begin(const run::MessageAt& at, const std::optional<std::string>& message_id) {
  static const Link kAny;
  links_.begin(at.bytes, at.offset);
  head_.clear();
  append_separated_fields<kLinkColumns, 0, kLinkBegin>(LinkRow{{at, message_id}, kAny, {}}, false,
                                                       how_, head_);
  head_.erase(0, 1);  // what stands before the first
}

void CsvRecords::link(const Link& link, std::string& out) {
  static const run::MessageAt kNowhere;
  out += head_;
  append_separated_fields<kLinkColumns, kLinkBegin>(
      LinkRow{{kNowhere, kNoId}, link, where_.of(link), links_.of(link)}, what_.text, how_, out);
  out += text::line_end(how_);
}

void CsvRecords::no_links(std::string& out) const {
  out += head_;
  columns::for_each<kLinkColumns, kCsv, kLinkBegin>(
      [&]<std::size_t>() { out += text::separator(how_); });
  out += text::line_end(how_);
}

void append_text_line_of(const Link& link, bool with_text, std::string& out) {
  static const run::MessageAt kNowhere;
  append_text_line<kLinkColumns>(LinkRow{{kNowhere, kNoId}, link, extract::where(link.place)},
                                 with_text, out);
  if (const auto opened = opened_elsewhere(link)) {
    out.back() = '\t';
    text::append_visible(out, *opened);
    out += '\n';
  }
}

const std::vector<SqlTable>& sql_tables() {
  static const std::vector<SqlTable> kTables = {
      sql_table<kMessageColumns>("message", kMessageRow, SqlId::of_message),
      sql_table<kPartColumns>("part", kPartRow, SqlId::none),
      sql_table<kLinkColumns>("link", kLinkRow, SqlId::own),
      sql_table<kNoteColumns>("note", kNoteRow, SqlId::none),
      sql_table<kUnreadColumns>("unread", kUnreadRow, SqlId::none),
      sql_table<kDocumentColumns>("document", kDocumentRow, SqlId::none),
      sql_table<kProblemColumns>("problem", kProblemRow, SqlId::of_message),
      sql_table<kProblemColumns>("skipped", kSkippedRow, SqlId::of_message),
  };
  return kTables;
}

void RowRecords::begin(const run::MessageAt& at) {
  at_ = at;
  links_.begin(at.bytes, at.offset);
  messages_.begin();
}

void RowRecords::part(const PartReport& part, std::string& out) {
  append_row<kPartColumns>(kPartRow, PartRow{{at_, kNoId}, part, parts_.of(part)}, false, out);
}

void RowRecords::link(const Link& link, std::string& out) {
  append_row<kLinkColumns>(kLinkRow, LinkRow{{at_, kNoId}, link, where_.of(link), links_.of(link)},
                           what_.text, out);
}

void RowRecords::note(const NoteReport& note, std::string& out) const {
  append_row<kNoteColumns>(kNoteRow, NoteRow{{at_, kNoId}, note}, false, out);
}

void RowRecords::unread(const UnreadReport& unread, std::string& out) const {
  append_row<kUnreadColumns>(kUnreadRow, UnreadRow{{at_, kNoId}, unread}, false, out);
}

void RowRecords::document(const DocumentReport& document, std::string& out) const {
  append_row<kDocumentColumns>(kDocumentRow, DocumentRow{{at_, kNoId}, document, what_.passwords},
                               false, out);
}

void RowRecords::message(const Message& message, const WalkSummary& summary, std::string& out) {
  append_row<kMessageColumns>(
      kMessageRow, MessageRow{{at_, message_id_of(message)}, summary, messages_.of(message)}, false,
      out);
}

void RowRecords::problem(const archive::Item& item, std::string& out) {
  append_row<kProblemColumns>(archive::is_skip(item.trouble) ? kSkippedRow : kProblemRow, item,
                              false, out);
}

void RowRecords::other(char letter, std::string_view text, std::string& out) {
  out += letter;
  append_text(text, out);
}

void RowRecords::append_text(std::optional<std::string_view> text, std::string& out) {
  if (text)
    append_sized(out, [&] { out += *text; });
  else
    append_raw(out, kNullText);
}

void RowRecords::append_number(std::optional<std::uint64_t> number, std::string& out) {
  append_raw(out, number.value_or(kNullNumber));
}

std::optional<char> RowReader::next_row() {
  if (rest_.empty()) return {};
  const char letter = rest_.front();
  rest_.remove_prefix(1);
  return letter;
}

std::optional<std::string_view> RowReader::text() {
  const auto length = take_raw<std::uint32_t>(rest_);
  if (length == kNullText) return {};
  assert(length <= rest_.size());
  const std::string_view text = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return text;
}

std::optional<std::uint64_t> RowReader::number() {
  const auto number = take_raw<std::uint64_t>(rest_);
  return number == kNullNumber ? std::nullopt : std::optional(number);
}

void append_record_schemas(std::string& out) {
  append_kind_schema<kLinkColumns>("link", out);
  append_kind_schema<kNoteColumns>("note", out);
  append_kind_schema<kUnreadColumns>("unread", out);
  append_kind_schema<kDocumentColumns>("document", out);
  append_kind_schema<kPartColumns>("part", out);
  append_kind_schema<kMessageColumns>("message", out);
  append_kind_schema<kProblemColumns>("problem", out);
  append_kind_schema<kProblemColumns>("skipped", out);
}

}  // namespace basewalk::output
