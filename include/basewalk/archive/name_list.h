// SPDX-License-Identifier: MIT
//
// A list of names of sources, as `find` prints one.
//
//     auto list = basewalk::archive::NameList::open("names", '\n');
//     basewalk::archive::SourceReader reader([&] { return list->next(); }, {});
#ifndef BASEWALK_ARCHIVE_NAME_LIST_H_
#define BASEWALK_ARCHIVE_NAME_LIST_H_

#include <memory>
#include <optional>
#include <string>

#include "basewalk/result.h"

#pragma GCC visibility push(default)

namespace basewalk::archive {

/// Reads names as they are asked for: a list may be longer than memory, or still be written.
class NameList {
 public:
  /// Opens a list; "-" is standard input.  Each name ends with `end`, a line end or NUL; the last
  /// may end with the list.  Error code: "unreadable"; the detail is a sentence without the name.
  static Result<NameList> open(const std::string& name, char end);

  NameList(NameList&&) noexcept;
  NameList& operator=(NameList&&) noexcept;
  ~NameList();

  /// The next name that is not empty; none at the end, and from the first that can be no name: one
  /// of more than 64 KiB, or with a NUL where names end with a line end.
  std::optional<std::string> next();

  /// Why the list ended before its end; else empty.
  const std::string& problem() const { return problem_; }

 private:
  class [[gnu::visibility("hidden")]] File;
  NameList(std::unique_ptr<File> file, char end);

  std::unique_ptr<File> file_;
  char end_;
  std::string problem_;
};

}  // namespace basewalk::archive

#pragma GCC visibility pop

#endif  // BASEWALK_ARCHIVE_NAME_LIST_H_
