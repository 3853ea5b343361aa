// SPDX-License-Identifier: MIT
#include "basewalk/url/relative.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "support/files.h"
#include "url/generated.h"

namespace data = boost::unit_test::data;
namespace url = basewalk::url;
using basewalk::test::ExactCopy;
using url::Rules;
using namespace std::string_literals;

BOOST_AUTO_TEST_SUITE(relative)

BOOST_DATA_TEST_CASE(gives_the_shortest_reference,
                     data::make(basewalk::test::read_table("url/relative.tsv"s)), row) {
  const url::Base base(row[1], url::rules_named(row[0]).value());
  std::string out = "=";
  BOOST_TEST(url::append_relative(base, ExactCopy(row[2]).view(), out));
  std::string expected = "=";
  BOOST_TEST(out == expected.append(row[3]));
}

BOOST_AUTO_TEST_CASE(leaves_what_no_reference_yields) {
  std::string out;
  BOOST_TEST(!url::append_relative(url::Base("http://a/b", Rules::rfc3986), "http://a/../b", out));
  BOOST_TEST(out == "http://a/../b");
  out.clear();
  BOOST_TEST(!url::append_relative(url::Base("http://a/b", Rules::whatwg), "HTTP://a/", out));
  BOOST_TEST(out == "HTTP://a/");
}

// resolve(base, relative(base, url)) == url for everything that resolving yields.
BOOST_AUTO_TEST_CASE(resolves_back_to_the_url) {
  const std::vector<std::string> texts = basewalk::test::generated_references();
  std::size_t compared = 0;
  std::size_t wrong = 0;
  for (const auto rules : {Rules::rfc1808, Rules::rfc2396, Rules::rfc3986, Rules::whatwg}) {
    for (std::size_t i = 0; i < texts.size(); i += 37) {
      const url::Base base(texts[i], rules);
      for (std::size_t j = i % 29; j < texts.size(); j += 29) {
        std::string target;
        if (url::resolve(base, texts[j], {}, target).outcome == url::Outcome::error) continue;
        std::string again;
        url::resolve(base, target, {}, again);
        if (again != target) continue;  // RFC 3986: dots that came with an inherited path
        ++compared;
        std::string reference;
        const bool found = url::append_relative(base, target, reference);
        std::string back;
        url::resolve(base, reference, {}, back);
        if ((!found || back != target || reference.size() > target.size()) && ++wrong < 20)
          BOOST_TEST_ERROR(url::name(rules) << " [" << texts[i] << "] [" << target << "] gave ["
                                            << reference << "]");
      }
    }
  }
  BOOST_TEST(wrong == 0U);
  BOOST_TEST(compared > 50'000U);
}

BOOST_AUTO_TEST_SUITE_END()
