// SPDX-License-Identifier: MIT
//
// Between a scanner and those who call it: what was found, and where offsets lead.
#ifndef BASEWALK_EXTRACT_FIND_VISITOR_H_
#define BASEWALK_EXTRACT_FIND_VISITOR_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "basewalk/extract/extract.h"
#include "basewalk/note.h"

namespace basewalk::extract {

/// The budget of work is used up: from a place of the text on nothing was looked for.
inline void stop_at(Finds& out, std::size_t place) {
  out.cut = true;
  out.notes.push_back({NoteCode::limit_work, 0, place, {}});
}

/// Is told of what a scanner finds.
class FindVisitor {
 public:
  explicit FindVisitor(Finds& out) : out_(out) {}
  FindVisitor(const FindVisitor&) = delete;
  FindVisitor& operator=(const FindVisitor&) = delete;

  /// `role` is what the text alone says of it.  `raw` is a view into the text that is scanned, or
  /// kept in `memory()`.  False ends the scan.
  virtual bool found(Role role, std::string_view raw, std::uint8_t flags, std::size_t begin,
                     std::size_t end) = 0;

  Finds& memory() { return out_; }

 protected:
  ~FindVisitor() = default;
  Finds& out_;
};

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_FIND_VISITOR_H_
