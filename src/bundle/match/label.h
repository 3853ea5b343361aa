// SPDX-License-Identifier: MIT
//
// Labels as header fields write them, and what a cid: or mid: URL says of one.
#ifndef BASEWALK_BUNDLE_MATCH_LABEL_H_
#define BASEWALK_BUNDLE_MATCH_LABEL_H_

#include <optional>
#include <string>
#include <string_view>

namespace basewalk::bundle {

/// A Content-ID or Message-ID (RFC 2045 7, RFC 5322 3.6.4).
struct IdLabel {
  std::string id;         ///< without brackets, comments and folds
  std::string joined;     ///< the same without the blanks of folds, where it has any; else empty
  bool brackets = false;  ///< RFC 5322 wants them
};
IdLabel read_id(std::string_view field_value);

/// A Content-Location (RFC 2557 4.4.3).
struct LocationLabel {
  std::string url;
  /// The same with the blanks that folding did not put there, where there are any: writers forget
  /// to escape them.  Else empty.
  std::string spaced;
};
LocationLabel read_location(std::string_view field_value);

/// An id as one compares it who does not care for syntax: no brackets, no blanks around it, its
/// local part not quoted (RFC 822 6.1: the quotes are not part of the word).
std::string loose_id(std::string_view id);

/// The text behind `cid:`, `mid:`; nothing where the URL has another scheme.
std::optional<std::string_view> after_scheme(std::string_view url, std::string_view scheme);

/// A URL as browsers write it, as Chromium looks for it: with "%7C" for "|" in its path, which the
/// URL Standard leaves as it is.
std::string as_looked_for(std::string_view url);

/// Without its "#" and what follows that.
std::string_view without_fragment(std::string_view url);

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_MATCH_LABEL_H_
