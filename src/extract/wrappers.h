// SPDX-License-Identifier: MIT
//
// Services that put their own URL around the one that was written, so that a click passes them, and
// URLs that hand another one to a program.
#ifndef BASEWALK_EXTRACT_WRAPPERS_H_
#define BASEWALK_EXTRACT_WRAPPERS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::extract {

/// A URL taken apart as far as this needs: views into it, without their delimiters.
struct UrlPieces {
  std::string_view scheme;
  std::string_view host;  ///< as written, without user info, port and the dot of the root
  std::string_view path, query, fragment;
};
/// As RFC 3986 takes a URL apart, but that a backslash ends the host, as it does in browsers.
UrlPieces pieces_of(std::string_view url);

struct Wrapped {
  std::string url;  ///< as it was before it was wrapped
  /// The piece of the wrapper's URL that holds it: a parameter with its name, or the path.
  std::string_view written;
  bool is_whole = false;  ///< that is all of it
  bool is_typed = false;  ///< what opens it puts a scheme before a name, as where one types it
  /// Others: what is opened where the first cannot be, or is saved, or searched.
  std::vector<std::string> also = {};
  /// What else stands in it, each by itself, where it is a list: URLs may stand there.
  std::optional<std::vector<std::string>> others{};
};

/// May URLs of this scheme hand another one to a program?
bool is_of_program(std::string_view scheme);

/// What a wrapper's URL wraps; nothing where it is none that is known.
std::optional<Wrapped> wrapped_in(const UrlPieces& url);

/// Calls `take(parameter)` for each piece of a query between ampersands.  `take` says whether to go
/// on.
template <class Take>
bool for_each_parameter(std::string_view query, const Take& take) {
  while (true) {
    const std::size_t end = query.find('&');
    if (!take(query.substr(0, end))) return false;
    if (end == std::string_view::npos) return true;
    query.remove_prefix(end + 1);
  }
}

/// The value of a parameter as a server reads it (WHATWG URL 5.1): "+" is a blank.
std::string form_decoded(std::string_view value);

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_WRAPPERS_H_
