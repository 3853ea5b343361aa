// SPDX-License-Identifier: MIT
//
// Where the standards differ, as decisions.  One engine (split.h, resolve.cpp) is compiled
// for each of these policies; a question that a policy answers is asked with `if constexpr`.
//
// The rules of `whatwg` do not fit these questions: that standard parses, normalises and
// resolves in one state machine (whatwg_parser.h).  resolve() and Base choose between the two.
#ifndef BASEWALK_SRC_URL_POLICY_H_
#define BASEWALK_SRC_URL_POLICY_H_

#include "basewalk/url/url.h"

namespace basewalk::url {

/// What an empty path in a reference that has nothing before it does (`?y`).
enum class EmptyPath {
  inherits,  ///< takes the base's whole path (RFC 1808 4 step 5, RFC 3986 5.2.2)
  merges,    ///< takes the base's path without the last segment (RFC 2396 5.2 step 6a)
};

/// How dot segments go.
enum class Dots {
  patterns,  ///< "<segment>/../" is removed; a surplus ".." stays (RFC 1808 4, RFC 2396 5.2: step
             ///< 6)
  segments,  ///< remove_dot_segments: a ".." at the root goes, too (RFC 3986 5.2.4)
};

struct Rfc1808 {
  static constexpr Rules kRules = Rules::rfc1808;
  static constexpr bool kSchemeBeginsWithLetter = false;   // 2.4.2
  static constexpr bool kAuthorityEndsAtSlashOnly = true;  // 2.4.3
  static constexpr bool kHasParams = true;                 // 2.4.5
  static constexpr bool kEmptyIsAbsent = true;             // 2.4.1, 2.4.4, 2.4.5
  static constexpr EmptyPath kEmptyPath = EmptyPath::inherits;
  static constexpr Dots kDots = Dots::patterns;
  static constexpr bool kDotsGoFromEveryPath = false;  // 5.2: "/./g" stays
};

struct Rfc2396 {
  static constexpr Rules kRules = Rules::rfc2396;
  static constexpr bool kSchemeBeginsWithLetter = true;     // 3.1
  static constexpr bool kAuthorityEndsAtSlashOnly = false;  // 3.2
  static constexpr bool kHasParams = false;                 // 3.3: params belong to a segment
  static constexpr bool kEmptyIsAbsent = false;             // 5.2 step 7
  static constexpr EmptyPath kEmptyPath = EmptyPath::merges;
  static constexpr Dots kDots = Dots::patterns;
  static constexpr bool kDotsGoFromEveryPath = false;  // C.2: "/./g" stays
};

struct Rfc3986 {
  static constexpr Rules kRules = Rules::rfc3986;
  static constexpr bool kSchemeBeginsWithLetter = true;     // 3.1
  static constexpr bool kAuthorityEndsAtSlashOnly = false;  // 3.2
  static constexpr bool kHasParams = false;                 // 3.3
  static constexpr bool kEmptyIsAbsent = false;             // 5.3
  static constexpr EmptyPath kEmptyPath = EmptyPath::inherits;
  static constexpr Dots kDots = Dots::segments;
  static constexpr bool kDotsGoFromEveryPath = true;  // 5.2.2
};

}  // namespace basewalk::url

#endif  // BASEWALK_SRC_URL_POLICY_H_
