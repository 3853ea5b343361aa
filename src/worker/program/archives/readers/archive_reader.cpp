// SPDX-License-Identifier: MIT
#include "worker/program/archives/readers/archive_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <new>

namespace basewalk::worker {
namespace {

constexpr std::size_t kReadBytes = std::size_t{64} << 10;

}  // namespace

void support_rar(::archive* archive) {
  ::archive_read_support_format_rar(archive);
  ::archive_read_support_format_rar5(archive);
}

ArchiveReader::ArchiveReader(Input& input, const std::function<void(::archive*)>& prepare)
    : archive_(::archive_read_new()), input_(input), buffer_(kReadBytes) {
  if (archive_ == nullptr) throw std::bad_alloc();
  prepare(archive_);
  ::archive_read_set_read_callback(archive_, &ArchiveReader::read_more);
  ::archive_read_set_skip_callback(archive_, &ArchiveReader::skip);
  ::archive_read_set_seek_callback(archive_, &ArchiveReader::seek);
  ::archive_read_set_callback_data(archive_, this);
  opened_ = ::archive_read_open1(archive_);
}

int ArchiveReader::next_header(archive_entry*& entry) {
  if (opened_ != ARCHIVE_OK) return ARCHIVE_FATAL;
  return ::archive_read_next_header(archive_, &entry);
}

std::string ArchiveReader::why() const {
  if (::archive_errno(archive_) == ENOMEM) throw std::bad_alloc();
  if (has_refused_) return "it is packed with one that is damaged, and lies behind the damage";
  const char* why = ::archive_error_string(archive_);
  return why != nullptr ? why : "what it says of itself makes no sense";
}

la_ssize_t ArchiveReader::read_more(::archive*, void* self, const void** bytes) {
  ArchiveReader& reader = *static_cast<ArchiveReader*>(self);
  const std::size_t got =
      reader.input_.read_at(reader.at_, reader.buffer_.data(), reader.buffer_.size());
  reader.at_ += got;
  reader.read_ += got;
  *bytes = reader.buffer_.data();
  return static_cast<la_ssize_t>(got);
}

la_int64_t ArchiveReader::skip(::archive*, void* self, la_int64_t count) {
  ArchiveReader& reader = *static_cast<ArchiveReader*>(self);
  if (count <= 0) return 0;
  const std::uint64_t size = reader.input_.size();
  const std::uint64_t step =
      std::min<std::uint64_t>(static_cast<std::uint64_t>(count), size - std::min(size, reader.at_));
  reader.at_ += step;
  return static_cast<la_int64_t>(step);
}

la_int64_t ArchiveReader::seek(::archive*, void* self, la_int64_t offset, int from) {
  ArchiveReader& reader = *static_cast<ArchiveReader*>(self);
  const auto size = static_cast<la_int64_t>(reader.input_.size());
  const la_int64_t base = from == SEEK_SET   ? 0
                          : from == SEEK_CUR ? static_cast<la_int64_t>(reader.at_)
                                             : size;
  // Nothing is before the first byte or behind the last one.
  if (offset < -base || offset > size - base) return ARCHIVE_FATAL;
  reader.at_ = static_cast<std::uint64_t>(base + offset);
  reader.jump_ = reader.at_;
  reader.has_refused_ = reader.has_refused_ || reader.at_ == reader.refused_;
  if (reader.has_refused_) return ARCHIVE_FATAL;
  return base + offset;
}

}  // namespace basewalk::worker
