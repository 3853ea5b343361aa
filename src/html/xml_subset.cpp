// SPDX-License-Identifier: MIT
#include "html/xml_subset.h"

#include <algorithm>
#include <set>

#include "text/ascii.h"
#include "text/find.h"

namespace basewalk::html {

using text::find_byte;
using text::kNone;

namespace {

// Longer names of entities are not looked for.
constexpr std::size_t kNameMax = 100;

std::size_t skip_past(std::string_view text, std::size_t pos, std::string_view end) {
  const std::size_t at = text.find(end, pos);
  return at == kNone ? text.size() : at + end.size();
}

}  // namespace

Declarations find_subset(std::string_view text, std::size_t doctype) {
  std::size_t begin = kNone;
  std::size_t pos = doctype + kDoctype.size();
  while (pos < text.size()) {
    const std::string_view rest = text.substr(pos);
    if (rest[0] == '"' || rest[0] == '\'') {
      pos = find_byte(text, rest[0], pos + 1) + 1;
    } else if (begin == kNone && rest[0] == '>') {
      return {{}, pos + 1};
    } else if (begin == kNone) {
      if (rest[0] == '[') begin = pos + 1;
      ++pos;
    } else if (rest[0] == ']') {
      const std::size_t end = find_byte(text, '>', pos);
      return {text.substr(begin, pos - begin), std::min(end + 1, text.size())};
    } else if (rest.starts_with("<!--")) {
      pos = skip_past(text, pos + 4, "-->");
    } else if (rest.starts_with("<?")) {
      pos = skip_past(text, pos + 2, "?>");
    } else {
      ++pos;
    }
  }
  return {{}, kNone};
}

std::string declarations_of_missing(std::string_view subset) {
  std::set<std::string_view> missing;
  for (std::size_t at = 0; (at = find_byte(subset, '%', at)) < subset.size(); ++at) {
    const std::string_view rest = subset.substr(at + 1, kNameMax);
    const std::size_t end = rest.find_first_of("; \t\n\r\"'<>%&");
    if (end != kNone && end > 0 && rest[end] == ';') missing.insert(rest.substr(0, end));
  }
  for (std::size_t at = 0; !missing.empty() && (at = subset.find("<!ENTITY", at)) != kNone; ++at) {
    std::string_view rest = ascii::trim_left(subset.substr(at + 8));
    if (!rest.starts_with('%')) continue;
    rest = ascii::trim_left(rest.substr(1));
    missing.erase(rest.substr(0, rest.substr(0, kNameMax).find_first_of(" \t\n\r")));
  }
  std::string out;
  for (const std::string_view name : missing) out.append("<!ENTITY % ").append(name).append(" ''>");
  return out;
}

}  // namespace basewalk::html
