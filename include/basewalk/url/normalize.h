// SPDX-License-Identifier: MIT
//
// Normal form and equivalence (RFC 3986 6.2, RFC 2396 6).
//
//     url::normalize("HTTP://Example.COM:80/%7ea/./b", {}, out);   // http://example.com/~a/b
#ifndef BASEWALK_URL_NORMALIZE_H_
#define BASEWALK_URL_NORMALIZE_H_

#include <string>
#include <string_view>

#pragma GCC visibility push(default)

namespace basewalk::url {

/// The rungs of RFC 3986 6.2.  All of them keep what the URL means.
struct NormalizeOptions {
  bool letter_case = true;   ///< 6.2.2.1: scheme and host in lower case, escapes in upper case
  bool escapes = true;       ///< 6.2.2.2: no escape for an unreserved character
  bool dot_segments = true;  ///< 6.2.2.3: none in a path that begins with "/"
  /// 6.2.3: no default or empty port, "/" for the empty path of an authority, "localhost" is no
  /// host of a file (RFC 1738 3.10).
  bool scheme_based = true;
};

/// Appends the normal form.  What cannot be in a URL stays as it is, and so do the dots of a
/// relative path.  Linear; the normal form of a normal form is itself.
void normalize(std::string_view url, const NormalizeOptions& options, std::string& out);

/// Have the two the same normal form?  True is certain; false only says that these rules do not
/// show it (RFC 3986 6.1).
bool are_equivalent(std::string_view a, std::string_view b, const NormalizeOptions& options = {});

}  // namespace basewalk::url

#pragma GCC visibility pop

#endif  // BASEWALK_URL_NORMALIZE_H_
