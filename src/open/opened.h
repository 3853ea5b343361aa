// SPDX-License-Identifier: MIT
//
// What was found in a document.
//
// Before this: opener.cpp has collected it.  After it: walk/documents.cpp makes links and parts of
// it.
#ifndef BASEWALK_SRC_OPEN_OPENED_H_
#define BASEWALK_SRC_OPEN_OPENED_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "worker/document.h"

namespace basewalk::open {

struct Reference {
  std::string raw, element, attribute;
  std::optional<std::string> text;
  bool uses_base = true, is_text = false;
};

struct Text {
  std::string type, text, element;
};

struct Part {
  std::string name, type, charset, content_base, content_location;
  bool is_entity = false, may_be_records = false;
  std::string bytes;
};

struct Lack {
  worker::Lack why = worker::Lack::damaged;
  std::string what, sentence;
  std::optional<std::size_t> part;  ///< index, if it is of a part
};

struct Opened {
  /// Was it opened at all?  Where not, the only lack says why.
  bool is_opened = false;
  std::optional<std::string> base;
  std::vector<Reference> references;
  std::vector<Text> texts;
  std::vector<Part> parts;
  std::vector<Lack> lacks;
  std::optional<worker::OpenedWith> opened_with;
  std::size_t password = 0;
  std::uint64_t bytes = 0;         ///< of all that it gave
  std::uint64_t microseconds = 0;  ///< of CPU time
};

}  // namespace basewalk::open

#endif  // BASEWALK_SRC_OPEN_OPENED_H_
