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
#include "output/facts/link_facts.h"
#include "output/facts/message_facts.h"
#include "run/run.h"
#include "text/csv.h"

namespace basewalk::output {

/// What a user asks for beside what records hold anyway.
struct RecordOptions {
  bool text = false;       ///< what a reader sees of each link
  bool full_data = false;  ///< long `data:` URLs whole
  bool text_hash = false;  ///< JSON lines: the hash of each message's texts, which takes its time
  bool passwords = false;  ///< which word of a mail has opened a document
};

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
  explicit JsonRecords(RecordOptions what = {}) : what_(what), links_(what.full_data) {}

  /// Begins a message: what all its records share is written once.
  void begin(const run::MessageAt& at, const std::optional<std::string>& message_id);

  void link(const Link& link, std::string& out);
  void note(const NoteReport& note, std::string& out) const;
  void unread(const UnreadReport& unread, std::string& out) const;
  void document(const DocumentReport& document, std::string& out) const;
  void part(const PartReport& part, std::string& out);
  /// What message() wants to know of each text.
  void text(const TextReport& text) {
    if (what_.text_hash) messages_.text(text);
  }
  /// Ends it.
  void message(const Message& message, const WalkSummary& summary, std::string& out);
  /// What could not be read; needs no begin().
  static void problem(const archive::Item& item, std::string& out);

 private:
  run::MessageAt at_;
  std::optional<std::string> message_id_;
  std::string link_head_;  // of a link, up to its part
  Where where_;
  RecordOptions what_;
  LinkReader links_;
  PartReader parts_;
  MessageReader messages_;
};

/// CSV (RFC 4180), or the same with tabs: links alone.
class CsvRecords {
 public:
  explicit CsvRecords(RecordOptions what = {}, text::Separated how = text::Separated::by_commas)
      : what_(what), how_(how), links_(what.full_data) {}

  static std::string header(text::Separated how = text::Separated::by_commas);
  void begin(const run::MessageAt& at, const std::optional<std::string>& message_id);
  void link(const Link& link, std::string& out);
  /// A message without links, in a slice alone: merge has to count it.
  void no_links(std::string& out) const;

 private:
  std::string head_;  // the columns that all its links share
  Where where_;
  RecordOptions what_;
  text::Separated how_;
  LinkReader links_;
};

/// Lines for people: part TAB where TAB status TAB url; with its text, TAB text; where a browser
/// opens something elsewhere, TAB that (opened_elsewhere).
void append_text_line_of(const Link& link, bool with_text, std::string& out);

/// The tables of the database (database.h).
struct SqlColumn {
  std::string_view name;
  bool is_number = false;
  bool may_be_null = false;
  bool is_flags = false;  ///< no column, but rows of the table `flag`: names with blanks between
};
/// What identifies a row.
enum class SqlId : std::uint8_t {
  none,        ///< nothing: it belongs to a message, whose id comes first
  own,         ///< a number of its own, before the message's
  of_message,  ///< it is a message, or what stands for one
};
struct SqlTable {
  std::string_view name;
  char letter = 0;  ///< that rows begin with
  SqlId id = SqlId::none;
  std::vector<SqlColumn> columns;
};
const std::vector<SqlTable>& sql_tables();

/// Rows on their way to the database: threads write them to a buffer, one thread binds them to
/// statements (RowReader).  A row is a letter (its table) and its columns in order; a text is its
/// length and its bytes, a number eight bytes.  Nothing of this is ever stored.
class RowRecords {
 public:
  explicit RowRecords(RecordOptions what = {}) : what_(what), links_(what.full_data) {}

  void begin(const run::MessageAt& at);
  void part(const PartReport& part, std::string& out);
  void link(const Link& link, std::string& out);
  void note(const NoteReport& note, std::string& out) const;
  void unread(const UnreadReport& unread, std::string& out) const;
  void document(const DocumentReport& document, std::string& out) const;
  void text(const TextReport& text) { messages_.text(text); }
  /// The row of the message itself comes last.
  void message(const Message& message, const WalkSummary& summary, std::string& out);
  static void problem(const archive::Item& item, std::string& out);
  /// A row of one text that belongs to no table: for whoever reads rows and is no database.
  static void other(char letter, std::string_view text, std::string& out);
  /// One value of a row, null where there is none: for whoever has rows from elsewhere.
  static void append_text(std::optional<std::string_view> text, std::string& out);
  static void append_number(std::optional<std::uint64_t> number, std::string& out);

 private:
  run::MessageAt at_;
  RecordOptions what_;
  Where where_;
  LinkReader links_;
  PartReader parts_;
  MessageReader messages_;
};

/// Takes rows apart.
class RowReader {
 public:
  explicit RowReader(std::string_view rows) : rest_(rows) {}
  /// The letter of the next row's table.
  std::optional<char> next_row();
  /// What is not read yet.
  std::string_view rest() const { return rest_; }
  std::optional<std::string_view> text();
  std::optional<std::uint64_t> number();

 private:
  std::string_view rest_;
};

/// Appends the JSON Schema of each kind of record here, an object each, with commas between them.
void append_record_schemas(std::string& out);

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_RECORDS_H_
