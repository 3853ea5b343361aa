// SPDX-License-Identifier: MIT
//
// Which texts are searched at all: never is one left out in which the search finds something, by
// the rows of that search and by texts that are made of its words.
#include "worker/documents/may_have_url.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>

#include "extract/finds.h"
#include "support/files.h"
#include "support/many.h"

using namespace basewalk;
using worker::is_worth_searching;
using worker::may_have_url;

namespace {

bool is_found(const std::string& text, bool refang) {
  extract::Options options;
  options.refang = refang;
  extract::Finds finds;
  extract::extract_text(text, options, finds);
  return !finds.finds.empty();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(texts_of_documents)

BOOST_AUTO_TEST_CASE(what_is_found_is_searched_for) {
  const char* const kWords[] = {"http",
                                "HTTPS",
                                "hxxp",
                                "h**p",
                                "fxp",
                                "meow",
                                "h t t p",
                                "www",
                                "WWW",
                                "ww2",
                                "ftp.",
                                "FTP.",
                                "w",
                                "W",
                                "p",
                                "f",
                                "t",
                                "://",
                                ":",
                                "//",
                                "/",
                                ":/",
                                "[:]",
                                "[://]",
                                "( : )",
                                "[.]",
                                "(dot)",
                                "( dot )",
                                "[d0t]",
                                "{.}",
                                "[.",
                                ".]",
                                "[",
                                "]",
                                "(",
                                ")",
                                "{",
                                "}",
                                "dot",
                                " ",
                                "  ",
                                "\n",
                                "\t",
                                "a",
                                "b.c",
                                "h.example",
                                "example.com",
                                "\\\\",
                                "\\",
                                "mailto",
                                "@",
                                "[at]",
                                "tel",
                                "1",
                                "+1",
                                "data",
                                ",",
                                "im",
                                "news",
                                "urn",
                                "x:y",
                                "cid",
                                "sip",
                                ".",
                                "..",
                                "s",
                                "[s]",
                                "*",
                                "#",
                                "_",
                                "-",
                                "\xE2\x80\x8B",
                                "\xC2\xA0",
                                "\xE3\x80\x82",
                                "\xEF\xBC\x9A",
                                "\xEF\xBC\x8E",
                                "%",
                                "?",
                                "=",
                                "file",
                                "ws"};
  std::mt19937 random(1);
  std::size_t found = 0, left_out = 0;
  const std::size_t count = test::many(60'000);
  for (std::size_t i = 0; i < count; ++i) {
    std::string text;
    for (std::size_t words = 1 + random() % 9; words > 0; --words)
      text += kWords[random() % std::size(kWords)];
    const bool is_worth = is_worth_searching(text);
    for (const bool refang : {false, true}) {
      const bool is = is_found(text, refang);
      found += is ? 1 : 0;
      left_out += !is && !is_worth ? 1 : 0;
      BOOST_TEST_REQUIRE((!is || is_worth), text);
    }
  }
  // Both happen.
  BOOST_TEST(found > count / 20);
  BOOST_TEST(left_out > count / 20);
}

BOOST_AUTO_TEST_CASE(rows_of_the_search_are_searched) {
  for (const char* name : {"extract/refang.tsv", "extract/plain.tsv"})
    for (const test::Row& row : test::read_table(std::string(name))) {
      const std::string text = test::unescape(row[0]);
      BOOST_TEST((!is_found(text, true) || is_worth_searching(text)), text);
    }
}

BOOST_AUTO_TEST_CASE(most_texts_are_not) {
  for (const char* text : {"", "a", "Normal.dotm", "Title: of a book", "position: absolute",
                           "word/document.xml", "1.5 (of 2)", "C:", ":", "a: b", "[x]", "w w"})
    BOOST_TEST(!is_worth_searching(text), text);
  for (const char* text : {"http:/h", "WWW.h.example", "ftp.h.example", "tel:+1", "sip:a@b",
                           "\\\\host\\share", "hxxp[:]//h", "h[.]example", "h ( dot ) example"})
    BOOST_TEST(is_worth_searching(text), text);
}

BOOST_AUTO_TEST_CASE(bytes_have_more_of_it) {
  for (const char* bytes : {"x://", "\\\\h", "WWW.", "www.", "MailTo:"})
    BOOST_TEST(may_have_url(bytes));
  for (const char* bytes : {"", "im:a@b", "ftp.x", "a:b", "ww", "mailto", "\\h"})
    BOOST_TEST(!may_have_url(bytes));
}

BOOST_AUTO_TEST_SUITE_END()
