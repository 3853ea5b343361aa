// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/session.h"

#include <qpdf/QUtil.hh>

#include <algorithm>
#include <string_view>

#include "text/binary/utf16.h"
#include "text/utf8.h"

namespace basewalk::worker::pdf {
namespace {

// 7.9.2.2.1: the language of what follows stands between two of these; viewers do not show it.
std::string without_languages(const std::string& text) {
  constexpr char kEscape = '\x1B';
  std::string out;
  bool is_language = false;
  for (const char c : text)
    if (c == kEscape)
      is_language = !is_language;
    else if (!is_language)
      out += c;
  return out;
}

// D.2: what stands for nothing there is what Latin-1 has, as viewers take it (a soft hyphen, which
// is nothing in a host).
std::string utf8_of_pdf_doc(const std::string& bytes) {
  constexpr std::string_view kNothing = "\x7F\x9F\xAD";
  std::string out;
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t end = std::min(bytes.find_first_of(kNothing, at), bytes.size());
    out += QUtil::pdf_doc_to_utf8(bytes.substr(at, end - at));
    if (end < bytes.size()) utf8::append(static_cast<unsigned char>(bytes[end]), out);
    at = end + 1;
  }
  return out;
}

}  // namespace

std::string text_of(const std::string& bytes) {
  // 7.9.2.2; the other order of bytes is met, too.
  const std::string_view units =
      std::string_view(bytes).substr(std::min<std::size_t>(2, bytes.size()));
  if (bytes.starts_with("\xFE\xFF"))
    return without_languages(text::utf8_of_utf16(units, text::Endian::big));
  if (bytes.starts_with("\xFF\xFE")) return without_languages(text::utf8_of_utf16(units));
  if (bytes.starts_with("\xEF\xBB\xBF")) return without_languages(bytes.substr(3));
  if (utf8::is_valid(bytes)) return bytes;
  return utf8_of_pdf_doc(bytes);
}

std::string text_of(QPDFObjectHandle object) {
  return object.isString() ? text_of(object.getStringValue()) : std::string();
}

std::string name_in(QPDFObjectHandle object) {
  return object.isName() ? object.getName().substr(1) : std::string();
}

}  // namespace basewalk::worker::pdf
