// SPDX-License-Identifier: MIT
#include "basewalk/url/resolve.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>
#include <vector>

#include "support/files.h"

namespace data = boost::unit_test::data;
namespace url = basewalk::url;
using basewalk::test::ExactCopy;
using basewalk::test::read_table;
using basewalk::test::Row;
using basewalk::test::unescape;
using url::Rules;
using namespace std::string_literals;

namespace {

struct Asked {
  Rules rules;
  url::ResolveOptions options;
};

// "rfc2396+discard"
Asked asked(const std::string& name) {
  const auto plus = name.find('+');
  Asked found{url::rules_named(name.substr(0, plus)).value(), {}};
  if (plus == std::string::npos) return found;
  const std::string option = name.substr(plus + 1);
  if (option == "discard")
    found.options.surplus_dots = url::SurplusDots::drop;
  else if (option == "error")
    found.options.surplus_dots = url::SurplusDots::error;
  else if (option == "compat" || option == "nonstrict")
    found.options.same_scheme_is_relative = true;
  else
    throw std::runtime_error("unknown option " + option);
  return found;
}

// As the tables write results: "(current document)#s", "!error".
std::string resolved(const std::string& base_text, const std::string& reference, const Asked& by) {
  const url::Base base(ExactCopy(base_text).view(), by.rules);
  std::string out = "kept";
  const url::Resolution result = url::resolve(base, ExactCopy(reference).view(), by.options, out);
  BOOST_TEST(out.substr(0, 4) == "kept");
  out.erase(0, 4);
  if (result.outcome == url::Outcome::error) {
    BOOST_TEST(out.empty());
    BOOST_TEST(url::name(result.failure) == "surplus-dots");
    return "!error";
  }
  BOOST_TEST(url::name(result.failure) == "none");
  if (!result.current_document) return out;
  const std::string document = base_text.substr(0, base_text.find('#'));
  BOOST_TEST(out == document + reference);
  return "(current document)" + reference;
}

std::vector<Row> all_rows() {
  std::vector<Row> rows;
  for (const char* table : {"rfc1808", "rfc2396", "rfc3986", "rfc3986_deviations", "more"})
    for (Row& row : read_table("url/" + std::string(table) + ".tsv"))
      rows.push_back(std::move(row));
  return rows;
}

struct OutcomeRow {
  std::string_view base, reference;
  url::Outcome outcome;
};
constexpr OutcomeRow kOutcomes[] = {
    {"http://a/b", "c", url::Outcome::resolved},
    {"http://a/b", "", url::Outcome::resolved},
    {"http://a/b", "//c", url::Outcome::resolved},
    {"http://a/b", "s:c", url::Outcome::absolute},
    {"http://a/b", "http:", url::Outcome::absolute},
    {"", "c", url::Outcome::absolute},
    {"a/b", "c", url::Outcome::resolved},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(resolve)

BOOST_DATA_TEST_CASE(gives_what_the_row_says, data::make(all_rows()), row) {
  BOOST_TEST(resolved(row[1], row[2], asked(row[0])) == row[3]);
}

BOOST_DATA_TEST_CASE(differs_as_the_standards_do, data::make(read_table("url/diff4.tsv"s)), row) {
  const std::string base = unescape(row[0]);
  const std::string reference = unescape(row[1]);
  BOOST_TEST(resolved(base, reference, {Rules::rfc1808, {}}) == unescape(row[3]));
  BOOST_TEST(resolved(base, reference, {Rules::rfc2396, {}}) == unescape(row[4]));
  BOOST_TEST(resolved(base, reference, {Rules::rfc3986, {}}) == unescape(row[5]));
}

BOOST_AUTO_TEST_CASE(says_whether_the_base_mattered) {
  for (const auto rules : {Rules::rfc1808, Rules::rfc2396, Rules::rfc3986}) {
    for (const OutcomeRow& row : kOutcomes) {
      BOOST_TEST_CONTEXT(url::name(rules) << " " << row.base << " " << row.reference) {
        std::string out;
        const auto result = url::resolve(url::Base(row.base, rules), row.reference, {}, out);
        BOOST_TEST((result.outcome == row.outcome));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(ignores_the_options_of_other_standards) {
  url::ResolveOptions options;
  options.surplus_dots = url::SurplusDots::error;
  options.same_scheme_is_relative = true;
  std::string out;
  url::resolve(url::Base("http://a/b", Rules::rfc1808), "../../g", options, out);
  BOOST_TEST(out == "http://a/../../g");
  out.clear();
  url::resolve(url::Base("http://a/b", Rules::rfc1808), "http:g", options, out);
  BOOST_TEST(out == "http:g");
  out.clear();
  url::resolve(url::Base("http://a/b", Rules::rfc3986), "../../g", options, out);
  BOOST_TEST(out == "http://a/g");
}

BOOST_AUTO_TEST_CASE(keeps_every_byte_that_no_url_may_hold) {
  std::string odd;
  for (int c = 0; c < 256; ++c)
    if (std::string_view("#?;/:.").find(static_cast<char>(c)) == std::string_view::npos)
      odd += static_cast<char>(c);
  for (const auto rules : {Rules::rfc1808, Rules::rfc2396, Rules::rfc3986}) {
    BOOST_TEST(resolved("http://a/b/c", odd, {rules, {}}) == "http://a/b/" + odd);
    BOOST_TEST(resolved("http://" + odd + "/b/c", "g", {rules, {}}) == "http://" + odd + "/b/g");
    BOOST_TEST(resolved("s:" + odd + "/c", "../" + odd + "#" + odd, {Rules::rfc1808, {}}) ==
               "s:" + odd + "#" + odd);
  }
}

BOOST_AUTO_TEST_CASE(a_base_survives_being_copied_and_moved) {
  for (const std::string text :
       {"http://a/b", "http://host.example/a/long/path/that/is/not/short"}) {
    url::Base first(text, Rules::rfc3986);
    url::Base second(first);
    url::Base third(std::move(first));
    url::Base fourth;
    fourth = second;
    url::Base fifth;
    fifth = std::move(second);
    url::Base& same = fifth;
    fifth = same;
    for (const url::Base* base : {&third, &fourth, &fifth}) {
      BOOST_TEST(base->text() == text);
      const char* path = base->components().path.data();
      BOOST_TEST((path >= base->text().data() && path <= base->text().data() + text.size()));
      BOOST_TEST(base->is_absolute());
      std::string out;
      url::resolve(*base, "/g", {}, out);
      BOOST_TEST(out == text.substr(0, text.find('/', 7)) + "/g");
    }
  }
  BOOST_TEST(!url::Base().is_absolute());
  BOOST_TEST(!url::Base("a/b", Rules::rfc1808).is_absolute());
}

BOOST_AUTO_TEST_SUITE_END()
