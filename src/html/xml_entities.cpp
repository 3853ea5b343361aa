// SPDX-License-Identifier: MIT
//
// Expansion is a stack of texts: the document, an entity in it, one in that.  A reference costs
// something even where its entity is empty, for a billion empty ones take time as well.
#include "html/xml_entities.h"

#include <algorithm>

#include "html/character_references.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/utf8.h"

namespace basewalk::html {

using text::find_any;
using text::find_byte;
using text::kNone;

namespace {

constexpr std::size_t kNameMax = 100;
// What a reference costs beyond what it puts in.
constexpr std::size_t kReference = 8;

// The place behind the quote that closes at `open`.
std::size_t skip_quoted(std::string_view text, std::size_t open) {
  return std::min(find_byte(text, text[open], open + 1) + 1, text.size());
}

std::size_t skip_past(std::string_view text, std::size_t pos, std::string_view end) {
  const std::size_t at = text.find(end, pos);
  return at == kNone ? text.size() : at + end.size();
}

// The place behind the ">" of a declaration.
std::size_t skip_declaration(std::string_view text, std::size_t pos) {
  while (pos < text.size() && text[pos] != '>')
    pos = text[pos] == '"' || text[pos] == '\'' ? skip_quoted(text, pos) : pos + 1;
  return std::min(pos + 1, text.size());
}

// XML 1.0 4.4.5: character references in an entity's value are replaced where it is declared.
std::string replacement_text(std::string_view value) {
  std::string out;
  for (std::size_t pos = 0; pos < value.size();) {
    const std::size_t at = value.find("&#", pos);
    out += value.substr(pos, at == kNone ? kNone : at - pos);
    if (at == kNone) break;
    const bool hex = at + 2 < value.size() && (value[at + 2] | 0x20) == 'x';
    std::size_t digit = at + (hex ? 3 : 2);
    const std::size_t first = digit;
    std::uint32_t number = 0;
    for (; digit < value.size() &&
           (hex ? ascii::is_hex(value[digit]) : ascii::is_digit(value[digit]));
         ++digit)
      number = std::min<std::uint32_t>(number * (hex ? 16 : 10) + ascii::hex_value(value[digit]),
                                       0x110000);
    const bool ends = digit > first && digit < value.size() && value[digit] == ';';
    const bool fits = number > 0 && utf8::is_scalar(number);
    if (ends && fits)
      utf8::append(number, out);
    else
      out += value.substr(at, digit - at);
    pos = ends ? digit + 1 : digit;
    if (ends && !fits) out += ';';
  }
  return out;
}

}  // namespace

// "name 'value'"; parameter entities and those that lie elsewhere are none of ours.
void XmlEntities::declare(std::string_view declaration) {
  declaration = ascii::trim(declaration);
  const auto name_end = std::find_if(declaration.begin(), declaration.end(), ascii::is_space);
  const std::string_view name =
      declaration.substr(0, static_cast<std::size_t>(name_end - declaration.begin()));
  const std::string_view rest = ascii::trim(declaration.substr(name.size()));
  if (name.empty() || name == "%" || rest.size() < 2) return;
  if (rest[0] != '"' && rest[0] != '\'') return;
  const std::string_view value = rest.substr(1, find_byte(rest, rest[0], 1) - 1);
  // 4.2: of several the first counts.
  if (entities_.try_emplace(name, values_.size()).second)
    values_.push_back(replacement_text(value));
}

std::size_t XmlEntities::read(std::string_view text, std::size_t pos) {
  constexpr std::string_view kEntity = "<!ENTITY";
  while (pos < text.size()) {
    const std::string_view rest = text.substr(pos);
    if (rest[0] == ']') {
      const std::size_t end = find_byte(text, '>', pos);
      return end == text.size() ? kNone : end + 1;
    }
    if (rest.starts_with("<!--")) {
      pos = skip_past(text, pos + 4, "-->");
    } else if (rest.starts_with("<?")) {
      pos = skip_past(text, pos + 2, "?>");
    } else if (rest.starts_with("<!")) {
      const std::size_t end = skip_declaration(text, pos);
      if (rest.starts_with(kEntity) && end > pos + kEntity.size())
        declare(text.substr(pos + kEntity.size(), end - 1 - pos - kEntity.size()));
      pos = end;
    } else {
      ++pos;
    }
  }
  return kNone;
}

bool XmlEntities::expand(std::string_view text, std::size_t budget, std::string& out) const {
  bool complete = true;
  std::vector<bool> open(values_.size());
  std::vector<Level> levels;
  levels.push_back({text, 0, values_.size()});
  while (!levels.empty()) {
    Level& level = levels.back();
    const std::size_t next = find_any<'&', '<'>(level.text, level.pos);
    out += level.text.substr(level.pos, next - level.pos);
    level.pos = next;
    if (next == level.text.size()) {
      if (level.entity < open.size()) open[level.entity] = false;
      levels.pop_back();
      continue;
    }
    const std::string_view rest = level.text.substr(next);
    if (rest[0] == '<') {
      std::size_t end = 1;
      if (rest.starts_with("<!--")) end = skip_past(rest, 4, "-->");
      if (rest.starts_with("<![CDATA[")) end = skip_past(rest, 9, "]]>");
      out += rest.substr(0, end);
      level.pos += end;
      continue;
    }
    const std::size_t semicolon = rest.substr(0, kNameMax).find(';');
    const auto entity =
        semicolon == kNone ? entities_.end() : entities_.find(rest.substr(1, semicolon - 1));
    if (entity != entities_.end()) {
      const std::string& value = values_[entity->second];
      if (!open[entity->second] && value.size() + kReference <= budget) {
        budget -= value.size() + kReference;
        level.pos += semicolon + 1;
        open[entity->second] = true;
        levels.push_back({value, 0, entity->second});
        continue;
      }
      complete = false;
    }
    out += '&';
    ++level.pos;
  }
  return complete;
}

}  // namespace basewalk::html
