// SPDX-License-Identifier: MIT
//
// Which links lose their query when a form is submitted to them (HTML 4.10.22.3).
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>

#include "basewalk/extract/extract.h"

using namespace basewalk;

namespace {

struct Row {
  int line;
  std::string_view html, wanted;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << "line " << row.line; }

// The finds, "?" behind those that lose it.
constexpr Row kRows[] = {
    // HTML 4.10.18.6: GET, but for what is in so many letters something else
    ROW("<form action=a>", "a?"),
    ROW("<form action=a method=get>", "a?"),
    ROW("<form action=a method=GeT>", "a?"),
    ROW("<form action=a method>", "a?"),
    ROW("<form action=a method=put>", "a?"),
    ROW("<form action=a method=' post'>", "a?"),
    ROW("<form action=a method=POST>", "a"),
    ROW("<form method=post action=a>", "a"),
    ROW("<form method=&#112;ost action=a>", "a"),
    ROW("<form method=post method=get action=a>", "a"),
    ROW("<form action=a method=dialog>", "a"),
    ROW("<form action=''>", "?"),
    // a button has an action and a method of its own, or those of its form
    ROW("<form action=a><button formaction=b>", "a? b?"),
    ROW("<form action=a><button formaction=b formmethod=post>", "a? b"),
    ROW("<form action=a method=post><button formaction=b>", "a b"),
    ROW("<form action=a method=post><input type=image formaction=b formmethod=get>", "a b?"),
    ROW("<form action=a method=post><button formaction=b formmethod=''>", "a b?"),
    ROW("<form action=a method=post><button formmethod=get>", "a?"),
    ROW("<form action=a method=dialog><input type=submit formmethod=get>", "a?"),
    ROW("<form action=a method=post><button formmethod=post>", "a"),
    ROW("<form action=a method=post><button formmethod=dialog>", "a"),
    // whatever form it is of
    ROW("<button formaction=b form=f></button><form id=f><form>", "b?"),
    ROW("<form><button formaction=b>", "b?"),
    ROW("<form method=post></form><button formaction=b></button><form>", "b?"),
    ROW("<button formmethod=get form=f></button><form id=f method=post action=a>", "a?"),
    ROW("<button formaction=b></button><a href=c>", "b c"),
    // nothing but these
    ROW("<form action=a style='background:url(u)' onsubmit='location=\"http://s/\"'>",
        "a? u http://s/"),
    ROW("<form action='javascript:x(\"http://s/\")'>", "javascript:x(\"http://s/\")? http://s/"),
    ROW("<a href=a action=b formaction=c>", "a b c"),
    ROW("<svg><form action=a>", "a"),
    // each document by itself
    ROW("<form method=post action=a><iframe srcdoc='<form action=b>'></iframe>", "a b?"),
    ROW("<form action=a><iframe srcdoc='<button formaction=b>'></iframe>", "a? b"),
    ROW("<form method=post action=a><!--[if mso]><button formmethod=get><![endif]-->", "a?"),
    ROW("<html xmlns='http://www.w3.org/1999/xhtml'><form action='a'><button formaction='b' "
        "formmethod='post'/></form></html>",
        "a? b"),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(form_query)

BOOST_DATA_TEST_CASE(is_lost_where_a_form_goes_by_get, boost::unit_test::data::make(kRows), row) {
  extract::Finds finds;
  if (row.html.starts_with("<html xmlns"))
    extract::extract_xml(row.html, {}, finds);
  else
    extract::extract_html(row.html, {}, finds);
  std::string out;
  for (const extract::Find& find : finds.finds) {
    if (!out.empty()) out += ' ';
    out += find.raw;
    if ((find.flags & extract::kReplacesQuery) != 0) out += '?';
  }
  BOOST_TEST(out == row.wanted);
}

BOOST_AUTO_TEST_SUITE_END()
