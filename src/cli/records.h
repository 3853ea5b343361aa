// SPDX-License-Identifier: MIT
//
// Links, notes, parts and messages as lines of output (docs/output.md is their contract).
#ifndef BASEWALK_CLI_RECORDS_H_
#define BASEWALK_CLI_RECORDS_H_

#include <string>
#include <string_view>

#include "basewalk/archive/source.h"
#include "basewalk/walk/walk.h"
#include "cli/source.h"

namespace basewalk::cli {

/// The Message-ID of a message without its brackets; nothing where there is none.
std::optional<std::string> message_id_of(const Message& message);

/// Writes the records of one message after the other as JSON lines.
class JsonRecords {
 public:
  explicit JsonRecords(bool with_text = false) : with_text_(with_text) {}

  /// Begins a message: what all its records share is written once.
  void begin(const MessageAt& at, const std::optional<std::string>& message_id);

  void link(const Link& link, std::string& out) const;
  void note(const NoteReport& note, std::string& out) const;
  void part(const PartReport& part, std::string& out) const;
  void message(const MessageAt& at, const WalkSummary& summary, std::string& out) const;
  /// What could not be read; needs no begin().
  static void problem(const archive::Item& item, std::string& out);

 private:
  std::string source_;      // "source":...,"message":1
  std::string offset_;      // ,"offset":0
  std::string message_id_;  // ,"message_id":...
  std::string link_head_;   // of a link, up to its part
  std::uint64_t message_offset_ = 0;
  bool with_text_;  // of links
};

/// The names of a link's flags, sorted, with `between` between them.
void append_flags(Flags flags, std::string_view between, std::string& out);

/// part TAB where TAB status TAB url; with its text, TAB text
void append_text_record(const Link& link, std::string& out, bool with_text = false);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_RECORDS_H_
