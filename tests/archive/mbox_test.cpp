// SPDX-License-Identifier: MIT
#include "basewalk/archive/mbox.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "archive/box/mbox_splitter.h"
#include "support/files.h"

using namespace basewalk;

namespace {

struct Case {
  int line;
  std::string_view what;
  std::string_view mbox;  // "|" marks where messages begin, "$" where they end
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.line << ": " << c.what;
}

#define ROW(...) \
  { __LINE__, __VA_ARGS__ }
#define DATE "Thu Nov 19 10:00:00 2026"

const Case kCases[] = {
    ROW("one message", "|From a@b " DATE "\nA: 1\n\nbody\n$"),
    ROW("two, blank line between",
        "|From a@b " DATE "\nA: 1\n\nx\n$\n|From c " DATE "\nB: 2\n\ny\n$"),
    ROW("two, no blank line", "|From a@b " DATE "\nA: 1\n\nx\n$|From c " DATE "\nB: 2\n\ny\n$"),
    ROW("CRLF",
        "|From a@b " DATE "\r\nA: 1\r\n\r\nx\r\n$\r\n|From c " DATE "\r\nB: 2\r\n\r\ny\r\n$"),
    ROW("a sentence in a body",
        "|From a " DATE "\nA: 1\n\nHello\n\nFrom here on it rains.\n\nBye\n$"),
    ROW("no date, but a header",
        "|From a " DATE "\nA: 1\n\nx\n$\n|From b\nTo: b\n folded\nDate: x\n\ny\n$"),
    ROW("no date, and other fields before two usual ones",
        "|From a " DATE "\nA: 1\n\nx\n$\n|From b c\nB: 2\nTo: b\nC: 3\nX-D: x\n\ny\n$"),
    ROW("no date, and one usual field", "|From a " DATE "\nA: 1\n\nx\n\nFrom b\nTo: b\n\ny\n$"),
    ROW("no date, and no more than a word with a colon",
        "|From a " DATE "\nA: 1\n\nx\n\nFrom one paragraph\nNote: this is text\n\nFrom b\nNote: x\n"
        "To: y\nnot a field\nDate: x\n$"),
    ROW("no date, and no blank line",
        "|From a " DATE "\nA: 1\n\nx\nFrom b\nTo: b\nDate: x\n\ny\nFrom \nTo: b\nDate: x\n$"),
    ROW("neither date nor name, but a field",
        "|From a " DATE "\nA: 1\n\nx\n$\n|From \nB: 2\n\ny\n$\n|From -12\nB: 2\n\ny\n$\n"
        "|From 34\nB: 2\n\ny\n$\n|From a@b\nB: 2\n\ny\n$"),
    ROW("a date of ISO 8601",
        "|From a@b 2026-11-19T10:00:00\nA: 1\n\nx\n$|From a@b 2026-11-19 10:00\nB: 2\n\ny\n"
        "From a@b 2026-11-19\nFrom a@b 26-11-19T10:00:00\n$"),
    ROW("a year of two digits",
        "|From a Thu Nov 19 10:00:00 97\nA: 1\n\nx\n$|From a Thu Nov  9 10:00\nB: 2\n\ny\n"
        "From a Thu 19 Nov 10:00\nFrom a Thu Nov 19th 10:00\nFrom a Nov 19 10:00\n$"),
    ROW("blank lines first", "\r\n\n|From a " DATE "\nA: 1\n\nx\n$\n|From b " DATE "\nB: 2\n$"),
    ROW("a byte order mark first",
        "\xEF\xBB\xBF|From a " DATE "\nA: 1\n$|From b " DATE "\nB: 2\n$"),
    ROW("Mozilla's way: no date, no blank line",
        "|From - \nA: 1\n\nx\n$|From -\nB: 2\n\nx\nFrom - me\nC: 3\n\nFrom - \nno field\n$"),
    ROW("pipermail's way",
        "|From user at host  " DATE "\nA: 1\n\nx\n$\n|From user at host  " DATE "\nB: 2\n\ny\n$"),
    ROW("an escaped line is body", "|From a " DATE "\nA: 1\n\n>From b " DATE "\n$"),
    ROW("time zone before the year", "|From a Thu Nov 19 10:00:00 MET 2026\nA: 1\n\nx\n$"),
    ROW("time zone behind the year", "|From a Thu Nov 19 10:00:00 2026 +0100\nA: 1\n\nx\n$"),
    ROW("no seconds", "|From a Thu Nov 19 10:00 2026\nA: 1\n\nx\n$"),
    ROW("Content-Length over a From line",
        "|From a " DATE "\nContent-Length: 40\n\nx\n\nFrom b " DATE "\nB: 1\n$\n|From c " DATE
        "\n\ny\n$"),
    ROW("a Content-Length that is too long",
        "|From a " DATE "\nContent-Length: 9999\n\nx\n$\n|From c " DATE "\n\ny\n$"),
    ROW("a Content-Length that is too short",
        "|From a " DATE "\nContent-Length: 1\n\nxyz\n$\n|From c " DATE "\n\ny\n$"),
    ROW("a Content-Length that ends in mid-line",
        "|From a " DATE "\nContent-Length: 10\n\nx\n$\n|From c " DATE "\n\ny\n$"),
    ROW("a Content-Length beyond numbers",
        "|From a " DATE "\nContent-Length: 99999999999999999999999\n\nx\n$\n|From c " DATE
        "\n\ny\n$"),
    ROW("a Content-Length over two From lines, and one behind",
        "|From a " DATE "\nContent-Length: 80\n\nx\n\nFrom b " DATE "\nB: 1\n\nFrom c " DATE
        "\nC: 1\n\n\n$\n|From d " DATE "\nContent-Length: 2\n\ny\n$"),
    ROW("a Content-Length that counts CRLF as one",
        "|From a " DATE "\r\nContent-Length: 45\r\n\r\nx\r\n\r\nFrom b " DATE
        "\r\nB: 1\r\n\r\nyyy\r\n$\r\n|From c " DATE "\r\n\r\ny\r\n$"),
    ROW("a Content-Length that counts CRLF as one, and ends nowhere",
        "|From a " DATE "\r\nContent-Length: 43\r\n\r\nx\r\n$\r\n|From b " DATE
        "\r\nB: 1\r\n\r\nyyy\r\n$\r\n|From c " DATE "\r\n\r\ny\r\n$"),
    ROW("a Content-Length that is wrong, and LF",
        "|From a " DATE "\nContent-Length: 45\n\nx\r\n$\r\n|From b " DATE
        "\r\nB: 1\r\n\r\nyyy\r\n$\r\n|From c " DATE "\r\n\r\ny\r\n$"),
    ROW("a file cut within a body with a Content-Length",
        "|From a " DATE "\nContent-Length: 400\n\nx\n$\n|From b " DATE "\nB: 1\n\nFrom$"),
    ROW("what is near to a time, and no blank line",
        "|From a " DATE "\nA: 1\n\nFrom a ab:12 2026\nFrom a 1x:12 2026\nFrom a 12:x1 2026\n"
        "From a 12:1x 2026\nFrom a 12:1\nFrom a 123:45 2026\nFrom a :12 2026\nFrom a 12 2026\n$"),
    ROW("what is near to a year",
        "|From a " DATE "\nA: 1\n\nFrom a 10:00 1826\nFrom a 10:00 202x\nFrom a 10:00 20x6\n"
        "From a 10:00 20266\nFrom a 10:00 202\n$"),
    ROW("other times and years",
        "|From a 1:00 1999\nA: 1\n\nx\n$|From 2000 a 23:59:59\nB: 2\n\ny\n$"),
    ROW("behind a blank line what is no field name",
        "|From a " DATE "\nA: 1\n\nFrom b@\nB\xC3\xA9: 2\n\nFrom b@\nB 2: x\n\nFrom b@\n: x\n\n"
        "From b@\nB\x7F: 2\n\nFrom b@\nB\n$"),
    ROW("behind a blank line what is one",
        "|From a " DATE "\nA: 1\n\nx\n$\n|From b@\n~!: 2\n\ny\n$"),
    ROW("no line end at the end", "|From a " DATE "\nA: 1\n\nx$"),
    ROW("header only", "|From a " DATE "\nA: 1\n$|From b " DATE "\nB: 1$"),
};

struct Parsed {
  std::string text;
  std::vector<mime::Span> spans;
};

Parsed parse(std::string_view marked) {
  Parsed parsed;
  std::size_t begin = 0;
  for (char c : marked) {
    if (c == '|')
      begin = parsed.text.size();
    else if (c == '$')
      parsed.spans.push_back({begin, parsed.text.size()});
    else
      parsed.text += c;
  }
  return parsed;
}

std::vector<mime::Span> split(std::string_view text) {
  std::vector<mime::Span> spans;
  archive::MboxReader reader(text);
  while (const auto span = reader.next()) spans.push_back(*span);
  return spans;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mbox)

BOOST_DATA_TEST_CASE(splits_where_messages_begin, boost::unit_test::data::make(kCases)) {
  const Parsed wanted = parse(sample.mbox);
  const test::ExactCopy copy(wanted.text);
  BOOST_TEST(archive::is_mbox(copy.view()));
  const std::vector<mime::Span> got = split(copy.view());
  BOOST_REQUIRE_EQUAL(got.size(), wanted.spans.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    BOOST_TEST(got[i].of(copy.view()) == wanted.spans[i].of(wanted.text));
}

// Each header used to be looked for to the end of the file; then this does not end.
BOOST_AUTO_TEST_CASE(headers_without_an_end_take_linear_time) {
  std::string text;
  for (int i = 0; i < 300'000; ++i) text += "From a " DATE "\nA: 1\n";
  BOOST_TEST(split(text).size() == 300'000U);
}

BOOST_AUTO_TEST_CASE(a_message_is_no_mbox) {
  for (std::string_view text :
       {"", "From", "From ", "From: a@b\n\nx", "Subject: x\n\nFrom a " DATE "\n",
        ">From a " DATE "\nA: 1\n\n", "From here on it rains.\nAll day.\n"})
    BOOST_TEST(!archive::is_mbox(text), text);
}

// However much of the file is in the window, what is said of an end is true of the whole.
BOOST_AUTO_TEST_CASE(an_end_does_not_depend_on_where_the_window_ends) {
  const std::string tail = "\n\nFrom c " DATE "\nC: 1\n\n" + std::string(5000, 'z');
  for (const std::string& text :
       {"From a " DATE "\nContent-Length: 42\nB: 2\n\nx\n\nFrom b " DATE "\nB: 1\n\n" + tail,
        "From a " DATE "\r\nCONTENT-LENGTH: 3\r\n\r\nx\r\n" + tail,
        "From a " DATE "\r\nContent-Length: 11\r\n\r\nx\r\n\r\nFrom b" DATE "\r\n" + tail,
        "From a " DATE "\nContent-Length: 3x\n\nx" + tail,
        "From a " DATE "\nB: 2\n\nFrom sentence\n" + tail, "From a " DATE "\nB: 2" + tail}) {
    archive::MboxSplitter whole;
    const std::optional<std::size_t> claimed = whole.claimed_end(text, true);
    const std::optional<std::size_t> end = whole.end(text, true);
    BOOST_TEST_REQUIRE((claimed && end));
    for (std::size_t cut = 0; cut < text.size(); ++cut) {
      const test::ExactCopy window(std::string_view(text).substr(0, cut));
      archive::MboxSplitter splitter, claims;
      const std::optional<std::size_t> early = claims.claimed_end(window.view(), false);
      if (early) BOOST_TEST_REQUIRE(*early == *claimed, cut);
      const std::optional<std::size_t> early_end = splitter.end(window.view(), false);
      if (early_end) BOOST_TEST_REQUIRE(*early_end == *end, cut);
      BOOST_TEST_REQUIRE(*claims.claimed_end(text, true) == *claimed, cut);
      BOOST_TEST_REQUIRE(*splitter.end(text, true) == *end, cut);
    }
  }
}

// Whatever the bytes are, the messages follow one another, and only blank lines lie between.
BOOST_AUTO_TEST_CASE(every_byte_is_in_one_message_or_in_a_blank_line) {
  std::mt19937 random(1808);
  const std::string_view pieces[] = {
      "From a " DATE "\n",   "From ",     "\n", "\r\n", "A: 1\n", "x",
      "Content-Length: 3\n", ">From b\n", "\r"};
  for (int round = 0; round < 5000; ++round) {
    std::string text;
    for (int i = 0; i < 20; ++i) text += pieces[random() % std::size(pieces)];
    std::size_t at = 0;
    for (const mime::Span& span : split(text)) {
      BOOST_REQUIRE(span.begin >= at && span.end <= text.size() && span.begin < span.end);
      for (char c : text.substr(at, span.begin - at)) BOOST_REQUIRE(c == '\n' || c == '\r');
      at = span.end;
    }
    for (char c : text.substr(at)) BOOST_REQUIRE(c == '\n' || c == '\r');
  }
}

BOOST_AUTO_TEST_SUITE_END()
