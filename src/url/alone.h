// SPDX-License-Identifier: MIT
//
// References that mean the same whatever base there is.
#ifndef BASEWALK_SRC_URL_ALONE_H_
#define BASEWALK_SRC_URL_ALONE_H_

#include <string_view>

#include "basewalk/url/url.h"
#include "text/ascii.h"
#include "url/whatwg_parser.h"

namespace basewalk::url {

/// Does a reference mean the same below any base, to browsers, too?  "https:a" and "https:/a" have
/// a scheme and are relative to a base with https (URL Standard 4.4, scheme state), and to one with
/// another they are not; behind two slashes of either kind an authority follows in both.
inline bool stands_alone(std::string_view reference) {
  const std::string_view scheme = scheme_of(reference);
  // "1:y" has one by RFC 1808 2.1 alone.
  if (scheme.empty() || !ascii::is_alpha(scheme[0])) return false;
  if (special_scheme(scheme) == Special::none) return true;
  const auto is_slash = [](char c) { return c == '/' || c == '\\'; };
  const std::string_view rest = reference.substr(scheme.size() + 1);
  return rest.size() >= 2 && is_slash(rest[0]) && is_slash(rest[1]);
}

}  // namespace basewalk::url

#endif  // BASEWALK_SRC_URL_ALONE_H_
