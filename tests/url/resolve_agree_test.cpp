// SPDX-License-Identifier: MIT
//
// The engine against the plain implementation, over generated bases and references; and
// what must hold for every result.
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "basewalk/url/resolve.h"
#include "support/files.h"
#include "url/allocations.h"
#include "url/generated.h"
#include "url/plain.h"

namespace plain = basewalk::test::plain;
namespace url = basewalk::url;
using basewalk::test::ExactCopy;
using url::Rules;

namespace {

constexpr Rules kAllRules[] = {Rules::rfc1808, Rules::rfc2396, Rules::rfc3986};

std::vector<url::ResolveOptions> options_for(Rules rules) {
  std::vector<url::ResolveOptions> all{{}};
  if (rules == Rules::rfc1808) return all;
  all.push_back({url::SurplusDots::keep, true});
  if (rules == Rules::rfc2396) {
    all.push_back({url::SurplusDots::drop, false});
    all.push_back({url::SurplusDots::error, false});
  }
  return all;
}

// The results that are no property of the plain implementation alone.
bool holds(const url::Base& base, const std::string& reference, const url::ResolveOptions& options,
           const std::string& result) {
  const Rules rules = base.rules();
  const url::Components parts = url::split(result, rules);
  const url::Components given = url::split(reference, rules);
  // Neither dot removal nor joining invents an authority or a scheme.
  if (!given.authority.present && !base.components().authority.present && parts.authority.present)
    return false;
  if (!given.scheme.present && !base.components().scheme.present && parts.scheme.present)
    return base.text().empty();
  // An absolute result is final.  (RFC 3986 takes dots out of it that were inherited; a second
  // time changes nothing more.)
  if (!parts.scheme.present || options.same_scheme_is_relative) return true;
  std::string again;
  url::resolve(base, result, options, again);
  if (rules == Rules::rfc3986) {
    std::string third;
    url::resolve(base, again, options, third);
    return third == again;
  }
  return again == result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(resolve_agree)

BOOST_AUTO_TEST_CASE(agrees_with_the_plain_implementation) {
  const std::vector<std::string> texts = basewalk::test::generated_references();
  std::size_t compared = 0;
  std::size_t wrong = 0;
  std::string out;
  for (const Rules rules : kAllRules) {
    for (const auto& options : options_for(rules)) {
      // Every base meets every 41st reference, so that each kind meets each kind.
      for (std::size_t i = 0; i < texts.size(); i += 3) {
        const url::Base base(texts[i], rules);
        for (std::size_t j = i % 41; j < texts.size(); j += 41 * 4) {
          out.clear();
          const auto result = url::resolve(base, ExactCopy(texts[j]).view(), options, out);
          const auto expected = plain::resolve(texts[i], texts[j], rules, options);
          ++compared;
          const bool error = result.outcome == url::Outcome::error;
          const bool good = error == !expected && (error || out == *expected) &&
                            (error || holds(base, texts[j], options, out));
          if (!good && ++wrong < 20)
            BOOST_TEST_ERROR(url::name(rules)
                             << " [" << texts[i] << "] [" << texts[j] << "] gave [" << out
                             << "] not [" << expected.value_or("!error") << "]");
        }
      }
    }
  }
  BOOST_TEST(wrong == 0U);
  BOOST_TEST(compared > 100'000U);
}

BOOST_AUTO_TEST_CASE(allocates_nothing_beyond_the_growth_of_the_buffer) {
  const std::vector<std::string> texts = basewalk::test::generated_references();
  std::string out;
  out.reserve(1000);
  for (const Rules rules : kAllRules) {
    const url::Base base("http://host.example/some/directory/./that/../is/long;p?q#f", rules);
    const std::size_t before = basewalk::test::allocations();
    for (const std::string& text : texts) {
      out.clear();
      url::resolve(base, text, {}, out);
    }
    BOOST_TEST(basewalk::test::allocations() == before);
  }
}

BOOST_AUTO_TEST_CASE(takes_linear_time_on_hostile_dots) {
  std::string path = "/";
  for (int i = 0; i < 30'000; ++i) path += "a/";
  std::string up;
  for (int i = 0; i < 20'000; ++i) up += "../";
  for (const Rules rules : kAllRules) {
    const url::Base base("http://h" + path, rules);
    std::string out;
    for (int i = 0; i < 100; ++i) {
      out.clear();
      url::resolve(base, up, {}, out);
    }
    BOOST_TEST(out == "http://h" + path.substr(0, 20'001));
  }
}

BOOST_AUTO_TEST_SUITE_END()
