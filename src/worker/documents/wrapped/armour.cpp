// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>

#include "text/ascii.h"
#include "text/base64.h"
#include "worker/documents/rest.h"
#include "worker/documents/wrapped/wrapped.h"

namespace basewalk::worker {
namespace {

// The line that begins there, without its end; `at` is moved behind that.
std::string_view take_line(std::string_view text, std::size_t& at) {
  const std::size_t end = std::min(text.find('\n', at), text.size());
  const std::string_view line = text.substr(at, end - at);
  at = std::min(end + 1, text.size());
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

}  // namespace

bool begins_as_entity(std::string_view bytes) {
  const std::string_view line = bytes.substr(0, std::min<std::size_t>(bytes.find('\n'), 1000));
  for (const std::string_view field : {"content-", "mime-version:", "from:", "received:",
                                       "subject:", "date:", "to:", "message-id:", "return-path:"})
    if (ascii::istarts_with(line, field) && line.find(':') != std::string_view::npos) return true;
  return false;
}

std::string_view without_last_ending(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

bool take_armour(std::string_view text, std::size_t& at, std::string& out, std::string& fields) {
  take_line(text, at);
  std::string digits;
  bool is_whole = false;
  while (at < text.size()) {
    const std::size_t line_at = at;
    const std::string_view line = ascii::trim(take_line(text, at));
    if (line.starts_with("-----")) {
      // The next one may begin where this one has no end.
      is_whole = !line.starts_with("-----BEGIN");
      if (!is_whole) at = line_at;
      break;
    }
    if (line.find(':') != std::string_view::npos)
      fields.append(line).append("\n");
    else if (!line.starts_with('=') || line.size() != 5)  // its check sum
      digits += line;
  }
  text::append_base64_decoded(out, digits);
  return is_whole;
}

void tell_text_around(std::string_view text, DocumentSink& sink) {
  if (!is_blank_rest(text)) sink.text({"text/plain", text, ""});
}

}  // namespace basewalk::worker
