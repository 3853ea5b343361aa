// SPDX-License-Identifier: MIT
//
// Objects and pictures in RTF: hexadecimal digits that are a file, a compound file, or a link.
//
// Before this: reader.cpp has the digits.  After it: parts and references go to the sink.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_RTF_OBJECT_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_RTF_OBJECT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "worker/document.h"
#include "worker/documents/rest.h"

namespace basewalk::worker::rtf {

/// Digits in pieces; what is none is passed over.
class HexReader {
 public:
  void append(std::string_view digits, std::string& out);
  /// Half of a byte is forgotten: so does Word where an escape stands between.
  void forget_half() { has_half_ = false; }

 private:
  bool has_half_ = false;
  unsigned half_ = 0;
};

class Objects {
 public:
  Objects(const Document& document, DocumentSink& sink)
      : document_(document), sink_(sink), parts_(document.bounds), left_(document.bounds.bytes) {}

  /// The bytes of \objdata ([MS-OLEDS] 2.2).
  void read(std::string_view bytes);
  void give(std::string_view name, std::string_view type, std::string_view bytes, bool is_whole);
  void give_picture(std::string_view bytes, std::string_view type);

 private:
  bool read_ole1(std::string_view bytes);
  void read_native(std::string_view bytes, std::string_view name);
  void read_compound_file(std::string_view bytes);

  const Document& document_;
  DocumentSink& sink_;
  PartsLeft parts_;
  std::uint64_t pictures_ = 0;
  std::uint64_t left_;  // bytes of streams, of all objects together
};

}  // namespace basewalk::worker::rtf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_RTF_OBJECT_H_
