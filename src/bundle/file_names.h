// SPDX-License-Identifier: MIT
//
// Names for files that are safe on every system, made of labels that anybody may have written.
//
// A name is one path segment: letters, digits and marks of any script, "." "_" "-" "+" "@" "=" and
// ",".  It begins with neither "." nor "-", ends with neither "." nor a blank, is at most
// kLongestFileName bytes of UTF-8 in form NFC, and is no device of Windows.  No two names of one
// FileNames are the same on a file system that does not tell letter case or Unicode normal forms
// apart.
#ifndef BASEWALK_BUNDLE_FILE_NAMES_H_
#define BASEWALK_BUNDLE_FILE_NAMES_H_

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace basewalk::bundle {

/// The longest that encrypted home folders (eCryptfs) take; every other file system takes 255.
inline constexpr std::size_t kLongestFileName = 143;

class FileNames {
 public:
  /// Nobody gets this name.
  void reserve(std::string_view name);

  /// A name of its own for a file of that media type.  `wanted` is any text: what no name may hold
  /// is left out of it, and where nothing is left it is "part".  Linear in its length; of a long
  /// one the end is looked at.
  ///
  /// `is_clean` says that what it holds was written anew as a page is (page_rewriting.h).  Nothing
  /// else gets an ending under which a browser may show a file as a page: of a type that has none
  /// known here a few are kept, and the others have ".bin" behind them.
  std::string take(std::string_view wanted, std::string_view media_type, bool is_clean);

 private:
  std::set<std::string> taken_;                 // folded
  std::map<std::string, std::size_t> numbers_;  // the last number of a folded name
};

/// The readable piece of a label: the last segment of its path, or its host; of `cid:x@y` the "x".
/// Escapes decoded once, not safe.
std::string name_in_label(std::string_view label);

/// The key under which systems that do not tell case or normal forms apart would find a name.
std::string folded_name(std::string_view name);

/// Is it one segment that can be created anywhere?  What take() gives is.
bool is_safe_name(std::string_view name);

/// The media type that a file's name says, for packing; empty where it says none.
std::string_view media_type_of_name(std::string_view name);

/// Does a fragment say anything about a file of that type?  Not of a bitmap, and Chromium then
/// finds no part by its label.
bool has_fragments(std::string_view media_type);

/// A name as a relative URL reference: percent-encoded, so that it needs no quotes or escapes
/// anywhere in HTML or CSS.
std::string reference_to(std::string_view name);

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_FILE_NAMES_H_
