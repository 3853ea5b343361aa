// SPDX-License-Identifier: MIT
#include "basewalk/mime/headers.h"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

#include "mime/parameters.h"
#include "support/files.h"

using namespace basewalk;

namespace {

struct TextRow {
  int line;
  std::string_view value;
  std::string_view wanted;
};

std::ostream& operator<<(std::ostream& out, const TextRow& row) {
  return out << "line " << row.line;
}

#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

constexpr TextRow kUnfold[] = {
    ROW("", ""),
    ROW(" a", "a"),
    ROW(" a\r\n b", "a b"),
    ROW(" a\n\tb\n  c \r\n", "a\tb  c"),
    ROW("a\r b", "a b"),
    ROW("a\r\r\n b", "a b"),
    ROW("\r\n \r\n a", "a"),
    ROW("a  b", "a  b"),
};

constexpr TextRow kComments[] = {
    ROW("a (b) c", "a  c"),
    ROW("a(b(c)d)e", "ae"),
    ROW("(a \\) b) c", " c"),
    ROW("\"(a)\" b", "\"(a)\" b"),
    ROW("\"a \\\" (b)\" c", "\"a \\\" (b)\" c"),
    ROW("\\(a) b", "\\(a) b"),
    ROW("a (b", "a (b"),
    ROW("a ) b", "a ) b"),
    ROW("((((", "(((("),
    ROW("a\\", "a\\"),
    ROW("(a\\", "(a\\"),
    ROW("<http://a/(b)> (c)", "<http://a/> "),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(headers)

BOOST_DATA_TEST_CASE(unfolds, boost::unit_test::data::make(kUnfold)) {
  const test::ExactCopy value(sample.value);
  BOOST_TEST(mime::unfold(value.view()) == sample.wanted);
}

BOOST_DATA_TEST_CASE(strips_comments, boost::unit_test::data::make(kComments)) {
  const test::ExactCopy value(sample.value);
  BOOST_TEST(mime::strip_comments(value.view()) == sample.wanted);
}

BOOST_DATA_TEST_CASE(reads_parameters, test::read_table(std::string("mime/parameters.tsv"))) {
  const test::ExactCopy text(test::unescape(sample[0]));
  const mime::ParameterizedValue value = mime::parse_parameterized(text.view());
  BOOST_TEST(value.value == sample[1]);
  std::string parameters;
  for (const mime::Parameter& p : value.parameters) {
    if (!parameters.empty()) parameters += '|';
    parameters.append(p.name).append("=").append(p.value);
  }
  BOOST_TEST(parameters == test::unescape(sample[2]));
  std::string flags;
  if (value.malformed) flags += "malformed";
  if (value.duplicate_parameter) flags += "duplicate";
  BOOST_TEST(flags == sample[3]);
}

BOOST_AUTO_TEST_CASE(finds_the_first_parameter_of_a_name) {
  const auto value = mime::parse_parameterized("a/b; x=1; X=2; y=3");
  BOOST_REQUIRE(value.find("X") != nullptr);
  BOOST_TEST(*value.find("X") == "1");
  BOOST_TEST(value.find("z") == nullptr);
}

BOOST_AUTO_TEST_CASE(joins_a_hundred_thousand_continuations) {
  std::string text = "text/html";
  for (int i = 99'999; i >= 0; --i) text.append("; p*").append(std::to_string(i)).append("=\"x\"");
  const auto value = mime::parse_parameterized(text);
  BOOST_REQUIRE_EQUAL(value.parameters.size(), 1U);
  BOOST_TEST(value.parameters[0].value == std::string(100'000, 'x'));
  BOOST_TEST(!value.malformed);
}

BOOST_AUTO_TEST_CASE(is_linear_in_comments_that_never_end) {
  const std::string open(300'000, '(');
  BOOST_TEST(mime::strip_comments(open) == open);
  std::string text = "text/html; a=b ";
  text.append(open).append("; c=d");
  const auto value = mime::parse_parameterized(text);
  BOOST_TEST(value.malformed);
  BOOST_TEST(value.find("c") != nullptr);
}

BOOST_AUTO_TEST_CASE(keeps_the_bytes_of_a_raw_parameter) {
  const mime::RawValue value =
      mime::raw_parameter("multipart/mixed; boundary=\"caf\xE9\"; boundary=b", "boundary");
  BOOST_TEST(value.bytes == "caf\xE9");
  BOOST_TEST(value.count == 2U);
}

BOOST_AUTO_TEST_SUITE_END()
