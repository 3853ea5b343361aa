// SPDX-License-Identifier: MIT
#include "archive/byte_stream.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "text/files/descriptor.h"

namespace basewalk::archive {
namespace {

// From here on it pays to tell the system that all of the file is wanted.
constexpr std::uint64_t kLargeFile = std::uint64_t{4} << 20;

}  // namespace

Failure system_failure(int number) {
  switch (number) {
    case EIO:
    case EAGAIN:
    case ENOMEM:
    case EMFILE:
    case ENFILE:
    case ESTALE:
    case ETIMEDOUT:
    case ENOTCONN:
    case ECONNRESET:
    case EHOSTDOWN:
    case EHOSTUNREACH:
      return {std::strerror(number), true};
    case EISDIR:
      return {"this is a folder, and not expected here", false, Trouble::misused};
    case ENOENT:
    case ENOTDIR:
      return {std::strerror(number), false, Trouble::missing};
    default:
      return {std::strerror(number), false};
  }
}

UnpackLimit::UnpackLimit(std::uint64_t factor, std::shared_ptr<const std::uint64_t> packed,
                         worker::Place place)
    : factor_(std::max<std::uint64_t>(factor, 1)),
      place_(place),
      file_(std::make_shared<File>(File{std::move(packed)})) {}

std::optional<Failure> UnpackLimit::add(std::uint64_t more, std::uint64_t made,
                                        std::uint64_t packed) {
  file_->made += more;
  if (is_over(made, packed))
    return Failure{"unpacks to more than its limit (" + std::to_string(made) + " bytes of " +
                       std::to_string(packed) + "); nothing more of it was read",
                   false,
                   Trouble::limit,
                   {},
                   "unpack-factor"};
  if (is_file_over()) return file_failure();
  return {};
}

Failure UnpackLimit::file_failure() const {
  return {"is in a file that unpacks to more than its limit, all that is packed in it together (" +
              std::to_string(file_->made) + " bytes of " + std::to_string(*file_->packed) +
              "); nothing more of it was read",
          false,
          Trouble::limit,
          {},
          "unpack-factor"};
}

std::variant<std::unique_ptr<FileStream>, Failure> FileStream::open(
    const std::string& path, From from, std::atomic<std::uint64_t>& done) {
  int descriptor = STDIN_FILENO;
  text::Descriptor opened;
  if (path != "-" || from == From::folder) {
    const int wait = from == From::folder ? O_NONBLOCK : 0;
    opened.set(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | wait));
    if (!opened.is_open()) return system_failure(errno);
    descriptor = opened.number();
  }
  std::unique_ptr<FileStream> stream(new FileStream(descriptor, done));
  opened.release();
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return system_failure(errno);
  if (S_ISDIR(status.st_mode)) return system_failure(EISDIR);
  if (!S_ISREG(status.st_mode)) {
    if (from == From::folder) return std::unique_ptr<FileStream>();
    return stream;
  }
  stream->regular_ = true;
  const off_t at = descriptor == STDIN_FILENO ? ::lseek(descriptor, 0, SEEK_CUR) : 0;
  stream->begin_ = static_cast<std::uint64_t>(std::max<off_t>(at, 0));
  const auto size = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
  stream->size_ = size - std::min(stream->begin_, size);
  stream->go_to(0);
  stream->read_sequentially();
  return stream;
}

std::variant<std::unique_ptr<FileStream>, Failure> FileStream::open_listed(
    const std::string& path, std::uint64_t size, std::atomic<std::uint64_t>& done) {
  // What has become a pipe since then must not be waited for.
  text::Descriptor opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (!opened.is_open()) return system_failure(errno);
  std::unique_ptr<FileStream> stream(new FileStream(opened.number(), done));
  opened.release();
  stream->regular_ = stream->is_listed_ = true;
  stream->size_ = size;
  stream->go_to(0);
  stream->read_sequentially();
  return stream;
}

void FileStream::read_sequentially() {
#if defined(POSIX_FADV_SEQUENTIAL)
  if (size_ >= kLargeFile)
    ::posix_fadvise(descriptor_, static_cast<off_t>(begin_), 0, POSIX_FADV_SEQUENTIAL);
#endif
}

FileStream::~FileStream() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
}

std::optional<std::uint64_t> FileStream::size() const {
  if (!regular_) return {};
  return size_;
}

std::size_t FileStream::read(char* into, std::size_t size) {
  for (;;) {
    const ssize_t got = ::read(descriptor_, into, size);
    if (got > 0) {
      go_to(at_ + static_cast<std::uint64_t>(got));
      done_.fetch_add(static_cast<std::uint64_t>(got), std::memory_order_relaxed);
      return static_cast<std::size_t>(got);
    }
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      failure_ = system_failure(errno);
      failure_->extent = Extent{at_, std::max(at_, size_) - at_};
    }
    if (got == 0 && regular_ && at_ < size_)
      failure_ = {is_listed_ ? "the file has become shorter since the plan was made"
                             : "the file became shorter while it was read",
                  !is_listed_, Trouble::changed, Extent{at_, size_ - at_}};
    return 0;
  }
}

std::size_t FileStream::read_at(std::uint64_t offset, char* into, std::size_t size) {
  std::size_t got = 0;
  if (const int error = text::read_at(descriptor_, into, size, begin_ + offset, got); error != 0) {
    failure_ = system_failure(error);
    failure_->extent = Extent{offset + got, std::max(offset + got, size_) - (offset + got)};
  }
  return got;
}

bool FileStream::seek(std::uint64_t offset) {
  if (!regular_ || offset > size_) return false;
  if (::lseek(descriptor_, static_cast<off_t>(begin_ + offset), SEEK_SET) < 0) return false;
  done_.fetch_add(offset - std::min(offset, at_), std::memory_order_relaxed);
  go_to(offset);
  return true;
}

}  // namespace basewalk::archive
