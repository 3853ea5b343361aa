// SPDX-License-Identifier: MIT
//
// Another reference in the place of one: the first line is written, byte by byte, where each find
// of the rest stands, by the way that the find was written.  Read again it is what was written, and
// everything else of the text is found as before.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/url/resolve.h"
#include "fuzz/extract/properties.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::require;

// Any text is the value of an attribute, or the text between tags, once it was escaped.
void check_escaped(std::string_view text) {
  using extract::Markup;
  for (const Markup markup : {Markup::double_quoted, Markup::single_quoted, Markup::unquoted}) {
    std::string written = "=";
    extract::append_escaped(text, markup, written);
    require(written.front() == '=');
    written.erase(0, 1);
    if (text.empty()) continue;  // without quotes it gets them
    if (markup == Markup::double_quoted) require(written.find('"') == std::string::npos);
    if (markup == Markup::single_quoted) require(written.find('\'') == std::string::npos);
    if (markup == Markup::unquoted)
      require(written.find_first_of(" \t\n\f\r>") == std::string::npos);
    if (text.find('\0') == std::string_view::npos)
      require(extract::attribute_value(written) == text);
  }
}

// Escapes are another way to write the same.
bool means(std::string_view raw, const std::string& href) {
  std::string same;
  url::resolve(url::Base({}, url::Rules::whatwg), raw, {}, same);
  return same == href;
}

// A URL as the serializer has it comes back as the same URL.
void check_replaced(std::string_view text, const extract::Find& find, const std::string& href) {
  std::string written;
  if (!extract::append_written(href, find.written, written)) {
    require(find.written.syntax == extract::Syntax::fixed && written.empty());
    return;
  }
  std::string made(text.substr(0, find.begin));
  made.append(written).append(text.substr(find.end));
  extract::Finds finds;
  extract::extract_html(made, {}, finds);
  // In running text readers take what follows for a part of it, or punctuation for none.
  if (find.place.role == extract::Role::text || (find.flags & extract::kUnterminated) != 0) return;
  // What quotes end has no place for them.
  if (find.written.syntax == extract::Syntax::word && href.find('\'') != href.npos) return;
  for (const extract::Find& each : finds.finds)
    if (each.begin == find.begin && means(each.raw, href)) return;
  // A base in a place that no longer names it, and what a program may do, may be read otherwise.
  require(find.kind == extract::FindKind::base || (find.flags & extract::kNested) != 0 ||
          find.place.is_derived() || find.place.conditional);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const std::string_view reference = input.line(), text = input.rest();
  check_escaped(reference);
  std::string href;
  if (url::resolve(url::Base("http://example.com/", url::Rules::whatwg), reference, {}, href)
          .outcome == url::Outcome::error)
    return 0;
  extract::Finds finds;
  extract::extract_html(text, {}, finds);
  extract::Finds same;
  require(extract::extract("text/html", text, {}, same));
  require(same.finds.size() == finds.finds.size());
  for (std::size_t i = 0; i < finds.finds.size() && i < 20; ++i)
    check_replaced(text, finds.finds[i], href);
  return 0;
}
