// SPDX-License-Identifier: MIT
//
// The charset that a text names for itself: <meta> (WHATWG HTML 13.2.3.2, "prescan a byte stream to
// determine its encoding"), the XML declaration (the same, "get an XML encoding"; XML 1.0 4.3.3 and
// appendix F), @charset (CSS Syntax 3.2).
#include <algorithm>
#include <array>
#include <utility>

#include "mime/charset.h"
#include "text/ascii.h"

namespace basewalk::mime {
namespace {

constexpr std::size_t npos = std::string_view::npos;

// How many bytes of a text may name its charset.
constexpr std::size_t kPrescan = 1024;

// Bytes in which a label could be read are not UTF-16.
const Charset* not_utf16(const Charset* charset) {
  return charset != nullptr && is_utf16(*charset) ? find_charset("utf-8") : charset;
}

const Charset* as_meta_means_it(const Charset* charset) {
  if (charset != nullptr && charset->kind == CharsetKind::x_user_defined)
    return find_charset("windows-1252");
  return not_utf16(charset);
}

// WHATWG HTML 2.4.4 "extracting a character encoding from a meta element": the label.
std::string_view label_in_content(std::string_view content) {
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

struct Attribute {
  std::string_view name, value;
};

// What the attributes of a <meta>, one after the other, say.
class Meta {
 public:
  explicit Meta(NamedCharset& named) : named_(named) {}

  void add(const Attribute& attribute) {
    if (ascii::iequals(attribute.name, "http-equiv")) {
      if (!std::exchange(seen_[0], true))
        got_pragma_ = ascii::iequals(attribute.value, "content-type");
    } else if (ascii::iequals(attribute.name, "content")) {
      if (std::exchange(seen_[1], true)) return;
      const std::string_view label = label_in_content(attribute.value);
      const Charset* const found = find_charset(label);
      if (found == nullptr) {
        content_unknown_ = label;
      } else if (from_ == From::nothing) {  // a label that was not known counts, too
        charset_ = found;
        label_ = label;
        from_ = From::content;
      }
    } else if (ascii::iequals(attribute.name, "charset")) {
      if (std::exchange(seen_[2], true)) return;
      charset_ = find_charset(attribute.value);
      label_ = attribute.value;
      if (charset_ == nullptr) remember(label_);
      from_ = From::charset;
    }
  }

  // True where it names a charset.
  bool end() {
    if (got_pragma_) remember(content_unknown_);
    if (charset_ == nullptr || (from_ == From::content && !got_pragma_)) return false;
    named_.charset = as_meta_means_it(charset_);
    named_.label = label_;
    return true;
  }

 private:
  void remember(std::string_view label) {
    if (named_.unknown.empty()) named_.unknown = ascii::trim(label).substr(0, kPrescan);
  }

  enum class From { nothing, content, charset };

  NamedCharset& named_;
  std::array<bool, 3> seen_{};
  bool got_pragma_ = false;
  From from_ = From::nothing;
  const Charset* charset_ = nullptr;
  std::string_view label_, content_unknown_;
};

// Reads the attributes of a tag, for both ways to look for <meta>.
class Scanner {
 protected:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool is_out() const { return at_ >= text_.size(); }
  bool next(Attribute& attribute);

  const std::string_view text_;
  std::size_t at_ = 0;

 private:
  void skip_space() {
    while (!is_out() && ascii::is_space(text_[at_])) ++at_;
  }
};

// "Get an attribute"; false at the end of the tag, or where the bytes end.
bool Scanner::next(Attribute& attribute) {
  while (!is_out() && (ascii::is_space(text_[at_]) || text_[at_] == '/')) ++at_;
  if (is_out() || text_[at_] == '>') return false;
  attribute.value = {};
  const std::size_t begin = at_;
  while (!is_out() && !ascii::is_space(text_[at_]) && text_[at_] != '/' && text_[at_] != '>' &&
         (text_[at_] != '=' || at_ == begin))
    ++at_;
  attribute.name = text_.substr(begin, at_ - begin);
  if (!is_out() && text_[at_] != '/' && text_[at_] != '>') skip_space();
  if (is_out() || text_[at_] != '=') return !is_out();
  ++at_;
  skip_space();
  if (is_out()) return false;
  if (text_[at_] == '"' || text_[at_] == '\'') {
    const std::size_t end = text_.find(text_[at_], at_ + 1);
    if (end == npos) {
      at_ = text_.size();
      return false;
    }
    attribute.value = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return true;
  }
  const std::size_t first = at_;
  while (!is_out() && !ascii::is_space(text_[at_]) && text_[at_] != '>') ++at_;
  attribute.value = text_.substr(first, at_ - first);
  return !is_out();
}

// "Prescan a byte stream"; every step that runs out of bytes ends it.
class Prescan : Scanner {
 public:
  Prescan(std::string_view text, NamedCharset& named) : Scanner(text), named_(named) {}

  void run() {
    for (; (at_ = text_.find('<', at_)) != npos; ++at_) {
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("<!--")) {
        // "<!-->" is a whole comment: the two dashes may be the same.
        const std::size_t end = text_.find("-->", at_ + 2);
        if (end == npos) return;
        at_ = end + 2;
      } else if (ascii::istarts_with(rest, "<meta") && rest.size() > 5 &&
                 (ascii::is_space(rest[5]) || rest[5] == '/')) {
        at_ += 5;
        Meta meta(named_);
        Attribute attribute;
        while (next(attribute)) meta.add(attribute);
        if (is_out() || meta.end()) return;
      } else if (rest.size() > 1 &&
                 (ascii::is_alpha(rest[1]) ||
                  (rest[1] == '/' && rest.size() > 2 && ascii::is_alpha(rest[2])))) {
        at_ = std::min(text_.find_first_of("\t\n\f\r >", at_), text_.size());
        Attribute attribute;
        while (next(attribute)) {
        }
        if (is_out()) return;
      } else if (rest.size() > 1 && (rest[1] == '!' || rest[1] == '/' || rest[1] == '?')) {
        at_ = text_.find('>', at_);
        if (at_ == npos) return;
      }
    }
  }

 private:
  NamedCharset& named_;
};

// As Chromium looks on behind the bytes of the prescan: by tokens, in which a title or a script is
// text, as long as nothing came that ends the head.
class LateScan : Scanner {
 public:
  explicit LateScan(std::string_view text) : Scanner(text) {}

  LateCharset run() {
    NamedCharset named;
    while (at_ = text_.find('<', at_), at_ != npos) {
      if (at_ >= kPrescan) end_head();
      const std::string_view rest = text_.substr(at_);
      const bool end_tag = rest.size() > 1 && rest[1] == '/';
      const std::size_t name_at = at_ + (end_tag ? 2 : 1);
      if (rest.starts_with("<!--")) {
        skip_comment();
      } else if (name_at < text_.size() && ascii::is_alpha(text_[name_at])) {
        at_ = std::min(text_.find_first_of("\t\n\f\r />", name_at), text_.size());
        const std::string_view name = text_.substr(name_at, at_ - name_at);
        Meta meta(named);
        Attribute attribute;
        while (next(attribute)) meta.add(attribute);
        if (is_out()) break;
        ++at_;
        if (!end_tag && ascii::iequals(name, "meta") && meta.end())
          return {in_head_ ? named.charset : nullptr, named.charset};
        if (!stays_in_head(name, end_tag)) head_tags_only_ = false;
        if (!end_tag) skip_raw_text(name);
      } else if (rest.size() > 1 && (rest[1] == '!' || rest[1] == '/' || rest[1] == '?')) {
        at_ = std::min(text_.find('>', at_), text_.size());
      } else {
        ++at_;
      }
      if (at_ >= kPrescan) end_head();
    }
    return {};
  }

 private:
  void end_head() { in_head_ = in_head_ && head_tags_only_; }

  void skip_comment() {
    at_ += 4;
    if (text_.substr(at_).starts_with('>') || text_.substr(at_).starts_with("->")) {
      at_ = text_.find('>', at_) + 1;
      return;
    }
    // Looked for once: comments that end otherwise may be many.
    if (plain_end_ < at_) plain_end_ = std::min(text_.find("-->", at_), text_.size());
    const std::size_t bang = text_.substr(0, plain_end_).find("--!>", at_);
    at_ = bang != npos ? bang + 4 : std::min(plain_end_ + 3, text_.size());
  }

  static bool stays_in_head(std::string_view name, bool end_tag) {
    constexpr std::string_view kNames[] = {"script", "noscript", "style", "link", "meta",
                                           "object", "title",    "base",  "html", "head"};
    const std::size_t known = end_tag ? std::size(kNames) - 2 : std::size(kNames);
    return std::any_of(kNames, kNames + known,
                       [&](std::string_view each) { return ascii::iequals(each, name); });
  }

  void skip_raw_text(std::string_view name) {
    constexpr std::string_view kNames[] = {"title", "textarea", "style",   "script",
                                           "xmp",   "iframe",   "noembed", "noframes"};
    if (ascii::iequals(name, "plaintext")) at_ = text_.size();
    if (std::none_of(std::begin(kNames), std::end(kNames),
                     [&](std::string_view each) { return ascii::iequals(each, name); }))
      return;
    for (; at_ = text_.find("</", at_), at_ != npos; ++at_) {
      const std::string_view behind = text_.substr(at_ + 2);
      if (ascii::istarts_with(behind, name) && behind.size() > name.size() &&
          std::string_view("\t\n\f\r />").find(behind[name.size()]) != npos)
        return;
    }
    at_ = text_.size();
  }

  bool in_head_ = true;
  bool head_tags_only_ = true;
  std::size_t plain_end_ = 0;  // of a comment
};

void take(std::string_view label, NamedCharset& named) {
  named.charset = not_utf16(find_charset(label));
  if (named.charset != nullptr)
    named.label = label;
  else if (named.unknown.empty())
    named.unknown = label.substr(0, kPrescan);
}

// <?xml version="1.0" encoding="..."?>
void look_in_xml_declaration(std::string_view text, NamedCharset& named) {
  if (!text.starts_with("<?xml")) return;
  const std::size_t end_of_declaration = text.find('>');
  if (end_of_declaration == npos) return;
  text = text.substr(0, end_of_declaration);
  const auto skip_low = [&] {
    while (!text.empty() && static_cast<unsigned char>(text[0]) <= ' ') text.remove_prefix(1);
  };
  const std::size_t at = text.find("encoding");
  if (at == npos) return;
  text.remove_prefix(at + 8);
  skip_low();
  if (!text.starts_with('=')) return;
  text.remove_prefix(1);
  skip_low();
  if (!text.starts_with('"') && !text.starts_with('\'')) return;
  const std::size_t end = text.find(text[0], 1);
  if (end == npos) return;
  const std::string_view label = text.substr(1, end - 1);
  if (std::any_of(label.begin(), label.end(),
                  [](char c) { return static_cast<unsigned char>(c) <= ' '; }))
    return;
  take(label, named);
}

void look_in_css(std::string_view text, NamedCharset& named) {
  constexpr std::string_view kRule = "@charset \"";
  if (!text.starts_with(kRule)) return;
  text.remove_prefix(kRule.size());
  const std::size_t end = text.find('"');
  if (end == npos || !text.substr(end).starts_with("\";")) return;
  take(text.substr(0, end), named);
}

}  // namespace

NamedCharset find_charset_in_text(std::string_view bytes, TextKind kind) {
  using namespace std::string_view_literals;
  NamedCharset named;
  if (kind == TextKind::plain) return named;
  // An XML declaration has no bound of its own.
  const std::string_view head = kind == TextKind::xml ? bytes : bytes.substr(0, kPrescan);
  if (kind == TextKind::css) {
    look_in_css(head, named);
    return named;
  }
  // "<?x" in UTF-16, without a byte order mark.
  if (head.starts_with("<\0?\0x\0"sv)) named.charset = find_charset("utf-16le");
  if (head.starts_with("\0<\0?\0x"sv)) named.charset = find_charset("utf-16be");
  if (named.charset == nullptr && kind == TextKind::html) Prescan(head, named).run();
  if (named.charset == nullptr) look_in_xml_declaration(head, named);
  return named;
}

LateCharset find_late_charset(std::string_view html) {
  LateCharset late = LateScan(html).run();
  if (late.in_head == nullptr) {
    NamedCharset named;
    look_in_xml_declaration(html, named);
    late.in_head = named.charset;
  }
  return late;
}

}  // namespace basewalk::mime
