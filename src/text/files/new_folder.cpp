// SPDX-License-Identifier: MIT
#include "text/files/new_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "text/files/path.h"

namespace basewalk::text {
namespace {

// rename() that replaces nothing; where the system has none, the look before it has to do.
int rename_new(int folder, const char* from, const char* to) {
#ifdef RENAME_NOREPLACE
  if (::renameat2(folder, from, folder, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
#endif
  struct stat status {};
  if (::fstatat(folder, to, &status, AT_SYMLINK_NOFOLLOW) == 0) {
    errno = EEXIST;
    return -1;
  }
  return ::renameat(folder, from, folder, to);
}

// Called where memory may be short, and opendir() needs some.
#ifdef SYS_getdents64
void remove_files(int folder) {
  const Descriptor listing(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  alignas(dirent64) char entries[8192];
  for (;;) {
    const long got = ::syscall(SYS_getdents64, listing.number(), entries, sizeof entries);
    if (got <= 0) return;
    for (long at = 0; at < got;) {
      const auto* entry = reinterpret_cast<const dirent64*>(entries + at);
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") ::unlinkat(folder, entry->d_name, 0);
      at += entry->d_reclen;
    }
  }
}
#else
void remove_files(int folder) {
  const int copy = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const listing = copy < 0 ? nullptr : ::fdopendir(copy);
  if (listing == nullptr) {
    if (copy >= 0) ::close(copy);
    return;
  }
  while (const dirent* entry = ::readdir(listing)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") ::unlinkat(folder, entry->d_name, 0);
  }
  ::closedir(listing);
}
#endif

// Of many files all at once is faster, though others' are among them.
constexpr std::size_t kSyncedOneByOne = 64;
constexpr int kTooMany = -1;

int sync_all(int folder) {
#if defined(__linux__)
  return ::syncfs(folder) == 0 ? 0 : errno;
#else
  (void)folder;
  ::sync();
  return 0;
#endif
}

// The files in a folder and their names: an errno, or 0; kTooMany where they are more than are
// left.
int sync_files(int folder, std::size_t& left) {
  const int copy = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const listing = copy < 0 ? nullptr : ::fdopendir(copy);
  int error = listing == nullptr ? errno : 0;
  if (listing == nullptr && copy >= 0) ::close(copy);
  while (listing != nullptr && error == 0) {
    errno = 0;
    const dirent* const entry = ::readdir(listing);
    if (entry == nullptr) {
      error = errno;
      break;
    }
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    const Descriptor file(
        ::openat(folder, entry->d_name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
    // So may be what cannot be read, by the umask.
    error = left == 0 || !file.is_open() ? kTooMany : sync_descriptor(file.number());
    --left;
  }
  if (listing != nullptr) ::closedir(listing);
  return error == 0 ? sync_descriptor(folder) : error;
}

bool is_segment(std::string_view name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\0", 2)) == std::string_view::npos;
}

}  // namespace

Result<bool> NewFolder::open(const std::string& path) {
  std::string bare = path;
  while (bare.size() > 1 && bare.back() == '/') bare.pop_back();
  const std::size_t slash = bare.rfind('/');
  const std::string around = slash == std::string::npos ? "." : bare.substr(0, slash + 1);
  name_ = slash == std::string::npos ? bare : bare.substr(slash + 1);
  if (name_.empty() || name_ == "." || name_ == "..")
    return Error{"exists", 0, "is there already; name a folder that is not"};
  around_.set(::open(around.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!around_.is_open())
    return Error{errno == ENOENT ? "missing" : "unwritable", 0,
                 "the folder that it should be in: " + std::string(std::strerror(errno))};
  struct stat status {};
  if (::fstatat(around_.number(), name_.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0)
    return Error{"exists", 0, "is there already; name a folder that is not"};
  do {
    temporary_ = ".basewalk" + unique_suffix();
    // As readable as other folders: mkdirat() heeds the umask.
    if (::mkdirat(around_.number(), temporary_.c_str(), 0777) == 0) break;
    const int number = errno;
    temporary_.clear();  // it is somebody else's, or not there
    if (number == EEXIST) continue;
    return Error{"unwritable", 0, std::string("cannot be made: ") + std::strerror(number)};
  } while (true);
  folder_.set(::openat(around_.number(), temporary_.c_str(),
                       O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  // Ours alone until it is whole.
  if (!folder_.is_open() || ::fstat(folder_.number(), &status) != 0 ||
      ::fchmod(folder_.number(), 0700) != 0)
    return Error{"unwritable", 0, std::string("cannot be opened: ") + std::strerror(errno)};
  mode_ = status.st_mode & 07777;
  return true;
}

int NewFolder::add_folder(const std::string& name) {
  if (!is_segment(name)) return EINVAL;
  folders_.push_back(name);  // first: what is there is removed
  if (::mkdirat(folder_.number(), name.c_str(), 0777) == 0) return 0;
  const int number = errno;
  folders_.pop_back();
  return number;
}

int NewFolder::create(const std::string& name) const {
  // Nobody makes another name; nothing else is to get through either.
  const std::size_t slash = name.find('/');
  const std::string_view file = slash == std::string::npos
                                    ? std::string_view(name)
                                    : std::string_view(name).substr(slash + 1);
  if (!is_segment(file) || (slash != std::string::npos &&
                            std::ranges::find(folders_, name.substr(0, slash)) == folders_.end())) {
    errno = EINVAL;
    return -1;
  }
  return ::openat(folder_.number(), name.c_str(),
                  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
}

int NewFolder::add_file(const std::string& name,
                        std::initializer_list<std::string_view> pieces) const {
  Descriptor file(create(name));
  if (!file.is_open()) return errno;
  int error = 0;
  for (const std::string_view piece : pieces)
    if (error == 0) error = write_all(file.number(), piece);
  return file.close() || error != 0 ? error : errno;
}

int NewFolder::sync() const {
  std::size_t left = kSyncedOneByOne;
  int error = sync_files(folder_.number(), left);
  for (std::size_t i = 0; i < folders_.size() && error == 0; ++i) {
    const Descriptor inner(::openat(folder_.number(), folders_[i].c_str(),
                                    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    error = inner.is_open() ? sync_files(inner.number(), left) : errno;
  }
  if (error == kTooMany) error = sync_all(folder_.number());
  return error;
}

// Behind a loss of power a name would else be there, and nothing in the files.
int NewFolder::commit() {
  if (::fchmod(folder_.number(), mode_) != 0) return errno;
  if (const int error = sync(); error != 0) return error;
  if (rename_new(around_.number(), temporary_.c_str(), name_.c_str()) != 0) return errno;
  temporary_.clear();
  return sync_descriptor(around_.number());
}

void NewFolder::remove() {
  if (temporary_.empty()) return;
  for (const std::string& name : folders_) {
    const Descriptor inner(
        ::openat(folder_.number(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (inner.is_open()) remove_files(inner.number());
    ::unlinkat(folder_.number(), name.c_str(), AT_REMOVEDIR);
  }
  remove_files(folder_.number());
  ::unlinkat(around_.number(), temporary_.c_str(), AT_REMOVEDIR);
  temporary_.clear();
}

}  // namespace basewalk::text
