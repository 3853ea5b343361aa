// SPDX-License-Identifier: MIT
//
// Bytes of any charset to UTF-8.
//
// First it is settled which charset a browser takes the bytes for, and which ones other readers do;
// then they are converted: by decoders.cpp, and for other readings where the Encoding Standard has
// no such charset by ICU.  ASCII and UTF-8 need no conversion and are given back as they are.
#include "mime/charset.h"

#include <unicode/ucnv.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "basewalk/mime/decode.h"
#include "basewalk/note.h"
#include "text/ascii.h"
#include "text/binary/windows_1252.h"
#include "text/foreign/icu_error.h"
#include "text/utf8.h"

namespace basewalk::mime {
namespace {

using namespace std::string_view_literals;

// Converters kept open; a message may name any number of charsets.
constexpr std::size_t kMostConverters = 16;

// Is a text that is all ASCII its own decoded text?
bool keeps_ascii(const Charset& charset) {
  return !is_utf16(charset) && charset.kind != CharsetKind::iso_2022_jp &&
         charset.kind != CharsetKind::replacement;
}

// Does it hold a byte that ISO-2022-JP does not take for itself?
bool has_shifts(std::string_view ascii) {
  return ascii.find('\x1B') != ascii.npos || ascii.find('\x0E') != ascii.npos ||
         ascii.find('\x0F') != ascii.npos;
}

// The same of HZ (RFC 1843).
bool has_tilde_shifts(std::string_view text) {
  for (std::size_t at = 0; (at = text.find('~', at)) != text.npos && ++at < text.size();)
    if (text[at] == '{' || text[at] == '\r' || text[at] == '\n') return true;
  return false;
}

// UTF-16 with its zeros, which are the high bytes of ASCII, where big-endian has them.
bool looks_big_endian(std::string_view bytes) {
  std::size_t even = 0;
  std::size_t odd = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(bytes.size(), 512); ++i)
    if (bytes[i] == '\0') ++(i % 2 == 0 ? even : odd);
  return even > odd;
}

// What is said to be UTF-16, and has a tag or a URL whose bytes stand side by side: who cannot
// decode it, or does not try, sees that.  In UTF-16 each of these characters has a zero beside it;
// others whose bytes happen to be such a tag are so rare that a page has none.
bool has_ascii_within(std::string_view bytes) {
  const auto ends_with = [&](std::size_t end, std::string_view word) {
    return end >= word.size() && ascii::iequals(bytes.substr(end - word.size(), word.size()), word);
  };
  for (std::size_t at = 0; (at = bytes.find_first_of(":.", at)) != bytes.npos; ++at)
    if (bytes[at] == '.' ? ends_with(at, "www")
                         : bytes.substr(at).starts_with("://") || ends_with(at, "mailto"))
      return true;
  for (std::size_t at = 0; (at = bytes.find('<', at)) != bytes.npos;) {
    const std::size_t name = ++at;
    while (at < bytes.size() &&
           (ascii::is_alnum(bytes[at]) || bytes[at] == ':' || bytes[at] == '-'))
      ++at;
    if (at > name && at < bytes.size() && (ascii::is_space(bytes[at]) || bytes[at] == '/'))
      return true;
  }
  return false;
}

// A plain text without a mark that has a zero beside nearly each byte: editors see what it is.
const Charset* utf16_by_zeros(std::string_view bytes) {
  bytes = bytes.substr(0, 512);
  const std::size_t characters = bytes.size() / 2;
  std::size_t zeros[2] = {};
  for (std::size_t i = 0; i < 2 * characters; ++i)
    if (bytes[i] == '\0') ++zeros[i % 2];
  constexpr std::size_t kFewest = 4;
  if (characters < kFewest) return nullptr;
  const auto is_nearly_all = [&](std::size_t zero, std::size_t other) {
    return zero * 4 >= characters * 3 && other * 8 <= characters;
  };
  if (is_nearly_all(zeros[1], zeros[0])) return find_charset("utf-16le");
  return is_nearly_all(zeros[0], zeros[1]) ? find_charset("utf-16be") : nullptr;
}

// A label as a note may show it.
std::string shown(std::string_view label) {
  std::string out(label.substr(0, 80));
  for (char& c : out)
    if (c < ' ' || c > '~') c = '?';
  return out;
}

class TextSink final : public CharacterSink {
 public:
  explicit TextSink(std::string& out) : out_(out) {}
  void same(std::string_view bytes, std::size_t) override { out_ += bytes; }
  void character(char32_t code_point, std::size_t) override { utf8::append(code_point, out_); }

 private:
  std::string& out_;
};

// Finds where in the bytes the characters at given places of the text come from.
class PlaceSink final : public CharacterSink {
 public:
  PlaceSink(std::span<std::size_t> places, std::size_t skipped)
      : places_(places), skipped_(skipped) {}
  void same(std::string_view bytes, std::size_t at) override { put(bytes.size(), at, true); }
  void character(char32_t code_point, std::size_t at) override {
    put(utf8::size_of(code_point), at, false);
  }
  void end(std::size_t size) {
    for (; next_ < places_.size(); ++next_) places_[next_] = skipped_ + size;
  }

 private:
  void put(std::size_t size, std::size_t at, bool each) {
    for (; next_ < places_.size() && places_[next_] < at_ + size; ++next_)
      places_[next_] = skipped_ + at + (each ? places_[next_] - at_ : 0);
    at_ += size;
  }

  std::span<std::size_t> places_;
  std::size_t skipped_;
  std::size_t next_ = 0;
  std::size_t at_ = 0;  // in the text
};

// Names of none: ASCII, where whoever knows none of the shifts drops them, or takes each escape for
// three bytes (encoding-japanese, which mailparser uses).
constexpr std::string_view kShiftsDropped = "shifts-dropped";
constexpr std::string_view kThreeByteEscapes = "three-byte-escapes";

bool is_made_up(std::string_view name) {
  return name == kShiftsDropped || name == kThreeByteEscapes;
}

bool names_shifts(std::string_view label) {
  const std::string lower = ascii::lowered(label.substr(0, 80));
  return lower.starts_with("hz") || lower.find("2022") != std::string::npos;
}

bool names_japanese_shifts(std::string_view label) {
  const std::string lower = ascii::lowered(label.substr(0, 80));
  return lower.find("2022-jp") != std::string::npos || lower.find("2022jp") != std::string::npos;
}

struct Shift {
  enum class To : std::uint8_t { ascii, wide, second, nothing };  // the second set: if there is one
  std::size_t size = 0;                                           // 0: none begins here
  To to = To::ascii;
  bool names_second = false;
};

// ISO 2022's escapes, SO and SI, and the tildes of RFC 1843, one of which joins two lines.
Shift shift_at(std::string_view bytes) {
  using To = Shift::To;
  const char c = bytes[0];
  const std::string_view behind = bytes.substr(1);
  if (c == '\x0E' || c == '\x0F') return {1, c == '\x0E' ? To::second : To::ascii};
  if (c == '~') {
    if (behind.starts_with("\r\n")) return {3, To::nothing};
    if (behind.starts_with('\n') || behind.starts_with('\r')) return {2, To::nothing};
    if (behind.starts_with('{') || behind.starts_with('}'))
      return {2, behind[0] == '{' ? To::wide : To::ascii};
    return {};
  }
  if (c != '\x1B') return {};
  std::size_t end = 1;
  while (end < bytes.size() && bytes[end] >= 0x20 && bytes[end] <= 0x2F) ++end;
  const bool names_second =
      behind.size() > 1 && behind[0] == '$' && behind[1] >= ')' && behind[1] <= '+';  // G1 to G3
  const To to = names_second ? To::nothing : behind.starts_with('$') ? To::wide : To::ascii;
  return {std::min(end + 1, bytes.size()), to, names_second};
}

// The same where each escape has three bytes, but for the one that is known to have four.
Shift three_byte_escape_at(std::string_view bytes) {
  using To = Shift::To;
  if (bytes[0] != '\x1B') return {};
  const std::string_view behind = bytes.substr(1);
  if (behind.starts_with("$(D")) return {4, To::wide};
  const bool wide =
      behind.starts_with("$B") || behind.starts_with("$@") || behind.starts_with("(I");
  return {std::min<std::size_t>(3, bytes.size()), wide ? To::wide : To::ascii};
}

// Is there an escape that some take for three bytes and others do not?
bool has_odd_escape(std::string_view text) {
  for (std::size_t at = 0; (at = text.find('\x1B', at)) != text.npos; ++at) {
    const Shift shift = shift_at(text.substr(at));
    const Shift other = three_byte_escape_at(text.substr(at));
    if (shift.size != other.size || shift.to != other.to) return true;
  }
  return false;
}

// What stands between shifts to and from other characters is one that nobody knows.
void drop_shifts(std::string_view bytes, Shift (*find)(std::string_view), CharacterSink& sink) {
  bool wide = false, any = false, has_second = false;
  for (std::size_t at = 0; at < bytes.size();) {
    if (const Shift shift = find(bytes.substr(at)); shift.size > 0) {
      has_second = has_second || shift.names_second;
      const bool is_none =
          shift.to == Shift::To::nothing || (shift.to == Shift::To::second && !has_second);
      if (!is_none) {
        wide = shift.to != Shift::To::ascii;
        any = false;
      }
      at += shift.size;
      continue;
    }
    if (!wide)
      sink.character(text::windows_1252(static_cast<unsigned char>(bytes[at])), at);
    else if (!std::exchange(any, true))
      sink.character(utf8::kReplacement, at);
    ++at;
  }
}

// A charset of the standard, or one that ICU alone has.
struct Choice {
  const Charset* charset = nullptr;
  std::string icu;
};

}  // namespace

ByteOrderMark byte_order_mark(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF"sv)) return {find_charset("utf-8"), 3};
  if (bytes.starts_with("\xFE\xFF"sv)) return {find_charset("utf-16be"), 2};
  if (bytes.starts_with("\xFF\xFE"sv)) return {find_charset("utf-16le"), 2};
  return {};
}

const Charset* utf16_without_mark(std::string_view bytes) {
  if (bytes.size() < 4) return nullptr;
  const auto begins_tag = [](char c) { return ascii::is_alpha(c) || c == '!' || c == '?'; };
  if (bytes.starts_with("<\0"sv) && begins_tag(bytes[2]) && bytes[3] == '\0')
    return find_charset("utf-16le");
  if (bytes.starts_with("\0<\0"sv) && begins_tag(bytes[3])) return find_charset("utf-16be");
  return nullptr;
}

struct CharsetDecoder::State {
  std::string buffer, other_buffer;
  std::string_view bytes;      // as given
  std::string_view text;       // the first reading's
  std::size_t skipped = 0;     // of the bytes: the mark
  std::vector<Choice> others;  // still to be read, in order
  Choice choice;               // of the last text
  std::string used;
  bool is_other = false;  // the last text is that of another reading
  using Converter = std::unique_ptr<UConverter, decltype([](UConverter* c) { ucnv_close(c); })>;
  std::vector<std::pair<std::string, Converter>> converters;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // An open converter that stops at errors; null where ICU has none of that name.
  UConverter* converter(std::string_view name) {
    for (auto& entry : converters)
      if (entry.first == name) return entry.second.get();
    if (converters.size() == kMostConverters) converters.clear();
    std::string key(name);
    UErrorCode error = U_ZERO_ERROR;
    Converter opened(ucnv_open(key.c_str(), &error));
    if (text::has_failed(error) || opened == nullptr) return nullptr;
    ucnv_setToUCallBack(opened.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
    return converters.emplace_back(std::move(key), std::move(opened)).second.get();
  }

  void add_other(const Charset* charset) {
    if (charset != nullptr) others.push_back({charset, {}});
  }
  // What programs that know more than browsers take a label for.
  void add_other_by_label(std::string_view label) {
    label = usual_label(label);
    if (const Charset* const alike = find_charset_loosely(label);
        alike != nullptr && alike->kind != CharsetKind::replacement)
      return add_other(alike);
    std::string name = icu_label(label);
    // Without a mark ICU takes it for big-endian; the highest byte of a character is zero.
    const bool any_order = name == "utf-32" || name == "ucs-4" || name == "iso-10646-ucs-4";
    if (any_order && bytes.size() >= 4 && bytes[0] != '\0' && bytes[3] == '\0') name = "utf-32le";
    if (!name.empty()) others.push_back({nullptr, std::move(name)});
  }

  std::size_t decode(const Choice& wanted, std::string_view from, CharacterSink& sink) {
    if (wanted.charset != nullptr) return decode_characters(*wanted.charset, from, sink);
    if (is_made_up(wanted.icu)) {
      drop_shifts(from, wanted.icu == kShiftsDropped ? shift_at : three_byte_escape_at, sink);
      return kFits;
    }
    UConverter* const opened = converter(wanted.icu);
    return opened != nullptr ? decode_characters_by_icu(opened, from, sink) : 0;
  }
};

CharsetDecoder::CharsetDecoder() : state_(std::make_unique<State>()) {}
CharsetDecoder::~CharsetDecoder() = default;

std::string_view CharsetDecoder::used() const { return state_->used; }

bool CharsetDecoder::has_other() const { return !state_->others.empty(); }

std::string_view CharsetDecoder::to_utf8(std::string_view bytes, std::string_view declared,
                                         TextKind kind, NotePlace place) {
  State& s = *state_;
  s.buffer.clear();
  s.others.clear();
  s.bytes = bytes;
  s.is_other = false;
  const auto note = [&](NoteCode code, std::size_t at, std::string_view text) {
    place.notes.add(code, place.part, place.offset + at, text);
  };
  declared = ascii::trim(declared);

  // What the header says.
  const Charset* const header = find_charset(declared);
  const bool says_ascii = header != nullptr && is_ascii_label(declared);
  if (header == nullptr && !declared.empty()) {
    note(NoteCode::charset_unknown, 0, shown(declared));
    s.add_other_by_label(declared);
  }

  // A byte order mark wins (Encoding Standard 6.1).
  const ByteOrderMark mark = byte_order_mark(bytes);
  s.skipped = mark.size;
  const std::string_view text = bytes.substr(mark.size);
  const std::size_t ascii_prefix = utf8::ascii_prefix(text);
  const bool ascii_only = ascii_prefix == text.size();
  if (mark.charset != nullptr) {
    const bool agrees = header == nullptr || says_ascii || header == mark.charset ||
                        (ascii::iequals(declared, "utf-16") && is_utf16(*mark.charset));
    if (!agrees) {
      note(NoteCode::charset_conflict, 0, mark.charset->name);
      s.add_other(header);
    } else if (is_utf16(*mark.charset) && (header == nullptr || says_ascii)) {
      // Who knows of no such mark in mail takes it for what most mail is.
      s.add_other(find_charset(utf8::is_valid(text) ? "utf-8" : "windows-1252"));
    }
  }
  if (declared.empty() &&
      (bytes.starts_with("\xFF\xFE\0\0"sv) || bytes.starts_with("\0\0\xFE\xFF"sv))) {
    note(NoteCode::charset_conflict, 0, "utf-32");
    s.others.push_back({nullptr, "utf-32"});
  }

  // What the text says.
  NamedCharset named;
  if (mark.charset == nullptr) {
    named = find_charset_in_text(text, kind);
    if (!named.unknown.empty()) note(NoteCode::charset_unknown, 0, shown(named.unknown));
    if (named.charset != nullptr && header != nullptr && named.charset != header &&
        !(says_ascii && ascii_only && keeps_ascii(*named.charset)))
      note(NoteCode::charset_conflict, 0, named.charset->name);
  }

  const Charset* charset = mark.charset != nullptr ? mark.charset : header;
  if (charset == nullptr) charset = named.charset;
  if (charset == nullptr && kind == TextKind::html && (!ascii_only || has_shifts(text))) {
    const LateCharset late = find_late_charset(text);
    charset = late.in_head;
    if (charset == nullptr && late.anywhere != nullptr) {
      note(NoteCode::charset_conflict, 0, late.anywhere->name);
      s.add_other(late.anywhere);
    }
  }

  // Browsers need a mark, or to be told; others see what it is.
  const bool may_be_wide = kind != TextKind::plain ||
                           (mark.charset == nullptr && (charset == nullptr || !is_utf16(*charset)));
  if (const Charset* const wide =
          kind == TextKind::plain ? utf16_by_zeros(bytes) : utf16_without_mark(bytes);
      wide != nullptr && wide != charset && may_be_wide) {
    note(NoteCode::charset_conflict, 0, wide->name);
    s.add_other(wide);
  }

  // Declarations that the bytes give the lie.
  if (says_ascii && charset == header && ascii_only && named.charset != nullptr &&
      !keeps_ascii(*named.charset))
    s.add_other(named.charset);
  if (says_ascii && charset == header && !ascii_only) {
    note(NoteCode::charset_mismatch, ascii_prefix, shown(declared));
    s.add_other(named.charset != nullptr ? named.charset
                : utf8::is_valid(text)   ? find_charset("utf-8")
                                         : nullptr);
  }
  // Where a mark says so too, and no other reading came of it above.
  const bool is_declared = header != nullptr && is_utf16(*header);
  if (charset != nullptr && is_utf16(*charset) && !text.empty() &&
      (mark.charset == nullptr || is_declared)) {
    const bool is_utf8 = utf8::is_valid(text);
    if ((is_utf8 && text.find('\0') == std::string_view::npos) || has_ascii_within(text)) {
      note(NoteCode::charset_mismatch, 0, shown(declared));
      s.add_other(find_charset(is_utf8 ? "utf-8" : "windows-1252"));
    } else if (mark.charset == nullptr && charset->kind == CharsetKind::utf16_le &&
               !ascii::iequals(declared, "utf-16le") &&
               looks_big_endian(text)) {  // no order is declared: RFC 2781 4.3
      note(NoteCode::charset_mismatch, 0, shown(declared));
      s.add_other(find_charset("utf-16be"));
    }
  }
  // Behind those who know the charset come those who do not, or not all of it.
  const auto add_without_shifts = [&] {
    if ((names_shifts(declared) || names_shifts(named.label)) &&
        (has_shifts(text) || has_tilde_shifts(text)))
      s.others.push_back({nullptr, std::string(kShiftsDropped)});
    const bool is_japanese = names_japanese_shifts(declared) || names_japanese_shifts(named.label);
    if (is_japanese && has_odd_escape(text))
      s.others.push_back({nullptr, std::string(kThreeByteEscapes)});
  };
  const bool is_unknown = header == nullptr && named.charset == nullptr && mark.charset == nullptr;
  if (is_unknown) add_without_shifts();
  if (charset == nullptr && ascii_only) {
    s.choice = {find_charset("us-ascii"), {}};
    s.used = "us-ascii";
    return s.text = text;
  }
  if (charset == nullptr) {
    if (declared.empty()) note(NoteCode::charset_undeclared, 0, {});
    charset = find_charset(utf8::is_valid(text) ? "utf-8" : "windows-1252");
  }
  s.choice = {charset, {}};
  s.used = says_ascii && ascii_only && charset == header ? "us-ascii" : charset->name;
  if (charset->kind == CharsetKind::replacement) {
    note(NoteCode::charset_mismatch, 0, charset->name);
    s.add_other_by_label(header != nullptr ? declared : named.label);
    if (!is_unknown) add_without_shifts();
    // Who knows nothing of it takes it for what most mail is.
    if (s.others.empty() || has_shifts(text) || has_tilde_shifts(text))
      s.add_other(find_charset(utf8::is_valid(text) ? "utf-8" : "windows-1252"));
  }

  // The conversion.
  if (ascii_only &&
      (keeps_ascii(*charset) || (charset->kind == CharsetKind::iso_2022_jp && !has_shifts(text))))
    return s.text = text;
  if (charset->kind == CharsetKind::utf8) {
    const std::size_t valid = utf8::valid_prefix(text);
    if (valid == text.size()) return s.text = text;
  }
  // ISO-8859-1 as it was before browsers took it for windows-1252: there this byte ends a line.
  if (charset->kind == CharsetKind::windows_1252 && text.find('\x85') != text.npos)
    s.others.push_back({nullptr, "iso-8859-1"});
  TextSink sink(s.buffer);
  const std::size_t error = decode_characters(*charset, text, sink);
  const bool is_japanese = charset->kind == CharsetKind::iso_2022_jp;
  if (error != kFits && charset->kind != CharsetKind::replacement) {
    note(NoteCode::charset_mismatch, s.skipped + error, charset->name);
    // ICU knows more of its sets than browsers do.
    if (is_japanese) s.others.push_back({nullptr, "iso-2022-jp-2"});
    if (!is_unknown) add_without_shifts();
  }
  // Others know fewer of them, and keep to ASCII: halfwidth katakana above all.
  if (is_japanese && (error != kFits || text.find("\x1B(I") != text.npos))
    s.add_other(find_charset("windows-1252"));
  return s.text = s.buffer;
}

void CharsetDecoder::add_other(std::string_view label) {
  State& s = *state_;
  const std::size_t before = s.others.size();
  s.add_other_by_label(label);
  if (s.others.size() == before) return;
  const Choice& added = s.others.back();
  const auto is_it = [&](const Choice& each) {
    return each.charset == added.charset && each.icu == added.icu;
  };
  if (is_it(s.choice) || std::any_of(s.others.begin(), s.others.end() - 1, is_it))
    s.others.pop_back();
}

std::optional<std::string_view> CharsetDecoder::next_other() {
  State& s = *state_;
  while (!s.others.empty()) {
    Choice next = std::move(s.others.front());
    s.others.erase(s.others.begin());
    if (next.charset == nullptr && !is_made_up(next.icu) && s.converter(next.icu) == nullptr)
      continue;
    s.other_buffer.clear();
    TextSink sink(s.other_buffer);
    s.decode(next, s.bytes, sink);
    if (s.other_buffer == s.text) continue;
    s.choice = std::move(next);
    s.used = s.choice.charset != nullptr ? std::string(s.choice.charset->name) : s.choice.icu;
    s.is_other = true;
    return s.other_buffer;
  }
  return {};
}

void CharsetDecoder::to_places_in_bytes(std::span<std::size_t> places) {
  State& s = *state_;
  // Another reading is of all bytes: it knows of no mark.
  const std::size_t skipped = s.is_other ? 0 : s.skipped;
  const std::string_view from = s.bytes.substr(skipped);
  PlaceSink sink(places, skipped);
  if (!s.is_other && s.text.data() == from.data())
    sink.same(from, 0);
  else
    s.decode(s.choice, from, sink);
  sink.end(from.size());
}

}  // namespace basewalk::mime
