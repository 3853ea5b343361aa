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

void append_tsv(std::string& out, std::string_view text) {
  for (;;) {
    const std::size_t odd = text.find_first_of("\t\n\r\\");
    append_utf8(out, text.substr(0, odd));
    if (odd == std::string_view::npos) return;
    const char c = text[odd];
    out += '\\';
    out += c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : c;
    text.remove_prefix(odd + 1);
  }
}

}  // namespace basewalk::text
