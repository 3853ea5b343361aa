// SPDX-License-Identifier: MIT
//
// Text that is meant to be UTF-8: the repair of what is not.
#include "text/utf8.h"

#include "mime/charset.h"
#include "text/binary/windows_1252.h"

namespace basewalk::mime {

bool is_utf8(std::string_view bytes) { return utf8::is_valid(bytes); }

void append_windows_1252(std::string_view bytes, std::string& out) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t plain = utf8::ascii_prefix(bytes.substr(i));
    out += bytes.substr(i, plain);
    i += plain;
    if (i == bytes.size()) return;
    utf8::append(text::windows_1252(static_cast<unsigned char>(bytes[i])), out);
  }
}

void append_repaired_utf8(std::string_view bytes, std::string& out) {
  while (true) {
    const std::size_t valid = utf8::valid_prefix(bytes);
    out += bytes.substr(0, valid);
    if (valid == bytes.size()) return;
    append_windows_1252(bytes.substr(valid, 1), out);
    bytes.remove_prefix(valid + 1);
  }
}

}  // namespace basewalk::mime
