// SPDX-License-Identifier: MIT
//
// Columns: what a record holds, said once for every format.
//
// A kind of record is a table of columns.  From it come the keys of JSON lines, the header and
// fields of CSV, the columns of SQLite's tables (database.cpp), what merging copies, the columns of
// text, and docs/output.schema.json (schema.h).  One more column is one more row of its table, and
// its line in docs/output.md.
//
// The tables stand in records.cpp, bundle_records.cpp and rewrite_report.cpp.
#ifndef BASEWALK_OUTPUT_COLUMNS_H_
#define BASEWALK_OUTPUT_COLUMNS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "basewalk/doubt.h"
#include "basewalk/flags.h"
#include "basewalk/walk/walk.h"
#include "text/csv.h"
#include "text/enum_table.h"
#include "text/json.h"
#include "text/visible.h"

namespace basewalk::output {

/// The formats that a column stands in.
enum In : std::uint8_t {
  kJson = 1,
  kCsv = 2,
  kSql = 4,
  kText = 8,
  kAll = kJson | kCsv | kSql | kText,
};

/// What a column holds.  Each format writes it in its own way, and the schema says what it allows.
enum class Form : std::uint8_t {
  text,       ///< any text
  some_text,  ///< any but the empty one
  text_or_null,
  reference,      ///< a text that later columns of the row mostly repeat
  again_or_null,  ///< one of those
  word,           ///< a name of ours: no format has to escape it
  word_or_null,
  section,          ///< "1.2": the section number of a part
  section_or_null,  ///< the same; null, too, where it is empty
  number,           ///< from 0
  number_or_null,
  ordinal,  ///< from 1
  ordinal_or_null,
  truth,    ///< a number that is 0 or not
  flags,    ///< names of flags, sorted; in SQLite a table of their own
  texts,    ///< a list of texts without blanks; in CSV and SQLite with a blank between them
  objects,  ///< a list of records, in JSON alone
};

constexpr bool is_number(Form form) {
  return form == Form::number || form == Form::number_or_null || form == Form::ordinal ||
         form == Form::ordinal_or_null;
}
constexpr bool may_be_null(Form form) {
  return form == Form::text_or_null || form == Form::again_or_null || form == Form::word_or_null ||
         form == Form::section_or_null || form == Form::number_or_null ||
         form == Form::ordinal_or_null;
}

/// The value of one column in one row.  Views are good as long as the row.
struct Value {
  Value(std::string_view value) : text(value) {}
  Value(const std::string& value) : text(value) {}
  Value(std::optional<std::string_view> value) : text(value.value_or("")), present(value) {}
  Value(std::uint64_t value) : number(value) {}
  Value(Flags value) : flags(value) {}
  Value(std::optional<std::uint64_t> value) : number(value.value_or(0)), present(value) {}
  Value(const std::vector<std::string>& value) : texts(value) {}
  Value(const std::optional<std::string>& value)
      : text(value ? std::string_view(*value) : ""), present(value) {}
  Value(std::optional<Doubt> value) : text(value ? name(*value) : ""), present(value) {}

  std::string_view text;
  std::uint64_t number = 0;
  Flags flags;
  std::span<const std::string> texts;
  bool present = true;
};

/// One column of the rows of a kind.
template <class RowType>
struct Column {
  using Row = RowType;

  std::string_view name;
  Form form;
  std::uint8_t in = kAll;  ///< bits of In
  Value (*value)(const Row&) = nullptr;
  /// Its name in SQLite, where that is another one.
  std::string_view sql_name = {};
  /// Equal in all rows of a message: written once, where it stands at the front.
  bool shared = false;
  /// Only where it is asked for: JSON and text leave it out, CSV and SQLite leave it empty.
  bool optional = false;
  /// Of a word: appends the names that it can be, as a list of JSON; null: any.
  void (*names)(std::string& out) = nullptr;
  /// Of objects: appends the list, and the schema of one of them.
  void (*append)(const Row&, std::string& out) = nullptr;
  void (*schema)(std::string& out) = nullptr;
};

/// Appends the names of all values of an enumeration.
template <class Enum>
void append_names(std::string& out) {
  for (std::size_t i = 0; i < enumerators<Enum>(); ++i) {
    out += i == 0 ? '[' : ',';
    text::append_json(out, name(static_cast<Enum>(i)));
  }
  out += ']';
}

/// The names of a link's flags, sorted, with `between` between them.
void append_flags(Flags flags, std::string_view between, std::string& out);
/// Texts with a blank between them.
std::string joined(std::span<const std::string> texts);
/// Names of flags, and texts, as a list of JSON.
void add_list(Flags flags, text::JsonPieces& out);
void add_list(std::span<const std::string> texts, text::JsonPieces& out);

namespace columns {

// ,"name":
template <const auto& kColumns, std::size_t kIndex>
constexpr auto make_key() {
  constexpr std::string_view name = kColumns[kIndex].name;
  std::array<char, name.size() + 4> key{',', '"'};
  for (std::size_t i = 0; i < name.size(); ++i) key[2 + i] = name[i];
  key[2 + name.size()] = '"';
  key[3 + name.size()] = ':';
  return key;
}
template <const auto& kColumns, std::size_t kIndex>
inline constexpr auto kKey = make_key<kColumns, kIndex>();

template <const auto& kColumns>
inline constexpr std::size_t kCount = std::tuple_size_v<std::remove_cvref_t<decltype(kColumns)>>;

/// Calls f<I>() for every column from kFirst to before kEnd that stands in the format.
template <const auto& kColumns, In kIn, std::size_t kFirst = 0, std::size_t kEnd = kCount<kColumns>,
          class F>
inline void for_each(F&& f) {
  [&]<std::size_t... kIndices>(std::index_sequence<kIndices...>) {
    const auto one = [&]<std::size_t kIndex>() {
      if constexpr ((kColumns[kIndex].in & kIn) != 0) f.template operator()<kIndex>();
    };
    (one.template operator()<kFirst + kIndices>(), ...);
  }
  (std::make_index_sequence<kEnd - kFirst>());
}

/// How many columns at the front are shared by all rows of a message.
template <const auto& kColumns>
consteval std::size_t shared_at_front() {
  std::size_t count = 0;
  while (count < kColumns.size() && kColumns[count].shared) ++count;
  return count;
}

// What Form::again_or_null repeats.
struct Repeated {
  std::string_view text;
  bool is_plain = false;
};

inline constexpr std::array<char, 4> kNull{'n', 'u', 'l', 'l'};

inline void add_text(std::string_view text, bool is_plain, text::JsonPieces& out) {
  if (is_plain)
    out.plain(text);
  else
    text::append_json(out.direct(), text);
}

template <Form kForm>
inline void add_json_value(const Value& value, Repeated& repeated, text::JsonPieces& out) {
  if constexpr (kForm == Form::flags) {
    add_list(value.flags, out);
  } else if constexpr (kForm == Form::texts) {
    add_list(value.texts, out);
  } else if constexpr (kForm == Form::truth) {
    out.raw(value.number != 0 ? std::string_view("true") : std::string_view("false"));
  } else {
    bool is_null = may_be_null(kForm) && !value.present;
    if constexpr (kForm == Form::section_or_null) is_null = value.text.empty();
    if (is_null) {
      out.raw(kNull);
    } else if constexpr (is_number(kForm)) {
      out.number(value.number);
    } else if constexpr (kForm == Form::word || kForm == Form::word_or_null ||
                         kForm == Form::section || kForm == Form::section_or_null) {
      out.plain(value.text);
    } else if (kForm == Form::again_or_null && value.text == repeated.text) {
      add_text(repeated.text, repeated.is_plain, out);
    } else {
      const bool is_plain = text::is_plain_json(value.text);
      add_text(value.text, is_plain, out);
      if constexpr (kForm == Form::reference) repeated = {value.text, is_plain};
    }
  }
}

}  // namespace columns

/// Adds the members of an object from the column kFirst to before kEnd, each with a comma before
/// it.
template <const auto& kColumns, std::size_t kFirst = 0,
          std::size_t kEnd = columns::kCount<kColumns>, class Row>
void add_json_members(const Row& row, bool with_optional, text::JsonPieces& out) {
  columns::Repeated repeated;
  columns::for_each<kColumns, kJson, kFirst, kEnd>([&]<std::size_t kIndex>() {
    constexpr const auto& kColumn = kColumns[kIndex];
    if constexpr (kColumn.optional) {
      if (!with_optional) return;
    }
    out.raw(columns::kKey<kColumns, kIndex>);
    if constexpr (kColumn.form == Form::objects)
      kColumn.append(row, out.direct());
    else
      columns::add_json_value<kColumn.form>(kColumn.value(row), repeated, out);
  });
}

/// A whole record: `kind` first, then its columns, and a line end.
template <const auto& kColumns, class Row>
void append_json_record(std::string_view kind, const Row& row, std::string& out,
                        bool with_optional = false) {
  text::JsonPieces pieces(out);
  pieces.raw("{\"kind\":");
  pieces.plain(kind);
  add_json_members<kColumns>(row, with_optional, pieces);
  pieces.raw("}\n");
  pieces.flush();
}

/// A list of objects that are no records of their own.
template <const auto& kColumns, class List>
void append_json_objects(const List& list, std::string& out) {
  out += '[';
  for (const auto& row : list) {
    const std::size_t begin = out.size();
    text::JsonPieces pieces(out);
    add_json_members<kColumns>(row, false, pieces);
    pieces.flush();
    out[begin] = '{';  // in the place of the first comma
    out += "},";
  }
  if (out.back() == ',') out.pop_back();
  out += ']';
}

/// The names of the columns in CSV, and the fields of a row from the column kFirst on, each with a
/// separator before it.
template <const auto& kColumns>
std::string separated_header(text::Separated how) {
  std::string header;
  columns::for_each<kColumns, kCsv>([&]<std::size_t kIndex>() {
    if (!header.empty()) header += text::separator(how);
    header += kColumns[kIndex].name;
  });
  return header.append(text::line_end(how));
}
template <const auto& kColumns, std::size_t kFirst = 0,
          std::size_t kEnd = columns::kCount<kColumns>, class Row>
void append_separated_fields(const Row& row, bool with_optional, text::Separated how,
                             std::string& out) {
  columns::for_each<kColumns, kCsv, kFirst, kEnd>([&]<std::size_t kIndex>() {
    constexpr const auto& kColumn = kColumns[kIndex];
    constexpr Form kForm = kColumn.form;
    out += text::separator(how);
    if constexpr (kColumn.optional) {
      if (!with_optional) return;
    }
    const Value value = kColumn.value(row);
    if (!value.present) return;
    if constexpr (is_number(kForm) || kForm == Form::truth)
      text::append_number(out, value.number);
    else if constexpr (kForm == Form::flags)
      append_flags(value.flags, " ", out);
    else if constexpr (kForm == Form::texts)
      text::append_field(out, joined(value.texts), how);
    else if constexpr (kForm == Form::word || kForm == Form::word_or_null ||
                       kForm == Form::section || kForm == Form::section_or_null)
      out += value.text;
    else
      text::append_field(out, value.text, how);
  });
}

/// The columns of a line of text, with tabs between them and the line end.
template <const auto& kColumns, class Row>
void append_text_line(const Row& row, bool with_optional, std::string& out) {
  const std::size_t begin = out.size();
  columns::for_each<kColumns, kText>([&]<std::size_t kIndex>() {
    constexpr const auto& kColumn = kColumns[kIndex];
    if constexpr (kColumn.optional) {
      if (!with_optional) return;
    }
    if (out.size() != begin) out += '\t';
    const Value value = kColumn.value(row);
    if constexpr (is_number(kColumn.form))
      text::append_number(out, value.number);
    else if constexpr (kColumn.form == Form::word || kColumn.form == Form::section)
      out += value.text;
    else
      text::append_visible(out, value.text);
  });
  out += '\n';
}

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_COLUMNS_H_
