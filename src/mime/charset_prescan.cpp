// SPDX-License-Identifier: MIT
//
// The charset that a text names for itself: <meta> (WHATWG HTML 13.2.3.2, "prescan a byte stream to
// determine its encoding"), the XML declaration (XML 1.0 4.3.3), @charset (CSS Syntax 3.2).
#include <algorithm>

#include "mime/charset.h"
#include "text/ascii.h"

namespace basewalk::mime {
namespace {

constexpr std::size_t npos = std::string_view::npos;

// WHATWG HTML 12.2.3.2 "extracting a character encoding from a meta element".
std::string_view charset_in_content(std::string_view content) {
  for (std::size_t i = 0; i + 7 <= content.size(); ++i) {
    if (!ascii::istarts_with(content.substr(i), "charset")) continue;
    std::string_view rest = ascii::trim_left(content.substr(i + 7));
    if (!rest.starts_with('=')) continue;
    rest = ascii::trim_left(rest.substr(1));
    if (rest.starts_with('"') || rest.starts_with('\'')) {
      const std::size_t end = rest.find(rest[0], 1);
      return end == npos ? std::string_view() : rest.substr(1, end - 1);
    }
    return rest.substr(0, rest.find_first_of("\t\n\f\r ;"));
  }
  return {};
}

class Prescan {
 public:
  explicit Prescan(std::string_view text) : text_(text) {}

  std::string_view run() {
    while ((at_ = text_.find('<', at_)) != npos) {
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("<!--")) {
        // "<!-->" is a whole comment: the two dashes may be the same.
        const std::size_t end = text_.find("-->", at_ + 2);
        if (end == npos) break;
        at_ = end + 3;
      } else if (ascii::istarts_with(rest, "<meta") && rest.size() > 5 &&
                 (ascii::is_space(rest[5]) || rest[5] == '/')) {
        at_ += 5;
        if (const std::string_view label = read_meta(); !label.empty()) return label;
      } else if (rest.size() > 1 &&
                 (ascii::is_alpha(rest[1]) ||
                  (rest[1] == '/' && rest.size() > 2 && ascii::is_alpha(rest[2])))) {
        at_ = std::min(text_.find_first_of("\t\n\f\r />", at_ + 1), text_.size());
        std::string_view name, value;
        while (attribute(name, value)) {
        }
      } else if (rest.size() > 1 && (rest[1] == '!' || rest[1] == '/' || rest[1] == '?')) {
        at_ = std::min(text_.find('>', at_), text_.size());
      } else {
        ++at_;
      }
    }
    return {};
  }

 private:
  std::string_view read_meta() {
    bool got_pragma = false;
    bool need_pragma = false;
    bool any = false;
    std::string_view label;
    std::string_view name, value;
    bool seen_http_equiv = false, seen_content = false, seen_charset = false;
    while (attribute(name, value)) {
      if (ascii::iequals(name, "http-equiv") && !seen_http_equiv) {
        seen_http_equiv = true;
        got_pragma = ascii::iequals(value, "content-type");
      } else if (ascii::iequals(name, "content") && !seen_content) {
        seen_content = true;
        const std::string_view found = charset_in_content(value);
        if (!found.empty() && label.empty()) {
          label = found;
          need_pragma = any = true;
        }
      } else if (ascii::iequals(name, "charset") && !seen_charset) {
        seen_charset = true;
        label = value;
        need_pragma = false;
        any = true;
      }
    }
    if (!any || (need_pragma && !got_pragma)) return {};
    return ascii::trim(label);
  }

  // "Get an attribute"; false at the end of the tag.
  bool attribute(std::string_view& name, std::string_view& value) {
    while (at_ < text_.size() && (ascii::is_space(text_[at_]) || text_[at_] == '/')) ++at_;
    if (at_ >= text_.size() || text_[at_] == '>') return false;
    value = {};
    const std::size_t begin = at_;
    while (at_ < text_.size() && !ascii::is_space(text_[at_]) && text_[at_] != '/' &&
           text_[at_] != '>' && (text_[at_] != '=' || at_ == begin))
      ++at_;
    name = text_.substr(begin, at_ - begin);
    skip_space();
    if (at_ >= text_.size() || text_[at_] != '=') return true;
    ++at_;
    skip_space();
    if (at_ >= text_.size()) return true;
    if (text_[at_] == '"' || text_[at_] == '\'') {
      const std::size_t end = std::min(text_.find(text_[at_], at_ + 1), text_.size());
      value = text_.substr(at_ + 1, end - at_ - 1);
      at_ = std::min(end + 1, text_.size());
      return true;
    }
    const std::size_t first = at_;
    while (at_ < text_.size() && !ascii::is_space(text_[at_]) && text_[at_] != '>') ++at_;
    value = text_.substr(first, at_ - first);
    return true;
  }

  void skip_space() {
    while (at_ < text_.size() && ascii::is_space(text_[at_])) ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// <?xml version="1.0" encoding="..."?>
std::string_view in_xml_declaration(std::string_view text) {
  if (!text.starts_with("<?xml")) return {};
  text = text.substr(0, std::min(text.find('>'), text.size()));
  const std::size_t at = text.find("encoding");
  if (at == npos) return {};
  text = ascii::trim_left(text.substr(at + 8));
  if (!text.starts_with('=')) return {};
  text = ascii::trim_left(text.substr(1));
  if (!text.starts_with('"') && !text.starts_with('\'')) return {};
  const std::size_t end = text.find(text[0], 1);
  return end == npos ? std::string_view() : text.substr(1, end - 1);
}

std::string_view in_css(std::string_view text) {
  constexpr std::string_view kRule = "@charset \"";
  if (!text.starts_with(kRule)) return {};
  text.remove_prefix(kRule.size());
  const std::size_t end = text.find('"');
  if (end == npos || !text.substr(end).starts_with("\";")) return {};
  return text.substr(0, end);
}

}  // namespace

std::string find_label_in_text(std::string_view bytes, TextKind kind, std::size_t most) {
  using namespace std::string_view_literals;
  if (kind == TextKind::plain) return {};
  // "<?x" in UTF-16, without a byte order mark.
  if (kind != TextKind::css) {
    if (bytes.starts_with("<\0?\0x\0"sv)) return "utf-16le";
    if (bytes.starts_with("\0<\0?\0x"sv)) return "utf-16be";
  }
  const std::string_view head = bytes.substr(0, most);
  std::string_view label;
  if (kind == TextKind::css) label = in_css(head);
  if (kind == TextKind::html) label = Prescan(head).run();
  // In HTML the XML declaration is asked last ("get an XML encoding").
  if (kind != TextKind::css && label.empty()) label = in_xml_declaration(head);
  // Bytes in which the label could be read are not UTF-16 (13.2.3.2 step 2 of <meta>).
  if (const Charset* charset = find_charset(label); charset != nullptr) {
    if (charset->kind == CharsetKind::utf16 || charset->kind == CharsetKind::utf16_le ||
        charset->kind == CharsetKind::utf16_be)
      return "utf-8";
  }
  if (ascii::iequals(label, "x-user-defined")) return "windows-1252";
  return std::string(label);
}

}  // namespace basewalk::mime
