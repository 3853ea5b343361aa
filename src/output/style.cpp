// SPDX-License-Identifier: MIT
#include "output/style.h"

#include <langinfo.h>
#include <unistd.h>

#include <clocale>
#include <cstdlib>

namespace basewalk::cli {
namespace {

bool wants_colour() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  if (no_color != nullptr && *no_color != '\0') return false;
  if (term == nullptr || std::string_view(term) == "dumb") return false;
  return ::isatty(STDOUT_FILENO) != 0;
}

// U+202A-U+202E, U+2066-U+2069, U+200E, U+200F: they change the order that text is shown in.
std::string_view bidi_name(std::string_view at) {
  if (at.size() < 3 || at[0] != '\xE2') return {};
  if (at[1] == '\x80') {
    switch (at[2]) {
      case '\x8E':
        return "\\u{200E}";
      case '\x8F':
        return "\\u{200F}";
      case '\xAA':
        return "\\u{202A}";
      case '\xAB':
        return "\\u{202B}";
      case '\xAC':
        return "\\u{202C}";
      case '\xAD':
        return "\\u{202D}";
      case '\xAE':
        return "\\u{202E}";
      default:
        return {};
    }
  }
  if (at[1] == '\x81') {
    switch (at[2]) {
      case '\xA6':
        return "\\u{2066}";
      case '\xA7':
        return "\\u{2067}";
      case '\xA8':
        return "\\u{2068}";
      case '\xA9':
        return "\\u{2069}";
      default:
        return {};
    }
  }
  return {};
}

// Bytes of the sequence of UTF-8 that begins here, by its form alone; 1 where there is none.
std::size_t sequence_size(std::string_view at) {
  const auto lead = static_cast<unsigned char>(at.front());
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
  if (lead > 0xF4 || size > at.size()) return 1;
  for (std::size_t i = 1; i < size; ++i)
    if ((static_cast<unsigned char>(at[i]) & 0xC0) != 0x80) return 1;
  return size;
}

}  // namespace

Style style_for_files() {
  Style style;
  std::setlocale(LC_CTYPE, "");
  if (std::string_view(::nl_langinfo(CODESET)) == "UTF-8") {
    style.branch = "├─ ", style.last = "└─ ", style.bar = "│  ", style.arrow = "◀─";
  } else {
    style.branch = "|- ", style.last = "`- ", style.bar = "|  ", style.arrow = "<-";
  }
  style.gap = "   ";
  return style;
}

Style style_for_stdout() {
  Style style = style_for_files();
  if (wants_colour()) {
    style.bold = "\x1b[1m";
    style.dim = "\x1b[2m";
    style.part = "\x1b[36m";
    style.type = "\x1b[33m";
    style.base = "\x1b[32m";
    style.from = "\x1b[35m";
    style.plain = "\x1b[0m";
  }
  return style;
}

void append_visible(std::string& out, std::string_view text) {
  constexpr char kHex[] = "0123456789ABCDEF";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c == '\t') {
      out += "\\t";
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c < 0x20 || c == 0x7F) {
      out += {'\\', 'x', kHex[c >> 4], kHex[c & 15]};
    } else if (c == 0xC2 && i + 1 < text.size() && (text[i + 1] & '\xE0') == '\x80') {
      // U+0080-U+009F: control characters that some terminals obey.
      const auto low = static_cast<unsigned char>(text[++i]);
      out += {'\\', 'x', kHex[low >> 4], kHex[low & 15]};
    } else if (const std::string_view bidi = bidi_name(text.substr(i)); !bidi.empty()) {
      out += bidi;
      i += 2;
    } else if (const std::size_t size = sequence_size(text.substr(i)); size > 1) {
      out += text.substr(i, size);
      i += size - 1;
    } else if (c >= 0x80 && c < 0xA0) {
      out += {'\\', 'x', kHex[c >> 4], kHex[c & 15]};
    } else {
      out += text[i];
    }
  }
}

std::string visible(std::string_view text) {
  std::string out;
  append_visible(out, text);
  return out;
}

}  // namespace basewalk::cli
