// SPDX-License-Identifier: MIT
//
// URLs and references taken apart, by the rules of four standards.
//
// Nothing here allocates but what is appended to `out`.
#ifndef BASEWALK_URL_URL_H_
#define BASEWALK_URL_URL_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "basewalk/temporary.h"

#pragma GCC visibility push(default)

namespace basewalk::url {

/// Whose rules decide what a reference means (docs/design.md has them side by side).
enum class Rules : std::uint8_t {
  rfc1808,
  rfc2396,
  rfc3986,
  whatwg,  ///< the URL Standard, which browsers follow
};

/// "rfc1808"
std::string_view name(Rules rules);
/// Nothing where there are no such rules.
std::optional<Rules> rules_named(std::string_view name);

/// A component that may be absent, which is not the same as empty (RFC 3986 5.3).
/// Points into the text that was split.
struct Component {
  std::string_view text;
  bool present = false;
};

/// A URL or reference taken apart.  Delimiters (":", "//", ";", "?", "#") belong to no component.
struct Components {
  Component scheme;
  Component authority;  ///< net_loc in RFC 1808
  std::string_view path;
  Component params;  ///< RFC 1808 only: what follows the first ";" of the path
  Component query;
  Component fragment;
};

/// Takes a text apart.  Every text can be: RFC 1808 2.4 (in its order), RFC 2396 B, RFC 3986 B.
/// Under whatwg the text is one that resolve() has written: what others wrote must be parsed first.
Components split(std::string_view text, Rules rules);
template <TemporaryString Text>
Components split(Text&&, Rules) = delete;

/// The scheme that a text begins with, as written, within that text; empty where it has none.
std::string_view scheme_of(std::string_view text);
template <TemporaryString Text>
std::string_view scheme_of(Text&&) = delete;

/// Is it a scheme, and nothing else?
bool is_scheme(std::string_view text);

/// Has a scheme, so needs no base.
inline bool is_absolute(std::string_view text) { return !scheme_of(text).empty(); }

/// May something be relative to an absolute URL (RFC 1808 2.3)?  To "mailto:..." nothing is.
bool is_hierarchical(std::string_view absolute);

/// The host within an authority, a piece of it: no user info, no port; brackets of an IP literal
/// kept.
std::string_view host_of_authority(std::string_view authority);
template <TemporaryString Text>
std::string_view host_of_authority(Text&&) = delete;

/// Takes the wrapping off: `<URL:...>`, `<...>`, `URL:...` (RFC 1738 appendix, RFC 2396 E), and
/// deletes the white space that was put in to break a long line.  Appends to `out`.
struct Unwrapped {
  bool brackets = false;     ///< there were angle brackets
  bool prefix = false;       ///< there was a `URL:`
  bool white_space = false;  ///< white space inside was deleted
};
Unwrapped unwrap(std::string_view text, std::string& out);

/// Is every character one that a URL may hold as it is (RFC 3986 2, "%" followed by two digits)?
/// Where not, `offset` (if given) is set to the first that is not.
bool has_valid_characters(std::string_view text, std::size_t* offset = nullptr);

}  // namespace basewalk::url

#pragma GCC visibility pop

#endif  // BASEWALK_URL_URL_H_
