// SPDX-License-Identifier: MIT
//
// Texts between bytes: what a program wrote into a place where no program looks.
//
// Before this: an opener has bytes that belong to nothing it shows.  After it: extract/ finds the
// URLs in the text.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_STRINGS_IN_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_STRINGS_IN_H_

#include <string>
#include <string_view>

#include "worker/document.h"
#include "worker/documents/may_have_url.h"

namespace basewalk::worker {

/// With line ends for controls, which end whatever stands before them.
inline std::string shown_lines(std::string_view bytes) {
  std::string out(bytes);
  for (char& c : out)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7F') c = '\n';
  return out;
}

/// What is written in UTF-16 around a URL with its scheme, or the path of another machine; a line
/// for each, linear.
inline std::string wide_text_in(std::string_view bytes) {
  using namespace std::string_view_literals;
  constexpr std::size_t kLeast = 16;
  std::string out;
  const auto is_shown = [&](std::size_t at) {
    return at + 1 < bytes.size() && bytes[at] >= ' ' && bytes[at] < '\x7F' && bytes[at + 1] == '\0';
  };
  for (const std::string_view mark : {":\0/\0/\0"sv, "\\\0\\\0"sv}) {
    std::size_t behind = 0;
    for (std::size_t at = 0; (at = bytes.find(mark, at)) != bytes.npos; at = behind) {
      std::size_t begin = at;
      while (begin >= behind + 2 && is_shown(begin - 2)) begin -= 2;
      behind = at + mark.size();
      while (is_shown(behind)) behind += 2;
      if (behind - begin < kLeast) continue;
      if (!out.empty()) out += '\n';
      for (std::size_t i = begin; i < behind; i += 2) out += bytes[i];
    }
  }
  return out;
}

/// The text in bytes of which nobody knows what they are, where a URL with its scheme is in it, and
/// what is written in UTF-16.
inline std::string text_in(std::string_view bytes) {
  const std::string wide = wide_text_in(bytes);
  if (bytes.find("://") == bytes.npos) return wide;
  return wide.empty() ? shown_lines(bytes) : shown_lines(bytes) + '\n' + wide;
}

/// Tells the text in bytes where it may have a URL; linear.
inline void tell_strings(std::string_view bytes, std::string_view element, DocumentSink& sink) {
  if (may_have_url(bytes)) sink.text({"text/plain", shown_lines(bytes), element});
}

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_STRINGS_IN_H_
