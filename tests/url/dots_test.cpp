// SPDX-License-Identifier: MIT
#include "url/dots.h"

#include <boost/test/unit_test.hpp>

#include <ctime>
#include <string>

#include "support/many.h"
#include "url/plain.h"

namespace plain = basewalk::test::plain;
namespace url = basewalk::url;

namespace {

std::string without_patterns(std::string path, std::size_t clean = 0) {
  path.resize(
      url::remove_dot_patterns(path.data(), path.size(), clean, url::SurplusDots::keep).size);
  return path;
}

std::string without_segments(std::string path, std::size_t clean = 0) {
  path.resize(url::remove_dot_segments(path.data(), path.size(), clean).size);
  return path;
}

std::string plain_patterns(const std::string& path) {
  if (!path.starts_with('/')) return plain::remove_dot_patterns(path);
  std::string rooted(1, '/');
  return rooted.append(plain::remove_dot_patterns(path.substr(1)));
}

// Every path of `length` characters from "./a".
template <class Visit>
void each_path(std::size_t length, const Visit& visit) {
  std::string path(length, '.');
  std::size_t count = 1;
  for (std::size_t i = 0; i < length; ++i) count *= 3;
  for (std::size_t n = 0; n < count; ++n) {
    for (std::size_t i = 0, rest = n; i < length; ++i, rest /= 3) path[i] = "./a"[rest % 3];
    visit(path);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(dots)

BOOST_AUTO_TEST_CASE(agrees_with_the_steps_of_the_standards_on_every_short_path) {
  std::size_t wrong = 0;
  for (std::size_t length = 0; length <= 10; ++length) {
    each_path(length, [&](const std::string& path) {
      const bool good = without_patterns(path) == plain_patterns(path) &&
                        without_segments(path) == plain::remove_dot_segments(path);
      if (!good && ++wrong < 10) BOOST_TEST_ERROR("differs on " << path);
    });
  }
  BOOST_TEST(wrong == 0U);
}

BOOST_AUTO_TEST_CASE(gives_the_same_when_it_begins_behind_a_clean_directory) {
  for (const std::string directory : {"/", "/b/", "/b//c/", "b/", "b/c/", "/..b/.c./"}) {
    each_path(7, [&](const std::string& rest) {
      const std::string path = directory + rest;
      if (without_patterns(path, directory.size()) != without_patterns(path) ||
          without_segments(path, directory.size()) != without_segments(path))
        BOOST_TEST_ERROR("differs on " << directory << " and " << rest);
    });
  }
}

BOOST_AUTO_TEST_CASE(takes_linear_time) {
  // With a quadratic algorithm this takes minutes.
  constexpr std::size_t kSegments = basewalk::test::many(3'000'000);
  constexpr std::size_t kUp = basewalk::test::many(2'000'000);
  std::string path = "/";
  for (std::size_t i = 0; i < kSegments; ++i) path += "a/";
  for (std::size_t i = 0; i < kUp; ++i) path += "../";
  const std::clock_t start = std::clock();  // of this process: others may be at work
  BOOST_TEST(without_patterns(path).size() == 1 + 2 * (kSegments - kUp));
  BOOST_TEST(without_segments(path).size() == 1 + 2 * (kSegments - kUp));
  BOOST_TEST((std::clock() - start) / CLOCKS_PER_SEC < 20);
}

BOOST_AUTO_TEST_SUITE_END()
