// SPDX-License-Identifier: MIT
#include "text/csv.h"

#include "text/json.h"

namespace basewalk::text {

void append_csv(std::string& out, std::string_view text) {
  if (text.find_first_of("\",\r\n") == std::string_view::npos) {
    append_utf8(out, text);
    return;
  }
  out += '"';
  for (;;) {
    const std::size_t quote = text.find('"');
    append_utf8(out, text.substr(0, quote));
    if (quote == std::string_view::npos) break;
    out += "\"\"";
    text.remove_prefix(quote + 1);
  }
  out += '"';
}

}  // namespace basewalk::text
