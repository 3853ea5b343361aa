// SPDX-License-Identifier: MIT
#include "basewalk/url/schemes.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/files.h"

namespace data = boost::unit_test::data;
namespace url = basewalk::url;
using basewalk::test::ExactCopy;
using basewalk::test::read_table;
using nlohmann::json;
using namespace std::string_literals;

namespace {

json to_json(const url::Rfc1738& read) {
  json object{{"scheme", read.scheme}};
  for (const url::SchemeField& field : read.fields) {
    const std::string name(field.name);
    switch (field.kind) {
      case url::SchemeField::Kind::text:
        object[name] = field.text;
        break;
      case url::SchemeField::Kind::number:
        object[name] = std::stoul(field.text);
        break;
      case url::SchemeField::Kind::list:
        object[name] = field.list;
        break;
      case url::SchemeField::Kind::pairs:
        object[name] = json::array();
        for (std::size_t i = 0; i + 1 < field.list.size(); i += 2)
          object[name].push_back({field.list[i], field.list[i + 1]});
    }
  }
  return object;
}

std::vector<basewalk::test::Row> rows() {
  auto all = read_table("url/rfc1738.tsv"s);
  for (auto& row : read_table("url/rfc1738_more.tsv"s)) all.push_back(row);
  return all;
}

struct InvalidRow {
  std::string_view text, clause;
  std::size_t offset;
};
constexpr InvalidRow kInvalid[] = {
    {"noscheme", "2.1", 0},
    {"", "2.1", 0},
    {":x", "2.1", 0},
    {"x-y:a b", "2.2", 5},
    {"x-y:%4", "2.2", 4},
    {"http:a", "3.1", 5},
    {"http://", "3.1", 7},
    {"http://h:/", "3.1", 9},
    {"http://-h/", "3.1", 7},
    {"http://a..b/", "3.1", 9},
    {"http://a.1/", "3.1", 9},
    {"http://u@h/", "2.2", 8},
    {"http://h/?a/b", "3.3", 11},
    {"http://h/a#b", "2.2", 10},
    {"http://h/~u", "2.2", 9},
    {"ftp://h/a;type=x", "3.2.2", 15},
    {"ftp://h/a;type=", "3.2.2", 9},
    {"ftp://h/a;type=aa", "3.2.2", 15},
    {"ftp://h/a;b", "3.2.2", 9},
    {"ftp://u@v@h/", "2.2", 9},
    {"mailto:", "3.5", 7},
    {"news:", "3.6", 5},
    {"news:a@", "3.1", 7},
    {"news:@b", "3.6", 5},
    {"news:1", "3.6", 5},
    {"news:a@b@c", "2.2", 8},
    {"nntp://h", "3.7", 8},
    {"nntp://h/1", "3.7", 9},
    {"nntp://h/g/", "3.7", 11},
    {"telnet://h/x", "2.2", 11},
    {"wais://h", "3.9", 8},
    {"wais://h/d/t", "3.9", 12},
    {"file://h", "3.10", 8},
    {"file:/a", "3.1", 5},
    {"file://h:80/a", "2.2", 8},
    {"prospero://h", "3.11", 12},
    {"prospero://h/a;b", "3.11", 16},
};

struct SyntaxRow {
  std::string_view text;
  bool valid, generic;
  std::size_t offset;
};
constexpr SyntaxRow kSyntax[] = {
    {"", true, true, 0},
    {"http://u:p@h:1/a/b;c;d/e?f#g", true, true, 0},
    {"../g;x?y#s", true, true, 0},
    {"//h", true, true, 0},
    {"//h?;q", true, true, 0},
    {"mailto:a@b", true, true, 0},
    {"http://h//a", true, false, 0},  // fsegment = 1*pchar
    {"s:a;b?c/d", true, true, 0},
    {"/a//b", true, true, 0},
    {"///a", true, true, 0},
    {"////a", false, false, 3},
    {"a b", false, false, 1},
    {"http://h/a|b", false, false, 10},
    {"%4", false, false, 0},
    {"a#b c", false, false, 3},
    {"a#b#c", false, false, 3},
    {"~", false, false, 0},
};

struct WarningRow {
  std::string_view text;
  bool port_not_default, port_reserved, encoded_control, password;
};
constexpr WarningRow kWarnings[] = {
    {"http://h/", false, false, false, false},
    {"http://h:80/", false, false, false, false},
    {"http://h:0080/", false, false, false, false},
    {"http://h:/", false, false, false, false},
    {"HTTP://h:8080/", true, false, false, false},
    {"http://h:25/", true, true, false, false},
    {"gopher://h:25/0a%0D%0aB", true, true, true, false},
    {"x://h:1023/", true, true, false, false},
    {"x://h:1024/", true, false, false, false},
    {"http://h:99999999999999999999/", true, false, false, false},
    {"http://h:x/", false, false, false, false},
    {"ftp://u:p@h/", false, false, false, true},
    {"ftp://u:@h/", false, false, false, false},
    {"ftp://u@h/", false, false, false, false},
    {"http://[::1]:81/", true, true, false, false},
    {"mailto:a%0ab", false, false, true, false},
    {"mailto:a%0", false, false, false, false},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(schemes)

BOOST_DATA_TEST_CASE(takes_a_url_apart_by_rfc_1738, data::make(rows()), row) {
  const url::Rfc1738 read = url::read_rfc1738(ExactCopy(row[2]).view());
  BOOST_TEST(read.valid == row[3].starts_with("valid "));
  if (read.valid) {
    BOOST_TEST(to_json(read) == json::parse(row[3].substr(6)));
    BOOST_TEST(read.clause.empty());
  } else {
    BOOST_TEST(!read.clause.empty());
    BOOST_TEST(!read.what.empty());
    BOOST_TEST(read.offset <= row[2].size());
  }
}

BOOST_AUTO_TEST_CASE(says_by_which_clause_and_at_which_byte_a_url_is_not_valid) {
  for (const InvalidRow& row : kInvalid) {
    BOOST_TEST_CONTEXT(row.text) {
      const url::Rfc1738 read = url::read_rfc1738(ExactCopy(row.text).view());
      BOOST_TEST(!read.valid);
      BOOST_TEST(read.clause == row.clause);
      BOOST_TEST(read.offset == row.offset);
    }
  }
}

BOOST_AUTO_TEST_CASE(finds_a_field_by_its_name) {
  const url::Rfc1738 read = url::read_rfc1738("ftp://h/a/b");
  BOOST_REQUIRE(read.field("cwd") != nullptr);
  BOOST_TEST(read.field("cwd")->list.size() == 1U);
  BOOST_TEST(read.field("type") == nullptr);
}

BOOST_AUTO_TEST_CASE(checks_the_grammar_of_rfc_1808) {
  for (const SyntaxRow& row : kSyntax) {
    BOOST_TEST_CONTEXT(row.text) {
      const url::Rfc1808Syntax syntax = url::check_rfc1808(ExactCopy(row.text).view());
      BOOST_TEST(syntax.valid == row.valid);
      BOOST_TEST(syntax.generic == row.generic);
      BOOST_TEST(syntax.offset == row.offset);
      BOOST_TEST(syntax.what.empty() == row.valid);
    }
  }
}

BOOST_AUTO_TEST_CASE(warns_of_what_rfc_1738_6_warns_of) {
  for (const WarningRow& row : kWarnings) {
    BOOST_TEST_CONTEXT(row.text) {
      const url::UrlWarnings found = url::warnings_of(ExactCopy(row.text).view());
      BOOST_TEST(found.port_not_default == row.port_not_default);
      BOOST_TEST(found.port_reserved == row.port_reserved);
      BOOST_TEST(found.encoded_control == row.encoded_control);
      BOOST_TEST(found.password == row.password);
    }
  }
}

BOOST_AUTO_TEST_CASE(tells_what_rfc_1808_5_3_advises_against) {
  struct Row {
    std::string_view text;
    bool colon, type_d;
  };
  constexpr Row kRows[] = {
      {"this:that", false, false},  // a scheme, and nobody can tell otherwise
      {"./this:that", false, false},
      {"this%3Athat", false, false},
      {"a,b:c/d", true, false},
      {"1:y", true, false},  // RFC 3986 3.1 sees no scheme
      {":x", true, false},
      {"a/b:c", false, false},
      {"/b:c", false, false},
      {"//h:1/", false, false},
      {"a;x:y", false, false},
      {"a?x:y", false, false},
      {"ftp://h/a;type=d", false, true},
      {"FTP://h/a;type=D", false, true},
      {"ftp://h/a/;type=d", false, true},
      {"ftp://h/a;type=i", false, false},
      {"b;type=d", false, true},
      {"http://h/a;type=d", false, false},
      {"", false, false},
  };
  for (const Row& row : kRows) {
    BOOST_TEST_CONTEXT(row.text) {
      const url::UrlPractice found = url::practice_of(ExactCopy(row.text).view());
      BOOST_TEST(found.colon_in_first_segment == row.colon);
      BOOST_TEST(found.directory_type == row.type_d);
    }
  }
}

BOOST_AUTO_TEST_CASE(knows_scheme_names) {
  using url::RelativeUse;
  using url::SchemeKind;
  BOOST_TEST((url::scheme_kind("FTP") == SchemeKind::defined));
  BOOST_TEST((url::scheme_kind("cid") == SchemeKind::reserved));
  BOOST_TEST((url::scheme_kind("Z39.50") == SchemeKind::reserved));
  BOOST_TEST((url::scheme_kind("x-y") == SchemeKind::experimental));
  BOOST_TEST((url::scheme_kind("https") == SchemeKind::other));
  BOOST_TEST((url::relative_use("mailto") == RelativeUse::never));
  BOOST_TEST((url::relative_use("Gopher") == RelativeUse::at_times));
  BOOST_TEST((url::relative_use("nntp") == RelativeUse::always));
  BOOST_TEST((url::relative_use("cid") == RelativeUse::unknown));
  BOOST_TEST((url::relative_use("y") == RelativeUse::unknown));
  BOOST_TEST(url::name(url::scheme_kind("x-y")) == "experimental");
  BOOST_TEST(url::name(url::relative_use("wais")) == "at-times");
  BOOST_TEST(url::default_port("prospero").value() == 1525);
  BOOST_TEST(url::default_port("HTTPS").value() == 443);
  BOOST_TEST(!url::default_port("file").has_value());
  BOOST_TEST(!url::default_port("y").has_value());
}

BOOST_AUTO_TEST_SUITE_END()
