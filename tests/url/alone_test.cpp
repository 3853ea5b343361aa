// SPDX-License-Identifier: MIT
#include "url/alone.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/url/resolve.h"

using namespace basewalk;

namespace {

std::string answer(const url::Base& base, std::string_view reference) {
  std::string out;
  if (url::resolve(base, reference, {}, out).outcome == url::Outcome::error) return "error";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(alone)

// All references of a scheme and up to five characters.
BOOST_AUTO_TEST_CASE(what_stands_alone_means_the_same_below_any_base) {
  constexpr std::string_view kCharacters = "/\\a?#:|";
  std::vector<url::Base> bases;
  for (const std::string_view base :
       {"", "https://h.example/d/e?q#f", "http://u@h.example:81", "ftp://h.example/d/",
        "file:///c:/d/e", "file://host/d", "x://h/d/e", "x:/d/e", "mailto:a@b.example"})
    bases.emplace_back(base, url::Rules::whatwg);
  std::size_t standing = 0, differing = 0;
  for (const std::string_view scheme : {"https:", "HTTP:", "file:", "ftp:", "x:", "mailto:"}) {
    std::vector<std::size_t> digits;
    for (bool is_over = false; !is_over;) {
      std::string reference(scheme);
      for (const std::size_t digit : digits) reference += kCharacters[digit];
      const std::string first = answer(bases[0], reference);
      bool is_same = true;
      for (const url::Base& base : bases) is_same = is_same && answer(base, reference) == first;
      if (url::stands_alone(reference)) {
        BOOST_TEST(is_same, reference);
        ++standing;
      } else {
        differing += is_same ? 0 : 1;
      }
      std::size_t at = 0;
      while (at < digits.size() && ++digits[at] == kCharacters.size()) digits[at++] = 0;
      if (at == digits.size()) {
        is_over = digits.size() == 5;
        digits.push_back(0);
      }
    }
  }
  BOOST_TEST(standing > 40'000u);
  BOOST_TEST(differing > 30'000u);
}

BOOST_AUTO_TEST_CASE(what_has_no_scheme_stands_never_alone) {
  for (const std::string_view reference : {"", "a", "//h.example/", "/p", "?q", "#f", ":a", "1:a"})
    BOOST_TEST(!url::stands_alone(reference), reference);
}

BOOST_AUTO_TEST_SUITE_END()
