// SPDX-License-Identifier: MIT
//
// Escapes of the form %41, and of quoted-printable: =41.
#ifndef BASEWALK_TEXT_PERCENT_H_
#define BASEWALK_TEXT_PERCENT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "text/ascii.h"

namespace basewalk {

/// Appends a text with its escapes decoded; a sign that no two digits follow stays.
inline void append_percent_decoded(std::string_view text, std::string& out, char sign = '%') {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == sign && i + 2 < text.size() && ascii::is_hex(text[i + 1]) &&
        ascii::is_hex(text[i + 2])) {
      out += static_cast<char>(ascii::hex_value(text[i + 1]) * 16 + ascii::hex_value(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
}

}  // namespace basewalk

#endif  // BASEWALK_TEXT_PERCENT_H_
