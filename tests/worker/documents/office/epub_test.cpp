// SPDX-License-Identifier: MIT
//
// Books as readers of EPUB have them.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "support/files.h"
#include "worker/documents/office/made_zip.h"
#include "worker/documents/office/open_zip_document.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace basewalk::worker;

namespace {

Recorded opened(const std::string& package, const Members& more) {
  Members members = {
      {"mimetype", "application/epub+zip"},
      {"META-INF/container.xml",
       "<container><rootfiles><rootfile full-path='c.opf'/></rootfiles></container>"},
      {"c.opf", "<package>" + package + "</package>"}};
  members.insert(members.end(), more.begin(), more.end());
  Recorded told;
  const test::ExactCopy bytes(made_zip(members));
  open_zip_document(Document{bytes.view(), "a.epub", {}, {}}, told);
  BOOST_TEST(!told.is_open());
  return told;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_office_epub)

// MuPDF reads all of the spine as pages.
BOOST_AUTO_TEST_CASE(what_stands_in_the_spine_is_a_page) {
  const std::string page = "hello <a href='https&#58;//a.example/'>x</a>";
  const auto types = [&](const std::string& type, const std::string& bytes) {
    const Recorded told = opened(
        "<spine><itemref idref='i'/></spine><manifest><item id='i' "
        "href='a.bin' media-type='" +
            type + "'/></manifest>",
        {{"a.bin", bytes}});
    std::string found;
    for (const Recorded::Part& each : told.parts) found += each.name + ' ' + each.type;
    return found;
  };
  for (const char* type : {"audio/mpeg", "font/woff", "text/plain", "image/png", "x/y", ""})
    BOOST_TEST(types(type, page) == "a.bin application/xhtml+xml");
  BOOST_TEST(types("text/html", page) == "a.bin text/html");
  BOOST_TEST(types("application/x-dtbook+xml", page) == "a.bin application/x-dtbook+xml");
  BOOST_TEST(types("image/png", "\x89PNG") == "a.bin image/png");
  // What does not stand there is a sound, as it says.
  BOOST_TEST(opened("<manifest><item id='i' href='a.bin' media-type='audio/mpeg'/></manifest>",
                    {{"a.bin", page}})
                 .parts.empty());
}

BOOST_AUTO_TEST_CASE(text_before_an_element_is_searched) {
  const Recorded told =
      opened("<metadata><description>see https://a.example/ <b>q</b></description></metadata>", {});
  BOOST_REQUIRE(told.references.size() == 1U);
  BOOST_TEST(told.references[0].raw == "see https://a.example/");
}

BOOST_AUTO_TEST_SUITE_END()
