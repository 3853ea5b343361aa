// SPDX-License-Identifier: MIT
//
// The files of a folder that a page may name: where a path leads, and why one cannot be taken.
// Nothing is opened but folders, and these only to look for another letter case.
#ifndef BASEWALK_BUNDLE_LOCAL_FILES_H_
#define BASEWALK_BUNDLE_LOCAL_FILES_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "basewalk/bundle/pack.h"

namespace basewalk::bundle {

/// Does a path lead to something in a folder or below?  Both without symbolic links.
bool is_below(std::string_view path, std::string_view folder);

/// Where a path really leads, symbolic links resolved; empty, with an errno, where nothing is.
std::string real_path(const std::string& path);

struct LocalFile {
  /// Really, where there is a regular file that may be taken; of NotPacked::folder the folder.
  std::string path;
  std::optional<NotPacked> why_not;
  std::string detail;  ///< see NotPackedReference
};

class LocalFiles {
 public:
  /// `folder` without symbolic links.
  LocalFiles(std::string folder, bool outside) : folder_(std::move(folder)), outside_(outside) {}

  /// The regular file that a path leads to.
  LocalFile find(const std::string& path);

 private:
  std::string in_other_case(std::string_view path);
  const std::map<std::string, std::string>& names_in(const std::string& folder);

  std::string folder_;
  bool outside_;
  std::size_t left_ = 200000;  // names to look at
  // Of each folder that was looked into: its names by what they are in any letter case.
  std::map<std::string, std::map<std::string, std::string>> names_;
};

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_LOCAL_FILES_H_
