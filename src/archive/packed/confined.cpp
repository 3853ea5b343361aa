// SPDX-License-Identifier: MIT
//
// Archives that are taken apart by a worker: a process that can do nothing but read the one file
// (worker/worker.h).  What it tells becomes members here.
//
// A worker needs a file.  Where the archive is one, it is handed over; what lies within something
// packed, or comes through a pipe, is unpacked into a temporary file first.
//
// Before this: content.cpp has told what it is.  After it: opener.cpp reads the members.
#include <algorithm>
#include <cstring>
#include <deque>
#include <utility>

#include "archive/packed/packed.h"
#include "archive/packed/spool.h"
#include "worker/worker.h"

namespace basewalk::archive {
namespace {

using worker::Told;

// Of a member that has no bytes; more are not told.
constexpr std::size_t kMostSentences = 10;

// Both have the same enumerators.
static_assert(static_cast<int>(worker::Trouble::again) == static_cast<int>(Trouble::again));
static_assert(static_cast<int>(worker::Trouble::limit) == static_cast<int>(Trouble::limit));
static_assert(static_cast<int>(worker::Trouble::doubtful) == static_cast<int>(Trouble::doubtful));

std::string job_of(Content content) {
  switch (content) {
    case Content::seven_zip:
      return "7z";
    case Content::rar:
      return "rar";
    default:
      return "pst";
  }
}

Failure failure_of(const Told& told) {
  Failure failure{std::string(told.text), told.worth_a_retry, static_cast<Trouble>(told.trouble)};
  if (told.extent) failure.extent = Extent{told.extent->begin, told.extent->length};
  return failure;
}

// The bytes of the member that the worker is at.
class Unpacking {
 public:
  Unpacking(worker::Task task, UnpackLimit limit)
      : packed_(task.size), limit_(std::move(limit)), reading_(std::move(task)) {}

  /// The next thing that is told, of whatever.
  Told next() { return reading_.next(); }

  void begin(const Told& member) {
    size_ = member.size;
    made_ = 0;
    block_ = {};
    is_in_member_ = true;
    failures_.clear();
  }
  /// Goes on to bytes, a failure or the end.
  void look() {
    if (is_in_member_ && block_.empty() && failures_.empty()) take(reading_.next());
  }

  bool is_in_member() const { return is_in_member_; }
  bool is_over() const { return is_over_; }
  bool has_bytes() const { return !block_.empty(); }
  std::optional<Failure> take_failure() {
    if (failures_.empty()) return {};
    Failure failure = std::move(failures_.front());
    failures_.pop_front();
    return failure;
  }
  std::size_t read(char* into, std::size_t size) {
    const std::size_t count = std::min(size, block_.size());
    std::memcpy(into, block_.data(), count);
    block_.remove_prefix(count);
    return count;
  }
  /// Passes over the rest of the member.
  void leave() {
    while (is_in_member_) {
      block_ = {};
      failures_.clear();
      look();
    }
  }

  std::optional<std::uint64_t> size() const { return size_; }
  std::uint64_t made() const { return made_; }
  std::uint64_t all_made() const { return all_made_; }
  std::uint64_t packed() const { return packed_; }

 private:
  void take(const Told& told) {
    switch (told.kind) {
      case Told::Kind::bytes:
        block_ = told.text;
        made_ += block_.size();
        all_made_ += block_.size();
        // What all members have in common is the archive: it is packed in that.
        if (std::optional<Failure> too_much = limit_.add(block_.size(), all_made_, packed_))
          end_over_limit(*std::move(too_much));
        return;
      case Told::Kind::failure:
        failures_.push_back(failure_of(told));
        return;
      default:
        is_in_member_ = false;
    }
  }
  void end_over_limit(Failure failure) {
    block_ = {};
    is_over_ = true;
    is_in_member_ = false;
    failure.extent = Extent{made_, std::max(size_.value_or(0), made_) - made_};
    failures_.push_back(std::move(failure));
  }

  std::uint64_t packed_;
  UnpackLimit limit_;
  worker::Reading reading_;
  std::optional<std::uint64_t> size_;
  std::uint64_t made_ = 0, all_made_ = 0;
  std::string_view block_;
  std::deque<Failure> failures_;
  bool is_in_member_ = false, is_over_ = false;
};

class ConfinedMember final : public ByteStream {
 public:
  ConfinedMember(Unpacking& unpacking, ByteStream& archive)
      : unpacking_(unpacking), archive_(archive) {}

  std::size_t read(char* into, std::size_t size) override {
    if (failure_) return 0;
    unpacking_.look();
    if (unpacking_.has_bytes()) return unpacking_.read(into, size);
    failure_ = unpacking_.take_failure();
    return 0;
  }
  bool go_on() override {
    failure_.reset();
    unpacking_.look();
    if (!unpacking_.has_bytes()) failure_ = unpacking_.take_failure();
    return unpacking_.has_bytes() || failure_.has_value();
  }
  std::optional<std::uint64_t> size() const override { return unpacking_.size(); }
  bool is_checked() const override { return true; }
  std::uint64_t lies() const override {
    return std::max(unpacking_.made(), unpacking_.size().value_or(0));
  }
  // That of the archive.
  std::uint64_t place(std::uint64_t) override { return archive_.place(0); }

 private:
  Unpacking& unpacking_;
  ByteStream& archive_;
};

class ConfinedMembers final : public Members {
 public:
  ConfinedMembers(Begun stream, Content content, UnpackLimit limit);

  std::optional<Found> next() override;
  std::uint64_t lies() const override { return archive_->lies(); }

 private:
  void tell(Failure failure);
  std::optional<Found> found(const Told& member);
  void end();
  void pass_to(std::uint64_t offset);

  std::unique_ptr<ByteStream> archive_;
  Spooled spooled_;
  std::optional<Unpacking> unpacking_;
  std::deque<Failure> told_;
  std::uint64_t at_ = 0;  // where the last member was found
  std::uint64_t passed_;  // bytes of the file
  std::uint64_t unnamed_ = 0;
};

ConfinedMembers::ConfinedMembers(Begun stream, Content content, UnpackLimit limit)
    : archive_(std::move(stream.rest)), passed_(stream.head.size()) {
  worker::Task task{job_of(content)};
  if (archive_->descriptor() >= 0) {
    task.descriptor = archive_->descriptor();
    task.size = archive_->size().value_or(0);
  } else {
    spool(stream.head, *archive_, spooled_);
    for (Failure& failure : spooled_.failures) tell(std::move(failure));
    if (!spooled_.file.is_open()) return;
    task.descriptor = spooled_.file.number();
    task.size = spooled_.size;
  }
  unpacking_.emplace(std::move(task), std::move(limit));
}

// Of the archive itself.
void ConfinedMembers::tell(Failure failure) {
  const std::uint64_t size = archive_->lies();
  // What is not read of it, as far as that can be known: what is behind the last member.
  if (!failure.extent && failure.trouble != Trouble::doubtful)
    failure.extent = Extent{std::min(at_, size), size - std::min(at_, size)};
  if (archive_->is_unpacked()) failure.extent.reset();
  if (failure.extent) {
    failure.extent->begin = std::min(failure.extent->begin, size);
    failure.extent->length = std::min(failure.extent->length, size - failure.extent->begin);
  }
  told_.push_back(std::move(failure));
}

void ConfinedMembers::end() {
  unpacking_.reset();
  // All of the file has been read, for whoever watches.
  pass_to(archive_->size().value_or(0));
}

// The worker has read so far: what is counted as read follows it.
void ConfinedMembers::pass_to(std::uint64_t offset) {
  if (offset > passed_ && archive_->descriptor() >= 0 && archive_->seek(offset)) passed_ = offset;
}

std::optional<Members::Found> ConfinedMembers::next() {
  for (;;) {
    if (!told_.empty()) {
      Failure failure = std::move(told_.front());
      told_.pop_front();
      return Found{{}, 0, nullptr, std::move(failure)};
    }
    if (!unpacking_) return {};
    unpacking_->leave();
    if (unpacking_->is_over()) {
      tell({"unpacks to more than its limit (" + std::to_string(unpacking_->all_made()) +
                " bytes of " + std::to_string(unpacking_->packed()) +
                "); no member behind was read",
            false,
            Trouble::limit,
            {},
            "unpack-factor"});
      end();
      continue;
    }
    const Told told = unpacking_->next();
    if (told.kind == Told::Kind::failure)
      tell(failure_of(told));
    else if (told.kind == Told::Kind::member)
      return found(told);
    else if (told.kind == Told::Kind::done)
      end();
  }
}

std::optional<Members::Found> ConfinedMembers::found(const Told& member) {
  Found result;
  result.name = member_path(member.text, unnamed_);
  at_ = std::max(at_, member.place);
  result.begin = at_;
  pass_to(at_);
  unpacking_->begin(member);
  unpacking_->look();
  // What has no bytes, but a failure, is not to be read.
  if (!unpacking_->has_bytes()) {
    result.failure = unpacking_->take_failure();
    for (std::size_t told = 1; result.failure; ++told) {
      unpacking_->look();
      std::optional<Failure> more = unpacking_->take_failure();
      if (!more) break;
      if (told < kMostSentences) result.failure->problem += "; " + more->problem;
      if (told == kMostSentences) result.failure->problem += "; and so on";
    }
    if (result.failure && !unpacking_->has_bytes()) return result;
  }
  result.bytes = std::make_unique<ConfinedMember>(*unpacking_, *archive_);
  return result;
}

}  // namespace

std::unique_ptr<Members> members_of_confined(Begun stream, Content content, UnpackLimit limit) {
  return std::make_unique<ConfinedMembers>(std::move(stream), content, std::move(limit));
}

}  // namespace basewalk::archive
