// SPDX-License-Identifier: MIT
#include "run/writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "cli/command.h"
#include "output/csv.h"
#include "output/database.h"
#include "text/output.h"
#include "text/partial_file.h"

namespace basewalk::cli {
namespace {

// Text, JSON lines and CSV, compressed or not.
class ByteSink : public Sink {
 public:
  explicit ByteSink(const OutputPlan& plan) : compression_(plan.compression) {}
  Compression compression() const override { return compression_; }
  // A frame of little text compresses badly.
  std::size_t full() const override {
    return compression_ == Compression::none ? Sink::full() : std::size_t{1} << 20;
  }

 private:
  Compression compression_;
};

std::string head_of(const OutputPlan& plan) {
  std::string head;
  if (plan.format == Format::csv) append_compressed(head, kCsvHeader, plan.compression);
  return head;
}

class StandardOutput final : public ByteSink {
 public:
  explicit StandardOutput(const OutputPlan& plan) : ByteSink(plan) { output_.write(head_of(plan)); }
  void write(std::string_view records) override { output_.write(records); }
  void checkpoint(const archive::Position&) override {}
  bool commit() override { return output_.commit(); }
  bool failed() const override { return output_.failed(); }
  std::size_t full() const override { return std::min(ByteSink::full(), output_.full()); }

 private:
  Output output_;
};

// A device or a pipe that has a name: it cannot appear whole.
class NamedPipe final : public ByteSink {
 public:
  NamedPipe(const OutputPlan& plan, int descriptor)
      : ByteSink(plan), descriptor_(descriptor), output_(descriptor, plan.file) {
    output_.write(head_of(plan));
  }
  ~NamedPipe() override { ::close(descriptor_); }
  void write(std::string_view records) override { output_.write(records); }
  void checkpoint(const archive::Position&) override {}
  bool commit() override { return output_.commit(); }
  bool failed() const override { return output_.failed(); }

 private:
  int descriptor_;
  Output output_;
};

class WholeFile final : public ByteSink {
 public:
  WholeFile(const OutputPlan& plan, std::unique_ptr<PartialFile> partial, int descriptor)
      : ByteSink(plan),
        partial_(std::move(partial)),
        descriptor_(descriptor),
        output_(descriptor, plan.file) {
    if (partial_->saved()) size_ = partial_->saved()->size;
    if (::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0 ||
        ::lseek(descriptor_, 0, SEEK_END) < 0)
      output_.fail(errno);
    if (size_ == 0) write(head_of(plan));
  }
  ~WholeFile() override {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  void write(std::string_view records) override {
    output_.write(records);
    size_ += records.size();
  }
  void checkpoint(const archive::Position& position) override {
    if (!failed()) partial_->save({size_, position});
  }
  bool commit() override {
    if (failed()) return false;
    const int closed = ::close(descriptor_) == 0 ? 0 : errno;
    descriptor_ = -1;
    const int error = closed != 0 ? closed : partial_->commit();
    if (error != 0) output_.fail(error);
    return error == 0;
  }
  bool failed() const override { return output_.failed(); }
  bool keeps_positions() const override { return true; }
  std::optional<archive::Position> resumed() const override {
    return partial_->saved() ? std::optional(partial_->saved()->position) : std::nullopt;
  }

 private:
  std::unique_ptr<PartialFile> partial_;
  int descriptor_;
  Output output_;
  std::uint64_t size_ = 0;
};

std::unique_ptr<Sink> cannot_open(const OutputPlan& plan, int number, int& status) {
  complain(plan.file + ": cannot be written: " + std::strerror(number));
  status = plan.sharded ? kTryAgain : kIncomplete;
  return nullptr;
}

std::unique_ptr<Sink> open_device(const OutputPlan& plan, int& status) {
  if (plan.resume || plan.format == Format::sqlite) {
    complain(plan.file + ": is no regular file, which " +
             (plan.resume ? "--resume" : "--format sqlite") + " needs");
    status = kUsage;
    return nullptr;
  }
  const int descriptor = ::open(plan.file.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return cannot_open(plan, errno, status);
  return std::make_unique<NamedPipe>(plan, descriptor);
}

}  // namespace

std::unique_ptr<Sink> open_sink(const OutputPlan& plan, int& status) {
  if (plan.file.empty()) return std::make_unique<StandardOutput>(plan);
  if (!is_replaceable(plan.file)) return open_device(plan, status);
  auto partial = std::make_unique<PartialFile>();
  switch (partial->begin(target_of(plan.file), plan.fingerprint, plan.resume)) {
    case PartialFile::State::fresh:
    case PartialFile::State::continued:
      break;
    case PartialFile::State::complete:
      status = kDone;
      return nullptr;
    case PartialFile::State::different:
      status = kUsage;
      return nullptr;
    case PartialFile::State::busy:
    case PartialFile::State::failed:
      status = plan.sharded ? kTryAgain : kIncomplete;
      return nullptr;
  }
  if (plan.format == Format::sqlite) {
    auto database = open_database(plan, std::move(partial));
    if (!database) status = plan.sharded ? kTryAgain : kIncomplete;
    return database;
  }
  const int descriptor = ::open(partial->path().c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return cannot_open(plan, errno, status);
  return std::make_unique<WholeFile>(plan, std::move(partial), descriptor);
}

}  // namespace basewalk::cli
