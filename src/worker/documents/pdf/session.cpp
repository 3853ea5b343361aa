// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/session.h"

#include <qpdf/QUtil.hh>

#include "text/utf8.h"

namespace basewalk::worker::pdf {
namespace {

// 7.9.2.2: UTF-16; the other order of bytes is met, too.
std::string from_utf16(std::string_view bytes, bool is_little) {
  std::string out;
  const auto unit = [&](std::size_t at) -> char32_t {
    const char32_t first = static_cast<unsigned char>(bytes[at]);
    const char32_t second = static_cast<unsigned char>(bytes[at + 1]);
    return is_little ? second << 8 | first : first << 8 | second;
  };
  for (std::size_t at = 2; at + 1 < bytes.size(); at += 2) {
    char32_t c = unit(at);
    if (utf8::is_high_surrogate(c) && at + 3 < bytes.size() &&
        utf8::is_low_surrogate(unit(at + 2))) {
      c = utf8::joined(c, unit(at + 2));
      at += 2;
    }
    utf8::append_any(c, out);
  }
  return out;
}

}  // namespace

std::string text_of(const std::string& bytes) {
  if (bytes.starts_with("\xFE\xFF")) return from_utf16(bytes, false);
  if (bytes.starts_with("\xFF\xFE")) return from_utf16(bytes, true);
  if (bytes.starts_with("\xEF\xBB\xBF")) return bytes.substr(3);
  if (utf8::is_valid(bytes)) return bytes;
  return QUtil::pdf_doc_to_utf8(bytes);
}

std::string text_of(QPDFObjectHandle object) {
  return object.isString() ? text_of(object.getStringValue()) : std::string();
}

std::string name_in(QPDFObjectHandle object) {
  return object.isName() ? object.getName().substr(1) : std::string();
}

}  // namespace basewalk::worker::pdf
