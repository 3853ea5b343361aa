// SPDX-License-Identifier: MIT
//
// Links, notes, parts, messages and problems as records (docs/output.md is their contract).
//
// The tables say what each kind holds; below them stand those who write the records of one message
// after the other, one for each format.
#ifndef BASEWALK_OUTPUT_RECORDS_H_
#define BASEWALK_OUTPUT_RECORDS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/archive/source.h"
#include "basewalk/walk/walk.h"
#include "run/run.h"

namespace basewalk::output {

/// The Message-ID of a message without its brackets, cut where it is very long; nothing where there
/// is none.
std::optional<std::string> message_id_of(const Message& message);

/// The places of links as text, one after the other in the same memory.
class Where {
 public:
  /// Good until the next call.
  std::string_view of(const Link& link) {
    text_.clear();
    extract::append_where(link.place, text_);
    return text_;
  }

 private:
  std::string text_;
};

/// JSON lines.
class JsonRecords {
 public:
  explicit JsonRecords(bool with_text = false) : with_text_(with_text) {}

  /// Begins a message: what all its records share is written once.
  void begin(const run::MessageAt& at, const std::optional<std::string>& message_id);

  void link(const Link& link, std::string& out);
  void note(const NoteReport& note, std::string& out) const;
  void unread(const UnreadReport& unread, std::string& out) const;
  void part(const PartReport& part, std::string& out) const;
  void message(const WalkSummary& summary, std::string& out) const;
  /// What could not be read; needs no begin().
  static void problem(const archive::Item& item, std::string& out);

 private:
  run::MessageAt at_;
  std::optional<std::string> message_id_;
  std::string link_head_;  // of a link, up to its part
  Where where_;
  bool with_text_;  // of links
};

/// CSV (RFC 4180): links alone.
class CsvRecords {
 public:
  explicit CsvRecords(bool with_text = false) : with_text_(with_text) {}

  static const std::string& header();
  void begin(const run::MessageAt& at, const std::optional<std::string>& message_id);
  void link(const Link& link, std::string& out);
  /// A message without links, in a slice alone: merge has to count it.
  void no_links(std::string& out) const;

 private:
  std::string head_;  // the columns that all its links share
  Where where_;
  bool with_text_;
};

/// Lines for people: part TAB where TAB status TAB url; with its text, TAB text.
void append_text_line_of(const Link& link, bool with_text, std::string& out);

/// The tables of the database (database.h).
struct SqlColumn {
  std::string_view name;
  bool is_number = false;
  bool may_be_null = false;
};
struct SqlTable {
  std::string_view name;
  char letter = 0;      ///< that rows begin with
  bool has_id = false;  ///< otherwise rows belong to a message, whose id comes first
  std::vector<SqlColumn> columns;
};
const std::vector<SqlTable>& sql_tables();

/// Rows on their way to the database: threads write them to a buffer, one thread binds them to
/// statements (RowReader).  A row is a letter (its table) and its columns in order; a text is its
/// length and its bytes, a number eight bytes.  Nothing of this is ever stored.
class RowRecords {
 public:
  explicit RowRecords(bool with_text = false) : with_text_(with_text) {}

  void part(const run::MessageAt& at, const PartReport& part, std::string& out) const;
  void link(const run::MessageAt& at, const Link& link, std::string& out);
  void note(const run::MessageAt& at, const NoteReport& note, std::string& out) const;
  void unread(const run::MessageAt& at, const UnreadReport& unread, std::string& out) const;
  /// The row of the message itself comes last.
  void message(const run::MessageAt& at, const std::optional<std::string>& message_id,
               const WalkSummary& summary, std::string& out) const;
  static void problem(const archive::Item& item, std::string& out);

 private:
  bool with_text_;
  Where where_;
  std::string host_;
};

/// Takes rows apart.
class RowReader {
 public:
  explicit RowReader(std::string_view rows) : rest_(rows) {}
  /// The letter of the next row's table.
  std::optional<char> next_row();
  std::optional<std::string_view> text();
  std::optional<std::uint64_t> number();

 private:
  std::string_view rest_;
};

/// Appends the JSON Schema of each kind of record here, an object each, with commas between them.
void append_record_schemas(std::string& out);

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_RECORDS_H_
