// SPDX-License-Identifier: MIT
//
// The states of WHATWG HTML 13.2.5, run together where a search does what several states would do
// one character at a time: text runs up to a '<' that begins markup, an attribute value up to its
// quote, a comment up to "-->" or "--!>".
#include "html/tokenizer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "text/ascii.h"
#include "text/find.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace basewalk::html {

using text::find_any;
using text::find_byte;
using text::Offsets;

namespace {

enum ByteClass : std::uint8_t {
  kSpace = 1,
  kNameEnd = 2,       // of a tag's name: white space / >
  kAttributeEnd = 4,  // of an attribute's name: white space / > =
  kUnquotedEnd = 8,   // of an unquoted value: white space >
};

constexpr auto kClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (const char c : {' ', '\t', '\n', '\r', '\f'})
    classes[static_cast<unsigned char>(c)] = kSpace | kNameEnd | kAttributeEnd | kUnquotedEnd;
  classes['/'] = kNameEnd | kAttributeEnd;
  classes['>'] = kNameEnd | kAttributeEnd | kUnquotedEnd;
  classes['='] = kAttributeEnd;
  return classes;
}();

constexpr bool is(char c, ByteClass c_class) {
  return (kClasses[static_cast<unsigned char>(c)] & c_class) != 0;
}

std::size_t skip_spaces(std::string_view text, std::size_t pos) {
  while (pos < text.size() && is(text[pos], kSpace)) ++pos;
  return pos;
}

std::size_t skip_to(std::string_view text, std::size_t pos, ByteClass end) {
  while (pos < text.size() && !is(text[pos], end)) ++pos;
  return pos;
}

// A name up to a byte of a class, and what it is called if it is short.
struct Name {
  std::size_t end = 0;
  NameKey key;
  bool is_long = false;
};

#if defined(__SSE2__)
// As many bytes that are all ones as are wanted, from 16 less those on.
alignas(16) constexpr auto kOnes = [] {
  std::array<std::uint8_t, 32> ones{};
  for (std::size_t i = 0; i < 16; ++i) ones[i] = 0xFF;
  return ones;
}();
#endif

// `kEnds`: what ends it, but for white space.
template <ByteClass kEnd, char... kEnds>
Name name_at(std::string_view text, std::size_t pos) {
  Name name;
#if defined(__SSE2__)
  if (pos + 16 <= text.size()) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + pos));
    // White space, and control characters that are none.
    __m128i hits = _mm_cmpeq_epi8(_mm_min_epu8(block, _mm_set1_epi8(' ')), block);
    ((hits = _mm_or_si128(hits, _mm_cmpeq_epi8(block, _mm_set1_epi8(kEnds)))), ...);
    const int mask = _mm_movemask_epi8(hits);
    const auto size = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(mask)));
    if (mask != 0 && is(text[pos + size], kEnd)) {
      const __m128i capital = _mm_and_si128(_mm_cmpgt_epi8(block, _mm_set1_epi8('A' - 1)),
                                            _mm_cmplt_epi8(block, _mm_set1_epi8('Z' + 1)));
      __m128i lower = _mm_or_si128(block, _mm_and_si128(capital, _mm_set1_epi8(0x20)));
      lower = _mm_and_si128(
          lower, _mm_loadu_si128(reinterpret_cast<const __m128i*>(kOnes.data() + 16 - size)));
      name.end = pos + size;
      name.key.low = static_cast<std::uint64_t>(_mm_cvtsi128_si64(lower));
      name.key.high =
          static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(lower, lower)));
      name.key.size = size;
      return name;
    }
  }
#endif
  name.end = skip_to(text, pos, kEnd);
  name.is_long = name.end - pos > NameKey::kLongest;
  if (!name.is_long) name.key = key_of(text.substr(pos, name.end - pos));
  return name;
}

// Is all of a stretch white space?
bool is_blank(std::string_view text, std::size_t begin, std::size_t end) {
  if (!is(text[begin], kSpace)) return false;
#if defined(__SSE2__)
  if (end - begin <= 16 && begin + 16 <= text.size()) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + begin));
    __m128i hits = _mm_cmpeq_epi8(block, _mm_set1_epi8(' '));
    for (const char c : {'\t', '\n', '\r', '\f'})
      hits = _mm_or_si128(hits, _mm_cmpeq_epi8(block, _mm_set1_epi8(c)));
    const unsigned wanted = (1U << (end - begin)) - 1;
    return (static_cast<unsigned>(_mm_movemask_epi8(hits)) & wanted) == wanted;
  }
#endif
  return skip_spaces(text.substr(0, end), begin) == end;
}

}  // namespace

Tokenizer::Tokenizer(std::string_view text, Keep keep) : text_(text), keep_(keep) {
  attributes_.reserve(8);
}

void Tokenizer::reset(std::string_view text) {
  text_ = text;
  pos_ = 0;
  state_ = TextState::data;
  cdata_allowed_ = false;
  cut_conditions_ = false;
  keep_ = Keep::known;
  token_ = {};
  at_rest_ = true;
}

void Tokenizer::set_state(TextState state, std::string_view end_tag) {
  state_ = state;
  end_tag_ = end_tag;
}

// 13.2.5.6: what makes of '<' a tag, a comment or a declaration.
bool Tokenizer::begins_markup(std::size_t pos) const {
  if (pos + 1 >= text_.size()) return false;
  const char c = text_[pos + 1];
  if (ascii::is_alpha(c) || c == '!' || c == '?') return true;
  return c == '/' && pos + 2 < text_.size();
}

const Token& Tokenizer::next() {
  if (pos_ >= text_.size()) {
    if (token_.kind != TokenKind::end_of_text) at_rest_ = is_at_rest();
    token_ = {};
    token_.begin = token_.end = text_.size();
    return token_;
  }
  if (state_ != TextState::data) return special_text();

  if (text_[pos_] != '<' || !begins_markup(pos_)) {
    const std::size_t begin = pos_;
    std::size_t open = find_byte(text_, '<', pos_ + 1);
    while (open < text_.size() && !begins_markup(open)) open = find_byte(text_, '<', open + 1);
    text_until(open, TextState::data);
    token_.blank = is_blank(text_, begin, open);
    return token_;
  }

  switch (text_[pos_ + 1]) {
    case '!':
      return markup_declaration();
    case '?':
      return bogus_comment(pos_ + 1);
    case '/':
      if (ascii::is_alpha(text_[pos_ + 2])) return tag(true);
      if (text_[pos_ + 2] != '>') return bogus_comment(pos_ + 2);
      // 13.2.5.7: "</>" is nothing.  An empty text keeps the promise of one token a call.
      pos_ += 3;
      token_ = {};
      token_.kind = TokenKind::text;
      token_.begin = token_.end = pos_;
      return token_;
    default:
      return tag(false);
  }
}

// At the end of the text, with its last token at hand.
bool Tokenizer::is_at_rest() const {
  if (state_ != TextState::data || token_.unterminated) return false;
  if (token_.kind != TokenKind::text) return true;
  // Of "</" and a tag behind it an end tag that has no name would be made, which is a comment.
  return token_.state == TextState::data && !token_.text.ends_with("</");
}

const Token& Tokenizer::text_until(std::size_t end, TextState state) {
  token_ = {};
  token_.kind = TokenKind::text;
  token_.state = state;
  token_.begin = pos_;
  token_.end = end;
  token_.text = text_.substr(pos_, end - pos_);
  pos_ = end;
  return token_;
}

// Text up to the end that its state has; then the data state again.
const Token& Tokenizer::special_text() {
  const TextState state = state_;
  std::size_t end = text_.size();
  if (state == TextState::cdata_section) {
    end = std::min(text_.find("]]>", pos_), text_.size());
    state_ = TextState::data;
    text_until(end, state);
    pos_ = std::min(end + 3, text_.size());
    return token_;
  }
  if (state == TextState::script_data) end = end_of_script();
  if (state == TextState::rcdata || state == TextState::rawtext) end = end_of_raw_text(end_tag_);
  if (state != TextState::plaintext) state_ = TextState::data;
  if (end == pos_) return tag(true);
  // An "</" at the very end is text as well.
  return text_until(end, state);
}

// 13.2.5.9 to 17: an end tag token is an appropriate one where it has the name of the last start
// tag and something that can follow a name.
bool Tokenizer::is_end_tag_at(std::size_t pos, std::string_view name) const {
  const std::size_t end = pos + 2 + name.size();
  return !name.empty() && end < text_.size() && text_[pos + 1] == '/' && is(text_[end], kNameEnd) &&
         ascii::iequals(text_.substr(pos + 2, name.size()), name);
}

std::size_t Tokenizer::end_of_raw_text(std::string_view name) const {
  std::size_t open = find_byte(text_, '<', pos_);
  while (open < text_.size() && !is_end_tag_at(open, name)) open = find_byte(text_, '<', open + 1);
  return open;
}

// 13.2.5.4 and 15 to 31: within "<!--" and "-->" a script may hold "<script>...</script>".
std::size_t Tokenizer::end_of_script() const {
  enum { plain, escaped, double_escaped } level = plain;
  std::size_t dashes = 0;  // "-->" counts only where it begins here or behind
  for (std::size_t pos = pos_; (pos = find_any<'<', '>'>(text_, pos)) < text_.size(); ++pos) {
    if (text_[pos] == '>') {
      if (level != plain && pos >= dashes + 2 && text_[pos - 1] == '-' && text_[pos - 2] == '-')
        level = plain;
      continue;
    }
    if (level != double_escaped && is_end_tag_at(pos, end_tag_)) return pos;
    if (level == plain) {
      if (text_.substr(pos, 4) == "<!--") {
        level = escaped;
        dashes = pos + 2;
      }
    } else if (level == escaped) {
      const std::size_t end = pos + 7;
      if (end < text_.size() && is(text_[end], kNameEnd) &&
          ascii::iequals(text_.substr(pos + 1, 6), "script"))
        level = double_escaped;
    } else if (is_end_tag_at(pos, "script")) {
      level = escaped;
    }
  }
  return text_.size();
}

const Token& Tokenizer::tag(bool is_end_tag) {
  token_ = {};
  token_.kind = is_end_tag ? TokenKind::end_tag : TokenKind::start_tag;
  token_.begin = pos_;
  keeping_ = !is_end_tag;
  if (!is_end_tag) attributes_.clear();
  seen_ = {};

  const std::size_t name = pos_ + (is_end_tag ? 2 : 1);
  const Name found = name_at<kNameEnd, '/', '>'>(text_, name);
  std::size_t pos = found.end;
  token_.text = text_.substr(name, pos - name);
  token_.element = found.is_long ? element_named(token_.text) : element_named(found.key);

  while (true) {
    // Before attribute name, 13.2.5.32; the solidus, 13.2.5.40.
    while (pos < text_.size() && is(text_[pos], kSpace)) ++pos;
    if (pos >= text_.size()) break;
    if (text_[pos] == '>') {
      ++pos;
      token_.end = pos_ = pos;
      return token_;
    }
    if (text_[pos] == '/') {
      ++pos;
      token_.self_closing = pos < text_.size() && text_[pos] == '>';
      continue;
    }
    pos = attribute(pos);
  }
  token_.unterminated = true;
  token_.end = pos_ = text_.size();
  return token_;
}

// 13.2.5.33 to 39.  Returns the place behind the attribute.
std::size_t Tokenizer::attribute(std::size_t pos) {
  const std::size_t begin = pos;
  Attribute id = Attribute::other;
  if (text_[pos] == '=') {
    // A first '=' is part of the name.
    pos = skip_to(text_, pos + 1, kAttributeEnd);
  } else {
    const Name found = name_at<kAttributeEnd, '/', '>', '='>(text_, pos);
    pos = found.end;
    const std::string_view name = text_.substr(begin, pos - begin);
    if (keeping_) id = found.is_long ? attribute_named(name) : attribute_named(name, found.key);
  }
  const std::string_view name = text_.substr(begin, pos - begin);
  std::size_t value = pos < text_.size() && text_[pos] == '=' ? pos : skip_spaces(text_, pos);
  if (value >= text_.size() || text_[value] != '=') {
    keep_attribute(id, name, text_.substr(pos, 0), value >= text_.size());
    return value;
  }
  value = skip_spaces(text_, value + 1);
  if (value >= text_.size()) {
    keep_attribute(id, name, text_.substr(value), true);
    return value;
  }
  const char quote = text_[value];
  if (quote == '"' || quote == '\'') {
    ++value;
    const std::size_t end = find_byte(text_, quote, value);
    keep_attribute(id, name, text_.substr(value, end - value), end == text_.size());
    return std::min(end + 1, text_.size());
  }
  const std::size_t end = skip_to(text_, value, kUnquotedEnd);
  keep_attribute(id, name, text_.substr(value, end - value), end == text_.size());
  return end;
}

void Tokenizer::keep_attribute(Attribute id, std::string_view name, std::string_view value,
                               bool unterminated) {
  if (!keeping_ || (keep_ == Keep::known && id == Attribute::other)) return;
  if (keep_ == Keep::known) {
    std::uint64_t& seen = seen_[static_cast<unsigned>(id) / 64];
    const std::uint64_t bit = std::uint64_t{1} << (static_cast<unsigned>(id) % 64);
    // Of handlers there are many names.
    if ((seen & bit) != 0 && id != Attribute::event) return;
    seen |= bit;
  }
  TagAttribute& kept = attributes_.emplace_back();
  kept.id = id;
  kept.unterminated = unterminated;
  kept.name = name;
  kept.value = value;
}

// 13.2.5.42
const Token& Tokenizer::markup_declaration() {
  const std::string_view rest = text_.substr(pos_ + 2);
  if (rest.starts_with("--")) return comment();
  if (ascii::istarts_with(rest, "doctype")) {
    bogus_comment(pos_ + 9);
    token_.kind = TokenKind::doctype;
    return token_;
  }
  if (cdata_allowed_ && rest.starts_with("[CDATA[")) {
    pos_ += 9;
    state_ = TextState::cdata_section;
    return next();
  }
  return bogus_comment(pos_ + 2);
}

// 13.2.5.41
const Token& Tokenizer::bogus_comment(std::size_t data) {
  const std::size_t end = find_byte(text_, '>', data);
  token_ = {};
  token_.kind = TokenKind::comment;
  token_.begin = pos_;
  token_.text = text_.substr(data, end - data);
  token_.unterminated = end == text_.size();
  token_.end = pos_ = std::min(end + 1, text_.size());
  return token_;
}

namespace {

// Is a comment of that data over at a ">" behind it to somebody, but not to browsers?  To Roundcube
// where that is the first and behind letters and digits; to terminal browsers where blanks stand
// behind "--".
bool ends_early(std::string_view data, bool is_first) {
  if (is_first && !data.empty() && std::all_of(data.begin(), data.end(), ascii::is_alnum))
    return true;
  const std::size_t size = data.size();
  while (!data.empty() && ascii::is_space(data.back())) data.remove_suffix(1);
  return data.size() < size && data.ends_with("--");
}

}  // namespace

// 13.2.5.43 to 52.  A comment ends at the first "-->" or "--!>"; right behind its beginning
// ">" and "->" end it as well.
const Token& Tokenizer::comment() {
  const std::size_t data = pos_ + 4;
  token_ = {};
  token_.kind = TokenKind::comment;
  token_.begin = pos_;
  const std::string_view rest = text_.substr(data);
  if (rest.starts_with(">") || rest.starts_with("->")) {
    token_.end = pos_ = data + (rest[0] == '>' ? 1 : 2);
    return token_;
  }
  if (cut_conditions_ && conditional_content(rest.substr(0, 200))) {
    const std::size_t begin = *conditional_content(rest.substr(0, 200));
    token_.end = pos_ = data + begin;
    return token_;
  }
  bool is_at_first = true;
  for (std::size_t pos = data; (pos = find_byte(text_, '>', pos)) < text_.size(); ++pos) {
    std::size_t end = pos;
    if (end > data && text_[end - 1] == '!') --end;
    const bool is_first = std::exchange(is_at_first, false);
    if (cut_conditions_ && ends_early(text_.substr(data, pos - data), is_first)) {
      token_.end = pos_ = pos + 1;
      return token_;
    }
    if (end < data + 2 || text_[end - 1] != '-' || text_[end - 2] != '-') continue;
    token_.text = text_.substr(data, end - 2 - data);
    token_.end = pos_ = pos + 1;
    return token_;
  }
  // What might have been the beginning of its end is no data.
  std::string_view all = rest;
  if (all.ends_with("--!"))
    all.remove_suffix(3);
  else if (all.ends_with("--"))
    all.remove_suffix(2);
  else if (all.ends_with("-"))
    all.remove_suffix(1);
  token_.text = all;
  token_.unterminated = true;
  token_.end = pos_ = text_.size();
  return token_;
}

void decode_token_text(const Token& token, Nul nul_in_data, std::string& out, Offsets* offsets) {
  const bool references = token.state == TextState::data || token.state == TextState::rcdata;
  const bool raw = token.state != TextState::data && token.state != TextState::cdata_section;
  decode_html(token.text, references ? References::decode : References::keep,
              raw ? Nul::replace : nul_in_data, out, offsets);
}

bool is_literal_text(const Token& token) {
  if (token.state == TextState::data || token.state == TextState::rcdata)
    return is_literal(token.text);
  return find_any<'\r', '\0'>(token.text, 0) == token.text.size();
}

std::optional<std::size_t> conditional_content(std::string_view comment) {
  std::size_t pos = skip_spaces(comment, 0);
  if (!ascii::istarts_with(comment.substr(pos), "[if")) return {};
  pos += 3;
  if (pos >= comment.size() || ascii::is_alnum(comment[pos])) return {};
  pos = find_byte(comment, ']', pos);
  if (pos >= comment.size()) return {};
  pos = skip_spaces(comment, pos + 1);
  if (pos >= comment.size() || comment[pos] != '>') return {};
  return pos + 1;
}

std::optional<std::size_t> washed_content(std::string_view comment) {
  const std::size_t first = find_byte(comment, '>', 0);
  for (std::size_t pos = first; pos < comment.size(); pos = find_byte(comment, '>', pos + 1))
    if (ends_early(comment.substr(0, pos), pos == first)) return pos + 1;
  return {};
}

}  // namespace basewalk::html
