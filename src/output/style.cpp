// SPDX-License-Identifier: MIT
#include "output/style.h"

#include <langinfo.h>
#include <locale.h>
#include <unistd.h>

#include <cstdlib>

namespace basewalk::output {
namespace {

bool wants_colour() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  if (no_color != nullptr && *no_color != '\0') return false;
  if (term == nullptr || std::string_view(term) == "dumb") return false;
  return ::isatty(STDOUT_FILENO) != 0;
}

// By the user's locale; that of the process stays as it is.
bool shows_utf8() {
  const locale_t locale = ::newlocale(LC_CTYPE_MASK, "", locale_t{});
  if (locale == locale_t{}) return false;  // there is none of that name
  const bool utf8 = std::string_view(::nl_langinfo_l(CODESET, locale)) == "UTF-8";
  ::freelocale(locale);
  return utf8;
}

}  // namespace

Style style_for_files() {
  Style style;
  if (shows_utf8()) {
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

}  // namespace basewalk::output
