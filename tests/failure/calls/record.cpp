// SPDX-License-Identifier: MIT
//
// A record is a line of words, the last of them the number of bytes that follow:
//
//     write INODE OFFSET SIZE          and the bytes
//     say DESCRIPTOR SIZE              to a pipe, a socket or standard output, and the bytes
//     size INODE BYTES 0
//     sync INODE 0, sync all 0
//     file INODE SIZE, folder INODE SIZE    made, and its path
//     rename SIZE, link SIZE           both paths, with a NUL between
//     gone SIZE                        its path
#include "record.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <cstring>
#include <string>

namespace calls {
namespace {

int log_file = -1;
std::string& root() {
  static std::string* const path = new std::string();  // until the end of all
  return *path;
}

__attribute__((constructor)) void begin() {
  const char* const named = std::getenv("CALLS_LOG");
  const char* const below = std::getenv("CALLS_ROOT");
  if (named == nullptr || below == nullptr) return;
  root() = below;
  log_file = static_cast<int>(
      ::syscall(SYS_openat, AT_FDCWD, named, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600));
  // Out of the way of whoever closes or counts descriptors.
  const auto high = static_cast<int>(::syscall(SYS_fcntl, log_file, F_DUPFD_CLOEXEC, 900));
  ::syscall(SYS_close, log_file);
  log_file = high;
}

void put(const std::string& words, const void* bytes, std::size_t size) {
  std::string record = words + " " + std::to_string(size) + "\n";
  record.append(static_cast<const char*>(bytes), size);
  if (::syscall(SYS_write, log_file, record.data(), record.size()) !=
      static_cast<long>(record.size()))
    std::abort();
}

std::string absolute(int folder, const char* path) {
  if (*path == '/') return path;
  const std::string link =
      folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/" + std::to_string(folder);
  char at[PATH_MAX];
  const auto size = ::syscall(SYS_readlinkat, AT_FDCWD, link.c_str(), at, sizeof at);
  if (size <= 0) return path;
  return std::string(at, static_cast<std::size_t>(size)) + "/" + path;
}

bool is_ours(const std::string& path) { return path.starts_with(root() + "/"); }

// The same call has another name where longs are short.
#ifdef SYS_newfstatat
constexpr long kStatAt = SYS_newfstatat;
#else
constexpr long kStatAt = SYS_fstatat64;
#endif

struct Seen {
  struct stat status {};
  bool is_there = false;
};
Seen look(int folder, const char* path, int flags) {
  Seen seen;
  seen.is_there = ::syscall(kStatAt, folder, path, &seen.status, flags) == 0;
  return seen;
}

std::string number_of(const struct stat& status) { return std::to_string(status.st_ino); }

}  // namespace

bool is_recording() { return log_file >= 0; }

std::unique_lock<std::recursive_mutex> recording() {
  static auto* const mutex = new std::recursive_mutex();
  return is_recording() ? std::unique_lock(*mutex) : std::unique_lock<std::recursive_mutex>();
}

void record_write(int descriptor, const void* bytes, std::size_t size, off_t at) {
  if (!is_recording() || size == 0) return;
  const Seen seen = look(descriptor, "", AT_EMPTY_PATH);
  if (S_ISREG(seen.status.st_mode) && descriptor > STDERR_FILENO)
    put("write " + number_of(seen.status) + " " + std::to_string(at), bytes, size);
  else
    put("say " + std::to_string(descriptor), bytes, size);
}

void record_write_here(int descriptor, const void* bytes, std::size_t size) {
  if (!is_recording() || size == 0) return;
  const auto behind = static_cast<off_t>(::syscall(SYS_lseek, descriptor, 0, SEEK_CUR));
  record_write(descriptor, bytes, size, behind - static_cast<off_t>(size));
}

void record_size(int descriptor, off_t size) {
  if (!is_recording()) return;
  const Seen seen = look(descriptor, "", AT_EMPTY_PATH);
  put("size " + number_of(seen.status) + " " + std::to_string(size), "", 0);
}

void record_sync(int descriptor) {
  if (!is_recording()) return;
  put("sync " + number_of(look(descriptor, "", AT_EMPTY_PATH).status), "", 0);
}

void record_sync_all() {
  if (is_recording()) put("sync all", "", 0);
}

bool exists_at(int folder, const char* path) { return look(folder, path, 0).is_there; }

void record_opened(int descriptor, int folder, const char* path, int flags, bool was_there) {
  if (!is_recording() || descriptor < 0 || (flags & (O_CREAT | O_TRUNC)) == 0) return;
  if ((flags & O_TMPFILE) == O_TMPFILE) return;
  const std::string name = absolute(folder, path);
  if (!is_ours(name)) return;
  const Seen seen = look(descriptor, "", AT_EMPTY_PATH);
  if (!was_there)
    put("file " + number_of(seen.status), name.data(), name.size());
  else if ((flags & O_TRUNC) != 0)
    put("size " + number_of(seen.status) + " 0", "", 0);
}

void record_folder(int folder, const char* path) {
  if (!is_recording()) return;
  const std::string name = absolute(folder, path);
  if (is_ours(name))
    put("folder " + number_of(look(folder, path, 0).status), name.data(), name.size());
}

void record_names(const char* what, int from_folder, const char* from, int to_folder,
                  const char* to) {
  if (!is_recording()) return;
  std::string both = absolute(from_folder, from);
  if (!is_ours(both)) return;
  both += '\0';
  both += absolute(to_folder, to);
  put(what, both.data(), both.size());
}

void record_gone(int folder, const char* path) {
  if (!is_recording()) return;
  const std::string name = absolute(folder, path);
  if (is_ours(name)) put("gone", name.data(), name.size());
}

}  // namespace calls
