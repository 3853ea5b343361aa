// SPDX-License-Identifier: MIT
//
// Text in the code pages of Windows, as UTF-8.
//
// Before this: reader.cpp knows the font, and with it the code page.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_RTF_CODE_PAGES_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_RTF_CODE_PAGES_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace basewalk::worker::rtf {

inline constexpr std::uint16_t kUtf8 = 65001, kWestern = 1252, kSymbol = 42;

/// The code page of a \fcharset; 0 for that of the document.
std::uint16_t page_of_charset(std::int32_t charset);

/// Bytes one after the other, which may change their code page between two characters.
class Decoder {
 public:
  void append(std::string_view bytes, std::uint16_t page, std::string& out);
  void append(unsigned char byte, std::uint16_t page, std::string& out);
  /// Half of a character that nothing follows.
  void finish(std::string& out);

 private:
  unsigned char lead_ = 0;
};

}  // namespace basewalk::worker::rtf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_RTF_CODE_PAGES_H_
