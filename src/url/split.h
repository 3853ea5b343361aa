// SPDX-License-Identifier: MIT
//
// Taking a text apart under one policy.
#ifndef BASEWALK_SRC_URL_SPLIT_H_
#define BASEWALK_SRC_URL_SPLIT_H_

#include <cstddef>
#include <string_view>

#include "basewalk/url/url.h"
#include "url/policy.h"
#include "url/scan.h"

namespace basewalk::url {

/// Cuts off what follows the first `delimiter`, and the delimiter.
inline Component cut_after(std::string_view& text, char delimiter) {
  const std::size_t at = find_or_end(text, delimiter);
  if (at == text.size()) return {};
  const Component after{text.substr(at + 1), true};
  text = text.substr(0, at);
  return after;
}

/// Everything but the scheme, which `text` no longer has.
template <class Policy>
Components split_after_scheme(std::string_view text) {
  Components parts;
  parts.fragment = cut_after(text, '#');             // RFC 1808 2.4.1
  if constexpr (!Policy::kAuthorityEndsAtSlashOnly)  // RFC 2396 B, RFC 3986 B
    parts.query = cut_after(text, '?');
  if (text.size() >= 2 && text[0] == '/' && text[1] == '/') {  // RFC 1808 2.4.3
    text.remove_prefix(2);
    const std::size_t end = find_or_end(text, '/');
    parts.authority = {text.substr(0, end), true};
    text.remove_prefix(end);
  }
  if constexpr (Policy::kAuthorityEndsAtSlashOnly)  // RFC 1808 2.4.4
    parts.query = cut_after(text, '?');
  if constexpr (Policy::kHasParams)  // RFC 1808 2.4.5
    parts.params = cut_after(text, ';');
  parts.path = text;  // RFC 1808 2.4.6
  return parts;
}

/// RFC 1808 2.4.2 looks for the scheme after the fragment was cut off; as "#" is no scheme
/// character the order makes no difference.
template <class Policy>
Components split_as(std::string_view text) {
  const std::size_t scheme = scheme_length(text, Policy::kSchemeBeginsWithLetter);
  if (scheme == 0) return split_after_scheme<Policy>(text);
  Components parts = split_after_scheme<Policy>(text.substr(scheme + 1));
  parts.scheme = {text.substr(0, scheme), true};
  return parts;
}

}  // namespace basewalk::url

#endif  // BASEWALK_SRC_URL_SPLIT_H_
