// SPDX-License-Identifier: MIT
//
// Fonts, as far as text is to be read: which characters the bytes of a string are, and how wide
// (ISO 32000-2 9.6, 9.7).
//
// Before this: content.cpp has met a font.  After it: it shows strings in it.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_FONT_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_FONT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "worker/documents/pdf/page/cmap.h"
#include "worker/documents/pdf/qpdf.h"
#include "worker/documents/pdf/session.h"

namespace basewalk::worker::pdf {

class Font {
 public:
  Font(QPDFObjectHandle dictionary, Session& session);

  /// How many bytes a code has that begins with this one.
  std::size_t code_bytes(unsigned char first) const;
  /// Appends the characters of a code.
  void append(std::uint32_t code, std::string& out) const;
  /// In sizes of the font.
  double width(std::uint32_t code) const;

 private:
  void read_simple(QPDFObjectHandle dictionary);
  void read_encoding(QPDFObjectHandle encoding, bool is_symbolic);
  void read_composite(QPDFObjectHandle dictionary);
  void read_codes(std::string_view encoding, std::string_view collection);
  void read_wide(QPDFObjectHandle widths);
  char32_t of_collection(std::uint32_t code) const;

  std::optional<CMap> to_unicode_;
  std::array<std::string, 256> simple_;
  std::unordered_map<std::uint32_t, double> widths_;
  double default_width_ = 0.5;
  std::size_t code_bytes_ = 1;
  // 9.7.5.2: what the codes of a composite font are.
  enum class Codes : std::uint8_t { unknown, utf16, mixed, shift_jis, collection } codes_{};
  std::uint32_t half_ = 0;  // where a collection has ASCII once more, in half the width
  bool has_helvetica_ = false;
};

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_FONT_H_
