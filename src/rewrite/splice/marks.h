// SPDX-License-Identifier: MIT
//
// The header fields that tell the programs behind us what was seen, and those that only pretend to.
#ifndef BASEWALK_REWRITE_SPLICE_MARKS_H_
#define BASEWALK_REWRITE_SPLICE_MARKS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "basewalk/rewrite/rewrite.h"

namespace basewalk::rewrite {

/// Collects the bases of a message.
class BaseList {
 public:
  void clear();
  void add(BaseFrom from, std::string_view url);
  /// The value of X-Basewalk-Bases.
  std::string value() const;

 private:
  // More are counted only.
  static constexpr std::size_t kMost = 64;

  std::vector<std::pair<BaseFrom, std::string>> bases_;
  std::size_t more_ = 0;
  BaseFrom last_from_ = BaseFrom::none;
  std::string last_;
};

/// The only mark that holds URLs, in lower case.
inline constexpr std::string_view kBasesMark = "x-basewalk-bases";

/// The fields that a mark adds.
std::vector<Mark> marks_of(const Rewritten& result, const BaseList& bases);
/// The fields of the header of the whole message that are named like marks.
std::vector<ForgedMark> forged_marks(const Message& message);

/// Leaves those that begin a line for all readers, numbered as who ends lines at LF alone has them.
void leave_marks_of_all(const Message& message, std::vector<ForgedMark>& forged);
/// Fields that are named so for those readers alone to whom a bare CR ends a line, the header goes
/// on where it ends for us, or NULs are nothing.
struct HiddenMark {
  Doubt doubt = Doubt::line_ends;
  std::size_t offset = 0;
  std::string name;  ///< as they have it
};
std::vector<HiddenMark> hidden_marks(const Message& message);
/// The splices of both, sorted.  `message` has a header.
std::vector<Splice> splices_of(const Message& message, const std::vector<Mark>& marks,
                               const std::vector<ForgedMark>& forged);

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SPLICE_MARKS_H_
