// SPDX-License-Identifier: MIT
#include "walk/leaf/page_fields.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>

#include "collect.h"

using namespace basewalk;

namespace {

struct Row {
  std::string_view page, found;  // with '?' before what is but words
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.page; }

constexpr Row kRows[] = {
    {"", ""},
    {"<p>HYPERLINK a</p>", ""},
    {"<span style='mso-element:field-begin'></span>HYPERLINK \"a\"<span "
     "style='mso-element:field-separator'></span>b<span style='mso-element:field-end'></span>",
     "HYPERLINK a"},
    // As Word writes it.
    {"<!--[if supportFields]><span style='mso-element:field-begin'></span> INCLUDEPICTURE "
     "&quot;\\\\\\\\h\\\\x.png&quot; \\d <span "
     "style='mso-element:field-separator'></span><![endif]-->b<!--[if supportFields]><span "
     "style='mso-element:field-end'></span><![endif]-->",
     "INCLUDEPICTURE \\\\h\\x.png"},
    // Tags in it, other letters, other styles beside it.
    {"<p STYLE='color:red; MSO-Element : Field-Begin ;x:y'>HYPER<b>LINK</b> a<i "
     "style=mso-element:field-end>",
     "HYPERLINK a"},
    // What only other programs show.
    {"<span style='mso-element:field-begin'></span>HYPERLINK \"a<!--[if "
     "!supportFields]>b<![endif]-->"
     "c\"<span style='mso-element:field-end'></span>",
     "HYPERLINK ac HYPERLINK abc"},
    {"<span style='mso-element:field-begin'></span>DDE x y", "?DDE x y"},
    {"<p style='mso-element:field-begins'>HYPERLINK a", ""},
    {"<p style='element:field-begin'>HYPERLINK a", ""},
    {"<p style='mso-element'>HYPERLINK a field-begin", ""},
};

BOOST_DATA_TEST_CASE(fields_of_a_page_are_found, kRows, row) {
  std::string all;
  for (const worker::FieldTarget& each : fields_of_page(row.page))
    all.append(all.empty() ? "" : " ")
        .append(each.is_text ? "?" : "")
        .append(each.name)
        .append(" ")
        .append(each.raw);
  BOOST_TEST(all == row.found);
}

// Told as links, but where the page shows them as well.
BOOST_AUTO_TEST_CASE(fields_of_a_page_lead_somewhere) {
  const auto links = [](const std::string& body) {
    std::string all;
    for (const test::SeenLink& each : test::collect("Content-Type: text/html\n\n" + body).links)
      all += each.where + ' ' + each.raw + '\n';
    return all;
  };
  const std::string begin = "<span style='mso-element:field-begin'></span>",
                    end = "<span style='mso-element:field-end'></span>";
  BOOST_TEST(links(begin + "HYPERLINK \"page.htm\"" + end) == "field[HYPERLINK] page.htm\n");
  BOOST_TEST(links(begin + "HYPERLINK \"page.htm\"" + end + "<a href=page.htm>x</a>") ==
             "a[href] page.htm\n");
  BOOST_TEST(links(begin + "INCLUDEPICTURE \"cid:a@b\"" + end + "<img src='cid:a@b'>") ==
             "text cid:a@b\nimg[src] cid:a@b\n");
}

}  // namespace
