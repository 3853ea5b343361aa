// SPDX-License-Identifier: MIT
#include "archive/packed/libarchive_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

namespace basewalk::archive {
namespace {

constexpr std::size_t kReadBytes = std::size_t{128} << 10;

}  // namespace

LibarchiveReader::LibarchiveReader(ByteStream& stream, std::string head, std::uint64_t begin,
                                   void (*prepare)(::archive*))
    : archive_(::archive_read_new()),
      entry_(::archive_entry_new()),
      stream_(stream),
      begin_(begin),
      head_(std::move(head)),
      read_(begin) {
  if (archive_ == nullptr || entry_ == nullptr) throw std::bad_alloc();
  prepare(archive_.get());
  if (::archive_errno(archive_.get()) == ENOMEM) throw std::bad_alloc();
  // What is cut off in its first header is no archive, but no failure of ours either.
  ::archive_read_support_format_empty(archive_.get());
  ::archive_read_set_read_callback(archive_.get(), &LibarchiveReader::read_more);
  ::archive_read_set_skip_callback(archive_.get(), &LibarchiveReader::skip);
  // Where that had no memory the next call crashes.
  if (::archive_read_set_callback_data(archive_.get(), this) != ARCHIVE_OK) throw std::bad_alloc();
  const int result = ::archive_read_open1(archive_.get());
  pass_on();
  if (result != ARCHIVE_OK) fail();
}

std::string LibarchiveReader::why() const {
  const char* why = ::archive_error_string(archive_.get());
  return why != nullptr ? why : "it is damaged, or there was not enough memory";
}

void LibarchiveReader::fail() {
  if (stream_.failure()) {
    failure_ = stream_.failure();
    return;
  }
  const bool may_be_memory = ::archive_errno(archive_.get()) == ENOMEM ||
                             ::archive_error_string(archive_.get()) == nullptr;
  failure_ = {"cannot be unpacked: " + why(), may_be_memory, Trouble::damaged};
}

int LibarchiveReader::next_header(archive_entry*& entry) {
  block_ = {};
  if (failure_) return ARCHIVE_FATAL;
  int result = ::archive_read_next_header2(archive_.get(), entry_.get());
  pass_on();
  entry = entry_.get();
  // Where the first bytes cannot be read it takes the archive for an empty one.
  if (result == ARCHIVE_EOF && stream_.failure()) result = ARCHIVE_FATAL;
  if (result == ARCHIVE_OK || result == ARCHIVE_WARN || result == ARCHIVE_RETRY ||
      result == ARCHIVE_EOF)
    return result;
  fail();
  return ARCHIVE_FATAL;
}

std::string_view LibarchiveReader::next_block() {
  while (!failure_) {
    const void* bytes = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    const int result = ::archive_read_data_block(archive_.get(), &bytes, &size, &offset);
    pass_on();
    if (result == ARCHIVE_EOF) break;
    if (result == ARCHIVE_WARN)
      doubts_.push_back(
          {"is not what it was when it was packed: " + why(), false, Trouble::doubtful});
    if (result == ARCHIVE_OK || result == ARCHIVE_WARN) {
      if (size > 0) return {static_cast<const char*>(bytes), size};
    } else if (result != ARCHIVE_RETRY) {
      fail();
    }
  }
  return {};
}

bool LibarchiveReader::has_block() {
  if (block_.empty()) block_ = next_block();
  return !block_.empty();
}

std::size_t LibarchiveReader::take(char* into, std::size_t size) {
  const std::size_t count = std::min(size, block_.size());
  std::memcpy(into, block_.data(), count);
  block_.remove_prefix(count);
  return count;
}

std::uint64_t LibarchiveReader::header_begin() const {
  const la_int64_t at = ::archive_read_header_position(archive_.get());
  return begin_ + static_cast<std::uint64_t>(std::max<la_int64_t>(at, 0));
}

std::uint64_t LibarchiveReader::consumed() const {
  const la_int64_t at = ::archive_filter_bytes(archive_.get(), -1);
  return begin_ + static_cast<std::uint64_t>(std::max<la_int64_t>(at, 0));
}

std::string LibarchiveReader::last_given() const {
  if (buffer_.empty() && before_.empty()) return head_given_ ? head_ : "";
  std::string given(before_.empty() ? head_ : std::string(before_.begin(), before_.end()));
  if (was_jumped_ && before_.empty()) given.clear();
  return given.append(buffer_.begin(), buffer_.end());
}

void LibarchiveReader::pass_on() {
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

la_ssize_t LibarchiveReader::read_more(::archive*, void* self, const void** bytes) noexcept {
  LibarchiveReader& reader = *static_cast<LibarchiveReader*>(self);
  try {
    return reader.read_on(bytes);
  } catch (...) {
    reader.thrown_ = std::current_exception();
    return -1;
  }
}

la_ssize_t LibarchiveReader::read_on(const void** bytes) {
  if (!head_given_) {
    head_given_ = true;
    *bytes = head_.data();
    read_ += head_.size();
    if (!head_.empty()) return static_cast<la_ssize_t>(head_.size());
  }
  before_.swap(buffer_);
  buffer_.resize(kReadBytes);
  // Whole blocks, however they come: what is unpacked from where does not depend on it.
  std::size_t got = 0;
  while (got < kReadBytes) {
    const std::size_t more = stream_.read(buffer_.data() + got, kReadBytes - got);
    got += more;
    if (more > 0) continue;
    const bool is_doubt = stream_.failure() && stream_.failure()->trouble == Trouble::doubtful;
    if (!is_doubt) break;
    doubts_.push_back(*stream_.failure());
    if (!stream_.go_on()) break;
  }
  buffer_.resize(got);
  *bytes = buffer_.data();
  read_ += got;
  if (got == 0 && stream_.failure()) {
    ::archive_set_error(archive_.get(), EIO, "%s", stream_.failure()->problem.c_str());
    return -1;
  }
  return static_cast<la_ssize_t>(got);
}

// What need not be read is jumped over in a file.
la_int64_t LibarchiveReader::skip(::archive*, void* self, la_int64_t count) noexcept {
  LibarchiveReader& reader = *static_cast<LibarchiveReader*>(self);
  try {
    return reader.skip(count);
  } catch (...) {
    reader.thrown_ = std::current_exception();
    return 0;
  }
}

la_int64_t LibarchiveReader::skip(la_int64_t count) {
  if (!head_given_ || count <= 0) return 0;
  const std::uint64_t to = read_ + static_cast<std::uint64_t>(count);
  if (!stream_.seek(to)) return 0;
  read_ = to;
  before_.clear();
  buffer_.clear();
  was_jumped_ = true;
  return count;
}

}  // namespace basewalk::archive
