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

/// Tells the text in bytes where it may have a URL; linear.
inline void tell_strings(std::string_view bytes, std::string_view element, DocumentSink& sink) {
  if (may_have_url(bytes)) sink.text({"text/plain", shown_lines(bytes), element});
}

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_STRINGS_IN_H_
