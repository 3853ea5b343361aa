// SPDX-License-Identifier: MIT
#include "output/columns.h"

namespace basewalk::output {

std::string joined(std::span<const std::string> texts) {
  std::string all;
  for (const std::string& text : texts) {
    if (!all.empty()) all += ' ';
    all += text;
  }
  return all;
}

void append_flags(Flags flags, std::string_view between, std::string& out) {
  bool first = true;
  for (const Flag flag : flags) {
    if (!first) out += between;
    out += name(flag);
    first = false;
  }
}

void add_list(Flags flags, text::JsonPieces& out) {
  out.raw("[");
  bool first = true;
  for (const Flag flag : flags) {
    if (!first) out.raw(",");
    out.plain(name(flag));
    first = false;
  }
  out.raw("]");
}

void add_list(std::span<const std::string> texts, text::JsonPieces& out) {
  out.raw("[");
  for (const std::string& text : texts) {
    if (&text != texts.data()) out.raw(",");
    columns::add_text(text, text::is_plain_json(text), out);
  }
  out.raw("]");
}

}  // namespace basewalk::output
