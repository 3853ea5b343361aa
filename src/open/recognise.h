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

/// As what else a program opens a file that is `first` by its beginning: one that is given it by
/// its name or its type, and looks for what it opens elsewhere, as behind a ZIP's members or in the
/// middle of a disc.  `bytes` are all of it.
std::optional<Format> recognise_elsewhere(std::string_view bytes, const Format& first,
                                          std::string_view file_name, std::string_view media_type,
                                          const Kinds& kinds);

/// Is it a disc by its end (VHD, DMG), which nothing here opens, whatever it begins with?
bool ends_as_disc(std::string_view bytes);

}  // namespace basewalk::open

#endif  // BASEWALK_SRC_OPEN_RECOGNISE_H_
