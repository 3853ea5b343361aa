// SPDX-License-Identifier: MIT
//
// What must hold of what is shown of a message, whatever the message was.
#ifndef BASEWALK_TESTS_FUZZ_BUNDLE_SHOWN_PROPERTIES_H_
#define BASEWALK_TESTS_FUZZ_BUNDLE_SHOWN_PROPERTIES_H_

#include <string>
#include <string_view>

#include "basewalk/extract/extract.h"
#include "html/reader.h"
#include "text/ascii.h"

namespace basewalk::test {

/// Is it what is left of a link: "about:srcdoc#12"?
inline bool is_number(std::string_view raw) {
  constexpr std::string_view kPrefix = "about:srcdoc#";
  if (!raw.starts_with(kPrefix)) return false;
  for (const char c : raw.substr(kPrefix.size()))
    if (!ascii::is_digit(c)) return false;
  return true;
}

/// What a page could still do: empty where that is nothing.  Looks into the documents of its
/// frames.
inline std::string what_it_does(std::string_view page, int depth = 0) {
  extract::Finds finds;
  extract::extract_html(page, {}, finds);
  for (const extract::Find& find : finds.finds) {
    // A text says what it likes, and an image of SVG loads nothing.
    if (find.place.role == extract::Role::text || find.place.is_derived() ||
        find.place.around.find("data:") != std::string_view::npos)
      continue;
    const bool is_link = find.place.element == "a" || find.place.element == "area";
    const bool harmless =
        is_link ? is_number(find.raw)
                : find.raw.empty() || find.raw.starts_with("data:") || find.raw.starts_with("#");
    if (!harmless) return extract::where(find.place) + " " + std::string(find.raw.substr(0, 200));
  }
  constexpr std::string_view kNames[] = {
      "script", "object", "embed", "applet", "form",     "base",    "link", "template",
      "svg",    "math",   "frame", "portal", "frameset", "animate", "set",  "plaintext"};
  constexpr std::string_view kActs[] = {"target", "ping",    "autofocus",  "autoplay",
                                        "srcset", "is",      "formaction", "action",
                                        "slot",   "download"};
  int policies = 0;
  html::Reader reader(page, html::Reader::Kind::html, html::Tokenizer::Keep::all);
  while (true) {
    const html::Token& token = reader.next();
    if (token.kind == html::TokenKind::end_of_text) break;
    if (token.kind == html::TokenKind::comment) return "a comment";
    if (token.kind != html::TokenKind::start_tag) continue;
    const std::string name = ascii::lowered(token.text);
    if (ascii::is_one_of(kNames, name)) return "<" + name;
    // The two of our own.
    if (name == "meta" && ++policies > 2) return "<meta";
    for (const html::TagAttribute& each : reader.attributes()) {
      const std::string attribute = ascii::lowered(each.name);
      if (attribute.starts_with("on") || ascii::is_one_of(kActs, attribute)) return attribute;
      if (attribute == "srcdoc" && depth < 64) {
        const std::string inner = extract::attribute_value(each.value);
        if (std::string wrong = what_it_does(inner, depth + 1); !wrong.empty()) return wrong;
      }
    }
  }
  return {};
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_FUZZ_BUNDLE_SHOWN_PROPERTIES_H_
