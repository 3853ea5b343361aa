// SPDX-License-Identifier: MIT
//
// A second, slow and plain implementation of splitting and resolving, for the tests to
// disagree with: strings cut and joined as the steps of the RFCs say, one step at a time.
#ifndef BASEWALK_TESTS_URL_PLAIN_H_
#define BASEWALK_TESTS_URL_PLAIN_H_

#include <optional>
#include <string>

#include "basewalk/url/resolve.h"

namespace basewalk::test::plain {

/// What is absent has no value; under RFC 1808 what is empty is absent.
struct Parts {
  std::optional<std::string> scheme, authority;
  std::string path;
  std::optional<std::string> params, query, fragment;

  bool operator==(const Parts&) const = default;
};

Parts split(std::string text, url::Rules rules);

/// What the steps arrive at before it is put together (RFC 3986 5.2.2's T).  Nothing where RFC 2396
/// 5.2 step 6g is an error.
std::optional<Parts> resolve_parts(const std::string& base, const std::string& reference,
                                   url::Rules rules, const url::ResolveOptions& options);
std::string recombined(const Parts& parts);

/// The two together.
std::optional<std::string> resolve(const std::string& base, const std::string& reference,
                                   url::Rules rules, const url::ResolveOptions& options);

/// RFC 3986 5.2.4
std::string remove_dot_segments(std::string input);
/// RFC 1808 4 step 6 a-d, without the slash before the path
std::string remove_dot_patterns(std::string path);

}  // namespace basewalk::test::plain

#endif  // BASEWALK_TESTS_URL_PLAIN_H_
