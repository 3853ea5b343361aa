// SPDX-License-Identifier: MIT
#include "output/prompt/for_people.h"

#include <algorithm>
#include <string_view>

#include "basewalk/url/url.h"
#include "output/columns.h"
#include "output/facts/link_facts.h"
#include "text/ascii.h"
#include "text/visible.h"

namespace basewalk::output {
namespace {

constexpr std::size_t kPart = 5, kWhere = 14, kStatus = 10;

void append_column(std::string_view text, std::size_t width, std::string_view colour,
                   std::string_view plain, std::string& out) {
  out += colour;
  const std::size_t begin = out.size();
  text::append_visible(out, text);
  const std::size_t written = out.size() - begin;
  out += plain;
  out.append(written < width ? width - written : 0, ' ');
  out += ' ';
}

// What a terminal is given to open has nothing but what a URL is written with, so that it cannot
// end the sequence.
bool may_be_opened(std::string_view url) {
  constexpr std::size_t kLongest = 2083;
  const std::string scheme = ascii::lowered(url::scheme_of(url));
  return (scheme == "http" || scheme == "https") && url.size() <= kLongest &&
         std::ranges::all_of(url, [](char c) { return c > ' ' && c < 0x7F; });
}

void append_url(std::string_view url, const PeopleStyle& how, std::string& out) {
  const bool is_open = how.hyperlinks && may_be_opened(url);
  if (is_open) out.append("\x1b]8;;").append(url).append("\x1b\\");
  out += how.style.bold;
  text::append_visible(out, url);
  out += how.style.plain;
  if (is_open) out += "\x1b]8;;\x1b\\";
}

void begin_detail(std::string_view name, const PeopleStyle& how, std::string& out) {
  out.append("        ").append(how.style.dim).append(name).append(how.style.plain);
  out.append(name.size() < 7 ? 7 - name.size() : 1, ' ');
}

}  // namespace

void append_for_people(const Link& link, const PeopleStyle& how, std::string& out) {
  const Style& style = how.style;
  append_column(link.part, kPart, style.part, style.plain, out);
  append_column(extract::where(link.place), kWhere, style.type, style.plain, out);
  append_column(name(link.status), kStatus, {}, {}, out);
  append_url(link.url.value_or(link.raw), how, out);
  out += '\n';
  if (const auto opened = opened_elsewhere(link)) {
    begin_detail("opens", how, out);
    append_url(*opened, how, out);
    out += '\n';
  }
  if (link.text) {
    begin_detail("text", how, out);
    text::append_visible(out, *link.text);
    out += '\n';
  }
  if (link.base_from != BaseFrom::none && link.status != Status::absolute) {
    begin_detail("base", how, out);
    out += style.base;
    text::append_visible(out, link.base.value_or("(too long to repeat)"));
    out.append(style.plain).append(" (").append(name(link.base_from));
    if (!link.base_part.empty()) out.append(" of part ").append(link.base_part);
    out += ")\n";
  }
  if (!link.flags.empty()) {
    begin_detail("flags", how, out);
    out += style.from;
    append_flags(link.flags, " ", out);
    out.append(style.plain).append("\n");
  }
  if (link.reading) {
    begin_detail("only as", how, out);
    out.append(name(*link.reading)).append(": ").append(meaning(*link.reading)).append("\n");
  }
}

}  // namespace basewalk::output
