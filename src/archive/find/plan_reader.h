// SPDX-License-Identifier: MIT
//
// The files of a plan that belong to a slice, found in the plan by halving it.
//
// Before this: plan.h has opened the plan.  After it: opener.cpp opens each file.
#ifndef BASEWALK_SRC_ARCHIVE_FIND_PLAN_READER_H_
#define BASEWALK_SRC_ARCHIVE_FIND_PLAN_READER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "archive/find/finder.h"
#include "archive/find/plan_line.h"
#include "archive/slice.h"
#include "basewalk/archive/plan.h"
#include "text/files/descriptor.h"

namespace basewalk::archive {

class PlanFile {
 public:
  static Result<std::shared_ptr<const PlanFile>> open(const std::string& name);

  const PlanEnd& end() const { return end_; }
  const std::string& name() const { return name_; }
  /// Where the lines of files begin and end, in bytes of the plan.
  std::uint64_t lines_begin() const { return kPlanHeader.size(); }
  std::uint64_t lines_end() const { return lines_end_; }
  /// Up to `size` bytes from `offset` on.
  std::size_t read_at(std::uint64_t offset, char* into, std::size_t size) const;

 private:
  text::Descriptor file_;
  std::string name_;
  std::uint64_t lines_end_ = 0;
  PlanEnd end_;
};

class PlanReader final : public Finder {
 public:
  PlanReader(std::shared_ptr<const PlanFile> plan, const Share& share);

  /// Behind a line that makes no sense comes a failure that names the plan, and then nothing.
  std::optional<Found> next() override;

 private:
  std::uint64_t first_line() const;
  std::optional<std::uint64_t> line_behind(std::uint64_t at) const;
  std::optional<std::uint64_t> begin_of(std::uint64_t line) const;
  std::optional<std::string_view> next_line();
  Found damaged();

  std::shared_ptr<const PlanFile> plan_;
  Share share_;
  std::uint64_t at_;                       // in the plan, of the next line
  std::optional<std::uint64_t> expected_;  // where the bytes of the next line begin
  bool ended_ = false;
  std::string buffer_;
  std::size_t taken_ = 0;  // of the buffer
};

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_FIND_PLAN_READER_H_
