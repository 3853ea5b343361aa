// SPDX-License-Identifier: MIT
//
// Markup made at random, in which few kinds of tags meet, the same in each run.
#ifndef BASEWALK_TESTS_HTML_SOUP_H_
#define BASEWALK_TESTS_HTML_SOUP_H_

#include <cstddef>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <string_view>

namespace basewalk::test {

inline constexpr const char* kSoupTags[] = {
    "a",        "b",      "p",    "div",      "table",    "tr",     "td",       "tbody",
    "caption",  "col",    "font", "i",        "nobr",     "button", "select",   "option",
    "template", "svg",    "math", "mi",       "title",    "style",  "desc",     "foreignObject",
    "object",   "applet", "li",   "h1",       "h2",       "form",   "frameset", "html",
    "body",     "head",   "ruby", "rt",       "noscript", "span",   "x",        "img",
    "br",       "input",  "hr",   "textarea", "pre",      "dd",     "marquee",  "address"};

/// Up to `most` tags and texts; `pieces`, if there are any, stand between them.
inline std::string soup(std::mt19937& engine, std::size_t most,
                        std::span<const std::string_view> pieces = {}) {
  const auto below = [&](std::size_t n) { return std::size_t{engine()} % n; };
  std::string kinds[6];
  for (std::string& kind : kinds) kind = kSoupTags[below(std::size(kSoupTags))];
  std::string out;
  for (std::size_t i = below(most) + 1; i > 0; --i) {
    const std::string& tag = kinds[below(6)];
    switch (below(pieces.empty() ? 8 : 12)) {
      case 0:
      case 1:
      case 2:
        out += "<" + tag + (below(4) == 0 ? " id=" + std::to_string(below(3)) : "") + ">";
        break;
      case 3:
      case 4:
        out += "</" + tag + ">";
        break;
      case 5:
        out += std::string(1 + below(18), " \n\t\r"[below(4)]);
        break;
      case 6:
        out += below(3) == 0 ? "&#32;" : below(2) == 0 ? "&nbsp;" : "x";
        break;
      case 7:
        out += below(4) == 0 ? std::string(1, '\0') : below(2) == 0 ? "<!---->" : "y z";
        break;
      default:
        out += pieces[below(pieces.size())];
    }
  }
  return out;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_HTML_SOUP_H_
