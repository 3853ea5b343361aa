// SPDX-License-Identifier: MIT
#include "text/files/path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>

#include "text/siphash.h"

namespace basewalk::text {
namespace {

int sync_path(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC);
  if (descriptor < 0) return errno;
  const int error = sync_descriptor(descriptor);
  ::close(descriptor);
  return error;
}

}  // namespace

std::string target_of(const std::string& name) {
  const auto is_link = [](const std::string& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
  };
  if (!is_link(name)) return name;
  char path[PATH_MAX];
  if (::realpath(name.c_str(), path) != nullptr) return path;
  // It leads to what is not there yet: the link stays, as it does where it is.
  constexpr int kMostLinks = 40;
  std::string at = name;
  for (int i = 0; i < kMostLinks; ++i) {
    const ssize_t size = ::readlink(at.c_str(), path, sizeof path);
    if (size <= 0 || static_cast<std::size_t>(size) == sizeof path) return name;
    const std::string to(path, static_cast<std::size_t>(size));
    at = to.starts_with('/') ? to : folder_of(at) + "/" + to;
    if (!is_link(at)) return at;
  }
  return name;
}

std::string folder_of(const std::string& name) {
  const std::size_t slash = name.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : name.substr(0, slash);
}

bool exists(const std::string& name) {
  struct stat status {};
  return ::stat(name.c_str(), &status) == 0;
}

bool is_replaceable(const std::string& name) {
  struct stat status {};
  return ::stat(name.c_str(), &status) != 0 || S_ISREG(status.st_mode);
}

void need_memory(const std::error_code& error) {
  if (error == std::errc::not_enough_memory) throw std::bad_alloc();
}

bool is_same_file(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  if (a.empty() || b.empty()) return false;
  std::error_code error;
  if (a == b || fs::equivalent(a, b, error)) return true;
  fs::path real[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const fs::path whole = fs::absolute(i == 0 ? a : b, error);
    if (!error) real[i] = fs::weakly_canonical(whole, error);
    need_memory(error);
    if (error) return false;
  }
  return real[0] == real[1];
}

std::string unique_suffix() {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  // Nothing that can fail: where /dev is not at hand, say, as in a mail server's chroot.
  static std::atomic<std::uint64_t> count = 0;
  std::uint64_t hash = siphash(std::to_string(::getpid()) + ' ' + std::to_string(++count));
  std::string suffix = ".";
  for (; suffix.size() < 7; hash /= kLetters.size())
    suffix += kLetters[static_cast<std::size_t>(hash % kLetters.size())];
  return suffix;
}

int sync_descriptor(int descriptor) {
  if (::fsync(descriptor) == 0) return 0;
  // Some file systems have nothing to sync in a folder, and say so.
  return errno == EINVAL ? 0 : errno;
}
int sync_file(const std::string& name) { return sync_path(name, O_RDONLY); }
int sync_folder_of(const std::string& name) {
  return sync_path(folder_of(name), O_RDONLY | O_DIRECTORY);
}

}  // namespace basewalk::text
