// SPDX-License-Identifier: MIT
//
// `data:` URLs (RFC 2397): data:text/html;charset=utf-8;base64,PGI+
#ifndef BASEWALK_TEXT_DATA_URL_H_
#define BASEWALK_TEXT_DATA_URL_H_

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "text/ascii.h"
#include "text/base64.h"
#include "text/hex.h"

namespace basewalk::text {

inline constexpr std::string_view kDataScheme = "data:";

/// One taken apart: views into the URL.
struct DataUrl {
  std::string_view media_type;  ///< as written, without parameters; may be empty
  std::string_view parameters;  ///< as written, from the first semicolon on
  bool is_base64 = false;
  std::string_view data;  ///< as written; to the end of the URL, a fragment included

  /// The value of the first parameter of that name (MIME Sniffing 4.4, "parse a MIME type"), or
  /// nothing.  A backslash in quotes stays.
  std::string_view charset() const {
    for (std::string_view rest = parameters; !rest.empty();) {
      rest = ascii::trim_left(rest.substr(1));
      const std::size_t name_end = std::min(rest.find_first_of(";="), rest.size());
      const std::string_view name = rest.substr(0, name_end);
      rest.remove_prefix(name_end);
      std::string_view value;
      if (rest.starts_with("=\"")) {
        const std::size_t end = std::min(rest.find('"', 2), rest.size());
        value = rest.substr(2, end - 2);
        rest.remove_prefix(end);
      } else if (rest.starts_with('=')) {
        value = ascii::trim_right(rest.substr(1, std::min(rest.find(';'), rest.size()) - 1));
      }
      if (ascii::iequals(name, "charset") && !value.empty()) return value;
      rest.remove_prefix(std::min(rest.find(';'), rest.size()));
    }
    return {};
  }

  /// What it holds.
  std::string bytes() const {
    std::string held = unescaped(data);
    if (!is_base64) return held;
    std::string out;
    append_base64_decoded(out, held, UrlDigits::always);
    return out;
  }
};

/// Nothing where it is none: another scheme, or no comma.
inline std::optional<DataUrl> split_data_url(std::string_view url) {
  if (!ascii::istarts_with(url, kDataScheme)) return {};
  url.remove_prefix(kDataScheme.size());
  const std::size_t comma = url.find(',');
  if (comma == std::string_view::npos) return {};
  const std::string_view head = url.substr(0, comma);
  DataUrl split;
  const std::size_t type_end = std::min(head.find(';'), head.size());
  split.media_type = ascii::trim(head.substr(0, type_end));
  split.parameters = head.substr(type_end);
  const std::size_t last = head.rfind(';');
  split.is_base64 = last != std::string_view::npos &&
                    ascii::iequals(ascii::trim(head.substr(last + 1)), "base64");
  split.data = url.substr(comma + 1);
  return split;
}

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_DATA_URL_H_
