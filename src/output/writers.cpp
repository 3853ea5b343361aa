// SPDX-License-Identifier: MIT
#include "output/writers.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>

#include "output/database/database.h"
#include "output/records.h"
#include "text/files/descriptor.h"
#include "text/files/output.h"
#include "text/files/partial_file.h"
#include "text/files/path.h"

namespace basewalk::output {
namespace {

struct FormatName {
  std::string_view name;
  Format format;
};
constexpr FormatName kFormats[] = {{"text", Format::text},
                                   {"jsonl", Format::jsonl},
                                   {"csv", Format::csv},
                                   {"tsv", Format::tsv},
                                   {"sqlite", Format::sqlite}};
constexpr FormatName kEnds[] = {{".jsonl", Format::jsonl},   {".ndjson", Format::jsonl},
                                {".csv", Format::csv},       {".tsv", Format::tsv},
                                {".sqlite", Format::sqlite}, {".sqlite3", Format::sqlite},
                                {".db", Format::sqlite}};

// Text, JSON lines and CSV, compressed or not.
class ByteWriter : public run::Writer {
 public:
  explicit ByteWriter(const Destination& to) : compression_(to.compression) {}
  text::Compression compression() const override { return compression_; }
  // A frame of little text compresses badly.
  std::size_t full() const override {
    return compression_ == text::Compression::none ? Writer::full() : std::size_t{1} << 20;
  }

 protected:
  // What stands before the records.
  void write_head(const Destination& to) {
    std::string names = to.head;
    if (names.empty() && to.format == Format::csv)
      names = CsvRecords::header(text::Separated::by_commas);
    if (names.empty() && to.format == Format::tsv)
      names = CsvRecords::header(text::Separated::by_tabs);
    if (names.empty()) return;
    std::string head;
    const std::string why = text::append_compressed(head, names, compression_);
    if (!why.empty()) fail(why);
    write(head);
  }

 private:
  text::Compression compression_;
};

class StandardOutput final : public ByteWriter {
 public:
  explicit StandardOutput(const Destination& to) : ByteWriter(to) { write_head(to); }
  void write(std::string_view records) override { output_.write_now(records); }
  void checkpoint(const archive::Position&) override {}
  bool commit() override { return output_.commit(); }
  void fail(std::string_view why) override { output_.fail(why); }
  bool failed() const override { return output_.failed(); }
  const std::string& failure() const override { return output_.failure(); }
  bool reader_gone() const override { return output_.reader_gone(); }
  std::size_t full() const override { return std::min(ByteWriter::full(), output_.full()); }

 private:
  text::Output output_;
};

// A device or a pipe that has a name: it cannot appear whole.
class NamedPipe final : public ByteWriter {
 public:
  NamedPipe(const Destination& to, text::Descriptor& opened)
      : ByteWriter(to), descriptor_(opened.release()), output_(descriptor_.number(), to.file) {
    write_head(to);
  }
  void write(std::string_view records) override { output_.write_now(records); }
  void checkpoint(const archive::Position&) override {}
  bool commit() override { return output_.commit(); }
  void fail(std::string_view why) override { output_.fail(why); }
  bool failed() const override { return output_.failed(); }
  const std::string& failure() const override { return output_.failure(); }
  bool reader_gone() const override { return output_.reader_gone(); }

 private:
  text::Descriptor descriptor_;
  text::Output output_;
};

// A file that goes on where an earlier run was killed.
class ResumableFile final : public ByteWriter {
 public:
  ResumableFile(const Destination& to, std::unique_ptr<text::PartialFile> partial,
                text::Descriptor& opened)
      : ByteWriter(to),
        partial_(std::move(partial)),
        descriptor_(opened.release()),
        output_(descriptor_.number(), to.file) {
    if (partial_->saved()) size_ = partial_->saved()->size;
    has_gap_ = resumes_behind_gap();
    if (::ftruncate(descriptor_.number(), static_cast<off_t>(size_)) != 0 ||
        ::lseek(descriptor_.number(), 0, SEEK_END) < 0)
      output_.fail(errno);
    if (size_ == 0) write_head(to);
  }
  void write(std::string_view records) override {
    output_.write_now(records);
    size_ += records.size();
  }
  void checkpoint(const archive::Position& position) override {
    if (!failed())
      partial_->save({size_, position.source, position.offset, position.number,
                      position.name_number, position.member, position.files, has_gap_});
  }
  void tell_gap() override { has_gap_ = true; }
  bool resumes_behind_gap() const override {
    return partial_->saved().has_value() && partial_->saved()->has_gap;
  }
  bool commit() override {
    if (failed()) return false;
    const int closed = descriptor_.close() ? 0 : errno;
    const int error = closed != 0 ? closed : partial_->commit();
    if (error != 0) output_.fail(error);
    return error == 0;
  }
  void fail(std::string_view why) override { output_.fail(why); }
  bool failed() const override { return output_.failed(); }
  const std::string& failure() const override { return output_.failure(); }
  bool keeps_positions() const override { return true; }
  bool leaves_part() const override { return partial_->is_kept(); }
  std::uint64_t thrown_away() const override { return partial_->thrown_away(); }
  std::optional<archive::Position> resumed() const override {
    const std::optional<text::Checkpoint>& saved = partial_->saved();
    if (!saved) return {};
    return archive::Position{saved->source,      saved->offset, saved->number,
                             saved->name_number, saved->member, saved->files};
  }

 private:
  std::unique_ptr<text::PartialFile> partial_;
  text::Descriptor descriptor_;
  text::Output output_;
  std::uint64_t size_ = 0;
  bool has_gap_ = false;  // up to here
};

Error cannot_open(const Destination& to, int number) {
  return {"unwritable", 0, to.file + ": cannot be written: " + std::strerror(number)};
}

Result<std::unique_ptr<run::Writer>> open_device(const Destination& to) {
  if (to.resume || to.format == Format::sqlite)
    return Error{"kind", 0,
                 to.file + ": is no regular file, which " +
                     (to.resume ? "--resume" : "--format sqlite") + " needs"};
  text::Descriptor opened(::open(to.file.c_str(), O_WRONLY | O_CLOEXEC));
  if (!opened.is_open()) return cannot_open(to, errno);
  return {std::make_unique<NamedPipe>(to, opened)};
}

std::string_view without_compression(std::string_view name) {
  name.remove_suffix(text::extension(text::compression_of(name)).size());
  return name;
}

}  // namespace

std::string_view name(Format format) {
  return std::ranges::find(kFormats, format, &FormatName::format)->name;
}

std::optional<Format> format_named(std::string_view name) {
  const auto* entry = std::ranges::find(kFormats, without_compression(name), &FormatName::name);
  return entry == std::end(kFormats) ? std::nullopt : std::optional(entry->format);
}

std::optional<Format> format_of_name(std::string_view name) {
  for (const FormatName& entry : kEnds)
    if (without_compression(name).ends_with(entry.name)) return entry.format;
  return {};
}

std::string_view end_of_name(std::string_view name) {
  name = without_compression(name);
  const std::string_view last = name.substr(name.rfind('/') + 1);
  const std::size_t dot = last.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : last.substr(dot);
}

Result<std::unique_ptr<run::Writer>> open_writer(const Destination& to) {
  if (to.file.empty()) return {std::make_unique<StandardOutput>(to)};
  if (!text::is_replaceable(to.file)) return open_device(to);
  auto partial = std::make_unique<text::PartialFile>();
  using State = text::PartialFile::State;
  using Left = text::PartialFile::Left;
  const Left left = to.resume    ? Left::go_on
                    : to.forget  ? Left::forget
                    : to.restart ? Left::restart
                                 : Left::refuse;
  // A database is written to in all places.
  const auto survives = to.format == Format::sqlite ? text::PartialFile::Survives::kill
                                                    : text::PartialFile::Survives::power;
  switch (partial->begin(text::target_of(to.file), to.fingerprint, left, survives)) {
    case State::fresh:
    case State::continued:
      break;
    case State::complete:
      if (to.format == Format::sqlite)
        if (std::string why = why_not_finished(to.file); !why.empty())
          return Error{"different", 0, to.file + ": " + why};
      return Error{"complete", 0, partial->failure()};
    case State::different:
      return Error{"different", 0, partial->failure()};
    case State::left:
      return Error{"left", 0, partial->failure()};
    case State::busy:
      return Error{"busy", 0, partial->failure()};
    case State::failed:
      return Error{"unwritable", 0, partial->failure()};
  }
  if (to.format == Format::sqlite) return open_database(to, std::move(partial));
  text::Descriptor opened(::open(partial->path().c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!opened.is_open()) return cannot_open(to, errno);
  return {std::make_unique<ResumableFile>(to, std::move(partial), opened)};
}

}  // namespace basewalk::output
