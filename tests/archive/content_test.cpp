// SPDX-License-Identifier: MIT
#include "archive/content.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>

#include "archive/read_all.h"
#include "archive/recode.h"
#include "support/folder.h"

using namespace basewalk;
using namespace std::string_view_literals;
using test::Folder;
using test::Got;
using test::read_all;

namespace {

#define DATE "Thu Nov 19 10:00:00 2026"

struct Row {
  int line;
  bool is_mail;
  std::string_view head;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.line; }

#define MAIL(text) \
  { __LINE__, true, text##sv }
#define NONE(text) \
  { __LINE__, false, text##sv }

const Row kRows[] = {
    MAIL("A: 1\n\n"),
    MAIL("A:1"),
    MAIL("X.y_z-1 \t: x\n"),
    MAIL("From a " DATE "\nA: 1\n\n"),
    MAIL(">From a " DATE "\nFrom b\nA: 1\n\n"),
    MAIL("\xEF\xBB\xBF\r\n\r\nA: 1\r\n\r\n"),
    MAIL(" Subject: folded\nTo: x\n\n"),
    MAIL("what is this\nSubject: x\n\n"),
    MAIL("what is this\rreceived: x\r\r"),
    MAIL("\0\1\2\nSubject: x\n\n"),
    MAIL("A: \0\1\nTo: x\n\n"),
    MAIL("A: \xE9\x1B$B\n\n"),
    MAIL("--boundary\nContent-Type: text/html\n\n"),
    MAIL("HTTP/1.1 200 OK\nContent-Type: text/html\n\n"),
    MAIL("<html>\nX-Spam: yes\n\n"),
    NONE(""),
    NONE("\n\n"),
    NONE("text\n"),
    NONE("text\nA: 1\n\n"),
    NONE("text\n\nSubject: x\n\n"),
    NONE("\ntext\n"),
    NONE("A\n: 1\n"),
    NONE("A b: 1\n"),
    NONE("1: x\n"),
    NONE("\xC3\xA9: x\n"),
    NONE("http://a.example/\n"),
    NONE("C:\\x\n"),
    NONE("A: \0\n\n"),
    NONE("A: 1\nB: \x7F\n\n"),
    NONE("# Readme\nhttp://readme.example/\n"),
    NONE("<a href=http://html.example/>x</a>"),
    NONE("{\"From\": \"http://json.example/\"}"),
    NONE("a,b\nhttp://c.example/,2\n"),
    NONE("[x]\nA: 1\n"),
    NONE("0000  a\n"),
    NONE("version=\"9\"\nlogging=\"no\"\nhttp://filter.example/\n"),
    NONE("ref: refs/heads/main\n"),
    NONE("%PDF-1.4\nSubject: x\n"),
    NONE("\x89PNG\r\n\x1A\nTo: x\n"),
    NONE("\x7F"
         "ELF\nTo: x\n"),
    NONE("x\1\x9C+)JMU06g040031QH\n"),
};

constexpr std::string_view kNotMail =
    "is not mail: it does not begin with a header; --as eml reads it all the same";

}  // namespace

BOOST_AUTO_TEST_SUITE(content)

BOOST_DATA_TEST_CASE(what_cannot_be_a_message_is_no_mail, boost::unit_test::data::make(kRows)) {
  BOOST_TEST(archive::could_be_mail(sample.head) == sample.is_mail);
}

BOOST_AUTO_TEST_CASE(a_name_of_a_field_is_not_too_long) {
  BOOST_TEST(archive::could_be_mail(std::string(100, 'a') + ": 1\n"));
  BOOST_TEST(!archive::could_be_mail(std::string(101, 'a') + ": 1\n"));
  // A field may be longer than what is looked at.
  BOOST_TEST(archive::could_be_mail("A: " + std::string(4093, 'x')));
}

BOOST_AUTO_TEST_CASE(what_is_no_mail_is_skipped_and_a_problem_where_it_was_named) {
  const Folder folder;
  const std::string text = folder.write("d/a.txt", "text\n");
  const std::string mail = folder.write("d/b.eml", "A: 1\n\n");
  BOOST_REQUIRE(std::system(("cd '" + folder.path().string() +
                             "' && tar cf all.tar d/a.txt d/b.eml && "
                             "gzip -c d/a.txt >a.gz && zip -q z.zip d/a.txt d/b.eml")
                                .c_str()) == 0);
  const auto troubles = [](const std::string& name, archive::Kind as) {
    archive::ReadOptions options;
    options.as = as;
    archive::SourceReader reader({name}, options);
    std::string told;
    while (const auto batch = reader.next())
      for (const archive::Item& item : batch->items) {
        if (!item.problem.empty()) BOOST_TEST(item.problem == kNotMail);
        told += item.problem.empty() ? "mail " : std::string(archive::name(item.trouble)) + ' ';
      }
    return told;
  };
  const auto automatic = archive::Kind::automatic;
  BOOST_TEST(troubles(folder / "d", automatic) == "not-mail mail ");
  BOOST_TEST(troubles(folder / "all.tar", automatic) == "not-mail mail ");
  BOOST_TEST(troubles(folder / "z.zip", automatic) == "not-mail mail ");
  BOOST_TEST(troubles(text, automatic) == "misused ");
  BOOST_TEST(troubles(folder / "a.gz", automatic) == "misused ");
  BOOST_TEST(troubles(folder / "all.tar/d/a.txt", automatic) == "misused ");
  BOOST_TEST(troubles(folder / "d", archive::Kind::eml) == "mail mail ");
  BOOST_TEST(troubles(folder / "all.tar", archive::Kind::eml) == "mail mail ");
  BOOST_TEST(troubles(text, archive::Kind::mbox) == "mail ");
  // One that came as a message is found again.
  BOOST_TEST(archive::message_at(text, 0).items.at(0).bytes == "text\n");
}

// It was read in pieces until no room was left in the batch that already had something, for ever.
BOOST_AUTO_TEST_CASE(what_is_no_mail_and_larger_than_a_batch_ends_behind_a_message) {
  const Folder folder;
  folder.write("d/a.eml", "A: 1\n\n");
  folder.write("d/b.xml", "<r>" + std::string(std::size_t{3} << 20, 'x'));
  folder.write("d/c.eml", "C: 1\n\n");
  BOOST_REQUIRE(std::system(("cd '" + folder.path().string() +
                             "' && zip -q z.zip d/a.eml d/b.xml d/c.eml && "
                             "tar cf t.tar d/a.eml d/b.xml d/c.eml && gzip t.tar")
                                .c_str()) == 0);
  for (const char* name : {"z.zip", "t.tar.gz"})
    for (const std::size_t bytes : {std::size_t{4096}, std::size_t{1} << 20}) {
      archive::ReadOptions options;
      options.batch_bytes = bytes;
      const std::vector<Got> got = read_all({folder / name}, options);
      BOOST_REQUIRE_EQUAL(got.size(), 3U);
      BOOST_TEST(got[0].bytes == "A: 1\n\n");
      BOOST_TEST(got[1].problem == kNotMail);
      BOOST_TEST(got[2].bytes == "C: 1\n\n");
    }
}

BOOST_AUTO_TEST_CASE(a_message_in_utf16_is_given_in_utf8) {
  const Folder folder;
  const std::string little = folder.write(
      "le", std::string("\xFF\xFE"
                        "A\0:\0 \0\xE9\0\n\0\n\0\x3D\xD8\x00\xDE\xAC\x20\x00\xDE\x3D\xD8x\0!"sv));
  const std::string big = folder.write("be", std::string("\xFE\xFF\0A\0:\0\n\xD8\x3D"sv));
  const std::string text = folder.write("text", std::string("\xFF\xFE"
                                                            "t\0e\0x\0t\0"sv));
  const std::vector<Got> got = read_all({little, big, text});
  BOOST_REQUIRE_EQUAL(got.size(), 3U);
  BOOST_TEST(got[0].bytes ==
             "A: \xC3\xA9\n\n\xF0\x9F\x98\x80\xE2\x82\xAC\xEF\xBF\xBD\xEF\xBF\xBDx\xEF\xBF\xBD");
  BOOST_TEST(got[1].bytes == "A:\n\xEF\xBF\xBD");
  BOOST_TEST(got[2].problem == kNotMail);
}

BOOST_AUTO_TEST_CASE(line_ends_are_those_of_old_macs_where_there_are_no_others) {
  using archive::Recoding;
  BOOST_TEST((archive::recoding_of("From a " DATE "\rA: 1\r\r") == Recoding::cr));
  BOOST_TEST((archive::recoding_of("From a " DATE "\rA: 1\n\r") == Recoding::none));
  BOOST_TEST((archive::recoding_of("From a " DATE "\r\nA: 1\r\n") == Recoding::none));
  BOOST_TEST((archive::recoding_of("A: 1\r\r") == Recoding::none));
  const Folder folder;
  const std::string begin = "From a " DATE "\r" + std::string(5000, 'x') + "\r";
  const std::string name = folder.write("box", begin + "\r\n\rFrom b " DATE "\r\r");
  const std::vector<Got> got = read_all({name});
  BOOST_REQUIRE_EQUAL(got.size(), 2U);
  BOOST_TEST(got[0].bytes == "From a " DATE "\n" + std::string(5000, 'x') + "\n\r\n");
  BOOST_TEST(got[1].offset == begin.size() + 3);
}

BOOST_AUTO_TEST_SUITE_END()
