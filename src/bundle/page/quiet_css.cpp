// SPDX-License-Identifier: MIT
#include "bundle/page/quiet_css.h"

#include <cstddef>
#include <string>

#include "text/ascii.h"
#include "text/find.h"
#include "text/utf8.h"

namespace basewalk::bundle {
namespace {

using text::find_any;

// CSS Syntax 3, 4.3.7.
constexpr std::size_t kEscapeDigits = 6;

struct Renamed {
  std::string_view name, to;
};
// A string becomes a URL in image-set() whatever a variable has put there.  Chromium warns of the
// keyword.
constexpr Renamed kRenamed[] = {{"image-set(", "no-image-set("}, {"slider-vertical", "auto"}};

void append_special(char c, std::string& out) { out += c == '<' ? "\\3C " : "\\26 "; }

// An escape, from its backslash on: appends it, and says how long it was.  Letters are written as
// such, so that a name has one form; it is the same name (CSS Syntax 3, 4.3.11).
std::size_t append_escape(std::string_view css, std::string& out) {
  std::size_t end = 1;
  unsigned value = 0;
  while (end < css.size() && end <= kEscapeDigits && ascii::is_hex(css[end]))
    value = value * 16 + ascii::hex_value(css[end++]);
  if (end > 1) {
    const std::string_view digits = css.substr(1, end - 1);
    if (css.substr(end).starts_with("\r\n"))
      end += 2;
    else if (end < css.size() && ascii::is_space(css[end]))
      ++end;
    if (value < 0x80 && ascii::is_alpha(static_cast<char>(value)))
      out += static_cast<char>(value);
    else
      out.append("\\").append(digits).append(" ");
    return end;
  }
  if (css.size() == 1) {
    out += '\\';
    return 1;
  }
  const char next = css[1];
  if (next == '<' || next == '&') {
    append_special(next, out);
  } else if (ascii::is_alpha(next)) {
    out += next;
  } else if (next == '\0') {
    out += utf8::kReplacementText;
  } else {
    out.append("\\").append(1, next);
  }
  return 2;
}

std::string in_one_form(std::string_view css) {
  std::string out;
  out.reserve(css.size() + css.size() / 8);
  while (true) {
    const std::size_t special = find_any<'\\', '<', '&', '\0'>(css, 0);
    out += css.substr(0, special);
    css.remove_prefix(special);
    if (css.empty()) return out;
    if (css.front() == '\\') {
      css.remove_prefix(append_escape(css, out));
      continue;
    }
    // What old mails put around a sheet means nothing in it (CSS Syntax 3, 5.4.1).
    if (css.starts_with("<!--")) {
      out += ' ';
      css.remove_prefix(4);
      continue;
    }
    if (css.front() == '\0')
      out += utf8::kReplacementText;
    else
      append_special(css.front(), out);
    css.remove_prefix(1);
  }
}

}  // namespace

bool QuietCss::write(std::string_view piece) {
  const std::string css = in_one_form(piece);
  std::size_t copied = 0;
  for (std::size_t at = 0; (at = find_any<'i', 'I', 's', 'S'>(css, at)) < css.size();) {
    const std::string_view rest = std::string_view(css).substr(at);
    const Renamed* found = nullptr;
    for (const Renamed& each : kRenamed)
      if (ascii::istarts_with(rest, each.name)) found = &each;
    if (found == nullptr) {
      ++at;
      continue;
    }
    if (!to_.write(std::string_view(css).substr(copied, at - copied)) || !to_.write(found->to))
      return false;
    at += found->name.size();
    copied = at;
  }
  return copied == css.size() || to_.write(std::string_view(css).substr(copied));
}

}  // namespace basewalk::bundle
