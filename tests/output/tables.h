// SPDX-License-Identifier: MIT
//
// Rows for a database, and what is in one.
#ifndef BASEWALK_TESTS_OUTPUT_TABLES_H_
#define BASEWALK_TESTS_OUTPUT_TABLES_H_

#include <memory>
#include <string>

#include "output/database/database.h"
#include "output/records.h"

namespace basewalk::test {

/// The rows of one message with one part, one link and one note, or those of a problem.  Without a
/// number it is one that a slice did not know.
inline std::string message_rows(const std::string& source, std::optional<std::uint64_t> number,
                                std::uint64_t offset) {
  constexpr std::string_view kMail = "Message-ID: <id@h>\n\n";
  const run::MessageAt at{source, number, offset, kMail, false};
  const std::string url = "http://h.example/" + std::to_string(offset);
  Link link;
  link.part = "1";
  link.type = "text/html";
  link.place = {.element = "a", .attribute = "href"};
  link.raw = url;
  link.status = Status::absolute;
  link.url = url;
  link.flags = {Flag::text_differs, Flag::wrapped};
  PartReport part;
  part.section = "1";
  part.type = "text/html";
  std::string rows;
  output::RowRecords records;
  records.begin(at);
  records.part(part, rows);
  records.link(link, rows);
  records.note({NoteCode::limit_depth, "1", 5, "x"}, rows);
  records.message(read_message(kMail), {1, 1, 1, false}, rows);
  return rows;
}

inline std::string problem_rows(const std::string& source, std::optional<std::uint64_t> number) {
  archive::Item item;
  item.source = std::make_shared<const std::string>(source);
  item.number = number;
  item.problem = "is not there";
  std::string rows;
  output::RowRecords::problem(item, rows);
  return rows;
}

/// The first value that a query gives; "null" for none.
inline std::string asked(const std::string& file, const std::string& sql) {
  output::Database database;
  if (!database.open(file, file)) return database.failure();
  const std::string answer = database.text(sql).value_or("null");
  return database.failed() ? database.failure() : answer;
}

/// Which messages, problems and links there are, by the ids of messages.
inline std::string told(const std::string& file) {
  return asked(file,
               "SELECT group_concat(line, char(10)) FROM (SELECT line FROM ("
               "SELECT id, 0 AS kind, id || ' ' || source || ' ' || ifnull(number, '?') || ' @' || "
               "byte_offset AS line FROM message UNION ALL "
               "SELECT id, 0, id || ' ' || source || ' ' || ifnull(number, '?') || ' ' || text "
               "FROM problem UNION ALL "
               "SELECT message, 1, message || ' ' || url FROM link UNION ALL "
               "SELECT message, 2, message || ' ' || code FROM note UNION ALL "
               "SELECT message, 3, message || ' ' || type FROM part) ORDER BY id, kind)");
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_OUTPUT_TABLES_H_
