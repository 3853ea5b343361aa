// SPDX-License-Identifier: MIT
//
// Which extractor reads a media type.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>

#include "extract/finds.h"

using namespace basewalk;

namespace {

struct Case {
  int line;
  std::string_view type, text, wanted;
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.line << ": " << c.type;
}
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

const Case kCases[] = {
    ROW("text/html", "<a href=x>", "a[href] = x\n"),
    ROW("TEXT/HTML", "<a href=x>", "a[href] = x\n"),
    ROW("text/x-amp-html", "<a href=x>", "a[href] = x\n"),
    ROW("text/watch-html", "<a href=x>", "a[href] = x\n"),
    ROW("text/x-server-parsed-html", "<a href=x>", "a[href] = x\n"),
    ROW("application/xhtml+xml", "<html><a href='x'/></html>", "a[href] = x\n"),
    ROW("image/svg+xml", "<svg><a href='x'/></svg>", "svg:a[href] = x\n"),
    ROW("application/atom+xml", "<feed><link href='x'/></feed>", "link[href] = x\n"),
    ROW("application/rss", "<rss><link>http://h/</link></rss>", "link = http://h/\n"),
    ROW("text/css", "@import 'x'", "@import = x\n"),
    ROW("text/calendar", "URL:x", "calendar url = x\n"),
    ROW("text/vcard", "URL:x", "vcard url = x\n"),
    ROW("text/plain", "http://h/", "text = http://h/\n"),
    ROW("text/rfc822-headers", "Link: <http://h/>", "text = http://h/\n"),
    ROW("message/delivery-status", "Diagnostic-Code: smtp; 550 see http://h/",
        "text = http://h/\n"),
    ROW("message/feedback-report", "Reported-URI: http://h/", "text = http://h/\n"),
    ROW("message/disposition-notification", "Error: http://h/", "text = http://h/\n"),
    ROW("message/http", "GET http://h/ HTTP/1.1", "text = http://h/\n"),
    ROW("application/calendar+json", "[\"vcalendar\",[[\"url\",{},\"uri\",\"http://h/\"]]]",
        "text = http://h/\n"),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(extract_extract)

BOOST_DATA_TEST_CASE(a_media_type_has_its_reader, boost::unit_test::data::make(kCases)) {
  extract::Finds finds;
  BOOST_TEST(extract::extract(sample.type, sample.text, {}, finds));
  BOOST_TEST(test::all_shown(finds) == sample.wanted);
}

BOOST_AUTO_TEST_CASE(what_is_no_text_has_none) {
  extract::Finds finds;
  for (const std::string_view type : {"image/png", "application/pdf", "audio/basic", "x"})
    BOOST_TEST(!extract::extract(type, "http://h/", {}, finds));
  BOOST_TEST(finds.finds.empty());
}

BOOST_AUTO_TEST_SUITE_END()
