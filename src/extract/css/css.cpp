// SPDX-License-Identifier: MIT
//
// One pass over the tokens of CSS Syntax 3.  What cannot begin a reference is passed over by a
// table of bytes; names are decoded only as far as the longest name that matters, but for those
// that a sheet gives itself.
#include "extract/css/css.h"

#include <optional>

#include <algorithm>
#include <array>
#include <utility>

#include "html/character_references.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/hex.h"
#include "text/utf8.h"
#include "text/work.h"

namespace basewalk::extract {

using text::kNone;

namespace {

constexpr std::size_t kNameMax = 32;

// Bytes that are charged together.
constexpr std::size_t kStride = 64;

// CSS Syntax 3, 4.2: white space, after newlines were made LF in 3.3.
constexpr bool is_newline(char c) { return c == '\n' || c == '\r' || c == '\f'; }
constexpr bool is_space(char c) { return ascii::is_blank(c) || is_newline(c); }

enum ByteClass : std::uint8_t { kOther = 0, kName = 1, kNameStart = 2, kSkip = 4 };

constexpr auto kClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (std::size_t c = 0; c < 256; ++c) {
    const char ch = static_cast<char>(c);
    if (ascii::is_alpha(ch) || ch == '_' || c >= 0x80 || c == 0) classes[c] = kName | kNameStart;
    if (ascii::is_digit(ch) || ch == '-') classes[c] = kName;
    // Tokens of one character that decide nothing here.
    if (is_space(ch) || ch == ':' || ch == ',' || ch == '.' || ch == '#' || ch == '%' ||
        ch == '*' || ch == '+' || ch == '>' || ch == '!' || ch == '=' || ch == '[' || ch == ']')
      classes[c] = kSkip;
  }
  return classes;
}();

constexpr bool is(char c, ByteClass c_class) {
  return (kClasses[static_cast<unsigned char>(c)] & c_class) != 0;
}

// 4.2: what an unquoted url() must not hold.
constexpr bool is_non_printable(char c) {
  const auto u = static_cast<unsigned char>(c);
  return (u >= 1 && u <= 8) || u == 0x0B || (u >= 0x0E && u <= 0x1F) || u == 0x7F;
}

}  // namespace

bool CssScanner::scan(std::string_view text, std::size_t begin, std::size_t end) {
  text_ = text.substr(0, end);
  pos_ = start_ = begin;
  expect_ = Expect::nothing;
  in_import_ = in_namespace_ = false;
  at_rule_ = AtRule::none;
  property_ = function_ = parameter_ = owner_ = kNowhere;
  open_.clear();
  std::size_t charged = pos_;
  while (pos_ < text_.size()) {
    const char c = text_[pos_];
    if (is(c, kSkip)) {
      // A colon or the like behind @import: not a rule that can name a style sheet.
      if (expect_ != Expect::nothing && !is_space(c)) expect_ = Expect::nothing;
      ++pos_;
      continue;
    }
    if (pos_ - charged >= kStride) {
      if (!work::charge(pos_ - charged)) return true;
      charged = pos_;
    }
    switch (c) {
      case '/':
        if (pos_ + 1 < text_.size() && text_[pos_ + 1] == '*') {
          comment();
          continue;
        }
        break;
      case '"':
      case '\'':
        if (!string(c)) return false;
        continue;
      case '@':
        at_keyword();
        continue;
      case '<':  // CDO
        if (text_.substr(pos_).starts_with("<!--")) pos_ += 3;
        break;
      case '-':  // CDC
        if (text_.substr(pos_).starts_with("-->")) {
          pos_ += 3;
          continue;
        }
        [[fallthrough]];
      default:
        if (begins_name(pos_)) {
          if (!name()) return false;
          continue;
        }
        if (is(c, kName)) {  // a number and its unit, 4.3.3
          do ++pos_;
          while (pos_ < text_.size() && is(text_[pos_], kName));
          expect_ = Expect::nothing;
          continue;
        }
        break;
      case '(':
        open_.push_back(kNowhere);
        break;
      case ')':
        close_parenthesis();
        break;
      case '{':
        open_brace();
        break;
      case '}':
        close_brace();
        break;
      case ';':
        at_rule_ = AtRule::none;
        if (!open_.empty() && !is_brace(open_.back())) break;
        owner_ = kNowhere;
        start_ = pos_ + 1;
        break;
    }
    expect_ = Expect::nothing;
    ++pos_;
  }
  work::charge(text_.size() - charged);
  return true;
}

void CssScanner::close_parenthesis() {
  if (!open_.empty() && !is_brace(open_.back())) open_.pop_back();
}

// A block may be an argument: of a function of the sheet its strings are, too.
void CssScanner::open_brace() {
  at_rule_ = AtRule::none;
  start_ = pos_ + 1;
  if (!open_.empty()) {
    const CssNode around = place();
    open_.push_back(owner_);
    open_.push_back((is_arguments(around) ? around : kNowhere) | kBrace);
  }
  owner_ = kNowhere;
}

// Parentheses that are not closed reach further, but then nothing in them is meant.
void CssScanner::close_brace() {
  at_rule_ = AtRule::none;
  start_ = pos_ + 1;
  owner_ = kNowhere;
  while (!open_.empty() && !is_brace(open_.back())) open_.pop_back();
  if (open_.empty()) return;
  open_.pop_back();
  owner_ = open_.back();
  open_.pop_back();
}

// What takes the string or name that stands here.
CssNode CssScanner::place() const {
  if (open_.empty()) return owner_;
  const CssNode last = open_.back();
  if (last == kParameters) return parameter_;
  if (!is_brace(last)) return last;
  return owner_ != kNowhere ? owner_ : without_brace(last);
}

// Is the name that begins here, and ends at pos_, that of a declaration?
bool CssScanner::begins_declaration(std::size_t name) {
  const auto skip_blank = [this](std::size_t at) {
    while (at < text_.size()) {
      if (is_space(text_[at]))
        ++at;
      else if (text_.substr(at).starts_with("/*"))
        at = std::min(text_.find("*/", at + 2), text_.size() - 2) + 2;
      else
        break;
    }
    return at;
  };
  const std::size_t start = std::exchange(start_, kNone);
  if (start != kNone) work::charge(name - start);
  if (start == kNone || skip_blank(start) != name) return false;
  const std::size_t colon = skip_blank(pos_);
  work::charge(colon - pos_);
  return colon < text_.size() && text_[colon] == ':';
}

// The name between two offsets, however long, as a node.
CssNode CssScanner::node(std::size_t begin, std::size_t end) {
  CssHash hash(document_);
  work::charge(end - begin);
  const std::size_t behind = std::exchange(pos_, begin);
  while (pos_ < end) {
    if (text_[pos_] == '\\') {
      name_.clear();
      escape(name_);
      hash.add(name_);
    } else if (text_[pos_] == '\0') {
      hash.add(utf8::kReplacementText);
      ++pos_;
    } else {
      hash.add(text_.substr(pos_++, 1));
    }
  }
  pos_ = behind;
  return hash.node();
}

// CSS Variables 1, Properties and Values 1, Mixins 1: "--x" up to pos_.
void CssScanner::dashed_name(std::size_t begin) {
  const CssNode name = node(begin, pos_);
  if (at_rule_ == AtRule::property) {
    at_rule_ = AtRule::none;
    property_ = name;
  } else if (begins_declaration(begin)) {
    owner_ = name;
  } else if (!open_.empty() && open_.back() == kParameters) {
    parameter_ = name;
    flow_.takes(parameter_, arguments_of(function_));
  } else {
    flow_.takes(place(), name);
  }
}

// 4.3.2
void CssScanner::comment() {
  const std::size_t end = text_.find("*/", pos_ + 2);
  pos_ = end == kNone ? text_.size() : end + 2;
}

// 4.3.8
bool CssScanner::is_escape(std::size_t at) const {
  return text_[at] == '\\' && at + 1 < text_.size() && !is_newline(text_[at + 1]);
}

// 4.3.9
bool CssScanner::begins_name(std::size_t at) const {
  const char c = text_[at];
  if (is(c, kNameStart) || is_escape(at)) return true;
  if (c != '-' || at + 1 >= text_.size()) return false;
  return text_[at + 1] == '-' || is(text_[at + 1], kNameStart) || is_escape(at + 1);
}

// 4.3.7: pos_ is at the backslash of a valid escape.
void CssScanner::escape(std::string& out) {
  ++pos_;
  if (!ascii::is_hex(text_[pos_])) {
    out += text_[pos_++];
    return;
  }
  const std::uint32_t number = text::read_hex(text_, pos_, 6);
  if (pos_ < text_.size() && is_space(text_[pos_])) {
    if (text_.substr(pos_).starts_with("\r\n")) ++pos_;
    ++pos_;
  }
  utf8::append_any(number == 0 ? utf8::kReplacement : number, out);
}

// 4.3.12.  Of a name longer than any that matters only the beginning is returned.
std::string_view CssScanner::read_name(std::string& memory) {
  const std::size_t begin = pos_;
  while (pos_ < text_.size() && is(text_[pos_], kName)) ++pos_;
  if (pos_ == text_.size() || !is_escape(pos_))
    return text_.substr(begin, std::min(pos_ - begin, kNameMax));
  memory.assign(text_.substr(begin, std::min(pos_ - begin, kNameMax)));
  while (pos_ < text_.size()) {
    const std::size_t length = memory.size();
    if (is(text_[pos_], kName))
      memory += text_[pos_++];
    else if (is_escape(pos_))
      escape(memory);
    else
      break;
    if (length > kNameMax) memory.resize(length);
  }
  return memory;
}

// 4.3.4
bool CssScanner::name() {
  const std::size_t begin = pos_;
  const std::string_view word = read_name(name_);
  const Expect before = std::exchange(expect_, Expect::nothing);
  if (pos_ < text_.size() && text_[pos_] == '(') return function(word, begin, before);
  // "@namespace svg url(...)": a prefix may stand between.
  if (before == Expect::no_import) expect_ = before;
  if (word.starts_with("--"))
    dashed_name(begin);
  else if (function_ != kNowhere && ascii::iequals(word, "result") && begins_declaration(begin))
    owner_ = function_;
  else if (property_ != kNowhere && ascii::iequals(word, "initial-value") &&
           begins_declaration(begin))
    owner_ = property_;
  return true;
}

// The name of a function, before its parenthesis at pos_: those that hold references, and those
// that put a value where they stand (CSS Values 5).  attr() is none of these: what an attribute
// says may be no URL there, nor what stands for it (Values 5, "attr() security").
bool CssScanner::function(std::string_view word, std::size_t begin, Expect before) {
  constexpr std::string_view kImageSets[] = {"image-set", "-webkit-image-set"};
  constexpr std::string_view kSubstitutions[] = {"var", "env", "if", "inherit"};
  if (word.starts_with("--")) {
    const CssNode name = node(begin, pos_++);
    if (at_rule_ == AtRule::function) {
      at_rule_ = AtRule::none;
      function_ = name;
      parameter_ = kNowhere;
      open_.push_back(kParameters);
    } else {
      flow_.takes(place(), name);
      open_.push_back(arguments_of(name));
    }
    return true;
  }
  ++pos_;
  if (ascii::iequals(word, "url")) {
    in_import_ = before == Expect::import;
    in_namespace_ = before == Expect::no_import;
    std::size_t at = pos_;
    while (at < text_.size() && is_space(text_[at])) ++at;
    if (at < text_.size() && (text_[at] == '"' || text_[at] == '\'')) {
      open_.push_back(kNowhere);
      expect_ = Expect::url;
      return true;
    }
    pos_ = at;
    return url_token();
  }
  if (ascii::iequals(word, "src")) {
    expect_ = Expect::src;
    in_import_ = before == Expect::import;
    open_.push_back(kUrlPlace);
  } else if (ascii::iis_one_of(kImageSets, word)) {
    open_.push_back(kUrlPlace);
  } else {
    open_.push_back(ascii::iis_one_of(kSubstitutions, word) ? place() : kNowhere);
  }
  return true;
}

// Begins a value that is a view of the text until something in it has to be decoded.
void CssScanner::begin_value() {
  piece_ = pos_;
  decoded_ = false;
}

// Decodes the NUL or backslash at pos_ (3.3, 4.3.7; in strings also 4.3.5).
void CssScanner::decode() {
  if (!decoded_) value_.clear();
  decoded_ = true;
  value_.append(text_.substr(piece_, pos_ - piece_));
  if (text_[pos_] == '\0') {
    value_ += utf8::kReplacementText;
    ++pos_;
  } else if (pos_ + 1 >= text_.size()) {
    ++pos_;  // a backslash at the end of the text
  } else if (is_newline(text_[pos_ + 1])) {
    pos_ += text_.substr(pos_ + 1).starts_with("\r\n") ? 3 : 2;
  } else {
    escape(value_);
  }
  piece_ = pos_;
}

std::string_view CssScanner::end_value() {
  const std::string_view last = text_.substr(piece_, pos_ - piece_);
  if (!decoded_) return last;
  value_.append(last);
  return value_;
}

// 4.3.6; pos_ is behind "url(" and white space.
bool CssScanner::url_token() {
  const std::size_t begin = pos_;
  begin_value();
  while (pos_ < text_.size()) {
    const char c = text_[pos_];
    if (c == ')' || c == '"' || c == '\'' || c == '(' || is_space(c) || is_non_printable(c)) break;
    if (c == '\\' && !is_escape(pos_)) break;
    if (c == '\\' || c == '\0')
      decode();
    else
      ++pos_;
  }
  const std::string_view raw = end_value();
  const std::size_t end = pos_;
  while (pos_ < text_.size() && is_space(text_[pos_])) ++pos_;
  if (pos_ < text_.size() && text_[pos_] != ')') {
    // 4.3.14: the remnants of a bad url.
    while (pos_ < text_.size() && text_[pos_] != ')') pos_ += is_escape(pos_) ? 2 : 1;
    pos_ = std::min(pos_ + 1, text_.size());
    return true;
  }
  const bool ended = pos_ < text_.size();
  if (ended) ++pos_;
  if (in_namespace_) return true;
  return report(in_import_ ? Role::css_import : Role::css_url, raw, ended, begin, end);
}

// 4.3.5
bool CssScanner::string(char quote) {
  const Expect expect = std::exchange(expect_, Expect::nothing);
  const std::size_t begin = ++pos_;
  begin_value();
  while (pos_ < text_.size() && text_[pos_] != quote) {
    const char c = text_[pos_];
    if (is_newline(c)) return true;  // a bad string
    if (c == '\\' || c == '\0')
      decode();
    else
      ++pos_;
  }
  const std::string_view raw = end_value();
  const std::size_t end = pos_;
  const bool ended = pos_ < text_.size();
  if (ended) ++pos_;

  CssNode takes = kUrlPlace;
  std::optional<Role> role;
  switch (expect) {
    case Expect::import:
      role = Role::css_import;
      break;
    case Expect::url:
      if (!in_namespace_) role = in_import_ ? Role::css_import : Role::css_url;
      break;
    case Expect::src:
      role = in_import_ ? Role::css_import : Role::css_src;
      break;
    case Expect::no_import:
      break;
    case Expect::nothing:
      takes = place();
      if (takes != kNowhere) role = Role::css_image_set;
  }
  if (!role) return true;
  return report(*role, raw, ended, begin, end, takes);
}

void CssScanner::at_keyword() {
  expect_ = Expect::nothing;
  if (++pos_ >= text_.size() || !begins_name(pos_)) return;
  const std::string_view word = read_name(name_);
  if (ascii::iequals(word, "import")) expect_ = Expect::import;
  if (ascii::iequals(word, "namespace")) expect_ = Expect::no_import;
  at_rule_ = ascii::iequals(word, "property")   ? AtRule::property
             : ascii::iequals(word, "function") ? AtRule::function
                                                : AtRule::none;
}

// What only may become a reference is taken back from the finds until it is known.
bool CssScanner::report(Role role, std::string_view raw, bool ended, std::size_t begin,
                        std::size_t end, CssNode place) {
  if (raw.empty()) return true;
  std::vector<Find>& finds = visitor_.memory().finds;
  const std::size_t before = finds.size();
  const bool go_on =
      visitor_.found(role, decoded_ ? visitor_.memory().keep(raw) : raw,
                     ended ? std::uint8_t{0} : std::uint8_t{kUnterminated}, begin, end);
  if (place == kUrlPlace || finds.size() == before) return go_on;
  flow_.keep(place, before, finds.back());
  finds.pop_back();
  return go_on;
}

}  // namespace basewalk::extract
