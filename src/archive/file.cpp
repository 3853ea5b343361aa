// SPDX-License-Identifier: MIT
#include "basewalk/archive/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "text/files/descriptor.h"

namespace basewalk::archive {
namespace {

Error system_error(int number) {
  const char* code = number == ENOENT ? "missing" : number == EISDIR ? "folder" : "unreadable";
  return {code, 0, std::strerror(number)};
}

}  // namespace

FileBytes::FileBytes(FileBytes&& other) noexcept
    : map_(std::exchange(other.map_, nullptr)),
      map_size_(std::exchange(other.map_size_, 0)),
      read_(std::move(other.read_)) {}

FileBytes& FileBytes::operator=(FileBytes&& other) noexcept {
  std::swap(map_, other.map_);
  std::swap(map_size_, other.map_size_);
  std::swap(read_, other.read_);
  return *this;
}

FileBytes::~FileBytes() {
  if (map_ != nullptr) ::munmap(const_cast<char*>(map_), map_size_);
}

Result<FileBytes> FileBytes::read_all(int descriptor, std::size_t most) {
  FileBytes file;
  std::size_t size = 0;
  while (size <= most) {
    if (file.read_.size() - size < 65536) file.read_.resize(size * 2 + 131072);
    const ssize_t got = ::read(descriptor, file.read_.data() + size, file.read_.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  file.read_.resize(size);
  return file;
}

Result<FileBytes> FileBytes::open(const std::string& name, std::size_t most) {
  // To the system the name would end at a NUL, and be that of another file.
  if (name.find('\0') != name.npos) return system_error(ENOENT);
  text::Descriptor opened;  // standard input stays open
  if (name != "-") opened.set(::open(name.c_str(), O_RDONLY | O_CLOEXEC));
  const int descriptor = name == "-" ? STDIN_FILENO : opened.number();
  if (descriptor < 0) return system_error(errno);
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return system_error(errno);
  if (S_ISDIR(status.st_mode)) return system_error(EISDIR);
  if (!S_ISREG(status.st_mode) || status.st_size == 0 || name == "-")
    return read_all(descriptor, most);

  // More than this machine has addresses for.
  if (!std::in_range<std::size_t>(status.st_size)) return system_error(EFBIG);
  FileBytes file;
  file.map_size_ = static_cast<std::size_t>(status.st_size);
  void* map = ::mmap(nullptr, file.map_size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (map == MAP_FAILED) return read_all(descriptor, most);
  ::madvise(map, file.map_size_, MADV_SEQUENTIAL);
  file.map_ = static_cast<const char*>(map);
  return file;
}

}  // namespace basewalk::archive
