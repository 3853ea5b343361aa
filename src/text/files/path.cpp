// SPDX-License-Identifier: MIT
#include "text/files/path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

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

// Where a list says who may do what (acl(5)), the bits of the group are the most that anybody in it
// gets, and not the group's own: the list goes with them, and none that the folder gives stays.
// False where there is one that the new file cannot get.
bool take_list_of(const std::string& name, int descriptor) {
#ifdef __linux__
  constexpr const char* kList = "system.posix_acl_access";
  char list[4096];
  const ssize_t size = ::lgetxattr(name.c_str(), kList, list, sizeof list);
  if (size >= 0)
    return ::fsetxattr(descriptor, kList, list, static_cast<std::size_t>(size), 0) == 0;
  if (errno == ERANGE) return false;
  ::fremovexattr(descriptor, kList);
#else
  static_cast<void>(name);
  static_cast<void>(descriptor);
#endif
  return true;
}

// What both the group and all others may do, for both.
mode_t for_all_alike(mode_t mode) {
  const mode_t both = mode & mode >> 3 & 07;
  return (mode & 0700) | both << 3 | both;
}

// As the kernel has it with fs.protected_regular: what lies in a folder like /tmp, and is neither
// ours nor the folder's owner's, may have been put there for somebody to fill.
bool may_be_a_trap(const std::string& name, const struct stat& file) {
  constexpr mode_t kForAll = S_ISVTX | S_IWOTH;
  struct stat folder {};
  return ::stat(folder_of(name).c_str(), &folder) == 0 && (folder.st_mode & kForAll) == kForAll &&
         file.st_uid != ::geteuid() && file.st_uid != folder.st_uid;
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

mode_t mode_until_named(const std::string& name) { return exists(name) ? 0600 : 0666; }

void take_rights_of(const std::string& name, int descriptor) {
  struct stat of {};
  if (::lstat(name.c_str(), &of) != 0 || !S_ISREG(of.st_mode) || may_be_a_trap(name, of)) return;
  // Root alone may give a file away, and others to a group that they are in.
  const bool is_same_group = ::fchown(descriptor, of.st_uid, of.st_gid) == 0 ||
                             ::fchown(descriptor, static_cast<uid_t>(-1), of.st_gid) == 0;
  const bool is_same = is_same_group && take_list_of(name, descriptor);
  const mode_t mode = of.st_mode & 0777;
  ::fchmod(descriptor, is_same ? mode : for_all_alike(mode));
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
