// SPDX-License-Identifier: MIT
//
// Link::at: what stands in the bytes there is the reference.
#include <boost/test/unit_test.hpp>
#include <string>

#include "basewalk/walk/walk.h"
#include "support/files.h"
#include "text/ascii.h"

using namespace basewalk;

namespace {

std::string without_space(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (!ascii::is_space(c) && c != '\0') out += c;
  return out;
}

struct Counts {
  std::size_t told = 0, plain = 0;
};

// Links whose place is told, and those of them that are written as they are read.
Counts check(const std::string& mail, const std::string& name) {
  Counts counts;
  walk(read_message(mail), {}, [&](const Link& link) {
    if (!link.at) return;
    ++counts.told;
    BOOST_REQUIRE(link.find != nullptr);
    const std::string_view written =
        std::string_view(mail).substr(*link.at, link.find->end - link.find->begin);
    if (written == link.raw) {
      ++counts.plain;
      return;
    }
    // But for white space and what the markup, or a style sheet in it, has escaped.
    std::string read = without_space(extract::attribute_value(written));
    std::string raw = without_space(link.raw);
    if (read.find('\\') != std::string::npos) return;
    BOOST_TEST(read == raw, name << ": " << extract::where(link.place) << ": " << written
                                 << " is not " << link.raw);
  });
  return counts;
}

std::optional<std::size_t> place_of(const std::string& mail) {
  std::optional<std::size_t> place;
  walk(read_message(mail), {}, [&](const Link& link) { place = link.at; });
  return place;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(places)

BOOST_AUTO_TEST_CASE(what_stands_there_is_the_reference) {
  Counts all;
  for (const auto& path : test::files_below(test::data_dir())) {
    if (path.extension() != ".eml" && path.extension() != ".mhtml") continue;
    const Counts counts = check(test::read_file(path), path.filename().string());
    all.told += counts.told;
    all.plain += counts.plain;
  }
  BOOST_TEST(all.told > 1000u);
  BOOST_TEST(all.plain > all.told / 10 * 9);
  BOOST_TEST_MESSAGE(all.told << " places, " << all.plain << " written as they are read");
}

BOOST_AUTO_TEST_CASE(there_is_one_where_nothing_was_decoded) {
  const std::string text = "From: a\n\nsee http://h/x\n";
  BOOST_TEST(place_of(text).value() == text.find("http"));
  const std::string html = "Content-Type: text/html\n\n<p>\n<a href=' a&amp;b '>";
  BOOST_TEST(html.substr(place_of(html).value(), 7) == "a&amp;b");
  const std::string utf8 = "Content-Type: text/plain; charset=utf-8\n\n\u00FC http://h/\u00FC\n";
  BOOST_TEST(place_of(utf8).value() == utf8.find("http"));
  const std::string second =
      "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b\n\nhttp://h/x\n--b--\n";
  BOOST_TEST(place_of(second).value() == second.find("http"));
  const std::string attached = "Content-Type: message/rfc822\n\nSubject: x\n\nhttp://h/x\n";
  BOOST_TEST(place_of(attached).value() == attached.find("http"));
}

BOOST_AUTO_TEST_CASE(there_is_none_where_it_is_not_in_the_bytes) {
  for (const char* mail :
       {"Content-Transfer-Encoding: base64\n\naHR0cDovL2gveA==\n",
        "Content-Transfer-Encoding: quoted-printable\n\nhttp://h/x\n",
        "Content-Type: text/plain; charset=iso-8859-1\n\n\xFC http://h/x\n",
        "List-Unsubscribe: <http://h/x>\n\n",
        "Content-Type: text/html\n\n<iframe srcdoc='<a href=http://h/x>'>",
        "Content-Type: text/html\n\n<a href='data:text/html,<a href=http://h/x>'>",
        "Content-Type: text/plain\n\nhttp://h/?u=http://h/x\n",  // that within it
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
        "U3ViamVjdDogeAoKaHR0cDovL2gveAo=\n"})
    BOOST_TEST(!place_of(mail).has_value(), mail);
}

BOOST_AUTO_TEST_SUITE_END()
