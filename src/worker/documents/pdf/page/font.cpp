// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/page/font.h"

#include <algorithm>
#include <vector>

#include "text/utf8.h"
#include "worker/documents/pdf/page/glyph_names.h"
#include "worker/documents/pdf/stream.h"

namespace basewalk::worker::pdf {
namespace {

constexpr int kMostWidths = 70'000;

double number_in(QPDFObjectHandle object, double otherwise) {
  return object.isNumber() ? object.getNumericValue() : otherwise;
}

}  // namespace

Font::Font(QPDFObjectHandle dictionary, Session& session) {
  if (!dictionary.isDictionary()) return;
  QPDFObjectHandle map = dictionary.getKey("/ToUnicode");
  if (map.isStream()) {
    CMap read(bytes_of(session, map));
    if (!read.is_empty()) to_unicode_.emplace(std::move(read));
  }
  if (name_in(dictionary.getKey("/Subtype")) == "Type0")
    read_composite(dictionary);
  else
    read_simple(dictionary);
}

// 9.6
void Font::read_simple(QPDFObjectHandle dictionary) {
  QPDFObjectHandle descriptor = dictionary.getKey("/FontDescriptor");
  bool is_symbolic = false;
  if (descriptor.isDictionary()) {
    default_width_ = number_in(descriptor.getKey("/MissingWidth"), 500) / 1000;
    QPDFObjectHandle flags = descriptor.getKey("/Flags");
    is_symbolic = flags.isInteger() && (flags.getIntValue() & 4) != 0;
  }
  read_encoding(dictionary.getKey("/Encoding"), is_symbolic);
  const std::string name = name_in(dictionary.getKey("/BaseFont"));
  QPDFObjectHandle widths = dictionary.getKey("/Widths");
  if (!widths.isArray()) {
    // The standard fonts of 9.6.2.2.
    has_helvetica_ = name.find("Courier") == name.npos;
    if (!has_helvetica_) default_width_ = 0.6;
    return;
  }
  const auto first = static_cast<std::uint32_t>(
      std::clamp(number_in(dictionary.getKey("/FirstChar"), 0), 0.0, 255.0));
  const int count = std::min(widths.getArrayNItems(), 256);
  // Those of Type 3 are in a space of their own (9.6.4).
  double scale = 0.001;
  QPDFObjectHandle matrix = dictionary.getKey("/FontMatrix");
  if (matrix.isArray() && matrix.getArrayNItems() == 6)
    scale = number_in(matrix.getArrayItem(0), scale);
  for (int i = 0; i < count; ++i)
    widths_[first + static_cast<std::uint32_t>(i)] = number_in(widths.getArrayItem(i), 500) * scale;
}

// 9.6.5
void Font::read_encoding(QPDFObjectHandle encoding, bool is_symbolic) {
  std::string base = name_in(encoding);
  if (encoding.isDictionary()) base = name_in(encoding.getKey("/BaseEncoding"));
  const bool is_mac = base == "MacRomanEncoding";
  const bool is_standard = base == "StandardEncoding";
  for (unsigned i = 0x20; i < 256; ++i) {
    const auto byte = static_cast<unsigned char>(i);
    // The built-in encoding is not known; most are like this one.
    char32_t c = is_mac ? mac_roman(byte) : is_standard ? standard(byte) : win_ansi(byte);
    // What it has nothing for is Latin-1 to PDFium and pdf.js.
    if (c == 0 && i >= 0xA0) c = byte;
    if (c != 0 && !(is_symbolic && base.empty() && i >= 0x7F)) utf8::append_any(c, simple_[i]);
  }
  if (!encoding.isDictionary()) return;
  QPDFObjectHandle differences = encoding.getKey("/Differences");
  if (!differences.isArray()) return;
  long long code = 0;
  for (const QPDFObjectHandle& each : differences.getArrayAsVector()) {
    QPDFObjectHandle item(each);
    if (item.isInteger()) {
      code = item.getIntValue();
    } else if (code >= 0 && code < 256) {
      simple_[static_cast<std::size_t>(code++)] = text_of_glyph(name_in(item));
    }
  }
}

// 9.7
void Font::read_composite(QPDFObjectHandle dictionary) {
  code_bytes_ = 2;
  if (to_unicode_ && to_unicode_->code_bytes() == 1) code_bytes_ = 1;
  const std::string encoding = name_in(dictionary.getKey("/Encoding"));
  if (encoding.starts_with("Identity")) code_bytes_ = 2;
  default_width_ = 1;
  QPDFObjectHandle descendants = dictionary.getKey("/DescendantFonts");
  if (!descendants.isArray() || descendants.getArrayNItems() < 1) return;
  QPDFObjectHandle descendant = descendants.getArrayItem(0);
  if (!descendant.isDictionary()) return;
  QPDFObjectHandle system = descendant.getKey("/CIDSystemInfo");
  read_codes(encoding, system.isDictionary() ? text_of(system.getKey("/Ordering")) : std::string());
  default_width_ = number_in(descendant.getKey("/DW"), 1000) / 1000;
  read_wide(descendant.getKey("/W"));
}

// 9.7.5.2: "UniGB-UTF16-H"; "90ms-RKSJ-H" and others in which ASCII is one byte.  With Identity the
// codes are those of a collection, or, where the font is of none and says no more, taken for
// Unicode by PDFium and pdf.js; so are those of a map of its own, which goes to glyphs alone.
void Font::read_codes(std::string_view encoding, std::string_view collection) {
  constexpr std::string_view kMixed[] = {"EUC", "B5", "UHC", "HKscs", "GBK", "GBpc", "KSCpc"};
  const auto has = [&](std::string_view word) { return encoding.find(word) != encoding.npos; };
  if (encoding.starts_with("Uni"))
    codes_ = Codes::utf16;
  else if (has("RKSJ"))
    codes_ = Codes::shift_jis;
  else if (std::any_of(std::begin(kMixed), std::end(kMixed), has))
    codes_ = Codes::mixed;
  else if (!encoding.empty() && !encoding.starts_with("Identity"))
    return;
  else if (collection == "Japan1" || collection == "GB1" || collection == "Korea1" ||
           collection == "CNS1")
    codes_ = Codes::collection;
  else
    codes_ = Codes::utf16;
  half_ = collection == "Japan1"   ? 231
          : collection == "GB1"    ? 813
          : collection == "Korea1" ? 8094
                                   : 13648;
}

std::size_t Font::code_bytes(unsigned char first) const {
  const bool is_mixed = codes_ == Codes::mixed || codes_ == Codes::shift_jis;
  const bool is_half = codes_ == Codes::shift_jis && first >= 0xA0 && first < 0xE0;
  return is_mixed && (first <= 0x80 || is_half) ? 1 : code_bytes_;
}

// Each of them begins with ASCII (Adobe Technical Notes 5078, 5079, 5080, 5093).
char32_t Font::of_collection(std::uint32_t code) const {
  constexpr std::uint32_t kFirst = 0x20, kLetters = 95;
  if (code >= 1 && code <= kLetters) return kFirst + code - 1;
  return code >= half_ && code < half_ + kLetters ? kFirst + code - half_ : 0;
}

// 9.7.4.3: "c [w1 w2 ...]" and "first last w".
void Font::read_wide(QPDFObjectHandle widths) {
  if (!widths.isArray()) return;
  const std::vector<QPDFObjectHandle> items = widths.getArrayAsVector();
  int left = kMostWidths;
  for (std::size_t i = 0; i + 1 < items.size() && left > 0;) {
    const auto first = static_cast<std::uint32_t>(std::clamp(number_in(items[i], 0), 0.0, 65535.0));
    QPDFObjectHandle second(items[i + 1]);
    if (second.isArray()) {
      std::uint32_t code = first;
      for (const QPDFObjectHandle& width : second.getArrayAsVector()) {
        if (--left < 0) break;
        widths_[code++] = number_in(width, 1000) / 1000;
      }
      i += 2;
    } else if (i + 2 < items.size()) {
      const auto last = static_cast<std::uint32_t>(std::clamp(number_in(second, 0), 0.0, 65535.0));
      const double width = number_in(items[i + 2], 1000) / 1000;
      for (std::uint32_t code = first; code <= last && --left > 0; ++code) widths_[code] = width;
      i += 3;
    } else {
      return;
    }
  }
}

void Font::append(std::uint32_t code, std::string& out) const {
  if (to_unicode_ && to_unicode_->append(code, out)) return;
  const bool is_mixed = codes_ == Codes::mixed || codes_ == Codes::shift_jis;
  const char32_t c = codes_ == Codes::utf16        ? code
                     : codes_ == Codes::collection ? of_collection(code)
                     : is_mixed && code < 0x80     ? code
                                                   : 0;
  if (code_bytes_ == 1)
    out += simple_[code & 0xFF];
  else if (c >= 0x20 && !utf8::is_surrogate(c))
    utf8::append_any(c, out);
}

double Font::width(std::uint32_t code) const {
  if (const auto found = widths_.find(code); found != widths_.end()) return found->second;
  return has_helvetica_ ? helvetica_width(code) / 1000.0 : default_width_;
}

}  // namespace basewalk::worker::pdf
