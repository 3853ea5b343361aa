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

  /// How many bytes a code has.
  std::size_t code_bytes() const { return code_bytes_; }
  /// Appends the characters of a code.
  void append(std::uint32_t code, std::string& out) const;
  /// In sizes of the font.
  double width(std::uint32_t code) const;

 private:
  void read_simple(QPDFObjectHandle dictionary);
  void read_encoding(QPDFObjectHandle encoding, bool is_symbolic);
  void read_composite(QPDFObjectHandle dictionary);
  void read_wide(QPDFObjectHandle widths);

  std::optional<CMap> to_unicode_;
  std::array<std::string, 256> simple_;
  std::unordered_map<std::uint32_t, double> widths_;
  double default_width_ = 0.5;
  std::size_t code_bytes_ = 1;
  bool is_utf16_ = false, has_helvetica_ = false;
};

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_FONT_H_
