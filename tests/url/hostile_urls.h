// SPDX-License-Identifier: MIT
//
// Hostile URLs and bases for two parsers to disagree about.  Pair n of a seed is always the same,
// so that a finding can be made again by its number.
#ifndef BASEWALK_TESTS_URL_HOSTILE_URLS_H_
#define BASEWALK_TESTS_URL_HOSTILE_URLS_H_

#include <cstdint>
#include <string>

namespace basewalk::test {

/// A reference and its base, which is often empty and sometimes no URL.  Bytes, mostly UTF-8.
struct UrlPair {
  std::string base, reference;
};

UrlPair hostile_pair(std::uint64_t seed, std::uint64_t number);

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_URL_HOSTILE_URLS_H_
