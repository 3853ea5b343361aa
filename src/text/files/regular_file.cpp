// SPDX-License-Identifier: MIT
#include "text/files/regular_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

namespace basewalk::text {
namespace {

Error system_error(int number) {
  const char* code = number == ENOENT ? "missing" : number == EISDIR ? "folder" : "unreadable";
  return {code, 0, std::strerror(number)};
}

std::optional<Error> why_not(const struct stat& status) {
  if (S_ISREG(status.st_mode)) return {};
  if (S_ISDIR(status.st_mode)) return system_error(EISDIR);
  return Error{"kind", 0, "is " + std::string(kind_of_file(status.st_mode)) + ", no regular file"};
}

FileState state_of(const struct stat& status) {
#if defined(__APPLE__)
  const timespec changed = status.st_mtimespec;
#else
  const timespec changed = status.st_mtim;
#endif
  return {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino),
          static_cast<std::uint64_t>(status.st_size), static_cast<std::int64_t>(changed.tv_sec),
          static_cast<std::int64_t>(changed.tv_nsec)};
}

// The bytes at a place, as many as there are; -1 with an errno.
ssize_t read_at(int descriptor, char* into, std::size_t size, std::uint64_t at) {
  for (;;) {
    const ssize_t got = ::pread(descriptor, into, size, static_cast<off_t>(at));
    if (got >= 0 || errno != EINTR) return got;
  }
}

class StringSink final : public Sink {
 public:
  bool write(std::string_view bytes) override {
    text.append(bytes);
    return true;
  }
  std::string text;
};

}  // namespace

std::string_view kind_of_file(mode_t mode) {
  if (S_ISREG(mode)) return {};
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISLNK(mode)) return "a symbolic link";
  return "a device";
}

Result<RegularFile> RegularFile::open(const std::string& path) {
  // To open a device may do something, and to open a FIFO lets go on who waits at its other end.
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return system_error(errno);
  if (const std::optional<Error> why = why_not(status)) return *why;
  // What it has become since then is not waited for, nor gone to.
  const int descriptor =
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
  if (descriptor < 0) return system_error(errno);
  Descriptor closed_if_not(descriptor);
  if (::fstat(descriptor, &status) != 0) return system_error(errno);
  if (const std::optional<Error> why = why_not(status)) return *why;
  return RegularFile(closed_if_not.release(), state_of(status));
}

Result<std::string> RegularFile::first(std::size_t most) const {
  std::string bytes(static_cast<std::size_t>(std::min<std::uint64_t>(most, state_.size)), '\0');
  std::size_t size = 0;
  while (size < bytes.size()) {
    const ssize_t got = read_at(file_.number(), bytes.data() + size, bytes.size() - size, size);
    if (got < 0) return system_error(errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  bytes.resize(size);
  return bytes;
}

Result<bool> RegularFile::copy_to(Sink& sink) const {
  constexpr std::size_t kAtATime = 256 * 1024;
  std::string buffer(static_cast<std::size_t>(std::min<std::uint64_t>(kAtATime, state_.size + 1)),
                     '\0');
  std::uint64_t at = 0;
  for (;;) {
    const ssize_t got = read_at(file_.number(), buffer.data(), buffer.size(), at);
    if (got < 0) return system_error(errno);
    if (got == 0) break;
    at += static_cast<std::uint64_t>(got);
    if (at > state_.size) break;
    if (!sink.write({buffer.data(), static_cast<std::size_t>(got)})) return false;
  }
  struct stat status {};
  if (::fstat(file_.number(), &status) != 0) return system_error(errno);
  if (at != state_.size || state_of(status) != state_)
    return Error{"changed", 0, "was changed while it was read"};
  return true;
}

Result<std::string> RegularFile::all() const {
  StringSink sink;
  sink.text.reserve(static_cast<std::size_t>(state_.size));
  const Result<bool> copied = copy_to(sink);
  if (!copied) return copied.error();
  return std::move(sink.text);
}

}  // namespace basewalk::text
