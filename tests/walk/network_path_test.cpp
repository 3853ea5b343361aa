// SPDX-License-Identifier: MIT
//
// "//host" and its kin where there is no base: what a page of a web mail makes of them ([R6],
// [R8]). Node's URL parser with a base of https says the same.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>

#include "walk/collect.h"

using namespace basewalk;

namespace {

struct Row {
  int line;
  std::string_view reference, clicked;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << "line " << row.line; }

constexpr Row kRows[] = {
    ROW("//h.example/x", "https://h.example/x"),
    ROW("\\\\h.example\\x", "https://h.example/x"),
    ROW("/\\h.example/x", "https://h.example/x"),
    ROW("\\/h.example", "https://h.example/"),
    // more slashes than two
    ROW("///h.example/x", "https://h.example/x"),
    ROW("/\\/\\//h.example/x", "https://h.example/x"),
    // tabs and line ends are dropped wherever they stand
    ROW("/\t/h.example/x", "https://h.example/x"),
    ROW("\\\r\n\\h.ex\tample/x", "https://h.example/x"),
    ROW("\t/\n\t/\t/h.example", "https://h.example/"),
    // blanks and controls before and behind
    ROW("  //h.example/x  ", "https://h.example/x"),
    ROW("\x01\x1F \\\\h.example/x", "https://h.example/x"),
    ROW(" \t /\\h.example", "https://h.example/"),
    ROW("\u00A0//h.example/x", ""),
    // user info, ports, addresses
    ROW("//u:p@h.example:8080/x", "https://u:p@h.example:8080/x"),
    ROW("\\\\g.example@h.example", "https://g.example@h.example/"),
    ROW("//h.example\\@g.example", "https://h.example/@g.example"),
    ROW("//h.example:443/", "https://h.example/"),
    ROW("//h.example:80/", "https://h.example:80/"),
    ROW("//[::1]:81/x", "https://[::1]:81/x"),
    ROW("//127.1", "https://127.0.0.1/"),
    ROW("//0x7f000001/", "https://127.0.0.1/"),
    ROW("//b\u00FC.example", "https://xn--b-eha.example/"),
    ROW("//h%2eexample?q#f", "https://h.example/?q#f"),
    ROW("///h.example/../x", "https://h.example/x"),
    // what a browser refuses, and what is a path
    ROW("//", ""),
    ROW("//:80", ""),
    ROW("//a b/", ""),
    ROW("//[::1", ""),
    ROW("//h.example:99999", ""),
    ROW("/h.example", ""),
    ROW("\\h.example", ""),
    ROW("/ /h.example", ""),
    ROW("/x//h.example", ""),
    ROW("x//h.example", ""),
};

test::SeenLink link_of(std::string_view reference, std::string_view header = {}) {
  std::string mail(header);
  mail += "Content-Type: text/html; charset=utf-8\n\n<a href=\"";
  for (const char c : reference) {
    if (static_cast<unsigned char>(c) >= 0x80)
      mail += c;
    else
      mail += "&#" + std::to_string(static_cast<int>(c)) + ';';
  }
  return test::collect(mail + "\">").links.at(0);
}

bool is_assumed(const test::SeenLink& link) {
  return link.flags.find("scheme-assumed") != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(network_paths)

BOOST_DATA_TEST_CASE(lead_where_a_page_of_a_web_mail_goes, boost::unit_test::data::make(kRows),
                     row) {
  const test::SeenLink link = link_of(row.reference);
  BOOST_TEST(link.status == "unresolved");
  BOOST_TEST(link.url == "");
  BOOST_TEST(link.clicked == row.clicked);
  BOOST_TEST(is_assumed(link) == !row.clicked.empty());
}

// Gmail and Roundcube put "http://" before what has no scheme, and so does Windows before "www.".
BOOST_AUTO_TEST_CASE(are_not_all_that_web_mails_open) {
  struct Link {
    std::string_view reference, clicked;
  };
  for (const Link& row :
       {Link{"www.h.example/x", "http://www.h.example/x"},
        Link{"WWW.h.example", "http://www.h.example/"}, Link{" h.com/x?y#z ", "http://h.com/x?y#z"},
        Link{"h.\tco\nm", "http://h.com/"}, Link{"h.com?x", "http://h.com/?x"},
        Link{"h.example/x", "http://h.example/x"}, Link{"192.0.2.1/x", "http://192.0.2.1/x"},
        Link{"192.0.2.1", "http://192.0.2.1/"}, Link{"b\u00FC.de/", "http://xn--b-eha.de/"},
        Link{"\\\\?\\UNC\\h.example\\x", "file://h.example/x"},
        // paths, and what is none of a host
        Link{"page.html", ""}, Link{"page.html?x", ""}, Link{"h/x.com", ""}, Link{"./h.com", ""},
        Link{"a@h.com", ""}, Link{"h..com", ""}, Link{".com/x", ""}, Link{"1.2/x", ""},
        Link{"?h.com/x", ""}}) {
    const test::SeenLink link = link_of(row.reference);
    BOOST_TEST(link.status == "unresolved", row.reference);
    BOOST_TEST(link.clicked == row.clicked, row.reference);
    BOOST_TEST(is_assumed(link) == !row.clicked.empty(), row.reference);
  }
  BOOST_TEST(link_of("h.com/x", "Content-Base: http://b.example/\n").clicked ==
             "http://b.example/h.com/x");
  const auto clicked = [](std::string_view page) {
    std::string out;
    for (const test::SeenLink& link :
         test::collect("Content-Type: text/html\n\n" + std::string(page)).links)
      out += link.clicked + '\n';
    return out;
  };
  BOOST_TEST(clicked("<area href=h.com><v:rect href=h.com>") == "http://h.com/\nhttp://h.com/\n");
  BOOST_TEST(clicked("<img src=h.com><a href=h.com><img src=h.com><link href=h.com>") ==
             "\nhttp://h.com/\n\n\n");
}

// Android's contacts put "http://" before the page of a card.
BOOST_AUTO_TEST_CASE(are_not_all_that_is_opened_from_a_card) {
  const std::string lines = "URL:h.com/x\nitem1.URL;TYPE=home:www.h.example\nURL:x\n";
  const auto clicked = [&](std::string_view type, std::string_view begin) {
    std::string out;
    for (const test::SeenLink& link :
         test::collect(std::string("Content-Type: ").append(type).append("\n\n").append(begin) +
                       lines)
             .links)
      out += link.clicked + '\n';
    return out;
  };
  BOOST_TEST(clicked("text/vcard", "BEGIN:VCARD\n") == "http://h.com/x\nhttp://www.h.example/\n\n");
  BOOST_TEST(clicked("text/calendar", "BEGIN:VCALENDAR\n") == "\n\n\n");
}

// Nothing is assumed where there is a scheme.
BOOST_AUTO_TEST_CASE(have_the_scheme_of_their_base) {
  for (const std::string_view reference :
       {"//h.example/x", "\\\\h.example/x", "/\t\\h.example/x"}) {
    const test::SeenLink link = link_of(reference, "Content-Base: http://b.example/\n");
    BOOST_TEST(link.status == "resolved", reference);
    BOOST_TEST(link.clicked == "http://h.example/x", reference);
    BOOST_TEST(!is_assumed(link), reference);
  }
}

// In running text a share of Windows is what Outlook makes of it, and no path of the web; slashes
// that only browsers take for such are left to them.
BOOST_AUTO_TEST_CASE(are_shares_where_text_names_one) {
  struct Share {
    std::string_view text, status, url, clicked;
  };
  for (const Share& row :
       {Share{"\\\\srv.example\\s\\f.docx", "guessed", "file://srv.example/s/f.docx",
              "file://srv.example/s/f.docx"},
        Share{"\\\\srv.example@SSL\\s", "guessed", "https://srv.example/s",
              "https://srv.example/s"},
        Share{"\\\\srv.example@SSL@8443\\s", "guessed", "https://srv.example:8443/s",
              "https://srv.example:8443/s"},
        Share{"\\\\srv.example@8080\\s", "guessed", "http://srv.example:8080/s",
              "http://srv.example:8080/s"},
        Share{"\\\\?\\UNC\\srv.example\\s", "guessed", "file://srv.example/s",
              "file://srv.example/s"},
        Share{"https:\\\\h.example\\x", "absolute", "https:\\\\h.example\\x",
              "https://h.example/x"},
        Share{"https:/h.example/x", "absolute", "https:/h.example/x", "https://h.example/x"},
        Share{"file:\\\\srv.example\\s", "absolute", "file:\\\\srv.example\\s",
              "file://srv.example/s"}}) {
    for (const std::string_view header : {"", "Content-Base: http://b.example/\n"}) {
      const test::SeenLink link =
          test::collect(std::string(header) + "\nsee " + std::string(row.text) + " now\n")
              .links.at(0);
      BOOST_TEST(link.status == row.status, row.text);
      BOOST_TEST(link.url == row.url, row.text);
      BOOST_TEST(link.clicked == row.clicked, row.text);
    }
  }
}

// A page of a web mail has a base where the mail has none: so has what names a host alone.
BOOST_AUTO_TEST_CASE(are_bases_for_a_click_alone) {
  const auto clicked = [](std::string_view bases, std::string_view link) {
    const std::string mail = "Content-Type: text/html\n\n" + std::string(bases) + "<a href=\"" +
                             std::string(link) + "\">";
    const test::SeenLink seen = test::collect(mail).links.at(0);
    BOOST_TEST(seen.base == "", bases);
    return seen.status + ' ' + seen.clicked + (is_assumed(seen) ? " assumed" : "");
  };
  for (const std::string_view base :
       {"<base href=//h.example/d/>", "<base href='\\\\h.example\\d\\'>",
        "<base href=' /\t/h.example/d/x'>", "<base href=/\\h.example/d/>"}) {
    BOOST_TEST(clicked(base, "x") == "unresolved https://h.example/d/x assumed", base);
    BOOST_TEST(clicked(base, "/x?q") == "unresolved https://h.example/x?q assumed", base);
    BOOST_TEST(clicked(base, "//g.example") == "unresolved https://g.example/ assumed", base);
    BOOST_TEST(clicked(base, "http://g.example/") == "absolute http://g.example/", base);
  }
  BOOST_TEST(clicked("<base href=/d/>", "x") == "unresolved ");
  BOOST_TEST(clicked("<base href=d>", "//h.example") == "unresolved https://h.example/ assumed");
  const test::SeenLink other = test::collect(
                                   "Content-Base: http://b.example/\n"
                                   "Content-Type: text/html\n\n<base href=//h.example/>"
                                   "<a href=x>")
                                   .links.at(0);
  BOOST_TEST(other.clicked == "http://h.example/x");
  BOOST_TEST(!is_assumed(other));
}

BOOST_AUTO_TEST_SUITE_END()
