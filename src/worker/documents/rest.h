// SPDX-License-Identifier: MIT
//
// What stands before or behind a document in its file, where programs that open the document do not
// look: it is a part of its own, read as whatever it looks like.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_REST_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_REST_H_

#include <cstdint>
#include <string_view>

#include "worker/document.h"

namespace basewalk::worker {

/// Zeros and white space, which fill files up.
inline bool is_blank_rest(std::string_view bytes) {
  using namespace std::string_view_literals;
  return bytes.find_first_not_of("\0 \t\r\n"sv) == std::string_view::npos;
}

/// A part without a name; `left`: the bytes that parts may still have together.  False where there
/// is no room for it, which is told.
inline bool tell_rest(std::string_view type, std::string_view bytes, std::uint64_t& left,
                      DocumentSink& sink) {
  if (bytes.size() > left) {
    left = 0;
    sink.lack(Lack::limit, "", "has more bytes around it than are read");
    return false;
  }
  left -= bytes.size();
  DocumentPart part;
  part.type = type;
  sink.begin(part);
  sink.bytes(bytes);
  sink.end();
  return true;
}

/// Of a type that nobody says; nothing of blanks.
inline bool tell_rest(std::string_view bytes, std::uint64_t& left, DocumentSink& sink) {
  return is_blank_rest(bytes) || tell_rest("application/octet-stream", bytes, left, sink);
}

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_REST_H_
