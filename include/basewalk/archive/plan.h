// SPDX-License-Identifier: MIT
//
// A plan: the files of sources and how long each of them is, found out once, for many slices
// (Shard) and for runs that go on.
//
//     basewalk::archive::PlanMaker maker(names, basewalk::archive::Kind::automatic);
//     while (std::optional<basewalk::archive::PlanMaker::Line> line = maker.next()) out <<
//     line->text;
//
//     auto plan = basewalk::archive::Plan::open("plan");
//     basewalk::archive::SourceReader reader(*plan, {.shard = {3, 64}});
//
// docs/archives.md has the lines of a plan.
#ifndef BASEWALK_ARCHIVE_PLAN_H_
#define BASEWALK_ARCHIVE_PLAN_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "basewalk/archive/source.h"
#include "basewalk/result.h"

#pragma GCC visibility push(default)

namespace basewalk::archive {

class [[gnu::visibility("hidden")]] PlanFile;

/// A plan in a file.  Not read as a whole: a reader of a slice looks for its share, and reads that.
class Plan {
 public:
  /// Error codes: "missing", "folder", "unreadable", "no-plan", "version" (of a later basewalk),
  /// "incomplete" (its end is missing); the detail is a sentence without the name.
  static Result<Plan> open(const std::string& name);

  std::uint64_t files() const;
  std::uint64_t bytes() const;
  /// Another one for another plan: a hash of its lines in hexadecimal.
  const std::string& id() const;
  /// The planned file that `file` is, or the repository that it lies in, as the plan names it;
  /// empty where it is in none of them, or is no regular file.  Reads the plan once, and looks at
  /// each of its files.
  std::string source_of(const std::string& file) const;

  const std::shared_ptr<const PlanFile>& file() const { return file_; }

 private:
  explicit Plan(std::shared_ptr<const PlanFile> file) : file_(std::move(file)) {}

  std::shared_ptr<const PlanFile> file_;
};

/// Makes a plan, line by line, in bounded memory (but for the names in one folder).  Looks at each
/// file once, and opens none but git repositories.
class PlanMaker {
 public:
  struct Line {
    std::string text;  ///< with its line end
    /// What is told of a source that cannot be read or is passed over: the plan has it, too, and
    /// each run over it will tell it.  A sentence without the name; else empty.
    std::string problem;
    Trouble trouble = Trouble::unreadable;  ///< where there is a problem
    std::string source;                     ///< that is meant
  };

  /// `not_these`: files that are in no plan, such as the plan itself.
  PlanMaker(SourceReader::NextName names, Kind as, std::vector<std::string> not_these = {});
  ~PlanMaker();
  PlanMaker(PlanMaker&&) noexcept;
  PlanMaker& operator=(PlanMaker&&) noexcept;

  /// The next line, first and last ones of the plan's own among them; none behind the last.
  std::optional<Line> next();
  /// So far.
  std::uint64_t files() const;
  std::uint64_t bytes() const;

 private:
  class [[gnu::visibility("hidden")]] Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace basewalk::archive

#pragma GCC visibility pop

#endif  // BASEWALK_ARCHIVE_PLAN_H_
