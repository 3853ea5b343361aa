// SPDX-License-Identifier: MIT
#include "mime/pieces.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "support/files.h"

using namespace basewalk;

namespace {

std::vector<std::string> pieces_of(std::string_view text) {
  const test::ExactCopy bytes(text);
  mime::Pieces pieces(bytes.view(), {0, bytes.view().size()}, false);
  std::vector<std::string> all;
  while (const std::optional<mime::Span> piece = pieces.next())
    all.emplace_back(bytes.view().substr(piece->begin, piece->end - piece->begin));
  return all;
}

using Texts = std::vector<std::string>;

struct Row {
  int line;
  std::string text;
  Texts pieces;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

const Row kRows[] = {
    ROW("A: b\n\nc\n", {"A: b\n\nc\n"}),
    ROW("A: b\n\nc\n--x\nD: e\n\nf\n", {"A: b\n\nc\n", "D: e\n\nf\n"}),
    ROW("--x\n--y\n\n--z", {"\n"}),
    // Behind the header of a message another one begins, whatever that calls its fields; what no
    // field is called is text, whether a char has a sign or none.
    ROW("A: message/x\n\nB: c\n\nd\n", {"A: message/x\n\n", "B: c\n\nd\n"}),
    ROW("A: message/x\n\nB\t: c\n", {"A: message/x\n\n", "B\t: c\n"}),
    ROW("A: message/x\n\nB c\n", {"A: message/x\n\nB c\n"}),
    ROW("A: message/x\n\nB~: c\n", {"A: message/x\n\n", "B~: c\n"}),
    ROW("A: message/x\n\nB\x7F: c\n", {"A: message/x\n\nB\x7F: c\n"}),
    ROW("A: message/x\n\nB\x80: c\n", {"A: message/x\n\nB\x80: c\n"}),
    ROW("A: message/x\n\n\xC3\xBC: c\n", {"A: message/x\n\n\xC3\xBC: c\n"}),
    ROW("A: message/x\n\nB\xFF: c\n", {"A: message/x\n\nB\xFF: c\n"}),
    ROW("A: /x\n\nB: c\n\nd\n", {"A: /x\n\nB: c\n\nd\n"}),
    ROW("A: text/x\n\nB: c\n\nd\n", {"A: text/x\n\nB: c\n\nd\n"}),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(pieces)

BOOST_AUTO_TEST_CASE(cuts_before_delimiters_and_messages) {
  for (const Row& row : kRows)
    BOOST_TEST(pieces_of(row.text) == row.pieces,
               "line " << row.line << ": " << pieces_of(row.text).size() << " pieces");
}

BOOST_AUTO_TEST_SUITE_END()
