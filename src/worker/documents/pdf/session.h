// SPDX-License-Identifier: MIT
//
// One PDF while it is read: where things are told, and what was spent on it.
//
// Before this: open_pdf.cpp makes one.  After it: all files of this folder tell through it.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_SESSION_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_SESSION_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "worker/document.h"
#include "worker/documents/pdf/qpdf.h"

namespace basewalk::worker::pdf {

class Session {
 public:
  Session(DocumentSink& to, const DocumentBounds& most)
      : sink(to), bounds(most), bytes_left(most.bytes), pixels_left(most.pixels) {}

  /// Tells it where it has not been told before.
  void lack_once(Lack why, std::string_view what, std::string_view sentence) {
    if (lacks_.size() < kMostLacks &&
        lacks_.emplace(std::string(what).append(" ").append(sentence)).second)
      sink.lack(why, what, sentence);
  }
  void lack_of_bytes() { lack_once(Lack::limit, "", "has streams behind the limit of bytes"); }
  /// Is another file, text or picture inside within the bounds?
  bool may_tell_member() {
    if (members_ < bounds.members) {
      ++members_;
      return true;
    }
    lack_once(Lack::limit, "", "has files and streams behind the limit of their number");
    return false;
  }

  DocumentSink& sink;
  const DocumentBounds& bounds;
  std::uint64_t bytes_left, pixels_left;
  std::string base;         ///< That of the catalog (12.6.4.8), as it is written.
  bool is_damaged = false;  ///< It is known that readers may have other objects than libqpdf.
  bool is_orphan = false;   ///< What is read now cannot be reached from the trailer.
  bool is_unnamed = false;  ///< Nor has it a name in the table.

 private:
  static constexpr std::size_t kMostLacks = 100;

  std::set<std::string> lacks_;
  std::uint64_t members_ = 0;
};

/// "stream 7"
inline std::string name_of(const QPDFObjectHandle& stream) {
  return "stream " + std::to_string(stream.getObjGen().getObj());
}

/// A string that is text, in UTF-8: by its mark UTF-16 or UTF-8; without one UTF-8 where it is
/// that, else PDFDocEncoding (ISO 32000-2 7.9.2.2).
std::string text_of(const std::string& bytes);
/// The same of an object; empty where it is no string.
std::string text_of(QPDFObjectHandle object);

/// The name that an object is, without its slash; empty where it is none.
std::string name_in(QPDFObjectHandle object);

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_SESSION_H_
