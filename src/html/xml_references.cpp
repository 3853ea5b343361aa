// SPDX-License-Identifier: MIT
#include "html/xml_references.h"

#include <algorithm>
#include <set>
#include <vector>

#include "html/character_references.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/references.h"
#include "text/utf8.h"
#include "text/work.h"

namespace basewalk::html {

using text::append_numeric;
using text::append_predefined;
using text::find_any;
using text::find_byte;
using text::kNone;
using text::name_at;
using text::Offsets;

namespace {

// The longest name among HTML's has 31 letters.
constexpr std::size_t kHtmlNameMax = 32;
// What a reference costs beyond what it puts in.
constexpr std::size_t kReference = 8;
// Entities in one another.
constexpr std::size_t kDepth = 64;

// Is it a name of HTML's, and a whole one?
bool append_named(std::string_view name, std::string& out) {
  if (name.size() > kHtmlNameMax || !std::all_of(name.begin(), name.end(), ascii::is_alnum))
    return false;
  const std::string reference = '&' + std::string(name) + ';';
  std::string meant;
  decode_html(reference, References::decode, Nul::keep, meant);
  if (meant == reference || (meant.ends_with(';') && name != "semi")) return false;
  out += meant;
  return true;
}

}  // namespace

void decode_xml(std::string_view written, XmlText kind, bool named, std::string& out,
                Offsets* offsets) {
  const std::size_t start = out.size();
  const auto special = [&](std::size_t from) {
    return kind == XmlText::attribute ? find_any<'&', '\r', '\n', '\t'>(written, from)
           : kind == XmlText::content ? find_any<'&', '\r'>(written, from)
                                      : find_any<'\r'>(written, from);
  };
  std::size_t pos = 0;
  while (true) {
    const std::size_t next = special(pos);
    out += written.substr(pos, next - pos);
    if (next == written.size()) return;
    pos = next + 1;
    if (written[next] == '&') {
      const std::string_view name = name_at(written, next);
      if (name.empty() || !(append_numeric(name, out) || append_predefined(name, out) ||
                            (named && append_named(name, out)))) {
        out += '&';
        continue;
      }
      pos += name.size() + 1;
    } else {
      out += kind == XmlText::attribute ? ' ' : '\n';
      if (written[next] != '\r') continue;
      if (pos < written.size() && written[pos] == '\n') ++pos;
    }
    if (offsets != nullptr) offsets->step(out.size() - start, pos);
  }
}

std::string declarations_of_names(std::string_view text) {
  std::set<std::string_view> names;
  for (std::size_t at = find_byte(text, '&', 0); at < text.size();
       at = find_byte(text, '&', at + 1)) {
    const std::string_view name = name_at(text, at);
    if (!name.empty() && name.size() <= kHtmlNameMax && ascii::is_alpha(name[0]))
      names.insert(name);
  }
  std::string out;
  std::string meant;
  for (const std::string_view name : names) {
    meant.clear();
    if (append_predefined(name, meant) || !append_named(name, meant)) continue;
    out.append("<!ENTITY ").append(name).append(" \"");
    for (const char c : meant) {
      if (static_cast<unsigned char>(c) < 0x80)  // "<" and "&" twice, so that they are text
        out.append("&#38;#").append(std::to_string(static_cast<int>(c))).append(";");
      else
        out += c;
    }
    out += "\">";
  }
  return out;
}

bool has_html_names(std::string_view public_id) {
  constexpr std::string_view kIds[] = {"-//W3C//DTD XHTML 1.0 Transitional//EN",
                                       "-//W3C//DTD XHTML 1.1//EN",
                                       "-//W3C//DTD XHTML 1.0 Strict//EN",
                                       "-//W3C//DTD XHTML 1.0 Frameset//EN",
                                       "-//W3C//DTD XHTML Basic 1.0//EN",
                                       "-//W3C//DTD XHTML 1.1 plus MathML 2.0//EN",
                                       "-//W3C//DTD XHTML 1.1 plus MathML 2.0 plus SVG 1.1//EN",
                                       "-//W3C//DTD MathML 2.0//EN",
                                       "-//WAPFORUM//DTD XHTML Mobile 1.0//EN",
                                       "-//WAPFORUM//DTD XHTML Mobile 1.1//EN",
                                       "-//WAPFORUM//DTD XHTML Mobile 1.2//EN"};
  return ascii::is_one_of(kIds, public_id);
}

namespace {

// Follows the tags of a text.
class InTag {
 public:
  void read(std::string_view text) {
    for (const char c : text) {
      if (quote_ != 0) {
        if (c == quote_) quote_ = 0;
      } else if (!in_tag_) {
        in_tag_ = before_ == '<' && ascii::is_alpha(c);
      } else if (c == '"' || c == '\'') {
        quote_ = c;
      } else {
        in_tag_ = c != '>';
      }
      before_ = c;
    }
  }
  bool in_tag() const { return in_tag_; }

 private:
  bool in_tag_ = false;
  char quote_ = 0, before_ = 0;
};

// In a tag what an entity holds ends nothing.  Its tabs and line ends are blanks by XML 1.0 3.3.3,
// and stay what they are in Chromium, which drops them from URLs.
void append_in_tag(std::string_view text, std::string& out) {
  for (const char c : text) {
    const std::string_view reference = c == '&' ? "" : text::reference_of(c);
    if (c == '\t' || c == '\n' || c == '\r')
      out.append("&#").append(std::to_string(static_cast<int>(c))).append(";");
    else if (reference.empty())
      out += c;
    else
      out += reference;
  }
}

}  // namespace

// A stack of texts: the document's, an entity in it, one in that.
void XmlEntities::expand(std::string_view text, std::size_t& budget, std::string& out,
                         bool is_value) const {
  struct Level {
    std::string_view text;
    std::size_t pos;
  };
  std::vector<Level> levels{{text, 0}};
  InTag state;
  while (!levels.empty()) {
    Level& level = levels.back();
    const std::size_t next = find_byte(level.text, '&', level.pos);
    const std::string_view before = level.text.substr(level.pos, next - level.pos);
    if (levels.size() == 1) state.read(before);
    if (levels.size() > 1 && (is_value || state.in_tag()))
      append_in_tag(before, out);
    else
      out += before;
    level.pos = next;
    if (next == level.text.size()) {
      levels.pop_back();
      continue;
    }
    const std::string_view name = name_at(level.text, next);
    const auto entity = values_.find(name);
    const auto is_open = [&](const Level& each) {
      return each.text.data() == entity->second.data();
    };
    if (entity == values_.end() || entity->second.size() + kReference > budget ||
        levels.size() == kDepth || std::any_of(levels.begin(), levels.end(), is_open)) {
      out += '&';
      ++level.pos;
      continue;
    }
    budget -= entity->second.size() + kReference;
    level.pos += name.size() + 2;
    levels.push_back({entity->second, 0});
  }
}

bool XmlEntities::restore_breaks(std::string_view written, std::string_view meaning, bool named,
                                 std::string& out) const {
  if (!has_breaks_) return false;
  constexpr std::size_t kSmall = 8192;
  std::size_t budget = kSmall + 16 * (written.size() + meaning.size());
  std::string expanded;
  expand(written, budget, expanded, true);
  work::charge(expanded.size());
  out.clear();
  decode_xml(expanded, XmlText::attribute, named, out);
  const auto is_same = [](char kept, char blank) {
    return kept == blank || (blank == ' ' && (kept == '\t' || kept == '\n' || kept == '\r'));
  };
  return std::equal(out.begin(), out.end(), meaning.begin(), meaning.end(), is_same);
}

}  // namespace basewalk::html
