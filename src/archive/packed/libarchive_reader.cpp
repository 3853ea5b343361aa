// SPDX-License-Identifier: MIT
#include "archive/packed/libarchive_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <variant>

#include "archive/packed/packed.h"
#include "worker/unpack/confined_archive.h"

namespace basewalk::archive {
namespace {

constexpr std::size_t kReadBytes = std::size_t{128} << 10;

}  // namespace

LibarchiveReader::LibarchiveReader(ByteStream& stream, std::string head, std::uint64_t begin,
                                   worker::ArchiveKind kind, worker::Place place)
    : stream_(stream), begin_(begin), head_(std::move(head)), read_(begin) {
  auto session = worker::archive_session(kind, *this, place);
  if (const auto* reason = std::get_if<worker::Reason>(&session)) {
    failure_ = not_unpacked(*reason);
    return;
  }
  session_ = std::get<std::unique_ptr<worker::ArchiveSession>>(std::move(session));
  note(session_->state());
  if (state_.result != Result::ok) fail();
}

void LibarchiveReader::fail() {
  if (stream_.failure())
    failure_ = stream_.failure();
  else if (state_.result == Result::gone)
    failure_ = {state_.why, state_.worth_a_retry, static_cast<Trouble>(state_.trouble)};
  else
    failure_ = {"cannot be unpacked: " + state_.why, state_.may_be_memory, Trouble::damaged};
}

LibarchiveReader::Result LibarchiveReader::next_header(worker::ArchiveEntry& entry) {
  block_ = {};
  if (failure_) return Result::failed;
  note(session_->next_header(entry));
  // Where the first bytes cannot be read it takes the archive for an empty one.
  if (state_.result == Result::end && stream_.failure()) state_.result = Result::failed;
  if (state_.result == Result::failed || state_.result == Result::gone) fail();
  return state_.result;
}

std::string_view LibarchiveReader::next_block() {
  while (!failure_) {
    std::string_view bytes;
    note(session_->next_block(bytes));
    switch (state_.result) {
      case Result::end:
        return {};
      case Result::odd:
        doubts_.push_back(
            {"is not what it was when it was packed: " + state_.why, false, Trouble::doubtful});
        break;
      case Result::ok:
      case Result::again:
        break;
      case Result::failed:
      case Result::gone:
        fail();
    }
    if (!bytes.empty()) return bytes;
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

// Neither is believed to be behind what was given.
std::uint64_t LibarchiveReader::header_begin() const {
  return begin_ + std::min(state_.header_begin, read_ - begin_);
}
std::uint64_t LibarchiveReader::consumed() const {
  return begin_ + std::min(state_.consumed, read_ - begin_);
}

std::string LibarchiveReader::last_given() const {
  if (buffer_.empty() && before_.empty()) return head_given_ ? head_ : "";
  std::string given(before_.empty() ? head_ : std::string(before_.begin(), before_.end()));
  if (was_jumped_ && before_.empty()) given.clear();
  return given.append(buffer_.begin(), buffer_.end());
}

std::string LibarchiveReader::given_at(std::uint64_t begin, std::size_t size) const {
  const std::string_view last(buffer_.data(), buffer_.size());
  std::string_view first(before_.data(), before_.size());
  if (before_.empty() && head_given_ && !was_jumped_) first = head_;
  const std::uint64_t from = read_ - last.size() - first.size();
  if (begin < from || read_ - std::min(begin, read_) < size) return {};
  const std::size_t at = static_cast<std::size_t>(begin - from);
  std::string bytes(first.substr(std::min(at, first.size()), size));
  if (const std::size_t missing = size - bytes.size(); missing > 0)
    bytes += last.substr(std::max(at, first.size()) - first.size(), missing);
  return bytes;
}

std::string_view LibarchiveReader::more() {
  has_failed_ = false;
  if (!head_given_) {
    head_given_ = true;
    read_ += head_.size();
    if (!head_.empty()) return head_;
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
  read_ += got;
  has_failed_ = got == 0 && stream_.failure();
  return {buffer_.data(), got};
}

// What need not be read is jumped over in a file.
bool LibarchiveReader::skip(std::uint64_t count) {
  if (!head_given_) return false;
  const std::uint64_t to = read_ + count;
  if (to < read_ || !stream_.seek(to)) return false;
  read_ = to;
  before_.clear();
  buffer_.clear();
  was_jumped_ = true;
  return true;
}

}  // namespace basewalk::archive
