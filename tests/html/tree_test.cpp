// SPDX-License-Identifier: MIT
//
// The tree that markup becomes: html5lib's suites of tree construction, where they are present.
#include "html/tree/tree.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "document.h"
#include "support/files.h"
#include "support/skip.h"

using namespace basewalk;
using namespace basewalk::test;

namespace {

// One test of a .dat file.
struct Case {
  std::string data, context, document;
  bool script_on = false, script_off = false;
};

std::vector<Case> cases_of(const std::string& file) {
  std::vector<Case> cases;
  std::string section;
  for (std::size_t pos = 0; pos < file.size();) {
    const std::size_t end = std::min(file.find('\n', pos), file.size());
    const std::string line = file.substr(pos, end - pos);
    pos = end + 1;
    const bool is_head = line == "#data" || line == "#errors" || line == "#new-errors" ||
                         line == "#document-fragment" || line == "#document" ||
                         line == "#script-on" || line == "#script-off";
    if (is_head && (line != "#data" || section == "#document" || section.empty())) {
      section = line;
      if (line == "#data") cases.emplace_back();
      if (line == "#script-on") cases.back().script_on = true;
      if (line == "#script-off") cases.back().script_off = true;
      continue;
    }
    if (section == "#data") cases.back().data += line + '\n';
    if (section == "#document-fragment") cases.back().context = line;
    if (section == "#document") cases.back().document += line + '\n';
  }
  for (Case& each : cases) {
    if (!each.data.empty()) each.data.pop_back();
    while (each.document.ends_with("\n\n")) each.document.pop_back();
  }
  return cases;
}

// Rules of HTML 13.2.6.4 that mails meet seldom; the tree within the body.
struct TreeRow {
  const char *markup, *body;
};

constexpr TreeRow kTreeRows[] = {
    {"<select><option>a<optgroup><option>b",
     "<select>\n  <option>\n    \"a\"\n  <optgroup>\n    <option>\n      \"b\"\n"},
    {"<option>a<optgroup>b", "<option>\n  \"a\"\n<optgroup>\n  \"b\"\n"},
    {"<ruby>a<rb>b<rtc>c<rb>d",
     "<ruby>\n  \"a\"\n  <rb>\n    \"b\"\n  <rtc>\n    \"c\"\n  <rb>\n    \"d\"\n"},
    {"<ruby>a<rtc>b<rt>c<rp>d",
     "<ruby>\n  \"a\"\n  <rtc>\n    \"b\"\n    <rt>\n      \"c\"\n    <rp>\n      \"d\"\n"},
    {"<table><input type=hidden><input type=text><tr><td>x",
     "<input>\n  type=\"text\"\n<table>\n  <input>\n    type=\"hidden\"\n  <tbody>\n    <tr>\n"
     "      <td>\n        \"x\"\n"},
    // 13.2.6.4.7: in quirks mode a table does not end a paragraph.
    {"<p>a<table>", "<p>\n  \"a\"\n  <table>\n"},
    {"<!DOCTYPE html><p>a<table>", "<p>\n  \"a\"\n<table>\n"},
};

// What stands below <body>, by its own depth.
std::string within_body(const std::string& dump) {
  const std::string_view kBody = "|   <body>\n", kIndent = "|     ";
  std::string all;
  for (std::size_t at = dump.find(kBody) + kBody.size(); at < dump.size();) {
    const std::size_t end = std::min(dump.find('\n', at), dump.size());
    const std::string line = dump.substr(at, end - at);
    all += (line.starts_with(kIndent) ? line.substr(kIndent.size()) : line) + '\n';
    at = end + 1;
  }
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(html_tree)

BOOST_AUTO_TEST_CASE(markup_becomes_a_tree) {
  for (const TreeRow& row : kTreeRows)
    BOOST_TEST(within_body(dump_of(row.markup, false)) == row.body, row.markup);
}

// Rules of every insertion mode (13.2.6.4), a case each.
BOOST_AUTO_TEST_CASE(stored_markup_becomes_its_tree) {
  const std::vector<Case> cases = cases_of(read_file(data_dir() / "html" / "trees.dat"));
  BOOST_TEST(cases.size() > 100U);
  for (const Case& each : cases) BOOST_TEST(dump_of(each.data, false) == each.document, each.data);
}

BOOST_AUTO_TEST_CASE(html5lib_trees, *boost::unit_test::label("shared")) {
  const auto folder = shared("conformance/html5lib-tree");
  if (!folder) return;
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*folder)) {
    if (entry.path().extension() != ".dat") continue;
    // What scripts would change.
    if (entry.path().parent_path().filename() == "scripted") continue;
    for (const Case& each : cases_of(read_file(entry.path()))) {
      ++count;
      for (const bool scripting : {false, true}) {
        if (scripting ? each.script_off : each.script_on) continue;
        const std::string dump = each.context.empty()
                                     ? dump_of(each.data, scripting)
                                     : dump_of_fragment(each.data, each.context, scripting);
        BOOST_TEST_CONTEXT(entry.path().filename().string() << ": " << each.data)
        BOOST_TEST(dump == each.document);
      }
    }
  }
  BOOST_TEST(count > 1700U);
}

BOOST_AUTO_TEST_SUITE_END()
