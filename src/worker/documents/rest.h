// SPDX-License-Identifier: MIT
//
// What stands before or behind a document in its file, where programs that open the document do not
// look: it is a part of its own, read as whatever it looks like.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_REST_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_REST_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "worker/document.h"

namespace basewalk::worker {

/// Zeros and white space, which fill files up.
inline constexpr std::string_view kBlanks("\0 \t\r\n", 5);

inline bool is_blank_rest(std::string_view bytes) {
  return bytes.find_first_not_of(kBlanks) == std::string_view::npos;
}

/// How many parts of a document may still be told; that there are more is told once.
class PartsLeft {
 public:
  explicit PartsLeft(const DocumentBounds& bounds) : left_(bounds.members) {}

  bool take(DocumentSink& sink) {
    if (left_ > 0) {
      --left_;
      return true;
    }
    if (!std::exchange(is_told_, true))
      sink.lack(Lack::limit, "", "has more parts than are opened");
    return false;
  }

 private:
  std::uint64_t left_;
  bool is_told_ = false;
};

/// A part without a name; `left`: the bytes that parts may still have together.  False where there
/// is no room for it, which is told.
inline bool tell_rest(const DocumentPart& part, std::string_view bytes, std::uint64_t& left,
                      DocumentSink& sink) {
  if (bytes.size() > left) {
    left = 0;
    sink.lack(Lack::limit, "", "has more bytes around it than are read");
    return false;
  }
  left -= bytes.size();
  sink.begin(part);
  sink.bytes(bytes);
  sink.end();
  return true;
}

inline bool tell_rest(std::string_view type, std::string_view bytes, std::uint64_t& left,
                      DocumentSink& sink) {
  DocumentPart part;
  part.type = type;
  return tell_rest(part, bytes, left, sink);
}

/// Without the blanks that it begins with, before which none knows what it looks like.
inline std::string_view without_blanks(std::string_view bytes) {
  std::size_t begin = std::min(bytes.find_first_not_of(kBlanks), bytes.size());
  // The first half of a character of UTF-16.
  if (begin > 0 && begin + 1 < bytes.size() && bytes[begin - 1] == '\0' && bytes[begin + 1] == '\0')
    --begin;
  return bytes.substr(begin);
}

/// Of a type that nobody says; nothing of blanks.
inline bool tell_rest(std::string_view bytes, std::uint64_t& left, DocumentSink& sink) {
  bytes = without_blanks(bytes);
  return bytes.empty() || tell_rest("application/octet-stream", bytes, left, sink);
}

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_REST_H_
