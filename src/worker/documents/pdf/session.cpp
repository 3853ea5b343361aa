// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/session.h"

#include <qpdf/QUtil.hh>

#include <algorithm>
#include <string_view>

#include "text/binary/utf16.h"
#include "text/utf8.h"

namespace basewalk::worker::pdf {
std::string text_of(const std::string& bytes) {
  // 7.9.2.2; the other order of bytes is met, too.
  const std::string_view units =
      std::string_view(bytes).substr(std::min<std::size_t>(2, bytes.size()));
  if (bytes.starts_with("\xFE\xFF")) return text::utf8_of_utf16(units, text::Endian::big);
  if (bytes.starts_with("\xFF\xFE")) return text::utf8_of_utf16(units);
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
