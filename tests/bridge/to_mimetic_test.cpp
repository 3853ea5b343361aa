// SPDX-License-Identifier: MIT
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <ostream>
#include <sstream>

#include "basewalk/bridge/mimetic.h"
#include "basewalk/note.h"
#include "bridge/trees.h"
#include "support/files.h"
#include "support/skip.h"

using namespace basewalk;
using namespace basewalk::test;
namespace data = boost::unit_test::data;

namespace {

struct Row {
  int line;
  std::string_view message;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << "line " << row.line; }

constexpr Row kRows[] = {
    ROW(""),
    ROW("Subject: s\n\ntext\n"),
    ROW("Subject:\nX :y\n\n"),
    ROW("no header at all"),
    ROW("Subject: a\n fold\n\tand another\nContent-Type: text/html;\n charset=\"utf-8\"\n\n<p>"),
    ROW("Content-Type: multipart/mixed; boundary=b\n\npre\n--b\n\none\n--b\n\ntwo\n--b--\nepi"),
    ROW("Content-Type: multipart/mixed; boundary=b\n\n--b\n\none"),
    ROW("Content-Type: multipart/mixed; boundary=b\n\nnothing here"),
    ROW("Content-Type: multipart/mixed\n\n--b\n\none\n--b--"),
    ROW("Content-Type: (c) multipart/mixed; boundary=\"b\\c\"\n\n--bc\n\none\n--bc--"),
    ROW("Content-Type: multipart/digest; boundary=b\n\n--b\n\nSubject: s\n\nx\n--b\n"
        "Content-Type: text/plain\n\ny\n--b--"),
    ROW("Content-Type: message/rfc822\n\nContent-Type: message/global\n\nSubject: s\n\nx"),
    ROW("Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdA=="),
    ROW("Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nSubject: s\n\nx"),
    ROW("Content-Type: message/rfc822\n\n"),
    ROW("Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: base64\n\n"
        "--b\n\none\n--b--"),
    ROW("Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: base64\n\nLS1i"),
    ROW("Content-Type: text/plain\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b--"),
    ROW("Content-Type: text/plain\nContent-Type: text/html\n"
        "Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: 7bit\n\nx"),
    ROW("Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; "
        "boundary=b\n\n--b\n\none\n--b--\n--b--"),
    // A transfer encoding that was not applied, and a type before the one that has the parts.
    ROW("Content-Type: message/r\nContent-Transfer-Encoding: base64\n"
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b--"),
    ROW("Content-Type: message/partial; number=2\nContent-Transfer-Encoding: base64\n"
        "Content-Type: multipart/digest; boundary=b\n\n--b\n\nSubject: s\n\none\n--b--"),
    ROW("Content-Type: multipart/mixed\nContent-Transfer-Encoding: base64\n"
        "Content-Type: message/rfc822\n\nSubject: s\n\none"),
    ROW("Subject: s\nnot a field\nX: y\n\ntext"),
    ROW("Content-Type: message/external-body; access-type=url; url=\"http://a/\"\n\n"
        "Content-Type: text/html\n\n"),
};

// mimetic gets no bare CR and, in some fields, no NUL.
bool is_unchanged(const Message& message) {
  for (const Note& note : message.notes.all())
    if (note.code == NoteCode::header_nul || note.code == NoteCode::header_bare_cr) return false;
  return true;
}

void check_both_ways(std::string_view bytes) {
  const ExactCopy copy(bytes);
  const Message message = read_message(copy.view());
  auto tree = bridge::to_mimetic(message);
  BOOST_REQUIRE(tree.has_value());
  const Message again = bridge::from_mimetic(**tree);
  BOOST_TEST(broken_rule(again) == "");
  BOOST_TEST(links_of(again) == links_of(message));
  BOOST_TEST(links_of(**tree) == links_of(message));
  if (is_unchanged(message)) BOOST_TEST(all_of(again) == all_of(message));
}

void check_folder(const std::filesystem::path& folder) {
  for (const auto& file : files_below(folder)) {
    if (file.extension() == ".tsv") continue;
    BOOST_TEST_CONTEXT(file.filename()) { check_both_ways(read_file(file)); }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(to_mimetic)

BOOST_DATA_TEST_CASE(brings_every_tree_there_and_back, data::make(kRows), row) {
  check_both_ways(row.message);
  check_both_ways(with_crlf(row.message));
}

BOOST_DATA_TEST_CASE(gives_messages_the_same_links_on_both_ways,
                     data::make({"cases/mail", "cases/mhtml", "mime", "notes"})) {
  check_folder(data_dir() / sample);
}

BOOST_AUTO_TEST_CASE(gives_real_mail_the_same_links_on_both_ways,
                     *boost::unit_test::label("shared")) {
  if (const auto mail = shared("mail")) check_folder(*mail);
}

BOOST_AUTO_TEST_CASE(makes_entities_that_mimetic_understands) {
  const std::string text =
      "Subject: =?utf-8?q?s?=\n\t(c)\nContent-Type: multipart/mixed;\n boundary=\"a b\"\n\n"
      "--a b\nContent-Type: Text/HTML; charset=x\nContent-Transfer-Encoding: base64\n\nPHA+\n"
      "--a b--\n";
  const auto tree = bridge::to_mimetic(read_message(text));
  BOOST_REQUIRE(tree.has_value());
  mimetic::MimeEntity& root = **tree;
  BOOST_TEST(root.header()[0].value() == "=?utf-8?q?s?=\t(c)");
  BOOST_TEST(root.header().contentType().isMultipart());
  BOOST_TEST(root.header().contentType().param("boundary") == "a b");
  BOOST_REQUIRE(root.body().parts().size() == 1U);
  mimetic::MimeEntity& page = *root.body().parts().front();
  BOOST_TEST((page.header().contentType().subtype() == "html"));
  BOOST_TEST(page.header().contentType().param("charset") == "x");
  BOOST_TEST((page.header().contentTransferEncoding().mechanism() == "base64"));
  BOOST_TEST(static_cast<const std::string&>(page.body()) == "PHA+");
}

BOOST_AUTO_TEST_CASE(makes_trees_that_mimetic_writes) {
  const std::string text = with_crlf(
      "Subject: s\nContent-Type: multipart/mixed; boundary=\"b\"\n\npreamble\n--b\n"
      "Content-Type: message/rfc822\n\nContent-Type: "
      "text/html\n\none\n--b\n\ntwo\n--b--\nepilogue");
  const Message message = read_message(text);
  const auto tree = bridge::to_mimetic(message);
  std::ostringstream out;
  out << **tree;
  const std::string written = out.str();
  BOOST_TEST(all_of(read_message(written)) == all_of(message));
}

BOOST_AUTO_TEST_CASE(lets_no_line_end_and_no_nul_into_a_field) {
  using namespace std::string_view_literals;
  const std::string_view text =
      "Subject: a\rb\nContent-Type: message\0\0\0\0\0/rfc822\0; a\0b=c\nX: \0\n\nx"sv;
  const auto tree = bridge::to_mimetic(read_message(text));
  mimetic::MimeEntity& root = **tree;
  for (const mimetic::Field& field : root.header())
    BOOST_TEST(field.value().find_first_of("\r\n") == std::string::npos);
  BOOST_TEST(root.header()[1].value().find('\0') == std::string::npos);
  BOOST_TEST(root.header()[2].value() == "\0"sv);
  BOOST_TEST(!root.header().contentType().isMultipart());
}

BOOST_AUTO_TEST_CASE(refuses_what_is_beyond_the_limits) {
  std::string deep;
  for (int i = 0; i < 2000; ++i) deep += "Content-Type: message/rfc822\n\n";
  Limits limits;
  limits.depth = 5000;
  const Message message = read_message(deep, limits);
  BOOST_REQUIRE(message.parts.size() == 2001U);
  const auto by_default = bridge::to_mimetic(message);
  BOOST_REQUIRE(!by_default.has_value());
  BOOST_TEST(by_default.error().code == "limit-depth");
  BOOST_TEST(by_default.error().offset == message.parts[101].header.begin);
  BOOST_TEST(by_default.error().detail == "the message is nested more than 100 levels deep");
  const auto by_constant = bridge::to_mimetic(message, limits);
  BOOST_REQUIRE(!by_constant.has_value());
  BOOST_TEST(by_constant.error().offset == message.parts[bridge::kDeepestTree + 1].header.begin);

  const Message wide = read_message("Content-Type: multipart/x; boundary=b\n\n--b\n\n--b\n\n");
  limits.parts = 2;
  const auto few = bridge::to_mimetic(wide, limits);
  BOOST_REQUIRE(!few.has_value());
  BOOST_TEST(few.error().code == "limit-parts");
  BOOST_TEST(few.error().offset == wide.parts[2].header.begin);
}

BOOST_AUTO_TEST_CASE(keeps_gaps_opaque) {
  const std::string text =
      "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\n\ntwo\n--b\n\nthree\n--b--";
  Limits limits;
  limits.parts = 3;
  const Message message = read_message(text, limits);
  BOOST_TEST(message.parts.back().gap);
  const auto tree = bridge::to_mimetic(message, limits);
  BOOST_REQUIRE(tree.has_value());
  const Message again = bridge::from_mimetic(**tree, limits);
  BOOST_TEST(again.parts.back().media_type == "application/octet-stream");
  BOOST_TEST(again.body_of(again.parts.back()) == message.body_of(message.parts.back()));
}

BOOST_AUTO_TEST_SUITE_END()
