// SPDX-License-Identifier: MIT
//
// Messages that take others' places in an mbox.
#include "run/mbox_message.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "basewalk/archive/mbox.h"

using namespace basewalk;

namespace {

#define FROM "From a@b Mon Jan  1 00:00:00 2024\n"

std::vector<mime::Span> messages_of(std::string_view mbox) {
  std::vector<mime::Span> spans;
  archive::MboxReader reader(mbox);
  while (const auto span = reader.next()) spans.push_back(*span);
  return spans;
}

// The mbox with `put` in place of `what` in its second message; empty where that does not fit.
std::string changed(const std::string& mbox, std::string_view what, std::string_view put) {
  const std::vector<mime::Span> spans = messages_of(mbox);
  BOOST_REQUIRE_GE(spans.size(), 2U);
  std::string made(spans[1].of(mbox));
  const std::size_t at = made.find(what);
  BOOST_REQUIRE(at != made.npos);
  made.replace(at, what.size(), put);
  if (!run::fit_in_place(mbox, spans[1], made)) return {};
  std::string all = mbox.substr(0, spans[1].begin) + made;
  all += mbox.substr(spans[1].end);
  BOOST_TEST(messages_of(all).size() == spans.size());
  return all;
}

std::string with_crlf(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mbox_message)

BOOST_AUTO_TEST_CASE(what_fits) {
  const std::string first = FROM "A: b\n\none\n\n", last = FROM "A: b\n\nlast\n";
  struct Row {
    std::string_view message, made;
  };
  const Row rows[] = {
      {FROM "A: b\n\nx\n\n", FROM "A: b\n\nlonger\n\n"},
      // Without a line between them.
      {FROM "A: b\n\nx\n", FROM "A: b\n\nlonger\n"},
      // A length that is right, that counts the line between them, and that leaves the line end
      // out.
      {FROM "Content-Length: 2\n\nx\n\n", FROM "Content-Length: 7\n\nlonger\n\n"},
      {FROM "content-length:  3 \n\nx\n\n", FROM "content-length:  8 \n\nlonger\n\n"},
      {FROM "Content-Length: 1\n\nx\n\n", FROM "Content-Length: 6\n\nlonger\n\n"},
      // The last one counts.
      {FROM "Content-Length: 9\nContent-Length: 2\n\nx\n\n",
       FROM "Content-Length: 7\nContent-Length: 7\n\nlonger\n\n"},
      // Nobody believes these.
      {FROM "Content-Length: 99\n\nx\n\n", FROM "Content-Length: 99\n\nlonger\n\n"},
      {FROM "Content-Length: 2b\n\nx\n\n", FROM "Content-Length: 2b\n\nlonger\n\n"},
      {FROM "A: b\n\nx\nContent-Length: 2\n\n", FROM "A: b\n\nlonger\nContent-Length: 2\n\n"},
      // Only a length keeps this one together.
      {FROM "Content-Length: 45\n\nx\n\n" FROM "A: b\n\ny\n\n",
       FROM "Content-Length: 50\n\nlonger\n\n" FROM "A: b\n\ny\n\n"},
  };
  for (const Row& row : rows)
    for (const bool crlf : {false, true}) {
      const auto form = [&](std::string_view text) {
        return crlf ? with_crlf(text) : std::string(text);
      };
      std::string from = form(row.message), to = form(row.made);
      // The lengths of the rows count LF alone.
      if (crlf && row.message.find("ength") != row.message.npos) continue;
      const std::string got = changed(form(first) + from + form(last), "x", "longer");
      BOOST_TEST(got == form(first) + to + form(last));
      const std::string at_end = changed(form(first) + from, "x", "longer");
      BOOST_TEST(at_end == form(first) + to);
    }
}

BOOST_AUTO_TEST_CASE(what_does_not) {
  const std::string mbox = FROM "A: b\n\none\n\n" FROM "A: b\n\nx\n\n" FROM "A: b\n\nlast\n";
  for (const std::string_view put :
       {"y\n\nFrom c@d Mon Jan  1 00:00:00 2024\nA: b\n", "y\nFrom -\nA: b\n"})
    BOOST_TEST(changed(mbox, "x\n", put).empty(), put);
}

BOOST_AUTO_TEST_SUITE_END()
