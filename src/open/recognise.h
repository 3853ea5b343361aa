// SPDX-License-Identifier: MIT
//
// What opens a leaf: by its first bytes, then by its file's name and its type.
//
// Before this: walk/documents.cpp has come to a leaf.  After it: opener.cpp.
#ifndef BASEWALK_SRC_OPEN_RECOGNISE_H_
#define BASEWALK_SRC_OPEN_RECOGNISE_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "basewalk/open/kinds.h"

namespace basewalk::open {

struct Format {
  Kind kind = Kind::archive;
  std::string_view name;    ///< for people: "pdf", "zip"
  std::string_view opener;  ///< by which the worker knows what opens it
  /// Its bytes say so; else its name or type alone does.
  bool by_bytes = false;
};

/// So many first bytes are enough to see what a leaf is.
constexpr std::size_t kBytesToRecognise = 1024;

/// Of those that `kinds` has.  `media_type` in lower case.
std::optional<Format> recognise(std::string_view first_bytes, std::string_view file_name,
                                std::string_view media_type, const Kinds& kinds);

}  // namespace basewalk::open

#endif  // BASEWALK_SRC_OPEN_RECOGNISE_H_
