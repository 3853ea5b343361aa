// SPDX-License-Identifier: MIT
#include "basewalk/archive/plan.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "archive/find/plan_reader.h"
#include "archive/find/tree.h"
#include "text/hex.h"
#include "text/siphash.h"

namespace basewalk::archive {

Result<Plan> Plan::open(const std::string& name) {
  Result<std::shared_ptr<const PlanFile>> file = PlanFile::open(name);
  if (!file) return file.error();
  return Plan(std::move(*file));
}

std::uint64_t Plan::files() const { return file_->end().files; }
std::uint64_t Plan::bytes() const { return file_->end().bytes; }
const std::string& Plan::id() const { return file_->end().id; }

std::string Plan::source_of(const std::string& file) const {
  namespace fs = std::filesystem;
  struct stat wanted {
  }, planned{};
  if (::stat(file.c_str(), &wanted) != 0 || !S_ISREG(wanted.st_mode)) return {};
  std::error_code error;
  const fs::path target = fs::canonical(file, error);
  PlanReader reader(file_, Share());
  while (const std::optional<Found> found = reader.next()) {
    if (found->is_repository) {
      const fs::path folder = fs::canonical(found->name, error);
      if (!error && std::ranges::mismatch(folder, target).in1 == folder.end()) return found->name;
    } else if (::stat(found->name.c_str(), &planned) == 0 && planned.st_dev == wanted.st_dev &&
               planned.st_ino == wanted.st_ino) {
      return found->name;
    }
  }
  return {};
}

class PlanMaker::Impl {
 public:
  Impl(SourceReader::NextName names, Kind as, const std::vector<std::string>& not_these)
      : tree_(std::move(names), as) {
    for (const std::string& name : not_these) {
      struct stat status {};
      if (::stat(name.c_str(), &status) == 0) not_these_.emplace_back(status.st_dev, status.st_ino);
    }
  }

  std::optional<Line> next();
  std::uint64_t files() const { return files_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  enum class State : unsigned char { head, files, done };

  Line with_id(std::string text);
  bool measure(Found& found);
  std::string id() const;

  Tree tree_;
  std::vector<std::pair<dev_t, ino_t>> not_these_;
  State state_ = State::head;
  std::uint64_t files_ = 0, bytes_ = 0, lines_ = 0;
  std::uint64_t id_ = 0;  // of all lines so far
};

// Finds out how long it is; false where it is in no plan.
bool PlanMaker::Impl::measure(Found& found) {
  found.place = Extent{bytes_, 0};
  if (found.failure) return true;
  if (found.is_repository) {
    found.place->length = size_of(found).value_or(0);
    return true;
  }
  const bool is_named = found.from == FileStream::From::name;
  struct stat status {};
  if (found.name == "-" && is_named) {
    found.failure =
        Failure{"standard input can be read once, and is in no plan", false, Trouble::misused};
  } else if (::stat(found.name.c_str(), &status) != 0) {
    found.failure = system_failure(errno);
  } else if (S_ISREG(status.st_mode)) {
    if (std::ranges::find(not_these_, std::pair(status.st_dev, status.st_ino)) != not_these_.end())
      return false;
    found.place->length = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
  } else if (is_named) {
    found.failure =
        Failure{"is no regular file; how long it is cannot be planned", false, Trouble::misused};
  } else {
    return false;  // as a reader of the folder passes it over
  }
  return true;
}

PlanMaker::Line PlanMaker::Impl::with_id(std::string text) {
  id_ = SipHash({id_, lines_++})(text);
  Line line;
  line.text = std::move(text);
  return line;
}

std::string PlanMaker::Impl::id() const {
  std::string text;
  for (int shift = 56; shift >= 0; shift -= 8)
    text::append_hex(text, static_cast<unsigned char>(id_ >> shift & 0xFF));
  return text;
}

std::optional<PlanMaker::Line> PlanMaker::Impl::next() {
  if (state_ == State::done) return {};
  if (state_ == State::head) {
    state_ = State::files;
    return with_id(std::string(kPlanHeader));
  }
  while (std::optional<Found> found = tree_.next()) {
    if (!measure(*found)) continue;
    Line line = with_id(plan_line(*found));
    if (found->failure) {
      line.problem = found->failure->problem;
      line.trouble = found->failure->trouble;
      line.source = found->only.empty() ? found->name : found->only;
    }
    ++files_;
    bytes_ += found->place->length;
    return line;
  }
  state_ = State::done;
  return with_id(plan_end_line({files_, bytes_, id()}));
}

PlanMaker::PlanMaker(SourceReader::NextName names, Kind as, std::vector<std::string> not_these)
    : impl_(std::make_unique<Impl>(std::move(names), as, not_these)) {}
PlanMaker::~PlanMaker() = default;
PlanMaker::PlanMaker(PlanMaker&&) noexcept = default;
PlanMaker& PlanMaker::operator=(PlanMaker&&) noexcept = default;
std::optional<PlanMaker::Line> PlanMaker::next() { return impl_->next(); }
std::uint64_t PlanMaker::files() const { return impl_->files(); }
std::uint64_t PlanMaker::bytes() const { return impl_->bytes(); }

}  // namespace basewalk::archive
